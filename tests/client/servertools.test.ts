/** `agent -p` with tools of an MCP server that the user configured (cli.md 4.2). */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startTestDaemon, type TestDaemon } from '../helpers/daemon.js';
import { startToolServer, type ToolServer } from '../helpers/mcpserver.js';
import { command } from './harness.js';

let daemon: TestDaemon;
let server: ToolServer;
beforeAll(async () => {
  server = await startToolServer();
  daemon = await startTestDaemon();
  writeFileSync(join(daemon.home, 'mcp.json'), JSON.stringify({ mcpServers: { box: { url: server.url } } }));
});
afterAll(async () => {
  await daemon.close();
  await server.close();
});

const agent = (...argv: string[]) => command(['-p', ...argv], { home: daemon.home, cwd: daemon.cwd });

test('the first step has them; calls, progress and failures are reported like others', async () => {
  const lines = [
    'call mcp__box__echo {"text":"hi"}',
    'call mcp__box__progress {"steps":3,"ms":150}',
    'call mcp__box__fail {"text":"no way"}',
  ];
  const { code, out, err } = await agent(lines.join('\n'));
  expect(code).toBe(0);
  expect(err).toContain('[tool] mcp__box__echo box: echo {"text":"hi"}\n[tool] mcp__box__echo ok\n');
  expect(err).toMatch(/\[tool\] mcp__box__progress box: progress .+\n( {2}step \d\n)+\[tool\] mcp__box__progress ok\n/);
  expect(err).toContain('[tool] mcp__box__fail error: no way\n');
  expect(out).toContain('mcp__box__echo: ok');
});

test('stream-json', async () => {
  const { code, out } = await agent('call mcp__box__media {}', '--output-format', 'stream-json');
  expect(code).toBe(0);
  const lines = out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(JSON.stringify(lines)).toContain('"name":"mcp__box__media"');
  expect(out).toContain('parts');
});
