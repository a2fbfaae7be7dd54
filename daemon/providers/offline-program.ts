/** Parses the newest message as a list of steps, and finds the next step from the messages after it (engine.md 11). */
import type { ContentPart, Todo } from '../../schemas/generated/types.js';
import { isRecord } from '../base/text/values.js';
import { readLine, type Action, type Stage, type Surroundings } from './offline-verbs.js';
import { readOwnSummary, type OwnSummary } from './offline-summary.js';
import type { ModelMessage } from './provider.js';
import { readSummary } from './summaries.js';

/** The position of the offline provider in the newest message. */
export interface Progress {
  /** actions of the next reply; empty when only the summary is left */
  actions: Action[];
  /** number of steps after the next one */
  stepsLeft: number;
  /** identifies the message and step; the same for every attempt of one request */
  place: string;
  /** results of the calls since the message, in order */
  results: { tool: string; isError: boolean; text: string }[];
  /** its last text since the message */
  lastText: string;
}

export function findProgress(messages: readonly ModelMessage[]): Progress {
  const { at, steps, done } = findProgram(messages);
  const surroundings = findSurroundings(messages);
  const actions: Action[] = [];
  for (const stage of steps[done] ?? []) {
    const action = stage(surroundings);
    actions.push(action);
    // lines of one step build on each other
    if (action.kind === 'call' && action.tool === 'TodoList')
      surroundings.todos = todosOf(action.input) ?? surroundings.todos;
  }
  return {
    actions,
    stepsLeft: Math.max(steps.length - done - 1, 0),
    place: `${at}.${messages[at]?.newest ?? 0}.${done}`,
    results: resultsAfter(messages, at),
    lastText: lastWords(messages, at),
  };
}

interface Program {
  /** index of its message */
  at: number;
  steps: Stage[][];
  /** number of steps that were answered */
  done: number;
}

/** Finds the message to follow: the newest one, except that the end of a task does not interrupt the user's steps. */
function findProgram(messages: readonly ModelMessage[]): Program {
  const programAt = (at: number): Program => {
    // a failed turn leaves its prompt unanswered, in one message with the next prompt
    const content = messages[at]?.content.slice(messages[at].newest ?? 0) ?? [];
    const summary = continuedSummary(content);
    return {
      at,
      steps: at < 0 ? [] : readSteps(summary ? [{ type: 'text', text: summary.text }] : content),
      done: messages.slice(at + 1).filter((each) => each.role === 'assistant').length + (summary?.steps ?? 0),
    };
  };
  const isPrompt = (message: ModelMessage, withNotices: boolean): boolean =>
    message.role === 'user' && message.content.some((part) => isFromUser(part) && (withNotices || !isNotice(part)));
  const newest = messages.findLastIndex((message) => isPrompt(message, true));
  const asked = programAt(messages.findLastIndex((message) => isPrompt(message, false)));
  // a turn that opens with a reminder of the engine does not continue the one before
  const brokenOff = messages
    .slice(asked.at + 1)
    .some(({ content }) => content.some(isNotice) && content.some(isReminder));
  return asked.at < newest && (brokenOff || asked.done >= asked.steps.length) ? programAt(newest) : asked;
}

/** Whether a part is marked as text of the engine, never a command. A skill that the model loaded looks the same. */
function isReminder(part: ContentPart): boolean {
  let known = reminders.get(part);
  if (known === undefined) reminders.set(part, (known = readsAsReminder(part)));
  return known;
}

/** Cached, because each part is checked several times and may be long. */
const reminders = new WeakMap<ContentPart, boolean>();

function readsAsReminder(part: ContentPart): boolean {
  return (
    part.type === 'text' &&
    (/^\s*<(?:system-reminder>|hook_result |bash-(?:input|stdout)>)/.test(part.text) ||
      skillOf(part) === 'own' ||
      readSummary(part.text) !== undefined)
  );
}

/** The summary that the provider has to continue: no message of the user follows it. */
function continuedSummary(content: readonly ContentPart[]): OwnSummary | undefined {
  const at = content.findLastIndex((part) => part.type === 'text' && readSummary(part.text) !== undefined);
  const part = content[at];
  if (part?.type !== 'text' || content.slice(at + 1).some(isFromUser)) return undefined;
  return readOwnSummary(part.text);
}

/** Whether a part is the text of a skill, and who loaded it. */
function skillOf(part: ContentPart): 'own' | 'user' | undefined {
  const tag = part.type === 'text' ? /^\s*<skill-loaded [^>]*>/.exec(part.text)?.[0] : undefined;
  if (tag === undefined) return undefined;
  return tag.includes(' trigger="user-slash"') ? 'user' : 'own';
}

function isFromUser(part: ContentPart): boolean {
  return part.type === 'image' || (part.type === 'text' && !isReminder(part) && /\S/.test(part.text));
}

/** Messages of the engine begin with one of these tags; they contain no commands. */
const engineText = /^<(notification|cron-fire|goal-continuation|skill-loaded)\b/;

const seen: Record<string, string> = {
  notification: 'I have seen that the task ended.',
  'skill-loaded': 'I have seen the text of the skill; I follow plain commands only.',
};

/** Whether a part reports the end of a task. */
function isNotice(part: ContentPart): boolean {
  return part.type === 'text' && engineText.exec(part.text.trimStart())?.[1] === 'notification';
}

/** Answers a message of the engine with one line; treats a goal as reached. */
function answerEngine(content: readonly ContentPart[]): Stage[][] | undefined {
  const tags = content.flatMap((part) => {
    const tag = part.type === 'text' && !isReminder(part) ? engineText.exec(part.text.trimStart())?.[1] : undefined;
    return isFromUser(part) ? [tag] : [];
  });
  const last = tags.at(-1);
  if (last === undefined || (last === 'notification' && tags.includes(undefined))) return undefined;
  if (last === 'goal-continuation')
    return [[() => ({ kind: 'call', tool: 'UpdateGoal', input: { status: 'complete' } })]];
  const text = seen[last] ?? 'I have seen the scheduled prompt.';
  return [[() => ({ kind: 'text', text })]];
}

/** The stages of each step; a line gets steps of its own, and a line with `+ ` joins the steps before it. */
function readSteps(content: readonly ContentPart[]): Stage[][] {
  const engine = answerEngine(content);
  if (engine) return engine;
  const steps: Stage[][] = [];
  let from = 0;
  /** lines of the previous step if it only repeats them */
  let repeated: string[] | undefined;
  for (const line of commandLines(content)) {
    const joins = line.startsWith('+ ') && steps.length > 0;
    const command = joins ? line.slice(2).trim() : line;
    const stages = readLine(command);
    // a long message without commands is repeated in one step
    if (!stages && !joins && repeated) {
      repeated.push(command);
      continue;
    }
    if (!joins) from = steps.length;
    const lines = [command];
    repeated = stages || joins ? undefined : lines;
    (stages ?? [echo(lines)]).forEach((stage, offset) => (steps[from + offset] ??= []).push(stage));
  }
  return steps.length > 0 ? steps : [[echo(['(no text)'])]];
}

function echo(lines: readonly string[]): Stage {
  return () => ({ kind: 'echo', text: lines.join('\n') });
}

/** The lines of the newest message. Consecutive messages are sent as one; older text precedes the last reminder. */
function commandLines(content: readonly ContentPart[]): string[] {
  let lines: string[] = [];
  let fresh = true;
  for (const part of content) {
    if (isReminder(part)) {
      fresh = true;
    } else if (isFromUser(part) && !isNotice(part)) {
      if (fresh) lines = [];
      fresh = false;
      // the text of a skill beside a prompt is not a command
      if (part.type === 'text' && skillOf(part) === undefined) lines.push(...part.text.split('\n'));
    }
  }
  return lines.map((line) => line.trim()).filter((line) => line !== '');
}

function findSurroundings(messages: readonly ModelMessage[]): Surroundings {
  return { todos: lastTodos(messages), planPath: lastPlanPath(messages) };
}

function lastTodos(messages: readonly ModelMessage[]): readonly Todo[] | undefined {
  for (const message of messages.toReversed()) {
    for (const part of message.content.toReversed()) {
      const todos = part.type === 'tool_use' && part.tool_name === 'TodoList' ? todosOf(part.input) : undefined;
      if (todos) return todos;
    }
  }
  return undefined;
}

function todosOf(input: unknown): readonly Todo[] | undefined {
  const todos = isRecord(input) ? input['todos'] : undefined;
  return Array.isArray(todos) ? todos.filter(isTodo) : undefined;
}

function isTodo(value: unknown): value is Todo {
  return isRecord(value) && typeof value['title'] === 'string' && typeof value['status'] === 'string';
}

/** The engine names the plan file in a result or a reminder: in quotes, or as a separate word. */
const quotedPlan = /["'`]([^"'`\n]*\/plans\/[\w-]+\.md)["'`]/;
const barePlan = /(?:^|[\s(:])(\/\S*\/plans\/[\w-]+\.md)/;
const spacedPlan = /(?:^|[\s(:])(\/[^\n]*?\/plans\/[\w-]+\.md)/;

function lastPlanPath(messages: readonly ModelMessage[]): string | undefined {
  for (const message of messages.toReversed()) {
    if (message.role === 'assistant') continue;
    for (const part of message.content.toReversed()) {
      const text =
        isReminder(part) && part.type === 'text' ? part.text : part.type === 'tool_result' ? textOf(part.output) : '';
      if (!text.includes('/plans/')) continue;
      const path = (quotedPlan.exec(text) ?? barePlan.exec(text) ?? spacedPlan.exec(text))?.[1];
      if (path !== undefined) return path;
    }
  }
  return undefined;
}

function resultsAfter(messages: readonly ModelMessage[], at: number): Progress['results'] {
  const names = new Map<string, string>();
  const results: Progress['results'] = [];
  for (const message of messages.slice(at + 1)) {
    for (const part of message.content) {
      if (part.type === 'tool_use') names.set(part.tool_call_id, part.tool_name);
      if (part.type !== 'tool_result') continue;
      results.push({
        tool: names.get(part.tool_call_id) ?? 'unknown',
        isError: part.is_error === true,
        text: textOf(part.output),
      });
    }
  }
  return results;
}

function lastWords(messages: readonly ModelMessage[], at: number): string {
  const last = messages.slice(at + 1).findLast((message) => message.role === 'assistant');
  return last === undefined ? '' : textOf(last.content);
}

function textOf(output: unknown): string {
  if (typeof output === 'string') return output;
  if (!Array.isArray(output)) return '';
  return output
    .flatMap((part: unknown) => (isRecord(part) && typeof part['text'] === 'string' ? [part['text']] : []))
    .join('\n');
}
