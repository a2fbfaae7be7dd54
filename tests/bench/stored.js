/** The latest figures of this machine, stored in `build/`, and the comparison with them. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, hostname } from 'node:os';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { short } from './report.js';

const path = fileURLToPath(new URL('../../build/bench.json', import.meta.url));
/** Two runs of the same program differ by less than this factor. */
const tolerance = 1.3;

const machine = `${hostname()}, ${availableParallelism()} × ${cpus()[0]?.model ?? 'unknown'}, node ${process.versions.node}`;
const nameOf = ({ group, name }) => `${group}: ${name}`;
const isBetterHigh = ({ unit, target = '' }) => target.startsWith('≥') || unit.endsWith('/s');

/** Returns the figures of the last run by name: `{at, value, ratio?}`. */
function readStored() {
  try {
    const stored = JSON.parse(readFileSync(path, 'utf8'));
    return stored.machine === machine ? stored.figures : {};
  } catch (error) {
    if (error.code === 'ENOENT' || error instanceof SyntaxError) return {};
    throw error;
  }
}

/** Returns lines about figures that became worse; for a figure with a baseline, compares its ratio to the baseline. */
export function compareStored(figures) {
  const before = readStored();
  return figures.flatMap((figure) => {
    const last = before[nameOf(figure)];
    if (last === undefined || figure.value === undefined) return [];
    const key = figure.ratio !== undefined && last.ratio !== undefined ? 'ratio' : 'value';
    const [was, is] = [last[key], figure[key]];
    if (isBetterHigh(figure) ? is * tolerance >= was : is <= was * tolerance) return [];
    const shown = (value) => (key === 'ratio' ? `${short(value)} ×` : `${short(value)} ${figure.unit}`.trim());
    return [`${nameOf(figure)}: ${shown(was)} → ${shown(is)} (last: ${last.at})`];
  });
}

/** Replaces stored figures by those of the same names. */
export function storeFigures(figures) {
  const at = new Date().toISOString();
  const measured = figures.filter(({ value }) => Number.isFinite(value));
  const added = measured.map((figure) => [nameOf(figure), { at, value: figure.value, ratio: figure.ratio }]);
  mkdirSync(dirname(path), { recursive: true });
  const stored = { machine, figures: { ...readStored(), ...Object.fromEntries(added) } };
  writeFileSync(path, `${JSON.stringify(stored, null, 2)}\n`);
}
