/** Random bodies and queries for every operation: always a valid answer, never a bug, never a hang. */
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { documents } from '../../schemas/generated/documents.js';
import { operationTable, type OperationName } from '../../schemas/generated/operations.js';
import { startTestDaemon, type Request, type TestDaemon } from '../helpers/daemon.js';
import { createGenerator } from './random.js';

const rounds = 200;
const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

let daemon: TestDaemon;
let ids: Record<string, string>;
// each operation gets a daemon of its own: what one leaves behind must not slow down or hide another
beforeEach(async () => {
  daemon = await startTestDaemon();
});
afterEach(() => daemon.close());

/** A session in the middle of things, so that requests find something to break. */
async function prepare(): Promise<void> {
  const session = await daemon.createSession();
  await daemon.run(session.id, 'say hi');
  await daemon.prompt(session.id, 'ask Sure?', { prompt_id: 'running' });
  const { question_id } = await daemon.question(session.id);
  await daemon.prompt(session.id, 'say later', { prompt_id: 'queued' });
  const message = (await daemon.ok('listMessages', daemon.session(session.id))).items[0];
  ids = {
    session_id: session.id,
    workspace_id: session.workspace_id,
    question_id,
    prompt_id: 'queued',
    message_id: message?.id ?? '',
    approval_id: 'approval_1',
    rule_id: 'rule_1',
  };
}

const names = (Object.keys(operationTable) as OperationName[]).filter((name) => name !== 'shutdown');
const hasInput = (name: OperationName) =>
  operationTable[name].hasBody ||
  documents.operations[name]?.query !== undefined ||
  operationTable[name].path.includes('{');

describe('whatever comes in', () => {
  test.each(names.filter(hasInput))(
    '%s',
    async (name) => {
      await prepare();
      const { method, path, hasBody, answer: kind } = operationTable[name];
      const { query, body } = documents.operations[name] ?? {};
      const random = createGenerator(name, {
        known: Object.values(ids),
        directories: [daemon.cwd, daemon.home],
        likely: {
          cwd: [daemon.cwd, `${daemon.cwd}/.//`, daemon.home],
          root: [daemon.cwd, daemon.userHome, '/'],
          metadata: [{ cwd: daemon.cwd }, { cwd: daemon.cwd, ['__proto__x']: null, title: 5 }],
          workspace_id: [ids['workspace_id']],
          model: ['offline/echo', ''],
          permission_mode: ['manual'],
          status: ['pending'],
          additional_dirs: [[], [daemon.home, '/']],
          data: [png, `${png}\n`, png.slice(0, 30)],
          agent_id: ['main'],
          prompt_ids: [['queued'], ['queued', 'queued']],
          prompt_id: [undefined],
          message_id: [ids['message_id']],
          before_id: [undefined, ids['message_id'], ids['session_id']],
          after_id: [undefined],
          pattern: ['Read', 'Bash(expr *)', 'Write({a,b}/**)'],
          tool_name: ['Read'],
          file_id: ['media_01jn8q5j0c9m4v7x2b6k3t8w1y.png'],
          answers: [{ q_0: { kind: 'single', option_id: 'opt_0_0' } }, { q_0: { kind: 'other', text: '' } }],
          count: [1, 1, 2],
        },
      });
      const fill = (wild: boolean) =>
        path.replace(/\{(\w+)\}/g, (_, key: string) => encodeURIComponent(wild ? random.id() : (ids[key] ?? 'x')));
      for (let round = 0; round < rounds; round += 1) {
        if (round % 50 === 49) await prepare();
        const target = fill(round % 8 === 7);
        const request: Request = {
          ...(hasBody ? { text: JSON.stringify(random.value(body ?? {})) } : {}),
          ...(query === undefined ? {} : { query: random.query(query) }),
        };
        const what = `${method} ${target} ${JSON.stringify(request).slice(0, 2_000)}`;
        if (kind === 'events') {
          await expectStream(target, request.query ?? {}, what);
          continue;
        }
        // a proper answer is checked by `call`
        const answer = await daemon.call(method, target, request).catch((error: unknown) => {
          throw new Error(`${what}\n${String(error)}`);
        });
        if (answer.code >= 50_000 && answer.code < 60_000) throw new Error(`${answer.code} ${answer.msg}: ${what}`);
      }
      // and the daemon is as well as before
      const { id } = await daemon.createSession();
      expect(await daemon.run(id, 'say still here')).toMatchObject({ last_turn_reason: 'completed' });
      const { items } = await daemon.ok('listSessions', { query: { include_archive: true, page_size: 20 } });
      for (const each of items) await daemon.ok('getSessionSnapshot', daemon.session(each.id));
    },
    120_000,
  );

  /** A stream may stay open, so only its beginning is looked at. */
  async function expectStream(path: string, query: NonNullable<Request['query']>, what: string): Promise<void> {
    const search = new URLSearchParams(
      Object.entries(query).flatMap(([key, value]) => [value].flat().map((each) => [key, String(each)])),
    );
    const stop = new AbortController();
    const response = await fetch(`${daemon.baseUrl}${path}?${search.toString()}`, {
      headers: { authorization: `Bearer ${daemon.token}` },
      signal: stop.signal,
    });
    if (response.headers.get('content-type')?.startsWith('application/json')) {
      const answer = (await response.json()) as { code: number };
      const findings = await daemon.check('streamSessionEvents', response.status, answer);
      if (findings.length > 0 || answer.code >= 50_000)
        throw new Error(`${JSON.stringify(answer)} ${findings.join()}: ${what}`);
    } else {
      expect([what, response.status, response.headers.get('content-type')]).toEqual([
        what,
        200,
        expect.stringMatching(/^text\/event-stream/),
      ]);
    }
    stop.abort();
  }
});

describe('bodies that are no objects', () => {
  test.each([
    'null',
    '[]',
    '5',
    '"x"',
    'true',
    '{',
    '',
    '\u0000',
    '{"__proto__":{"title":"x"}}',
    `${'['.repeat(20_000)}${']'.repeat(20_000)}`,
    `{"metadata":${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}}`,
  ])('body %#', async (text) => {
    await prepare();
    for (const name of names.filter((each) => operationTable[each].hasBody)) {
      const path = operationTable[name].path.replace(/\{(\w+)\}/g, (_, key: string) =>
        encodeURIComponent(ids[key] ?? 'x'),
      );
      const answer = await daemon.call(operationTable[name].method, path, { text });
      expect([name, answer.code, answer.code < 50_000]).toEqual([name, answer.code, true]);
    }
  });
});
