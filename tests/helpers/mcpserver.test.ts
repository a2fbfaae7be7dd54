/** The MCP servers of the tests themselves, asked by the real client. */
import { afterEach, expect, test } from '@jest/globals';
import {
  Client,
  SSEClientTransport,
  StreamableHTTPClientTransport,
  type Transport,
} from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { programEntry, startToolServer } from './mcpserver.js';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function connect(transport: Transport): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(transport);
  closing.push(() => client.close());
  return client;
}

async function http(script: Parameters<typeof startToolServer>[0]) {
  const server = await startToolServer(script);
  closing.push(() => server.close());
  return server;
}

test.each(['stdio', 'http', 'json', 'sse'])('tools over %s are listed, called and changed', async (kind) => {
  const transport = async (): Promise<Transport> => {
    if (kind === 'stdio') return new StdioClientTransport(await programEntry({ pageSize: 5 }));
    const server = await http({ kind: kind === 'sse' ? 'sse' : 'http', json: kind === 'json', pageSize: 5 });
    const url = new URL(server.url);
    return kind === 'sse' ? new SSEClientTransport(url) : new StreamableHTTPClientTransport(url);
  };
  const client = await connect(await transport());
  const changed = new Promise<void>((resolve) => {
    client.setNotificationHandler('notifications/tools/list_changed', () => resolve());
  });
  const names = (await client.listTools()).tools.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['echo', 'breed']));
  const { content } = await client.callTool({ name: 'echo', arguments: { text: 'hi' } });
  expect(content).toEqual([{ type: 'text', text: '{"text":"hi"}' }]);
  await client.callTool({ name: 'offer', arguments: { names: ['echo'] } });
  if (kind !== 'json') await changed;
  expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['echo']);
});

test('a token is asked for', async () => {
  const server = await http({ token: 'open-sesame', challenge: 'Bearer realm="x"' });
  expect((await fetch(server.url, { method: 'POST', body: '{}' })).headers.get('www-authenticate')).toBe(
    'Bearer realm="x"',
  );
  const headers = { authorization: 'Bearer open-sesame' };
  await connect(new StreamableHTTPClientTransport(new URL(server.url), { requestInit: { headers } }));
  expect(server.sessions()).toBe(1);
  expect(server.asked('initialize')).toHaveLength(1);
});
