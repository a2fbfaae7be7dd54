/** Measures the TUI on a 120×40 pseudoterminal (tui.md 5): start, idle, typing, streams, resizes, sessions, lists. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createClient, subscribe, watch } from './client.js';
import { multiplySession, repeatTurns } from './generate.js';
import { mixedText } from './model.js';
import { cpuMs, makeHome, residentMb, startProgram, temporaryDirectory } from './processes.js';
import { atMost, clock, median, percentile, ratioAtMost, sleep } from './report.js';
import { closeScreens, echoes, openScreen, quiet, ready } from './screens.js';
import { measureLoad } from './tuiload.js';

const group = 'tui';
const runs = 7;
const deltas = 5_000;
/** prompt of the last turn of a session */
const last = 'bench:output 4000';

export async function measureTui(bench) {
  try {
    await measureStart(bench);
    await measureWork(bench);
    await measureLong(bench);
    await measureLoad(bench);
  } finally {
    await closeScreens();
  }
}

async function measureStart({ program, report }) {
  const cwd = temporaryDirectory('project');
  const home = makeHome('http://127.0.0.1:9');
  const times = { bare: [], frame: [], own: [], attached: [] };
  const start = async (into, isMeasured = true) => {
    const screen = openScreen([program], { home, cwd });
    const frame = await screen.shows('> ');
    const session = await screen.shows(ready);
    if (isMeasured) {
      times.frame.push(frame - screen.from);
      into.push(session - screen.from);
    }
    await screen.close();
  };
  await start(times.own, false);
  for (let run = 0; run < runs; run += 1) {
    const bare = openScreen(['-e', '0'], { home, cwd });
    await bare.ended;
    times.bare.push(clock() - bare.from);
    await start(times.own);
  }
  const server = await startProgram({ program, home, cwd });
  for (let run = 0; run < runs; run += 1) await start(times.attached);
  await server.stop();
  const baseline = { name: 'node -e 0', value: median(times.bare) };
  for (const [name, values, limit] of [
    ['spawn → first frame', times.frame, 3],
    ['spawn → session, attached', times.attached, 5],
    ['spawn → session, own server', times.own, 9],
  ])
    report.add({ group, name, value: median(values), unit: 'ms', baseline, target: ratioAtMost(limit) });
}

async function measureWork({ program, report, model }) {
  const cwd = temporaryDirectory('project');
  const home = makeHome(model.url);
  const server = await startProgram({ program, home, cwd });
  const client = createClient(server);
  const screen = openScreen([program, '--yolo'], { home, cwd });
  await screen.shows(ready);
  const [{ id }] = (await client.call('GET', '/sessions')).items;
  await quiet(screen, 2_000);
  const add = (name, value, unit, target, more = {}) =>
    report.add({ group, name, value, unit, ...(target && { target }), ...more });
  add('resident, attached, at rest', residentMb(screen.pid), 'MB', atMost(90, 'MB'));
  const rest = async (name) => {
    await sleep(6_000);
    screen.forget();
    const cpu = cpuMs(screen.pid);
    await sleep(30_000);
    add(`${name}: processor`, ((cpuMs(screen.pid) - cpu) / 30_000) * 100, '%', atMost(0.2, '%'));
    return screen.bytes();
  };
  add('idle 30 s: written', await rest('idle 30 s'), 'bytes', atMost(0, 'bytes'));

  const idle = await echoes(screen, 60, 30);
  add('key → echo, idle, p50', percentile(idle, 0.5), 'ms', atMost(5, 'ms'));
  add('key → echo, idle, p99', percentile(idle, 0.99), 'ms', atMost(30, 'ms'));
  screen.type('\x15');

  const turn = async (text) => {
    const events = await watch(server, id);
    const ended = events.next('turn.ended');
    await client.prompt(id, text);
    return async () => {
      await ended;
      events.close();
      await quiet(screen, 300);
    };
  };
  await (
    await turn('bench:lines 2000')
  )();
  await measureStream({ screen, turn, add });
  await measureDelay({ screen, turn, add, server, id });
  await measureActions({ screen, add });

  // a question is an approval, for which the model waits
  await client.call('POST', `/sessions/${id}/profile`, { agent_config: { permission_mode: 'manual' } });
  await client.prompt(id, 'bench:shell');
  await screen.shows('Approval needed');
  await rest('a turn waits for the user 30 s');
  await screen.close();
  client.close();
  await server.stop();
}

async function measureStream({ screen, turn, add }) {
  const text = Array.from({ length: deltas }, (_, at) => mixedText(at)).join('');
  const size = Buffer.byteLength(text);
  // baseline: a loop that writes the same text at the same pace
  const loop = `const w=${JSON.stringify(Array.from({ length: 40 }, (_, at) => mixedText(at)))};let n=0;const f=performance.now();
    const t=setInterval(()=>{while(n<${deltas}&&performance.now()-f>=n)process.stdout.write(w[n++%40]);if(n>=${deltas})clearInterval(t)},1);process.stdout.write('begun');setTimeout(()=>{},1e4)`;
  const bare = openScreen(['-e', loop], { home: temporaryDirectory('home'), cwd: '/' });
  await bare.shows('begun');
  const bareFrom = cpuMs(bare.pid);
  await sleep(5_500);
  const bareCpu = Math.max(10, cpuMs(bare.pid) - bareFrom);
  await bare.close();
  const cpu = cpuMs(screen.pid);
  screen.forget();
  await (
    await turn(`bench:mixed ${deltas}`)
  )();
  const baseline = { name: 'bare loop', value: bareCpu };
  add(`${deltas} mixed deltas in 5 s: processor`, cpuMs(screen.pid) - cpu, 'ms', ratioAtMost(5), { baseline });
  add('… written', screen.bytes() / 1024, 'kB', ratioAtMost(8), {
    baseline: { name: 'text', value: size / 1024 },
  });
  const over = await turn(`bench:mixed ${deltas}`);
  await sleep(300);
  const times = await echoes(screen, 80, 40);
  add('key → echo, 1,000 deltas/s, p50', percentile(times, 0.5), 'ms', atMost(12, 'ms'));
  add('key → echo, 1,000 deltas/s, p99', percentile(times, 0.99), 'ms', atMost(30, 'ms'));
  await over();
  screen.type('\x15');
}

/** Measures from the socket of a subscriber to the terminal of the UI. */
async function measureDelay({ screen, turn, add, server, id }) {
  const arrived = new Map();
  const socket = await subscribe(server, [id], (frame, at) => {
    // a frame may carry several deltas
    for (const [, stamp] of (frame.payload?.delta ?? '').matchAll(/(@[\d.]+) /g)) arrived.set(stamp, at);
  });
  const delays = [];
  screen.forget();
  const over = await turn('bench:paced20 150');
  const until = clock() + 30_000;
  for (let seen = 0; seen < 140; seen += 1) {
    while (arrived.size <= seen) {
      if (clock() > until) throw new Error(`${arrived.size} of 150 deltas arrived`);
      await sleep(1);
    }
    const [stamp, at] = [...arrived][seen];
    delays.push(Math.max(0, (await screen.shows(stamp)) - at));
  }
  await over();
  socket.close();
  add('delta at the socket → on the terminal, p50', percentile(delays, 0.5), 'ms', atMost(20, 'ms'));
  add('delta at the socket → on the terminal, p99', percentile(delays, 0.99), 'ms', atMost(50, 'ms'));
}

async function measureActions({ screen, add }) {
  screen.forget();
  const pasted = `\x1b[200~${Array.from({ length: 5_000 }, (_, at) => `pasted line ${at}`).join('\r')}\x1b[201~`;
  const from = clock();
  screen.type(pasted);
  add('paste of 5,000 lines → placeholder', (await screen.shows('[Pasted text #1')) - from, 'ms', atMost(200, 'ms'));
  screen.type('\x15');
  await quiet(screen, 500);
  screen.forget();
  const cpu = cpuMs(screen.pid);
  for (let step = 0; step < 10; step += 1) {
    screen.resize(step % 2 === 0 ? 100 : 120, 40);
    await sleep(200);
  }
  await quiet(screen, 300);
  add('resize of a 2,000-row transcript: written', screen.bytes() / 10 / 1024, 'kB', atMost(4, 'kB'));
  add('resize of a 2,000-row transcript: processor', (cpuMs(screen.pid) - cpu) / 10, 'ms', atMost(10, 'ms'));
}

async function measureLong({ program, report, model }) {
  const cwd = temporaryDirectory('project');
  const home = makeHome(model.url);
  let server = await startProgram({ program, home, cwd });
  let client = createClient(server);
  const sessions = [];
  for (let count = 0; count < 2; count += 1) sessions.push((await client.createSession(cwd)).id);
  const [short, long] = sessions;
  for (const id of sessions) {
    const events = await watch(server, id);
    for (let prompt = 0; prompt < 20; prompt += 1) {
      const completed = events.next('prompt.completed');
      await client.prompt(id, prompt === 19 ? last : prompt % 2 === 0 ? 'hi' : 'bench:shell');
      await completed;
    }
    events.close();
  }
  client.close();
  await server.stop();
  repeatTurns(home, long, 50_000);
  multiplySession(home, short, 10_000);
  mkdirSync(join(cwd, 'many'));
  for (let folder = 0; folder < 100; folder += 1) {
    mkdirSync(join(cwd, 'many', `d${folder}`));
    for (let file = 0; file < 1_000; file += 1) writeFileSync(join(cwd, 'many', `d${folder}`, `file-${file}.txt`), '');
  }
  server = await startProgram({ program, home, cwd });
  client = createClient(server);
  const resume = async (id) => {
    const screen = openScreen([program, '-S', id], { home, cwd });
    const shown = await Promise.all([screen.shows(ready), screen.shows(last)]);
    await quiet(screen, 300);
    return { screen, took: Math.max(...shown) - screen.from };
  };
  const times = { short: [], long: [] };
  for (let run = 0; run < 6; run += 1)
    for (const [name, id] of [
      ['short', short],
      ['long', long],
    ]) {
      const { screen, took } = await resume(id);
      // the first run loads the session in the server
      if (run > 0) times[name].push(took);
      await screen.close();
    }
  report.add({
    group,
    name: 'resume of 50,000 events → last turn',
    value: median(times.long),
    unit: 'ms',
    baseline: { name: '20 turns', value: median(times.short) },
    target: ratioAtMost(1.3),
  });
  const { screen } = await resume(long);
  await measureLists({ screen, report });
  const events = await watch(server, long);
  for (let turn = 0; turn < 10; turn += 1) {
    const ended = events.next('turn.ended');
    await client.prompt(long, 'bench:deltas 5000');
    await ended;
  }
  events.close();
  await quiet(screen, 1_000);
  const name = 'resident after 50,000 events and 50,000 live deltas';
  report.add({ group, name, value: residentMb(screen.pid), unit: 'MB', target: atMost(160, 'MB') });
  await screen.close();
  client.close();
  await server.stop();
}

async function measureLists({ screen, report }) {
  const time = async (keys, shown, undo) => {
    const times = [];
    for (let run = 0; run < 6; run += 1) {
      screen.forget();
      const from = clock();
      screen.type(keys);
      const at = await screen.shows(shown);
      if (run > 0) times.push(at - from);
      for (const typed of undo) {
        screen.type(typed);
        await quiet(screen, 300);
      }
    }
    return median(times);
  };
  // Enter completes the typed command; the pauses are necessary because Escape and the next key would count as one key
  screen.type('/sessions');
  await quiet(screen, 500);
  const list = await time('\r', /(?:just now|ago)[^]*Enter open/, ['\x1b', '/sessions']);
  screen.type('\x15');
  await quiet(screen, 500);
  report.add({
    group,
    name: 'list of 10,000 sessions → first rows',
    value: list,
    unit: 'ms',
    target: atMost(100, 'ms'),
  });
  screen.type('@file-99');
  await quiet(screen, 3_000);
  const files = await time('7', 'file-997.txt', ['\x7f']);
  report.add({ group, name: '@ in 100,000 files → first rows', value: files, unit: 'ms', target: atMost(50, 'ms') });
  screen.type('\x15');
}
