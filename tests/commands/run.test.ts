/** Slash commands that change something, against a real daemon: their effect on the session, and their refusals. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suggestArguments } from '../../client/commands/suggest.js';
import { startTestDaemon, until, type TestDaemon } from '../helpers/daemon.js';
import { closeClients, isResting, saidIn, stateOf } from '../client-session/open.js';
import { closeTypists, openTypist, type Typist } from './open.js';

const models = ['one', 'two'].map(
  (name) =>
    `[models.${name}]\nprovider = "p"\nmodel = "m-${name}"\nmax_context_size = 100000\ncapabilities = ["thinking"]\nsupport_efforts = ["low", "high"]\ndefault_effort = "low"\n`,
);
/** Nothing answers on port 9: these models are chosen but never reply. */
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
/** Lets the session answer with each of these words, and waits until it rests. */
async function say(...words: string[]): Promise<void> {
  for (const word of words) await daemon.run(id, `say ${word}`);
  await shown((state) => isResting(state) && saidIn(state).length >= words.length, 'the answers');
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

  test.each(['terminal', 'page', 'editor'] as const)(
    'a command of %s without arguments refuses words',
    async (kind) => {
      const other = openTypist(daemon, id, { kind });
      expect(await other.rows('/status now')).toEqual(['refused: /status takes no arguments']);
      expect(other.noted.views).toEqual([]);
    },
  );

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
    await shown((state) => isResting(state) && state.timeline.items.some(({ kind }) => kind === 'turn'), 'the turn');
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
    await resting();
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
    // this model never replies, so the goal waits
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
    const asked = typist.noted.asked.length;
    expect(await typist.rows('/add-dir /no/such/place')).toEqual(['refused: no such path: /no/such/place']);
    expect(typist.noted.asked).toHaveLength(asked);
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
