/** The built program fetches a web page from a local server, with its own client, worker thread and libraries. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { answers, startSite, type Site } from '../helpers/site.js';
import { follow, request } from '../helpers/turns.js';

let folder: string;
let site: Site;
let child: ChildProcess | undefined;

beforeEach(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'agent-fetch-')));
  mkdirSync(join(folder, 'work'));
  site = await startSite();
});
afterEach(async () => {
  if (child && child.exitCode === null) {
    const gone = once(child, 'exit');
    child.kill('SIGTERM');
    await gone;
  }
  child = undefined;
  await site.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Starts the built daemon with a resolver that maps every name to loopback. */
async function startBuilt(): Promise<{ baseUrl: string; token: string }> {
  const { outputs } = JSON.parse(readFileSync('dist/meta.json', 'utf8')) as {
    outputs: Record<string, { entryPoint?: string }>;
  };
  const [main] = Object.entries(outputs).find(([, { entryPoint }]) => entryPoint === 'daemon/main.ts') ?? [];
  const script = join(folder, 'start.mjs');
  writeFileSync(
    script,
    `import { startDaemon } from ${JSON.stringify(pathToFileURL(resolve(main ?? '')).href)};
const daemon = await startDaemon({
  lifetime: 'web', host: '127.0.0.1', port: 0, home: ${JSON.stringify(join(folder, 'home'))}, userHome: ${JSON.stringify(folder)},
  cwd: ${JSON.stringify(join(folder, 'work'))}, version: '0.0.1', env: process.env,
  web: {
    resolve: async () => [{ address: '93.184.215.14', family: 4 }],
    reach: () => ({ address: '127.0.0.1', family: 4 }),
  },
});
process.on('SIGTERM', () => void daemon.close());
console.log(JSON.stringify({ baseUrl: daemon.baseUrl, token: daemon.token }));
await daemon.closed;
process.exit(0);
`,
  );
  child = spawn(process.execPath, [script], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { PATH: process.env['PATH'] ?? '', HOME: folder },
  });
  const [line] = (await once(createInterface(child.stdout!), 'line')) as [string];
  return JSON.parse(line) as { baseUrl: string; token: string };
}

test('a page as Markdown', async () => {
  const paragraph = '<p>A <b>paragraph</b> that is long enough to be taken for a part of an article.</p>'.repeat(10);
  const html = `<html><head><title>Built</title></head><body><nav>Menu</nav><article>${paragraph}<table><tr><th>a<td>b</tr></table></article></body></html>`;
  site.serve('/page', answers(html, 'text/html'));
  const daemon = await startBuilt();
  const made = await request<{ id: string }>(daemon, 'POST', '/api/v1/sessions', {
    metadata: { cwd: join(folder, 'work') },
  });
  const talk = await follow(daemon, made.data.id);
  await request(daemon, 'POST', `/api/v1/sessions/${made.data.id}/prompts`, {
    content: [{ type: 'text', text: `fetch ${site.at('/page')}` }],
  });
  const result = await talk.until('tool.result');
  talk.close();
  expect(result.payload['output']).toMatch(/^# Built\n\nA \*\*paragraph\*\* that[^]*\n\| a \| b \|\n/);
  expect(result.payload['output']).not.toContain('Menu');
  expect(talk.findings).toEqual([]);
});
