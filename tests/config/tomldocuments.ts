/** Random TOML documents for tests of the editor, in which each line is identified by its content or its comment. */
import type { GeneratorValue } from 'fast-check';
import fc from 'fast-check';

type Table = Record<string, unknown>;

/** A line, or the lines of one value, and what they belong to. */
interface Piece {
  text: string;
  /** path of the value; absent for comments and blank lines */
  path?: readonly string[];
  /** the table of the nearest header above, or of the header in this line */
  table: readonly string[];
  header?: boolean;
}

export interface RandomDocument {
  text: string;
  pieces: Piece[];
}

const keys = ['a', 'b', 'c', 'x-y', 'has space', 'with.dot', 'p/q', 'ü', '0', '__proto__', 'constructor', ''];
const words = [
  '',
  'plain',
  'with "quotes"',
  "it's",
  'back\\slash',
  'two\nlines',
  '# no comment',
  '[x]',
  'ü € 🎉',
  'a, b',
  '\t',
];

const keyText = (key: string): string => (/^[\w-]+$/.test(key) ? key : JSON.stringify(key));

/** Generates documents and changes of them. */
export function createDrawing(gen: GeneratorValue) {
  let count = 0;
  const one = <T>(values: readonly T[]): T => values[gen(fc.nat, { max: values.length - 1 })] as T;
  const often = (percent: number): boolean => gen(fc.nat, { max: 99 }) < percent;
  const upTo = (max: number): number => gen(fc.nat, { max });
  const comment = (): string => `# c${(count += 1)}, "x" = [ ${one(words).split('\n')[0] ?? ''}`;

  function stringText(text: string): string {
    const forms = [JSON.stringify(text)];
    if (!/['\n]/.test(text)) forms.push(`'${text}'`);
    if (!text.includes("'")) forms.push(`'''\n${text}'''`);
    forms.push(`"""\n${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"""`);
    return one(forms);
  }

  function scalarText(): string {
    const plain = ['1', '-7', '0xFF', '1_000', '1.0', '6.02e23', 'true', 'false', 'inf', '1979-05-27', '07:32:00'];
    return often(50) ? stringText(one(words)) : one([...plain, '1979-05-27 07:32:00Z', '1979-05-27T07:32:00']);
  }

  function valueText(depth = 0): string {
    const kind = depth > 2 ? 9 : upTo(9);
    const count = upTo(3);
    if (kind === 0) return listText(Array.from({ length: count }, () => valueText(depth + 1)));
    if (kind === 1) {
      const names = [...new Set(Array.from({ length: count }, () => one(keys)))];
      const members = names.map((name) => {
        const dotted = often(20) ? `${keyText(name)}.in` : keyText(name);
        return `${dotted}${one([' = ', '='])}${valueText(depth + 1)}`;
      });
      return members.length === 0 ? one(['{}', '{ }']) : `{ ${members.join(', ')} }`;
    }
    return scalarText();
  }

  function listText(items: string[]): string {
    if (items.length === 0) return one(['[]', '[ ]', `[\n  ${comment()}\n]`]);
    const style = upTo(3);
    if (style < 2) return style === 0 ? `[${items.join(', ')}]` : `[ ${items.join(' ,')} ]`;
    const lines = items.map((item, index) => {
      const above = often(20) ? `  ${comment()}\n` : '';
      const comma = index < items.length - 1 || style === 3 ? ',' : '';
      return `${above}  ${item}${comma}${often(30) ? ` ${comment()}` : ''}\n`;
    });
    return `[\n${lines.join('')}]`;
  }

  function entriesOf(table: readonly string[], taken: Set<string>, most: number): Piece[] {
    const pieces: Piece[] = [];
    for (let left = upTo(most); left > 0; left--) {
      if (often(25)) pieces.push({ text: one(['', `  ${comment()}`, comment()]), table });
      const key = one(keys);
      if (taken.has(key)) continue;
      taken.add(key);
      const path = often(15) ? [key, one(['d', 'e'])] : [key];
      const tail = often(40) ? ` ${comment()}` : '';
      const text = `${often(15) ? '  ' : ''}${path.map(keyText).join(one(['.', ' . ']))}${one([' = ', '=', '  =  '])}${valueText()}${tail}`;
      pieces.push({ text, path: [...table, ...path], table });
    }
    return pieces;
  }

  /** Writes headers in any order that TOML allows: tables and arrays of tables, some of them nested. */
  function document(): RandomDocument {
    const pieces = entriesOf([], new Set(['t', 'l', 'm']), 4);
    for (let left = upTo(5), at = 0; left > 0; left--, at++) {
      for (let free = upTo(2); free > 0; free--) pieces.push({ text: one(['', comment()]), table: ['free'] });
      const list = often(30);
      const path = list ? [one(['l', 'm'])] : ['t', `${one(['u', 'v w', 'x.y'])}${at}`];
      const items = pieces.filter((piece) => piece.header && piece.table[0] === path[0]).length;
      const table = list ? [...path, String(items)] : path;
      const name = path.map(keyText).join('.');
      const header = `${list ? `[[${name}]]` : `[${name}]`}${often(30) ? ` ${comment()}` : ''}`;
      pieces.push({ text: header, table, header: true });
      pieces.push(...entriesOf(table, new Set(), 3));
    }
    if (often(30)) pieces.push({ text: comment(), table: ['free'] });
    const newline = one(['\n', '\n', '\r\n']);
    const text = pieces.map((piece) => piece.text).join('\n') + (often(80) ? '\n' : '');
    return { text: (often(10) ? '\uFEFF' : '') + text.replaceAll('\n', newline), pieces };
  }

  function value(depth = 0): unknown {
    const kind = depth > 2 ? 9 : upTo(9);
    const count = upTo(3);
    if (kind === 0) return Array.from({ length: count }, () => value(depth + 1));
    if (kind === 1) return Array.from({ length: count }, () => table(depth + 1));
    if (kind <= 3) return table(depth + 1);
    return often(60) ? one(words) : one([0, -1, 1.5, 1e300, 2 ** 60, true, false]);
  }

  function table(depth: number): Table {
    return Object.fromEntries(Array.from({ length: upTo(3) }, () => [one(keys), value(depth)]));
  }

  /** Returns the same values with a few of them changed, removed or added. */
  function changed(before: unknown, depth = 0): unknown {
    if (Array.isArray(before)) {
      const kept = before.filter(() => often(75)).map((item: unknown) => (often(20) ? changed(item, depth + 1) : item));
      while (often(30))
        kept.splice(
          upTo(kept.length),
          0,
          before.length > 0 && isTable(before[0]) ? table(depth + 1) : value(depth + 1),
        );
      return kept;
    }
    if (!isTable(before) || often(5)) return value(depth);
    const after: Array<[string, unknown]> = [];
    for (const [key, item] of Object.entries(before)) {
      if (often(10)) continue;
      after.push([key, isTable(item) || often(25) ? changed(item, depth + 1) : item]);
    }
    while (often(30)) after.push([one(['new', ...keys]), value(depth)]);
    return Object.fromEntries(after);
  }

  return {
    document,
    changed: (before: Table): Table => {
      const after = changed(before);
      return isTable(after) ? after : {};
    },
  };
}

export function isTable(value: unknown): value is Table {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);
}
