/** Explains a decision: the rule with its source, and for a command line the decision on each command. */
import { isNeutral } from './commands.js';
import { judge } from './decide.js';
import { onEachCommand } from './facts.js';
import type { PermissionCall, PermissionPolicy, Verdict } from './policy.js';
import type { Rule } from './rules.js';

/** The decision on one simple command of a line. */
export interface CommandVerdict {
  /** the form that rules are matched against */
  text: string;
  decision: Verdict['decision'];
  rule?: Rule;
}

/** Returns which rules of a policy contain a rule. */
export function sourceOf(rule: Rule, { rules }: Pick<PermissionPolicy, 'rules'>): keyof PermissionPolicy['rules'] {
  if (rules.session.includes(rule)) return 'session';
  return rules.launch.includes(rule) ? 'launch' : 'config';
}

/**
 * Returns the verdicts on the commands of a line, in their order; undefined for other calls, and for lines that cannot
 * be split. Problems of the whole line (unparsable, a dangerous assignment) apply to each command.
 */
export function explainCommands(
  call: PermissionCall,
  policy: PermissionPolicy,
  whole: Verdict,
): CommandVerdict[] | undefined {
  if (call.subject.kind !== 'command') return undefined;
  // the verdict may have used up its time; a copy of the policy gets its own
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
    // a rule allows the whole line
    if (whole.decision === 'allow') return { text, decision: 'allow', ...(whole.rule && { rule: whole.rule }) };
    return { text, decision: verdict.decision, ...(verdict.rule && { rule: verdict.rule }) };
  });
}

function isRuled({ decision, step }: Verdict): boolean {
  return decision === 'allow' && (step === 'allow-rule' || step === 'session-rule');
}
