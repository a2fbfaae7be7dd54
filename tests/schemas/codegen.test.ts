/** Code generation: what it refuses, what it writes, and that the committed output fits the sources. */
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { readdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { drift, generate } from '../../schemas/codegen.js';
import { createTree, errors, event, frame, operation, thing, thingFile, tool, type Tree } from './tree.js';

const schemas = resolve('schemas');
const operationFile = 'operations/things/paintThing.json';
const eventFile = 'events/thing.painted.json';

let tree: Tree;
beforeEach(() => {
  tree = createTree();
});
afterEach(() => {
  tree.remove();
});

function without(source: object, key: string): object {
  return Object.fromEntries(Object.entries(source).filter(([name]) => name !== key));
}

/** what is done to the sources, the file that is blamed, the reason */
const broken: [string, string, unknown, string, RegExp][] = [
  ['text that is no JSON', eventFile, '{ "summary": ', eventFile, /^not JSON/],
  ['an operation without a summary', operationFile, without(operation, 'summary'), operationFile, /'summary'/],
  ['an event without a summary', eventFile, without(event, 'summary'), eventFile, /'summary'/],
  ['an event without an example', eventFile, without(event, 'example'), eventFile, /'example'/],
  [
    'a frame without a summary',
    'frames/client/look.json',
    without(frame, 'summary'),
    'frames/client/look.json',
    /'summary'/,
  ],
  ['a tool without a summary', 'tools/Paint.json', without(tool, 'summary'), 'tools/Paint.json', /'summary'/],
  ['a tool without a text', 'tools/Paint.md', undefined, 'tools/Paint.md', /missing/],
  [
    'a type without a description',
    'types/Thing.json',
    without(thing, 'description'),
    'types/Thing.json',
    /'description'/,
  ],
  [
    'a type with a foreign title',
    'types/Thing.json',
    { ...thing, title: 'Other' },
    'types/Thing.json',
    /title must be the file's name, Thing/,
  ],
  ['an unknown key', operationFile, { ...operation, verb: 'x' }, operationFile, /verb/],
  ['an unknown method', operationFile, { ...operation, method: 'FETCH' }, operationFile, /^method: /],
  ['an unknown delivery', eventFile, { ...event, delivery: 'often' }, eventFile, /^delivery: /],
  ['an offset on a durable event', eventFile, { ...event, offset: true }, eventFile, /^offset: /],
  [
    'a payload field that codegen adds itself',
    eventFile,
    { ...event, payload: { ...event.payload, properties: { agentId: { type: 'string' } } } },
    eventFile,
    /^payload\.properties\.agentId: /,
  ],
  [
    'a tuple',
    'types/Thing.json',
    { ...thing, properties: { id: { prefixItems: [{}] } } },
    'types/Thing.json',
    /^properties\.id\.prefixItems: /,
  ],
  ['allOf beside properties', 'types/Thing.json', { ...thing, allOf: [] }, 'types/Thing.json', /must NOT be valid/],
  [
    'a broken schema',
    'types/Thing.json',
    { ...thing, properties: { id: { type: 'strange' } } },
    'types/Thing.json',
    /^not a usable schema/,
  ],
  [
    'an unknown keyword',
    operationFile,
    { ...operation, data: { type: 'null', sortOf: 1 } },
    operationFile,
    /unknown keyword: "sortOf"/,
  ],
  [
    'an unknown format',
    operationFile,
    { ...operation, data: { type: 'string', format: 'shape' } },
    operationFile,
    /unknown format "shape"/,
  ],
  [
    'a reference to a missing type',
    operationFile,
    { ...operation, data: { $ref: '../../types/Nothing.json' } },
    operationFile,
    /\$ref to nowhere: .*Nothing\.json/,
  ],
  [
    'a reference into a document',
    eventFile,
    { ...event, payload: { ...event.payload, properties: { thing: { $ref: '#/x' } } } },
    eventFile,
    /\$ref to nowhere: #\/x/,
  ],
  [
    'an error that does not exist',
    operationFile,
    { ...operation, errors: ['THING_WET'] },
    operationFile,
    /error THING_WET is not in errors\.json$/,
  ],
  [
    'an implied error that does not exist',
    'errors.json',
    without(errors, 'REQUEST_MALFORMED'),
    operationFile,
    /REQUEST_MALFORMED .*\(implied\)/,
  ],
  [
    'a success code that does not exist',
    operationFile,
    { ...operation, successCode: 'PAINTED' },
    operationFile,
    /error PAINTED/,
  ],
  [
    'a status for an error that is not listed',
    operationFile,
    { ...operation, errorStatus: { THING_WET: 404 } },
    operationFile,
    /errorStatus\.THING_WET is none/,
  ],
  ['ranges of what is no bytes', operationFile, { ...operation, ranges: false }, operationFile, /'answer'/],
  ['a form without fields', operationFile, { ...without(operation, 'body'), request: 'form' }, operationFile, /body/],
  [
    'an error without an HTTP status',
    'errors.json',
    { ...errors, THING_DRY: without(errors.THING_DRY, 'http') },
    'errors.json',
    /^THING_DRY: .*'http'/,
  ],
  [
    'two errors with one code',
    'errors.json',
    { ...errors, THING_WET: errors.THING_DRY },
    'errors.json',
    /duplicate code 40901/,
  ],
  [
    'one operation name twice',
    'operations/others/paintThing.json',
    { ...operation, path: '/api/v1/others/{thing_id}' },
    operationFile,
    /duplicate operation paintThing/,
  ],
  ['one route twice', 'operations/things/dyeThing.json', operation, operationFile, /duplicate route POST/],
  ['one type name twice', 'files/Thing.json', thing, 'files/Thing.json', /duplicate type Thing/],
  [
    'a path parameter without a schema',
    operationFile,
    { ...operation, path: '/api/v1/{room}/{thing_id}' },
    operationFile,
    /path parameter \{room\} has no schema/,
  ],
  [
    'a schema without a path parameter',
    operationFile,
    { ...operation, path: '/api/v1/things' },
    operationFile,
    /params\.thing_id is not in the path/,
  ],
  [
    'a wrong example of data',
    operationFile,
    { ...operation, example: { ...operation.example, data: { id: 't1' } } },
    operationFile,
    /^example\.data .*'colour'/,
  ],
  [
    'a wrong example of a query',
    operationFile,
    { ...operation, example: { ...operation.example, query: { coats: 0 } } },
    operationFile,
    /^example\.query\.coats /,
  ],
  [
    'a wrong example of a body',
    operationFile,
    { ...operation, example: { ...operation.example, body: { colour: 'mud' } } },
    operationFile,
    /^example\.body\.colour /,
  ],
  [
    'an example without path parameters',
    operationFile,
    { ...operation, example: without(operation.example, 'params') },
    operationFile,
    /^example\.params .*'thing_id'/,
  ],
  [
    'a wrong example of an event',
    eventFile,
    { ...event, example: { thing: { id: 1, colour: 'red' } } },
    eventFile,
    /^example\.thing\.id must be string/,
  ],
  [
    'an unknown field in an example',
    eventFile,
    { ...event, example: { ...event.example, size: 1 } },
    eventFile,
    /^example .*\(size\)/,
  ],
  [
    'an unknown attribute of a field of a file',
    'files/ThingFile.json',
    { ...thingFile, properties: { id: { type: 'string', 'x-envs': 'ID' } } },
    'files/ThingFile.json',
    /^unknown attribute x-envs/,
  ],
  [
    'an attribute of another type',
    'files/ThingFile.json',
    { ...thingFile, properties: { id: { type: 'string', 'x-secret': 'yes' } } },
    'files/ThingFile.json',
    /^x-secret must be a boolean/,
  ],
  ['an attribute outside of files', 'types/Thing.json', { ...thing, 'x-env': 'ID' }, 'types/Thing.json', /x-env/],
  ['an event without readers', eventFile, without(event, 'readers'), eventFile, /'readers'/],
  ['an unknown reader', eventFile, { ...event, readers: ['timelines'] }, eventFile, /^readers\.0: .*"timeline"/],
  ['a stored event that slow clients get', eventFile, { ...event, readers: ['kept'] }, eventFile, /^readers\.0: /],
  ['a volatile event in the log', eventFile, { ...event, delivery: 'volatile' }, eventFile, /^readers\.0: /],
  [
    'a wrong example of a frame',
    'frames/client/look.json',
    { ...frame, example: {} },
    'frames/client/look.json',
    /^example .*'thing_id'/,
  ],
];

describe('sources that are refused', () => {
  test.each(broken)('%s', async (_what, file, content, blamed, reason) => {
    tree.put(file, content);
    const { files, problems } = await generate(tree.root);
    expect(files.size).toBe(0);
    expect(problems.filter((problem) => problem.file === blamed).map((problem) => problem.reason)).toContainEqual(
      expect.stringMatching(reason),
    );
  });

  test('all problems are listed at once, nothing is written, the exit code is 1', () => {
    tree.put(operationFile, { ...operation, errors: ['THING_WET'] });
    tree.put(eventFile, without(event, 'summary'));
    tree.put('types/Thing.json', { ...thing, title: 'Other' });
    const { status, stderr } = codegen(tree.root);
    expect(status).toBe(1);
    for (const part of ['THING_WET', `${eventFile}: `, 'types/Thing.json: ', '3 problems'])
      expect(stderr).toContain(part);
    expect(readdirSync(tree.root)).not.toContain('generated');
  });
});

describe('output', () => {
  test('files of settings: fields, variables and what the first start writes', async () => {
    const colour = {
      type: 'string',
      enum: ['red', 'blue', false],
      default: 'red',
      'x-env': 'COLOUR',
      'x-comment': 'red or blue',
    };
    const coats = {
      type: 'object',
      'x-strict': true,
      properties: { most: { type: 'integer', minimum: 1, 'x-usual': 3, 'x-env': 'MOST' } },
    };
    const pots = {
      type: 'object',
      additionalProperties: { type: 'object', properties: { key: { type: 'string', 'x-secret': true } } },
      'x-example': { 'a/b': { key: 'k' } },
    };
    const brushes = {
      type: 'array',
      items: { type: 'object', properties: { size: { type: 'integer' } } },
      'x-example': [{ size: 2 }],
    };
    const hidden = { type: 'object', properties: { on: { type: 'boolean', default: true } }, 'x-template': false };
    const drying = {
      type: 'object',
      'x-complete': true,
      properties: { how_long: { type: 'integer' }, until_dry: { type: 'boolean' } },
    };
    const properties = { colour, name: { type: 'string' }, drying, coats, pots, brushes, hidden };
    const named = (title: string) => ({ ...thingFile, title, 'x-comment': 'Paint.\nAll of it.', properties });
    tree.put('files/ConfigFile.json', named('ConfigFile'));
    tree.put('files/TuiFile.json', named('TuiFile'));
    const open = { description: 'Settings.', type: 'object', additionalProperties: false };
    tree.put('types/Config.json', { ...open, title: 'Config', properties: { pots: { type: 'string' } } });
    tree.put('types/ConfigPatch.json', { ...open, title: 'ConfigPatch', properties: {} });
    const { files, problems } = await generate(tree.root);
    expect(problems).toEqual([]);
    const types = (files.get('types.ts') ?? '').replaceAll(/\/\*\*[^]*?\*\/|\s/g, '');
    expect(types).toContain('exportinterfaceConfig{pots?:string;colour?:');
    expect(types).toContain('drying?:{howLong:number;untilDry:boolean;};');
    expect(types).toContain('drying?:{[k:string]:unknown;}|null;');
    const settings = files.get('settings.ts') ?? '';
    const template = `# Paint.
# All of it.

# colour = "red"                          # red or blue

# [coats]
# most = 3

# [pots."a/b"]
# key = "k"

# [[brushes]]
# size = 2
`;
    expect(settings).toContain(`CONFIG_TEMPLATE = ${JSON.stringify(template)};`);
    const compact = settings.replaceAll(/\s/g, '');
    expect(compact).toContain('{"name":"COLOUR","path":["colour"],"reads":"choice","choices":["red","blue"]}');
    expect(compact).toContain('{"name":"MOST","path":["coats","most"],"reads":"integer","least":1}');
    expect(compact).toContain('"coats":{"kind":"table","fields":{"most":{"kind":"value","usual":3}},"strict":true}');
    expect(compact).toContain(
      '"pots":{"kind":"map","of":{"kind":"table","fields":{"key":{"kind":"value","secret":true}}}}',
    );
    expect(compact).toContain('"brushes":{"kind":"items","fields":["size"],"closed":false}');
    expect(files.get('validators.js')).not.toContain('x-env');
  });

  test('lists events by reader, in the condition of an index too', async () => {
    const sql = '-- tables\n\nCREATE TABLE a (b);\nCREATE INDEX c ON a (b) WHERE b IN :events(timeline, latest);\n';
    tree.put('database/schema.sql', sql);
    tree.put('events/thing.dried.json', { ...event, readers: ['timeline', 'latest'] });
    const { files, problems } = await generate(tree.root);
    expect(problems).toEqual([]);
    expect(files.get('events.ts')).toMatch(
      /"latest": \[\s*"thing.dried"\s*\],\s*"timeline": \[\s*"thing.dried",\s*"thing.painted"/,
    );
    expect(files.get('database.ts')).toContain("WHERE b IN ('thing.dried', 'thing.painted')");
  });

  test('knows which operations answer with bytes, take a form, and have statuses of their own', async () => {
    const file = { type: 'string', contentMediaType: 'image/png' };
    const count = { type: 'integer' };
    tree.put(operationFile, {
      ...operation,
      request: 'form',
      answer: 'bytes',
      mediaType: 'image/png',
      errorStatus: { THING_DRY: 404 },
      body: { type: 'object', properties: { file, count }, required: ['file'] },
      data: { type: 'null' },
      example: { params: { thing_id: 't1' }, query: {}, body: { file: '' } },
    });
    const { files, problems } = await generate(tree.root);
    expect(problems).toEqual([]);
    const operations = files.get('operations.ts') ?? '';
    expect(operations).toContain("export type BytesOperation = 'paintThing';");
    expect(operations).toContain("export type FormOperation = 'paintThing';");
    expect(operations).toMatch(/"answer": "bytes",\s+"large": false,\s+"ranges": true/);
    expect(operations).toMatch(/"errorStatus": \{\s+"THING_DRY": 404/);
    // fields of a form come as text
    expect(files.get('validators.js')).toMatch(
      /bodyValidators = \{\s+"paintThing": coercing\(\w+, \{"count":"integer"\}, \[\]\)/,
    );
  });

  test('fits sources that are whole', async () => {
    const { files, problems } = await generate(tree.root);
    expect(problems).toEqual([]);
    const types = files.get('types.ts') ?? '';
    for (const name of [
      'Colour',
      'Thing',
      'ThingPaintedEvent',
      'PaintThingBody',
      'PaintThingQuery',
      'LookFrame',
      'LookAck',
      'PaintInput',
      'ThingFile',
    ]) {
      expect(types.match(new RegExp(`export (?:type|interface) ${name}\\b`, 'g'))).toHaveLength(1);
    }
    expect(types).not.toMatch(/Thing1|Colour1/);
    expect(types).toMatch(/coats: number/);
    expect(files.get('operations.ts')).toMatch(
      /'paintThing': \{ params: PaintThingParams; query: PaintThingQuery; body: PaintThingBody; data: Thing \}/,
    );
    expect(files.get('validators.js')).not.toMatch(/\brequire\(|from 'ajv/);
  });

  test('--check names what differs and the command to run', () => {
    expect(codegen(tree.root).status).toBe(0);
    expect(codegen(tree.root, '--check')).toMatchObject({ status: 0, stderr: '' });
    writeFileSync(join(tree.root, 'generated/errors.ts'), 'changed by hand');
    writeFileSync(join(tree.root, 'generated/left.ts'), 'left over');
    const { status, stderr } = codegen(tree.root, '--check');
    expect(status).toBe(1);
    expect(stderr).toContain('errors.ts, left.ts');
    expect(stderr).toContain('npm run codegen');
  });

  test('the committed output fits the sources', async () => {
    const { files, problems } = await generate(schemas);
    expect(problems).toEqual([]);
    expect({ differs: drift(join(schemas, 'generated'), files), run: 'npm run codegen' }).toEqual({
      differs: [],
      run: 'npm run codegen',
    });
  });
});

function codegen(...args: string[]): { status: number | null; stderr: string } {
  // compiled for this run, with the sources of this tree (tests/compile.js)
  const program = join(process.env['AGENT_TEST_SOURCES'] ?? '', 'schemas', 'codegen.js');
  return spawnSync(process.execPath, [program, ...args], {
    encoding: 'utf8',
    env: { PATH: process.env.PATH, NODE_NO_WARNINGS: '1' },
  });
}
