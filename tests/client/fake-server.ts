/** A fake server with envelope and socket, for situations that a real one seldom causes. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebSocketServer, type WebSocket } from 'ws';

export interface FakeServer {
  baseUrl: string;
  port: number;
  /** what clients subscribed with, in order */
  subscriptions: { cursors?: Record<string, { seq: number }> }[];
  sockets: WebSocket[];
  /** refuses upgrades and calls with this status from now on */
  refuse: number | undefined;
  close(): Promise<void>;
}

export interface FakeServerOptions {
  meta?: object;
  healthy?: boolean;
  /** handles a subscribe: sends what comes before the ack and returns the payload of the ack */
  onSubscribe?(socket: WebSocket, cursor: { seq: number } | undefined, count: number): object;
}

export async function fakeServer(options: FakeServerOptions = {}): Promise<FakeServer> {
  const http = createServer((req, res) => {
    if (req.url === '/api/v1/healthz')
      return void (options.healthy === false ? res.writeHead(500).end() : answer(res, { ok: true }));
    if (state.refuse)
      return void res
        .writeHead(state.refuse)
        .end(JSON.stringify({ code: 40101, msg: 'token', data: null, request_id: 'r' }));
    answer(res, options.meta ?? {});
  });
  const wss = new WebSocketServer({ noServer: true });
  http.on('upgrade', (req, socket, head) => {
    if (state.refuse) return socket.end(`HTTP/1.1 ${state.refuse} No\r\nconnection: close\r\n\r\n`);
    wss.handleUpgrade(req, socket, head, (ws) => accept(ws));
  });
  const state: FakeServer = {
    baseUrl: '',
    port: 0,
    subscriptions: [],
    sockets: [],
    refuse: undefined,
    async close() {
      state.sockets.forEach((socket) => socket.terminate());
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
    },
  };

  function accept(ws: WebSocket): void {
    state.sockets.push(ws);
    ws.on('error', () => undefined);
    ws.send(JSON.stringify({ type: 'server_hello', timestamp: '', payload: {} }));
    ws.on('message', (data) => {
      const frame = JSON.parse(String(data)) as {
        type: string;
        id: string;
        payload: { session_ids: string[]; cursors?: Record<string, { seq: number }> };
      };
      if (frame.type === 'subscribe') {
        state.subscriptions.push({ cursors: frame.payload.cursors });
        const id = frame.payload.session_ids[0] ?? '';
        const payload = options.onSubscribe?.(ws, frame.payload.cursors?.[id], state.subscriptions.length) ?? {};
        ack(ws, frame.id, { accepted: [id], not_found: [], resync_required: [], ...payload });
      } else if (frame.type !== 'pong') ack(ws, frame.id, { accepted: [], not_found: [], resync_required: [] });
    });
  }

  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  state.port = (http.address() as AddressInfo).port;
  state.baseUrl = `http://127.0.0.1:${state.port}`;
  return state;
}

function answer(res: { end(text: string): void }, data: object): void {
  res.end(JSON.stringify({ code: 0, msg: 'success', data, request_id: 'r' }));
}

function ack(ws: WebSocket, id: string, payload: object): void {
  ws.send(JSON.stringify({ type: 'ack', id, code: 0, msg: 'success', payload }));
}

/** Sends an event of session `s`; volatile ones have no number of their own. */
export function emit(ws: WebSocket, type: string, seq: number, payload: object = {}, extra: object = {}): void {
  ws.send(
    JSON.stringify({
      type,
      seq,
      epoch: 'ep_1',
      session_id: 's',
      timestamp: '',
      ...extra,
      payload: { type, agentId: 'main', sessionId: 's', ...payload },
    }),
  );
}
