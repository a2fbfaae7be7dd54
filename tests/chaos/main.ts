/**
 * Reads `--runs N` and `--seed N`, runs the trial and prints its summary; with `--fuzz N` it sends N random requests to
 * each operation instead, or only to those named with `--only`; with `--cuts N` it
 * cuts off clients N times each instead; with `--sessions N` it compares what models of sessions show after N rounds of cuts
 * and kills; with `--screens N` it compares the screens of terminal UIs with the API after N kills; with `--acknowledged N` it kills the server right after N acknowledgements; with
 * `--hostile` it runs the parts of `hostile.ts`, or only those named with `--only`, each `--runs N` times where that is
 * given. Exit code 1 when something did not hold.
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
const tell = (text: string): void => console.log(text);
tell(`seed ${values.seed}`);
const began = performance.now();
const rounds = values.runs === undefined ? {} : { rounds: Number(values.runs) };
const { problems, summary } = values.hostile
  ? await runHostile(values.only, { seed, ...rounds, tell })
  : values.acknowledged !== undefined
    ? await killAcknowledged(Number(values.acknowledged))
    : values.cuts !== undefined
      ? await cut(Number(values.cuts))
      : values.sessions !== undefined
        ? await runSessions({ rounds: Number(values.sessions), seed, tell })
        : values.screens !== undefined
          ? await runScreens({ rounds: Number(values.screens), seed, tell })
          : values.fuzz === undefined
            ? await kill()
            : await fuzz(Number(values.fuzz));
for (const problem of problems) tell(`broken: ${problem}`);
tell(`${summary}, ${problems.length} broken, ${((performance.now() - began) / 1000).toFixed(0)} s`);
process.exit(problems.length === 0 ? 0 : 1);

interface Result {
  problems: string[];
  summary: string;
}

async function kill(): Promise<Result> {
  const outcome = await runChaos({ runs: Number(values.runs ?? 200), seed, tell });
  const killed = Object.entries(outcome.moments)
    .sort()
    .map(([moment, times]) => `${moment} ${times}`)
    .join(', ');
  const summary = `${outcome.runs} kills (${killed}), ${outcome.prompts} prompts, ${outcome.events} events`;
  return { problems: outcome.problems, summary };
}

async function killAcknowledged(kills: number): Promise<Result> {
  const { problems, kinds, ...done } = await runAcknowledged({ kills, seed, tell });
  const list = Object.entries(kinds)
    .map(([kind, times]) => `${kind} ${times}`)
    .join(', ');
  return { problems, summary: `${done.kills} kills after an acknowledgement (${list})` };
}

async function cut(cuts: number): Promise<Result> {
  const { problems, ...done } = await runCuts({ cuts, seed, tell });
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
  const outcome = await runFuzz({ seed, cases, only: values.only, tell });
  const never = outcome.neverSucceeded.length === 0 ? '' : `; never: ${outcome.neverSucceeded.join(', ')}`;
  const summary = `${outcome.operations} operations fuzzed with ${outcome.cases} requests, ${outcome.succeeded} succeeded${never}`;
  return { problems: outcome.problems, summary };
}
