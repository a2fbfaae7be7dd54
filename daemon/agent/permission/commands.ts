/** Applies the permission rules to a command line (engine.md 7). */
import type { SimpleCommand } from '../commandline/syntax.js';
import type { Subject } from '../../tools/tool.js';
import { inside } from '../../base/fs/paths.js';
import { onCommand, type CommandFacts } from './facts.js';
import { isPlanFile, isTemporary, riskyWrite, sensitivePlace, type PlaceForms, type Redirected } from './places.js';
import type { PermissionPolicy } from './policy.js';
import { fitsOpen, literalOf, matcher, namesFile, namesTool, type Rule } from './rules.js';

/**
 * Returns the first rule that matches the line or any of its simple commands in any form, as `deny` and `ask` require.
 * For `deny`, and for variables that the line sets, an unknown word matches any word of the pattern.
 */
export function ruleOnAny(
  rules: readonly Rule[],
  tool: string,
  facts: CommandFacts,
  policy: PermissionPolicy,
  deny: boolean,
): Rule | undefined {
  const own = rules.filter((rule) => namesTool(rule.tool, tool));
  if (own.length === 0) return undefined;
  const open = facts.line.commands.filter((command) => deny || holdsAssigned(command));
  const openForms = [...new Set(open.flatMap((command) => command.openForms ?? []))];
  const forms = [...new Set([facts.text, ...facts.line.commands.flatMap((command) => command.forms)])];
  return own.find((rule) => {
    const matches = matcher(rule, 'command', policy, false, facts.count);
    const matched = forms.some((form) => {
      facts.count();
      return matches(form);
    });
    return matched || openForms.some((form) => fitsOpen(rule, form, policy, facts.count).may);
  });
}

/** Returns the first rule for a file tool that matches a possible target of a redirection. */
export function ruleOnRedirection(
  rules: readonly Rule[],
  tool: 'Read' | 'Write',
  facts: CommandFacts,
  policy: PermissionPolicy,
): Rule | undefined {
  const own = rules.filter((rule) => namesTool(rule.tool, tool));
  if (own.length === 0) return undefined;
  const passed = tool === 'Read' ? 'output' : 'input';
  const compared = facts.redirections.filter(({ direction }) => direction !== passed);
  if (compared.length === 0) return undefined;
  const places = compared.flatMap((redirection) => redirection.places);
  const forms = [...new Set(places.flatMap((place) => [place.absolute, place.resolved]))];
  return own.find((rule) => {
    if (rule.pattern === undefined) return true;
    const matches = matcher(rule, 'path', policy, true, facts.count);
    return forms.some((form) => {
      facts.count();
      return matches(form);
    });
  });
}

/** Returns the rule that allows the line, or the first of several that together do. `rules`: those of all tools. */
export function ruleThatAllows(
  rules: readonly Rule[],
  tool: string,
  facts: CommandFacts,
  policy: PermissionPolicy,
): Rule | undefined {
  const own = rules.filter((rule) => namesTool(rule.tool, tool));
  if (own.length === 0 || !facts.startsInside) return undefined;
  const exact = own.find((rule) => literalOf(rule, policy)?.trim() === facts.text);
  if (exact) return exact;
  const { line } = facts;
  if (line.unparsable !== undefined || line.bars.length > 0) return undefined;
  const mayWrite = writable(rules, facts, policy);
  if (
    !facts.redirections.every((target) => (target.direction === 'input' ? mayRead(target, policy) : mayWrite(target)))
  )
    return undefined;
  if (line.commands.length === 0) return own.find((rule) => rule.pattern === undefined);
  const matchers = own.map((rule) => ({ rule, matches: matcher(rule, 'command', policy, false, facts.count) }));
  let deciding: Rule | undefined;
  for (const command of line.commands) {
    const found = command.forms.map((form) => {
      facts.count(1 + (form.length >> 4));
      return matchers.find(({ matches }) => matches(form))?.rule;
    });
    const open = holdsAssigned(command) ? (command.openForms ?? []) : [];
    const covered = open.every((form) => own.some((rule) => fitsOpen(rule, form, policy, facts.count).must));
    const rule = covered && found.every((each) => each !== undefined) ? found[0] : undefined;
    if (!rule && !isNeutral(command, facts, policy)) return undefined;
    deciding ??= rule;
  }
  return deciding;
}

/** Whether an unknown word contains a variable that the line sets. */
function holdsAssigned({ openForms, words }: SimpleCommand): boolean {
  return openForms !== undefined && words.some(({ value }) => value && !value.words && value.candidates.length > 0);
}

function mayRead({ unknown, places }: Redirected, policy: PermissionPolicy): boolean {
  return (
    !unknown &&
    places.every((place) => inside(policy.workspace, place.resolved) && !sensitivePlace(place, 'read', policy))
  );
}

/** Whether a redirection may write without approval: each possible target must satisfy the conditions of Write. */
function writable(
  rules: readonly Rule[],
  { count }: CommandFacts,
  policy: PermissionPolicy,
): (redirection: Redirected) => boolean {
  const matchers = rules
    .filter((rule) => namesTool(rule.tool, 'Write'))
    .map((rule) => ({
      namesFile: namesFile(rule),
      matches: matcher(rule, 'path', policy, policy.caseInsensitive, count),
    }));
  const free = (place: PlaceForms): boolean =>
    isTemporary(place.resolved, policy) || (policy.plan.active && isPlanFile(place, policy));
  const allowed = (place: PlaceForms): boolean => {
    const sensitive = sensitivePlace(place, 'write', policy);
    const usable = sensitive ? matchers.filter((each) => each.namesFile) : matchers;
    return [place.absolute, place.resolved].every((form) => usable.some(({ matches }) => matches(form)));
  };
  return ({ unknown, places }) =>
    !unknown &&
    places.every((place) => {
      count();
      return free(place) || allowed(place);
    });
}

const neutral = new Set(['pwd', 'true', 'false', ':', 'echo', 'printf', 'test', '[', 'exit']);

/** Whether a command needs no rule of its own beside an allowed one (engine.md 7). */
export function isNeutral(command: SimpleCommand, facts: CommandFacts, policy: PermissionPolicy): boolean {
  const [first, ...rest] = command.words;
  const name = first?.text ?? '';
  if (neutral.has(name)) return true;
  if (name === 'cd' || name === 'pushd') {
    const { possible, unknown } = facts.directories;
    return !unknown && possible.every((directory) => inside(policy.workspace, directory));
  }
  const options = rest.map((word) => word.text).join(' ');
  return name === 'set' && /^(?:-[eux]+|-[eux]*o pipefail)(?: (?:-[eux]+|-[eux]*o pipefail))*$/u.test(options);
}

/** Returns a redirection with a sensitive file. */
export function sensitiveRedirection(facts: CommandFacts, policy: PermissionPolicy): Redirected | undefined {
  return facts.redirections.find(({ direction, places }) =>
    places.some((place) => {
      facts.count(2);
      return (
        (direction !== 'output' && sensitivePlace(place, 'read', policy)) ||
        (direction !== 'input' && sensitivePlace(place, 'write', policy))
      );
    }),
  );
}

/** Returns the files in a call that may hold secrets, or the whole line if only its shell knows the file. */
export function secretsNamed(subject: Subject, policy: PermissionPolicy): string[] {
  if (subject.kind === 'path') return sensitivePlace(subject, subject.operation, policy) ? [subject.absolute] : [];
  if (subject.kind !== 'command') return [];
  return onCommand(subject, policy, (facts) => {
    const { commands, redirections } = facts.line;
    const words = [...commands.flatMap((command) => command.words), ...redirections.map(({ target }) => target)];
    const named = words.filter((word) => facts.secret(word)).map(({ text }) => text);
    const redirected = sensitiveRedirection(facts, policy);
    if (redirected) named.push(redirected.text);
    return named.length === 0 && facts.danger.includes('secret-file') ? [facts.text] : named;
  });
}

/** Returns why a line is risky (engine.md 6.4); undefined when it is not. */
export function riskyLine(facts: CommandFacts, policy: PermissionPolicy): string | undefined {
  if (facts.line.unparsable !== undefined) return `the command line is not understood: ${facts.line.unparsable}`;
  if (facts.danger.length > 0) return `dangerous: ${facts.danger.join(', ')}`;
  if (!facts.startsInside) return 'it runs outside the workspace';
  for (const redirection of facts.redirections) {
    if (redirection.direction === 'input') continue;
    if (redirection.unknown) return `it writes to ${redirection.text}, which only the shell knows`;
    const risk = redirection.places
      .map((place) => {
        facts.count(4);
        return isTemporary(place.resolved, policy) ? undefined : riskyWrite(place, policy);
      })
      .find(Boolean);
    if (risk !== undefined) return `it writes to ${redirection.text}: ${risk}`;
  }
  return undefined;
}
