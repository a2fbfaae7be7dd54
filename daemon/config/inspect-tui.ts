/** The findings of `agent doctor` in a `tui.toml` (cli.md 5.4, 6.8). */
import type { TuiFile } from '../../schemas/generated/files.js';
import { fileValidators } from '../../schemas/generated/validators.js';
import type { Shape } from './fields.js';
import type { Remark } from './inspect.js';
import { problemsIn } from './read.js';
import { isTable } from './toml.js';
import { findUnknown } from './unknown.js';

const value: Shape = { kind: 'value' };
/** The compiler holds this list and the schema together. */
const plain = <Table>(names: Record<keyof Table, true>): Shape => ({
  kind: 'table',
  fields: Object.fromEntries(Object.keys(names).map((name) => [name, value])),
});

const fields: Readonly<Record<keyof TuiFile, Shape>> = {
  theme: value,
  render_latex: value,
  disable_paste_burst: value,
  cache_expiry_hint: value,
  editor: plain<NonNullable<TuiFile['editor']>>({ command: true }),
  notifications: plain<NonNullable<TuiFile['notifications']>>({ enabled: true, notification_condition: true }),
  upgrade: plain<NonNullable<TuiFile['upgrade']>>({ check: true }),
  status_line: plain<NonNullable<TuiFile['status_line']>>({ items: true, command: true }),
};

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
    ...findUnknown(raw, fields).map(({ path, meant }): Remark => {
      const message = `is not a known ${meant === undefined ? 'field' : `field; did you mean ${meant}?`}`;
      return { level: 'warning', path, message };
    }),
    ...(isMissing ? [{ level: 'warning', path: ['theme'], message: 'names no theme file' } as const] : []),
    ...items.flatMap((item, index): Remark[] => {
      if (typeof item !== 'string' || item === '' || statusItems.includes(item)) return [];
      return [{ level: 'warning', path: ['status_line', 'items', String(index)], message: 'is no status item' }];
    }),
  ];
}
