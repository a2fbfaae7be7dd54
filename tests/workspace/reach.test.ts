/** Paths of requests: what they may name, where links may lead, and that a held file remains the same. */
import { execFileSync } from 'node:child_process';
import {
  linkSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { ApiError } from '../../daemon/errors.js';
import { fileError } from '../../daemon/workspace/files/failures.js';
import { namesOf, shownPath } from '../../daemon/workspace/files/names.js';
import { openPinned, pinByDescriptor, pinByName } from '../../daemon/workspace/files/pin.js';
import { reachPath, withPath, type Reach } from '../../daemon/workspace/files/reach.js';

let root = '';
const at = (...names: string[]): string => join(root, ...names);
const linux = process.platform === 'linux' ? test : test.skip;
const socket = createServer();

beforeAll(async () => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'agent-reach-')));
  mkdirSync(at('work/sub'), { recursive: true });
  mkdirSync(at('more/deep'), { recursive: true });
  mkdirSync(at('outside/deep'), { recursive: true });
  mkdirSync(at('work-beside'));
  for (const file of ['work/file', 'work/sub/file', 'more/deep/file', 'outside/file', 'work-beside/file'])
    writeFileSync(at(file), file);
  const links: [target: string, name: string][] = [
    ['sub', 'inner'],
    ['sub/file', 'innerfile'],
    [at('work/sub'), 'absolute'],
    [at('more'), 'additional'],
    ['../outside', 'out'],
    ['../outside/file', 'outfile'],
    ['../outside/none', 'outnone'],
    [at('outside'), 'outabsolute'],
    ['../work-beside', 'beside'],
    // `work` is the session's own directory
    ['../work/sub', 'roundabout'],
    ['sub/none', 'dangling'],
    ['loop', 'loop'],
    ['out', 'chain'],
    ['/proc/self/root', 'proc'],
    ['/dev/zero', 'zero'],
    ['..', 'up'],
  ];
  for (const [target, name] of links) symlinkSync(target, at('work', name));
  linkSync(at('outside/file'), at('work/hard'));
  execFileSync('mkfifo', [at('work/pipe')]);
  await new Promise<void>((resolve) => socket.listen(at('work/socket'), resolve));
});
afterAll(async () => {
  await new Promise((resolve) => socket.close(resolve));
  rmSync(root, { recursive: true, force: true });
});

/** Returns where a path leads, or the code of its refusal. */
async function outcome(given: string, more: Partial<Reach> = {}): Promise<string | number> {
  try {
    return await withPath(
      { cwd: at('work'), directories: [at('work'), at('more')], ...more },
      given,
      async ({ real }) => real.slice(root.length + 1),
    );
  } catch (error) {
    if (error instanceof ApiError) return error.code;
    throw error;
  }
}

describe('names of a path', () => {
  test.each([
    ['.', []],
    ['./', []],
    ['a', ['a']],
    ['a/b/', ['a', 'b']],
    ['./a//b/.', ['a', 'b']],
    ['...', ['...']],
    ['a..b', ['a..b']],
    ['~', ['~']],
    [' ', [' ']],
    ['%2e%2e/x', ['%2e%2e', 'x']],
    ['．．/x', ['．．', 'x']],
    ['..∕..∕etc', ['..∕..∕etc']],
    ['..⁄x', ['..⁄x']],
    ['\u2025/x', ['\u2025', 'x']],
    ['u\u0308', ['u\u0308']],
    ['\u00fc', ['\u00fc']],
    ['a\nb', ['a\nb']],
  ])('%j', (given, names) => expect(namesOf(given)).toEqual(names));

  test.each([
    '',
    '/',
    '//x',
    '/etc/passwd',
    '..',
    '../x',
    'a/..',
    'a/../b',
    './..',
    'a\0',
    '\0',
    'a/\0/b',
    `${'../'.repeat(5_000)}x`,
  ])('refused as leading out: %j', (given) =>
    expect(() => namesOf(given)).toThrow(expect.objectContaining({ code: 41304 })),
  );

  test.each(['a'.repeat(4_097), 'é'.repeat(2_049), 'a/'.repeat(1e6), '\ud800', 'a/\udfff'])(
    'nothing has such a name',
    (given) => expect(() => namesOf(given)).toThrow(expect.objectContaining({ code: 40409 })),
  );

  if (process.platform !== 'win32')
    test('a backslash is a letter of a name', () => expect(namesOf('..\\..\\x')).toEqual(['..\\..\\x']));

  test('is shown in one spelling', () => {
    expect(shownPath(namesOf('./a//b/'))).toBe('a/b');
    expect(shownPath(namesOf('./'))).toBe('.');
  });
});

test.each([
  [40409, 'ENOENT ENOTDIR ENAMETOOLONG ELOOP ESTALE ESRCH EINVAL EILSEQ'],
  [40411, 'EACCES EPERM EROFS ENXIO ENODEV EIO EAGAIN EBUSY ENOTCONN EHOSTDOWN EHOSTUNREACH ETIMEDOUT'],
  [40906, 'EISDIR'],
  [40919, 'EEXIST'],
])('%d is what the system means by %s', (code, words) => {
  for (const word of words.split(' ')) expect([word, fileError({ code: word }, 'x')]).toMatchObject([word, { code }]);
});

test('what says nothing about a path stays what it is', () => {
  for (const error of [{ code: 'EMFILE' }, { code: 'ENOSPC' }, {}, undefined])
    expect(fileError(error, 'x')).toBe(error);
});

describe.each([
  ['by descriptor', pinByDescriptor],
  ['by name', pinByName],
])('held %s', (how, pin) => {
  const only = how === 'by name' ? test : linux;

  only.each<[string, string | number]>([
    ['.', 'work'],
    ['file', 'work/file'],
    ['sub/file', 'work/sub/file'],
    ['inner/file', 'work/sub/file'],
    ['innerfile', 'work/sub/file'],
    ['absolute', 'work/sub'],
    ['additional/deep/file', 'more/deep/file'],
    ['roundabout/file', 'work/sub/file'],
    ['hard', 'work/hard'],
    ['pipe', 'work/pipe'],
    ['socket', 'work/socket'],
    ['none', 40409],
    ['none/none', 40409],
    ['file/none', 40409],
    ['dangling', 40409],
    ['loop', 40409],
    ['loop/x', 40409],
    ['x'.repeat(256), 40409],
    ['．．/outside', 40409],
    ['..∕outside', 40409],
    ['..\\outside', 40409],
    ['sub\\file', 40409],
    ['out', 41304],
    ['out/file', 41304],
    ['out/none', 41304],
    ['out/none/none', 41304],
    ['out/deep/none', 41304],
    ['outfile', 41304],
    ['outfile/none', 41304],
    ['outnone', 41304],
    ['outabsolute/file', 41304],
    ['chain/file', 41304],
    ['chain/none', 41304],
    ['beside/file', 41304],
    ['up', 41304],
    ['up/outside/file', 41304],
    ['up/outside/none', 41304],
    ['up/none', 41304],
    ['proc/etc/passwd', 41304],
    ['proc/none', 41304],
    ['zero', 41304],
  ])('%s: %s', async (given, expected) => {
    expect(await outcome(given, { pin })).toBe(expected);
  });

  only('a working directory that is gone is not found', async () => {
    expect(await outcome('.', { cwd: at('was'), directories: [at('was')], pin })).toBe(40409);
    expect(await outcome('x', { cwd: at('was'), directories: [at('was')], pin })).toBe(40409);
  });

  only('a working directory that became a link is left', async () => {
    mkdirSync(at('became'));
    const reach = { cwd: at('became'), directories: [at('became')], pin };
    expect(await outcome('.', reach)).toBe('became');
    rmSync(at('became'), { recursive: true });
    symlinkSync('outside', at('became'));
    for (const given of ['.', 'file', 'none']) expect(await outcome(given, reach)).toBe(41304);
    rmSync(at('became'));
  });

  only('everything is inside of the root directory', async () => {
    const reach = { cwd: '/', directories: ['/'], pin };
    expect(await outcome(at('outside/file').slice(1), reach)).toBe('outside/file');
    expect(await outcome('../etc', reach)).toBe(41304);
  });

  only('a file that took the place of another is not read', async () => {
    writeFileSync(at('work/first'), 'first');
    writeFileSync(at('work/second'), 'second');
    const held = await reachPath({ cwd: at('work'), directories: [at('work')], pin }, 'first');
    renameSync(at('work/second'), at('work/first'));
    const read = openPinned(held).then(async (file) => file.readFile('utf8').finally(() => file.close()));
    if (how === 'by descriptor') expect(await read).toBe('first');
    else await expect(read).rejects.toMatchObject({ code: 'ENOENT' });
    await held.release();
  });

  only('a pipe is not opened', async () => {
    const held = await reachPath({ cwd: at('work'), directories: [at('work')], pin }, 'pipe');
    await expect(openPinned(held)).rejects.toMatchObject({ code: 'ENOENT' });
    await held.release();
  });
});

linux('what is held stays the same thing when its name goes elsewhere', async () => {
  mkdirSync(at('work/moving'));
  writeFileSync(at('work/moving/file'), 'mine');
  const held = await reachPath({ cwd: at('work'), directories: [at('work')] }, 'moving/file');
  renameSync(at('work/moving'), at('work/moved'));
  symlinkSync(at('outside'), at('work/moving'));
  const file = await openPinned(held);
  expect(await file.readFile('utf8')).toBe('mine');
  await file.close();
  await held.release();
});

test('elsewhere, what was found by a name that changed counts as not found', async () => {
  mkdirSync(at('work/swapped'));
  const reach = { cwd: at('work'), directories: [at('work')], pin: pinByName };
  const changed = withPath(reach, 'swapped', async () => {
    renameSync(at('work/swapped'), at('work/swapped-away'));
    symlinkSync(at('outside'), at('work/swapped'));
    return 'names from outside';
  });
  await expect(changed).rejects.toMatchObject({ code: 40409 });
});
