/** Baseline servers without our program, a process each: `http <bytes>`, `express <bytes>`, `ws <bytes>` or `idle`. */
import { createServer } from 'node:http';
import { WebSocketServer } from 'ws';
import { clock, sleep } from './report.js';

const [kind, bytes] = process.argv.slice(2);
const body = Buffer.alloc(Number(bytes ?? 0), 'x');

const answer = (request, response) => {
  request.resume();
  request.on('end', () => {
    response.writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'content-length': body.length });
    response.end(body);
  });
};
const server = createServer(kind === 'express' ? await expressApp() : answer);

async function expressApp() {
  const { default: express } = await import('express');
  return express().get('/api/v1/meta', answer);
}

/** Each message requests a number of frames for all clients; with a pace in ms, a frame contains only its send time. */
function serveFrames() {
  const sockets = new WebSocketServer({ server, perMessageDeflate: false });
  sockets.on('connection', (socket) => {
    socket.on('message', async (message) => {
      const [count, pace] = String(message).split(' ').map(Number);
      const from = clock();
      for (let sent = 0; pace !== undefined && sent < count; sent += 1) {
        await sleep(from + sent * pace - clock());
        for (const peer of sockets.clients) peer.send(String(clock()));
      }
      for (let sent = 0; pace === undefined && sent < count; sent += 1) {
        for (const peer of sockets.clients) peer.send(body, { binary: false });
        if (sent % 100 === 99) await new Promise(setImmediate);
      }
    });
  });
}

if (kind === 'idle') {
  process.send(0);
} else {
  if (kind === 'ws') serveFrames();
  server.keepAliveTimeout = 60_000;
  server.listen(0, '127.0.0.1', () => process.send(server.address().port));
}
process.once('disconnect', () => process.exit(0));
