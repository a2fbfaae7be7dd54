/** A separate process that opens sessions with the bundled client and prints the measurements as JSON. */
import { WebSocket } from 'ws';
import { median, sleep } from './report.js';

/** The deltas of a reply, repeated. */
const reply = [
  ...['## A title\n\n', 'Some *text* with ', '`code`, and a ', '[link](https://a.b) ', 'that is long ', 'enough.\n\n'],
  ...['- one of ', 'them\n', '- **two** of ', 'them\n\n', '```ts\n', 'const a = 1;\n', 'const b = 2;\n', '```\n\n'],
  ...['| a | b |\n', '|---|---|\n', '| 1 | 2 |\n', '| 3 | 4 |\n\n'],
];

const task = JSON.parse(process.argv[2]);
const { createClient, createStream, createMarkdown, openSession } = await import(task.bundle);
const tasks = { open, deltas: streamDeltas, work: workOfDeltas };
console.log(JSON.stringify(await tasks[task.task]()));
process.exit(0);

async function open() {
  const { baseUrl, token } = task;
  const client = createClient({ baseUrl, token });
  const stream = createStream({ baseUrl, token: () => token, WebSocket, clientId: 'bench', onEnd: () => undefined });
  const warm = openSession({ sessionId: task.warm, client, stream });
  await loaded(warm);
  warm.close();
  const cpuMs = [];
  let heapMb;
  // the first run mostly compiles
  for (let run = 0; ; run += 1) {
    globalThis.gc();
    const before = process.memoryUsage().heapUsed;
    const from = process.cpuUsage();
    const model = openSession({ sessionId: task.sessionId, client, stream });
    await loaded(model);
    const { user, system } = process.cpuUsage(from);
    cpuMs.push((user + system) / 1_000);
    globalThis.gc();
    heapMb ??= (process.memoryUsage().heapUsed - before) / 1e6;
    const turns = model.get().timeline.items.filter(({ kind }) => kind === 'turn').length;
    model.close();
    if (run === 8) return { cpuMs: median(cpuMs), leastCpuMs: Math.min(...cpuMs), firstMs: cpuMs[0], heapMb, turns };
  }
}

async function loaded(model) {
  await new Promise((resolve) => {
    const look = () => model.get().isLoaded && resolve();
    model.subscribe(look);
    look();
  });
  await model.settled();
}

/** Returns the share of a core that a client needs while deltas arrive at a fixed rate. */
async function streamDeltas() {
  const schedule = task.frameMs === 0 ? undefined : (notify) => setTimeout(notify, task.frameMs);
  const { frames, receive, expectShown } = await openPlayed({ schedule, deltas: task.perSecond * task.seconds });
  const from = process.cpuUsage();
  const began = performance.now();
  for (let sent = 0; sent < frames.length; await sleep(5)) {
    const due = Math.min(frames.length, Math.floor(((performance.now() - began) / 1_000) * task.perSecond));
    for (; sent < due; sent += 1) receive(frames[sent]);
  }
  const cpuMs = cpuMsSince(from);
  const ms = performance.now() - began;
  await sleep(50);
  expectShown();
  return { share: cpuMs / ms, perSecond: (frames.length / ms) * 1_000 };
}

/**
 * Measures the work for a reply at full speed, with one notification per fixed number of deltas: for its first and last
 * third, and as baseline for parsing its frames. Other load can only increase the times, so the best try counts.
 */
async function workOfDeltas() {
  const best = { first: Infinity, last: Infinity, parsing: Infinity };
  const note = (name, from) => (best[name] = Math.min(best[name], cpuMsSince(from)));
  for (let run = 0; run < task.tries; run += 1) {
    const notifies = [];
    let later = queueMicrotask;
    const schedule = (notify) => void later(notify);
    const { frames, receive, expectShown } = await openPlayed({ schedule, deltas: task.deltas });
    later = (notify) => notifies.push(notify);
    const third = Math.floor(frames.length / 3);
    const send = (begin, end) => {
      for (let at = begin; at < end; at += 1) {
        receive(frames[at]);
        if ((at + 1) % task.perNotification === 0) for (const notify of notifies.splice(0)) notify();
      }
    };
    globalThis.gc();
    const atFirst = process.cpuUsage();
    send(0, third);
    note('first', atFirst);
    send(third, frames.length - third);
    globalThis.gc();
    const atLast = process.cpuUsage();
    send(frames.length - third, frames.length);
    note('last', atLast);
    for (const notify of notifies.splice(0)) notify();
    expectShown();
    const atParsing = process.cpuUsage();
    for (let at = 0; at < third; at += 1) JSON.parse(frames[at]);
    note('parsing', atParsing);
  }
  return { growth: best.last / best.first, timesParsing: best.last / best.parsing };
}

function cpuMsSince(from) {
  const { user, system } = process.cpuUsage(from);
  return (user + system) / 1_000;
}

/** Opens a session with a simulated server, so that only the client and creating and parsing frames are measured. */
async function openPlayed({ schedule, deltas }) {
  const sockets = [];
  const client = createClient({ baseUrl: 'http://played', fetch: answer });
  const stream = createStream({
    baseUrl: 'http://played',
    token: () => undefined,
    WebSocket: playedSocket(sockets),
    fetch: answer,
    clientId: 'bench',
    onEnd: () => undefined,
  });
  const model = openSession({ sessionId: 's', client, stream, ...(schedule && { schedule }) });
  await loaded(model);
  let seenItems = 0;
  const screen = createScreen();
  model.subscribe(() => {
    seenItems += model.get().timeline.items.length;
    if (task.isShown) screen.show(lastText(model));
  });
  let offset = 0;
  let seq = 1;
  const frames = Array.from({ length: deltas }, (_, at) => {
    const words = reply[at % reply.length];
    const target = { type: 'frame', turnId: 't200', stepId: 't200.1', frameId: 't200.1.f1' };
    const op = { op: 'append', target, offset, text: words };
    offset += words.length;
    seq += 1;
    const payload = { type: 'transcript.ops', agent_id: 'main', seq, prev_seq: seq - 1, ops: [op] };
    return JSON.stringify({ type: 'transcript.ops', seq: 9, volatile: true, session_id: 's', timestamp: '', payload });
  });
  const expectShown = () => {
    if (lastText(model).length !== offset || seenItems === 0) throw new Error('deltas were lost');
    if (task.isShown && screen.blocks() < 100) throw new Error('the reply was not shown');
  };
  return { frames, receive: (data) => sockets[0].onmessage({ data }), expectShown };
}

function lastText(model) {
  return model.get().timeline.items.at(-1).steps[0].frames[0].text;
}

/** Shows a reply like a screen: passes its new text to the Markdown reader and reads the blocks. */
function createScreen() {
  const markdown = createMarkdown();
  let shown = 0;
  let view = markdown.view();
  return {
    show(text) {
      markdown.push(text.slice(shown));
      shown = text.length;
      view = markdown.view();
    },
    blocks: () => view.done.length + view.open.length,
  };
}

function playedSocket(sockets) {
  return class {
    readyState = 1;
    constructor() {
      sockets.push(this);
      setTimeout(() => this.say({ type: 'server_hello', timestamp: '', payload: {} }));
    }
    say(frame) {
      this.onmessage({ data: JSON.stringify(frame) });
    }
    send(data) {
      const { type, id, payload } = JSON.parse(data);
      const nothing = { items: [], tasks: [], interactions: [], attachments: [], todos: [], prompts: [], meta: {} };
      const reset = { type: 'transcript.reset', agent_id: 'main', snapshot: nothing, has_more_older: true, seq: 1 };
      setTimeout(() => {
        const place = { seq: 9, volatile: true, session_id: payload.session_id, timestamp: '' };
        if (type === 'subscribe_v2') this.say({ type: reset.type, ...place, payload: reset });
        this.say({
          type: 'ack',
          id,
          code: 0,
          msg: 'success',
          payload: { accepted: [], not_found: [], resync_required: [] },
        });
      });
    }
    close() {}
  };
}

/** Answers with 200 turns, of which the last one streams. */
async function answer(url) {
  const turn = (ordinal) => {
    const turnId = `t${ordinal}`;
    const text = { kind: 'text', frameId: `${turnId}.1.f1`, role: 'assistant', text: ordinal === 200 ? '' : 'words' };
    const step = { kind: 'step', stepId: `${turnId}.1`, turnId, ordinal: 1, state: 'running', frames: [text] };
    return { kind: 'turn', turnId, ordinal, state: 'running', origin: { kind: 'user' }, steps: [step] };
  };
  const entities = { tasks: [], interactions: [], attachments: [], todos: [], prompts: [], meta: {}, agents: [] };
  const data = url.includes('/transcript')
    ? { items: Array.from({ length: 200 }, (_, at) => turn(at + 1)), has_more: false, ...entities, seq: 1 }
    : url.endsWith('/prompts')
      ? { active: null, queued: [], paused: false }
      : url.endsWith('/s')
        ? { id: 's', last_seq: 9, pending_interaction: 'none', usage: {}, agent_config: {} }
        : { items: [], servers: [] };
  return { status: 200, text: async () => JSON.stringify({ code: 0, msg: 'success', data }) };
}
