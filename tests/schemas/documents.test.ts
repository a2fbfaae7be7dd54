/** The two served documents are complete and strict, and the tools of their formats accept them. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { buildAsyncApi } from '../../daemon/http/asyncapi.js';
import { buildOpenApi } from '../../daemon/http/openapi.js';
import { documents } from '../../schemas/generated/documents.js';
import { errorTable } from '../../schemas/generated/errors.js';
import { eventTable } from '../../schemas/generated/events.js';
import { operationTable, type OperationFacts } from '../../schemas/generated/operations.js';
import type { ResponseObject } from 'openapi3-ts/oas31';
import { startTestDaemon, type TestDaemonOptions } from '../helpers/daemon.js';
import { frameValidator, partValidator, responseValidator } from '../helpers/documents.js';

type DaemonFacts = Pick<TestDaemonOptions, 'host' | 'debugEndpoints' | 'allowRemoteShutdown'>;

const info = { version: '1.2.3', serverUrl: 'http://127.0.0.1:4100' };
const openapi = buildOpenApi(info);
const asyncapi = buildAsyncApi(info);
const operations = Object.values(operationTable);

let directory: string;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'documents-'));
});
afterAll(() => {
  rmSync(directory, { recursive: true, force: true });
});

/**
 * Checks a document with a tool, which takes seconds; skipped when the same version of the tool accepted the same
 * document in an earlier run.
 */
function judge(tool: string, document: object, verdict: (text: string) => void): void {
  const text = JSON.stringify(document);
  const { version } = JSON.parse(readFileSync(resolve('node_modules', tool, 'package.json'), 'utf8')) as {
    version: string;
  };
  const key = createHash('sha256').update([tool, version, verdict, text].join('\n')).digest('hex');
  const accepted = resolve('node_modules/.cache/agent-tests', `accepted-${key.slice(0, 16)}`);
  if (existsSync(accepted)) return;
  verdict(text);
  writeFileSync(accepted, '');
}

test(
  'redocly finds nothing to complain about in the OpenAPI document',
  () =>
    judge('@redocly/cli', openapi, (text) => {
      writeFileSync(join(directory, 'openapi.json'), text);
      const { status, stdout } = spawnSync(
        process.execPath,
        [resolve('node_modules/@redocly/cli/bin/cli.js'), 'lint', 'openapi.json', '--format=json'],
        {
          cwd: directory,
          encoding: 'utf8',
          env: { PATH: process.env.PATH, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
        },
      );
      const report = JSON.parse(stdout.slice(stdout.indexOf('{'))) as {
        totals: object;
        problems: { message: string }[];
      };
      expect(report.problems.map((problem) => problem.message)).toEqual([]);
      expect(report.totals).toMatchObject({ errors: 0, warnings: 0 });
      expect(status).toBe(0);
    }),
  60_000,
);

test(
  'the AsyncAPI parser accepts the AsyncAPI document',
  () =>
    judge('@asyncapi/parser', asyncapi, (text) => {
      writeFileSync(join(directory, 'asyncapi.json'), text);
      const parser = createRequire(import.meta.url).resolve('@asyncapi/parser');
      const script = `
    const { Parser } = require(${JSON.stringify(parser)});
    const text = require('node:fs').readFileSync('asyncapi.json', 'utf8');
    new Parser().parse(text).then(({ document, diagnostics }) => {
      const found = diagnostics.filter((item) => item.code !== 'asyncapi-latest-version').map((item) => item.message + ' ' + item.path.join('.'));
      console.log(JSON.stringify({ accepted: document !== undefined, found }));
    });`;
      const { stdout } = spawnSync(process.execPath, ['-e', script], {
        cwd: directory,
        encoding: 'utf8',
        env: { PATH: process.env.PATH },
      });
      expect(JSON.parse(stdout)).toEqual({ accepted: true, found: [] });
    }),
  60_000,
);

describe.each(operations)('$name', (operation) => {
  const described = openapi.paths?.[operation.path]?.[operation.method.toLowerCase() as 'get'];
  const source = documents.operations[operation.name];

  test('is described with summary, example, errors and security', () => {
    expect(described).toMatchObject({ operationId: operation.name, tags: [operation.resource] });
    expect(described?.summary).toBeTruthy();
    expect(source?.example).toBeDefined();
    expect(described?.['x-error-codes']).toEqual(
      operation.errors.map((name) => ({ code: errorTable[name].code, name })),
    );
    expect(described?.security).toEqual(operation.auth === 'none' ? [] : undefined);
    for (const status of ['403', '405', '429', ...(operation.auth === 'none' ? [] : ['401'])]) {
      expect(described?.responses?.[status]).toBeDefined();
    }
  });

  if (operation.answer === 'bytes') {
    test('has bytes, a part of them and nothing new as answers, and errors with their statuses', () => {
      const responses = described?.responses;
      expect(Object.keys(responses?.['200']?.content ?? {})).toEqual(
        expect.arrayContaining([expect.stringMatching('/')]),
      );
      expect(Object.keys(responses?.['200']?.headers ?? {})).toContain('Content-Disposition');
      expect(responses?.['206'] !== undefined && responses['304'] !== undefined).toBe(operation.ranges);
      expect(responses?.['304']?.content).toBeUndefined();
      const asked = (described?.parameters ?? []).map((each) => ('name' in each ? each.name : ''));
      expect(asked.includes('Range') && asked.includes('If-None-Match')).toBe(operation.ranges);
      for (const status of Object.values(operation.errorStatus)) {
        expect(Object.keys(responses?.[String(status)]?.content ?? {})).toEqual(['application/json']);
      }
    });
  }

  test('takes a body of the type it is sent in', () => {
    const body = described?.requestBody as { content: object } | undefined;
    const type = operation.request === 'form' ? 'multipart/form-data' : 'application/json';
    expect(Object.keys(body?.content ?? {})).toEqual(operation.hasBody ? [type] : []);
  });

  if (operation.status === 204) {
    test('has no body as its answer, and errors as envelopes', () => {
      expect(described?.responses?.['204']?.content).toBeUndefined();
      const check = responseValidator(openapi, operation.name, 200);
      expect(check({ code: 50001, msg: 'm', data: null, request_id: 'x' })).toEqual([]);
    });
  } else if (operation.answer === 'envelope') {
    const check = responseValidator(openapi, operation.name, operation.status);
    const checkFailure = responseValidator(openapi, operation.name, 200);
    const envelope = {
      code: operation.successCode,
      msg: 'success',
      data: source?.example.data ?? null,
      request_id: 'x',
    };

    test('its example passes as an answer, anything else does not', () => {
      expect(check(envelope)).toEqual([]);
      expect(check({ ...envelope, extra: 1 })).not.toEqual([]);
      expect(check({ ...envelope, code: 99999 })).not.toEqual([]);
      expect(check({ ...envelope, data: 'text' })).not.toEqual([]);
      expect(checkFailure({ code: 50001, msg: 'm', data: null, request_id: 'x' })).toEqual([]);
      expect(checkFailure({ code: 50001, msg: 'm', request_id: 'x' })).not.toEqual([]);
    });
  }
});

describe('the OpenAPI document', () => {
  const at = (name: string) => {
    const { path, method } = operationTable[name as 'streamSessionEvents'];
    return openapi.paths?.[path]?.[method.toLowerCase() as 'get'];
  };

  test('names the header of requests on every path and in every answer', () => {
    for (const [path, item] of Object.entries(openapi.paths ?? {})) {
      expect([path, item.parameters]).toEqual([path, [{ $ref: '#/components/parameters/RequestId' }]]);
      for (const method of ['get', 'post', 'put', 'patch', 'delete'] as const)
        for (const response of Object.values(item[method]?.responses ?? {}) as { headers?: object }[])
          expect(Object.keys(response.headers ?? {})).toContain('X-Request-Id');
    }
    expect(openapi.components?.headers?.['RequestId']).toBeDefined();
  });

  test('describes ranges of bytes, and how they are to be read', () => {
    const file = at('getFile') ?? at('downloadFile');
    const names = (file?.parameters ?? []).map((each) => ('name' in each ? each.name : ''));
    expect(names).toEqual(expect.arrayContaining(['Range', 'If-None-Match', 'If-Range']));
    for (const status of ['200', '206'])
      expect(Object.keys(file?.responses?.[status].headers as object)).toContain('X-Content-Type-Options');
  });

  test('shows what an event stream looks like', () => {
    const { parameters, responses } = at('streamSessionEvents') ?? {};
    expect((parameters ?? []).map((each) => ('name' in each ? each.name : ''))).toContain('Last-Event-ID');
    const answer = responses?.['200'] as ResponseObject;
    expect(Object.keys(answer.headers ?? {})).toEqual(expect.arrayContaining(['Cache-Control', 'X-Accel-Buffering']));
    const example = String(answer.content?.['text/event-stream']?.example);
    expect(example).toMatch(/^retry: 1000\n\nid: 42\ndata: \{.*\}\n\ndata: \{.*\}\n\n: ping\n\n$/);
    for (const [, data] of example.matchAll(/^data: (.*)$/gm))
      expect(frameValidator(asyncapi)(JSON.parse(data ?? ''))).toEqual([]);
  });

  test.each<[string, DaemonFacts, string[]]>([
    ['loopback', {}, ['loopback', 'shutdown']],
    ['loopback with debug endpoints', { debugEndpoints: true }, ['loopback', 'shutdown', 'debug']],
    ['a bind that others reach', { host: '0.0.0.0', debugEndpoints: true }, []],
    ['the same with remote shutdown', { host: '0.0.0.0', allowRemoteShutdown: true }, ['shutdown']],
  ])('lists on %s what is served there and nothing else', async (_, options, more) => {
    const daemon = await startTestDaemon(options);
    try {
      const answer = await daemon.call<typeof openapi>('GET', '/openapi.json');
      const listed = Object.values(answer.data.paths ?? {}).flatMap((item) =>
        Object.values(item as object).flatMap((each) =>
          each !== null && typeof each === 'object' && 'operationId' in each ? [String(each.operationId)] : [],
        ),
      );
      const facts: OperationFacts[] = operations;
      const served = facts.filter(({ registered }) => registered === 'always' || more.includes(registered));
      expect(listed.sort()).toEqual(served.map(({ name }) => name).sort());
      for (const part of ['/terminals', '/runtime/ports'])
        expect(Object.keys(answer.data.paths ?? {}).some((path) => path.includes(part))).toBe(
          more.includes('loopback'),
        );
    } finally {
      await daemon.close();
    }
  });
});

/** Events of ws.md 7 without those that are not built yet, and frames of ws.md 3 and 4. */
const expected = {
  events:
    'turn.started turn.step.started turn.step.retrying turn.step.completed turn.step.interrupted turn.ended ' +
    'assistant.delta thinking.delta tool.call.delta message.appended ' +
    'tool.call.started tool.progress tool.result tool.list.updated mcp.server.status ' +
    'prompt.submitted prompt.queued prompt.updated prompt.steered prompt.completed prompt.aborted ' +
    'event.approval.requested event.approval.resolved event.question.requested event.question.answered event.question.dismissed ' +
    'agent.created agent.disposed agent.status.updated subagent.spawned subagent.started subagent.completed subagent.failed ' +
    'task.started task.terminated task.output task.notified shell.started shell.output shell.completed cron.fired cron.changed ' +
    'compaction.started compaction.blocked compaction.completed compaction.cancelled context.undone plan.revision ' +
    'todo.changed goal.updated skill.activated hook.result error warning ' +
    'session.meta.updated event.session.created event.session.archived event.session.deleted event.session.work_changed ' +
    'event.workspace.created event.workspace.updated event.workspace.deleted event.config.changed event.config.warning ' +
    'event.fs.changed event.changes.changed event.inbox.changed',
  volatile:
    'assistant.delta thinking.delta tool.call.delta tool.progress agent.status.updated task.output ' +
    'shell.started shell.output shell.completed event.session.deleted event.fs.changed event.changes.changed event.inbox.changed',
  offset: 'assistant.delta thinking.delta tool.call.delta task.output',
  none: 'event.session.archived event.workspace.created event.workspace.updated event.workspace.deleted event.config.changed event.config.warning',
  client:
    'client_hello subscribe unsubscribe subscribe_v2 unsubscribe_v2 watch_fs_add watch_fs_remove abort ' +
    'terminal_attach terminal_detach terminal_input terminal_resize terminal_close ping pong',
  server:
    'server_hello ack host_file_request ping pong resync_required error terminal_output terminal_exit transcript.reset transcript.ops',
};
const words = (list: string): string[] => list.split(' ').sort();

describe('the AsyncAPI document', () => {
  const { messages } = asyncapi.components;
  const keys = Object.keys(messages);
  const under = (prefix: string): string[] =>
    keys.filter((key) => key.startsWith(prefix)).map((key) => key.slice(prefix.length));
  const eventNames = keys.filter((key) => Object.hasOwn(eventTable, key));

  test('has every event and every frame', () => {
    expect(eventNames).toEqual(expect.arrayContaining(words(expected.events)));
    expect(under('client.')).toEqual(expect.arrayContaining(words(expected.client)));
    expect(under('server.').sort()).toEqual(words(expected.server));
    expect(under('ack.').sort()).toEqual(
      under('client.')
        .filter((type) => !['ping', 'pong', 'host_file_reply'].includes(type))
        .sort(),
    );
  });

  test.each(eventNames)('%s: the envelope of its example says what it is', (type) => {
    const example = messages[type]?.examples[0]?.payload ?? {};
    expect(example['volatile']).toBe(words(expected.volatile).includes(type) ? true : undefined);
    expect(example['offset'] !== undefined).toBe(words(expected.offset).includes(type));
    expect(example).toMatchObject({ seq: expect.any(Number), epoch: expect.stringMatching(/^ep_/) });
    expect(example['session_id'] === '__global__').toBe(words(expected.none).includes(type));
    expect(example['payload']).toMatchObject({
      type,
      agentId: expect.any(String),
      sessionId: type === 'event.session.archived' ? expect.stringMatching(/^session_/) : example['session_id'],
    });
  });

  test.each(keys.filter((key) => /^(client|ack)\./.test(key)))('%s: its examples fit it', (key) => {
    const check = partValidator(asyncapi, ['components', 'messages', key], '/payload');
    const examples = messages[key]?.examples ?? [];
    for (const { payload } of examples) expect(check(payload)).toEqual([]);
    if (!key.startsWith('ack.')) return;
    const codes = examples.map(({ payload }) => payload['code']);
    expect(codes.slice(0, 2)).toEqual([0, 40001]);
    for (const code of codes) expect(messages[key]?.summary.includes(String(code)) || code === 0).toBe(true);
    expect(check({ type: 'ack', id: '', code: 0, msg: 'success', payload: { no: 'such' } })).not.toEqual([]);
  });

  test('an abort that comes too late, or to the wrong server, is among the examples', () => {
    expect(messages['ack.abort']?.examples.map(({ name }) => name)).toEqual([
      'SUCCESS',
      'VALIDATION_FAILED',
      'SESSION_NOT_FOUND',
      'PROMPT_NOT_FOUND',
      'SESSION_BUSY',
      'PROMPT_ALREADY_COMPLETED',
    ]);
  });

  test('reports opening, heartbeat, limits and close codes, and of the query of the stream', () => {
    const { socket } = asyncapi.channels as { socket: { description: string; bindings: object } };
    for (const word of ['1001', '1008', '1009', '1011', '1013', '30 s', '1 MiB', '8 MiB', 'server_hello'])
      expect(socket.description).toContain(word);
    expect(socket.bindings).toMatchObject({ ws: { method: 'GET' } });
    const { stream } = asyncapi.operations as { stream: { bindings: { http: { query: { properties: object } } } } };
    expect(Object.keys(stream.bindings.http.query.properties).sort()).toEqual(
      words('after_seq epoch follow volatile inflight types agent_id until'),
    );
  });
});

describe('frames', () => {
  const check = frameValidator(asyncapi);
  const server = Object.entries(asyncapi.components.messages).filter(([key]) => !key.startsWith('client.'));

  test.each(server)('%s: its example passes, unknown fields do not', (key, message) => {
    const example = message.examples[0]?.payload;
    const request = key.startsWith('ack.') ? key.slice('ack.'.length) : undefined;
    expect(message.summary).toBeTruthy();
    expect(check(example, request)).toEqual([]);
    expect(check({ ...example, extra: 1 }, request)).not.toEqual([]);
  });

  test('every event that is sent has a message, no internal one has', () => {
    for (const [type, { delivery }] of Object.entries(eventTable)) {
      expect([type, asyncapi.components.messages[type] !== undefined]).toEqual([type, delivery !== 'internal']);
    }
  });

  test('a volatile event says so, a durable one does not', () => {
    const example = (type: string) => asyncapi.components.messages[type]?.examples[0]?.payload;
    const { volatile: _volatile, ...delta } = example('assistant.delta') ?? {};
    expect(check(delta)).not.toEqual([]);
    expect(check({ ...example('turn.started'), volatile: true })).not.toEqual([]);
    expect(check({ ...example('turn.started'), type: 'turn.ended' })).not.toEqual([]);
    expect(check({ type: 'no.such.event', seq: 1, epoch: 'ep_1' })).toEqual([
      '/type no message no.such.event in the document',
    ]);
  });
});
