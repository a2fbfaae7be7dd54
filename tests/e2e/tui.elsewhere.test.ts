/** Changes that another client makes to the session, and prompts typed after them (tui.md 2.4, 4.4). */
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '../helpers/daemon.js';
import { makePlace, startWeb, type Place } from './program.js';
import { createScreens } from './screens.js';

jest.setTimeout(60_000);

let place: Place;
const terminals = createScreens(() => place);
beforeEach(() => void (place = makePlace()));
afterEach(async () => {
  terminals.close();
  await place.leave();
});

test('a session that is archived or deleted elsewhere: the next prompt asks, and is sent where the user wants', async () => {
  const web = await startWeb(place);
  const ui = await terminals.ready();
  ui.type('say here\r');
  await ui.waitFor(/^here$/m);
  const id = (await web.ok('listSessions')).items[0]?.id ?? '';
  await web.ok('archiveSession', { session_id: id });
  await ui.waitFor('This session was archived elsewhere.');
  ui.type('say restored\r');
  await ui.waitFor('This session is archived.');
  ui.type('3');
  await ui.waitFor(/^> say restored$/m);
  ui.type('\r');
  await ui.waitFor('> 1. Restore it and send');
  ui.type('1');
  await ui.waitFor(/^restored$/m);
  // the answer appears before the end of its turn
  await until('the end of the turn', async () =>
    (await web.ok('getSession', { session_id: id })).busy ? undefined : true,
  );
  await web.ok('deleteSession', { session_id: id });
  await ui.waitFor('This session was deleted elsewhere.');
  ui.type('say again\r');
  await ui.waitFor('> 1. Start a new session');
  ui.type('1');
  await ui.waitFor(/^again$/m);
  expect((await web.ok('listSessions')).items).toHaveLength(1);
});

test('a hostile title, answer and directory are escaped in the rows of commands, notices and panels', async () => {
  const web = await startWeb(place);
  const ui = await terminals.ready();
  const id = (await web.ok('listSessions')).items[0]?.id ?? '';
  const hostile = 'a\x1b]0;pwned\x07b\x1b[2Jc\x9bd\u202ee';
  const escaped = 'a\\x1b]0;pwned\\x07b\\x1b[2Jc\\x9bd\\u202ee';
  await web.ok('updateSessionProfile', { session_id: id }, { title: `${hostile}\nsecond` });
  await web.prompt(id, `say ${hostile}`);
  await until('the end of the turn', async () =>
    (await web.ok('getSession', { session_id: id })).busy ? undefined : true,
  );
  await ui.waitFor(/^a\\x1b\]0/m);
  const count = async (): Promise<number> => (await ui.scrollback()).join('\n').split(escaped).length;
  for (const command of ['/title', '/status', '/raw']) {
    const before = await count();
    ui.type(`${command}\r`);
    await until(`the rows of ${command}`, async () => ((await count()) > before ? true : undefined));
  }
  expect((await ui.scrollback()).join('\n')).toContain(`Title: ${escaped}⏎second`);
  ui.type('/model no\u202epe\r');
  await ui.waitFor('There is no model no\\u202epe.');
  ui.type('\x15');
  mkdirSync(join(place.folder, 'more\u202e'));
  ui.type('/add-dir ../more\u202e\r');
  await ui.waitFor(/^Add .*more\\u202e\?$/m);
  expect(ui.bytes()).not.toMatch(/\x1b\]0;pwned|\x1b\[2Jc|\x9b|\u202e/);
});
