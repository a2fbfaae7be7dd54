/** The older way to reach an MCP server: answers come as events of one GET, messages go to an address of their own. */
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/server';
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Offered } from './mcptools.js';

export interface Events {
  answer(request: IncomingMessage, response: ServerResponse, body: unknown): void;
  sessions(): number;
  forget(): void;
}

export function createEvents(offered: Offered): Events {
  const open = new Map<string, { transport: Transport; response: ServerResponse }>();

  function begin(response: ServerResponse): void {
    const id = randomUUID();
    const transport: Transport = {
      start: async () => undefined,
      close: async () => transport.onclose?.(),
      send: async (message: JSONRPCMessage) =>
        void response.write(`event: message\ndata: ${JSON.stringify(message)}\n\n`),
    };
    open.set(id, { transport, response });
    response.on('close', () => {
      open.delete(id);
      transport.onclose?.();
    });
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    void offered
      .connect()
      .connect(transport)
      .then(() => response.write(`event: endpoint\ndata: /messages?session=${id}\n\n`));
  }

  return {
    answer(request, response, body) {
      const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
      if (request.method === 'GET' && pathname === '/mcp') return begin(response);
      if (request.method !== 'POST' || pathname !== '/messages') return void response.writeHead(405).end();
      const known = open.get(searchParams.get('session') ?? '');
      if (!known) return void response.writeHead(404).end('no such session');
      response.writeHead(202).end();
      known.transport.onmessage?.(body as JSONRPCMessage);
    },
    sessions: () => open.size,
    forget() {
      for (const { response } of open.values()) response.destroy();
      open.clear();
    },
  };
}
