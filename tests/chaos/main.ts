/** Reads `--runs N` and `--seed N`, runs the trial and prints its summary; exit code 1 when something did not hold. */
import { parseArgs } from 'node:util';
import { runChaos } from './trial.js';

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '200' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
});
console.log(`seed ${values.seed}`);
const began = performance.now();
const outcome = await runChaos({
  runs: Number(values.runs),
  seed: Number(values.seed),
  tell: (text) => console.log(text),
});
for (const problem of outcome.problems) console.log(`broken: ${problem}`);
const killed = Object.entries(outcome.moments)
  .sort()
  .map(([moment, times]) => `${moment} ${times}`)
  .join(', ');
console.log(
  `${outcome.runs} kills (${killed}), ${outcome.prompts} prompts, ${outcome.events} events, ${outcome.problems.length} broken, ${((performance.now() - began) / 1000).toFixed(0)} s`,
);
process.exit(outcome.problems.length === 0 ? 0 : 1);
