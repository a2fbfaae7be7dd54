/** Defines the input and the output of a permission decision. */
import type { Shells } from '../commandline/dialects.js';
import type { Subject } from '../../tools/tool.js';
import type { Rule } from './rules.js';

/** A call that needs permission. */
export interface PermissionCall {
  tool: { name: string; permission: 'allow' | 'ask' | 'review'; risk?: string };
  subject: Subject;
}

/** The containment of commands in a session with the runtime `sandbox`. Paths are canonical. */
export interface SandboxPolicy {
  /** why this machine cannot contain commands: a word, and a sentence for the user; absent when it can */
  unavailable?: { reason: string; why: string };
  whenUnavailable: 'ask' | 'refuse' | 'run';
  /** which calls run inside without approval */
  approve: 'commands' | 'all' | 'none';
  /** the kernel makes commands of plans and of read-only agents read-only */
  enforcesPlan: boolean;
  network: 'ask' | 'off' | 'host';
  /** writable paths besides the workspace */
  writable: readonly string[];
  /** paths hidden from commands, and exceptions inside them */
  hidden: readonly string[];
  shown: readonly string[];
}

/** The current modes, rules and directories of a session. All directories are canonical. */
export interface PermissionPolicy {
  mode: 'manual' | 'yolo' | 'auto';
  /** plan mode; `path`: absolute path of the current plan file, which need not exist */
  plan: { active: boolean; path?: string };
  /** commands may only read: no output to files, no unparsable lines (engine.md 17.1) */
  readOnly?: boolean;
  rules: { config: readonly Rule[]; launch: readonly Rule[]; session: readonly Rule[] };
  /** tool names with optional `*`; `enabled` absent or empty: all */
  tools: { enabled?: readonly string[]; disabled: readonly string[] };
  /** workspace directories, cwd first */
  workspace: readonly string[];
  cwd: string;
  /** absent: commands run unconfined, or can only read */
  sandbox?: SandboxPolicy;
  /** the shell that reads command lines, and the other shells of the machine */
  shells: Shells;
  /** the program's data directory */
  home: string;
  userHome: string;
  /** temporary directories of the session and of the system */
  temporary: { session: string; system: string };
  /** file names that differ only in case are the same file */
  caseInsensitive: boolean;
  /** clock in milliseconds for the time limit of one command line; absent: the clock of the process */
  now?: () => number;
}

/** Which step of engine.md 6.2 decided. */
export type Step =
  'static' | 'plan' | 'session-rule' | 'ask-rule' | 'allow-rule' | 'sensitive' | 'sandbox' | 'risky' | 'mode';

export interface Verdict {
  decision: 'allow' | 'ask' | 'deny';
  step: Step;
  /** one line for the user, and for the model when denied */
  reason: string;
  /** the rule that decided, if any */
  rule?: Rule;
  danger: string[];
  /** a warning for clients although the call runs (auto mode and a sensitive file) */
  warning?: string;
  /** whether the user may approve it for the whole session */
  sessionScope: boolean;
  /** the rule that this would add */
  scopeRule?: string;
}
