/** Slash commands that show something, against a real daemon: rows, views, and refusals while a turn runs. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { SessionRuntime } from '../../schemas/generated/types.js';
import { runtimeRows } from '../../client/commands/rows.js';
import type { View } from '../../client/commands/command.js';
import { commands } from '../../client/commands/table.js';
import { startTestDaemon, type TestDaemon } from '../helpers/daemon.js';
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
/** Starts a turn that waits for an approval. */
async function keepBusy(): Promise<void> {
  await daemon.prompt(id, 'run echo hi');
  await shown(({ approvals }) => approvals.length === 1, 'the approval');
}

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
    expect(await typist.rows('/raw 3')).toEqual(['refused: The session has only 2 answers.']);
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

/** Commands that only open a view. */
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

  test('the network of commands is said in words', () => {
    const said = (['host', 'ask', 'off'] as const).map((mode) => {
      const now = {
        runtime_id: 'sandbox',
        profile: 'workspace',
        network: { mode, rules: [] },
        ports: [],
        quarantine: [],
      };
      return runtimeRows(now as unknown as SessionRuntime, [])[1];
    });
    expect(said).toEqual(['Network: as this machine', 'Network: hosts that you allow', 'Network: none']);
  });

  test('a page searches, shows details in the place of rows, and leaves the terminal its own', async () => {
    const page = openTypist(daemon, id, { kind: 'page' });
    await page.type('/search date parser');
    expect(page.noted.views).toEqual([{ kind: 'search', text: 'date parser' }]);
    for (const typed of ['/status', '/runtime', '/sandbox status']) {
      expect(await page.rows(typed)).toEqual([]);
      expect(page.noted.views.at(-1)).toEqual({ kind: 'status' });
    }
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
