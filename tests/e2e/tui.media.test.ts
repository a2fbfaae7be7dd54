/** Images and videos in the input of the terminal UI, from the clipboard and from pasted paths (tui.md 3.6). */
import { afterAll, afterEach, beforeAll, expect, jest, test } from '@jest/globals';
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { until } from '../helpers/daemon.js';
import { plain } from '../helpers/pictures.js';
import type { Pty } from '../helpers/pty.js';
import { makePlace, startWeb, type Place, type Web } from './program.js';
import { createScreens, text } from './screens.js';

jest.setTimeout(60_000);

let place: Place;
let web: Web;
let tools: string;
const uis = createScreens(() => place);
let ui: Pty;
let picture: string;

beforeAll(async () => {
  place = makePlace();
  web = await startWeb(place);
  picture = join(place.cwd, 'red dot.png');
  writeFileSync(picture, await plain(40, 30));
  writeFileSync(join(place.cwd, 'dot.png'), await plain(20, 20));
  writeFileSync(join(place.cwd, 'film.mp4'), Buffer.from('\0\0\0\x18ftypisom\0\0\0\0', 'latin1'));
  writeFileSync(join(place.cwd, 'broken.png'), 'no picture');
  // PATH contains no clipboard programs except those that the tests add
  tools = join(place.folder, 'tools');
  mkdirSync(tools);
  for (const name of ['sh', 'cat', 'stty', 'sleep']) symlinkSync(`/bin/${name}`, join(tools, name));
  ui = await uis.ready([], { environment: { PATH: tools } });
});
afterEach(() => {
  ui.type('\x15\x15');
});
afterAll(async () => {
  uis.close();
  await place.leave();
});

function stub(name: string, script: string): void {
  writeFileSync(join(tools, name), `#!/bin/sh\n${script}\n`);
  chmodSync(join(tools, name), 0o700);
}

/** Pastes with the brackets that terminals send around pasted and dropped text. */
function paste(pasted: string): void {
  ui.type(`\x1b[200~${pasted}\x1b[201~`);
}

type Prompt = { text: string; kinds: string[] };

/** Returns the newest prompt of the session as the server stores it. */
async function sent(containing: string): Promise<Prompt> {
  return await until('the prompt', async () => {
    const { items } = await web.ok('listSessions');
    for (const { id } of items) {
      const messages = (await web.ok('listMessages', { session_id: id })).items;
      for (const { role, content } of messages) {
        const said = content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('');
        if (role === 'user' && said.includes(containing))
          return { text: said, kinds: content.map(({ type }) => type).filter((type) => type !== 'text') };
      }
    }
    return undefined;
  });
}

test('a dropped path becomes a placeholder, which the prompt names and sends as a part', async () => {
  ui.type('look at ');
  paste(`'${picture}' `);
  await ui.waitFor(/^> look at \[Image #1\]$/m);
  ui.type(' closely\r');
  expect(await sent('closely')).toEqual({ text: 'look at [Image #1] closely', kinds: ['image'] });
  await ui.waitFor(/^> look at \[Image #1\] closely$/m);
});

test('paths with escapes, in quotes, as address, several at once; Enter behind them waits for the upload', async () => {
  paste(`${pathToFileURL(picture).href} ${picture.replaceAll(' ', '\\ ')}\n./dot.png`);
  ui.type(' three\r');
  const { kinds } = await sent('three');
  expect(kinds).toEqual(['image', 'image', 'image']);
});

test('a placeholder is one unit for caret and Backspace; what is no longer whole is not sent', async () => {
  ui.type('one ');
  paste(picture);
  await ui.waitFor(/> one \[Image #\d+\]$/m);
  ui.type('\x1b[D\x1b[C\x7f');
  await ui.waitFor(/^> one ?$/m);
  ui.type('\x1f');
  await ui.waitFor(/> one \[Image #\d+\]$/m);
  ui.type('\x7fand none\r');
  expect(await sent('and none')).toEqual({ text: 'one and none', kinds: [] });
});

test('a placeholder that was typed by hand and is not whole stays text', async () => {
  paste(picture);
  const [, label = ''] = await ui.waitFor(/> (\[Image #\d+\])$/m);
  ui.type(` is kept and ${label.slice(0, -1)} is text\r`);
  expect((await sent('is text')).kinds).toEqual(['image']);
});

test('the history brings media back with their text', async () => {
  paste(picture);
  await ui.waitFor(/> \[Image #\d+\]$/m);
  ui.type(' remembered');
  await ui.waitFor('] remembered');
  // the first press may still belong to the previous turn
  for (let isClear = false; !isClear;) {
    ui.type('\x1b');
    isClear = await ui.waitFor(/^> ?$/m, 400).then(
      () => true,
      () => false,
    );
  }
  expect(ui.bytes()).toContain('Esc again to clear');
  ui.type('\x1b[A');
  await ui.waitFor('] remembered');
  ui.type(' well\r');
  expect((await sent('remembered well')).kinds).toEqual(['image']);
});

test('a draft with media is there again, and sent with them', async () => {
  ui.type('say hello\r');
  await ui.waitFor(/^hello$/m);
  const id = (await web.ok('listSessions')).items[0]?.id ?? '';
  const second = uis.start(['-r', id]);
  await second.waitFor(/^offline\/echo/m);
  second.type('drafted ');
  second.type(`\x1b[200~${picture}\x1b[201~`);
  await second.waitFor(/^> drafted \[Image #1\]$/m);
  const rows = Array.from({ length: 12 }, (_, at) => `row ${at}`).join('\n');
  second.type(`\x1b[200~${rows}\x1b[201~`);
  await second.waitFor('[Pasted text #1 +12 lines]');
  await until('the draft', async () =>
    (await (await web.fetch(`/api/v1/gui/store/getItem?key=draft/${id}`)).text()).includes('row 11') ? true : undefined,
  );
  process.kill(second.pid, 'SIGKILL');
  const third = uis.start(['-r', id]);
  await third.waitFor(/^> drafted \[Image #1\]\[Pasted text #1 \+12 lines\]$/m);
  third.type(`\x1b[200~${picture}\x1b[201~`);
  await third.waitFor('[Image #2]');
  third.type(' again\r');
  const prompt = await sent('again');
  expect(prompt.kinds).toEqual(['image', 'image']);
  expect(prompt.text).toBe(`drafted [Image #1]${rows}[Image #2] again`);
});

test('what is no image, or none that the model takes, is not inserted', async () => {
  paste('./film.mp4');
  await ui.waitFor('echo takes no videos');
  expect((await ui.screen()).join('\n')).not.toContain('[Video');
  paste('./broken.png');
  await ui.waitFor('broken.png is not taken: convert it');
  paste('/nowhere/at-all.png');
  await ui.waitFor('> /nowhere/at-all.png');
  ui.type('\x15');
  paste('words about a picture.png');
  await ui.waitFor('> words about a picture.png');
});

test('Ctrl-V takes an image of the clipboard, the text, the path of a copied file; a program that hangs is left', async () => {
  ui.type('\x16');
  await ui.waitFor('The clipboard is empty, or no program reads it');
  stub(
    'xclip',
    `case "$*" in *TARGETS*) echo TARGETS; echo image/png;; *image/png*) cat '${picture}';; *) exit 1;; esac`,
  );
  ui.type('\x16');
  await ui.waitFor(/> \[Image #\d+\]$/m);
  ui.type(' pasted\r');
  expect((await sent('pasted')).kinds).toEqual(['image']);
  stub('wl-paste', 'case "$*" in *--list*) echo text/plain;; *) echo "from wayland";; esac');
  ui.type('\x16');
  await ui.waitFor('> from wayland');
  ui.type('\x15\x15');
  stub(
    'wl-paste',
    `case "$*" in *--list*) echo text/uri-list; echo text/plain;; *) echo '${pathToFileURL(picture).href}';; esac`,
  );
  ui.type('\x16');
  await ui.waitFor(/> \[Image #\d+\]$/m);
  ui.type('\x15\x15');
  await ui.waitFor(/^> ?$/m);
  stub('xclip', 'exit 1');
  stub('wl-paste', 'exec sleep 30');
  const before = Date.now();
  ui.type('\x16still typing');
  await ui.waitFor('> still typing');
  await ui.waitFor('The clipboard is empty, or no program reads it');
  expect(Date.now() - before).toBeLessThan(15_000);
});

test('the pictures of a Mac and of Windows', async () => {
  stub('wl-paste', 'exit 1');
  stub('xclip', 'exit 1');
  const hex = (await plain(20, 20)).toString('hex').toUpperCase();
  stub('osascript', `case "$*" in *PNGf*) echo '«data PNGf${hex}»';; *) exit 1;; esac`);
  ui.type('\x16');
  await ui.waitFor(/> \[Image #\d+\]$/m);
  ui.type('\x7f');
  await ui.waitFor(/^> ?$/m);
  stub('osascript', 'exit 1');
  stub('pbpaste', 'exit 1');
  stub('powershell.exe', `echo 'image:${(await plain(20, 20)).toString('base64')}'`);
  ui.type('\x16');
  await ui.waitFor(/> \[Image #\d+\]$/m);
  expect(await text(ui)).not.toContain('was not uploaded');
});
