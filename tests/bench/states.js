/** Measures the client's session model: opening a long session, and a reply that streams fast. */
import { join } from 'node:path';
import { createClient, runPrompts } from './client.js';
import { repeatTurns } from './generate.js';
import { makeHome, startProgram, temporaryDirectory, timeCommand } from './processes.js';
import { atMost } from './report.js';
import { bundleClient, statesMain } from './statesbundle.js';

/** The prompts that create the turns of the session. */
const prompts = ['hi', 'bench:deltas 40', 'bench:output 4000', 'bench:shell', 'bench:output 400', 'hi'];

export async function measureStates({ program, report, model }) {
  const cwd = temporaryDirectory('project');
  const home = makeHome(model.url);
  const first = await startProgram({ program, home, cwd });
  const client = createClient(first);
  const { id } = await client.createSession(cwd);
  const short = await client.createSession(cwd);
  await runPrompts(first, client, id, prompts);
  client.close();
  await first.stop();
  const long = repeatTurns(home, id, 50_000);
  const server = await startProgram({ program, home, cwd });
  const bundle = join(temporaryDirectory('bundle'), 'client.mjs');
  await bundleClient(bundle);
  const run = async (task) => {
    const { stdout } = await timeCommand(['--expose-gc', statesMain, JSON.stringify({ bundle, ...task })], {
      home,
      cwd,
    });
    return JSON.parse(stdout);
  };
  const baseUrl = `http://127.0.0.1:${server.port}`;
  const opened = await run({ task: 'open', baseUrl, token: server.token, warm: short.id, sessionId: id });
  if (opened.turns !== 20) throw new Error(`${opened.turns} turns are shown`);
  const note = `${long.events.toLocaleString('en-US')} events, ${long.turns} turns; the first time ${Math.round(opened.firstMs)} ms`;
  report.add({
    group: 'states',
    name: 'processor time of opening',
    value: opened.cpuMs,
    unit: 'ms',
    target: atMost(50),
    note,
  });
  report.add({
    group: 'states',
    name: 'memory of an open session',
    value: opened.heapMb,
    unit: 'MB',
    target: atMost(20),
    note,
  });
  for (const { frameMs, isShown, name } of [
    { frameMs: 0, isShown: false, name: 'notified at once' },
    { frameMs: 16, isShown: false, name: 'notified every 16 ms' },
    { frameMs: 16, isShown: true, name: 'shown as Markdown every 16 ms' },
  ]) {
    const { share, perSecond } = await run({ task: 'deltas', perSecond: 5_000, seconds: 4, frameMs, isShown });
    report.add({
      group: 'states',
      name: `share of a core at 5,000 deltas/s, ${name}`,
      value: share * 100,
      unit: '%',
      target: atMost(15),
      note: `${Math.round(perSecond)} a second`,
    });
  }
  await server.stop();
}
