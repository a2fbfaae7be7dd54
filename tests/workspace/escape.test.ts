/** No path in a request leads out of the directories of its session. */
import { existsSync, linkSync, readdirSync, rmSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { documents } from '../../schemas/generated/documents.js';
import { operationTable, type OperationName } from '../../schemas/generated/operations.js';
import { actions, canary, download, openScene, walks, type Scene } from './escape.scene.js';

let scene: Scene;
let before = '';

beforeAll(async () => {
  scene = await openScene();
  before = scene.outsideState();
});
afterAll(async () => {
  expect(scene.outsideState()).toBe(before);
  await scene.close();
});

/** Refused whether or not something is there. */
const leadingOut = [
  '',
  '/',
  '//',
  '..',
  '../',
  './..',
  '../outside/file',
  '../outside/none',
  'sub/../file',
  'sub/..',
  'sub/../../outside/file',
  './sub/.././../outside',
  // `work` is the session's own directory, reached through its parent
  '../work/file',
  '../work',
  '/etc/passwd',
  '//etc/passwd',
  '/proc/self/environ',
  '/dev/zero',
  'file\0',
  '\0',
  'file\0/../../outside/file',
  'out/../file',
  `${'../'.repeat(200)}etc/passwd`,
  `${'sub/../'.repeat(1_000)}file`,
];

/** Paths through links that lead out, whether or not something is there. */
const throughLinks = [
  'out/file',
  'out/none',
  'out/none/none',
  'out/deep',
  'out/deep/file',
  `out/${canary}`,
  'outrelative/file',
  'outfile/none',
  'outdeep/file',
  'outnone/none',
  'chain/file',
  'chain/deep/none',
  'up/outside/file',
  'up/outside/none',
  'up/none',
  'root/etc/passwd',
  'root/none',
  'beside/file',
  'proc/package.json',
  'proc/none',
  'fd/0',
  'fd/none',
];

/** Links that lead out; calls that show links report them as links. */
const links = [
  'out',
  'out/',
  './/out/.',
  'outrelative',
  'outfile',
  'outdeep',
  'outnone',
  'chain',
  'up',
  'root',
  'beside',
  'proc',
  'fd',
  'zero',
  'sub/back',
];

/** Ordinary names that nothing has. Calls that create directories create these inside. */
const ordinary = [
  '．．',
  '．．/outside/file',
  '..∕outside∕file',
  '..⁄outside⁄file',
  '‥/outside',
  '。。/outside',
  '%2e%2e/outside/file',
  '..%2foutside%2ffile',
  '%252e%252e%252foutside',
  '..\\outside\\file',
  '\\etc\\passwd',
  'C:\\Windows',
  'C:/Windows',
  '\\\\host\\share',
  '~',
  '~/file',
  '~root/file',
  '$HOME/file',
  '`id`',
  'file:///etc/passwd',
  '...',
  '.. /outside',
  ' ..',
  '..;/outside',
  '..\u200b/outside',
  '\u202e../outside',
  '..\n/outside',
  '..\r/outside',
  'u\u0308ber',
  '\u00fcber',
  'ﬁle',
  'FILE\u0301',
];

/** Paths that nothing can have, or that lead nowhere. */
const nowhere = [
  'none',
  'none/none',
  'file/none',
  'dangling',
  'dangling/none',
  'loop',
  'loop/x',
  'x'.repeat(256),
  `${'x'.repeat(256)}/file`,
  'x'.repeat(4_097),
  'y/'.repeat(2_500),
  'ü'.repeat(128),
  '\ud800',
  'file\udc00',
  '\ud800/../\udc00'.replace('/../', '/'),
];

const rows = (paths: readonly string[]): [string, string, (typeof actions)[number]][] =>
  paths.flatMap((path) =>
    actions.map((action): [string, string, (typeof actions)[number]] => [
      action.name,
      JSON.stringify(path.length > 60 ? `${path.slice(0, 60)}…` : path),
      { ...action, tell: async (at) => action.tell(at, path) },
    ]),
  );

function silent(text: string): void {
  // the answer may repeat the requested name
  expect(text.replaceAll(`out/${canary}`, '')).not.toContain(canary);
  expect(text).not.toContain('root:');
}

describe.each([
  ['a path that leads out', leadingOut],
  ['a link on the way out', throughLinks],
])('%s', (_, paths) => {
  test.each(rows(paths))('%s: %s', async (_name, _path, action) => {
    const { code, text } = await action.tell(scene, '');
    silent(text);
    // an empty path in a URL is not a path at all
    if (action.operation === 'downloadFile' && code === 40001) expect(text).toContain('invalid path in path');
    else expect(code).toBe(41304);
  });
});

describe('a link that leads out', () => {
  test.each(rows(links))('%s: %s', async (_name, _path, action) => {
    const { code, text } = await action.tell(scene, '');
    silent(text);
    expect(code).toBe(action.showsLinks ? 0 : 41304);
    if (action.showsLinks) {
      expect(text).toContain('"kind":"symlink"');
      for (const told of ['is_symlink_to', 'size', 'child_count', 'is_binary', scene.outside])
        expect(text).not.toContain(told);
    }
  });
});

describe('a name that only looks as if it led out', () => {
  test.each(rows(ordinary))('%s: %s', async (_name, _path, action) => {
    const names = readdirSync(scene.cwd);
    const { code, text } = await action.tell(scene, '');
    silent(text);
    if (action.forgives) expect(code).toBe(0);
    else if (!action.makes) expect(code).toBe(40409);
    else if (code === 0) {
      // it was created here, under exactly this name
      const made = readdirSync(scene.cwd).filter((name) => !names.includes(name));
      expect(made).toHaveLength(1);
      for (const name of made) rmSync(join(scene.cwd, name), { recursive: true });
    } else expect(code).toBe(40409);
  });
});

describe('a name that nothing has', () => {
  test.each(rows(nowhere))('%s: %s', async (_name, path, action) => {
    const names = readdirSync(scene.cwd);
    const { code } = await action.tell(scene, '');
    const made = readdirSync(scene.cwd).filter((name) => !names.includes(name));
    for (const name of made) rmSync(join(scene.cwd, name), { recursive: true });
    if (action.showsLinks && /^"(dangling|loop)"$/.test(path)) expect(code).toBe(0);
    else if (action.forgives) expect(code).toBe(0);
    // the last commit may contain such a path
    else if (action.operation === 'diffFile') expect([0, 40409]).toContain(code);
    else if (made.length === 0) expect([40409, ...(action.makes ? [40919] : [])]).toContain(code);
    else expect([action.makes, made]).toEqual([true, ['none']]);
  });
});

describe('in the URL of a download', () => {
  test.each<[string, number]>([
    ['sub/file', 0],
    ['sub%2Ffile', 0],
    ['./sub//file', 0],
    ['hard', 0],
    ['../outside/file', 41304],
    ['..%2Foutside%2Ffile', 41304],
    ['%2e%2e/outside/file', 41304],
    ['%2E%2E%2Foutside%2Ffile', 41304],
    ['sub/%2e%2e/file', 41304],
    ['/etc/passwd', 41304],
    ['%2Fetc%2Fpasswd', 41304],
    ['file%00', 41304],
    ['out%2Ffile', 41304],
    ['outfile', 41304],
    ['%252e%252e/outside/file', 40409],
    ['..%255coutside', 40409],
    ['..\\outside\\file', 40409],
    ['..%5Coutside%5Cfile', 40409],
    ['%EF%BC%8E%EF%BC%8E/outside', 40409],
    ['%c0%ae%c0%ae/outside/file', 40001],
    ['%ff', 40001],
    ['%', 40001],
    ['%u002e', 40001],
  ])('%s: %d', async (raw, expected) => {
    const { code, text } = await download(scene, raw);
    silent(text);
    expect(code).toBe(expected);
  });
});

describe('what is inside', () => {
  test('is reached by every action', async () => {
    for (const action of actions.filter(({ makes }) => !makes)) {
      const { code, text } = await action.tell(scene, /list/.test(action.name) ? 'sub' : 'sub/file');
      expect([action.name, code]).toEqual([action.name, 0]);
      silent(text);
    }
    for (const action of walks) {
      const { code, text } = await action.tell(scene, '');
      expect([action.name, code]).toEqual([action.name, 0]);
      silent(text);
    }
    // programs received only places in the working directory
    const places = scene.started.map((argument) => argument.replace(/:1$/, ''));
    expect(places.filter((place) => place.startsWith('/')).length).toBeGreaterThan(2);
    expect(places.filter((place) => place.startsWith('/') && !place.startsWith(join(scene.cwd, 'sub')))).toEqual([]);
    for (const action of actions.filter(({ makes }) => makes)) {
      expect((await action.tell(scene, 'sub/new')).code).toBe(0);
      expect(existsSync(join(scene.cwd, 'sub/new'))).toBe(true);
      rmSync(join(scene.cwd, 'sub/new'), { recursive: true });
    }
  });

  test('includes hard links: the name is the file, wherever its other names are', async () => {
    linkSync(join(scene.outside, 'file'), join(scene.cwd, 'hardlink'));
    const read = actions.find(({ operation }) => operation === 'readFile');
    expect((await read?.tell(scene, 'hardlink'))?.text).toContain(canary);
    unlinkSync(join(scene.cwd, 'hardlink'));
  });
});

test('every operation on the files of a session is in the table', () => {
  const taking = (Object.keys(operationTable) as OperationName[]).filter((name) => {
    const { resource, path } = operationTable[name];
    const { body, params } = documents.operations[name] ?? {};
    const named = String(body?.['$ref'] ?? '').replace('#/components/schemas/', '');
    const keys = [...Object.keys(documents.types[named]?.schema['properties'] ?? {}), ...Object.keys(params ?? {})];
    return resource === 'fs' && path.includes('/sessions/') && keys.some((key) => key === 'path' || key === 'paths');
  });
  expect([...new Set(actions.map(({ operation }) => operation))].toSorted()).toEqual(taking.toSorted());
});
