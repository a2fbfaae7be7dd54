/** The terminal UI with its own server and the offline provider, on a real pseudoterminal (tui.md 2, 3). */
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '../helpers/daemon.js';
import { processesOf } from '../helpers/processes.js';
import type { Pty } from '../helpers/pty.js';
import { instanceFiles, makePlace, root, startWeb, type Place } from './program.js';
import { createScreens, decide, occurrences, text } from './screens.js';

jest.setTimeout(120_000);

let place: Place;
const screens = createScreens(() => place);
const { start, ready } = screens;
beforeEach(() => {
  place = makePlace();
});
afterEach(async () => {
  screens.close();
  await place.leave();
});

async function leave(ui: Pty): Promise<number> {
  ui.type('/exit\r');
  return await until('the end of the UI', () => ui.ended());
}

test('a newcomer starts it, gets an answer, and leaves; the terminal is as before', async () => {
  const ui = start();
  await ui.waitFor('agent 0.');
  await ui.waitFor(/^No model provider is configured\.[^]*^> 1\. /m, 30_000);
  ui.type('3');
  await ui.waitFor('offline/echo answers');
  ui.type('say good morning\r');
  await ui.waitFor(/^> say good morning\n\ngood morning$/m);
  expect(await leave(ui)).toBe(0);
  const whole = await text(ui);
  expect(whole).toMatch(/To resume this session: agent -r session_[0-9a-z]{26}$/);
  // no row of the live region remains
  expect(whole).not.toContain('───');
  expect(await ui.modes()).toEqual({ paste: false, focus: false, wraps: true, isInView: false });
  await until('the end of the server', () => (processesOf(place.user).length === 0 ? true : undefined));
});

test('start and end without a word leave no session behind', async () => {
  const ui = await ready();
  ui.type('\x04');
  await ui.waitFor('Press Ctrl-D again to exit');
  ui.type('\x04');
  expect(await until('the end of the UI', () => ui.ended())).toBe(0);
  expect(await text(ui)).not.toContain('To resume');
  const web = await startWeb(place);
  expect((await web.ok('listSessions')).items).toEqual([]);
});

test('an edit is approved, its diff stays in the transcript, and the file is changed', async () => {
  writeFileSync(join(place.cwd, 'a.txt'), 'zero\none\ntwo\n');
  const ui = await ready();
  ui.type('edit a.txt: one => ONE\r');
  await ui.waitFor('Approval needed: Edit');
  const shown = (await ui.screen()).join('\n');
  expect(shown).toMatch(/2 - one\n.*2 \+ ONE/);
  expect(shown).toContain('4. Reject with feedback');
  await decide(ui, 'Approval needed', '1');
  await ui.waitFor('Approved: Edit');
  await ui.waitFor('Edit: ok');
  expect(readFileSync(join(place.cwd, 'a.txt'), 'utf8')).toBe('zero\nONE\ntwo\n');
});

test('a rejection with feedback reaches the model, and the draft is kept meanwhile', async () => {
  const ui = await ready();
  ui.type('run echo one\r');
  await ui.waitFor('Approval needed: Bash');
  await decide(ui, 'Approval needed', '4');
  ui.type('use printf');
  await ui.waitFor('use printf');
  ui.type('\r');
  await ui.waitFor('Rejected: Bash echo one: use printf');
  await ui.waitFor(/● Bash {2}echo one +rejected/);
});

test('a key that was meant for the input is not taken by a panel that opens', async () => {
  const ui = await ready();
  ui.type('run echo stolen\r');
  await ui.waitFor('○ Bash');
  // the user keeps typing while the panel opens
  for (let at = 0; at < 12; at += 1) {
    ui.type('1');
    await new Promise((next) => setTimeout(next, 60));
  }
  expect(await text(ui)).not.toContain('Approved');
  await decide(ui, 'Approval needed', '3');
  await ui.waitFor('Rejected: Bash echo stolen');
  await ui.waitFor(/^> 1{12}/m);
});

test('a question is answered', async () => {
  const ui = await ready();
  ui.type('ask Which one? alpha | beta\r');
  await decide(ui, 'Which one?', '2');
  await ui.waitFor('Answered: Which one? → beta');
});

test('prompts queue while a turn runs; Esc interrupts it, and the queued one comes back into the input', async () => {
  const ui = await ready();
  ui.type('slow 200 one two three four five six seven eight nine ten eleven twelve\r');
  await ui.waitFor('Esc to interrupt');
  ui.type('say later\r');
  await ui.waitFor('queued: say later');
  ui.type('\x1b');
  await ui.waitFor('Interrupted.');
  await ui.waitFor(/^> say later$/m);
  ui.type('\r');
  await ui.waitFor(/^> say later\n\nlater$/m);
});

test('the history search receives its keys: Ctrl-S a newer entry, Ctrl-C what was typed before', async () => {
  const ui = await ready();
  for (const word of ['older', 'newer']) {
    ui.type(`say ${word}\r`);
    await ui.waitFor(new RegExp(`^${word}$`, 'm'));
  }
  ui.type('a draft');
  await ui.waitFor(/^> a draft$/m);
  ui.type('\x12');
  await ui.waitFor(/^history: *\n {2}say newer$/m);
  ui.type('\x12');
  await ui.waitFor(/^history: *\n {2}say older$/m);
  ui.type('\x13');
  await ui.waitFor(/^history: *\n {2}say newer$/m);
  ui.type('\x03');
  await ui.waitFor(/^> a draft$/m);
  expect((await ui.screen()).join('\n')).not.toMatch(/Press Ctrl-C|You said: a draft/);
});

test('a shell command stays one in the editor, and in the history when it is cleared', async () => {
  const editor = join(place.folder, 'editor');
  writeFileSync(editor, '#!/bin/sh\nprintf " edited" >> "$1"\n', { mode: 0o700 });
  const ui = await ready([], { environment: { EDITOR: editor } });
  ui.type('!');
  await ui.waitFor(/^!\s*$/m);
  ui.type('echo typed');
  await ui.waitFor(/^! echo typed$/m);
  ui.type('\x07');
  await ui.waitFor(/^! echo typed edited$/m);
  ui.type('\x1b');
  await ui.waitFor('Esc again to clear');
  ui.type('\x1b');
  await ui.waitFor(/^[!>]\s*$/m);
  ui.type('\x1b[A');
  await ui.waitFor(/^! echo typed edited$/m);
});

test('Ctrl-S without a running turn sends the text as Enter does', async () => {
  const ui = await ready();
  ui.type('say steered');
  await ui.waitFor(/^> say steered$/m);
  ui.type('\x13');
  await ui.waitFor(/^> say steered\n\nsteered$/m);
  ui.type('typed afterwards');
  await ui.waitFor(/^> typed afterwards$/m);
  expect((await ui.screen()).join('\n')).not.toContain('no such prompt');
});

test('Ctrl-S runs a command as Enter does, also while a turn runs, and sends none to the model', async () => {
  const ui = await ready();
  ui.type('/title By Ctrl-S');
  await ui.waitFor(/^> \/title By Ctrl-S$/m);
  ui.type('\x13');
  await ui.waitFor('Title: By Ctrl-S');
  ui.type('slow 200 one two three four five six seven eight nine ten eleven twelve\r');
  await ui.waitFor('Esc to interrupt');
  ui.type('/retry');
  await ui.waitFor(/^> \/retry$/m);
  ui.type('\x13');
  await ui.waitFor('A turn runs: press Esc first, then /retry');
  ui.type('\x15');
  ui.type('/titel');
  await ui.waitFor(/^> \/titel$/m);
  ui.type('\x13');
  await ui.waitFor('Did you mean /title?');
  expect((await ui.scrollback()).join('\n')).not.toMatch(/You said|^> \/title By/m);
});

test('a shell command of the user shows its output while it runs and when it has ended', async () => {
  const ui = await ready();
  ui.type('!');
  ui.type('echo first; read -t 2 x < /dev/zero; sleep 1; echo second');
  await new Promise((next) => setTimeout(next, 200));
  ui.type('\r');
  await ui.waitFor('$ echo first');
  await ui.waitFor(/^ {2}first$/m);
  await ui.waitFor(/^ {2}first\n {2}second$/m);
});

test('a session is resumed with what was said in it, and its draft', async () => {
  const first = await ready();
  first.type('say remembered\r');
  await first.waitFor(/^remembered$/m);
  first.type('a draft that is not sent');
  await new Promise((next) => setTimeout(next, 1_500));
  process.kill(first.pid, 'SIGKILL');
  await until('the end of the server', () => (processesOf(place.user).length === 0 ? true : undefined));
  const again = start(['-c']);
  await again.waitFor(/^> a draft that is not sent/m);
  expect(occurrences(await text(again), '> say remembered')).toBe(1);
});

test('a killed server is replaced, and the transcript continues without a repetition', async () => {
  const ui = await ready();
  ui.type('say before\r');
  await ui.waitFor(/^before$/m);
  ui.type('slow 100 a1 a2 a3 a4 a5 a6 a7 a8 a9 b1 b2 b3 b4 b5 b6 b7 b8 b9\r');
  await ui.waitFor(/^a1 a2 a3/m);
  const [file = ''] = instanceFiles(place);
  process.kill(
    (JSON.parse(readFileSync(join(place.home, 'server/instances', file), 'utf8')) as { pid: number }).pid,
    'SIGKILL',
  );
  await ui.waitFor('Reconnected to a new server.');
  await ui.waitFor('The answer above was cut off by a restart.');
  ui.type('say after\r');
  await ui.waitFor(/^after$/m);
  const whole = await text(ui);
  for (const once of ['> say before', '> slow 100', '> say after', 'Reconnected'])
    expect(occurrences(whole, once)).toBe(1);
});

test('what another client does appears here, marked', async () => {
  const web = await startWeb(place);
  const ui = await ready();
  const id = (await web.ok('listSessions')).items[0]?.id ?? '';
  await web.prompt(id, 'say from there');
  await ui.waitFor(/^> say from there \(elsewhere\)\n\nfrom there$/m);
  await web.prompt(id, 'run echo there');
  await ui.waitFor('Approval needed: Bash');
  const answer = await web.fetch(`/api/v1/sessions/${id}/approvals?status=pending`);
  const { items } = ((await answer.json()) as { data: { items: { approval_id: string }[] } }).data;
  await web.ok(
    'resolveApproval',
    { session_id: id, approval_id: items[0]?.approval_id ?? '' },
    { decision: 'approved' },
  );
  await ui.waitFor('Approved: Bash echo there (elsewhere)');
});

describe('the screen', () => {
  test('of 40×10 holds the panel with its choices', async () => {
    const ui = await ready([], { columns: 40, rows: 10 });
    ui.type('run echo small\r');
    await ui.waitFor('Approval needed: Bash');
    // the panel shows the command
    await ui.waitFor(/^ {2}echo small$/m);
    await decide(ui, '1. Approve once', '1');
    await ui.waitFor(/^small$/m);
  });

  test('keeps what stood in the terminal before', async () => {
    const script = 'for i in $(seq 1 60); do echo "earlier $i"; done; exec "$0" "$1"';
    const ui = screens.startCommand('/bin/sh', ['-c', script, process.execPath, join(root, 'bin/agent.js')]);
    await ui.waitFor(/^No model provider[^]*^> 1\. /m, 30_000);
    ui.type('3');
    await ui.waitFor('offline/echo answers');
    ui.type('say something\r');
    await ui.waitFor(/^something$/m);
    for (const [columns, rows] of [
      [100, 40],
      [80, 30],
      [60, 24],
      [90, 24],
      [120, 40],
    ] as const) {
      ui.resize(columns, rows);
      await new Promise((next) => setTimeout(next, 250));
    }
    await leave(ui);
    const lines = await ui.scrollback();
    for (let at = 1; at <= 60; at += 1) expect(lines.filter((line) => line === `earlier ${at}`)).toHaveLength(1);
    expect(lines.filter((line) => line === 'something')).toHaveLength(1);
  });

  test('is not written to while nothing happens', async () => {
    const ui = await ready();
    await new Promise((next) => setTimeout(next, 6_000));
    ui.forget();
    await new Promise((next) => setTimeout(next, 3_000));
    expect(ui.bytes()).toBe('');
  });
});
