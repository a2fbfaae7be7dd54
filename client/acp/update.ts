/** What the bridge has to say of a session, independent of a version of the protocol; `wire.ts` writes it for version 1. */
import type { Todo } from '../../schemas/generated/types.js';
import type { Settings } from '../session/state.js';

export type CallStatus = 'pending' | 'in_progress' | 'completed' | 'failed';
export type CallKind = 'read' | 'edit' | 'search' | 'execute' | 'fetch' | 'switch_mode' | 'think' | 'other';

export type CallContent =
  | { kind: 'text'; text: string }
  /** `before` null: a new file */
  | { kind: 'diff'; path: string; before: string | null; after: string }
  | { kind: 'image'; data: string; mimeType: string }
  | { kind: 'terminal'; id: string };

/** Live output for editors that draw it as a terminal. */
export type TerminalNews =
  | { kind: 'begun'; cwd: string | undefined }
  | { kind: 'output'; text: string }
  | { kind: 'ended'; exitCode: number | null };

/** What is known of a call; an absent part is unchanged. */
export interface CallNews {
  id: string;
  /** the editor does not know it yet */
  isNew: boolean;
  title?: string;
  tool?: string;
  kind?: CallKind;
  status?: CallStatus;
  content?: readonly CallContent[];
  locations?: readonly { path: string; line?: number }[];
  input?: unknown;
  output?: string;
  /** of a subagent, with the call that began it */
  agent?: { agentId: string; parentToolCallId?: string };
  terminal?: readonly TerminalNews[];
}

export interface Option {
  id: 'model' | 'thinking' | 'mode';
  name: string;
  category: 'model' | 'thought_level' | 'mode';
  value: string;
  values: readonly OptionValue[];
}

export interface OptionValue {
  value: string;
  name: string;
  description?: string;
  /** values of several groups are shown by group */
  group?: string;
}

export interface OfferedCommand {
  name: string;
  description: string;
  /** words that follow it */
  hint?: string;
}

export type Severity = 'info' | 'warning' | 'error';

export type Update =
  | { kind: 'text'; of: 'user' | 'answer' | 'thought'; messageId: string; text: string; origin?: string }
  | { kind: 'image'; of: 'user' | 'answer'; messageId: string; data: string; mimeType: string }
  | { kind: 'call'; call: CallNews; /** it may be left out when a later one follows */ isLive?: true }
  | { kind: 'plan'; todos: readonly Todo[] }
  | { kind: 'mode'; id: string }
  | { kind: 'options'; options: readonly Option[] }
  | { kind: 'usage'; used: number; size: number; costUsd?: number }
  | { kind: 'info'; title?: string; updatedAt: string }
  | { kind: 'commands'; commands: readonly OfferedCommand[] }
  | { kind: 'notice'; id: string; severity: Severity; title: string; description?: string }
  | { kind: 'compaction'; id: string; status: 'in_progress' | 'completed' | 'failed' | 'cancelled'; summary?: string };

/** As far as updates of modes and options need it. */
export type ShownSettings = Pick<Settings, 'model' | 'thinking' | 'permissionMode' | 'planMode'>;
