/** Transcripts over REST: pages and their cursors, undone turns, agents, forks (rest.md 11). */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { startTestDaemon, until, type TestDaemon } from '../helpers/daemon.js';
import { plain as picture } from '../helpers/pictures.js';
import { opsOf, pageOf, shown } from './clients.js';
import { start, yolo, ids, turns, frames } from './pagescene.js';

describe('pages', () => {
  let daemon: TestDaemon;
  let id: string;
  beforeAll(async () => {
    daemon = await startTestDaemon();
    ({ id } = await daemon.createSession(yolo));
    await daemon.ok('runShell', { ...daemon.session(id), body: { command: 'echo typed' } });
    await until('its end', async () => {
      const { tasks } = await pageOf(daemon, id);
      return tasks[0]?.state === 'completed' ? true : undefined;
    });
    for (const text of ['say one', 'say two']) await daemon.run(id, text);
    await daemon.ok('updateSessionProfile', { ...daemon.session(id), body: { agent_config: { plan_mode: true } } });
    for (const text of ['say three', 'say four', 'say five']) await daemon.run(id, text);
  });
  afterAll(() => daemon.close());

  test.each<[Record<string, string | number>, string[], boolean]>([
    [{}, ['task', 't1', 't2', 'plan.enter', 't3', 't4', 't5'], false],
    [{ page_size: 2 }, ['t4', 't5'], true],
    [{ page_size: 2, before_turn: 't4' }, ['t2', 'plan.enter', 't3'], true],
    [{ page_size: 2, before_id: 't4' }, ['t2', 'plan.enter', 't3'], true],
    [{ page_size: 1, before_turn: 't2' }, ['task', 't1'], false],
    [{ before_turn: 't1' }, [], false],
    [{ page_size: 2, after_turn: 't1' }, ['t2', 'plan.enter', 't3'], true],
    [{ page_size: 2, after_id: 't3' }, ['t4', 't5'], false],
    [{ after_turn: 't5' }, [], false],
    [{ page_size: 2, before_turn: 't9' }, ['t4', 't5'], true],
    [{ page_size: 2, after_turn: 'nonsense' }, ['t4', 't5'], true],
  ])('%j', async (query, expected, more) => {
    const page = await daemon.ok('getTranscript', { ...daemon.session(id), query: { agent_id: 'main', ...query } });
    expect(ids(page)).toEqual(expected);
    expect(page.has_more).toBe(more);
    // every page has all prompts and tasks
    expect(page.prompts.map(({ status }) => status)).toEqual(Array.from({ length: 5 }, () => 'completed'));
    expect(page.tasks).toHaveLength(1);
  });

  test.each<[Record<string, string | number>, string]>([
    [{ agent_id: 'main', before_turn: 't2', after_turn: 't1' }, 'before_turn'],
    [{ agent_id: 'main', before_turn: 't2', before_id: 't2' }, 'before_turn'],
    [{ agent_id: 'main', after_id: 't2', after_turn: 't2' }, 'before_turn'],
    [{ agent_id: 'main', page_size: 0 }, 'page_size'],
    [{ agent_id: 'main', page_size: 101 }, 'page_size'],
    [{}, 'agent_id'],
    ...['.', '..', 'a b', 'ä', '', 'x'.repeat(129), 'a/b'].map((agent_id): [Record<string, string>, string] => [
      { agent_id },
      'agent_id',
    ]),
  ])('refuses %j', async (query, path) => {
    const answer = await daemon.fails('getTranscript', 'VALIDATION_FAILED', { ...daemon.session(id), query });
    expect(answer.details).toMatchObject([{ path }]);
  });

  test.each<[Record<string, string | number>, string[]]>([
    [{ page_size: 2 }, ['say four', 'say five']],
    [{ page_size: 2, before_turn: 't4' }, ['say two', 'say three']],
    [{ page_size: 2, after_turn: 't1' }, ['say two', 'say three']],
    [{ before_turn: 't1' }, []],
    [{}, ['say one', 'say two', 'say three', 'say four', 'say five']],
  ])('prompts=page with %j has the prompts of its turns, and the same items', async (query, expected) => {
    const page = await pageOf(daemon, id, { ...query, prompts: 'page' });
    expect(page.prompts.map(({ content }) => content?.[0])).toEqual(expected.map((text) => ({ type: 'text', text })));
    const whole = await pageOf(daemon, id, query);
    expect(shown({ ...page, prompts: [] })).toEqual(shown({ ...whole, prompts: [] }));
  });

  test('prompts=page has prompts that are not over, and those that were steered into its turns', async () => {
    const { id: other } = await daemon.createSession(yolo);
    await daemon.run(other, 'say before');
    const first = await daemon.prompt(other, 'run sleep 0.4');
    const { prompt_id } = await daemon.prompt(other, 'say steered');
    const last = await daemon.prompt(other, 'say last');
    await daemon.ok('steerPrompt', { params: { session_id: other, prompt_id } });
    const here = async (query = {}) =>
      (await pageOf(daemon, other, { page_size: 1, prompts: 'page', ...query })).prompts.map(
        ({ promptId }) => promptId,
      );
    expect(await here({ before_turn: 't2' })).toContain(last.prompt_id);
    await daemon.waitForEnd(other);
    expect(await here()).toEqual([last.prompt_id]);
    expect(await here({ before_turn: 't3' })).toEqual([first.prompt_id, prompt_id]);
  });

  test('the default is 20 turns', async () => {
    const { id: other } = await daemon.createSession();
    for (let turn = 0; turn < 21; turn += 1) await daemon.run(other, 'say x');
    const page = await daemon.ok('getTranscript', { ...daemon.session(other), query: { agent_id: 'main' } });
    expect([turns(page).length, page.has_more]).toEqual([20, true]);
  });

  test('an agent that is not there has an empty transcript', async () => {
    const page = await pageOf(daemon, id, { agent_id: 'agent_9' });
    expect(page).toEqual({
      agent_id: 'agent_9',
      items: [],
      has_more: false,
      tasks: [],
      interactions: [],
      attachments: [],
      todos: [],
      prompts: [],
      meta: {},
      agents: [{ agentId: 'main', type: 'main', createdAt: expect.any(String) }],
      pending_interactions: [],
    });
    expect(await opsOf(daemon, id, 0, 'agent_9')).toMatchObject({ batches: [], latest_seq: 0, complete: false });
    const said = await daemon.ok('listUserMessages', { ...daemon.session(id), query: { agent_id: 'agent_9' } });
    expect(said).toEqual({ agents: [{ agent_id: 'agent_9', messages: [], attachments: [] }] });
    const plans = await daemon.ok('listPlans', { ...daemon.session(id), query: { agent_id: 'agent_9' } });
    expect(plans).toEqual({ agent_id: 'agent_9', plans: [] });
  });
});

test('what was taken back is gone, with what it asked and sent; a redo brings it back', async () => {
  const daemon = await start();
  const { id } = await daemon.createSession();
  const image = {
    type: 'image',
    source: { kind: 'base64', media_type: 'image/png', data: (await picture(8, 8)).toString('base64') },
  };
  await daemon.run(id, 'say one');
  await daemon.ok('submitPrompt', {
    ...daemon.session(id),
    body: { content: [{ type: 'text', text: 'run echo two' }, image] as never },
  });
  const { approval_id } = await daemon.approval(id);
  await daemon.ok('resolveApproval', { params: { session_id: id, approval_id }, body: { decision: 'approved' } });
  await daemon.waitForEnd(id);
  await daemon.ok('updateSessionProfile', { ...daemon.session(id), body: { agent_config: { plan_mode: true } } });
  const before = await pageOf(daemon, id);
  expect(ids(before)).toEqual(['t1', 't2', 'plan.enter']);
  expect([before.interactions.length, before.attachments.length]).toEqual([1, 1]);
  expect(turns(before)[1]?.attachmentIds).toEqual(['t2.att1']);
  await daemon.ok('undoSession', { ...daemon.session(id), body: { count: 1 } });
  const undone = await pageOf(daemon, id);
  expect(ids(undone)).toEqual(['t1', 'undo', 'plan.exit']);
  expect(undone.items[1]).toMatchObject({ payload: { count: 1, prompts: [{ text: 'run echo two' }] } });
  expect([undone.interactions, undone.attachments]).toEqual([[], []]);
  expect(undone.prompts).toHaveLength(2);
  const said = (page: string) => daemon.ok('listUserMessages', { ...daemon.session(page), query: {} });
  expect((await said(id)).agents[0]?.messages.map(({ turn_id }) => turn_id)).toEqual(['t1']);
  await daemon.ok('redoSession', { ...daemon.session(id), body: {} });
  const redone = await pageOf(daemon, id);
  expect(ids(redone)).toEqual(['t1', 't2', 'plan.enter', 'plan.exit', 'plan.enter']);
  expect(redone.items.slice(0, 3)).toEqual(before.items);
  expect(redone.interactions).toEqual(before.interactions);
  expect(redone.attachments).toEqual(before.attachments);
  const { agents } = await said(id);
  expect(agents[0]).toMatchObject({
    messages: [
      { prompt: 'say one' },
      { turn_id: 't2', attachment_ids: ['t2.att1'], prompt: 'run echo two', state: 'completed' },
    ],
    attachments: [{ attachmentId: 't2.att1', mediaType: 'image/*', source: { kind: 'session_media' } }],
  });
});

test('media that were steered into a turn are numbered after those of its prompt, live and cold', async () => {
  const daemon = await start();
  const { id } = await daemon.createSession(yolo);
  const image = (n: number) => ({
    type: 'image' as const,
    source: { kind: 'url' as const, url: `https://example.org/${n}.png` },
  });
  const send = (text: string, ...images: object[]) =>
    daemon.ok('submitPrompt', {
      ...daemon.session(id),
      body: { content: [{ type: 'text', text }, ...images] as never },
    });
  await send('run sleep 0.5', image(1));
  const steered = [await send('and this', image(2)), await send('and that', image(3))];
  for (const { prompt_id } of steered) await daemon.ok('steerPrompt', { params: { session_id: id, prompt_id } });
  await daemon.waitForEnd(id);
  await daemon.run(id, 'say next');
  const live = await pageOf(daemon, id);
  expect(live.attachments.map(({ attachmentId, source }) => [attachmentId, source])).toEqual(
    [1, 2, 3].map((n) => [`t1.att${n}`, image(n).source]),
  );
  const [turn] = turns(live);
  expect(turn?.attachmentIds).toEqual(['t1.att1']);
  const texts = frames(turn).filter((frame) => frame.kind === 'text' && frame.role === 'user');
  expect(texts.flatMap((frame) => ('attachmentIds' in frame ? (frame.attachmentIds ?? []) : []))).toEqual([
    't1.att2',
    't1.att3',
  ]);
  expect(live.prompts.slice(1, 3)).toMatchObject([
    { status: 'completed', steeredAt: expect.any(String) },
    { status: 'completed', steeredAt: expect.any(String) },
  ]);
  await daemon.restart();
  const cold = await pageOf(daemon, id);
  expect(shown({ ...cold, meta: {} })).toEqual(shown({ ...live, meta: {} }));
});

test('each agent has its own; they are listed, and side questions are distinguished from others', async () => {
  const daemon = await start();
  const { id } = await daemon.createSession(yolo);
  await daemon.run(id, 'agent explore: say found it');
  const { agent_id } = await daemon.ok('startSideAgent', daemon.session(id));
  await daemon.ok('submitPrompt', {
    ...daemon.session(id),
    body: { content: [{ type: 'text', text: 'say aside' }], agent_id },
  });
  await until('the aside', async () => {
    const page = await pageOf(daemon, id, { agent_id });
    return turns(page)[0]?.state === 'completed' ? page : undefined;
  });
  const main = await pageOf(daemon, id);
  expect(main.agents).toMatchObject([
    { agentId: 'main', type: 'main' },
    { agentId: 'agent_1', type: 'sub', parentAgentId: 'main', createdAt: expect.any(String) },
    { agentId: agent_id, type: 'independent' },
  ]);
  const [call] = frames(turns(main)[0]);
  expect(call).toMatchObject({ name: 'Agent', agentRefs: [{ agentId: 'agent_1', role: 'child' }] });
  expect(main.tasks).toMatchObject([
    {
      taskId: call?.kind === 'tool' ? call.taskId : '',
      kind: 'subagent',
      agentId: 'agent_1',
      detached: false,
      state: 'completed',
      resultSummary: 'found it',
      usage: { output: expect.any(Number) },
    },
  ]);
  const child = await pageOf(daemon, id, { agent_id: 'agent_1' });
  expect(turns(child)).toMatchObject([
    { turnId: 't1', origin: { kind: 'other' }, prompt: 'say found it', state: 'completed' },
  ]);
  const aside = await pageOf(daemon, id, { agent_id });
  expect(turns(aside)).toMatchObject([{ origin: { kind: 'side', payload: { kind: 'user' } }, prompt: 'say aside' }]);
  expect(aside.prompts).toHaveLength(1);
  expect(main.prompts).toHaveLength(1);
  const { agents } = await daemon.ok('listUserMessages', { ...daemon.session(id), query: {} });
  expect(agents.map((each) => [each.agent_id, each.messages.map(({ prompt }) => prompt)])).toEqual([
    ['main', ['agent explore: say found it']],
    ['agent_1', ['say found it']],
    [agent_id, ['say aside']],
  ]);
});

test('plans: from the review, from the call where no user was asked, and not of turns that were taken back', async () => {
  const daemon = await start();
  const { id } = await daemon.createSession(yolo);
  const plansOf = async (query: Record<string, string> = {}) =>
    (await daemon.ok('listPlans', { ...daemon.session(id), query: { agent_id: 'main', ...query } })).plans;
  const review = async (body: Record<string, unknown>) => {
    const { approval_id } = await daemon.approval(id);
    await daemon.ok('resolveApproval', { params: { session_id: id, approval_id }, body: body });
    await daemon.waitForEnd(id);
  };
  await daemon.prompt(id, 'plan First | Quick | Slow');
  const pending = await until('a plan', async () => ((await plansOf()).length > 0 ? plansOf() : undefined));
  expect(pending).toMatchObject([
    { turn_id: 't1', source: 'interaction', plan: 'First\n', review: { state: 'pending' } },
  ]);
  await review({ decision: 'rejected', feedback: 'shorter', selected_label: 'Reject' });
  await daemon.ok('updateSessionProfile', {
    ...daemon.session(id),
    body: { agent_config: { permission_mode: 'auto', plan_mode: false } },
  });
  await daemon.run(id, 'plan Second');
  await daemon.run(id, 'call ExitPlanMode {}');
  const plans = await plansOf();
  expect(plans).toMatchObject([
    {
      turn_id: 't1',
      source: 'interaction',
      plan: 'First\n',
      path: expect.stringContaining('/plans/'),
      options: [{ label: 'Quick' }, { label: 'Slow' }],
      review: { state: 'rejected', selected_option: 'Reject', feedback: 'shorter' },
    },
    { turn_id: 't2', source: 'display', plan: 'Second\n' },
  ]);
  expect(plans[1]).not.toHaveProperty('review');
  expect(await plansOf({ tool_call_id: plans[1]?.tool_call_id ?? '' })).toEqual([plans[1]]);
  const [bare] = frames(turns(await pageOf(daemon, id)).at(-1));
  // this call ends plan mode too, but without a plan
  expect(await plansOf({ tool_call_id: bare?.kind === 'tool' ? bare.toolCallId : '' })).toEqual([]);
  const [enter] = frames(turns(await pageOf(daemon, id))[0]);
  const other = { agent_id: 'main', tool_call_id: enter?.kind === 'tool' ? enter.toolCallId : '' };
  await daemon.fails('listPlans', 'TOOL_CALL_NOT_FOUND', { ...daemon.session(id), query: other });
  // without a display, the plan comes from the result
  const log = new Database(join(daemon.home, 'agent.db'));
  log.exec(`UPDATE events SET payload = json_remove(payload, '$.display') WHERE type = 'tool.call.started'`);
  log.close();
  expect((await plansOf())[1]).toMatchObject({ source: 'output', plan: 'Second\n', path: plans[1]?.path });
  await daemon.ok('undoSession', { ...daemon.session(id), body: { count: 2 } });
  expect((await plansOf()).map(({ turn_id }) => turn_id)).toEqual(['t1']);
});

test('a copy shows the same, without the work that runs in the old session alone', async () => {
  const daemon = await start();
  const { id } = await daemon.createSession();
  const decide = async () => {
    const { approval_id } = await daemon.approval(id);
    await daemon.ok('resolveApproval', { params: { session_id: id, approval_id }, body: { decision: 'approved' } });
  };
  await daemon.prompt(id, 'run echo hi');
  await decide();
  await daemon.waitForEnd(id);
  await daemon.run(id, 'todo a; b');
  await daemon.prompt(id, 'run in background sleep 30');
  await decide();
  await until('the end of the turn', async () =>
    (await daemon.ok('getSession', daemon.session(id))).main_turn_active ? undefined : true,
  );
  const old = await pageOf(daemon, id);
  const copy = await daemon.ok('forkSession', { ...daemon.session(id), body: {} });
  const page = await pageOf(daemon, copy.id);
  expect(old.tasks).toHaveLength(1);
  expect(page.tasks).toEqual([]);
  expect(ids(page)).toEqual(['t1', 't2', 't3']);
  expect(turns(page).slice(0, 2)).toEqual(turns(old).slice(0, 2));
  // an approval names its session, which is the fork
  const inCopy = (part: unknown): unknown => JSON.parse(JSON.stringify(part).replaceAll(id, copy.id));
  for (const part of ['interactions', 'todos', 'prompts'] as const) expect(page[part]).toEqual(inCopy(old[part]));
  const first = (await daemon.ok('listMessages', daemon.session(id))).items.at(-1)?.id ?? '';
  const cut = await daemon.ok('forkSession', { ...daemon.session(id), body: { message_id: first } });
  expect(turns(await pageOf(daemon, cut.id))).toMatchObject([{ turnId: 't1', state: 'failed' }]);
});
