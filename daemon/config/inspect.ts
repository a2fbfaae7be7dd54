/** The findings of `agent doctor` in `config.toml` and `tui.toml`: mistakes, and entries that are allowed but hardly meant (cli.md 5.4, tui.md 6). */
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

/** A finding at a place of a file; it contains no value of the file. */
export interface Remark {
  level: 'error' | 'warning';
  path: Path;
  message: string;
}

/** What the configuration does not know of permission rules and tools. */
export interface RuleReader {
  parseRule(text: string): { tool: string; pattern?: string } | { error: string };
  /** whether an entry such as `mcp__github__*` names a tool */
  namesTool(entry: string, tool: string): boolean;
}

export interface InspectOptions {
  env: Environment;
  rules: RuleReader;
  /** names of the built-in tools */
  tools: readonly string[];
  /** whether others than the owner may read the file */
  openToOthers: boolean;
  /** what no setting may give away */
  places?: GuardedPlaces;
}

/** Built-in tools whose calls have nothing that a pattern could be compared with (engine.md 6.3). */
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

/** What rules speak about besides tools (runtimes.md 6.3). */
const beyondTools: ReadonlySet<string> = new Set(['Leave', 'Network']);

/** Remarks on a document, in no order. */
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

/** Names are compared as the file spells them: a model whose table is bad counts all the same. */
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

/** Tools of servers are known only when these run. */
const ofServer = (entry: string): boolean => entry.startsWith('mcp__');
/** `mcp__github`: a server and none of its tools. */
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

/** What only the terminal UI knows of its file. */
export interface TuiReader {
  /** mistakes in `[keys]`, by action */
  keyProblems(keys: Record<string, unknown>): readonly { action: string; message: string }[];
}

interface InspectTuiOptions extends TuiReader {
  /** whether there is a theme file of this name */
  hasTheme(name: string): boolean;
}

/** Remarks on a document, in no order. */
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

/** Names in a document that no field of its file has. */
interface Unknown {
  path: Path;
  /** the field that was meant in another spelling */
  meant?: string;
  /** a name among those of variables */
  variable?: boolean;
}

/** Every unknown table and field below fields of these shapes; what has another type than its shape is not looked into. */
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
    // a closed list reports such fields itself, as mistakes
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

/** What a user reads about it. */
function remarkOf({ meant, variable }: Unknown): string {
  if (variable) return 'is not a variable that is read here';
  return `is not a known ${meant === undefined ? 'field' : `field; did you mean ${meant}?`}`;
}

/** Whether a document holds a text of a secret field. */
function holdsSecret(value: unknown, shape: Shape): boolean {
  if (shape.kind === 'value') return shape.secret === true && typeof value === 'string' && value !== '';
  if (shape.kind === 'items' || !isTable(value)) return false;
  return Object.entries(value).some(([key, item]) => {
    const inner = shape.kind === 'map' ? shape.of : Object.hasOwn(shape.fields, key) ? shape.fields[key] : undefined;
    return inner !== undefined && holdsSecret(item, inner);
  });
}
