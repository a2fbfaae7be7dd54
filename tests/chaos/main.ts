/**
 * Reads the options of `npm run chaos` (run.js), runs one of its parts and prints the summary. `--seed N` repeats a run;
 * `--only` names operations of `--fuzz` or parts of `--hostile`. Exit code 1 when something did not hold.
 */
import { parseArgs } from 'node:util';
import { runFuzz } from '../api/contract/fuzz/run.js';
import { runAcknowledged } from './acknowledged.js';
import { runCuts } from './cuts.js';
import { runHostile } from './hostile.js';
import { runScreens } from './screens.js';
import { runSessions } from './sessionstates.js';
import { runChaos } from './trial.js';

const { values } = parseArgs({
  options: {
    runs: { type: 'string' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    fuzz: { type: 'string' },
    cuts: { type: 'string' },
    sessions: { type: 'string' },
    screens: { type: 'string' },
    hostile: { type: 'boolean', default: false },
    acknowledged: { type: 'string' },
    only: { type: 'string', multiple: true },
  },
});
const seed = Number(values.seed);
const report = (text: string): void => console.log(text);
report(`seed ${values.seed}`);
const began = performance.now();
const rounds = values.runs === undefined ? {} : { rounds: Number(values.runs) };
const { problems, summary } = values.hostile
  ? await runHostile(values.only, { seed, ...rounds, report })
  : values.acknowledged !== undefined
    ? await killAcknowledged(Number(values.acknowledged))
    : values.cuts !== undefined
      ? await cut(Number(values.cuts))
      : values.sessions !== undefined
        ? await runSessions({ rounds: Number(values.sessions), seed, report })
        : values.screens !== undefined
          ? await runScreens({ rounds: Number(values.screens), seed, report })
          : values.fuzz === undefined
            ? await kill()
            : await fuzz(Number(values.fuzz));
for (const problem of problems) report(`broken: ${problem}`);
report(`${summary}, ${problems.length} broken, ${((performance.now() - began) / 1000).toFixed(0)} s`);
process.exit(problems.length === 0 ? 0 : 1);

interface Result {
  problems: string[];
  summary: string;
}

async function kill(): Promise<Result> {
  const outcome = await runChaos({ runs: Number(values.runs ?? 200), seed, report });
  const killed = Object.entries(outcome.moments)
    .sort()
    .map(([moment, times]) => `${moment} ${times}`)
    .join(', ');
  const summary = `${outcome.runs} kills (${killed}), ${outcome.prompts} prompts, ${outcome.events} events`;
  return { problems: outcome.problems, summary };
}

async function killAcknowledged(kills: number): Promise<Result> {
  const { problems, kinds, ...done } = await runAcknowledged({ kills, seed, report });
  const list = Object.entries(kinds)
    .map(([kind, times]) => `${kind} ${times}`)
    .join(', ');
  return { problems, summary: `${done.kills} kills after an acknowledgement (${list})` };
}

async function cut(cuts: number): Promise<Result> {
  const { problems, ...done } = await runCuts({ cuts, seed, report });
  const list = (counts: Record<string, number>) =>
    Object.entries(counts)
      .sort()
      .map(([name, times]) => `${name} ${times}`)
      .join(', ');
  const summary =
    `cuts: ${list(done.cuts)} (${list(done.kinds)}), ${done.inside} in the middle of a streamed step; scenes: ${list(done.scenes)}; ` +
    `${done.events} events, ${done.steps} steps, ${done.deltas} deltas seen by those who were cut, ${done.recovered} recovered`;
  return { problems, summary };
}

async function fuzz(cases: number): Promise<Result> {
  const outcome = await runFuzz({ seed, cases, only: values.only, report });
  const never = outcome.neverSucceeded.length === 0 ? '' : `; never: ${outcome.neverSucceeded.join(', ')}`;
  const summary = `${outcome.operations} operations fuzzed with ${outcome.cases} requests, ${outcome.succeeded} succeeded${never}`;
  return { problems: outcome.problems, summary };
}
