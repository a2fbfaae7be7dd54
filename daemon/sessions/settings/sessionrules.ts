/** Permission rules of a session as clients see and set them (rest.md 9.3). */
import type { Launch, SessionPermissionRule, SessionPermissionRuleInput } from '../../../schemas/generated/types.js';
import { parseRule } from '../../agent/permission/rules.js';
import { invalid } from '../../errors.js';
import { iso } from '../store.js';

type Matcher = NonNullable<SessionPermissionRule['matcher']>;

/** Rules of a request as rules of the session; throws 40001 for one that cannot be parsed. */
export function sessionRules(
  inputs: SessionPermissionRuleInput[],
  newId: (prefix: string) => string,
  now: number,
  path: string,
): SessionPermissionRule[] {
  return inputs.map((input, index) => {
    const pattern = input.pattern ?? patternOf(input, `${path}.${index}`);
    const rule = parseRule(pattern);
    if ('error' in rule) throw invalid(`${path}.${index}.pattern`, rule.error);
    return { ...sessionRule(pattern, newId('rule'), now), ...(input.pattern === undefined ? givenMatcher(input) : {}) };
  });
}

/** The deny rules of a launch; undefined when it has none. Throws 40001 for one that cannot be parsed. */
export function launchDenials({ rules }: Launch = {}): string[] | undefined {
  return rules?.map(({ pattern }, index) => {
    const rule = parseRule(pattern);
    if ('error' in rule) throw invalid(`launch.rules.${index}.pattern`, rule.error);
    return pattern;
  });
}

/** The rule of a valid pattern. */
export function sessionRule(pattern: string, id: string, now: number): SessionPermissionRule {
  const [, tool = '', subject = ''] = /^([^(]*)(?:\((.*)\))?$/s.exec(pattern.trim()) ?? [];
  return {
    id,
    tool_name: tool,
    // without a matcher, clients that do not know `pattern` would take the rule for the whole tool and send it back so
    ...(subject === '' ? {} : { matcher: matcherOf(tool, subject) }),
    decision: 'approved',
    created_at: iso(now),
    created_by: 'user',
    pattern,
  };
}

/** Characters with a special meaning in patterns. */
const special = /[\\*?[\]{}!]/g;

/** The matcher with the meaning of a pattern, for clients that do not know `pattern`. */
function matcherOf(tool: string, subject: string): Matcher {
  const isPlain = (text: string) => text.search(special) < 0;
  if (tool === 'Bash' && subject.endsWith(' *') && isPlain(subject.slice(0, -2)))
    return { kind: 'command_prefix', value: subject.slice(0, -2) };
  const meant = subject.replace(/\\(.)/gs, '$1');
  return escaped(meant) === subject ? { kind: 'exact_input', value: meant } : { kind: 'path_glob', value: subject };
}

const escaped = (text: string): string => text.replace(special, '\\$&');

function givenMatcher({ matcher }: SessionPermissionRuleInput): Pick<SessionPermissionRule, 'matcher'> {
  if (matcher === undefined) return {};
  const { kind, value } = matcher;
  return { matcher: value === undefined ? { kind } : { kind, value } };
}

function patternOf(input: SessionPermissionRuleInput, path: string): string {
  const { tool_name: tool, matcher } = input;
  if (tool === undefined) throw invalid(path, 'needs pattern or tool_name');
  const value = matcher?.value ?? '';
  if (matcher !== undefined && matcher.kind !== 'always' && value.trim() === '')
    throw invalid(`${path}.matcher.value`, `${matcher.kind} needs a value`);
  switch (matcher?.kind) {
    case undefined:
    case 'always':
      return tool;
    case 'command_prefix':
      return `${tool}(${value} *)`;
    case 'path_glob':
      return `${tool}(${value})`;
    case 'exact_input':
      return `${tool}(${escaped(value)})`;
  }
}
