/** What the rows of a transcript take from the place where they are shown: a session that is followed, or a record of one. */
import type { ComponentChildren } from 'preact';
import type { ToolDisplay, TranscriptAttachment, TranscriptTurn } from '../../../schemas/generated/types.js';
import type { Directories } from '../../../client/view/links.js';
import type { Toggles } from './toggles.js';

/** The bytes of an attachment with their media type; the same function as long as it reads the same session. */
export type ReadMedia = (fileId: string, signal?: AbortSignal) => Promise<Blob>;

export interface RowPlace {
  /** of the session */
  cwd: string;
  /** files in them open beside the session; absent in a record */
  directories?: Directories;
  attachments: ReadonlyMap<string, TranscriptAttachment>;
  readMedia: ReadMedia;
  toggles: Toggles;
  /** a turn runs */
  isActive: boolean;
  /** what the calls that wait for a decision would do, by their ids */
  waitingCalls?: ReadonlyMap<string, ToolDisplay>;
  /** absent in a record, where nothing can be done */
  deeds?: RowDeeds;
}

/** What the user can do with rows. */
export interface RowDeeds {
  /** the buttons of an ended turn */
  menuOf(turn: TranscriptTurn, isLast: boolean): ComponentChildren;
  retry(): void;
  stopTask(taskId: string): void;
  /** shows its transcript in the panel */
  openAgent(agentId: string): void;
  /** its state, tokens and last line, in one line; '' when nothing is known */
  agentFacts(agentId: string): string;
  /** a running call continues in the background */
  detach(toolCallId: string): void;
}
