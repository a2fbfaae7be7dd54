/** A terminal UI that loses its server, and prompts typed before it reconnects (tui.md 2.1, 2.6, 4.4). */
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '../helpers/daemon.js';
import type { Pty } from '../helpers/pty.js';
import { startRelay, type Relay } from '../helpers/relay.js';
import { agent, instanceFiles, makePlace, startWeb, type Place, type Web } from './program.js';
import { createScreens } from './screens.js';

jest.setTimeout(120_000);

let place: Place;
let web: Web | undefined;
let relay: Relay | undefined;
const terminals = createScreens(() => place);
beforeEach(() => void (place = makePlace()));
afterEach(async () => {
  terminals.close();
  await relay?.close();
  [web, relay] = [undefined, undefined];
  await place.leave();
});

async function text(ui: Pty): Promise<string> {
  return (await ui.scrollback()).join('\n');
}

function occurrences(whole: string, part: string): number {
  return whole.split(part).length - 1;
}

function instanceFile(): string {
  const [file = ''] = instanceFiles(place);
  return join(place.home, 'server/instances', file);
}

/** Starts a server, and a UI that reaches it through a relay. */
async function relayed(): Promise<{ ui: Pty; web: Web; relay: Relay }> {
  web = await startWeb(place);
  relay = await startRelay(Number(new URL(web.baseUrl).port));
  const instance = JSON.parse(readFileSync(instanceFile(), 'utf8')) as Record<string, unknown>;
  writeFileSync(instanceFile(), JSON.stringify({ ...instance, port: relay.port }), { mode: 0o600 });
  const ui = await terminals.ready();
  return { ui, web, relay };
}

describe('a connection that is lost', () => {
  test('is opened again: what was typed meanwhile is queued and sent, what happened meanwhile is shown once', async () => {
    const { ui, web, relay } = await relayed();
    ui.type('say before\r');
    await ui.waitFor(/^before$/m);
    const id = (await web.ok('listSessions')).items[0]?.id ?? '';
    relay.setOpen(false);
    await ui.waitFor('Connection lost: trying again');
    await web.prompt(id, 'say meanwhile');
    ui.type('say after\r');
    await ui.waitFor('queued: say after');
    // wait for the second failed attempt
    await ui.waitFor('(attempt 2)');
    relay.setOpen(true);
    await ui.waitFor('Reconnected.');
    await ui.waitFor(/^after$/m);
    const whole = await text(ui);
    for (const once of ['> say before', '> say meanwhile (elsewhere)', '> say after', 'Reconnected'])
      expect([once, occurrences(whole, once)]).toEqual([once, 1]);
    expect(whole).not.toContain('(elsewhere)\n\nafter');
  });

  test('by a server in trouble is no news when it is back at once', async () => {
    const { ui, relay } = await relayed();
    for (const code of [1013, 1011]) {
      relay.closeSockets(code);
      ui.type(`say code ${code}\r`);
      await ui.waitFor(new RegExp(`^code ${code}$`, 'm'));
    }
    expect(await text(ui)).not.toContain('Reconnected');
  });

  test('by a token that was replaced is not noticed, and the page is opened with the next one', async () => {
    web = await startWeb(place, ['--base-path', '/there']);
    const ui = await terminals.ready();
    const { out, code } = await agent(place, ['web', 'rotate-token']);
    expect(code).toBe(0);
    const [token = '', link = ''] = out.trim().split('\n');
    expect(link).toBe(`${web.baseUrl.replace(/\/there$/, '')}/there/#token=${token}`);
    ui.type('say after the rotation\r');
    await ui.waitFor(/^after the rotation$/m);
    expect(await text(ui)).not.toMatch(/Reconnected|Connection lost/);
  });

  test('to a server that has ended is replaced by one of its own, which continues the session', async () => {
    web = await startWeb(place);
    const ui = await terminals.ready();
    ui.type('say before\r');
    await ui.waitFor(/^before$/m);
    await web.stop();
    await ui.waitFor('Connection lost');
    ui.type('say kept\r');
    await ui.waitFor('queued: say kept');
    await ui.waitFor('Reconnected to a new server.', 40_000);
    await ui.waitFor(/^kept$/m);
    expect(occurrences(await text(ui), '> say kept')).toBe(1);
  });

  test('to a killed server: a prompt on its way comes before those that are typed afterwards', async () => {
    web = await startWeb(place);
    const ui = await terminals.ready();
    const { pid } = JSON.parse(readFileSync(instanceFile(), 'utf8')) as { pid: number };
    process.kill(pid, 'SIGSTOP');
    ui.type('say sent\r');
    await ui.waitFor(/^> say sent/m);
    // the UI has handled Enter when the input is empty
    await ui.waitFor(/^>\s*$/m);
    process.kill(pid, 'SIGKILL');
    await ui.waitFor('Connection lost');
    ui.type('say typed\r');
    await ui.waitFor('queued: say typed');
    await ui.waitFor('Reconnected to a new server.', 40_000);
    await ui.waitFor(/^typed$/m);
    const said = (await text(ui)).split('\n').filter((line) => /^(?:> say )?(?:sent|typed)$/.test(line));
    expect(said).toEqual(['> say sent', 'sent', '> say typed', 'typed']);
  });

  test('to a killed server of its own: a prompt that is sent at that moment is not lost', async () => {
    const ui = await terminals.ready();
    const { pid } = JSON.parse(readFileSync(instanceFile(), 'utf8')) as { pid: number };
    process.kill(pid, 'SIGKILL');
    ui.type('say in time\r');
    await ui.waitFor('Reconnected to a new server.', 20_000);
    await ui.waitFor(/^in time$/m);
    expect(occurrences(await text(ui), '> say in time')).toBe(1);
  });
});

test.each([
  ['say sent', 'sending: say sent', /^sent$/m, '> say sent'],
  ['!printf shel; printf led', 'sending: !printf shel; printf led', /^ {2}shelled$/m, '$ printf shel; printf led'],
])('%j for a server that does not answer is shown as being sent, then once', async (typed, row, answer, shown) => {
  web = await startWeb(place);
  const ui = await terminals.ready();
  const { pid } = JSON.parse(readFileSync(instanceFile(), 'utf8')) as { pid: number };
  process.kill(pid, 'SIGSTOP');
  ui.type(`${typed}\r`);
  await ui.waitFor(row).finally(() => process.kill(pid, 'SIGCONT'));
  await ui.waitFor(answer);
  const whole = await text(ui);
  expect(occurrences(whole, shown)).toBe(1);
  expect(whole).not.toContain('sending:');
});

test.each([
  ['Enter', '\r'],
  ['Ctrl-S', '\x13'],
])('a prompt that is typed before the server is there is queued and sent, with %s', async (_, key) => {
  await terminals.ready().then((ui) => {
    ui.type('/exit\r');
    return until('the end', () => ui.ended());
  });
  const ui = terminals.start();
  ui.type('say early');
  await ui.waitFor(/^> say early/m);
  ui.type(key);
  await ui.waitFor('queued: say early');
  await ui.waitFor(/^> say early\n[^]*^early$/m);
  expect(occurrences(await text(ui), '> say early')).toBe(1);
});

test('sessions in which nothing was said are not kept: of the start, and of /new', async () => {
  web = await startWeb(place);
  const ui = await terminals.ready();
  const sessions = async (): Promise<string[]> => ((await web?.ok('listSessions'))?.items ?? []).map(({ id }) => id);
  const [first] = await sessions();
  ui.type('/new\r');
  await ui.waitFor('New session.');
  const [second, ...others] = await sessions();
  expect(others).toEqual([]);
  expect(second).not.toBe(first);
  ui.type('/new A title\r');
  await ui.waitFor(/New session\.[^]*New session\./);
  ui.type('/new\r');
  await ui.waitFor(/(?:New session\.[^]*){3}/);
  ui.type('/exit\r');
  expect(await until('the end', () => ui.ended())).toBe(0);
  expect((await web.ok('listSessions')).items.map(({ title }) => title)).toEqual(['A title']);
});
