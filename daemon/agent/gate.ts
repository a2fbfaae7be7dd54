/** The loop's interface to permissions. The sessions room implements it with the current rules and modes. */
import type { Subject, Tool } from '../tools/tool.js';

/** A call that needs permission. */
export interface GateCall {
  tool: Tool;
  subject: Subject;
  input: Record<string, unknown>;
}

export interface GateVerdict {
  decision: 'allow' | 'ask' | 'deny';
  /** text for the user, and for the model when denied */
  reason: string;
  danger: string[];
  /** the rule that decided, if any */
  rule?: { text: string };
  /** a warning for clients although the call runs */
  warning?: string;
  /** whether the user may approve it for the whole session, and the rule that this would add */
  sessionScope: boolean;
  scopeRule?: string;
}

export interface Gate {
  /** performs step 1 of engine.md 6.2; returns undefined when nothing denies */
  staticDeny(call: GateCall): Promise<GateVerdict | undefined>;
  /** performs the remaining steps */
  decide(call: GateCall): Promise<GateVerdict>;
  /** whether the rules let a command leave the sandbox without asking for it */
  leaves(subject: Subject): Promise<boolean>;
  /** returns files that a call names and that may hold secrets */
  secrets(call: GateCall): Promise<string[]>;
  /** false when a deny rule for Read covers the absolute path */
  mayRead(path: string): boolean;
}
