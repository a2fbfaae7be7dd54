/** Every slash command of tui.md 3.7 in the terminal UI: aliases, arguments, output, refusals during a turn. */
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { contractCommands } from '../commands/contracttable.js';
import { until } from '../helpers/daemon.js';
import type { Pty } from '../helpers/pty.js';
import { makePlace, startWeb, type Place } from './program.js';
import { createScreens } from './screens.js';

jest.setTimeout(120_000);

interface Row {
  typed: string;
  shows: RegExp;
  /** keys that close it, typed one after the other */
  then?: readonly string[];
}

const literal = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
/** The command prints lines into the conversation. */
const says = (typed: string, text: string | RegExp): Row => ({
  typed,
  shows: typeof text === 'string' ? new RegExp(`^${literal(text)}`, 'm') : text,
});
/** The command loads a skill; waits for the answer, because the echo appears before the turn starts. */
const loads = (typed: string, echo = typed): Row => ({
  typed,
  shows: new RegExp(`^> ${literal(echo)}\n(?:\n|Skill .*\n)*I have seen the text of the skill`, 'm'),
});
/** The command empties the input and shows a line below it. */
const notes = (typed: string, text: string): Row => ({ typed, shows: new RegExp(`^> ?\n${literal(text)}`, 'm') });
/** The command is refused: the input keeps the text, possibly followed by a suggestion. */
const keeps = (typed: string, text: string): Row => ({
  typed,
  shows: new RegExp(`^> ${literal(typed)}.*\n${literal(text)}`, 'm'),
  then: ['\x15'],
});
/** The command opens a list or a panel. */
const lists = (typed: string, title: string): Row => ({
  typed,
  shows: new RegExp(`^─+\n${literal(title)}`, 'm'),
  then: ['\x1b'],
});
/** The command opens a view. */
const views = (typed: string, text: RegExp, key = 'q'): Row => ({ typed, shows: text, then: [key] });

/** Commands that open a list or a view even during a turn. */
const opening: readonly Row[] = [
  views('/help', /^Help .*\n[^]*\/new \[title\]/m),
  views('/h', /^Help /m),
  views('/?', /^Help /m),
  lists('/keys', 'Keys'),
  lists('/permission', 'Permission mode, and rules'),
  lists('/model', 'Models'),
  lists('/effort', 'Thinking of offline/echo'),
  lists('/thinking', 'Thinking of offline/echo'),
  lists('/goal next manage', 'Goals that follow'),
  views('/btw', /^Side conversation\n[^]*Esc close/m, '\x1b'),
  lists('/tasks', 'Background tasks'),
  lists('/task', 'Background tasks'),
  lists('/agents', 'Agents'),
  lists('/cron', 'Schedules'),
  lists('/queue', 'Queued prompts'),
  lists('/skills', 'Skills'),
  lists('/mcp', 'MCP servers'),
  lists('/provider', 'Providers'),
  lists('/providers', 'Providers'),
  lists('/settings', 'Settings'),
  lists('/config', 'Settings'),
  lists('/theme', 'Theme'),
  lists('/editor', 'Editor'),
  views('/diff', /^Changes against HEAD .*\na\.txt/m),
  views('/diff nothing.txt', /^No changes\.$/m),
  views('/transcript', /^Transcript /m),
];

const before: readonly Row[] = [
  says('/title', 'Title: none'),
  keeps('/retry', 'There is no context to continue from.'),
  keeps('/compact', 'there is nothing to compact yet'),
  keeps('/undo 1', 'There is nothing to take back.'),
  keeps('/redo', 'There is no undo to take back.'),
  says('/goal', 'No goal.'),
  says('/goal status', 'No goal.'),
  keeps('/goal pause', 'The session has no goal.'),
  keeps('/copy', 'There is no answer yet.'),
  keeps('/goal resume', 'The session has no goal.'),
  keeps('/raw x', '/raw takes a number'),
  keeps('/goal cancel', 'The session has no goal.'),
  keeps('/goal replace', '/goal needs an objective'),
  { ...lists('/goal -- pause', 'Start this goal?'), then: ['4'] },
  notes('/plan show', 'There is no plan yet.'),
];

const after: readonly Row[] = [
  says('say **one** and more', /^one and more$/m),
  says('/raw', /^\*\*one\*\* and more$/m),
  keeps('/copy 2', 'The session has only 1 answer.'),
  notes('/copy', 'Copied through the terminal (OSC 52).'),
  notes('/rename A long tale', 'Title: A long tale'),
  notes('/plan', 'Plan mode: on'),
  says('/title', 'Title: A long tale'),
  notes('/plan clear', 'The plan is empty.'),
  notes('/plan off', 'Plan mode: off'),
  keeps('/plan maybe', '/plan takes on, off, clear or show'),
  notes('/yolo', 'Mode: yolo'),
  notes('/yes', 'Mode: manual'),
  notes('/auto', 'Mode: auto'),
  notes('/auto off', 'Mode: manual'),
  keeps('/model nix', 'There is no model nix.'),
  keeps('/theme nope', '/theme takes no arguments'),
  keeps('/skills x', '/skills takes no arguments'),
  keeps('/task 1', '/tasks takes no arguments'),
  keeps('/effort high', 'The levels of this model are off, on.'),
  notes('/goal next the second', 'Goals that follow: 1'),
  notes('/login', 'this build has no account service'),
  notes('/logout', 'You are not logged in.'),
  notes('/vim', 'Keys of vim are on'),
  notes('/disconnect', 'You are not logged in.'),
  notes('/vim off', 'Keys of vim are off'),
  notes('/reload', 'Configuration, skills and MCP servers are read again.'),
  notes('/reload-tui', 'Settings, keys and theme are read again.'),
  says(
    '/status',
    /^Version: .*\nSession: .*\nTitle: A long tale\nModel: offline\/echo\nThinking: on\nMode: manual\nPlan mode: off\nDirectory: .*\nServer: http.* \(attached\)\nContext: .*\nClients: 1$/m,
  ),
  says(
    '/usage',
    /^Input tokens: \d.*\nOutput tokens: \d.*\nCache read: .*\nCache write: .*\nCost: [^]*?Today: \$0\.00$/m,
  ),
  says('/cost', /^Input tokens: \d/m),
  notes('/sandbox off', 'Commands run in: local'),
  says('/runtime', /^Commands run in: local, as you may$/m),
  says('/web', /^Open http:\/\/127\.0\.0\.1:\d+ in a browser$/m),
  says('/desktop', 'this build knows no page of a desktop app'),
  says('/install-desktop', 'this build knows no page of a desktop app'),
  says('/version', /^\d+\.\d+\.\d+$/m),
  says('/export-md out.md', /^Exported to .*\/out\.md$/m),
  { ...keeps('/export out.md', ''), shows: /^> \/export out\.md\n.*\/out\.md exists already$/m },
  says('/export-md', /^Exported to .*\/agent-export-\w{8}-\d{8}-\d{6}\.md$/m),
  says('/export-debug-zip', /^Exported to .*\/agent-session-session_\w+\.zip$/m),
  says('/fork A copy', /^Forked: session_\w+$/m),
  says('/add-dir', /^Directory: .*\/work$/m),
  { ...lists('/add-dir ../more', 'Add '), shows: /^Add [^.\n]*\/more\?$/m, then: ['1'] },
  says('/add-dir list', /^Also: .*\/more$/m),
  lists('/undo', 'Go back'),
  lists('/rewind', 'Go back'),
  lists('/sessions', 'Sessions'),
  lists('/resume', 'Sessions'),
  keeps('/modle', 'Did you mean /model?'),
  // descriptions of commands contain these words
  says('/summary', /^You said: \/summary$/m),
  says('/context', /^You said: \/context$/m),
  says('/etc/hosts', /^You said: \/etc\/hosts$/m),
  loads('/skill:mine', '/mine'),
  loads('/mine now'),
  loads('/mcp-config'),
  loads('/custom-theme'),
  loads('/update-config'),
  loads('/skill-author'),
  says('/init', /^Agent \S+ completed: Write AGENTS\.md$/m),
  { ...says('/undo 1', 'Undid 1 prompt.'), then: ['\x15'] },
  says('/redo', 'Redid 1 prompt.'),
  says('/retry', /^I have seen the text of the skill/m),
  says('/compact the words', /^Context compacted: /m),
  says('/new', 'New session.'),
  says('/clear Second', 'New session.'),
];

/** Commands that end the UI, after a question during a turn. */
const leaving = ['/exit', '/quit', '/q'];

let place: Place;
let ui: Pty;
const uis = createScreens(() => place);

beforeAll(async () => {
  place = makePlace();
  mkdirSync(join(place.folder, 'more'));
  for (const args of [
    ['init', '-q', '-b', 'main'],
    ['-c', 'user.name=a', '-c', 'user.email=a@example.org', 'commit', '-q', '--allow-empty', '-m', 'first'],
  ])
    execFileSync('git', args, { cwd: place.cwd });
  writeFileSync(join(place.cwd, 'a.txt'), 'one\n');
  const skill = join(place.home, 'skills/mine');
  mkdirSync(skill, { recursive: true });
  writeFileSync(join(skill, 'SKILL.md'), '---\nname: mine\ndescription: Of the user.\n---\nDo it.\n');
  await startWeb(place);
  // over SSH the UI starts no local programs and no browser
  ui = await uis.ready([], { environment: { SSH_TTY: '/dev/pts/0' }, rows: 40 });
});
afterAll(async () => {
  uis.close();
  await place.leave();
});

/** Types a line, waits for another occurrence of its output, and closes that. */
async function run({ typed, shows, then = [] }: Row): Promise<void> {
  const found = async (): Promise<number> =>
    [...(await ui.scrollback()).join('\n').matchAll(new RegExp(shows.source, 'gm'))].length;
  const earlier = await found();
  ui.type(`${typed}\r`);
  for (const end = Date.now() + 20_000; ; await new Promise((next) => setTimeout(next, 5))) {
    const isThere = (await ui.modes()).isInView ? (await found()) > 0 : (await found()) > earlier;
    if (isThere) break;
    if (Date.now() > end) throw new Error(`${typed} does not show ${shows.source}:\n${(await ui.screen()).join('\n')}`);
  }
  for (const key of then) ui.type(key);
  // Esc directly before another key would be read as Alt and that key
  await until('the view to close', async () => ((await ui.modes()).isInView ? undefined : true));
  await ui.waitFor(/^> ?$/m);
}

async function runAll(rows: readonly Row[]): Promise<void> {
  for (const row of rows) {
    await run(row);
    await ui.waitFor(/^(?![^]*Esc to interrupt)/);
  }
}

test('each of them answers, or opens what it names', async () => {
  await runAll(before);
  await runAll(opening);
  await runAll(after);
});

test('while a turn runs it opens lists and views, and refuses what has to wait, which stays in the input', async () => {
  ui.type('slow 9000 a b c d e f g h\r');
  await ui.waitFor('Esc to interrupt');
  for (const row of opening) await run(row);
  const idle = contractCommands.filter(({ when }) => when === 'idle').flatMap(({ names }) => names);
  // a repeated refusal would be indistinguishable from the first
  const waiting = [
    ...idle.map(({ name }) => [name, name]),
    ['goal resume', 'goal'],
    ['plan clear', 'plan'],
    ['goal x', 'goal'],
    ...idle.flatMap(({ name, aliases }) => aliases.map((alias) => [alias, name])),
  ];
  for (const [typed = '', name = ''] of waiting) {
    // Enter on an alias chooses the command from the list below the input
    await run({
      typed: `/${typed}`,
      shows: new RegExp(`^> /(?:${typed}|${name}).*\\nA turn runs: press Esc first, then /${name}$`, 'm'),
      then: ['\x15'],
    });
  }
  for (const typed of leaving) await run(lists(typed, 'A turn is still running.'));
  ui.type('\x1b');
  await ui.waitFor('Interrupted.');
});

test('every command of the contract is typed here, by each of its names', () => {
  const typed = new Set([...before, ...opening, ...after].map((row) => row.typed.split(' ')[0]));
  const names = contractCommands.flatMap((row) => row.names.flatMap(({ name, aliases }) => [name, ...aliases]));
  expect(names.filter((name) => !typed.has(`/${name}`) && !leaving.includes(`/${name}`))).toEqual([]);
});

test('and /exit leaves', async () => {
  ui.type('/exit\r');
  expect(await until('the end', () => ui.ended())).toBe(0);
});
