/** The linear mode on a real pseudoterminal: whole conversations in lines, without an ESC byte (tui.md 3.24). */
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '../helpers/daemon.js';
import { plain } from '../helpers/pictures.js';
import { startInPty, type Pty } from '../helpers/pty.js';
import { agent, instanceFiles, makePlace, root, startWeb, type Place } from './program.js';

jest.setTimeout(60_000);

let place: Place;
let open: Linear[];
beforeEach(() => {
  place = makePlace();
  open = [];
});
afterEach(async () => {
  for (const { ui } of open) ui.close();
  const bytes = open.map(({ ui }) => ui.bytes()).join('');
  // printable text, LF, CR, BS, BEL
  expect(/[^\P{Cc}\n\r\b\x07]/u.exec(bytes)).toBeNull();
  await place.leave();
});

interface Linear {
  ui: Pty;
  /** Types, and waits for a match in the output after the previous match. */
  say(typed: string, then: string | RegExp, ms?: number): Promise<string>;
  wait(then: string | RegExp, ms?: number): Promise<string>;
  ended(): Promise<number>;
}

function start(args: readonly string[], environment: Record<string, string> = {}): Linear {
  const ui = startInPty(process.execPath, [join(root, 'bin/agent.js'), ...args], {
    cwd: place.cwd,
    columns: 100,
    rows: 30,
    environment: { ...place.env, ...environment },
  });
  let from = 0;
  const wait = async (then: string | RegExp, ms = 15_000): Promise<string> => {
    const pattern = typeof then === 'string' ? new RegExp(then.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')) : then;
    const end = Date.now() + ms;
    for (;;) {
      const rest = ui.bytes().slice(from).replaceAll('\r\n', '\n');
      const found = pattern.exec(rest);
      if (found) {
        const seen = rest.slice(0, found.index + found[0].length);
        // each line end is two characters in the raw output
        from += seen.length + (seen.split('\n').length - 1);
        return seen;
      }
      if (Date.now() > end) throw new Error(`waited for ${String(then)} in:\n${rest}`);
      await new Promise((next) => setTimeout(next, 5));
    }
  };
  const linear: Linear = {
    ui,
    wait,
    async say(typed, then, ms) {
      ui.type(typed);
      return await wait(then, ms);
    },
    ended: () => until('the end of the UI', () => ui.ended()),
  };
  open.push(linear);
  return linear;
}

async function ready(args: readonly string[] = ['--screen-reader'], environment?: Record<string, string>) {
  const linear = start(args, environment);
  await linear.wait('Answer 1 to 4: ');
  await linear.say('3\r', 'Prompt: ');
  return linear;
}

test('a whole conversation: answer, approval, question, plan, list, shell, lost server, exit', async () => {
  const ui = await ready();
  expect(await ui.say('say good morning\r', 'Prompt: ')).toMatch(/\nAgent: good morning\nDone in .*\.\nPrompt: $/);

  const asked = await ui.say('run echo hi\r', 'Answer 1 to 4: ');
  expect(asked).toMatch(/Approval needed: Bash\n[^]* {2}echo hi\n1\. Approve once\n2\. Approve for this session/);
  const done = await ui.say('1\r', 'Prompt: ');
  expect(done).toMatch(/Chosen: Approve once\.[^]*Tool: Bash: echo hi\nTool done: Bash, exit 0, .* m?s\n {2}hi\n/);

  await ui.say('run sh -c "exit 3"\r', 'Answer 1 to 4: ');
  expect(await ui.say('1\r', 'Prompt: ')).toMatch(/Tool failed: Bash, exit 3/);
  await ui.say('run echo no\r', 'Answer 1 to 4: ');
  await ui.say('4\r', 'Reject with feedback: ');
  expect(await ui.say('not now\r', 'Prompt: ')).toMatch(
    /Rejected: Bash echo no: not now[^]*Tool failed: Bash, rejected/,
  );

  await ui.say('ask Which one? alpha | beta\r', 'Answer 1 to 3: ');
  expect(await ui.say('7\r', 'Answer 1 to 3: ')).toContain('There is no choice 7.');
  expect(await ui.say('2\r', 'Prompt: ')).toMatch(/Answered: Which one\? \S+ beta/);

  expect(await ui.say('plan Do it | Later\r', 'Answer 1 to 4: ')).toContain(
    'Plan review\n1. Later\n2. Revise\n3. Reject',
  );
  await ui.say('1\r', 'Prompt: ');

  expect(await ui.say('/model\r', 'Answer 1 to 1: ')).toMatch(/Models: 1\n1\. offline\/echo/);
  expect(await ui.say('nothing like it\r', 'Answer: ')).toContain('No match');
  await ui.say('\r', 'Answer 1 to 1: ');
  expect(await ui.say('\r', 'Prompt: ')).toContain('Cancelled.');

  expect(await ui.say('!echo shell output\r', 'Prompt: ')).toMatch(/\n {2}shell output\n/);
  expect(await ui.say('/transcript 1\r', 'm for more: ')).toMatch(/Transcript:\nYou: plan Do it/);
  await ui.say('\r', 'Prompt: ');

  const [file = ''] = instanceFiles(place);
  const { pid } = JSON.parse(readFileSync(join(place.home, 'server/instances', file), 'utf8')) as { pid: number };
  process.kill(pid, 'SIGKILL');
  await ui.wait(/Reconnected to a new server\.\nPrompt: /);
  expect(await ui.say('say after\r', 'Prompt: ')).toContain('Agent: after');
  ui.ui.type('/exit\r');
  expect(await ui.ended()).toBe(0);
  expect(ui.ui.bytes()).toMatch(/To resume this session: agent -r session_/);
});

describe('the line', () => {
  test('waits with output while the user types, and has the unfinished text again afterwards', async () => {
    const web = await startWeb(place);
    const ui = await ready();
    const id = (await web.ok('listSessions')).items[0]?.id ?? '';
    await ui.say('unfinis', 'unfinis');
    await web.prompt(id, 'say from there');
    ui.ui.type('h');
    const rest = await ui.wait(/Prompt: unfinish/, 10_000);
    expect(rest).toMatch(/^h\nYou: say from there \(elsewhere\)\nAgent: from there\nDone in .*\nPrompt: unfinish$/);
    // deletes characters, a word, and the whole line
    ui.ui.type('\x7f\x7f two\x17three\x15say edited');
    expect(await ui.say('\r', 'Prompt: ')).toContain('Agent: edited');
    // recalls the last prompt
    expect(await ui.say('\x1b[A', 'say edited')).toBe('say edited');
    expect(await ui.say('\r', 'Prompt: ')).toContain('Agent: edited');
  });

  test('has several rows with a backslash at the end, or pasted; a long paste is sent whole', async () => {
    const ui = await ready();
    await ui.say('say one\\', 'one\\');
    await new Promise((next) => setTimeout(next, 50));
    await ui.say('\r', '\n');
    await ui.say('say two', 'say two');
    await new Promise((next) => setTimeout(next, 50));
    expect(await ui.say('\r', 'Prompt: ')).toMatch(/Agent: one\ntwo\n/);
    await ui.say('say three\rsay four', 'four');
    await new Promise((next) => setTimeout(next, 50));
    expect(await ui.say('\r', 'Prompt: ')).toMatch(/Agent: three\nfour\n/);
    const rows = Array.from({ length: 30 }, (_, at) => `row ${at}`).join('\r');
    await ui.say(`say ${rows}`, '[Pasted text #1 +30 lines]');
    await new Promise((next) => setTimeout(next, 50));
    expect(await ui.say('\r', 'Prompt: ')).toMatch(/row 0\n[^]*row 29\n/);
  });

  test('stops a turn by /stop and by Ctrl-C; the end of input leaves', async () => {
    const ui = await ready();
    for (const stop of ['/stop\r', '\x03']) {
      ui.ui.type('slow 300 one two three four five six seven eight nine ten\r');
      await new Promise((next) => setTimeout(next, 700));
      await ui.say(stop, 'Interrupted.');
      await ui.wait('Prompt: ');
    }
    expect(await ui.say('/stop\r', 'Prompt: ')).toContain('Nothing runs.');
    ui.ui.type('\x04');
    expect(await ui.ended()).toBe(0);
  });

  test('reads a long view in pages', async () => {
    const ui = await ready();
    const first = await ui.say('/help\r', 'm for more: ');
    expect(first.split('\n')).toHaveLength(30);
    await ui.say('m\r', 'm for more: ');
    expect(await ui.say('say else\r', 'Prompt: ')).toContain('Agent: else');
  });
});

test('asks beside the session, follows another agent, and takes images from pasted paths', async () => {
  const web = await startWeb(place);
  const ui = await ready();
  await ui.say('say main\r', 'Prompt: ');
  const side = await ui.say('/btw say beside\r', /Agent: beside\n[^]*Side question: $/);
  expect(side).toContain('Side conversation: an empty line goes back.');
  await ui.say('say once more\r', /Agent: once more\n[^]*Side question: $/);
  await ui.say('\r', 'Prompt: ');
  await ui.say('agent explore: say found it\r', /Done in [^]*\nPrompt: $/);
  await ui.say('/agents\r', /Answer 1 to \d+: /);
  await ui.say('2\r', /Agent .*: an empty line goes back\.\n[^]*Agent: found it\n[^]*Empty line: $/);
  await ui.say('\r', /Answer 1 to \d+: /);
  await ui.say('\r', 'Prompt: ');

  const picture = join(place.cwd, 'dot.png');
  writeFileSync(picture, await plain(20, 20));
  await ui.say('see ', 'see ');
  ui.ui.type(`\x1b[200~${picture}\x1b[201~`);
  await ui.wait('[Image #1]');
  await ui.say(' here\r', 'Prompt: ');
  const id = (await web.ok('listSessions')).items[0]?.id ?? '';
  const kinds = await until('the message with the image', async () => {
    const { items } = await web.ok('listMessages', { session_id: id });
    return items.find(({ content }) => content.some((part) => part.type === 'image'))?.content;
  });
  expect(kinds.map((part) => ('text' in part ? part.text : part.type))).toEqual(['see [Image #1] here', 'image']);
});

test('hostile text of every source is visible and harmless', async () => {
  const web = await startWeb(place);
  const ui = await ready();
  const id = (await web.ok('listSessions')).items[0]?.id ?? '';
  const hostile = 'a\x1b]52;c;eA==\x07b\x1b[2Jc\x9b31md\u202ee\x00f\x7fg';
  await web.prompt(id, `say ${hostile}`);
  const shown = await ui.wait('Done in');
  expect(shown).toContain('\\x1b]52;c;eA==\\x07b\\x1b[2Jc\\x9b31md\\u202ee');
  writeFileSync(join(place.cwd, 'hostile'), hostile);
  await ui.wait('Prompt: ');
  expect(await ui.say('!cat hostile\r', 'Prompt: ')).toContain('a');
  await web.ok('updateSessionProfile', { session_id: id }, { title: `title ${hostile}` });
  await web.prompt(id, `ask ${hostile}? x\x1b[31m | y`);
  await ui.wait('Answer 1 to 3: ');
  await ui.say('1\r', 'Prompt: ');
  await ui.say('/sessions\r', /Answer 1 to \d+: /);
  await ui.say('\r', 'Prompt: ');
});

/** Source of a preloaded module that speeds the clock up by 60. */
const fastClock = `
const [now, wait, from] = [Date.now, setInterval, Date.now()];
Date.now = () => from + (now() - from) * 60;
globalThis.setInterval = (task, ms, ...rest) => wait(task, ms >= 60_000 ? ms / 60 : ms, ...rest);
`;

test('thinking is announced, and a long turn says each minute that it works', async () => {
  const web = await startWeb(place);
  const clock = join(place.folder, 'clock.cjs');
  writeFileSync(clock, fastClock);
  const ui = await ready(['--screen-reader', '--yolo'], { NODE_OPTIONS: `--require=${clock}` });
  await ui.say('think of one thing\r', /Thinking\.\n[^]*Agent: of one thing\n[^]*Prompt: $/);
  ui.ui.type('run sleep 300\r');
  await ui.wait(/Working, 1 minute\.\n/);
  await ui.wait(/Working, 2 minutes\.\n/);
  await ui.say('/stop\r', /Interrupted\.\n/);
  expect(await web.stop()).toBe(0);
});

test.each([
  ['AGENT_CODE_SCREEN_READER', { AGENT_CODE_SCREEN_READER: '1' }],
  ['ACCESSIBLE', { ACCESSIBLE: 'yes' }],
  ['TERM=dumb', { TERM: 'dumb' }],
])('is on with %s', async (_, environment) => {
  const ui = await ready([], environment);
  ui.ui.type('/exit\r');
  expect(await ui.ended()).toBe(0);
});

test('is on with screen_reader of tui.toml; the option comes last in help, and is none of a prompt', async () => {
  mkdirSync(place.home, { mode: 0o700 });
  writeFileSync(join(place.home, 'tui.toml'), 'screen_reader = true\n');
  await ready([]);
  const { out } = await agent(place, ['--help']);
  expect([...out.matchAll(/^ +(?:-\w, )?(--[\w-]+)/gm)].at(-1)?.[1]).toBe('--screen-reader');
  const refused = await agent(place, ['-p', 'hi', '--screen-reader']);
  expect(refused.code).toBe(2);
  expect(refused.err).toContain('--prompt and --screen-reader exclude each other');
});
