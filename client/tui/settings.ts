/** Reads the settings of the terminal UI from `tui.toml`; reports invalid values and uses their defaults (tui.md 6). */
import { join } from 'node:path';
import { isOn, type Environment } from '../home.js';
import { tuiFields, type TuiField } from '../../schemas/generated/fields.js';
import { fileText } from '../../schemas/toml/filetext.js';

/** A field as spelled in the file, such as `notifications.method`. */
export type FieldName = string;
export type FieldValue = string | number | boolean | readonly string[];

export interface TuiSettings {
  theme: string;
  screenReader: boolean;
  reducedMotion: boolean;
  thinking: 'line' | 'show' | 'hide';
  wrap: 'word' | 'terminal';
  toolLines: number;
  hyperlinks: 'auto' | 'on' | 'off';
  progress: 'auto' | 'on' | 'off';
  historySuggestions: boolean;
  drafts: boolean;
  title: boolean;
  renderLatex: boolean;
  cacheExpiryHint: boolean;
  notifies: 'never' | 'unfocused' | 'always';
  notifyBy: 'auto' | 'osc9' | 'osc99' | 'osc777' | 'bell';
  pasteBurst: boolean;
  editor: string;
  vim: boolean;
  checksUpgrade: boolean;
  statusItems: readonly string[];
  statusCommand: string;
  keys: Readonly<Record<string, unknown>>;
  /** the valid fields that the file contains */
  given: ReadonlyMap<FieldName, FieldValue>;
  /** one sentence each */
  problems: readonly string[];
}

export const fileName = 'tui.toml';

/** Reads the file; a missing or broken one gives the defaults. */
export async function readSettings(home: string): Promise<TuiSettings> {
  const problems: string[] = [];
  const file = await parsed(join(home, fileName), problems);
  const given = new Map<FieldName, FieldValue>();
  for (const field of tuiFields) {
    const value = valueAt(file, field.path);
    if (value === undefined) continue;
    const name = field.path.join('.');
    if (isRight(field, value)) given.set(name, value);
    else problems.push(`${fileName}: ${name} must be ${expected(field)}`);
  }
  const { keys } = file;
  const hasKeys = isTable(keys);
  if (keys !== undefined && !hasKeys) problems.push(`${fileName}: keys must be a table`);

  /** the cast is safe: the values were validated against the contract above */
  const value = <Value extends FieldValue>(name: FieldName): Value => (given.get(name) ?? defaultOf(name)) as Value;
  const condition = value<'unfocused' | 'always'>('notifications.notification_condition');
  return {
    theme: value<string>('theme') || 'auto',
    screenReader: value('screen_reader'),
    reducedMotion: value('reduced_motion'),
    thinking: value('thinking'),
    wrap: value('wrap'),
    toolLines: value('tool_lines'),
    hyperlinks: value('hyperlinks'),
    progress: value('progress'),
    historySuggestions: value('history_suggestions'),
    drafts: value('drafts'),
    title: value('title'),
    renderLatex: value('render_latex'),
    cacheExpiryHint: value('cache_expiry_hint'),
    notifies: value<boolean>('notifications.enabled') ? condition : 'never',
    notifyBy: value('notifications.method'),
    pasteBurst: !value<boolean>('disable_paste_burst'),
    editor: value('editor.command'),
    vim: value('editor.vim'),
    checksUpgrade: value('upgrade.check'),
    statusItems: value('status_line.items'),
    statusCommand: value('status_line.command'),
    keys: hasKeys ? keys : {},
    given,
    problems,
  };
}

function defaultOf(name: FieldName): FieldValue {
  const field = tuiFields.find(({ path }) => path.join('.') === name);
  if (!field) throw new Error(`${fileName} has no field ${name}`);
  return field.default;
}

/** Describes the valid values of a field. */
function expected(field: TuiField): string {
  switch (field.kind) {
    case 'flag':
      return 'true or false';
    case 'choice':
      return `one of ${field.values.join(', ')}`;
    case 'number':
      return `a whole number from ${field.least} to ${field.most}`;
    case 'text':
      return 'a text';
    case 'names':
      return 'a list of texts';
  }
}

function isRight(field: TuiField, value: unknown): value is FieldValue {
  switch (field.kind) {
    case 'flag':
      return typeof value === 'boolean';
    case 'choice':
      return typeof value === 'string' && field.values.includes(value);
    case 'number':
      return Number.isInteger(value) && Number(value) >= field.least && Number(value) <= field.most;
    case 'text':
      return typeof value === 'string';
    case 'names':
      return Array.isArray(value) && value.every((each) => typeof each === 'string');
  }
}

function valueAt(file: Readonly<Record<string, unknown>>, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (value, key) => (isTable(value) && Object.hasOwn(value, key) ? value[key] : undefined),
    file,
  );
}

export function isTable(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns whether the UI is line-based: by settings, environment, or for terminals without sequences (tui.md 3.24). */
export function isLinear({ screenReader }: Pick<TuiSettings, 'screenReader'>, env: Environment): boolean {
  const accessible = env['ACCESSIBLE'] ?? '';
  return (
    screenReader ||
    isOn(env['AGENT_CODE_SCREEN_READER']) ||
    (accessible !== '' && accessible !== '0' && accessible !== 'false') ||
    env['TERM'] === 'dumb'
  );
}

async function parsed(path: string, problems: string[]): Promise<Readonly<Record<string, unknown>>> {
  const read = fileText(path);
  if ('problem' in read) {
    if (!read.missing) problems.push(`${fileName}: ${read.problem}`);
    return {};
  }
  const { text } = read;
  // a file with only comments, as the first start writes it, does not need the slow parser
  if (text.split('\n').every((line) => /^\s*(?:#|$)/.test(line))) return {};
  const { parseToml, TomlSyntaxError } = await import('../../schemas/toml/document.js');
  try {
    return parseToml(text);
  } catch (error) {
    if (!(error instanceof TomlSyntaxError)) throw error;
    const { line, column } = error.position;
    problems.push(`${fileName}: ${line}:${column} ${error.message}`);
    return {};
  }
}
