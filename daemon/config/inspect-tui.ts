/** The findings of `agent doctor` in a `tui.toml` (cli.md 5.4, 6.8). */
import { tuiShapes } from '../../schemas/generated/settings.js';
import { fileValidators } from '../../schemas/generated/validators.js';
import type { Remark } from './inspect.js';
import { problemsIn } from './read.js';
import { isTable } from './toml.js';
import { findUnknown, remarkOf } from './unknown.js';

const builtInThemes: readonly unknown[] = ['auto', 'dark', 'light'];
const statusItems: readonly unknown[] = ['mode', 'goal', 'model', 'tasks', 'cwd', 'git', 'tips'];

/** Remarks on a document, in no order. `hasTheme`: whether there is a theme file of this name. */
export function inspectTui(raw: Record<string, unknown>, hasTheme: (name: string) => boolean): Remark[] {
  const copy = structuredClone(raw);
  const problems = fileValidators.TuiFile(copy) ? [] : problemsIn(fileValidators.TuiFile.errors);
  const { theme, status_line: line } = raw;
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
  ];
}
