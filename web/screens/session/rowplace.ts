/** What transcript rows need from the place that shows them: a live session, or a record of one. */
import type { ComponentChildren } from 'preact';
import type { ToolDisplay, TranscriptAttachment, TranscriptTurn } from '../../../schemas/generated/types.js';
import type { Directories } from '../../../client/view/links.js';
import type { Toggles } from './toggles.js';

/** Reads an attachment with its media type; the function stays the same for the same session. */
export type ReadMedia = (fileId: string, signal?: AbortSignal) => Promise<Blob>;

export interface RowPlace {
  /** working directory of the session */
  cwd: string;
  /** files in these directories open beside the session; absent in a record */
  directories?: Directories;
  attachments: ReadonlyMap<string, TranscriptAttachment>;
  readMedia: ReadMedia;
  toggles: Toggles;
  /** a turn runs */
  isActive: boolean;
  /** call id → what a call that waits for a decision would do */
  waitingCalls?: ReadonlyMap<string, ToolDisplay>;
  /** absent in a record, which is read-only */
  actions?: RowActions;
}

/** Actions of the user on rows. */
export interface RowActions {
  /** renders the buttons of an ended turn */
  menuOf(turn: TranscriptTurn, isLast: boolean): ComponentChildren;
  retry(): void;
  stopTask(taskId: string): void;
  /** shows the agent's transcript in the panel */
  openAgent(agentId: string): void;
  /** state, tokens and last line of an agent, on one line; '' when unknown */
  agentFacts(agentId: string): string;
  /** moves a running call to the background */
  detach(toolCallId: string): void;
}
