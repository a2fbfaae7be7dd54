/** Decisions in the terminal UI: hunks, plans, undo, and the list of sessions (tui.md 3.10, 3.12, 3.16, 3.18). */
import { afterAll, afterEach, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '../helpers/daemon.js';
import type { Pty } from '../helpers/pty.js';
import { makePlace, startWeb, type Place, type Web } from './program.js';
import { available } from '../runtimes/machine.js';
import { createScreens, decide } from './screens.js';

jest.setTimeout(120_000);

let place: Place;
let web: Web;
const uis = createScreens(() => place);
let ui: Pty;

beforeAll(async () => {
  place = makePlace();
  web = await startWeb(place);
});
beforeEach(async () => {
  // an editor that changes one word
  const editor = join(place.folder, 'editor.sh');
  writeFileSync(editor, '#!/bin/sh\nsed -i s/LAST/edited/ "$1"\n');
  chmodSync(editor, 0o700);
  ui = await uis.ready([], { environment: { EDITOR: editor } });
});
afterEach(() => uis.close());
afterAll(async () => {
  await place.leave();
});

async function send(line: string): Promise<void> {
  ui.type(line);
  await ui.waitFor(`> ${line.slice(0, 80)}`);
  ui.type('\r');
}

const lines = Array.from({ length: 30 }, (_, at) => `row ${at + 1}`);
const changed = ['FIRST', ...lines.slice(1, -1), 'LAST'];

/** Requests an approval with two hunks. */
async function ask(name: string): Promise<string> {
  const file = join(place.cwd, name);
  writeFileSync(file, `${lines.join('\n')}\n`);
  await send(`read ${name}`);
  await ui.waitFor('Read: ok');
  await send(`write ${name}: ${changed.join(String.raw`\n`)}\\n`);
  await decide(ui, '5. Choose hunks', '5');
  await ui.waitFor('hunk 2 of 2');
  return file;
}

test('one of two hunks is dropped', async () => {
  const file = await ask('a.txt');
  ui.type(' ');
  await ui.waitFor('1 hunk taken');
  ui.type('\r');
  await ui.waitFor('Write: ok');
  expect((await ui.scrollback()).join('\n')).toMatch(/Approved: Write .*1 of 2 hunks/);
  expect(readFileSync(file, 'utf8')).toBe([...lines.slice(0, -1), 'LAST', ''].join('\n'));
});

test('the result without the dropped hunk is edited, and that text is approved', async () => {
  const file = await ask('b.txt');
  ui.type(' ');
  await ui.waitFor('1 hunk taken');
  ui.type('e');
  await ui.waitFor('Write: ok');
  expect((await ui.scrollback()).join('\n')).toMatch(/Approved: Write .*edited/);
  expect(readFileSync(file, 'utf8')).toBe([...lines.slice(0, -1), 'edited', ''].join('\n'));
});

test('a hunk that is taller than the screen is scrolled', async () => {
  const rows = Array.from({ length: 120 }, (_, at) => `row ${at + 1}`);
  writeFileSync(join(place.cwd, 'tall.txt'), `${rows.join('\n')}\n`);
  const fresh = rows.map((row, at) => (at < 60 || at === 110 ? `new ${at + 1}` : row));
  await send('read tall.txt');
  await ui.waitFor('Read: ok');
  const input = JSON.stringify({ path: 'tall.txt', content: `${fresh.join('\n')}\n` });
  ui.type(`\x1b[200~call Write ${input}\x1b[201~`);
  await ui.waitFor(/^> \[Pasted text #1/m);
  ui.type('\r');
  await decide(ui, '5. Choose hunks', '5');
  await ui.waitFor('hunk 1 of 2');
  ui.type('\x1b[6~'.repeat(4));
  await ui.waitFor(/^ *60 \+ new 60$/m);
  ui.type('n');
  await ui.waitFor(/^> \[x\] hunk 2 of 2\n[^]*^ *111 \+ new 111$/m);
  ui.type('\x1b');
  await ui.waitFor('4. Reject with feedback');
  ui.type('3');
  await ui.waitFor(/^Rejected: /m);
});

test('hunks of a call that another client answers: the view says so, and Enter decides nothing', async () => {
  const file = await ask('elsewhere.txt');
  const [item] = (await web.ok('listInbox')).items;
  const { approval_id: id = '', session_id: session = '' } = item?.approval ?? {};
  await web.ok('resolveApproval', { session_id: session, approval_id: id }, { decision: 'rejected' });
  await ui.waitFor('It was answered meanwhile: Esc goes back');
  ui.type('\r');
  await ui.waitFor(/^Rejected: Write .*\(elsewhere\)/m);
  expect(readFileSync(file, 'utf8')).toBe(`${lines.join('\n')}\n`);
});

test('with no hunk taken Enter asks for the rejection', async () => {
  await ask('c.txt');
  ui.type(' ');
  await ui.waitFor('1 hunk taken');
  ui.type('n');
  await ui.waitFor('> [x] hunk 2');
  ui.type(' ');
  await ui.waitFor('0 hunks taken');
  ui.type('\r');
  await ui.waitFor('No hunk is taken: Enter rejects');
  ui.type('\r');
  await ui.waitFor(/Write {2}c\.txt +rejected/);
});

test('the view of an approval takes its numbers', async () => {
  await send('run echo viewed');
  await decide(ui, 'Approval needed', '\x05');
  await ui.waitFor('1 Approve once · ');
  expect((await ui.modes()).isInView).toBe(true);
  ui.type('3');
  await ui.waitFor('Rejected: Bash echo viewed');
});

(available ? test : test.skip)('the fifth approved command hints at the sandbox, once', async () => {
  const hint = 'Commands can run in a sandbox without asking: /sandbox on';
  for (let at = 1; at <= 6; at += 1) {
    await send(`run echo hinted-${at}`);
    await decide(ui, `echo hinted-${at}`, at === 2 ? '3' : '1');
    await ui.waitFor(new RegExp(`(?:Approved|Rejected): Bash echo hinted-${at}`));
    if (at < 6) expect((await ui.scrollback()).join('\n')).not.toContain(hint);
  }
  await ui.waitFor(hint);
});

test('the list of own prompts goes back to before one, with its files, after a preview', async () => {
  const file = join(place.cwd, 'undo.txt');
  writeFileSync(file, 'old\n');
  await send('edit undo.txt: old => fresh');
  await decide(ui, 'Approval needed', '1');
  await ui.waitFor('Edit: ok');
  await send('say later');
  await ui.waitFor(/^later$/m);
  const [{ id } = { id: '' }] = (await web.ok('listSessions')).items;
  await until('the end of the turn', async () =>
    (await web.ok('getSession', { session_id: id })).busy ? undefined : true,
  );
  await new Promise((next) => setTimeout(next, 300));
  await send('/undo');
  await ui.waitFor(/^Go back to before[^]*^> say later /m);
  ui.type('\x1b[B');
  await ui.waitFor(/^> edit undo\.txt.* 1 file \+1 −1/m);
  ui.type('\r');
  await ui.waitFor(/^ {2}1\. Conversation and files\n {2}2\. Conversation only\n> 3\. Cancel$/m);
  ui.type('\x05');
  await ui.waitFor(/^\+old|\+ ?old$/m);
  ui.type('q');
  await ui.waitFor('> 3. Cancel');
  ui.type('1');
  await ui.waitFor('Undid 2 prompts.');
  await ui.waitFor(/^> edit undo\.txt: old => fresh$/m);
  expect(readFileSync(file, 'utf8')).toBe('old\n');
});

test('the list of sessions names work in the background', async () => {
  const id = await web.session({
    metadata: { cwd: place.cwd },
    title: 'a long build',
    agent_config: { permission_mode: 'auto' },
  });
  await web.prompt(id, 'run in background sleep 61');
  await web.event(id, 'turn.ended');
  await send('/sessions');
  await ui.waitFor(/^[> ] a long build .*running.*in the background/m);
  ui.type('\x1b');
  await ui.waitFor(/^> $/m);
  await web.fetch(`/api/v1/sessions/${id}:abort`, { method: 'POST' });
});

test('sessions are found by what was said in them, looked into, renamed and archived', async () => {
  const id = await web.session({ metadata: { cwd: place.cwd }, title: 'an old one' });
  await web.prompt(id, 'say pomegranate');
  await web.event(id, 'turn.ended');
  await send('/sessions');
  await ui.waitFor(/^[> ] an old one/m);
  ui.type('pomegranate');
  await ui.waitFor(/^> an old one .*found: .*pomegranate/m);
  ui.type('\x1b[C');
  await ui.waitFor(/^Last turn of an old one[^]*^pomegranate$/m);
  ui.type('q');
  await ui.waitFor(/^> an old one/m);
  ui.type('\x12');
  await ui.waitFor('Rename the session');
  ui.type('!');
  await ui.waitFor(/^> an old one!$/m);
  ui.type('\r');
  await ui.waitFor(/^> an old one! /m);
  ui.type('\x1b');
  await ui.waitFor(/^[> ] an old one! .*message/m);
  ui.type('one!');
  await ui.waitFor(/^> an old one!/m);
  ui.type('\x01');
  await ui.waitFor(/^> an old one! .*archived/m);
  expect((await web.ok('getSession', { session_id: id })).archived).toBe(true);
  ui.type('\x01');
  await ui.waitFor(/^> an old one! {3}\d+ message/m);
  expect((await web.ok('getSession', { session_id: id })).archived).toBe(false);
  await web.ok('archiveSession', { session_id: id });
  await ui.waitFor(/^> an old one! .*archived/m);
  // the list of the directory omits archived sessions; the list of all sessions contains them
  ui.type('\x1b');
  await ui.waitFor(/^> \S.*\n {2}\S/m);
  ui.type('\x1b');
  await ui.waitFor(/^> $/m);
  await send('/sessions');
  await ui.waitFor(/^Sessions +\d+$/m);
  ui.type('one!');
  await ui.waitFor(/^Sessions {2}one! +0$/m);
  ui.type('\t');
  await ui.waitFor(/^> an old one! .*archived/m);
});
