/** A screen of xterm.js as text, with what is styled named below each row. */
import type xterm from '@xterm/headless';

type Terminal = InstanceType<typeof xterm.Terminal>;
type Cell = NonNullable<ReturnType<NonNullable<ReturnType<Terminal['buffer']['active']['getLine']>>['getCell']>>;

/** Each row, and behind `~` the columns that have a style; empty rows at the end are left out. */
export function styledScreen(terminal: Terminal): string {
  const { active } = terminal.buffer;
  const rows: string[] = [];
  for (let at = 0; at < terminal.rows; at += 1) {
    const line = active.getLine(active.baseY + at);
    if (!line) continue;
    const runs: { style: string; from: number; to: number }[] = [];
    for (let column = 0; column < terminal.cols; column += 1) {
      const cell = line.getCell(column);
      const style = cell ? styleOf(cell) : '';
      const last = runs.at(-1);
      if (last && last.style === style) last.to = column;
      else runs.push({ style, from: column, to: column });
    }
    const named = runs.filter(({ style }) => style !== '').map(({ style, from, to }) => `${from}-${to} ${style}`);
    rows.push(
      [
        `|${line.translateToString(true, 0, terminal.cols).trimEnd()}`,
        ...(named.length > 0 ? [`  ~ ${named.join('; ')}`] : []),
      ].join('\n'),
    );
  }
  while (rows.at(-1) === '|') rows.pop();
  return rows.join('\n');
}

function styleOf(cell: Cell): string {
  const isBlank = cell.getChars().trim() === '';
  const styles = [
    !isBlank && cell.isBold() !== 0 && 'bold',
    !isBlank && cell.isDim() !== 0 && 'dim',
    !isBlank && cell.isItalic() !== 0 && 'italic',
    cell.isUnderline() !== 0 && 'underline',
    cell.isInverse() !== 0 && 'reverse',
    !isBlank && colorOf(cell.isFgDefault(), cell.isFgRGB(), cell.getFgColor(), ''),
    colorOf(cell.isBgDefault(), cell.isBgRGB(), cell.getBgColor(), 'on '),
  ];
  return styles.filter((style) => typeof style === 'string').join(' ');
}

function colorOf(isDefault: boolean, isRgb: boolean, color: number, prefix: string): string | false {
  if (isDefault) return false;
  return prefix + (isRgb ? `#${color.toString(16).padStart(6, '0')}` : String(color));
}
