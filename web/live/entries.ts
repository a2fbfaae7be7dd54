/** A session as lists show it: its title, its state, and which server runs it. */
import type { Owner, Session, SessionActivity, SessionSummary } from '../../schemas/generated/types.js';
import { visibleText } from '../../client/view/clean.js';
import { text, type MessageKey } from './text.js';

export interface Entry {
  id: string;
  /** title of the session, or its last prompt; empty for a new session */
  title: string;
  state: SessionActivity;
  /** only background work runs, which the user does not wait for */
  isBehind: boolean;
  updatedAt: number;
  isArchived: boolean;
  workspaceId: string;
  cwd: string;
  /** another server that runs the session */
  owner: Owner | undefined;
}

export function entryOf({ id, meta, activity, workspace, owner }: SessionSummary): Entry {
  return {
    id,
    title: firstLine(meta.title ?? '') || firstLine(meta.last_prompt ?? ''),
    state: activity.status,
    isBehind: activity.background === true,
    updatedAt: meta.updated_at,
    isArchived: meta.archived,
    workspaceId: workspace.id,
    cwd: workspace.cwd ?? '',
    owner,
  };
}

type Named =
  | 'id'
  | 'title'
  | 'last_prompt'
  | 'updated_at'
  | 'archived'
  | 'main_turn_active'
  | 'workspace_id'
  | 'metadata'
  | 'owner';

export function entryOfSession(session: Pick<Session, Named> & Facts): Entry {
  const state = stateOf(session);
  return {
    id: session.id,
    title: firstLine(session.title) || firstLine(session.last_prompt ?? ''),
    state,
    isBehind: state === 'running' && !session.main_turn_active,
    updatedAt: Date.parse(session.updated_at),
    isArchived: session.archived,
    workspaceId: session.workspace_id,
    cwd: session.metadata.cwd,
    owner: session.owner,
  };
}

type Facts = Pick<Session, 'busy' | 'pending_interaction' | 'last_turn_reason'>;

/** Returns the state of a session from its facts, by the table of web.md 5. */
export function stateOf({ busy, pending_interaction: pending, last_turn_reason: last }: Facts): SessionActivity {
  if (pending !== 'none') return pending;
  if (busy) return 'running';
  return last === 'failed' ? 'failed' : 'idle';
}

const stateKeys: Readonly<Record<SessionActivity, MessageKey>> = {
  approval: 'state.approval',
  question: 'state.question',
  running: 'state.running',
  failed: 'state.failed',
  idle: 'state.idle',
};

export function stateWord(state: SessionActivity): string {
  return text(stateKeys[state]);
}

/** Returns the word for the state of a session in a list. */
export function entryWord({ state, isBehind }: Pick<Entry, 'state' | 'isBehind'>): string {
  return isBehind ? text('state.background') : stateWord(state);
}

export function titleOf(entry: Pick<Entry, 'title'>): string {
  return entry.title === '' ? text('session.untitled') : visibleText(entry.title, 'page');
}

function firstLine(value: string): string {
  return value.trim().split('\n', 1)[0]?.trim() ?? '';
}

/** Returns the last part of a path. */
export function nameOfPath(path: string): string {
  return (
    path
      .replace(/[/\\]+$/, '')
      .split(/[/\\]/)
      .at(-1) || path
  );
}
