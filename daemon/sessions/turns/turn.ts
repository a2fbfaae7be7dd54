/** Builds the input of the loop for one turn from a loaded session. */
import { stat } from 'node:fs/promises';
import type { ToolName } from '../../../schemas/generated/tools.js';
import { instructionReminders } from '../../agent/serverinstructions.js';
import { createOutput, type Output } from '../../agent/submitresult.js';
import { promptReminders, stepReminders, type ReminderFacts } from '../../agent/reminders.js';
import type { HeldStep, OpenStep, Turn } from '../../agent/turn.js';
import { later } from '../../base/later.js';
import { errorCode } from '../../base/fs/errno.js';
import type { SeenFile, Tool } from '../../tools/tool.js';
import { nestedInstructions } from '../../workspace/instructions.js';
import { iso } from '../store.js';
import type { Budgets } from '../usage/budget.js';
import { requestLongerReport, type Calling } from '../agents/calling.js';
import type { Controls } from './controls.js';
import { keptText } from '../changes/takenback.js';
import type { Checkpoints } from '../undo/checkpoints.js';
import { renewSignal } from './allowances.js';
import { bindModel, calledTool, fillOf, noteOverflow, offeredTools } from './binding.js';
import { currentGate, modelOf, planOf } from './gate.js';
import { containmentOf, containmentInput } from '../runtimes/containment.js';
import { toolContextOf } from './toolcontext.js';
import type { SessionDeps } from '../deps.js';
import { goalEndsTurn, goalReminders } from '../goals/goals.js';
import type { SessionHooks } from '../hooks/hooks.js';
import type { Servers } from '../mcp/servers.js';
import type { LocalCheck } from '../context/localmodels.js';
import type { ActiveTurn, LiveAgent, LiveSession } from '../live/state.js';
import { loadAgain, turnSkills } from '../skills/skills.js';
import { systemPrompt } from '../context/systemprompt.js';
import { restatedReminders } from '../context/restated.js';
import { promptText } from '../../../schemas/folds/said.js';
import { takeArrivals } from '../prompts/arrivals.js';
import { leftBehind, openingOf } from './entering.js';
import type { Recorder } from '../live/record.js';
import type { Tasks } from '../tasks/tasks.js';
import type { TaskStore } from '../facts/tasks.js';
import type { Waits } from '../interactions/waits.js';

export interface TurnDeps extends SessionDeps {
  record: Recorder;
  waits: Waits;
  hooks: SessionHooks;
  servers: Servers;
  tasks: Tasks;
  calling: Calling;
  taskStore: TaskStore;
  /** functions of the session for its tools */
  controls(session: LiveSession): Controls;
  checkpoints: Checkpoints;
  checkLocal: LocalCheck;
  budgets: Budgets;
  /** called when storage failed: the session cannot continue in memory */
  abandonAndReload(session: LiveSession, error: unknown): void;
}

export async function createTurn(
  deps: TurnDeps,
  session: LiveSession,
  agent: LiveAgent,
  active: ActiveTurn,
  open: OpenStep | HeldStep | undefined,
): Promise<Turn> {
  // a call that waits for an answer needs its tool
  if (open) await deps.servers.ready(session, agent, active);
  const settings = deps.settings();
  const output = await outputOf(active);
  let isClosed = false;
  const tools = (): readonly Tool[] => [
    ...(isClosed ? [] : offeredTools(deps, session, agent)),
    ...(output ? [output.tool] : []),
  ];
  const has = (name: ToolName) => tools().some((tool) => tool.name === name);
  const skills = turnSkills(deps, session, agent, active, has('Skill'));
  if (active.activated) await loadAgain(deps, session, agent, active, skills);
  const mode = () => (active.unattended ? 'auto' : session.mode);
  const hooks = deps.hooks.of(session, agent.id, { turnId: active.turnId, mode });

  /** the model whose server was checked in this turn */
  let checked: string | undefined;

  function reminderFacts(): ReminderFacts {
    return {
      agentId: agent.id,
      noted: agent.noted,
      now: deps.now(),
      timeZone: deps.timeZone(),
      mode: mode(),
      plan: planOf(session, agent),
      isPlanHeld: async () => (await containmentOf(deps, containmentInput(session, agent))).profile === 'read-only',
      todos: agent.memory.todos,
      counts: agent.counts,
      ...(agent.lastEnd === undefined ? {} : { lastTurn: agent.lastEnd }),
      seen: agent.memory.seen,
      imageInput: deps.models.capabilities(modelOf(session, agent))?.includes('image_in'),
      cwd: session.cwd,
      hasCwd: async () => (await readSeenFile(session.cwd)) !== undefined,
      stat: readSeenFile,
      touched: agent.touched.splice(0),
      takenBack: {
        done: agent.takenBack,
        textOf: async (state) => keptText(await deps.checkpoints.keeper(session), state),
      },
      nested: (directory, disclosed) =>
        nestedInstructions(directory, session.cwd, { home: deps.home, userHome: deps.userHome }, disclosed),
    };
  }

  return {
    sessionId: session.ref.id,
    sessionDirectory: deps.sessionDirectory(session.ref.id),
    agentId: agent.id,
    turnId: active.turnId,
    unattended: active.unattended,
    get signal() {
      return active.controller.signal;
    },
    startedAt: active.startedAt,
    limits: {
      maxSteps: settings.maxStepsPerTurn === 0 ? Infinity : settings.maxStepsPerTurn,
      maxAttempts: settings.maxAttemptsPerStep,
    },
    ...(agent.allowance === undefined ? {} : { allowance: agent.allowance }),
    ...(output === undefined ? {} : { output }),
    closeTools: () => void (isClosed = true),
    renewSignal: () => renewSignal(active),
    fallBack() {
      const alias = active.prompt?.fallbackModel;
      if (alias === undefined || active.fallback !== undefined || alias === modelOf(session, agent)) return undefined;
      active.fallback = alias;
      return alias;
    },
    ...(agent.kind === 'main' ? {} : { agentType: agent.binding.name }),
    ...(open === undefined ? {} : 'held' in open ? { continueAt: open } : { resume: open }),
    ...(active.prompt === undefined
      ? {}
      : { prompt: { promptId: active.prompt.promptId, text: promptText(active.prompt.content) } }),
    hooks,
    begun: () =>
      allOf(deps.hooks.begun(session, agent, active.controller.signal), deps.servers.ready(session, agent, active)),
    openingMessage: (added) => openingOf(deps, session, agent, active, skills, reminderFacts, added),
    context: () => agent.entries,
    fill: () => fillOf(deps, session, agent),
    lastRequest: (alias) => (agent.anchor?.last?.model === alias ? agent.anchor.last : undefined),
    budget: () => deps.budgets.ofTurn(session, agent, active),
    noteOverflow: () => noteOverflow(deps, session, agent),
    todos: () => agent.memory.todos,
    earlierSkills: () => agent.earlierSkills,
    refusedImages: () => agent.refusedImages,
    async bindModel() {
      const binding = await bindModel(deps, session, agent);
      if (checked !== binding.alias) deps.checkLocal(session, agent, (checked = binding.alias));
      return binding;
    },
    system: () => systemPrompt(deps, session, agent, active, skills, has),
    tools,
    tool: (name) =>
      name === output?.tool.name ? output.tool : isClosed ? undefined : calledTool(deps, session, agent, name),
    toolContext: () => toolContextOf(deps, session, agent, active, skills),
    checkpoints: deps.checkpoints.of(session, agent, active.turnId),
    gate: () => currentGate(deps, session, agent, mode()),
    leftBehind: (pending, isLetThrough) => leftBehind(deps, session, agent, active, pending, isLetThrough),
    takeArrivals: () => takeArrivals(deps, session, agent, active, hooks),
    endsHere: () => goalEndsTurn(session, agent),
    lastWord: (reply) => requestLongerReport(deps, session, agent, active, reply),
    dueReminders: async (again) => [
      ...deps.hooks.takeNotes(session, agent),
      ...restatedReminders(session, agent),
      ...(await (again ? promptReminders : stepReminders)(reminderFacts())),
      ...instructionReminders(agent.id, agent.noted, instructionsFor(deps, session, tools)),
      ...goalReminders(session, agent, deps.now()),
    ],
    awaitApproval: (id, expiresAt, review) => deps.waits.awaitApproval(session, agent.id, id, expiresAt, review),
    awaitAnswer: (id, expiresAt) => deps.waits.awaitAnswer(session, agent.id, id, expiresAt),
    decideApproval: (id, decision) => deps.waits.decide(session, id, decision),
    claimCallId(id) {
      const claimed = id === undefined || id === '' || agent.usedCalls.has(id) ? deps.newId('call') : id;
      agent.usedCalls.add(claimed);
      return claimed;
    },
    now: deps.now,
    newId: deps.newId,
    sleep: deps.sleep,
    random: deps.random,
    newMessage: (message) => ({
      id: message.id ?? deps.newId('msg'),
      session_id: session.ref.id,
      role: message.role,
      content: message.content,
      created_at: iso(deps.log.tick(session.ref.key)),
      ...(active.prompt === undefined ? {} : { prompt_id: active.prompt.promptId }),
      ...(message.metadata === undefined ? {} : { metadata: message.metadata }),
    }),
    reportDefect: (error) =>
      deps.logger.error('a turn met an unexpected error', {
        err: error,
        session_id: session.ref.id,
        turn_id: active.turnId,
      }),
  };
}

const checks = later(() => import('../../../schemas/outputschema.js'));

/** The output tool of a turn whose prompt has a schema. */
async function outputOf(active: ActiveTurn): Promise<Output | undefined> {
  const schema = active.prompt?.outputSchema;
  if (!schema) return undefined;
  const { compileOutputSchema } = await checks();
  return createOutput(schema, compileOutputSchema(schema), (result) => void (active.result = result));
}

/** Instructions of the servers whose tools the agent is offered. */
function instructionsFor({ servers }: TurnDeps, session: LiveSession, tools: () => readonly Tool[]) {
  const instructions = servers.instructions(session);
  if (instructions.length === 0) return instructions;
  const offered = new Set(tools().map(({ server }) => server));
  return instructions.filter(({ server }) => offered.has(server));
}

/** Settles when all have settled; undefined when there is nothing to wait for. */
function allOf(...waits: (Promise<void> | undefined)[]): Promise<void> | undefined {
  const some = waits.filter((wait) => wait !== undefined);
  return some.length === 0 ? undefined : Promise.all(some).then(() => undefined);
}

/** A file as it is now; undefined when it is gone. */
async function readSeenFile(path: string): Promise<SeenFile | undefined> {
  const facts = await stat(path).catch((error: unknown) => {
    // for any reason, the file that was seen cannot be used
    if (errorCode(error) !== undefined) return undefined;
    throw error;
  });
  return facts && { mtimeMs: facts.mtimeMs, size: facts.size };
}
