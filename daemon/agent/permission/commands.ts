/** What the permission rules say about a command line (engine.md 7). */
import { parseCommandLine } from '../commandline/parse.js';
import type { ParsedLine, SimpleCommand } from '../commandline/syntax.js';
import type { Subject } from '../../tools/tool.js';
import { inside, resolveReal } from '../../workspace/paths.js';
import { dangerLabels, type DangerLabel } from './danger.js';
import {
  directoriesOf,
  redirected,
  riskyWrite,
  secretWords,
  sensitivePlace,
  type Directories,
  type Redirected,
} from './places.js';
import type { PermissionPolicy } from './policy.js';
import { fits, literalOf, namesTool, type Rule } from './rules.js';

type CommandSubject = Extract<Subject, { kind: 'command' }>;

/** A command line as the decision sees it. */
export interface CommandFacts {
  /** the line without blanks around it */
  text: string;
  line: ParsedLine;
  directories: Directories;
  redirections: Redirected[];
  danger: DangerLabel[];
  /** it starts in a directory of the workspace */
  startsInside: boolean;
}

// Both halves of a decision look at the same call; the line does not change in between.
const parsed = new WeakMap<CommandSubject, ParsedLine>();

/** Parses and resolves a command line. */
export function commandFacts(subject: CommandSubject, policy: PermissionPolicy): CommandFacts {
  const line = parsed.get(subject) ?? parseCommandLine(subject.command, undefined, policy.shells);
  parsed.set(subject, line);
  const directories = directoriesOf(line, subject.cwd, policy.userHome);
  const danger = dangerLabels(line, { userHome: policy.userHome, secret: secretWords(directories, policy) });
  if (line.unparsable === undefined && danger.includes('pipe-to-shell')) {
    line.unparsable = 'a program reads code that is not on the line';
    danger.push('unparsable');
  }
  return {
    text: subject.command.trim(),
    line,
    directories,
    redirections: redirected(line, directories, policy.userHome),
    danger,
    startsInside: inside(policy.workspace, resolveReal(subject.cwd)),
  };
}

/** The first rule that matches the whole line or any simple command in any form: how `deny` and `ask` compare. */
export function ruleOnAny(
  rules: readonly Rule[],
  tool: string,
  facts: CommandFacts,
  policy: PermissionPolicy,
): Rule | undefined {
  const forms = [...new Set([facts.text, ...facts.line.commands.flatMap((command) => command.forms)])];
  return rules.find(
    (rule) => namesTool(rule.tool, tool) && forms.some((form) => fits(rule, 'command', form, policy, false)),
  );
}

/** The first rule for a file tool that matches a place a redirection may lead to. */
export function ruleOnRedirection(
  rules: readonly Rule[],
  tool: 'Read' | 'Write',
  facts: CommandFacts,
  policy: PermissionPolicy,
): Rule | undefined {
  const passed = tool === 'Read' ? 'output' : 'input';
  for (const redirection of facts.redirections) {
    if (redirection.direction === passed) continue;
    const forms = redirection.places.flatMap((place) => [place.absolute, place.resolved]);
    const found = rules.find(
      (rule) =>
        namesTool(rule.tool, tool) &&
        (rule.pattern === undefined || forms.some((form) => fits(rule, 'path', form, policy, true))),
    );
    if (found) return found;
  }
  return undefined;
}

/** The rule that allows the line; when several do together, the first of them. */
export function ruleThatAllows(
  rules: readonly Rule[],
  tool: string,
  facts: CommandFacts,
  policy: PermissionPolicy,
): Rule | undefined {
  const own = rules.filter((rule) => namesTool(rule.tool, tool));
  if (own.length === 0 || !facts.startsInside) return undefined;
  const exact = own.find((rule) => literalOf(rule)?.trim() === facts.text);
  if (exact) return exact;
  const { line } = facts;
  if (
    line.unparsable !== undefined ||
    line.bars.length > 0 ||
    facts.redirections.some((target) => leaves(target, policy))
  )
    return undefined;
  if (line.commands.length === 0) return own.find((rule) => rule.pattern === undefined);
  let speaking: Rule | undefined;
  for (const command of line.commands) {
    const rule = allForms(own, command, policy);
    if (!rule && !isNeutral(command, facts, policy)) return undefined;
    speaking ??= rule;
  }
  return speaking;
}

function allForms(rules: readonly Rule[], command: SimpleCommand, policy: PermissionPolicy): Rule | undefined {
  const found = command.forms.map((form) => rules.find((rule) => fits(rule, 'command', form, policy, false)));
  return found.every((rule) => rule !== undefined) ? found[0] : undefined;
}

function leaves(redirection: Redirected, policy: PermissionPolicy): boolean {
  if (redirection.unknown) return true;
  return redirection.places.some((place) =>
    redirection.direction === 'input'
      ? !inside(policy.workspace, place.resolved) || sensitivePlace(place, 'read', policy)
      : riskyWrite(place, policy) !== undefined || !inside(policy.workspace, place.resolved),
  );
}

const neutral = new Set(['pwd', 'true', 'false', ':', 'echo', 'printf', 'test', '[', 'exit']);

function isNeutral(command: SimpleCommand, facts: CommandFacts, policy: PermissionPolicy): boolean {
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

/** A redirection that touches a sensitive file. */
export function sensitiveRedirection(facts: CommandFacts, policy: PermissionPolicy): Redirected | undefined {
  return facts.redirections.find(({ direction, places }) =>
    places.some(
      (place) =>
        (direction !== 'output' && sensitivePlace(place, 'read', policy)) ||
        (direction !== 'input' && sensitivePlace(place, 'write', policy)),
    ),
  );
}

/** Why a line is risky (engine.md 6.4), undefined when it is not. */
export function riskyLine(facts: CommandFacts, policy: PermissionPolicy): string | undefined {
  if (facts.line.unparsable !== undefined) return `the command line is not understood: ${facts.line.unparsable}`;
  if (facts.danger.length > 0) return `dangerous: ${facts.danger.join(', ')}`;
  if (!facts.startsInside) return 'it runs outside the workspace';
  for (const redirection of facts.redirections) {
    if (redirection.direction === 'input') continue;
    if (redirection.unknown) return `it writes to ${redirection.text}, which only the shell knows`;
    const risk = redirection.places
      .map((place) => (isTemporary(place.resolved, policy) ? undefined : riskyWrite(place, policy)))
      .find(Boolean);
    if (risk !== undefined) return `it writes to ${redirection.text}: ${risk}`;
  }
  return undefined;
}

/** In a temporary folder and in nothing else: workspaces and data directories may lie below the system's. */
function isTemporary(file: string, policy: PermissionPolicy): boolean {
  if (inside([resolveReal(policy.temporary.session)], file)) return true;
  return inside([resolveReal(policy.temporary.system)], file) && !inside([...policy.workspace, policy.home], file);
}
