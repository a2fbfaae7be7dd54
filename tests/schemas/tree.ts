/** Writes a small contract to a temporary directory, whose files a test can break. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

export interface Tree {
  root: string;
  /** replaces a file: a string as text, other values as JSON; undefined removes it */
  put(file: string, content: unknown): void;
  remove(): void;
}

const error = (code: number, http = 200) => ({ code, message: `Message of ${code}.`, http, summary: `when ${code}` });

export const operation = {
  summary: 'Paints a thing',
  method: 'POST',
  path: '/api/v1/things/{thing_id}:paint',
  params: { thing_id: { type: 'string' } },
  query: {
    type: 'object',
    properties: {
      coats: { type: 'integer', minimum: 1, default: 2 },
      tag: { type: 'array', items: { type: 'string' } },
    },
  },
  body: { type: 'object', properties: { colour: { $ref: '../../types/Colour.json' } }, required: ['colour'] },
  data: { $ref: '../../types/Thing.json' },
  errors: ['THING_DRY'],
  example: {
    params: { thing_id: 't1' },
    query: { coats: 3 },
    body: { colour: 'red' },
    data: { id: 't1', colour: 'red' },
  },
};

export const event = {
  summary: 'A thing got a colour.',
  scope: 'session',
  delivery: 'durable',
  readers: ['timeline'],
  payload: {
    type: 'object',
    properties: { thing: { $ref: '../types/Thing.json' } },
    required: ['thing'],
    additionalProperties: false,
  },
  example: { thing: { id: 't1', colour: 'red' } },
};

export const thing = {
  title: 'Thing',
  description: 'Something with a colour.',
  type: 'object',
  properties: { id: { type: 'string' }, colour: { $ref: '../types/Colour.json', description: 'after the last coat' } },
  required: ['id', 'colour'],
  additionalProperties: false,
};

export const thingFile = {
  title: 'ThingFile',
  description: 'Things on disk.',
  type: 'object',
  properties: { id: { type: 'string' } },
};

export const frame = {
  summary: 'Looks at a thing.',
  payload: { type: 'object', properties: { thing_id: { type: 'string' } }, required: ['thing_id'] },
  ack: { type: 'object', properties: { seen: { type: 'boolean' } }, required: ['seen'], additionalProperties: false },
  example: { thing_id: 't1' },
};

export const tool = {
  summary: 'Paints.',
  input: { type: 'object', properties: { coats: { type: 'integer', default: 1 } } },
};

export const errors = {
  VALIDATION_FAILED: error(40001),
  REQUEST_MALFORMED: error(40002),
  UNAUTHORIZED: error(40101, 401),
  HOST_NOT_ALLOWED: error(40301, 403),
  THING_DRY: error(40901),
  FILE_TOO_LARGE: error(41301),
  AUTH_RATE_LIMITED: error(42901, 429),
  INTERNAL_ERROR: error(50001),
};

export function createTree(): Tree {
  const root = mkdtempSync(join(tmpdir(), 'contract-'));
  const put = (file: string, content: unknown): void => {
    const path = join(root, file);
    mkdirSync(dirname(path), { recursive: true });
    if (content === undefined) rmSync(path);
    else writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  };
  put('types/Colour.json', { title: 'Colour', description: 'A colour.', type: 'string', enum: ['red', 'blue'] });
  put('types/Thing.json', thing);
  put('errors.json', errors);
  put('operations/things/paintThing.json', operation);
  put('events/thing.painted.json', event);
  put('frames/client/look.json', frame);
  put('frames/server/ping.json', { summary: 'Heartbeat.', payload: { type: 'object', properties: {} }, example: {} });
  put('tools/Paint.json', tool);
  put('tools/Paint.md', 'Paints the thing.\n');
  put('files/ThingFile.json', thingFile);
  return { root, put, remove: () => rmSync(root, { recursive: true, force: true }) };
}

/** Runs the code generator. */
export function codegen(...args: string[]): { status: number | null; stderr: string } {
  // compiled for this run, with the sources of this tree (tests/compile.js)
  const program = join(process.env['AGENT_TEST_SOURCES'] ?? '', 'schemas', 'codegen.js');
  return spawnSync(process.execPath, [program, ...args], {
    encoding: 'utf8',
    env: { PATH: process.env.PATH, NODE_NO_WARNINGS: '1' },
  });
}
