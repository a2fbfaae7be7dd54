/** Runs tools outside of the loop, with real files in a temporary directory, and collects their events and progress. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { tools } from '../../daemon/tools/index.js';
import { createWeb } from '../../daemon/web/web.js';
import type { AgentMemory, BuiltinTool, QuestionOutcome, ToolResult, ToolRun } from '../../daemon/tools/tool.js';
import type { ToolTasks } from '../../daemon/tools/task.js';
import { ToolFailure } from '../../daemon/tools/tool.js';
import type { NewEvent } from '../../schemas/generated/events.js';
import type { ToolInputs, ToolName } from '../../schemas/generated/tools.js';
import type { QuestionItem, ToolUpdate } from '../../schemas/generated/types.js';

export interface Place {
  root: string;
  cwd: string;
  home: string;
  userHome: string;
  memory: AgentMemory;
  events: NewEvent[];
  updates: { at: number; update: ToolUpdate }[];
  asked: QuestionItem[][];
  run(over?: Partial<ToolRun>): ToolRun;
  remove(): void;
}

export function createPlace(answer: QuestionOutcome = { kind: 'dismissed' }): Place {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'agent-tools-')));
  const [cwd, home, userHome] = ['work', 'data', 'user'].map((name) => join(root, name)) as [string, string, string];
  for (const directory of [cwd, home, userHome]) mkdirSync(directory);
  const memory: AgentMemory = { todos: [], plan: { active: false }, seen: new Map() };
  const place: Place = {
    root,
    cwd,
    home,
    userHome,
    memory,
    events: [],
    updates: [],
    asked: [],
    run: (over = {}) => ({
      sessionId: 'session_test',
      agentId: 'main',
      cwd,
      workspace: [cwd],
      home,
      userHome,
      sessionDirectory: join(home, 'sessions', 'session_test'),
      env: { PATH: process.env.PATH ?? '', HOME: userHome },
      shell: '/bin/sh',
      mode: 'manual',
      memory,
      mayRead: () => true,
      model: { takesImages: true, takesVideos: true },
      pictures: { maxEdge: 2_000, byteBudget: 262_144 },
      web: createWeb({ services: () => ({}), userAgent: () => 'agent', fetch, log: { warn: () => undefined } }),
      hostFiles: () => undefined,
      runtimeId: 'local',
      mayLeave: false,
      temporary: () => undefined,
      leaves: async () => false,
      confinement: async () => undefined,
      skills: {
        find: async (name) => {
          throw new ToolFailure(`There is no skill named "${name}".`);
        },
        load: async () => 'loaded',
      },
      background: { killGracePeriodMs: 400 },
      tasks: idleTasks(join(home, 'sessions', 'session_test', 'tasks')),
      now: Date.now,
      goals: { current: () => null, create: () => [], report: () => [], limit: () => [] },
      cron: {
        create: async () => {
          throw new ToolFailure('no schedule here');
        },
        list: () => [],
        remove: () => [],
      },
      agents: {
        typeOf: () => undefined,
        call: () => Promise.reject(new ToolFailure('There are no other agents here.')),
      },
      turnId: 1,
      step: 1,
      callId: 'call_1',
      signal: new AbortController().signal,
      progress: (update) => place.updates.push({ at: performance.now(), update }),
      emit: (event) => place.events.push(event),
      ask: async (questions) => {
        place.asked.push(questions);
        return answer;
      },
      denied: async () => undefined,
      ...over,
    }),
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
  return place;
}

/** Input as a model sends it, without defaults. */
type Given<Input> = Input extends (infer Item)[]
  ? Given<Item>[]
  : Input extends object
    ? { [Key in keyof Input]?: Given<Input[Key]> }
    : Input;

/** Gives the input of a call the type that the tool receives. */
export function input<Name extends ToolName>(_name: Name, given: Given<ToolInputs[Name]>): ToolInputs[Name] {
  return given as ToolInputs[Name];
}

/** Plans and runs a call as the loop does; a thrown ToolFailure becomes an error result. */
export async function call<Name extends ToolName>(
  place: Place,
  name: Name,
  given: Given<ToolInputs[Name]>,
  over: Partial<ToolRun> = {},
): Promise<ToolResult> {
  const tool: BuiltinTool<Name> = tools[name];
  const args = input(name, given);
  const run = place.run(over);
  try {
    const plan = await tool.plan(args, run);
    return await tool.run(args, { plan, ...run });
  } catch (error) {
    if (error instanceof ToolFailure) return { output: error.message, isError: true };
    throw error;
  }
}

/** Returns the output of a call that must succeed. */
export async function outputOf<Name extends ToolName>(
  place: Place,
  name: Name,
  given: Given<ToolInputs[Name]>,
): Promise<string> {
  const result = await call(place, name, given);
  if (result.isError || typeof result.output !== 'string') throw new Error(`${name} failed: ${String(result.output)}`);
  return result.output;
}

/** Returns the message of a call that must fail. */
export async function failureOf<Name extends ToolName>(
  place: Place,
  name: Name,
  given: Given<ToolInputs[Name]>,
): Promise<string> {
  const result = await call(place, name, given);
  if (!result.isError) throw new Error(`${name} did not fail: ${String(result.output)}`);
  return String(result.output);
}

/** Tasks of a session in which nothing can run in the background. */
function idleTasks(directory: string): ToolTasks {
  const refusal = 'Nothing can run in the background here.';
  const refuse = (): never => {
    throw new ToolFailure(refusal);
  };
  let made = 0;
  return {
    keeps: false,
    autoBackground: true,
    limitMs: 600_000,
    refusal: () => refusal,
    newId: () => `bash-${String((made += 1)).padStart(8, '0')}`,
    outputPath: (taskId) => join(directory, `${taskId}.log`),
    start: refuse,
    detachable: () => () => undefined,
    ask: refuse,
    list: () => [],
    find: () => undefined,
    stop: async () => undefined,
    wait: async () => ({ status: 'no_tasks', ended: [], records: [] }),
  };
}
