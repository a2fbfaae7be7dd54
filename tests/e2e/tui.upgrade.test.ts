/** The notice of a newer version in the terminal UI: one line, at most once a day, after everything else (acp-cli.md 2.3). */
import { afterAll, afterEach, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import { statSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { until } from '../helpers/daemon.js';
import { startInPty, type Pty } from '../helpers/pty.js';
import { makePlace, root, type Place } from './program.js';

jest.setTimeout(60_000);

let server: Server;
let url: string;
let asked = 0;
let answer: (response: ServerResponse) => void;
let place: Place;
let ui: Pty | undefined;
const mark = (): string => join(place.home, 'updates', 'asked');

beforeAll(async () => {
  server = createServer((_, response) => {
    asked += 1;
    answer(response);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  asked = 0;
  answer = (response) => response.end('{"version":"99.1.0"}');
  place = makePlace('');
});
afterEach(async () => {
  ui?.close();
  await place.leave();
});

/** Starts the UI and waits until it accepts a prompt. */
async function start(environment: Record<string, string> = {}): Promise<Pty> {
  ui?.close();
  ui = startInPty(process.execPath, [join(root, 'bin/agent.js'), '-m', 'offline/echo'], {
    cwd: place.cwd,
    columns: 100,
    rows: 30,
    environment: { ...place.env, AGENT_CODE_RELEASE_INDEX: url, CI: '', ...environment },
  });
  await ui.waitFor(/^> ?$/m, 30_000);
  return ui;
}

async function leave(shown: Pty): Promise<number> {
  const before = Date.now();
  shown.type('/exit\r');
  await until('the end of the program', () => shown.ended());
  return Date.now() - before;
}

const line = /^agent 99\.1\.0 is available \(this is \d+\.\d+\.\d+\): agent upgrade installs it$/m;

test('it is named once a day', async () => {
  const first = await start();
  await first.waitFor(line);
  expect(asked).toBe(1);
  await leave(first);

  const second = await start();
  second.type('say again\r');
  await second.waitFor(/again[^]*again/);
  expect([asked, line.test(second.bytes())]).toEqual([1, false]);
  await leave(second);

  const yesterday = statSync(mark()).mtimeMs / 1_000 - 24 * 60 * 60 - 1;
  utimesSync(mark(), yesterday, yesterday);
  await (await start()).waitFor(line);
  expect(asked).toBe(2);
});

test.each([
  ['the setting', {}, '[upgrade]\ncheck = false\n'],
  ['the variable', { AGENT_CODE_NO_AUTO_UPDATE: '1' }, ''],
  ['continuous integration', { CI: 'true' }, ''],
])('nothing is asked with %s', async (_, environment, settings) => {
  writeFileSync(join(place.home, 'tui.toml'), settings);
  const shown = await start(environment);
  shown.type('say asked for nothing\r');
  await shown.waitFor(/nothing[^]*nothing/);
  expect(asked).toBe(0);
});

test.each<[string, typeof answer]>([
  ['is silent', () => undefined],
  ['fails', (response) => void response.writeHead(500).end('{"version":"99.1.0"}')],
  ['is no JSON', (response) => response.end('<html>')],
])('an index that %s is not named, and keeps no one from leaving', async (_, answers) => {
  answer = answers;
  const shown = await start();
  await until('the question', () => asked || undefined);
  shown.type('say on\r');
  await shown.waitFor(/on[^]*\bon$/m);
  expect(await leave(shown)).toBeLessThan(2_000);
  expect(shown.bytes()).not.toMatch(/available|release index/);
});
