/** A name is swapped between each check and its use: nothing from outside is reported, and nothing is created there. */
import { createHash } from 'node:crypto';
import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { ApiError } from '../../daemon/errors.js';
import { listFiles, listManyFiles, type ListRequest } from '../../daemon/workspace/files/list.js';
import { makeDirectory } from '../../daemon/workspace/files/mkdir.js';
import { pinPath, type Pin } from '../../daemon/workspace/files/pin.js';
import { openDownload, readFile } from '../../daemon/workspace/files/read.js';
import type { Reach } from '../../daemon/workspace/files/reach.js';
import { statFile, statManyFiles } from '../../daemon/workspace/files/stat.js';
import { sessionDiff, sessionStatus } from '../../daemon/workspace/git/session.js';
import { grepIn } from '../../daemon/workspace/grep/session.js';
import { placeIn } from '../../daemon/workspace/opening/opener.js';
import { rounds } from '../helpers/rounds.js';
import { gitEnvironment, runGit } from './repository.js';

/** Text and names, size and year that only files outside have. */
const canary = 'canary-9d2c';
const outsideSize = 7_919;
const outsideYear = 2001;

let root = '';
const at = (...names: string[]): string => join(root, ...names);
const { signal } = new AbortController();

beforeAll(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'agent-between-')));
  for (const [place, text] of [
    ['work', 'mine\n'],
    ['outside', `${canary}\n`.padEnd(outsideSize, 'x')],
  ] as const) {
    mkdirSync(at(place, 'dir/deep'), { recursive: true });
    for (const file of ['file', 'dir/file', 'dir/deep/file']) writeFileSync(at(place, file), text);
  }
  for (const directory of ['', 'dir', 'dir/deep']) {
    // rules from outside would hide files inside
    writeFileSync(at('outside', directory, '.gitignore'), 'file\n');
    writeFileSync(at('outside', directory, canary), canary);
    for (const name of readdirSync(at('outside', directory)).reverse())
      utimesSync(at('outside', directory, name), new Date(outsideYear, 1), new Date(outsideYear, 1));
  }
  const git = (...args: string[]): string => runGit(at('work'), gitEnvironment(root), args);
  git('init', '-q');
  git('init', '-q', at('outside'));
  git('add', '.');
  git('commit', '-q', '-m', 'mine');
  writeFileSync(at('work/dir/file'), 'mine, changed\n');
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const listRequest: ListRequest = {
  depth: 1,
  limit: 1_000,
  show_hidden: true,
  follow_gitignore: true,
  sort: 'size_desc',
};
const readRequest = { offset: 0, length: 100_000, encoding: 'auto' } as const;
const grepRequest = {
  pattern: canary.slice(0, 6),
  regex: false,
  case_sensitive: true,
  follow_gitignore: false,
  max_files: 100,
  max_matches_per_file: 100,
  max_total_matches: 100,
  context_lines: 0,
};
const asker = (): { env: Record<string, string>; signal: AbortSignal } => ({ env: gitEnvironment(root), signal });

/** Calls that take a path of a session, and some that walk; `made`: what a call may leave behind. */
const calls: [name: string, call: (reach: Reach) => Promise<unknown>, made?: string][] = [
  ['read', (reach) => readFile(reach, { ...readRequest, path: 'dir/file' })],
  ['read below', (reach) => readFile(reach, { ...readRequest, path: 'dir/deep/file' })],
  [
    'download',
    async (reach) => {
      const { file, ...facts } = await openDownload(reach, 'dir/file');
      return { ...facts, text: await file.readFile('utf8').finally(() => file.close()) };
    },
  ],
  ['stat', (reach) => statFile(reach, 'dir/file')],
  ['stat of a directory', (reach) => statFile(reach, 'dir')],
  ['stat_many', (reach) => statManyFiles(reach, ['dir/file', 'dir/deep', 'file'])],
  ['list', (reach) => listFiles(reach, 'dir', listRequest, { signal })],
  ['list below', (reach) => listFiles(reach, 'dir/deep', listRequest, { signal })],
  ['list everything', (reach) => listFiles(reach, '.', { ...listRequest, depth: 5, sort: 'mtime_desc' }, { signal })],
  ['list_many', (reach) => listManyFiles(reach, ['.', 'dir', 'dir/deep'], listRequest, { signal })],
  ['list with git', (reach) => listFiles(reach, 'dir', listRequest, asker())],
  ['mkdir', (reach) => makeDirectory(reach, 'dir/new', false), 'new'],
  ['mkdir below', (reach) => makeDirectory(reach, 'dir/new/a', true), 'new'],
  ['git_status', async (reach) => [...(await sessionStatus(reach, undefined, asker())).entries]],
  ['git_status of paths', async (reach) => [...(await sessionStatus(reach, ['dir'], asker())).entries]],
  ['diff', (reach) => sessionDiff(reach, 'dir/file', asker())],
  ['grep', (reach) => grepIn(reach, grepRequest, { env: {}, signal })],
  ['open', (reach) => placeIn(reach, 'dir/file')],
];

/** A name inside, and what replaces it for a while: a link to the same name outside. */
const swaps: [name: string, path: string, target: string][] = [
  ['a directory', 'work/dir', 'outside/dir'],
  ['a directory below', 'work/dir/deep', 'outside/dir/deep'],
  ['a file', 'work/dir/file', 'outside/dir/file'],
  ['the working directory', 'work', 'outside'],
];

function swap(path: string, target: string): () => void {
  const away = `${at(path)}-away`;
  renameSync(at(path), away);
  symlinkSync(at(target), at(path));
  return () => {
    unlinkSync(at(path));
    renameSync(away, at(path));
  };
}

/** Calls `step` before and after each lookup, and before each use of its result. */
function watched(step: () => void): Reach {
  return {
    cwd: at('work'),
    directories: [at('work')],
    async pin(path, link) {
      step();
      const pin = await pinPath(path, link);
      step();
      return {
        ...pin,
        get by() {
          step();
          return pin.by;
        },
        get real() {
          step();
          return pin.real;
        },
        holds: () => pin.holds(),
      } satisfies Pin;
    },
  };
}

async function outcome(work: Promise<unknown>): Promise<unknown> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    expect([40409, 40411, 40906, 40908, 40919, 41304]).toContain(error.code);
    return error.code;
  }
}

/** Returns a hash of everything outside. */
function outsideState(): string {
  const hash = createHash('sha256');
  const look = (place: string): void => {
    for (const name of readdirSync(place).toSorted()) {
      const facts = lstatSync(join(place, name));
      hash.update(
        `${join(place, name)} ${facts.mode} ${facts.isFile() ? readFileSync(join(place, name), 'utf8') : ''}`,
      );
      if (facts.isDirectory()) look(join(place, name));
    }
  };
  look(at('outside'));
  return hash.digest('hex');
}

// other systems hold files by their names, which can be swapped
const linux = process.platform === 'linux' ? describe : describe.skip;

linux.each(swaps)('%s becomes a link', (_, path, target) => {
  test.each(calls.map(([name, call, made = '']) => [name, call, made] as const))(
    'during %s',
    async (name, call, made) => {
      const before = outsideState();
      let steps = 0;
      expect(typeof (await outcome(call(watched(() => void (steps += 1)))))).toBe('object');
      const clear = (): void => {
        if (made !== '') rmSync(at('work/dir', made), { recursive: true, force: true });
      };
      clear();
      // a brief run tries only some moments
      const stride = Math.ceil(steps / rounds(4, steps));
      for (let moment = 1; moment <= steps; moment += stride) {
        let left = moment;
        let back: (() => void) | undefined;
        const reach = watched(() => {
          left -= 1;
          if (left === 0) back = swap(path, target);
        });
        const told = await outcome(call(reach));
        back?.();
        clear();
        const text = JSON.stringify(told);
        for (const foreign of [canary, `:${outsideSize}`, `"${outsideYear}-`, 'ignored'])
          if (text.includes(foreign)) throw new Error(`${foreign} is outside, moment ${moment} of ${steps}: ${text}`);
        if (name === 'open') expect(text).not.toContain('/outside');
        // a directory that was opened in time is listed completely, and only by its own rules
        if (/^list (?:below|with)?/.test(name) && typeof told === 'object' && path === 'work/dir')
          expect(text).toMatch(/"name":"file"/);
      }
      expect(outsideState()).toBe(before);
      expect(steps).toBeGreaterThan(1);
    },
  );
});
