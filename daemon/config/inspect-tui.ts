/** The findings of `agent doctor` in a `tui.toml` (cli.md 5.4, tui.md 6). */
import { tuiShapes } from '../../schemas/generated/settings.js';
import { tuiFields } from '../../schemas/generated/fields.js';
import { fileValidators } from '../../schemas/generated/validators.js';
import type { Remark } from './inspect.js';
import { problemsIn } from './read.js';
import { isTable } from '../../schemas/toml/document.js';
import { findUnknown, remarkOf } from './unknown.js';

const builtInThemes: readonly unknown[] = ['auto', 'dark', 'light'];
const statusItems: readonly unknown[] = tuiFields.flatMap((field) => (field.kind === 'names' ? field.default : []));

/** What only the terminal UI knows of its file. */
export interface TuiReader {
  /** mistakes in `[keys]`, by action */
  keyProblems(keys: Record<string, unknown>): readonly { action: string; message: string }[];
}

export interface InspectTuiOptions extends TuiReader {
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
      return [{ level: 'warning', path: ['status_line', 'items', String(index)], message: 'is no status item' }];
    }),
    ...(isTable(keys) ? keyProblems(keys) : []).map(({ action, message }): Remark => ({
      level: 'warning',
      path: ['keys', action],
      message,
    })),
  ];
}
