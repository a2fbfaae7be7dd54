/** Parses permission rules and matches them, even against partly unknown texts (engine.md 6.3). */
import path from 'node:path';
import { resolveReal } from '../../base/fs/paths.js';
import { hostPattern } from '../../base/net/hostrules.js';
import type { Subject } from '../../tools/tool.js';
import {
  accepts,
  BadPattern,
  compileGlob,
  escapeGlob,
  isWild,
  wildcardInLastSegment,
  type Count,
  type Glob,
  type GlobOptions,
  type Token,
} from './glob.js';
import { parseUrl } from '../../../schemas/url.js';
import { anyText, anyWords } from '../commandline/forms.js';

/** A rule as written: `Tool` or `Tool(pattern)`. */
export interface RuleText {
  text: string;
  tool: string;
  /** absent for a bare rule; without the leading `!` */
  pattern?: string;
  inverted: boolean;
}

/** A rule with its decision. */
export interface Rule extends RuleText {
  decision: 'allow' | 'ask' | 'deny';
  /** shown to the user and to the model */
  reason?: string;
}

/** Canonical directories that relative patterns and `~` refer to. */
export interface RulePlaces {
  cwd: string;
  userHome: string;
}

/** Parses a rule. Returns the reason for an invalid one. */
export function parseRule(text: string): RuleText | { error: string } {
  const match = /^([^\s()]+)(?:\((.*)\))?$/su.exec(text.trim());
  const [, tool, given] = match ?? [];
  if (tool === undefined || !/^[A-Za-z0-9_.:*-]+$/u.test(tool)) return { error: 'a rule is `Tool` or `Tool(pattern)`' };
  if (given === undefined || given === '') return { text: text.trim(), tool, inverted: false };
  const inverted = given.startsWith('!');
  const pattern = inverted ? given.slice(1) : given;
  if (tool === 'Network') {
    const hosts = hostPattern(pattern);
    return 'error' in hosts ? hosts : { text: text.trim(), tool, pattern, inverted };
  }
  try {
    compileGlob(pattern, { style: 'path' });
  } catch (error) {
    if (error instanceof BadPattern) return { error: error.message };
    throw error;
  }
  return { text: text.trim(), tool, pattern, inverted };
}

/** Parses a rule of a table. Never throws: an error is part of the result. */
export function ruleOf(decision: Rule['decision'], text: string, reason?: string): Rule | { error: string } {
  const parsed = parseRule(text);
  if ('error' in parsed) return parsed;
  return reason === undefined ? { ...parsed, decision } : { ...parsed, decision, reason };
}

/** Whether a list entry such as `mcp__github__*` names a tool. */
export function namesTool(entry: string, tool: string): boolean {
  if (!entry.includes('*')) return entry === tool;
  const parts = entry.split('*').map((part) => part.replace(/[\\^$.|?+()[\]{}]/gu, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`, 'su').test(tool);
}

/** The kind of text that a rule is matched against. */
export type FormKind = 'path' | 'command' | 'text';

const compiled = new WeakMap<RuleText, Map<string, Glob[]>>();

function globs(rule: RuleText, kind: FormKind, places: RulePlaces): Glob[] {
  const known = compiled.get(rule) ?? new Map<string, Glob[]>();
  compiled.set(rule, known);
  const key = kind === 'path' ? `${kind}\n${places.cwd}\n${places.userHome}` : kind;
  const found = known.get(key) ?? compile(rule, kind, places);
  known.set(key, found);
  return found;
}

function compile(rule: RuleText, kind: FormKind, places: RulePlaces): Glob[] {
  const pattern = rule.pattern ?? '**';
  if (kind !== 'path') return [compileGlob(pattern, { style: 'text', optionalArguments: kind === 'command' })];
  return anchored(pattern, places).map(({ rest, ...options }) => compileGlob(rest, { style: 'path', ...options }));
}

/** Adds the directory of relative and `~` patterns as a literal prefix. Keeps absolute patterns. */
function anchored(pattern: string, places: RulePlaces): (Pick<GlobOptions, 'prefix'> & { rest: string })[] {
  if (path.isAbsolute(pattern)) return [{ rest: pattern }];
  if (pattern === '~' || pattern.startsWith('~/')) {
    const homes = [...new Set([places.userHome, resolveReal(places.userHome)])];
    return homes.map((home) => ({ prefix: home, rest: pattern.slice(1) }));
  }
  let directory = places.cwd;
  let rest = pattern;
  for (let lead = /^\.\.?\/+/u.exec(rest)?.[0]; lead !== undefined; lead = /^\.\.?\/+/u.exec(rest)?.[0]) {
    if (lead.startsWith('..')) directory = path.dirname(directory);
    rest = rest.slice(lead.length);
  }
  return [{ prefix: directory.endsWith('/') ? directory : `${directory}/`, rest }];
}

/** Whether one form of a subject matches the pattern of a rule. A bare rule matches everything. */
export function fits(rule: RuleText, kind: FormKind, form: string, places: RulePlaces, ignoreCase: boolean): boolean {
  return matcher(rule, kind, places, ignoreCase)(form);
}

/** Returns `fits` as a function for many forms. */
export function matcher(
  rule: RuleText,
  kind: FormKind,
  places: RulePlaces,
  ignoreCase: boolean,
  count?: Count,
): (form: string) => boolean {
  if (rule.pattern === undefined) return () => true;
  const { inverted } = rule;
  if (kind === 'text' && rule.pattern.startsWith('domain:')) {
    const domain = rule.pattern.slice('domain:'.length);
    return (form) => onHost(domain, form) !== inverted;
  }
  const all = globs(rule, kind, places);
  const [only] = all;
  if (all.length === 1 && only) return (form) => only.matches(form, ignoreCase, count) !== inverted;
  return (form) => all.some((glob) => glob.matches(form, ignoreCase, count)) !== inverted;
}

/** Like `fits`, for a command with placeholders for unknown words: whether it may match, and whether it must. */
export function fitsOpen(rule: RuleText, form: string, places: RulePlaces, count: Count): OpenMatch {
  if (rule.pattern === undefined) return { may: true, must: true };
  const [glob] = globs(rule, 'command', places);
  const { may, must } = matchOpen(glob?.alternatives ?? [], form, count);
  return rule.inverted ? { may: !must, must: !may } : { may, must };
}

function onHost(domain: string, url: string): boolean {
  const host = parseUrl(url)?.hostname.toLowerCase().replace(/\.$/u, '');
  if (host === undefined) return false;
  const wanted = domain.toLowerCase();
  return host === wanted || host.endsWith(`.${wanted}`);
}

/** Returns the only text that a rule without wildcards matches. */
export function literalOf(rule: RuleText, places: RulePlaces): string | undefined {
  if (rule.pattern === undefined || rule.inverted) return undefined;
  return globs(rule, 'command', places)[0]?.literal;
}

/** Whether a rule names individual files, as sensitive files require: no wildcard in the last segment. */
export function namesFile({ pattern, inverted }: RuleText): boolean {
  return pattern !== undefined && !inverted && !wildcardInLastSegment(pattern);
}

/** Returns the texts of a subject that rules are matched against; undefined for tools without any. */
export function formsOf(subject: Subject): { kind: FormKind; forms: string[] } | undefined {
  if (subject.kind === 'path') return { kind: 'path', forms: [...new Set([subject.absolute, subject.resolved])] };
  if (subject.kind === 'pattern') return { kind: 'text', forms: [subject.pattern] };
  if (subject.kind === 'name') return { kind: 'text', forms: [subject.name] };
  if (subject.kind === 'task') return { kind: 'text', forms: [subject.id] };
  if (subject.kind === 'text') return { kind: 'text', forms: [subject.text] };
  if (subject.kind === 'command') return { kind: 'command', forms: [subject.command] };
  if (subject.kind !== 'url') return undefined;
  return {
    kind: 'text',
    forms: [...new Set([subject.url, parseUrl(subject.url)?.href ?? subject.url])],
  };
}

/** Returns the rule that "approve for this session" stores for a call. */
export function literalRule(tool: string, subject: Subject): string {
  if (subject.kind === 'command') return `${tool}(${escapeGlob(subject.command.trim())})`;
  if (subject.kind === 'path' && subject.operation === 'write') return `${tool}(${escapeGlob(subject.resolved)})`;
  if (subject.kind === 'url') return `${tool}(${escapeGlob(subject.url)})`;
  return tool;
}

/** The match of a pattern against a partly unknown text. */
interface OpenMatch {
  /** it matches at least one text that the open text stands for */
  may: boolean;
  /** it matches all of them */
  must: boolean;
}

/** Matches an open text against the token sequences of a text pattern. */
function matchOpen(alternatives: readonly Token[][], text: string, count: Count): OpenMatch {
  const may = alternatives.some((tokens) => follow(tokens, text, count, reachable));
  return { may, must: may && mustMatch(alternatives, text, count) };
}

type States = Set<number>;

/** Tracks all states of the tokens at once. `open` returns the states after a placeholder. */
function follow(
  tokens: readonly Token[],
  text: string,
  count: Count,
  open: (tokens: readonly Token[], active: States) => States,
): boolean {
  let active = entered(tokens, [0]);
  for (const char of text) {
    count(active.size);
    if (char === anyText) active = open(tokens, active);
    else if (char === anyWords) active = new Set([...active, ...open(tokens, stepped(tokens, active, ' '))]);
    else active = stepped(tokens, active, char);
    if (active.size === 0) return false;
  }
  return active.has(tokens.length);
}

function entered(tokens: readonly Token[], states: Iterable<number>): States {
  const into = new Set<number>();
  for (const state of states)
    for (let at = state; !into.has(at); at += 1) {
      into.add(at);
      if (!isWild(tokens[at])) break;
    }
  return into;
}

function stepped(tokens: readonly Token[], active: States, char: string): States {
  const following: number[] = [];
  for (const state of active) {
    const token = tokens[state];
    if (isWild(token)) following.push(state);
    else if (token && accepts(token, char, false)) following.push(state + 1);
  }
  return entered(tokens, following);
}

/** Returns the states that some text reaches: each token accepts some character, and none leads back. */
function reachable(tokens: readonly Token[], active: States): States {
  if (active.size === 0) return active;
  let first = tokens.length;
  for (const state of active) first = Math.min(first, state);
  return new Set(Array.from({ length: tokens.length - first + 1 }, (_value, index) => first + index));
}

/** Returns the states that every text reaches: only a star accepts unknown text. */
function certain(tokens: readonly Token[], active: States): States {
  return entered(
    tokens,
    [...active].filter((state) => isWild(tokens[state])),
  );
}

const maxGaps = 3;

function mustMatch(alternatives: readonly Token[][], text: string, count: Count): boolean {
  const parts = text.split(anyWords);
  if (parts.length > maxGaps + 1) return false;
  // A placeholder may stand for no words, which also removes a blank, so each case is matched separately.
  for (let given = 0; given < 2 ** (parts.length - 1); given += 1) {
    const reading = parts.map((part, at) => (at > 0 && (given >> (at - 1)) % 2 === 1 ? ` ${anyText}${part}` : part));
    if (!alternatives.some((tokens) => follow(tokens, reading.join(''), count, certain))) return false;
  }
  return true;
}
