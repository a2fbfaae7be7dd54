/** Explains a decision: the rule with its source, and for a command line what is decided on each of its commands. */
import { isNeutral } from './commands.js';
import { judge } from './decide.js';
import { onEachCommand } from './facts.js';
import type { PermissionCall, PermissionPolicy, Verdict } from './policy.js';
import type { Rule } from './rules.js';

/** What is decided on one simple command of a line. */
export interface CommandVerdict {
  /** as rules are compared with it */
  text: string;
  decision: Verdict['decision'];
  rule?: Rule;
}

/** Which rules of a policy a rule is one of. */
export function sourceOf(rule: Rule, { rules }: Pick<PermissionPolicy, 'rules'>): keyof PermissionPolicy['rules'] {
  if (rules.session.includes(rule)) return 'session';
  return rules.launch.includes(rule) ? 'launch' : 'config';
}

/**
 * The parts of a verdict on a command line, in the order of the commands; undefined for other calls, and for lines that
 * cannot be taken apart. What concerns the line as a whole (unparsable, a dangerous assignment) counts for each.
 */
export function judgeCommands(
  call: PermissionCall,
  policy: PermissionPolicy,
  whole: Verdict,
): CommandVerdict[] | undefined {
  if (call.subject.kind !== 'command') return undefined;
  // the time of the verdict may be used up: a policy of its own has its own
  const own = { ...policy };
  const parts = onEachCommand(call.subject, own, (alone, command, facts) => ({
    text: alone.command,
    verdict: judge({ ...call, subject: alone }, own),
    neutral: isNeutral(command, facts, own),
  }));
  const someRuled = parts?.some(({ verdict }) => isRuled(verdict));
  return parts?.map(({ text, verdict, neutral }) => {
    if (verdict.decision === 'allow') return { text, decision: 'allow', ...(verdict.rule && { rule: verdict.rule }) };
    const isCarried = neutral && someRuled === true && verdict.decision === 'ask' && verdict.step === 'mode';
    if (isCarried) return { text, decision: 'allow' };
    // a rule that names the whole line
    if (whole.decision === 'allow') return { text, decision: 'allow', ...(whole.rule && { rule: whole.rule }) };
    return { text, decision: verdict.decision, ...(verdict.rule && { rule: verdict.rule }) };
  });
}

function isRuled({ decision, step }: Verdict): boolean {
  return decision === 'allow' && (step === 'allow-rule' || step === 'session-rule');
}
