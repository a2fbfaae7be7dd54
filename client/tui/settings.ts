/** The settings of the terminal UI from `tui.toml`: what is wrong there counts as its default, and is named (tui.md 6). */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface TuiSettings {
  theme: string;
  screenReader: boolean;
  reducedMotion: boolean;
  thinking: 'line' | 'show' | 'hide';
  wrap: 'word' | 'terminal';
  toolLines: number;
  hyperlinks: 'auto' | 'on' | 'off';
  historySuggestions: boolean;
  drafts: boolean;
  title: boolean;
  notifies: 'never' | 'unfocused' | 'always';
  notifyBy: 'auto' | 'osc9' | 'osc99' | 'osc777' | 'bell';
  pasteBurst: boolean;
  editor: string;
  keys: Readonly<Record<string, unknown>>;
  /** one sentence each */
  problems: readonly string[];
}

/** Reads the file; one that is missing or broken gives the defaults. */
export async function readSettings(home: string): Promise<TuiSettings> {
  const problems: string[] = [];
  const file = await parsed(join(home, 'tui.toml'), problems);
  const table = (name: string): Readonly<Record<string, unknown>> => {
    const value = file[name];
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  };

  const notifications = table('notifications');

  function one<Value extends string>(name: string, values: readonly [Value, ...Value[]], from = file): Value {
    const given = from[name];
    const found = values.find((value) => value === given);
    if (given !== undefined && found === undefined)
      problems.push(`tui.toml: ${name} must be one of ${values.join(', ')}`);
    return found ?? values[0];
  }

  function flag(name: string, standard: boolean): boolean {
    const given = file[name];
    if (given !== undefined && typeof given !== 'boolean') problems.push(`tui.toml: ${name} must be true or false`);
    return typeof given === 'boolean' ? given : standard;
  }

  function lines(): number {
    const given = file['tool_lines'];
    const isGood = typeof given === 'number' && Number.isInteger(given) && given >= 0 && given <= 1_000;
    if (given !== undefined && !isGood) problems.push('tui.toml: tool_lines must be a number from 0 to 1000');
    return isGood ? given : 10;
  }

  const { theme } = file;
  const { command } = table('editor');
  return {
    theme: typeof theme === 'string' && theme !== '' ? theme : 'auto',
    screenReader: flag('screen_reader', false),
    reducedMotion: flag('reduced_motion', false),
    thinking: one('thinking', ['line', 'show', 'hide']),
    wrap: one('wrap', ['word', 'terminal']),
    toolLines: lines(),
    hyperlinks: one('hyperlinks', ['auto', 'on', 'off']),
    historySuggestions: flag('history_suggestions', true),
    drafts: flag('drafts', true),
    title: flag('title', true),
    notifies:
      notifications['enabled'] === false
        ? 'never'
        : one('notification_condition', ['unfocused', 'always'], notifications),
    notifyBy: one('method', ['auto', 'osc9', 'osc99', 'osc777', 'bell'], notifications),
    pasteBurst: !flag('disable_paste_burst', false),
    editor: typeof command === 'string' ? command : '',
    keys: table('keys'),
    problems,
  };
}

async function parsed(path: string, problems: string[]): Promise<Readonly<Record<string, unknown>>> {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    // there is none, or it cannot be read: the defaults hold
    return {};
  }
  // most homes have no such file, and the parser takes time to load
  const { default: toml } = await import('toml');
  try {
    return toml.parse(text) as Record<string, unknown>;
  } catch (error) {
    const { line, message } = error as { line?: number; message?: string };
    problems.push(`tui.toml cannot be read${line === undefined ? '' : ` (line ${line})`}: ${message ?? ''}`);
    return {};
  }
}
