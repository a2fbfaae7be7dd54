/** Writing the configuration file: locked across processes, all or nothing, and never over another program's save. */
import { afterAll, beforeEach, describe, expect, test } from '@jest/globals';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { createLock } from '../../daemon/base/fs/lock.js';
import { parseToml } from '../../schemas/toml/document.js';
import type { ConfigWriter } from '../../daemon/config/write.js';
import { ApiError } from '../../daemon/errors.js';
import { replaceFileAtomic } from '../../daemon/base/fs/atomic.js';
import { until } from '../helpers/daemon.js';
import { buildEntry } from '../helpers/daemonentry.js';
import type { WriterArguments } from '../helpers/writermain.js';
import { startWriter } from './harness.js';

const folders: string[] = [];
let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'agent-write-'));
  folders.push(folder);
  file = join(folder, 'config.toml');
});
afterAll(() => {
  for (const each of folders) rmSync(each, { recursive: true, force: true });
});

const text = (): string => readFileSync(file, 'utf8');
const flags = (): string[] => Object.keys(parseToml(text())['experimental'] ?? {});
const set = (writer: ConfigWriter, key: string, value: unknown) =>
  writer.change((document) => ({ ...document, [key]: value }));
const flag = (writer: ConfigWriter, name: string) =>
  writer.change((document) => ({
    ...document,
    experimental: { ...(document['experimental'] as object | undefined), [name]: true },
  }));
const failure = async (work: Promise<unknown>): Promise<ApiError> => {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof ApiError)) throw new Error(`no expected error: ${String(error)}`);
  return error;
};
/** Writes a file with an old time, so that no reader assumes that a writer is still at work. */
const old = (path: string, content: string): void => {
  writeFileSync(path, content);
  utimesSync(path, new Date(0), new Date(0));
};

describe('the file', () => {
  test('is made when there is none, for its owner alone', async () => {
    await set(startWriter(file), 'a', 1);
    expect(text()).toBe('a = 1\n');
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  test('that others could read is closed', async () => {
    old(file, 'a = 1 # one\n');
    chmodSync(file, 0o644);
    await set(startWriter(file), 'b', 2);
    expect(text()).toBe('a = 1 # one\nb = 2\n');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder).sort()).toEqual(['config.lock', 'config.toml']);
    expect(statSync(join(folder, 'config.lock')).mode & 0o777).toBe(0o600);
  });

  test('is not touched when nothing changes', async () => {
    old(file, 'a = 1\n');
    const before = statSync(file);
    expect(await set(startWriter(file), 'a', 1)).toBeUndefined();
    expect([statSync(file).ino, statSync(file).ctimeMs]).toEqual([before.ino, before.ctimeMs]);
  });

  test.each(['file', 'chain', 'dangling'])('behind a link (%s) is written, and the link stays', async (kind) => {
    const target = join(folder, 'dotfiles', 'agent.toml');
    mkdirSync(join(folder, 'dotfiles'));
    if (kind !== 'dangling') old(target, '# mine\n');
    if (kind === 'chain') {
      symlinkSync('dotfiles/agent.toml', join(folder, 'middle'));
      symlinkSync('middle', file);
    } else symlinkSync('dotfiles/agent.toml', file);
    await set(startWriter(file), 'a', 1);
    expect(lstatSync(file).isSymbolicLink()).toBe(true);
    expect(lstatSync(target).isFile()).toBe(true);
    expect(readFileSync(target, 'utf8')).toBe(kind === 'dangling' ? 'a = 1\n' : '# mine\n\na = 1\n');
  });

  test('that is no UTF-8, or no file, is left alone', async () => {
    const bytes = Buffer.from([0x61, 0x3d, 0x22, 0xff, 0x22]);
    writeFileSync(file, bytes);
    const error = await failure(set(startWriter(file), 'b', 1));
    expect([error.errorName, error.message]).toEqual(['PERSISTENCE_FAILURE', 'config.toml: 1:4 is not UTF-8']);
    expect(readFileSync(file)).toEqual(bytes);
    rmSync(file);
    mkdirSync(file);
    expect((await failure(set(startWriter(file), 'b', 1))).message).toBe('config.toml: is not a file');
  });

  test('leftovers of writers that were killed go, those of writers at work stay', async () => {
    old(file, '');
    old(join(folder, '.config.toml.1.abc.tmp'), 'x');
    writeFileSync(join(folder, '.config.toml.2.abc.tmp'), 'x');
    old(join(folder, '.other.toml.1.abc.tmp'), 'x');
    await set(startWriter(file), 'a', 1);
    const names = ['.config.toml.2.abc.tmp', '.other.toml.1.abc.tmp', 'config.lock', 'config.toml'];
    expect(readdirSync(folder).sort()).toEqual(names);
  });
});

describe('all or nothing', () => {
  const full = Object.assign(new Error('no space'), { code: 'ENOSPC' });

  test.each(['ENOSPC', 'EROFS', 'EACCES'])('%s: 50003, and nothing changed', async (code) => {
    old(file, 'a = 1\n');
    const writer = startWriter(file, { replace: () => Promise.reject(Object.assign(new Error('x'), { code })) });
    const error = await failure(set(writer, 'b', 1));
    expect([error.code, error.message]).toEqual([50003, `config.toml cannot be written: ${code}`]);
    expect(text()).toBe('a = 1\n');
  });

  test('a home that cannot be written: 50003', async () => {
    const writer = startWriter(file, { lockFile: join(folder, 'none', 'config.lock') });
    expect((await failure(set(writer, 'b', 1))).code).toBe(50003);
    expect(existsSync(file)).toBe(false);
  });

  test('who refuses at the last moment leaves the file as it was, and nothing beside it', async () => {
    old(file, 'a = 1\n');
    const writer = startWriter(file);
    const refused = writer.change(
      (document) => ({ ...document, b: 2 }),
      () => {
        throw full;
      },
    );
    expect((await failure(refused)).code).toBe(50003);
    expect(text()).toBe('a = 1\n');
    expect(readdirSync(folder).sort()).toEqual(['config.lock', 'config.toml']);
    // the next writer finds the lock free
    await set(writer, 'b', 3);
    expect(text()).toBe('a = 1\nb = 3\n');
  });
});

describe('an editor', () => {
  const saves: Array<[string, (content: string) => void]> = [
    ['in place', (content) => writeFileSync(file, content)],
    [
      'by another file',
      (content) => {
        writeFileSync(`${file}~`, content);
        renameSync(`${file}~`, file);
      },
    ],
    [
      'by taking it away first',
      (content) => {
        rmSync(file);
        writeFileSync(file, content);
      },
    ],
  ];

  test.each(saves)('that saves %s between reading and writing loses nothing', async (_how, save) => {
    old(file, '# mine\na = 1\n');
    let times = 0;
    const writer = startWriter(file, {
      replace(path, content, finish) {
        if (times++ < 3) save(`${text()}by_hand_${times} = true # note ${times}\n`);
        return replaceFileAtomic(path, content, finish);
      },
    });
    await set(writer, 'b', 2);
    expect(times).toBe(4);
    const hand = [1, 2, 3].map((time) => `by_hand_${time} = true # note ${time}\n`);
    expect(text()).toBe(`# mine\na = 1\n${hand.join('')}b = 2\n`);
  });

  test.each(saves)('that saves %s while the change is committed loses nothing', async (_how, save) => {
    old(file, '# mine\na = 1\n');
    let told = 0;
    let asked = 0;
    await startWriter(file).change(
      (document) => {
        asked += 1;
        return { ...document, b: 2 };
      },
      (_change, rename) => {
        // another program saves while the change waits for the database
        if (asked === 1) save(`${text()}by_hand = true # note\n`);
        rename();
        told += 1;
      },
    );
    expect([asked, told]).toEqual([2, 1]);
    expect(text()).toBe('# mine\na = 1\nby_hand = true # note\nb = 2\n');
    expect(readdirSync(folder).sort()).toEqual(['config.lock', 'config.toml']);
  });

  test('in the middle of saving is waited for', async () => {
    old(file, '# mine\na = 1\n');
    writeFileSync(file, '');
    const done = set(startWriter(file), 'b', 2);
    await wait(10);
    writeFileSync(file, '# mine\na = 1\nc = 3\n');
    await done;
    expect(text()).toBe('# mine\na = 1\nc = 3\nb = 2\n');
  });

  test('that has taken the file away is waited for', async () => {
    const done = set(startWriter(file), 'b', 2);
    await wait(100);
    writeFileSync(file, '# mine\n');
    await done;
    expect(text()).toBe('# mine\n\nb = 2\n');
  });
});

describe('the lock', () => {
  test('lets one in after the other, also of another lock on the same file', async () => {
    const path = join(folder, 'lock');
    const locks = [createLock(path), createLock(path)];
    let inside = 0;
    let most = 0;
    const order: number[] = [];
    await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        (locks[index % 2] as (typeof locks)[0])(async () => {
          most = Math.max(most, (inside += 1));
          await wait(3);
          inside -= 1;
          order.push(index);
        }),
      ),
    );
    expect(most).toBe(1);
    // fair among the callers of one process
    expect(order.filter((index) => index % 2 === 0)).toEqual([0, 2, 4, 6, 8, 10]);
  });

  test('is free again when its holder failed', async () => {
    const lock = createLock(join(folder, 'lock'));
    await expect(lock(() => Promise.reject(new Error('mine')))).rejects.toThrow('mine');
    expect(await lock(() => Promise.resolve(5))).toBe(5);
  });
});

/** Starts a process that sets flags one after the other until it is killed. */
async function startProcess(given: WriterArguments) {
  const child = spawn(process.execPath, [await buildEntry('writer'), JSON.stringify(given)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const written: string[] = [];
  const lines = createInterface(child.stdout);
  const ready = once(lines, 'line');
  lines.on('line', (line) => line !== 'ready' && written.push(line));
  const gone = once(child, 'close');
  await ready;
  return {
    written,
    gone,
    async kill() {
      child.kill('SIGKILL');
      await gone;
    },
  };
}

const COMMENTED = Array.from(
  { length: 30 },
  (_, index) => `# about ${index}\n[table${index}]\nkey = ${index} # note ${index}\n\n`,
).join('');

test('two processes at once lose nothing, and no comment', async () => {
  old(file, `# mine\n\n${COMMENTED}`);
  const writers = await Promise.all(['a', 'b'].map((name) => startProcess({ file, name, most: 25 })));
  await Promise.all(writers.map(({ gone }) => gone));
  const wanted = writers.flatMap(({ written }) => written);
  expect(wanted).toHaveLength(50);
  expect(flags().sort()).toEqual(wanted.sort());
  expect(text()).toContain(`# mine\n\n${COMMENTED}`);
}, 60_000);

test('a writer that is killed leaves the old file or the new one, and no lock', async () => {
  old(file, `# mine\n\n${COMMENTED}`);
  const written: string[] = [];
  let alive = 0;
  for (let run = 0; run < 12; run++) {
    const writer = await startProcess({ file, name: `r${run}`, most: 1_000 });
    // some are killed before they wrote anything
    if (run % 3 > 0) await until('something written', () => (writer.written.length > 0 ? true : undefined));
    await wait(Math.random() * 60);
    await writer.kill();
    written.push(...writer.written);
    alive += writer.written.length;
    expect(text()).toContain(`# mine\n\n${COMMENTED}`);
    // every flag that it reported is in the file, plus at most one that it could not report
    const found = new Set(flags());
    expect(written.filter((name) => !found.has(name))).toEqual([]);
    const own = flags().filter((name) => name.startsWith(`r${run}-`)).length;
    expect(own - writer.written.length).toBeLessThanOrEqual(1);
    await flag(startWriter(file), `after${run}`);
  }
  expect(alive).toBeGreaterThanOrEqual(8);
  expect(flags().filter((name) => name.startsWith('after'))).toHaveLength(12);
}, 60_000);
