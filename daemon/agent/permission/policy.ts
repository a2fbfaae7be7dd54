/** What permission is decided from, and what comes out. */
import type { Shells } from '../commandline/dialects.js';
import type { Subject } from '../../tools/tool.js';
import type { Rule } from './rules.js';

/** A call that asks for permission. */
export interface PermissionCall {
  tool: { name: string; permission: 'allow' | 'ask' | 'review'; risk?: string };
  subject: Subject;
}

/** How commands are contained where the runtime of a session is `sandbox`. Places are canonical. */
export interface SandboxPolicy {
  /** why this machine cannot, as a word and as a sentence for the user; absent: it does */
  unavailable?: { reason: string; why: string };
  whenUnavailable: 'ask' | 'refuse' | 'run';
  /** what runs inside without a question */
  approve: 'commands' | 'all' | 'none';
  /** commands of plans and of agents that only look can only read */
  enforcesPlan: boolean;
  network: 'ask' | 'off' | 'host';
  /** what can be written besides the workspace */
  writable: readonly string[];
  /** what commands do not see, and what they see of it all the same */
  hidden: readonly string[];
  shown: readonly string[];
}

/** The present modes, rules and directories of a session. All directories are canonical. */
export interface PermissionPolicy {
  mode: 'manual' | 'yolo' | 'auto';
  /** plan mode; `path` is the absolute path of the current plan file, which need not exist */
  plan: { active: boolean; path?: string };
  /** commands may only look: no output to files, no line that is not understood (engine.md 17.1) */
  looksOnly?: boolean;
  rules: { config: readonly Rule[]; launch: readonly Rule[]; session: readonly Rule[] };
  /** tool names, `*` allowed; `enabled` absent or empty = all */
  tools: { enabled?: readonly string[]; disabled: readonly string[] };
  /** directories of the workspace, cwd first */
  workspace: readonly string[];
  cwd: string;
  /** absent: commands run as they are, or can only read */
  sandbox?: SandboxPolicy;
  /** the shell that reads command lines, and the others of the machine */
  shells: Shells;
  /** the program's data directory */
  home: string;
  userHome: string;
  /** the session's own temporary folder, and the system's */
  temporary: { session: string; system: string };
  /** file names that differ in case only are the same file */
  caseInsensitive: boolean;
  /** the clock of the time for one command line, in milliseconds; absent = that of the process */
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
  /** the rule that decided */
  rule?: Rule;
  danger: string[];
  /** clients get it although the call runs (auto mode and a sensitive file) */
  warning?: string;
  /** whether the user may approve it for the whole session */
  sessionScope: boolean;
  /** the rule that would be kept */
  scopeRule?: string;
}
