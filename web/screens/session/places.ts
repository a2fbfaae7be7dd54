/** Where other parts of the session screen are entered: panels beside it, and what is drawn between transcript and composer. */
import type { ComponentType } from 'preact';
import type { Owner } from '../../../schemas/generated/types.js';
import { Decisions } from './decisions.js';
import type { OpenSession } from './open.js';
import { QueueStrip } from './queue.js';
import { GoalStrip, TodoStrip } from './strips.js';
import { SessionTrust } from './trust.js';

export interface SessionPart {
  session: OpenSession;
}

/** What is above the message box knows, too, that another server runs the session. */
export interface StripPart extends SessionPart {
  owner: Owner | undefined;
}

export type PanelName = 'changes' | 'files' | 'agents' | 'tasks' | 'terminals' | 'details' | 'side';

export interface Panel {
  name: PanelName;
  /** its module loads when it is first opened */
  load(): Promise<ComponentType<SessionPart>>;
}

/** In the order of the toolbar; the last one is opened from the message box. */
export const panels: readonly Panel[] = [
  { name: 'changes', load: async () => (await import('./changes/changes.js')).ChangesPanel },
  { name: 'files', load: async () => (await import('./files/files.js')).FilesPanel },
  { name: 'agents', load: async () => (await import('./agents.js')).AgentsPanel },
  { name: 'tasks', load: async () => (await import('./tasks.js')).TasksPanel },
  { name: 'terminals', load: async () => (await import('./terminals/terminals.js')).TerminalsPanel },
  { name: 'details', load: async () => (await import('./details/details.js')).DetailsPanel },
  { name: 'side', load: async () => (await import('./side.js')).SidePanel },
];

/** Strips and decisions above the composer, from top to bottom; each draws nothing when there is nothing. */
export const aboveComposer: readonly ComponentType<StripPart>[] = [
  GoalStrip,
  TodoStrip,
  QueueStrip,
  SessionTrust,
  Decisions,
];
