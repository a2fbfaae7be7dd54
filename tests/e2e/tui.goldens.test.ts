/** Golden screens of the terminal UI, in four terminals and three sizes; `npm test -- -u` updates them (tui.md 9). */
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { goldenDirectory } from '../helpers/goldens.js';
import type { Pty } from '../helpers/pty.js';
import { makePlace, root, startWeb, type Place } from './program.js';
import { createScreens, type Screens } from './screens.js';

jest.setTimeout(120_000);

const sizes = [
  [80, 24],
  [40, 10],
  [120, 40],
] as const;

interface Scene {
  name: string;
  keys: string | readonly string[];
  /** what the screen of 120×40 shows */
  shows: string | RegExp;
  /** keys that leave the scene */
  leave?: string | readonly string[];
  /** minimum duration */
  lastsMs?: number;
  /** omits the rows above the panel, which other scenes show */
  isPanel?: boolean;
}

const paste = (text: string): string => `\x1b[200~${text}\x1b[201~`;
/** The offline provider needs one command per line of the answer. */
const answer = ['# Title', 'Text with **bold**, `code` and a [link](https://example.org).', '- one', '> quoted']
  .map((line) => `say ${line}`)
  .join('\n');

/** All scenes, in the order in which one session shows them. */
const scenes: readonly Scene[] = [
  { name: 'start', keys: '', shows: /^offline\/echo/m },
  {
    name: 'input of several lines',
    keys: paste('first\nsecond\n第三行 👍'),
    shows: '第三行',
    leave: '\x03',
  },
  { name: 'commands', keys: '/mo', shows: '/model', leave: ['\x1b', '\x15'] },
  { name: 'files', keys: '@a', shows: 'a.txt', leave: ['\x1b', '\x15'] },
  { name: 'history', keys: ['\x12', 'nothing'], shows: 'history: nothing', leave: '\x1b' },
  { name: 'an answer', keys: [paste(answer), '\r'], shows: /^Title$[^]*quoted/m },
  { name: 'todos', keys: ['todo find it; mend it; test it', '\r'], shows: /^\[.\] mend it/m },
  {
    name: 'an approval of an edit',
    keys: ['edit a.txt: one => ONE', '\r'],
    shows: /^> 1\. Approve once[^]*4\. Reject/m,
    isPanel: true,
  },
  {
    name: 'feedback of a rejection',
    keys: '4',
    shows: 'Enter sends',
    leave: '\x1b',
    isPanel: true,
  },
  { name: 'an edit that was made', keys: '1', shows: 'Edit: ok' },
  {
    name: 'an approval of a command',
    keys: ['run echo hello', '\r'],
    shows: /^> 1\. Approve once/m,
    leave: '3',
    isPanel: true,
  },
  {
    name: 'a question',
    keys: ['ask Which one? alpha | beta', '\r'],
    shows: /^> 1\. alpha/m,
    // long enough for the call to show its duration
    lastsMs: 1_500,
    leave: '2',
    isPanel: true,
  },
  { name: 'a shell command', keys: ['!', 'printf "a\\nb\\n"', '\r'], shows: /^ {2}b$/m },
  { name: 'the models', keys: ['/model', '\r'], shows: 'Enter', leave: '\x1b', isPanel: true },
  { name: 'the modes', keys: ['/permission', '\r'], shows: 'yolo', leave: '\x1b', isPanel: true },
  { name: 'the usage', keys: ['/usage', '\r'], shows: 'Input tokens:' },
  { name: 'the help', keys: ['/help', '\r'], shows: /help|Keys/i, leave: 'q' },
  { name: 'the transcript', keys: '\x0f', shows: 'Transcript', leave: 'q' },
  {
    name: 'the question at the end',
    keys: ['!', 'sleep 60', '\r', '/exit', '\r'],
    shows: /^> 1\. Leave it running/m,
    leave: ['3', '\x1b'],
    isPanel: true,
  },
];

/** Kinds of terminals, by arguments and environment. */
const looks: Readonly<Record<string, { args: readonly string[]; environment: Record<string, string | undefined> }>> = {
  dark: { args: [], environment: { COLORTERM: 'truecolor', COLORFGBG: '15;0' } },
  light: { args: [], environment: { COLORTERM: 'truecolor', COLORFGBG: '0;15' } },
  NO_COLOR: { args: [], environment: { NO_COLOR: '1' } },
  ASCII: { args: [], environment: { LANG: 'C', NO_COLOR: '1' } },
};

let place: Place;
let screens: Screens;
let goldens: ReadonlyMap<string, string>;
const pictures = new Map<string, string>();

beforeAll(async () => {
  place = makePlace(undefined, goldenDirectory);
  goldens = readGoldens();
  await startWeb(place);
  screens = createScreens(() => place);
  await Promise.all(Object.keys(looks).map(record));
});
afterAll(async () => {
  screens.close();
  await place.leave();
});

async function record(look: string): Promise<void> {
  const cwd = join(place.user, look);
  mkdirSync(cwd);
  execFileSync('git', ['init', '-q', '-b', 'main', cwd]);
  writeFileSync(join(cwd, 'a.txt'), 'zero\none\ntwo\n');
  const { args, environment = {} } = looks[look] ?? { args: [] };
  const ui = screens.start(['-m', 'offline/echo', ...args], {
    cwd,
    columns: 120,
    rows: 40,
    environment,
  });
  await ui.waitFor(/main/, 30_000);
  /** milliseconds left for waiting until screens match their files, over all scenes */
  let patience = 30_000;
  async function picture(scene: Scene, name: string): Promise<string> {
    const from = Date.now();
    for (;;) {
      const whole = masked(await ui.styled(), look);
      const shown = scene.isPanel ? fromRegion(whole) : whole;
      const waited = Date.now() - from;
      if (shown === goldens.get(name)) return shown;
      if (waited > Math.max(patience, 1_500)) {
        patience -= waited;
        return shown;
      }
      await new Promise((next) => setTimeout(next, 20));
    }
  }
  for (const scene of scenes) {
    for (const keys of [scene.keys].flat()) {
      ui.type(keys);
      await quiet(ui);
    }
    await ui.waitFor(scene.shows, 20_000);
    const over = new Promise((next) => setTimeout(next, scene.lastsMs ?? 0));
    await quiet(ui);
    for (const [columns, rows] of sizes) {
      ui.resize(columns, rows);
      const name = `${look} ${columns}×${rows} ${scene.name}`;
      pictures.set(name, await picture(scene, name));
    }
    await over;
    for (const keys of [scene.leave ?? []].flat()) {
      ui.type(keys);
      await quiet(ui);
    }
  }
}

/** Reads the expected screens, so that the test can wait until the UI shows them. */
function readGoldens(): Map<string, string> {
  const file = join(root, 'tests/e2e/__snapshots__/tui.goldens.test.ts.snap');
  const found = new Map<string, string>();
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  for (const [, look = '', shown = ''] of text.matchAll(/^exports\[`(.+) 1`\] = `\n"\n([^]*?)\n"\n`;$/gm))
    for (const part of shown.replace(/\\(`|\\|\$\{)/g, '$1').split(/^── /m)) {
      const [name = '', ...rows] = part.replace(/\n$/, '').split('\n');
      found.set(`${look} ${name}`, rows.join('\n'));
    }
  return found;
}

/** Waits until output stops, at most 1.5 s, because a spinner never stops. */
async function quiet(ui: Pty): Promise<void> {
  for (let before = -1, looks = 0; before !== ui.bytes().length && looks < 10; looks += 1) {
    before = ui.bytes().length;
    await new Promise((next) => setTimeout(next, 150));
  }
}

/**
 * Returns the rows from the activity or the todos on. The rows above vary between runs: a resize may leave one row of
 * the transcript more or less, or a copy of a row from a frame that was drawn for the previous size.
 */
function fromRegion(screen: string): string {
  const rows = screen.split('\n');
  const activity = rows.findLastIndex((row) => /^\|(?:Waiting for|Running the command)/.test(row));
  return rows.slice(Math.max(0, activity === -1 ? rows.lastIndexOf('|[ ] find it') : activity)).join('\n');
}

/** Masks parts that differ between runs: paths, ids, token counts, and durations. */
function masked(screen: string, look: string): string {
  const rows = screen
    .replaceAll(`user/${look}`, 'user/project')
    .replaceAll(`~/${look}`, '~/project')
    .replace(/session_[0-9a-z]{26}/g, `session_${'x'.repeat(26)}`)
    .replace(/ [·-] \d+ waiting/g, '')
    .split('\n');
  // the path of the home depends on the machine, and so does its line break
  const isPlaced = (text = ''): boolean => /e2e-|occurrence in/.test(text);
  return rows
    .flatMap((row, at) => {
      if (isPlaced(row)) return ['|(a row with a path)'];
      if (row.startsWith('  ~ ') && isPlaced(rows[at - 1])) return [];
      const isTimed = (text = '') =>
        /^\|(?:○ |● |o |\* |Waiting|.*Working|.*Running the command|.*\d+% [\d.]+k?\/\d+k$|.*~\/project|.*\b\d+(?:\.\d)? s$)/.test(
          text,
        );
      if (row.startsWith('  ~ ') && isTimed(rows[at - 1])) return [];
      if (!isTimed(row)) return [row];
      // the number of calls that are still on the screen varies
      if (/^\|[●○*o] /.test(row)) return [];
      return [
        row
          .replace(/(^\|| )\(?\d+(?:\.\d)? s\)?/g, '$1')
          .replace(/Esc to interrupt/, '')
          // the duration determines how much of the label fits
          .replace(/Ask 1 que\S*/, 'Ask 1 question')
          // git state and tip appear at any time
          .replace(/(~\/project) .*$/, '$1')
          .replace(/\d+% [\d.]+k?\//, '0% 0/')
          .replace(/ {2,}/g, '  ')
          .trimEnd(),
      ];
    })
    .filter((row, at, all) => row !== '|' || all[at - 1] !== '|')
    .join('\n');
}

describe.each(Object.keys(looks))('%s', (look) => {
  test.each(sizes)('%i×%i', (columns, rows) => {
    const shown = scenes.map(({ name }) => `── ${name}\n${pictures.get(`${look} ${columns}×${rows} ${name}`) ?? ''}`);
    expect(`\n${shown.join('\n')}\n`).toMatchSnapshot();
  });
});
