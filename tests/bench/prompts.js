/** Measures prompts between client and model: latency, request size, and the effect of a long history. */
import { spawn } from 'node:child_process';
import { atMost, clock, median, percentile, ratioAtMost, sleep } from './report.js';
import { createClient, watch } from './client.js';
import { insertRate, repeatUndoneTurn } from './generate.js';
import { cpuMs, makeHome, startProgram, temporaryDirectory } from './processes.js';

const journalOf = async (model) => (await fetch(`${model.url}/journal`)).json();

/** Runs one prompt from the call to the end of its turn; times are in milliseconds after the call. */
async function runPrompt({ client, model, events, id, text }) {
  const delta = events.next('assistant.delta');
  const ended = events.next('turn.ended');
  const from = clock();
  await client.prompt(id, text);
  const over = await ended;
  const requests = await journalOf(model);
  return { toModel: requests[0].at - from, toDelta: (await delta) - from, toEnd: over - from, requests };
}

export async function measurePrompts({ program, report, model }) {
  const cwd = temporaryDirectory('project');
  const server = await startProgram({ program, home: makeHome(model.url), cwd });
  const client = createClient(server);
  const { id } = await client.createSession(cwd);
  const events = await watch(server, id);
  const run = (text) => runPrompt({ client, model, events, id, text });
  await journalOf(model);
  // about the time in which a user writes a prompt
  await sleep(1_000);
  const first = await run('hi');
  const direct = await directTimes(model);
  const baseline = { name: 'direct', value: median(direct) };
  // The server makes two commits per prompt; on a busy disk they take most of the time.
  const commitMs = 1_000 / insertRate(temporaryDirectory('inserts'), 'FULL', 300);
  const note = `baseline: the client asks the model itself; holds two commits, one takes ${commitMs.toFixed(2)} ms now`;
  report.add({
    group: 'prompt',
    name: 'request for "hi"',
    value: first.requests[0].bytes,
    unit: 'bytes',
    target: atMost(10_000, 'bytes'),
  });
  report.add({
    group: 'prompt',
    name: 'first of a process → first delta',
    value: first.toDelta,
    unit: 'ms',
    baseline,
    target: atMost(60, 'ms'),
    note: `a second after its start; model request after ${first.toModel.toFixed(1)} ms`,
  });
  const later = [];
  const cpu = cpuMs(server.pid);
  for (let count = 0; count < 50; count += 1) later.push(await run('hi'));
  report.add({
    group: 'prompt',
    name: 'processor time of the server for one',
    value: (cpuMs(server.pid) - cpu) / 50,
    unit: 'ms',
    target: atMost(8, 'ms'),
  });
  for (const [name, key, limit] of [
    ['model request', 'toModel', 3],
    ['first delta', 'toDelta', 5],
  ]) {
    const times = later.map((times) => times[key]);
    report.add({
      group: 'prompt',
      name: `POST → ${name}, p50`,
      value: percentile(times, 0.5),
      unit: 'ms',
      baseline,
      target: atMost(limit, 'ms'),
      note,
    });
    report.add({
      group: 'prompt',
      name: `POST → ${name}, p99`,
      value: percentile(times, 0.99),
      unit: 'ms',
      target: atMost(20, 'ms'),
    });
  }
  await addShell({ report, run });
  events.close();
  client.close();
  await server.stop();
}

async function addShell({ report, run }) {
  const times = [];
  for (let count = 0; count < 25; count += 1) {
    const { requests } = await run('bench:shell');
    if (requests.length !== 2)
      throw new Error(`${requests.length} model requests where the shell call should lead to two`);
    times.push(requests[1].at - requests[0].answeredAt);
  }
  const bare = [];
  for (let count = 0; count < 15; count += 1) {
    const from = clock();
    await new Promise((resolve) => spawn('bash', ['-c', 'true'], { stdio: 'ignore' }).on('close', resolve));
    bare.push(clock() - from);
  }
  report.add({
    group: 'prompt',
    name: 'shell call → next model request, p50',
    value: median(times),
    unit: 'ms',
    baseline: { name: 'bash -c true', value: median(bare) },
    target: atMost(12, 'ms'),
  });
}

async function directTimes(model) {
  const times = [];
  for (let count = 0; count < 20; count += 1) {
    const from = clock();
    const response = await fetch(`${model.url}/v1/chat/completions`, {
      method: 'POST',
      body: JSON.stringify({ messages: [] }),
    });
    await response.text();
    const [{ at }] = await journalOf(model);
    times.push(at - from);
  }
  return times;
}

/** Alternates between sessions with logs of different length and equal context, so that the machine load is equal. */
export async function measureHistory({ program, report, model }) {
  const cwd = temporaryDirectory('project');
  const home = makeHome(model.url);
  let server = await startProgram({ program, home, cwd });
  let client = createClient(server);
  const sessions = [];
  for (const size of [10, 1_000, 50_000]) {
    const { id } = await client.createSession(cwd);
    const events = await watch(server, id);
    await runPrompt({ client, model, events, id, text: 'hi' });
    events.close();
    await client.call('POST', `/sessions/${id}:undo`, { count: 1 });
    sessions.push({ id, size });
  }
  client.close();
  await server.stop();
  for (const session of sessions) session.events = repeatUndoneTurn(home, session.id, session.size);
  server = await startProgram({ program, home, cwd });
  client = createClient(server);
  await timeTurns({ client, model, server, sessions });
  client.close();
  await server.stop();
  addHistory(report, sessions);
}

async function timeTurns({ client, model, server, sessions }) {
  await journalOf(model);
  for (const session of sessions) Object.assign(session, { times: [], watcher: await watch(server, session.id) });
  for (let turn = 0; turn < 24; turn += 1) {
    for (const { id, times, watcher } of sessions) {
      const { toEnd } = await runPrompt({ client, model, events: watcher, id, text: 'hi' });
      // The first turns load the sessions and warm up the program.
      if (turn >= 4) times.push(toEnd);
    }
  }
  for (const { watcher } of sessions) watcher.close();
}

function addHistory(report, sessions) {
  const baseline = { name: `${sessions[0].events} events`, value: median(sessions[0].times) };
  for (const { events, times } of sessions) {
    report.add({
      group: 'history',
      name: `POST → turn.ended with ${events.toLocaleString('en-US')} earlier events`,
      value: median(times),
      unit: 'ms',
      ...(events === sessions[0].events
        ? {}
        : { baseline, target: ratioAtMost(1.2), note: 'earlier turns are undone: the requests are the same' }),
    });
  }
}
