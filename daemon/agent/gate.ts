/** The loop's interface to permissions; the sessions room implements it with the present rules and modes. */
import type { Subject, Tool } from '../tools/tool.js';

/** A call that asks for permission. */
export interface GateCall {
  tool: Tool;
  subject: Subject;
  input: Record<string, unknown>;
}

export interface GateVerdict {
  decision: 'allow' | 'ask' | 'deny';
  /** for the user, and for the model when denied */
  reason: string;
  danger: string[];
  /** the rule that decided */
  rule?: { text: string };
  /** clients get it although the call runs */
  warning?: string;
  /** whether the user may approve it for the whole session, and the rule that would be kept */
  sessionScope: boolean;
  scopeRule?: string;
}

export interface Gate {
  /** step 1 of engine.md 6.2; undefined when nothing denies */
  staticDeny(call: GateCall): Promise<GateVerdict | undefined>;
  /** the rest of the order */
  decide(call: GateCall): Promise<GateVerdict>;
  /** whether the rules let a command out of the sandbox that did not ask for it */
  leaves(subject: Subject): Promise<boolean>;
  /** files that a call names and that may hold secrets */
  secrets(call: GateCall): Promise<string[]>;
  /** whether no deny rule of Read speaks of a file, by its absolute path */
  mayRead(path: string): boolean;
}
