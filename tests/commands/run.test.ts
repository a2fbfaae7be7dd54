/** Every slash command against a real daemon: what it does to the session, what it asks the surface for, what it refuses. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { View } from '../../client/commands/command.js';
import { suggestArguments } from '../../client/commands/suggest.js';
import { commands } from '../../client/commands/table.js';
import { startTestDaemon, until, type TestDaemon } from '../helpers/daemon.js';
import { closeClients, isResting, saidIn, stateOf } from '../client-session/open.js';
import { closeTypists, openTypist, type Typist } from './open.js';

const models = ['one', 'two'].map(
  (name) =>
    `[models.${name}]\nprovider = "p"\nmodel = "m-${name}"\nmax_context_size = 100000\ncapabilities = ["thinking"]\nsupport_efforts = ["low", "high"]\ndefault_effort = "low"\n`,
);
/** Port 9 answers nothing: these models are chosen and never asked. */
const config = `default_model = "offline/echo"\n[providers.p]\ntype = "openai"\nbase_url = "http://127.0.0.1:9"\napi_key = "k"\n${models.join('')}`;

let daemon: TestDaemon;
let id: string;
let typist: Typist;
beforeAll(async () => {
  daemon = await startTestDaemon({ config });
});
afterAll(() => daemon.close());
beforeEach(async () => {
  ({ id } = await daemon.createSession());
  typist = openTypist(daemon, id);
  await stateOf(typist.session, 'the session', ({ isLoaded }) => isLoaded);
});
afterEach(() => {
  closeTypists();
  closeClients();
});

const shown = (check: Parameters<typeof stateOf>[2], what = 'the state') => stateOf(typist.session, what, check);
const resting = () => shown(isResting, 'rest');
/** The session has said these words, and rests. */
async function say(...words: string[]): Promise<void> {
  for (const word of words) await daemon.run(id, `say ${word}`);
  await shown((state) => isResting(state) && saidIn(state).length >= words.length, 'the answers');
}
/** A turn waits for an approval. */
async function keepBusy(): Promise<void> {
  await daemon.prompt(id, 'run echo hi');
  await shown(({ approvals }) => approvals.length === 1, 'the approval');
}

describe('sessions', () => {
  test('/new makes a session in the same directory and enters it', async () => {
    expect(await typist.rows('/new Second try')).toEqual(['New session.']);
    const [entered = ''] = typist.noted.entered;
    expect(entered).not.toBe(id);
    expect(await daemon.ok('getSession', daemon.session(entered))).toMatchObject({
      title: 'Second try',
      metadata: { cwd: daemon.cwd },
    });
  });

  test('/fork copies the session and stays', async () => {
    await say('one');
    const [row = ''] = await typist.rows('/fork The copy');
    expect(row).toMatch(/^Forked: session_\w+$/);
    expect((await daemon.ok('getSession', daemon.session(row.slice(8)))).title).toBe('The copy');
    expect(typist.noted.entered).toEqual([]);
  });

  test('/title shows and sets the title', async () => {
    expect(await typist.rows('/title')).toEqual(['Title: none']);
    await typist.type('/rename A long story');
    await shown(({ session }) => session?.title === 'A long story', 'the title');
    expect(await typist.rows('/title')).toEqual(['Title: A long story']);
    expect(await typist.rows(`/title ${'x'.repeat(201)}`)).toEqual([expect.stringMatching(/^refused: .*title/)]);
  });
});

describe('the conversation', () => {
  test('/undo n takes prompts back, hands the oldest to the input, and /redo restores them', async () => {
    await say('one', 'two', 'three');
    expect(await typist.rows('/undo 2')).toEqual(['/redo takes it back', 'Undid 2 prompts.']);
    expect(typist.noted.prefilled).toEqual(['say two']);
    await shown((state) => saidIn(state).length === 1, 'the undo');
    expect(await typist.rows('/redo')).toEqual(['Redid 2 prompts.']);
    expect(typist.noted.asked).toEqual([]);
    expect(await typist.rows('/redo')).toEqual(['refused: There is no undo to take back.']);
    expect(await typist.rows('/undo 9')).toEqual(['refused: There are fewer prompts than that.']);
    expect(await typist.rows('/undo two')).toEqual(['refused: /undo takes a number of prompts']);
  });

  test('/redo shows the files first, and overwrites only with consent', async () => {
    await daemon.run(id, 'write redone.txt: hello', { permission_mode: 'yolo' });
    await typist.session.undo({ restore_files: true });
    typist.choices.push(2);
    expect(await typist.rows('/redo')).toEqual([]);
    expect(typist.noted.asked).toMatchObject([
      {
        title: 'Redo 1 prompt, with 1 file?',
        body: [expect.stringContaining('redone.txt')],
        choices: ['Redo', 'Cancel'],
      },
    ]);
    expect(await typist.rows('/redo')).toEqual(['Redid 1 prompt.']);
  });

  test('/redo names the files that something else changed', async () => {
    await daemon.run(id, 'write mine.txt: hello', { permission_mode: 'yolo' });
    await typist.session.undo({ restore_files: true });
    writeFileSync(join(daemon.cwd, 'mine.txt'), 'of the user\n');
    expect(await typist.rows('/redo')).toEqual([]);
    expect(typist.noted.asked[1]).toMatchObject({
      body: [join(daemon.cwd, 'mine.txt')],
      choices: ['Overwrite them', 'Cancel'],
    });
    typist.choices.push(1, 1);
    expect(await typist.rows('/redo')).toEqual(['Redid 1 prompt.']);
  });

  test('/retry runs a turn, and needs a context', async () => {
    expect(await typist.rows('/retry')).toEqual(['refused: There is no context to continue from.']);
    await say('again');
    expect(await typist.type('/retry')).toMatchObject({ kind: 'done', isStarted: true });
    await until('the second turn', () => (isResting(typist.session.get()) ? true : undefined));
  });

  test('/compact needs something to compact', async () => {
    expect(await typist.rows('/compact')).toEqual(['refused: there is nothing to compact yet']);
    await say('something');
    expect(await typist.type('/compact keep the words')).toMatchObject({ kind: 'done', isStarted: true });
    await resting();
  });
});

describe('modes and model', () => {
  test('/plan, /yolo and /auto switch, and off is manual', async () => {
    const settings = () => typist.session.get().settings;
    expect(await typist.rows('/plan')).toEqual(['Plan mode: on']);
    expect(await typist.rows('/plan on')).toEqual(['Plan mode: on']);
    expect(await typist.rows('/plan off')).toEqual(['Plan mode: off']);
    expect(await typist.rows('/plan clear')).toEqual(['The plan is empty.']);
    expect(await typist.rows('/plan show')).toEqual(['There is no plan yet.']);
    expect(await typist.rows('/plan maybe')).toEqual(['refused: /plan takes on, off, clear or show']);
    expect(await typist.rows('/yes')).toEqual(['Mode: yolo']);
    await shown(() => settings().permissionMode === 'yolo');
    expect(await typist.rows('/yolo')).toEqual(['Mode: manual']);
    expect(await typist.rows('/auto on')).toEqual(['Mode: auto']);
    expect(await typist.rows('/auto off')).toEqual(['Mode: manual']);
    expect(await typist.rows('/auto 1')).toEqual(['refused: /auto takes on or off']);
  });

  test('/plan show opens the latest plan', async () => {
    await daemon.run(id, 'plan first read', { permission_mode: 'auto' });
    const { plans } = await daemon.ok('listPlans', { ...daemon.session(id), query: { agent_id: 'main' } });
    if (plans.length === 0) throw new Error('the model handed in no plan');
    await typist.type('/plan show');
    expect(typist.noted.views).toEqual([{ kind: 'plan', plan: plans.at(-1) }]);
  });

  test('/model and /effort take what exists', async () => {
    expect(await typist.rows('/model one')).toEqual(['Model: one']);
    await shown(({ settings }) => settings.model === 'one', 'the model');
    expect(await typist.rows('/model tow')).toEqual(['refused: There is no model tow. Did you mean two?']);
    expect(await typist.rows('/effort high')).toEqual(['Thinking: high']);
    await shown(({ settings }) => settings.thinking === 'high', 'the effort');
    expect(await typist.rows('/thinking extreme')).toEqual(['refused: The levels of this model are off, low, high.']);
    const offered = async (typed: string) => (await suggestArguments(typed, typist.context)).map(({ text }) => text);
    expect(await offered('/model t')).toEqual(['/model two']);
    expect(await offered('/effort ')).toEqual(['/effort off', '/effort low', '/effort high']);
    expect(await offered('/yolo o')).toEqual(['/yolo on', '/yolo off']);
    expect(await offered('/plan cl')).toEqual(['/plan clear']);
    expect(await offered('/goal rep')).toEqual(['/goal replace ']);
    expect(await offered('/add-dir ')).toEqual(['/add-dir list']);
    expect(await offered('/vim ')).toEqual(['/vim on', '/vim off']);
    expect(await offered('/retry ')).toEqual([]);
  });
});

describe('goals', () => {
  test('/goal starts, shows, pauses, resumes, replaces, queues and gives up', async () => {
    // it never answers, so that the goal waits
    await typist.type('/model one');
    expect(await typist.rows('/goal')).toEqual(['No goal.']);
    expect(await typist.rows('/goal cancel')).toEqual(['refused: The session has no goal.']);
    typist.choices.push(4);
    expect(await typist.type('/goal pass the tests')).toEqual({ kind: 'done' });
    expect(await typist.rows('/goal')).toEqual(['No goal.']);
    typist.choices.push(3);
    expect(await typist.type('/goal -- pause')).toMatchObject({ isStarted: true });
    expect(typist.noted.asked[1]).toMatchObject({ title: 'Start this goal?', body: ['pause'] });
    await shown(({ settings }) => settings.permissionMode === 'yolo', 'the mode');
    await typist.type('/goal pause');
    await typist.session.abort();
    await resting();
    expect(await typist.rows('/goal status')).toEqual(
      expect.arrayContaining(['Goal: pause', expect.stringMatching(/^State: paused/)]),
    );
    expect(await typist.rows('/goal another one')).toEqual([expect.stringContaining('has a goal already')]);
    expect(await typist.rows('/goal next then this')).toEqual(['Goals that follow: 1']);
    expect(await daemon.ok('getGoalQueue', daemon.session(id))).toEqual({ objectives: ['then this'] });
    await typist.type('/goal next manage');
    expect(typist.noted.views).toEqual([{ kind: 'goals' }]);
    expect(await typist.rows('/goal next -- manage')).toEqual(['Goals that follow: 2']);
    await typist.type('/goal replace a better one');
    expect(await daemon.ok('getGoal', daemon.session(id))).toMatchObject({ objective: 'a better one' });
    await typist.type('/goal pause');
    await typist.session.abort();
    await resting();
    expect(await typist.type('/goal resume')).toMatchObject({ isStarted: true });
    await typist.type('/goal cancel');
    expect(typist.noted.asked.at(-1)).toMatchObject({ title: 'Give up this goal?', body: ['a better one'] });
    expect(await daemon.ok('getGoal', daemon.session(id))).toBeNull();
  });
});

describe('work', () => {
  test('/add-dir adds and lists directories', async () => {
    const other = join(daemon.folder, 'other');
    mkdirSync(other, { recursive: true });
    expect(await typist.rows('/add-dir ../other')).toEqual([`Directory added: ${realpathSync(other)}`]);
    expect(typist.noted.asked).toMatchObject([{ choices: ['This session', 'Remember for this project'] }]);
    expect(await typist.rows('/add-dir list')).toEqual([`Directory: ${daemon.cwd}`, `Also: ${realpathSync(other)}`]);
    expect(await typist.rows(`/add-dir ${other}`)).toEqual([`The session works there already: ${other}`]);
    expect(await typist.rows('/add-dir ~')).toEqual([`Directory added: ${realpathSync(daemon.userHome)}`]);
    expect(await typist.rows('/add-dir /no/such/place')).toEqual(['refused: path: no directory at /no/such/place']);
  });

  test('/init starts an agent', async () => {
    expect(await typist.type('/init')).toMatchObject({ isStarted: true });
    await daemon.ok('abortSession', daemon.session(id));
  });

  test('/reload reads again, /logout needs a login', async () => {
    expect(await typist.rows('/reload')).toEqual(['Configuration, skills and MCP servers are read again.']);
    expect(await typist.rows('/logout')).toEqual(['You are not logged in.']);
    expect(await typist.rows('/disconnect')).toEqual(['You are not logged in.']);
  });

  test.each(['mcp-config', 'custom-theme', 'update-config', 'skill-author'])('/%s loads the skill', async (name) => {
    expect(await typist.type(`/${name} please`)).toMatchObject({ isStarted: true });
    const state = await shown((now) => isResting(now) && now.timeline.items.length > 0, 'the turn');
    expect(JSON.stringify(state.timeline.items)).toContain(name);
  });
});

describe('information', () => {
  test('/status has its rows', async () => {
    await daemon.run(id, 'say hi');
    const rows = await typist.rows('/status');
    expect(rows.map((row) => row.replace(/:.*/, ''))).toEqual([
      'Version',
      'Session',
      'Title',
      'Model',
      'Thinking',
      'Mode',
      'Plan mode',
      'Directory',
      'Server',
      'Context',
      'Clients',
    ]);
    expect(rows).toEqual(
      expect.arrayContaining([
        'Version: 9.8.7',
        `Session: ${id}`,
        'Model: offline/echo',
        'Mode: manual',
        `Directory: ${daemon.cwd}`,
        `Server: ${daemon.baseUrl} (attached)`,
        expect.stringMatching(/^Clients: [1-9]/),
      ]),
    );
  });

  test('/usage has its rows', async () => {
    await daemon.run(id, 'say hi');
    const rows = await typist.rows('/cost');
    expect(rows.map((row) => row.replace(/:.*/, ''))).toEqual([
      'Input tokens',
      'Output tokens',
      'Cache read',
      'Cache write',
      'Cost',
      '  offline/echo',
      'Today',
    ]);
    expect(rows[0]).toMatch(/: [1-9]/);
  });

  test('/version is the version alone', async () => {
    expect(await typist.rows('/version')).toEqual(['9.8.7']);
  });

  test('/copy and /raw take an answer', async () => {
    expect(await typist.rows('/copy')).toEqual(['refused: There is no answer yet.']);
    await say('one', 'two');
    expect(await typist.rows('/copy')).toEqual(['Copied with a test.']);
    await typist.type('/copy 2');
    expect(typist.noted.copied).toEqual(['two', 'one']);
    expect(await typist.rows('/raw')).toEqual(['two']);
    expect(await typist.rows('/raw 3')).toEqual(['refused: There are only 2 answers.']);
    expect(await typist.rows('/raw x')).toEqual(['refused: /raw takes a number, 1 for the last answer']);
  });

  test('/export-md and /export-debug-zip hand files over', async () => {
    await daemon.run(id, 'say one');
    await daemon.run(id, 'run echo hi', { permission_mode: 'yolo' });
    await resting();
    expect(await typist.rows('/export-md')).toEqual(['Exported to /saved/here']);
    expect(await typist.rows('/export notes.md')).toEqual(['Exported to /saved/here']);
    const [first, second] = typist.noted.saved;
    expect(first?.name).toMatch(new RegExp(`^agent-export-${id.slice(-8)}-\\d{8}-\\d{6}\\.md$`));
    expect(second?.path).toBe('notes.md');
    expect(first?.content).toMatch(/^# .+\n\n- Session: `session_\w+`\n[\s\S]*## User\n\nsay one\n\n## Agent\n\none\n/);
    expect(first?.content).toContain('**Bash** `echo hi`\n\n```\nhi\n```\n');
    await typist.type('/export-debug-zip');
    const zip = typist.noted.saved[2]?.content;
    if (!(zip instanceof Blob)) throw new Error('no bytes');
    expect(
      Buffer.from(await zip.arrayBuffer())
        .subarray(0, 2)
        .toString(),
    ).toBe('PK');
  });

  test('a file that is there already is a refusal', async () => {
    const other = openTypist(daemon, id, { savedAs: { problem: 'notes.md exists already' } });
    expect(await other.rows('/export-md notes.md')).toEqual(['refused: notes.md exists already']);
  });
});

/** What opens something and does nothing else. */
const views: [string, View][] = [
  ['/help', { kind: 'help' }],
  ['/keys', { kind: 'keys' }],
  ['/sessions', { kind: 'sessions' }],
  ['/undo', { kind: 'rewind' }],
  ['/permission', { kind: 'permissions' }],
  ['/model', { kind: 'models' }],
  ['/effort', { kind: 'efforts' }],
  ['/btw why?', { kind: 'side', question: 'why?' }],
  ['/tasks', { kind: 'tasks' }],
  ['/agents', { kind: 'agents' }],
  ['/cron', { kind: 'schedules' }],
  ['/queue', { kind: 'queue' }],
  ['/skills', { kind: 'skills' }],
  ['/mcp', { kind: 'mcp' }],
  ['/login', { kind: 'login' }],
  ['/provider', { kind: 'providers' }],
  ['/settings', { kind: 'settings' }],
  ['/theme', { kind: 'themes' }],
  ['/editor', { kind: 'editors' }],
  ['/diff src', { kind: 'diff', path: 'src' }],
  ['/transcript', { kind: 'transcript' }],
];
const acts: [string, object][] = [
  ['/vim', { kind: 'vim' }],
  ['/vim on', { kind: 'vim', isOn: true }],
  ['/reload-tui', { kind: 'reload' }],
  ['/web', { kind: 'web' }],
  ['/desktop', { kind: 'desktop' }],
  ['/exit', { kind: 'exit' }],
];

describe('the surface', () => {
  test('opens and does what its commands name', async () => {
    for (const [typed, view] of views) {
      expect(await typist.type(typed)).toEqual({ kind: 'done' });
      expect(typist.noted.views.pop()).toEqual(view);
    }
    for (const [typed, act] of acts) {
      expect(await typist.type(typed)).toEqual({ kind: 'done' });
      expect(typist.noted.acts.pop()).toEqual(act);
    }
    expect(await typist.rows('/vim maybe')).toEqual(['refused: /vim takes on or off']);
  });

  test('an editor gets rows instead of views', async () => {
    const editor = openTypist(daemon, id, { kind: 'editor' });
    expect(await editor.rows('/help')).toEqual(expect.arrayContaining(['Work:', '  /init: Have AGENTS.md written']));
    expect(await editor.rows('/mcp')).toEqual(['No MCP servers.']);
    expect(await editor.rows('/tasks')).toEqual(['No tasks.']);
    expect(await editor.rows('/plan on')).toEqual(['Plan mode: on']);
    expect(await editor.rows('/plan')).toEqual(['Plan mode: on']);
    await say('one');
    expect(await editor.rows('/undo')).toContain('Undid 1 prompt.');
    expect(editor.noted.views).toEqual([]);
  });

  test('a page searches, and leaves the terminal its own', async () => {
    const page = openTypist(daemon, id, { kind: 'page' });
    await page.type('/search date parser');
    expect(page.noted.views).toEqual([{ kind: 'search', text: 'date parser' }]);
    expect(await page.rows('/exit')).toEqual(['refused: /exit belongs to the terminal']);
  });
});

describe('while a turn runs', () => {
  test('idle commands are refused with the way out, and nothing happens', async () => {
    await keepBusy();
    for (const { name, when, surfaces } of commands)
      if (when('') === 'idle' && surfaces.includes('terminal')) {
        const outcome = await typist.type(`/${name}`);
        expect([name, outcome]).toEqual([
          name,
          { kind: 'refused', reason: 'busy', notice: expect.stringContaining('press Esc first') },
        ]);
      }
    expect(typist.noted).toMatchObject({ views: [], asked: [], entered: [] });
    expect(await typist.rows('/plan clear')).toEqual(['refused: A turn runs: press Esc first, then /plan']);
    expect(await typist.rows('/plan on')).toEqual(['Plan mode: on']);
    expect(await typist.rows('/model two')).toEqual(['Model: two, from the next step on']);
    const page = openTypist(daemon, id, { kind: 'page' });
    await stateOf(page.session, 'the approval', ({ approvals }) => approvals.length === 1);
    expect(await page.rows('/compact')).toEqual(['refused: Stop the turn first (Escape Escape)']);
    const queued = openTypist(daemon, id, { skills: ['skill-author'] });
    expect(await queued.type('/skill:skill-author a skill')).toMatchObject({ isStarted: true });
    await shown(({ queue }) => queue.queued.length === 1, 'the skill in the queue');
    await daemon.ok('abortSession', daemon.session(id));
  });

  test('a turn that began unseen is a refusal of the same kind', async () => {
    const blind = openTypist(daemon, id);
    await keepBusy();
    blind.session.close();
    expect(await blind.rows('/fork')).toEqual([expect.stringContaining('press Esc first')]);
    await daemon.ok('abortSession', daemon.session(id));
  });
});
