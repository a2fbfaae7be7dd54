/** Code generation writes settings, readers of events and facts of operations; the committed output is up to date. */
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { drift, generate } from '../../schemas/codegen.js';
import { codegen, createTree, event, operation, thingFile, type Tree } from './tree.js';

const schemas = resolve('schemas');
const operationFile = 'operations/things/paintThing.json';

let tree: Tree;
beforeEach(() => {
  tree = createTree();
});
afterEach(() => {
  tree.remove();
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
    // form fields arrive as text
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
