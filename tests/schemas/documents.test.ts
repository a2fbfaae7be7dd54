/** The two served documents: accepted by their own tools, complete, and strict about what they describe. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { buildAsyncApi } from '../../daemon/http/asyncapi.js';
import { buildOpenApi } from '../../daemon/http/openapi.js';
import { documents } from '../../schemas/generated/documents.js';
import { errorTable } from '../../schemas/generated/errors.js';
import { eventTable } from '../../schemas/generated/events.js';
import { operationTable } from '../../schemas/generated/operations.js';
import { frameValidator, responseValidator } from '../helpers/documents.js';

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

test('redocly finds nothing to complain about in the OpenAPI document', () => {
  writeFileSync(join(directory, 'openapi.json'), JSON.stringify(openapi));
  const { status, stdout } = spawnSync(
    process.execPath,
    [resolve('node_modules/@redocly/cli/bin/cli.js'), 'lint', 'openapi.json', '--format=json'],
    {
      cwd: directory,
      encoding: 'utf8',
      env: { PATH: process.env.PATH, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
    },
  );
  const report = JSON.parse(stdout.slice(stdout.indexOf('{'))) as { totals: object; problems: { message: string }[] };
  expect(report.problems.map((problem) => problem.message)).toEqual([]);
  expect(report.totals).toMatchObject({ errors: 0, warnings: 0 });
  expect(status).toBe(0);
}, 60_000);

test('the AsyncAPI parser accepts the AsyncAPI document', () => {
  writeFileSync(join(directory, 'asyncapi.json'), JSON.stringify(asyncapi));
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
}, 60_000);

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

  if (operation.answer === 'envelope') {
    const check = responseValidator(openapi, operation.name, operation.status);
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
      expect(check({ code: 50001, msg: 'm', data: null, request_id: 'x' })).toEqual([]);
      expect(check({ code: 50001, msg: 'm', request_id: 'x' })).not.toEqual([]);
    });
  }
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
