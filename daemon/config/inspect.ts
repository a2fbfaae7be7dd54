/** Findings of `agent doctor` in `config.toml` and `tui.toml`: mistakes, suspicious entries (cli.md 5.4, tui.md 6). */
import { tuiFields } from '../../schemas/generated/fields.js';
import type { ConfigFile } from '../../schemas/generated/files.js';
import { configShapes, tuiShapes, type Shape } from '../../schemas/generated/settings.js';
import { fileValidators } from '../../schemas/generated/validators.js';
import { isLoopback } from '../base/net/outgoing.js';
import { type GuardedPlaces, isHttpUrl } from './checks.js';
import { examine, problemsIn } from './read.js';
import { isTable, type Path } from '../../schemas/toml/document.js';
import { fieldNamed } from './fields.js';
import type { Environment } from './variables.js';

/** A finding at a place of a file; contains no value of the file. */
export interface Remark {
  level: 'error' | 'warning';
  path: Path;
  message: string;
}

/** Functions for permission rules and tools, which this directory must not import. */
export interface RuleReader {
  parseRule(text: string): { tool: string; pattern?: string } | { error: string };
  /** whether an entry such as `mcp__github__*` matches a tool */
  namesTool(entry: string, tool: string): boolean;
}

export interface InspectOptions {
  env: Environment;
  rules: RuleReader;
  /** names of the built-in tools */
  tools: readonly string[];
  /** whether users other than the owner may read the file */
  openToOthers: boolean;
  /** directories that no setting may expose */
  places?: GuardedPlaces;
}

/** Built-in tools whose calls have no argument that a pattern could match (engine.md 6.3). */
export const withoutSubject: ReadonlySet<string> = new Set([
  'AskUserQuestion',
  'CreateGoal',
  'CronList',
  'EnterPlanMode',
  'ExitPlanMode',
  'GetGoal',
  'SetGoalBudget',
  'TaskList',
  'TodoList',
  'UpdateGoal',
]);

/** Subjects of rules that are not tools (runtimes.md 6.3). */
const beyondTools: ReadonlySet<string> = new Set(['Leave', 'Network']);

/** Findings in a document, unordered. */
export function inspectConfig(raw: Record<string, unknown>, options: InspectOptions): Remark[] {
  const { rules } = options;
  const checkRule = (text: string): string | undefined => {
    const rule = rules.parseRule(text);
    return 'error' in rule ? rule.error : undefined;
  };
  const { values, findings } = examine(raw, { checkRule, ...(options.places && { places: options.places }) });
  return [
    ...findings.map(({ path, message, loses, cost }) =>
      loses === 'item' ? warning(path, `${message}; ${cost}`) : error(path, message),
    ),
    ...findUnknown(raw, configShapes).map((unknown) => warning(unknown.path, remarkOf(unknown))),
    ...referenceRemarks(raw, options.env),
    ...holders(values).flatMap(([path, holder]) => credentialRemarks(path, holder, options.env)),
    ...addresses(values).flatMap(([path, address]) => addressRemarks(path, address)),
    ...toolRemarks(values, options),
    ...ruleRemarks(values, options),
    ...openRemarks(raw, options.openToOthers),
  ];
}

const error = (path: Path, message: string): Remark => ({ level: 'error', path, message });
const warning = (path: Path, message: string): Remark => ({ level: 'warning', path, message });

/** Compares names as the file spells them: a model with an invalid table still counts. */
function referenceRemarks(raw: Record<string, unknown>, env: Environment): Remark[] {
  const group = env['AGENT_MODEL_NAME']?.trim();
  const models = new Set(['offline/echo', ...(group ? [`env/${group}`] : []), ...keysOf(raw['models'])]);
  const providers = new Set(['offline', ...(group ? ['env'] : []), ...keysOf(raw['providers'])]);
  const remarks: Remark[] = [];
  const check = (path: Path, value: unknown, known: ReadonlySet<string>, remark: typeof error, what: string): void => {
    if (typeof value === 'string' && value !== '' && !known.has(value)) remarks.push(remark(path, `names no ${what}`));
  };
  check(['default_model'], raw['default_model'], models, error, 'model');
  check(['default_provider'], raw['default_provider'], providers, warning, 'provider');
  for (const [id, provider] of entriesOf(raw['providers'])) {
    if (!isTable(provider)) continue;
    check(['providers', id, 'default_model'], provider['default_model'], models, warning, 'model');
  }
  for (const [alias, model] of entriesOf(raw['models'])) {
    if (isTable(model)) check(['models', alias, 'provider'], model['provider'], providers, error, 'provider');
  }
  return remarks;
}

interface Holder {
  api_key?: string;
  api_key_env?: string;
}

/** All tables that may have an `api_key`. */
function holders({ providers, models, services }: ConfigFile): [Path, Holder][] {
  return [
    ...Object.entries(providers ?? {}).map(([id, holder]): [Path, Holder] => [['providers', id], holder]),
    ...Object.entries(models ?? {}).flatMap(([alias, holder]): [Path, Holder][] => [
      [['models', alias], holder],
      [['models', alias, 'overrides'], holder.overrides ?? {}],
    ]),
    ...Object.entries(services ?? {}).map(([name, holder]): [Path, Holder] => [['services', name], holder ?? {}]),
  ];
}

function credentialRemarks(path: Path, { api_key, api_key_env }: Holder, env: Environment): Remark[] {
  if (!api_key_env) return [];
  const place = [...path, 'api_key_env'];
  return [
    ...(api_key ? [warning(place, 'has no effect beside api_key')] : []),
    ...(env[api_key_env]?.trim() ? [] : [warning(place, 'names a variable that is not set')]),
  ];
}

function addresses({ providers, models, services }: ConfigFile): [Path, string | undefined][] {
  return [
    ...Object.entries(providers ?? {}).flatMap(([id, { base_url, env }]): [Path, string | undefined][] => [
      [['providers', id, 'base_url'], base_url],
      [['providers', id, 'env', 'ANTHROPIC_BASE_URL'], env?.ANTHROPIC_BASE_URL],
      [['providers', id, 'env', 'OPENAI_BASE_URL'], env?.OPENAI_BASE_URL],
    ]),
    ...Object.entries(models ?? {}).map(([alias, { base_url }]): [Path, string | undefined] => [
      ['models', alias, 'base_url'],
      base_url,
    ]),
    ...Object.entries(services ?? {}).map(([name, service]): [Path, string | undefined] => [
      ['services', name, 'base_url'],
      service?.base_url,
    ]),
  ];
}

function addressRemarks(path: Path, address: string | undefined): Remark[] {
  if (address === undefined || !isHttpUrl(address)) return [];
  const isPlain = new URL(address).protocol === 'http:' && !isLoopback(address);
  return isPlain ? [warning(path, 'is plain http: keys and prompts go out unprotected')] : [];
}

/** Whether an entry names an MCP server's tools, which are only known while the server runs. */
const ofServer = (entry: string): boolean => entry.startsWith('mcp__');
/** Whether an entry such as `mcp__github` names a server without its tools. */
const isLone = (entry: string): boolean => ofServer(entry) && !entry.includes('*') && !/^mcp__.+__./.test(entry);
const lone = 'names an MCP server without its tools; write mcp__server__*';

function toolRemarks({ tools }: ConfigFile, options: InspectOptions): Remark[] {
  return (['enabled', 'disabled'] as const).flatMap((list) =>
    (tools?.[list] ?? []).flatMap((entry, index) => {
      const path = ['tools', list, String(index)];
      if (isLone(entry)) return [warning(path, lone)];
      return isKnown(entry, options) ? [] : [warning(path, 'matches no tool')];
    }),
  );
}

function isKnown(entry: string, { tools, rules }: InspectOptions): boolean {
  return ofServer(entry) || tools.some((tool) => rules.namesTool(entry, tool));
}

function ruleRemarks({ permission }: ConfigFile, options: InspectOptions): Remark[] {
  const written: [Path, string, string][] = (permission?.rules ?? []).map(({ decision, pattern }, index) => [
    ['permission', 'rules', String(index), 'pattern'],
    pattern,
    decision,
  ]);
  for (const decision of ['allow', 'deny', 'ask'] as const) {
    permission?.[decision]?.forEach((pattern, index) =>
      written.push([['permission', decision, String(index)], pattern, decision]),
    );
  }
  return written.flatMap(([path, text, decision]) => {
    const rule = options.rules.parseRule(text);
    if ('error' in rule) return [];
    if (isLone(rule.tool)) return [warning(path, lone)];
    if (!beyondTools.has(rule.tool) && !isKnown(rule.tool, options)) return [warning(path, 'matches no tool')];
    if (rule.pattern === undefined || !(ofServer(rule.tool) || withoutSubject.has(rule.tool))) return [];
    const effect = decision === 'deny' ? 'it denies every call' : 'the rule never matches';
    return [warning(path, `has a pattern, and calls of this tool have nothing to compare it with: ${effect}`)];
  });
}

function openRemarks(raw: Record<string, unknown>, openToOthers: boolean): Remark[] {
  const hasKeys = holdsSecret(raw, { kind: 'table', fields: configShapes });
  return openToOthers && hasKeys ? [warning([], 'others can read this file, and it holds keys; chmod 600 it')] : [];
}

function entriesOf(value: unknown): [string, unknown][] {
  return isTable(value) ? Object.entries(value) : [];
}

function keysOf(value: unknown): string[] {
  return isTable(value) ? Object.keys(value) : [];
}

const builtInThemes: readonly unknown[] = ['auto', 'dark', 'light'];
const statusItems: readonly unknown[] = tuiFields.flatMap((field) => (field.kind === 'names' ? field.default : []));

/** Checks that only the terminal UI can make. */
export interface TuiReader {
  /** mistakes in `[keys]`, by action */
  keyProblems(keys: Record<string, unknown>): readonly { action: string; message: string }[];
}

interface InspectTuiOptions extends TuiReader {
  /** whether a theme file of this name exists */
  hasTheme(name: string): boolean;
}

/** Findings in a document, unordered. */
export function inspectTui(raw: Record<string, unknown>, { hasTheme, keyProblems }: InspectTuiOptions): Remark[] {
  const copy = structuredClone(raw);
  const problems = fileValidators.TuiFile(copy) ? [] : problemsIn(fileValidators.TuiFile.errors);
  const { theme, status_line: line, keys } = raw;
  const items: unknown[] = isTable(line) && Array.isArray(line['items']) ? line['items'] : [];
  const isMissing = typeof theme === 'string' && theme !== '' && !builtInThemes.includes(theme) && !hasTheme(theme);
  return [
    ...problems.map((problem): Remark => ({ level: 'error', ...problem })),
    ...findUnknown(raw, tuiShapes).map((unknown): Remark => ({
      level: 'warning',
      path: unknown.path,
      message: remarkOf(unknown),
    })),
    ...(isMissing ? [{ level: 'warning', path: ['theme'], message: 'names no theme file' } as const] : []),
    ...items.flatMap((item, index): Remark[] => {
      if (typeof item !== 'string' || item === '' || statusItems.includes(item)) return [];
      return [{ level: 'warning', path: ['status_line', 'items', String(index)], message: 'is not a status item' }];
    }),
    ...(isTable(keys) ? keyProblems(keys) : []).map(({ action, message }): Remark => ({
      level: 'warning',
      path: ['keys', action],
      message,
    })),
  ];
}

/** An unknown name in a document. */
interface Unknown {
  path: Path;
  /** the known field that differs only in spelling */
  meant?: string;
  /** the name is in a table of variables */
  variable?: boolean;
}

/** Finds unknown tables and fields below these shapes; skips values of another type than their shape. */
function findUnknown(
  table: Record<string, unknown>,
  fields: Readonly<Record<string, Shape>>,
  path: Path = [],
): Unknown[] {
  return Object.entries(table).flatMap(([key, value]) => {
    const shape = Object.hasOwn(fields, key) ? fields[key] : undefined;
    if (shape) return inside(value, shape, [...path, key]);
    const meant = fieldNamed(fields, key);
    return [{ path: [...path, key], meant }];
  });
}

function inside(value: unknown, shape: Shape, path: Path): Unknown[] {
  if (shape.kind === 'items') {
    // the schema reports unknown fields of a closed list itself
    if (shape.closed || !Array.isArray(value)) return [];
    const known = Object.fromEntries(shape.fields.map((name) => [name, { kind: 'value' } as const]));
    return value.flatMap((item: unknown, index) =>
      isTable(item) ? findUnknown(item, known, [...path, String(index)]) : [],
    );
  }
  if (!isTable(value)) return [];
  if (shape.kind === 'table') return findUnknown(value, shape.fields, path);
  if (shape.kind === 'value') return [];
  return Object.entries(value).flatMap(([key, item]) =>
    shape.names?.includes(key) === false
      ? [{ path: [...path, key], variable: true }]
      : inside(item, shape.of, [...path, key]),
  );
}

/** The message for the user. */
function remarkOf({ meant, variable }: Unknown): string {
  if (variable) return 'is not a variable that is read here';
  return `is not a known ${meant === undefined ? 'field' : `field; did you mean ${meant}?`}`;
}

/** Whether a document contains a value of a secret field. */
function holdsSecret(value: unknown, shape: Shape): boolean {
  if (shape.kind === 'value') return shape.secret === true && typeof value === 'string' && value !== '';
  if (shape.kind === 'items' || !isTable(value)) return false;
  return Object.entries(value).some(([key, item]) => {
    const inner = shape.kind === 'map' ? shape.of : Object.hasOwn(shape.fields, key) ? shape.fields[key] : undefined;
    return inner !== undefined && holdsSecret(item, inner);
  });
}
