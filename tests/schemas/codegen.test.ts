/** Code generation refuses invalid sources, naming the file and the reason. */
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { readdirSync } from 'node:fs';
import { generate } from '../../schemas/codegen.js';
import { codegen, createTree, errors, event, frame, operation, thing, thingFile, tool, type Tree } from './tree.js';

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

/** name, changed file, its new content, blamed file, reason */
const broken: [string, string, unknown, string, RegExp][] = [
  ['text that is not JSON', eventFile, '{ "summary": ', eventFile, /^not JSON/],
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
