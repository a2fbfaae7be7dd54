/** Registry of the session screen: the panels beside it, and the parts between transcript and message box. */
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

/** Parts above the message box also receive the other server that runs the session. */
export interface StripPart extends SessionPart {
  owner: Owner | undefined;
}

export type PanelName = 'changes' | 'files' | 'agents' | 'tasks' | 'terminals' | 'details' | 'side';

export interface Panel {
  name: PanelName;
  /** loads its module when the panel is first opened */
  load(): Promise<ComponentType<SessionPart>>;
}

/** In the order of the toolbar; the message box opens the last one. */
export const panels: readonly Panel[] = [
  { name: 'changes', load: async () => (await import('./changes/changes.js')).ChangesPanel },
  { name: 'files', load: async () => (await import('./files/files.js')).FilesPanel },
  { name: 'agents', load: async () => (await import('./agents.js')).AgentsPanel },
  { name: 'tasks', load: async () => (await import('./tasks.js')).TasksPanel },
  { name: 'terminals', load: async () => (await import('./terminals/terminals.js')).TerminalsPanel },
  { name: 'details', load: async () => (await import('./details/details.js')).DetailsPanel },
  { name: 'side', load: async () => (await import('./side.js')).SidePanel },
];

/** Parts above the message box, from top to bottom; each renders nothing when it has no content. */
export const aboveComposer: readonly ComponentType<StripPart>[] = [
  GoalStrip,
  TodoStrip,
  QueueStrip,
  SessionTrust,
  Decisions,
];
