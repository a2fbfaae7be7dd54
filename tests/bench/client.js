/** Light clients for measurements: REST calls, event subscribers and a load generator. */
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { once } from 'node:events';
import WebSocket from 'ws';
import { clock } from './report.js';

/** Makes REST calls over kept connections. `call` resolves with the envelope's data; throws if its code is not 0. */
export function createClient({ port, token }) {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const call = (method, path, body) =>
    new Promise((resolve, reject) => {
      const text = body === undefined ? undefined : JSON.stringify(body);
      const sent = request(
        {
          agent,
          host: '127.0.0.1',
          port,
          method,
          path: path.startsWith('/api/') ? path : `/api/v1${path}`,
          headers: {
            authorization: `Bearer ${token}`,
            ...(text && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
          },
        },
        (response) => {
          let answer = '';
          response
            .setEncoding('utf8')
            .on('data', (piece) => (answer += piece))
            .on('end', () => {
              const { code, msg, data } = JSON.parse(answer);
              if (code === 0) resolve(data);
              else reject(new Error(`${method} ${path}: ${code} ${msg}`));
            });
        },
      );
      sent.on('error', reject).end(text);
    });
  return {
    call,
    createSession: (cwd) => call('POST', '/sessions', { metadata: { cwd }, agent_config: { permission_mode: 'yolo' } }),
    prompt: (id, text) => call('POST', `/sessions/${id}/prompts`, { content: [{ type: 'text', text }] }),
    close: () => agent.destroy(),
  };
}

/** Subscribes to sessions. `onFrame`: each frame and its arrival time. `onBytes`: all frames but the ack, unparsed. */
export async function subscribe({ port, token }, sessions, onFrame, cursor, onBytes) {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/api/v1/ws`, { headers: { authorization: `Bearer ${token}` } });
  const accepted = new Promise((resolve, reject) => {
    socket.on('error', reject);
    socket.on('message', (bytes) => {
      const at = clock();
      if (onBytes && !bytes.includes('"type":"ack"')) return onBytes(bytes);
      const frame = JSON.parse(bytes);
      if (frame.type === 'ack') resolve(frame);
      else if (frame.type === 'ping') socket.send(JSON.stringify({ type: 'pong', payload: frame.payload }));
      else onFrame(frame, at);
    });
  });
  await once(socket, 'open');
  const payload = { session_ids: [sessions].flat(), ...(cursor && { cursors: { [sessions]: cursor } }) };
  socket.send(JSON.stringify({ type: 'subscribe', id: 's1', payload }));
  const ack = await accepted;
  if (ack.code !== 0) throw new Error(`subscribe: ${JSON.stringify(ack)}`);
  return { socket, close: () => socket.terminate() };
}

/** Subscribes to a session and reports when the next frame of a type arrives. */
export async function watch(server, sessionId) {
  const waiting = new Map();
  const { close } = await subscribe(server, sessionId, (frame, at) => {
    const wanted = waiting.get(frame.type);
    if (!wanted) return;
    waiting.delete(frame.type);
    wanted(at);
  });
  return { close, next: (type) => new Promise((resolve) => waiting.set(type, resolve)) };
}

/** Returns requests per second over some connections; responses must have a content length. */
export async function loadOf({ port, path, token, connections, forMs }) {
  const text = `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n${token ? `Authorization: Bearer ${token}\r\n` : ''}\r\n`;
  let answered = 0;
  let failure;
  const sockets = Array.from({ length: connections }, () => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    let held = '';
    socket
      .setNoDelay(true)
      .setEncoding('latin1')
      .on('data', (piece) => {
        held += piece;
        const head = held.indexOf('\r\n\r\n');
        if (head < 0) return;
        const length = Number(/content-length: (\d+)/i.exec(held)?.[1]);
        if (held.length < head + 4 + length) return;
        if (!held.startsWith('HTTP/1.1 200')) failure ??= held.slice(0, head);
        held = '';
        answered += 1;
        socket.write(text);
      });
    return socket.on('error', (error) => (failure ??= error.message));
  });
  const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
  await wait(300);
  const [before, from] = [answered, clock()];
  await wait(forMs);
  const rate = ((answered - before) * 1_000) / (clock() - from);
  for (const socket of sockets) socket.destroy();
  if (failure) throw new Error(failure);
  return rate;
}

/** Runs prompts of a session one after the other, each to its end. */
export async function runPrompts(server, client, id, prompts) {
  const events = await watch(server, id);
  for (const prompt of prompts) {
    const completed = events.next('prompt.completed');
    await client.prompt(id, prompt);
    await completed;
  }
  events.close();
}
