/** A prompt that the server refuses for any reason returns to the input, with that reason (tui.md 4.4). */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Fetch } from '../../client/api/client.js';
import type { Stream } from '../../client/api/stream.js';
import { openConversation, type Conversation, type HeldSubmission } from '../../client/tui/conversation.js';
import { createKeymap } from '../../client/tui/keys/actions.js';
import { createShown } from '../../client/tui/shown.js';
import { plainLine } from '../../client/tui/text/line.js';
import { errorTable, type ErrorName } from '../../schemas/generated/errors.js';
import { closeClients, isResting, openClient, saidIn, stateOf } from '../client-session/open.js';
import { startTestDaemon, until, type TestDaemon } from '../helpers/daemon.js';

let daemon: TestDaemon;
let id: string;
let conversation: Conversation;
/** the answer to prompts and shell commands; undefined: the server's own */
let answer: { code: number; msg: string } | undefined;
/** whether the input takes a text that comes back */
let isEmpty = true;
const said: { notices: string[]; restored: string[]; rows: string[]; held: HeldSubmission[] } = {
  notices: [],
  restored: [],
  rows: [],
  held: [],
};
/** number of calls that got this answer */
let refused = 0;

let stream: Stream;
/** whether the server does not answer decisions */
let isLost = false;

const calls: Fetch = async (url, init) => {
  if (isLost && url.includes('/questions/')) throw new TypeError('fetch failed');
  if (answer === undefined || init.method !== 'POST' || !/\/(?:prompts|shell)$/.test(new URL(url).pathname))
    return await fetch(url, init);
  refused += 1;
  return Response.json({ ...answer, data: null, request_id: 'r' });
};

beforeAll(async () => {
  daemon = await startTestDaemon({ config: 'default_model = "offline/echo"\n' });
});
afterAll(() => daemon.close());
beforeEach(async () => {
  for (const list of Object.values(said)) list.length = 0;
  isEmpty = true;
  answer = undefined;
  isLost = false;
  refused = 0;
  const { id: sessionId, workspace_id: workspaceId } = await daemon.createSession();
  id = sessionId;
  const opened = openClient(daemon, { calls });
  const { client } = opened;
  stream = opened.stream;
  const layout = () => ({
    width: 200,
    height: 50,
    isWrapped: true,
    hyperlinks: false,
    thinking: 'line' as const,
    toolLines: 10,
    places: { cwd: daemon.cwd, home: daemon.userHome },
  });
  const deps = { layout, now: Date.now };
  conversation = openConversation({
    ...deps,
    client,
    stream,
    files: { exportSession: () => Promise.reject(new Error('no file')) },
    sessionId,
    workspaceId,
    cwd: daemon.cwd,
    userHome: daemon.userHome,
    server: { baseUrl: daemon.baseUrl, isOwn: false },
    version: '1',
    surface: { kind: 'terminal' } as never,
    keymap: createKeymap({}),
    shown: createShown(deps),
    commit: (lines) => void said.rows.push(...lines.map(plainLine)),
    notice: (text) => void said.notices.push(text),
    restore(text) {
      if (isEmpty) said.restored.push(text);
      return isEmpty;
    },
    hold: (submission) => void said.held.push(submission),
    preview: () => () => undefined,
    edit: async () => undefined,
    chooseHunks: () => undefined,
    changed: () => undefined,
    updated: () => undefined,
  });
  await stateOf(conversation.session, 'the session', ({ isLoaded }) => isLoaded);
});
afterEach(() => {
  conversation.close();
  closeClients();
});

const typed = 'say first\nand a second row';
/** Errors for a prompt that the server already has. */
const arrived: readonly ErrorName[] = ['PROMPT_ALREADY_COMPLETED', 'PROMPT_ID_CONFLICT'];
const names = (Object.keys(errorTable) as ErrorName[])
  .filter((name) => !arrived.includes(name))
  .map((name) => [name] as const);

/** Errors whose notice names the command that helps. */
const waysOut: Partial<Record<ErrorName, string>> = {
  AUTH_PROVISIONING_REQUIRED: '/login',
  AUTH_TOKEN_MISSING: '/login',
  AUTH_TOKEN_UNAUTHORIZED: '/provider',
  AUTH_MODEL_NOT_RESOLVED: '/model',
};

test.each(arrived)('%s: the prompt is not brought back', async (name) => {
  answer = { code: errorTable[name].code, msg: `the reason of ${name}` };
  await conversation.submit({ mode: 'prompt', text: 'has arrived' });
  await until('the answer', () => (refused > 0 ? true : undefined));
  answer = { code: errorTable.SESSION_BUSY.code, msg: 'busy' };
  await conversation.submit({ mode: 'prompt', text: typed });
  await until('the text', () => said.restored[0]);
  expect(said.restored).toEqual([typed]);
});

test('an answer that is lost with its server is reported', async () => {
  await conversation.submit({ mode: 'prompt', text: 'ask Which? alpha | beta' });
  const panel = await until('the question', () => conversation.panel());
  isLost = true;
  panel.key({ name: '1', text: '1' });
  expect(conversation.panel()).toBeUndefined();
  stream.close();
  await until('the notice', () => said.notices[0]);
  expect(said.notices).toEqual([expect.stringMatching(/^Your answer may not have arrived: /)]);
});

describe('every other error of the server', () => {
  test.each(names)('%s', async (name) => {
    answer = { code: errorTable[name].code, msg: `the reason of ${name}` };
    await conversation.submit({ mode: 'prompt', text: typed });
    await until('the text', () => said.restored[0]);
    expect(said.restored).toEqual([typed]);
    expect(said.notices).toEqual([expect.stringContaining(waysOut[name] ?? name)]);

    // the user has typed something else meanwhile
    isEmpty = false;
    await conversation.submit({ mode: 'prompt', text: typed });
    await until('the rows', () => (said.rows.length > 0 ? true : undefined));
    expect(said.rows.slice(0, 2)).toEqual(['> say first', '  and a second row']);
    expect(said.rows[2]).toContain('not sent: ');

    isEmpty = true;
    await conversation.submit({ mode: 'shell', text: 'echo hi' });
    await until('the command', () => said.restored[1]);
    expect(said.restored[1]).toBe('!echo hi');

    // a prompt that was steered is refused
    await conversation.steer({ mode: 'prompt', text: 'say steered' });
    await until('the steered text', () => said.restored[2]);
    expect(said.restored[2]).toBe('say steered');
    expect(conversation.session.get().outgoing).toEqual([]);
  });
});

test('a full queue', async () => {
  await daemon.prompt(id, 'slow 100000 words');
  await stateOf(conversation.session, 'the turn', ({ queue }) => queue.active !== null);
  for (let at = 0; at < 100; at += 1) await daemon.prompt(id, `say ${at}`);
  await conversation.submit({ mode: 'prompt', text: typed });
  await until('the text', () => said.restored[0]);
  expect(said.restored).toEqual([typed]);
  expect(said.notices).toEqual(['the queue is full (100 prompts)']);
  await daemon.ok('abortSession', daemon.session(id));
});

test('a command that the server refuses, and one that is not whole', async () => {
  await conversation.submit({ mode: 'prompt', text: '/title ' + 'x'.repeat(300) });
  expect(said.restored[0]).toMatch(/^\/title x+$/);
  await conversation.submit({ mode: 'prompt', text: '/modle' });
  expect(said.restored[1]).toBe('/modle');
  expect(said.notices[1]).toBe('Did you mean /model?');
});

test('what the server takes is not restored', async () => {
  await conversation.submit({ mode: 'prompt', text: 'say taken' });
  await stateOf(conversation.session, 'the answer', (state) => isResting(state) && saidIn(state).includes('taken'));
  expect(said.restored).toEqual([]);
  expect(said.notices).toEqual([]);
});
