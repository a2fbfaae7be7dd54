/** Updates of a session, independent of the protocol version; `wire.ts` writes them for version 1. */
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

/** The known facts of a call; an absent field is unchanged. */
export interface CallNews {
  id: string;
  /** the editor does not know the call yet */
  isNew: boolean;
  title?: string;
  tool?: string;
  kind?: CallKind;
  status?: CallStatus;
  content?: readonly CallContent[];
  locations?: readonly { path: string; line?: number }[];
  input?: unknown;
  output?: string;
  /** the subagent of the call, and the call that started it */
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
  /** group under which the value is shown */
  group?: string;
}

export interface OfferedCommand {
  name: string;
  description: string;
  /** hint for the words that follow it */
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

/** The settings that updates of modes and options need. */
export type ShownSettings = Pick<Settings, 'model' | 'thinking' | 'permissionMode' | 'planMode'>;
