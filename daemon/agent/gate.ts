/** What the loop asks about permission; the sessions room fills it with the rules and modes as they stand. */
import type { Subject, Tool } from '../tools/tool.js';

/** A call that asks for permission. */
export interface GateCall {
  tool: Tool;
  subject: Subject;
  input: Record<string, unknown>;
}

export interface GateVerdict {
  decision: 'allow' | 'ask' | 'deny';
  /** for people, and for the model when denied */
  reason: string;
  danger: string[];
  /** to be told to clients although the call runs */
  warning?: string;
  /** whether a person may approve it for the whole session, and the rule that would be kept */
  sessionScope: boolean;
  scopeRule?: string;
}

export interface Gate {
  /** step 1 of engine.md 6.2; undefined when nothing denies */
  staticDeny(call: GateCall): Promise<GateVerdict | undefined>;
  /** the rest of the order */
  decide(call: GateCall): Promise<GateVerdict>;
  /** whether no deny rule of Read speaks of a file, by its absolute path */
  mayRead(path: string): boolean;
}
