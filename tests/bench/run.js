/** `npm run bench`: measures the built program through its public interface, each figure next to a baseline. */
import { writeFileSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { measureCheckpoints } from './checkpoints.js';
import { measureExports } from './exports.js';
import { measureFiles } from './files.js';
import { measureFs } from './fs.js';
import { measureGrowth } from './growth.js';
import { measureIdle } from './idle.js';
import { measureLists } from './lists.js';
import { measureMemory, measureOutput } from './memory.js';
import { cleanUp, cleanUpNow, startHelper } from './processes.js';
import { measureMixed } from './mixed.js';
import { measureHistory, measurePrompts } from './prompts.js';
import { createReport, tableOf } from './report.js';
import { measureSandbox } from './sandbox.js';
import { measureSearch } from './search.js';
import { measureMeta, measureSessions } from './sessions.js';
import { measureStartup } from './startup.js';
import { measureStates } from './states.js';
import { compareStored, storeFigures } from './stored.js';
import { measureDeltas, measureReplay } from './streams.js';
import { measureTranscript } from './transcript.js';
import { measureTui } from './tui.js';
import { measureVisualizer } from './vis.js';
import { measureWeb } from './web.js';
import { measureWork } from './work.js';

const measurements = {
  start: measureStartup,
  sessions: measureSessions,
  lists: measureLists,
  meta: measureMeta,
  mixed: measureMixed,
  prompt: measurePrompts,
  deltas: measureDeltas,
  replay: measureReplay,
  history: measureHistory,
  transcript: measureTranscript,
  states: measureStates,
  checkpoints: measureCheckpoints,
  export: measureExports,
  files: measureFiles,
  search: measureSearch,
  memory: measureMemory,
  output: measureOutput,
  fs: measureFs,
  growth: measureGrowth,
  idle: measureIdle,
  sandbox: measureSandbox,
  tui: measureTui,
  vis: measureVisualizer,
  web: measureWeb,
  work: measureWork,
};

function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        json: { type: 'string' },
        only: { type: 'string', multiple: true },
        program: { type: 'string' },
        // number of messages in the searched library
        messages: { type: 'string' },
      },
    });
  } catch (error) {
    console.error(`error: ${error.message}`);
    process.exit(2);
  }
}

const { values: options, positionals } = readArguments();
const wanted = [...positionals, ...(options.only ?? [])];
const names = wanted.length > 0 ? wanted : Object.keys(measurements);
const unknown = names.filter((name) => !(name in measurements));
if (unknown.length > 0) {
  console.error(`error: no measurement named ${unknown.join(', ')}; there are ${Object.keys(measurements).join(', ')}`);
  process.exit(2);
}
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => {
    cleanUpNow();
    process.exit(1);
  });
}

const program = options.program ?? fileURLToPath(new URL('../../bin/agent.js', import.meta.url));
const report = createReport();
const from = performance.now();
const [busy] = loadavg();
if (busy > 1)
  console.error(`warning: this machine is busy (load ${busy.toFixed(1)}): times will be too long; ratios suffer less`);
const model = await startHelper('model.js');
let failed = false;
for (const name of names) {
  console.error(`measuring ${name} …`);
  try {
    await measurements[name]({
      program,
      report,
      model,
      ...(options.messages && { messages: Number(options.messages) }),
    });
  } catch (error) {
    // One failed measurement must not hide the others.
    failed = true;
    console.error(`${name} failed: ${error.stack}`);
    report.figures.push({ group: name, name: 'not measured', failure: 'FAILED', note: error.message });
  }
}
await cleanUp();
console.log(tableOf(report.figures));
const seconds = Math.round((performance.now() - from) / 1_000);
console.log(
  `\n${report.figures.filter(({ met }) => met === false).length} of ${report.figures.filter(({ met }) => met !== undefined).length} targets missed; ${seconds} s on ${availableParallelism()} cores, node ${process.versions.node}, load at the start ${busy.toFixed(1)}`,
);
const worse = compareStored(report.figures);
if (worse.length > 0)
  console.log(`\nworse than at the last run on this machine:\n${worse.map((line) => `  ${line}`).join('\n')}`);
// figures of another program are only compared, not stored
if (options.program === undefined) storeFigures(report.figures);
if (options.json !== undefined) {
  const machine = {
    node: process.versions.node,
    cores: availableParallelism(),
    loadBefore: busy,
    loadAfter: loadavg()[0],
  };
  writeFileSync(
    options.json,
    `${JSON.stringify({ at: new Date().toISOString(), seconds, machine, figures: report.figures }, null, 2)}\n`,
  );
}
process.exitCode = failed ? 1 : 0;
