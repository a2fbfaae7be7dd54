/** What another client does to the session, with what is typed afterwards (tui.md 2.4, 4.4). */
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { until } from '../helpers/daemon.js';
import { makePlace, startWeb, type Place } from './program.js';
import { terminalsIn } from './tui.js';

jest.setTimeout(60_000);

let place: Place;
const terminals = terminalsIn(() => place);
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
  // the answer is shown before its turn has ended
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
