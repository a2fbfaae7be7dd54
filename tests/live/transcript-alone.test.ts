/** A client that follows only the transcript channel can answer requests, fork a session and show failures. */
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { TranscriptOp, TranscriptTurn } from '../../schemas/generated/types.js';
import { startModel, type ScriptedModel } from '../helpers/model.js';
import { modelEnv, startTestDaemon, until, type TestDaemon, type TestSocket } from '../helpers/daemon.js';
import { pageOf } from '../transcript/clients.js';
import { opsIn, resetsIn } from './viewer.js';

let daemon: TestDaemon;
let model: ScriptedModel | undefined;
beforeEach(async () => {
  daemon = await startTestDaemon();
});
afterEach(async () => {
  await daemon.close();
  await model?.close();
  model = undefined;
});

/** Creates a session, and a connection that receives its transcript at the finest grade. */
async function followed(mode = 'yolo'): Promise<{ id: string; socket: TestSocket }> {
  const { id } = await daemon.createSession({ agent_config: { permission_mode: mode } });
  const socket = await daemon.socket();
  await socket.send('subscribe_v2', { session_id: id, transcript: { '*': 'delta' } });
  return { id, socket };
}

const ops = (socket: TestSocket): TranscriptOp[] => opsIn(socket.frames).flatMap((batch) => batch.ops);
const lastTurn = async (id: string): Promise<TranscriptTurn> => {
  const turn = (await pageOf(daemon, id)).items.findLast((item) => item.kind === 'turn');
  if (!turn) throw new Error('no turn');
  return turn;
};
const asked = (socket: TestSocket, kind: 'approval' | 'question') =>
  until(`the ${kind}`, () => {
    const found = ops(socket).find((op) => op.op === 'interaction.upsert' && op.interaction.interactionKind === kind);
    return found?.op === 'interaction.upsert' ? found.interaction : undefined;
  });

test('a question and an approval are answered with what the transcript says of them', async () => {
  const { id, socket } = await followed('manual');
  await daemon.prompt(id, 'ask Which? red | blue\nrun echo hi');
  const question = await asked(socket, 'question');
  if (question.interactionKind !== 'question' || !question.request) throw new Error('no question');
  const { question_id, session_id, questions } = question.request;
  const [first] = questions;
  expect(questions).toMatchObject([{ id: 'q_0', allow_other: true, options: [{ label: 'red' }, { label: 'blue' }] }]);
  const answers = { [first?.id ?? '']: { kind: 'single' as const, option_id: first?.options[1]?.id ?? '' } };
  await daemon.ok('answerQuestion', { params: { session_id, question_id }, body: { answers } });

  const approval = await asked(socket, 'approval');
  if (approval.interactionKind !== 'approval' || !approval.request) throw new Error('no approval');
  const { items } = await daemon.ok('listApprovals', { ...daemon.session(id), query: { status: 'pending' } });
  expect(approval.request).toMatchObject(items[0] as object);
  const { approval_id, session_scope } = approval.request;
  await daemon.ok('resolveApproval', {
    params: { session_id: approval.request.session_id, approval_id },
    body: { decision: 'approved', ...(session_scope ? { scope: 'session' as const } : {}) },
  });
  await daemon.waitForEnd(id);
  const page = await pageOf(daemon, id);
  expect(page.interactions).toMatchObject([
    { state: 'answered', response: { answers: { 'Which?': 'blue' } } },
    { state: 'approved', response: { decision: 'approved', scope: 'session' } },
  ]);
  // a later client gets the same, also from storage
  await daemon.restart();
  expect((await pageOf(daemon, id)).interactions).toEqual(page.interactions);
  socket.close();
});

test('the error of a turn is its message, live and from the log; the event and the notice have all of it', async () => {
  const { id, socket } = await followed();
  const events = await daemon.socket();
  await events.send('subscribe', { session_ids: [id] });
  await daemon.prompt(id, 'fail 400 1');
  await daemon.waitForEnd(id);
  const ended = await events.until('the end', ({ type }) => type === 'turn.ended');
  const error = ended.payload['error'] as { message: string };
  expect(error).toMatchObject({ code: expect.any(String), message: expect.any(String), retryable: false });
  const upserts = ops(socket).flatMap((op) => (op.op === 'turn.upsert' ? [op.turn] : []));
  expect(upserts.at(-1)).toMatchObject({ state: 'failed', error: error.message });
  const check = async (): Promise<void> => {
    const { items } = await pageOf(daemon, id);
    expect(items[0]).toMatchObject({ kind: 'turn', error: error.message });
    expect(items.find((item) => item.kind === 'marker' && item.marker === 'notice')).toMatchObject({
      payload: { level: 'error', ...error },
    });
  };
  await check();
  await daemon.restart();
  await check();
  for (const each of [socket, events]) each.close();
});

test('while a reply arrives its phase is `running` in the transcript and `streaming` in the event', async () => {
  model = await startModel();
  await daemon.close();
  daemon = await startTestDaemon({ env: modelEnv(model.baseUrl) });
  const { id, socket } = await followed();
  const events = await daemon.socket();
  await events.send('subscribe', { session_ids: [id] });
  model.reply({ thinking: 'hm '.repeat(20), text: 'word '.repeat(60), chunkSize: 5, chunkDelayMs: 8 });
  await daemon.prompt(id, 'go');
  const kindOf = (payload: unknown) => (payload as { phase?: { kind: string } }).phase?.kind;
  await events.until('a phase', ({ type, payload }) => {
    return type === 'agent.status.updated' && kindOf(payload) === 'streaming';
  });
  const late = await daemon.socket();
  await late.send('subscribe_v2', { session_id: id, transcript: { main: 'turn' } });
  expect(resetsIn(late.frames)[0]?.snapshot.meta.agent?.phase?.kind).toBe('running');
  expect((await pageOf(daemon, id)).meta.agent?.phase).toEqual({
    kind: 'running',
    turnId: 1,
    step: 1,
    stepId: expect.any(String),
    since: expect.any(Number),
  });
  await daemon.waitForEnd(id);
  const phases = ops(socket).flatMap((op) => (op.op === 'meta.merge' ? (op.meta.agent?.phase?.kind ?? []) : []));
  expect(phases).toContain('running');
  expect(phases).not.toContain('streaming');
  for (const each of [socket, events, late]) each.close();
});

test('turns name their prompt and message, and both carry what the client keeps with the prompt', async () => {
  const { id, socket } = await followed();
  const { prompt_id, user_message_id } = await daemon.prompt(id, 'run sleep 0.4', { metadata: { from: 'phone' } });
  await until('the call', () => ops(socket).find((op) => op.op === 'frame.upsert' && op.frame.kind === 'tool'));
  const steered = await daemon.prompt(id, 'and this', { metadata: { from: 'desk', n: 1 } });
  await daemon.ok('steerPrompt', { params: { session_id: id, prompt_id: steered.prompt_id } });
  await daemon.waitForEnd(id);
  const turn = await lastTurn(id);
  expect(turn).toMatchObject({ triggerPromptId: prompt_id, userMessageId: user_message_id });
  const said = turn.steps.flatMap(({ frames }) => frames).filter((frame) => frame.kind === 'text');
  expect(said.filter(({ role }) => role === 'user')).toMatchObject([
    { text: 'and this', clientMetadata: { from: 'desk', n: 1 } },
  ]);
  expect(turn.steps[0]?.llmTiming).toEqual(turn.steps[0]?.timing);
  expect(turn.steps[0]?.timing).toMatchObject({ llmFirstTokenLatencyMs: expect.any(Number) });
  const page = await pageOf(daemon, id);
  expect(page.prompts.map(({ clientMetadata }) => clientMetadata)).toEqual([{ from: 'phone' }, { from: 'desk', n: 1 }]);
  const told = ops(socket).flatMap((op) => (op.op === 'prompt.upsert' ? [op.prompt] : []));
  expect(told.findLast(({ promptId }) => promptId === prompt_id)?.clientMetadata).toEqual({ from: 'phone' });
  const copy = await daemon.ok('forkSession', { ...daemon.session(id), body: { message_id: turn.userMessageId } });
  expect((await pageOf(daemon, copy.id)).items).toHaveLength(1);
  const { items } = await daemon.ok('listMessages', daemon.session(id));
  expect(items.flatMap(({ metadata }) => metadata?.client ?? [])).toEqual([{ from: 'desk', n: 1 }, { from: 'phone' }]);
  await daemon.restart();
  expect(await lastTurn(id)).toEqual(turn);
  expect((await pageOf(daemon, id)).prompts).toEqual(page.prompts);
  socket.close();
});
