/** Figures of a run: summarizes them, compares them with a baseline and a target, and prints them. */

/** Returns milliseconds of a clock that all processes of this machine share. */
export function clock() {
  return Number(process.hrtime.bigint()) / 1e6;
}

/** Returns the value below which a share `p` (0 to 1) of the values lies. */
export function percentile(values, p) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * p) - 1)] ?? Number.NaN;
}

export function median(values) {
  return percentile(values, 0.5);
}

export const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** A target; `compare` judges the figure itself or its ratio to the baseline. */
export const atMost = (limit, unit = '') => ({
  text: `≤ ${limit}${unit && ` ${unit}`}`,
  met: ({ value }) => value <= limit,
});
export const atLeast = (limit, unit = '') => ({
  text: `≥ ${limit}${unit && ` ${unit}`}`,
  met: ({ value }) => value >= limit,
});
export const ratioAtMost = (limit) => ({ text: `≤ ${limit} ×`, met: ({ ratio }) => ratio <= limit });
export const ratioAtLeast = (limit) => ({ text: `≥ ${limit} ×`, met: ({ ratio }) => ratio >= limit });

/** Collects figures: `{group, name, value, unit, baseline?: {name, value}, target?, note?}`. */
export function createReport() {
  const figures = [];
  return {
    figures,
    add({ target, ...figure }) {
      const ratio = figure.baseline && figure.value / figure.baseline.value;
      const whole = { ...figure, ...(ratio === undefined ? {} : { ratio }) };
      figures.push({ ...whole, ...(target && { target: target.text, met: target.met(whole) }) });
    },
  };
}

const columns = ['figure', 'value', 'baseline', 'ratio', 'target', ''];

export function tableOf(figures) {
  const rows = figures.map((figure) => [
    `${figure.group}: ${figure.name}`,
    figure.failure ?? `${short(figure.value)} ${figure.unit}`,
    figure.baseline ? `${figure.baseline.name} ${short(figure.baseline.value)}` : '',
    figure.ratio === undefined ? '' : figure.ratio.toFixed(2),
    figure.target ?? '',
    (figure.met === undefined ? '' : figure.met ? 'ok' : 'MISSED') + (figure.note ? `  (${figure.note})` : ''),
  ]);
  const widths = columns.map((name, at) => Math.max(name.length, ...rows.map((row) => row[at].length)));
  const line = (cells) =>
    cells
      .map((cell, at) => (at === 5 ? cell : at === 0 ? cell.padEnd(widths[at]) : cell.padStart(widths[at])))
      .join('  ')
      .trimEnd();
  return [
    line(columns),
    line(widths.map((width) => '-'.repeat(Math.min(width, 60)).padEnd(width))),
    ...rows.map(line),
  ].join('\n');
}

/** Formats a number for the table. */
export function short(value) {
  if (value >= 1000) return Math.round(value).toLocaleString('en-US');
  return value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2);
}
