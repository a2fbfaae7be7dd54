/** Trials of `fs`. */
import { execFileSync } from 'node:child_process';
import { existsSync, linkSync, mkdirSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { codeOf } from '../../../helpers/daemon.js';
import { fresh } from '../situations.js';
import {
  elsewhere,
  instead,
  withBody,
  withParam,
  withQuery,
  type Prepare,
  type Provocations,
  type Provoke,
  type Trials,
} from '../trials.js';
import type { Outcome, Prepared, World } from '../world.js';

let made = 0;

/** A new session whose directory has a file, a directory and a pipe; `body` as given. */
const withFiles =
  (body?: Record<string, unknown>) =>
  async (world: World): Promise<Prepared> => {
    place(world);
    return { params: { session_id: await fresh(world) }, ...(body === undefined ? {} : { body }) };
  };

function place({ daemon }: World): void {
  mkdirSync(join(daemon.cwd, 'directory'), { recursive: true });
  writeFileSync(join(daemon.cwd, 'file.txt'), 'one\n');
  writeFileSync(join(daemon.cwd, 'binary'), '\0');
  writeFileSync(join(daemon.cwd, 'large'), '');
  truncateSync(join(daemon.cwd, 'large'), 10 * 1024 * 1024 + 1);
  if (!existsSync(join(daemon.cwd, 'pipe'))) execFileSync('mkfifo', [join(daemon.cwd, 'pipe')]);
}

const path = (value: string): Provoke => withBody({ path: value });

/** Provokes the errors of a body's `path`; a pipe is refused to every user. */
const errors = {
  FS_PATH_NOT_FOUND: path('none'),
  FS_PERMISSION_DENIED: path('pipe'),
  FS_PATH_ESCAPES_SESSION: path('../outside'),
  RUNTIME_NOT_FOUND: withBody({ runtime_id: 'elsewhere' }),
} satisfies Provocations;

/** Calls with an absolute path of this machine in the query. */
const host =
  (name: string): Provoke =>
  async (attempt) => {
    place(attempt.world);
    return withQuery({ path: join(attempt.world.daemon.cwd, name) })(attempt);
  };
const hostBody =
  (name: string): Provoke =>
  (attempt) =>
    withBody({ path: join(attempt.world.daemon.cwd, name) })(attempt);

const fullDisk = 'comes from a disk that is full or broken';

/** A session whose working directory is a git repository. */
const withRepository =
  (body: Record<string, unknown>): Prepare =>
  async (world) => {
    const prepared = await withFiles(body)(world);
    if (!existsSync(join(world.daemon.cwd, '.git'))) execFileSync('git', ['init', '-q'], { cwd: world.daemon.cwd });
    return prepared;
  };

/** A daemon whose temporary folder is in no repository. */
const alone = {};
const outsideOfGit = (body: Record<string, unknown>): Provoke =>
  elsewhere(alone, async (daemon) => ({ params: { session_id: (await daemon.createSession()).id }, body }));

/** Errors of each operation that searches for files. */
const searchErrors = { RUNTIME_NOT_FOUND: errors.RUNTIME_NOT_FOUND } satisfies Provocations;
const { FS_PERMISSION_DENIED: _, ...placeErrors } = errors;
/** Creates a directory that is not yet a workspace. */
const inWorkspace = ({ daemon }: World): Prepared => {
  const workspace = join(daemon.cwd, `made-${(made += 1)}`);
  mkdirSync(workspace);
  return { body: { workspace, query: 'f' } };
};
const workspaceErrors = { ...searchErrors, WORKSPACE_NOT_FOUND: withBody({ workspace: '/nowhere/at/all' }) };

const search = elsewhere({ grepLimitMs: 0 }, async (daemon) => ({
  params: { session_id: (await daemon.createSession()).id },
  body: { pattern: 'that is nowhere' },
}));

/** A search with a time limit of 0; repeated, because on a busy machine it may still end before the timer. */
const outOfTime: Provoke = async (attempt) => {
  let answer: Outcome | undefined;
  for (let tries = 0; tries < 5 && answer?.code !== codeOf('FS_GREP_TIMEOUT'); tries += 1)
    answer = await search(attempt);
  if (!answer) throw new Error('nothing was asked');
  return answer;
};

export const fs = {
  browseHost: {
    good: () => ({}),
    errors: { FS_PATH_NOT_FOUND: host('none'), FS_PERMISSION_DENIED: host('pipe') },
  },
  diffFile: {
    good: withRepository({ path: 'file.txt' }),
    errors: { ...placeErrors, FS_GIT_UNAVAILABLE: outsideOfGit({ path: 'a' }) },
  },
  downloadFile: {
    good: async (world) => {
      const { params } = await withFiles()(world);
      return { params: { ...params, path: 'file.txt' } };
    },
    errors: {
      FS_PATH_NOT_FOUND: withParam('path', 'none'),
      FS_PERMISSION_DENIED: withParam('path', 'pipe'),
      FS_IS_DIRECTORY: withParam('path', 'directory'),
      FS_PATH_ESCAPES_SESSION: withParam('path', '../outside'),
      RUNTIME_NOT_FOUND: withQuery({ runtime_id: 'elsewhere' }),
    },
  },
  getGitStatus: {
    good: withRepository({}),
    errors: {
      ...searchErrors,
      FS_PATH_ESCAPES_SESSION: withBody({ paths: ['.', '../outside'] }),
      FS_GIT_UNAVAILABLE: outsideOfGit({}),
    },
  },
  getHostFile: {
    good: (world) => {
      place(world);
      return { query: { path: join(world.daemon.cwd, 'file.txt') } };
    },
    errors: {
      VALIDATION_FAILED: withQuery({ path: 'relative' }),
      FS_PATH_NOT_FOUND: host('none'),
      // write-only for every user
      FS_PERMISSION_DENIED: withQuery({ path: '/proc/sys/vm/compact_memory' }),
      FS_IS_DIRECTORY: host('directory'),
    },
  },
  getHostHome: { good: () => ({}) },
  grepFiles: {
    good: withFiles({ pattern: 'one' }),
    errors: {
      ...searchErrors,
      VALIDATION_FAILED: withBody({ pattern: '(', regex: true }),
      FS_GREP_TIMEOUT: outOfTime,
    },
  },
  listFiles: {
    good: withFiles({}),
    errors: {
      ...errors,
      FS_TOO_MANY_RESULTS: async ({ good, call, world }) => {
        const crowd = join(world.daemon.cwd, 'crowd');
        mkdirSync(crowd);
        // hard links to a few files are created quickly
        for (let name = 0; name <= 200_000; name += 1) {
          if (name % 50_000 === 0) writeFileSync(join(crowd, `${name}`), '');
          else linkSync(join(crowd, `${name - (name % 50_000)}`), join(crowd, `${name}`));
        }
        const answer = await call({ ...(await good()), body: { path: 'crowd' } });
        execFileSync('rm', ['-r', crowd]);
        return answer;
      },
    },
  },
  listManyFiles: {
    good: withFiles({ paths: ['.'] }),
    errors: { ...errors, FS_PATH_ESCAPES_SESSION: withBody({ paths: ['.', '..'] }) },
  },
  makeDirectory: {
    good: async (world) => withFiles({ path: `made-${(made += 1)}` })(world),
    errors: {
      ...errors,
      FS_PATH_NOT_FOUND: path('none/new'),
      FS_PERMISSION_DENIED: path('pipe/new'),
      FS_ALREADY_EXISTS: path('directory'),
    },
    never: { PERSISTENCE_FAILURE: fullDisk },
  },
  makeHostDirectory: {
    good: ({ daemon }) => ({ body: { path: join(daemon.cwd, `made-${(made += 1)}`) } }),
    errors: {
      FS_PATH_NOT_FOUND: hostBody('none/new'),
      // the kernel refuses new directories there
      FS_PERMISSION_DENIED: instead(() => ({ body: { path: '/sys/agent-test' } })),
      FS_ALREADY_EXISTS: hostBody('.'),
    },
    never: { PERSISTENCE_FAILURE: fullDisk },
  },
  openFile: { good: withFiles({ path: 'file.txt' }), errors: placeErrors },
  openFileIn: { good: withFiles({ path: 'file.txt', app_id: 'vscode' }), errors: placeErrors },
  readFile: {
    good: withFiles({ path: 'file.txt' }),
    errors: {
      ...errors,
      FS_IS_DIRECTORY: path('directory'),
      FS_IS_BINARY: withBody({ path: 'binary', encoding: 'utf-8' }),
      FS_TOO_LARGE: path('large'),
    },
  },
  revealFile: { good: withFiles({ path: 'file.txt' }), errors: placeErrors },
  searchFiles: { good: withFiles({ query: 'f' }), errors: searchErrors },
  searchWorkspaceFiles: { good: inWorkspace, errors: workspaceErrors },
  statFile: { good: withFiles({ path: 'file.txt' }), errors },
  statManyFiles: {
    good: withFiles({ paths: ['file.txt', 'none'] }),
    errors: { ...errors, FS_PATH_ESCAPES_SESSION: withBody({ paths: ['.', '/etc'] }) },
  },
  suggestWorkspaceFiles: { good: inWorkspace, errors: workspaceErrors },
} satisfies Trials;
