/** The model of a session against a real daemon: what it shows and does, and that it does nothing twice. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Fetch } from '../../client/api/client.js';
import { startTestDaemon, until, type TestDaemon } from '../helpers/daemon.js';
import { closeClients, isResting, losing, openClient, saidIn, stateOf } from './open.js';

let daemon: TestDaemon;
let id: string;
beforeAll(async () => {
  daemon = await startTestDaemon();
});
afterAll(() => daemon.close());
beforeEach(async () => {
  ({ id } = await daemon.createSession());
});
afterEach(closeClients);

const text = (words: string) => [{ type: 'text' as const, text: words }];
/** Loses the first answer of calls whose path has this end. */
const losingFirst = (end: string) => {
  let left = 1;
  return losing((url, method) => method === 'POST' && url.endsWith(end) && left-- > 0);
};

describe('a session that is open', () => {
  test('shows a prompt at once, then its turn, and keeps what did not change', async () => {
    const model = openClient(daemon).open(id);
    await stateOf(model, 'the session', ({ isLoaded }) => isLoaded);
    const sent = model.send(text('say one'));
    expect(model.get().outgoing).toMatchObject([{ content: text('say one') }]);
    const promptId = await sent;
    const first = await stateOf(
      model,
      'the end of the turn',
      (state) => isResting(state) && saidIn(state).length === 1,
    );
    expect([...first.timeline.prompts.keys()]).toEqual([promptId]);
    await model.send(text('todo first; second\nsay two'));
    const second = await stateOf(model, 'the second turn', (state) => isResting(state) && saidIn(state).length > 1);
    expect(saidIn(second)[0]).toBe('one');
    expect(second.todos.map(({ title }) => title)).toEqual(['first', 'second']);
    expect(second.timeline.items[0]).toBe(first.timeline.items[0]);
    expect(second.settings).toBe(first.settings);
    expect(model.get()).toBe(model.get());
  });

  test('notifies its listeners once for many changes', async () => {
    const frames: (() => void)[] = [];
    const model = openClient(daemon).open(id, { schedule: (notify) => frames.push(notify) });
    let notified = 0;
    model.subscribe(() => (notified += 1));
    await until('a first change', () => (frames.length > 0 ? true : undefined));
    await until('the session', () => (model.get().isLoaded ? true : undefined));
    expect(frames.length).toBe(1);
    frames[0]?.();
    expect(notified).toBe(1);
  });

  test('prompts arrive in the order in which they were sent, also when the first answer is late or lost', async () => {
    let attempts = 0;
    const calls: Fetch = async (url, init) => {
      if (init.method !== 'POST' || !url.endsWith('/prompts')) return fetch(url, init);
      attempts += 1;
      if (attempts === 1) throw new TypeError('fetch failed');
      if (attempts === 2) await new Promise((next) => setTimeout(next, 100));
      return fetch(url, init);
    };
    const model = openClient(daemon, { calls }).open(id);
    await stateOf(model, 'the session', ({ isLoaded }) => isLoaded);
    const texts = ['say one', 'say two', 'say three'];
    const sent = texts.map((words) => model.send(text(words)));
    expect(model.get().outgoing.map(({ content }) => content)).toEqual(texts.map(text));
    await Promise.all(sent);
    expect(saidIn(await stateOf(model, 'the answers', isResting))).toEqual(['one', 'two', 'three']);
  });

  test.each<[string, () => Promise<never>]>([
    ['has ended', () => Promise.reject(new TypeError('fetch failed'))],
    ['does not answer', () => new Promise(() => undefined)],
  ])(
    'a prompt that is lost with a server that %s takes those behind it along, and a later one is tried',
    async (_, lose) => {
      let isSent = false;
      const calls: Fetch = (url, init) => {
        if (!String(init.body).includes('say one')) return fetch(url, init);
        isSent = true;
        return lose();
      };
      const { stream, open } = openClient(daemon, { calls });
      const model = open(id);
      await stateOf(model, 'the session', ({ isLoaded }) => isLoaded);
      const lost = [model.send(text('say one')), model.send(text('say two'))];
      const ends = Promise.allSettled(lost);
      await until('the first prompt', () => isSent || undefined);
      stream.close();
      for (const end of await ends) expect(end).toMatchObject({ reason: { name: 'ConnectionFailure' } });
      await model.send(text('say three'));
      await until('the answer', async () => {
        const { items } = await daemon.ok('listMessages', daemon.session(id));
        return JSON.stringify(items).includes('three') || undefined;
      });
      expect(JSON.stringify(await daemon.ok('listMessages', daemon.session(id)))).not.toContain('say two');
    },
  );

  test('a refused prompt holds none back that follows it', async () => {
    const model = openClient(daemon).open(id);
    await stateOf(model, 'the session', ({ isLoaded }) => isLoaded);
    const refused = model.send(text('say one'), { model: 'nowhere/none' });
    const sent = model.send(text('say two'));
    await expect(refused).rejects.toMatchObject({ name: expect.any(String) });
    await sent;
    await stateOf(model, 'the answer', (state) => saidIn(state).includes('two'));
    expect(model.get().outgoing.map(({ failure }) => failure?.name)).toEqual(['MODEL_NOT_FOUND']);
  });

  test('shows settings before the server has them, and the ones of others', async () => {
    const [mine, other] = [openClient(daemon).open(id), openClient(daemon).open(id)];
    await stateOf(mine, 'the session', ({ isLoaded }) => isLoaded);
    const done = mine.configure({ permission_mode: 'yolo', plan_mode: true });
    expect(mine.get().settings).toMatchObject({ permissionMode: 'yolo', planMode: true });
    await done;
    await stateOf(other, 'the mode', ({ settings }) => settings.permissionMode === 'yolo' && settings.planMode);
    await stateOf(mine, 'the mode', ({ settings }) => settings.permissionMode === 'yolo' && settings.planMode);
  });

  test('loads older turns, and shows other agents when asked', async () => {
    for (const word of ['one', 'two', 'three']) await daemon.run(id, `say ${word}`);
    await daemon.run(id, 'agent: say below\nsay four');
    const model = openClient(daemon).open(id, { pageSize: 2 });
    const newest = await stateOf(model, 'the newest turns', ({ isLoaded }) => isLoaded);
    expect(newest.timeline.hasOlder).toBe(true);
    await model.loadOlder();
    const whole = model.get();
    expect(whole.timeline.hasOlder).toBe(false);
    expect(saidIn(whole).slice(0, 3)).toEqual(['one', 'two', 'three']);
    const child = whole.agents.find(({ type }) => type === 'sub');
    expect(child?.timeline).toBeUndefined();
    model.showAgent(child?.agentId ?? '', true);
    const shown = await stateOf(model, 'the turns of the agent', ({ agents }) =>
      agents.some(({ timeline }) => (timeline?.items.length ?? 0) > 0),
    );
    expect(JSON.stringify(shown.agents.at(-1)?.timeline?.items)).toContain('below');
  });

  test('counts the context that a shell command of the user adds', async () => {
    const { client, open } = openClient(daemon);
    const model = open(id);
    await stateOf(model, 'the session', ({ isLoaded }) => isLoaded);
    await client.runShell({ params: { session_id: id }, body: { command: 'sleep 0.2; echo some words' } });
    await until('the end of the command', async () => {
      const { usage } = await client.getSession({ params: { session_id: id } });
      return usage.context_tokens > 0 || undefined;
    });
    await stateOf(model, 'its tokens', ({ session }) => (session?.usage.context_tokens ?? 0) > 0);
  });

  test('knows when the session is deleted, or never was', async () => {
    const client = openClient(daemon);
    const model = client.open(id);
    await stateOf(model, 'the session', ({ isLoaded }) => isLoaded);
    await daemon.ok('deleteSession', daemon.session(id));
    await stateOf(model, 'its end', ({ isGone }) => isGone);
    const unknown = client.open('session_01jn8q5j0c9m4v7x2b6k3t8w1y');
    await stateOf(unknown, 'the refusal', ({ isGone }) => isGone);
  });
});

describe('a lost answer', () => {
  test('of a prompt repeats it with the same id, so that it is taken once', async () => {
    const model = openClient(daemon, { calls: losingFirst('/prompts') }).open(id);
    const promptId = await model.send(text('say once'));
    const state = await stateOf(model, 'the end of the turn', (now) => isResting(now) && saidIn(now).length > 0);
    expect(saidIn(state)).toEqual(['once']);
    expect([...state.timeline.prompts.keys()]).toEqual([promptId]);
  });

  test('of a decision repeats it, and the second answer counts as done', async () => {
    const model = openClient(daemon, { calls: losing((url) => /\/approvals\/[^/]+$/.test(url) && left-- > 0) }).open(
      id,
    );
    let left = 1;
    await model.send(text('run echo hi'));
    const { approvals } = await stateOf(model, 'an approval', (state) => state.approvals.length === 1);
    const decided = model.decide(approvals[0]?.approval_id ?? '', { decision: 'approved' });
    expect(model.get().approvals).toMatchObject([{ isAnswered: true }]);
    expect(await decided).toBe('done');
    const state = await stateOf(model, 'the end of the turn', isResting);
    expect(state.approvals).toEqual([]);
    expect(JSON.stringify(state.timeline.items)).toContain('"output":"hi');
  });

  test('of an undo is not repeated, as it would take back more', async () => {
    await daemon.run(id, 'say one');
    await daemon.run(id, 'say two');
    const model = openClient(daemon, { calls: losingFirst(':undo') }).open(id);
    await stateOf(model, 'the session', ({ isLoaded }) => isLoaded);
    await expect(model.undo()).rejects.toMatchObject({ name: 'ConnectionFailure' });
    const state = await stateOf(model, 'the undo', (now) => saidIn(now).length === 1);
    expect(saidIn(state)).toEqual(['one']);
  });

  test('of a revert is not repeated; what it took back comes again by its id', async () => {
    const path = join(daemon.cwd, 'reverted.txt');
    await daemon.run(id, `write ${path}: by the agent`, { permission_mode: 'yolo' });
    const [file] = (await daemon.ok('listChanges', { ...daemon.session(id), query: { path } })).files;
    const body = { path, sha256: file?.sha256 ?? null };
    const model = openClient(daemon, { calls: losingFirst(':revert') }).open(id);
    await stateOf(model, 'the session', ({ isLoaded }) => isLoaded);
    await expect(model.revert(body)).rejects.toMatchObject({ name: 'ConnectionFailure' });
    expect(existsSync(path)).toBe(false);
    await expect(model.revert(body)).rejects.toMatchObject({ name: 'SESSION_FILES_CHANGED' });
    await daemon.run(id, `write ${path}: by the agent`, { permission_mode: 'yolo' });
    const { revert_id } = await model.revert(body);
    expect((await model.unrevert(revert_id)).file).toMatchObject({ path, status: 'added' });
  });
});

describe('what others do', () => {
  test('an approval that another client decided is named so', async () => {
    const [mine, other] = [openClient(daemon).open(id), openClient(daemon).open(id)];
    await mine.send(text('run echo hi'));
    const { approvals } = await stateOf(mine, 'an approval', (state) => state.approvals.length === 1);
    const approvalId = approvals[0]?.approval_id ?? '';
    await stateOf(other, 'the approval', (state) => state.approvals.length === 1);
    expect(await other.decide(approvalId, { decision: 'rejected' })).toBe('done');
    expect(await mine.decide(approvalId, { decision: 'approved' })).toBe('elsewhere');
    await stateOf(mine, 'the end of the turn', (state) => isResting(state) && state.approvals.length === 0);
  });

  test('questions are answered, the queue is edited and emptied', async () => {
    const model = openClient(daemon).open(id);
    await model.send(text('ask Which? A | B\nsay going'));
    const { questions } = await stateOf(model, 'a question', (state) => state.questions.length === 1);
    await model.send(text('say queued'));
    const last = await model.send(text('say never'));
    await stateOf(model, 'the queue', ({ queue }) => queue.queued.length === 2);
    await model.editQueued(last, { position: 0 });
    await stateOf(model, 'the new order', ({ queue }) => queue.queued[0]?.prompt_id === last);
    await model.removeQueued(last);
    await stateOf(model, 'the shorter queue', ({ queue }) => queue.queued.length === 1);
    const answers = { q_0: { kind: 'single' as const, option_id: 'opt_0_1' } };
    expect(await model.answer(questions[0]?.question_id ?? '', { answers })).toBe('done');
    const state = await stateOf(model, 'the end of both turns', (now) => isResting(now) && saidIn(now).length === 2);
    expect(saidIn(state).map((said) => said.split('\n')[0])).toEqual(['going', 'queued']);
  });

  test('a queued prompt whose turn has begun leaves the queue at once, also when the queue is read late', async () => {
    let hold = Promise.resolve();
    let release = (): void => undefined;
    const calls: Fetch = async (url, init) => {
      if (init.method === 'GET' && new URL(url).pathname.endsWith('/prompts')) await hold;
      return await fetch(url, init);
    };
    const model = openClient(daemon, { calls }).open(id);
    await model.send(text('ask Which? A | B\nsay going'));
    const { questions } = await stateOf(model, 'a question', (state) => state.questions.length === 1);
    await model.send(text('ask And? A | B\nsay queued'));
    await stateOf(model, 'the queue', ({ queue }) => queue.queued.length === 1);
    hold = new Promise((resolve) => (release = resolve));
    await model.dismiss(questions[0]?.question_id ?? '');
    await stateOf(model, 'the next turn', ({ timeline, queue }) => {
      return timeline.items.filter(({ kind }) => kind === 'turn').length === 2 && queue.queued.length === 0;
    });
    release();
  });

  test('a refused prompt stays until it is discarded', async () => {
    const model = openClient(daemon).open(id);
    await expect(model.send(text('say x'), { model: 'unknown/model' })).rejects.toMatchObject({
      name: 'MODEL_NOT_FOUND',
    });
    const [refused] = model.get().outgoing;
    expect(refused?.failure?.name).toBe('MODEL_NOT_FOUND');
    model.discard(refused?.promptId ?? '');
    expect(model.get().outgoing).toEqual([]);
  });
});

test('a model that is open while the server restarts continues with the new one', async () => {
  const own = await startTestDaemon();
  try {
    const session = await own.createSession();
    const model = openClient(own).open(session.id);
    await model.send(text('say before'));
    await stateOf(model, 'the first turn', (state) => isResting(state) && saidIn(state).length === 1);
    await own.restart();
    await model.send(text('say after'));
    const state = await stateOf(model, 'the second turn', (now) => isResting(now) && saidIn(now).length === 2);
    expect(saidIn(state)).toEqual(['before', 'after']);
    expect(state.connection).toBe('live');
  } finally {
    closeClients();
    await own.close();
  }
});
