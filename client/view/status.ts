/** The status line's items as data (tui.md 3.2): mode, goal, model, tasks, cost, waiting sessions, place, context. */
import type { GoalSnapshot } from '../../schemas/generated/types.js';
import type { SessionState } from '../session/state.js';
import { shortenedMiddle } from './clean.js';
import type { Tone } from './displays.js';
import { counted, formatContext, formatMoney, formatPath } from './format.js';
import { own } from './glyphs.js';

export type StatusName = 'mode' | 'goal' | 'model' | 'tasks' | 'cost' | 'waiting' | 'cwd' | 'git' | 'tips' | 'context';

/** Texts may contain untrusted names: the code that draws them cleans them (clean.ts). */
export interface StatusItem {
  name: StatusName;
  text: string;
  tone: Tone;
}

/** Facts that the state of one session does not contain; absent ones are not shown. */
export interface StatusFacts {
  /** display name of the model; default: its alias */
  modelName?: string;
  /** budget of the session in dollars, and the spent share from which the user is warned */
  budget?: { usd: number; warnRatio: number };
  /** number of other sessions that wait for the user */
  waiting?: number;
  /** home directory of the user */
  home?: string;
  git?: { branch: string; isDirty: boolean };
  /** a hint for the user */
  tip?: string;
}

const longestPath = 40;
/** Shares of the context from which a warning is shown, and from which a compaction is near. */
const [warningFrom, errorFrom] = [0.7, 0.85];
/** Thinking levels that say nothing beyond on or off. */
const plainThinking = ['', 'on', 'off'];

/** Returns the items in display order; the context, which has a place of its own, is last. */
export function statusItems(state: SessionState, facts: StatusFacts = {}): StatusItem[] {
  const { settings, session, tasks } = state;
  const { modelName, waiting = 0, git } = facts;
  const effort = plainThinking.includes(settings.thinking) ? '' : `${own(' · ')}${settings.thinking}`;
  const running = tasks.filter((task) => task.state === 'running' && task.detached).length;
  return [
    ...modeItems(settings),
    ...goalItems(state),
    plain('model', settings.model === '' ? 'no model' : `${modelName ?? settings.model}${effort}`),
    ...(running > 0 ? [plain('tasks', counted(running, 'task'))] : []),
    ...costItems(state, facts),
    ...(waiting > 0 ? [{ name: 'waiting', text: `${waiting} waiting`, tone: 'warning' } as const] : []),
    ...(session ? [plain('cwd', shortenedMiddle(formatPath(session.metadata.cwd, facts.home), longestPath))] : []),
    ...(git && git.branch !== '' ? [plain('git', `${git.branch}${git.isDirty ? '*' : ''}`)] : []),
    ...(facts.tip === undefined ? [] : [plain('tips', facts.tip)]),
    ...contextItems(state),
  ];
}

/** Returns only the named items, in this order, and the context. */
export function orderedItems(items: readonly StatusItem[], names: readonly string[]): readonly StatusItem[] {
  return [...names, 'context'].flatMap((wanted) => items.filter(({ name }) => name === wanted));
}

/** Returns as many items as fit: drops them from the right, model and mode last. The surface provides `fits`. */
export function fittingItems(
  items: readonly StatusItem[],
  fits: (items: readonly StatusItem[]) => boolean,
): readonly StatusItem[] {
  let kept = items;
  while (kept.length > 0 && !fits(kept)) {
    const other = kept.findLastIndex(({ name }) => name !== 'mode' && name !== 'model');
    kept = kept.toSpliced(other < 0 ? kept.length - 1 : other, 1);
  }
  return kept;
}

/** Manual mode shows nothing. */
function modeItems({ planMode, permissionMode, runtime }: SessionState['settings']): StatusItem[] {
  const plan: StatusItem[] = [
    ...(planMode ? [{ name: 'mode', text: 'plan', tone: 'warning' } as const] : []),
    ...runtimeWords(runtime).map((text) => ({ name: 'mode', text, tone: 'plain' }) as const),
  ];
  if (permissionMode === 'manual') return plan;
  return [...plan, { name: 'mode', text: permissionMode, tone: permissionMode === 'yolo' ? 'error' : 'warning' }];
}

/** Names the runtime unless it is `local`, and the profile `read-only`. */
export function runtimeWords({ runtime_id: id, profile }: SessionState['settings']['runtime']): string[] {
  return [...(id === 'local' ? [] : [id]), ...(profile === 'read-only' ? [profile] : [])];
}

function goalItems({ goal, timeline }: SessionState): StatusItem[] {
  if (!goal) return [];
  const marker = timeline.items.findLast((item) => item.kind === 'marker' && item.marker === 'goal');
  const snapshot = marker?.kind === 'marker' ? (marker.payload?.['snapshot'] as Partial<GoalSnapshot> | null) : null;
  const used = snapshot?.turnsUsed ?? 0;
  const turns = used > 0 ? ` ${counted(used, 'turn')}` : '';
  return [{ name: 'goal', text: `goal ${goal.status}${turns}`, tone: goal.status === 'blocked' ? 'warning' : 'plain' }];
}

function costItems({ usage: { costUsd } }: SessionState, { budget }: StatusFacts): StatusItem[] {
  if (costUsd === undefined) return [];
  if (!budget) return [plain('cost', formatMoney(costUsd))];
  const { usd, warnRatio } = budget;
  const tone = costUsd >= usd ? 'error' : costUsd >= usd * warnRatio ? 'warning' : 'plain';
  return [{ name: 'cost', text: `${formatMoney(costUsd)}/${formatMoney(usd)}`, tone }];
}

function contextItems({ usage: { contextTokens = 0, maxContextTokens = 0 } }: SessionState): StatusItem[] {
  if (contextTokens === 0) return [];
  const text = formatContext(contextTokens, maxContextTokens);
  const share = maxContextTokens > 0 ? contextTokens / maxContextTokens : 0;
  if (share >= errorFrom) return [{ name: 'context', text: `${text} compaction soon`, tone: 'error' }];
  return [{ name: 'context', text, tone: share >= warningFrom ? 'warning' : 'plain' }];
}

function plain(name: StatusName, text: string): StatusItem {
  return { name, text, tone: 'plain' };
}
