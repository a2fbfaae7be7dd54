/** The program's log and the logs of sessions: lines, secrets and rotation. */
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { mkdtemp, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogs, createRotatingFile, type LogOptions } from '../../daemon/home/logs.js';
import { homePaths, type HomePaths } from '../../daemon/home/paths.js';

let home: string;
let paths: HomePaths;

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'agent-logs-'));
  paths = homePaths(home);
});

afterEach(async () => {
  await rm(home, { recursive: true, force: true });
});

function logs(options: Partial<LogOptions> = {}) {
  return createLogs({ paths, env: {}, now: () => Date.UTC(2026, 2, 1, 8), ...options });
}

async function lines(): Promise<Array<Record<string, unknown>>> {
  const text = await readFile(paths.logFile, 'utf8').catch(() => '');
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

describe('the log of a session', () => {
  const sessionLines = async (id: string): Promise<string[]> => {
    const text = await readFile(paths.session(id).logFile, 'utf8').catch(() => '');
    return text.split('\n').filter(Boolean);
  };

  test('has the lines on it, which are in the log of the program too, as long as there is one', async () => {
    const { logger, followSessions, close } = logs({ secrets: () => ['sk-hidden'] });
    const known = new Set(['session_1', 'session_2']);
    logger.warn('before sessions are known', { session_id: 'session_1' });
    await new Promise((resolve) => setTimeout(resolve, 200));
    followSessions((id) => known.has(id));
    logger.module('tools').error('failed', { session_id: 'session_1', text: 'a sk-hidden b' });
    logger.info('of another', { session_id: 'session_2' });
    logger.info('of none');
    logger.debug('below the level', { session_id: 'session_1' });
    known.delete('session_2');
    logger.info('after its end', { session_id: 'session_2' });
    logger.info('of no session', { session_id: '../../../escape' });
    followSessions(() => {
      throw new Error('disk I/O error');
    });
    logger.info('of a database that fails', { session_id: 'session_1' });
    followSessions();
    logger.info('after the database', { session_id: 'session_1' });
    await close();
    const [line, ...more] = await sessionLines('session_1');
    expect(more).toEqual([]);
    expect(line).not.toContain('sk-hidden');
    expect(JSON.parse(line ?? '')).toMatchObject({ level: 'error', module: 'tools', msg: 'failed' });
    expect((await sessionLines('session_2')).map((each) => (JSON.parse(each) as { msg: string }).msg)).toEqual([
      'of another',
    ]);
    expect((await lines()).map(({ msg }) => msg)).toEqual([
      ...['before sessions are known', 'failed', 'of another', 'of none', 'after its end', 'of no session'],
      ...['of a database that fails', 'after the database'],
    ]);
    expect((await stat(paths.session('session_1').logFile)).mode & 0o777).toBe(0o600);
    expect(await readdir(join(home, '..'))).not.toContain('escape');
  });

  test('does not come back with a line after the session was deleted, and rotates by its own limits', async () => {
    const env = { AGENT_LOG_SESSION_MAX_BYTES: '300', AGENT_LOG_SESSION_FILES: '2' };
    const { logger, followSessions, close } = logs({ env });
    let isThere = true;
    followSessions(() => isThere);
    for (let at = 0; at < 9; at += 1) logger.info(`line ${at} ${'x'.repeat(50)}`, { session_id: 'session_1' });
    await new Promise((resolve) => setTimeout(resolve, 200));
    const { directory, logs: folder } = paths.session('session_1');
    expect((await readdir(folder)).sort()).toEqual(['session.1.log', 'session.log']);
    isThere = false;
    await rm(directory, { recursive: true });
    logger.error('late', { session_id: 'session_1' });
    await close();
    expect(await readdir(join(directory, '..'))).toEqual([]);
  });
});

describe('lines', () => {
  test('are JSON with time, level, module, msg and facts, in a private file', async () => {
    const { logger, close } = logs();
    logger.info('started', { sessionId: 'session_1' });
    logger.module('http').warn('slow', { ms: 12 });
    await close();
    expect(await lines()).toEqual([
      {
        time: '2026-03-01T08:00:00.000Z',
        level: 'info',
        module: 'main',
        msg: 'started',
        sessionId: 'session_1',
        pid: process.pid,
      },
      { time: '2026-03-01T08:00:00.000Z', level: 'warn', module: 'http', msg: 'slow', ms: 12, pid: process.pid },
    ]);
    expect((await stat(paths.logFile)).mode & 0o777).toBe(0o600);
    logger.info('after the end');
    expect(await lines()).toHaveLength(2);
  });

  test('errors carry type, message, stack and cause', async () => {
    const { logger, close } = logs();
    logger.error('failed', { error: new TypeError('no', { cause: new Error('because') }) });
    await close();
    const [line] = await lines();
    expect(line).toMatchObject({
      msg: 'failed',
      error: { type: 'TypeError', message: 'no', cause: { message: 'because' } },
    });
    expect(JSON.stringify(line)).toContain('logs.test');
  });

  test('what cannot be written as JSON does not break a line', async () => {
    const loop: Record<string, unknown> = { name: 'loop' };
    loop['self'] = loop;
    const { logger, close } = logs();
    logger.info('odd', {
      loop,
      big: 10n,
      call: () => 1,
      bytes: new Uint8Array(3),
      list: Array.from({ length: 200 }, () => 1),
    });
    await close();
    const [line] = await lines();
    expect(line).toMatchObject({ loop: { name: 'loop', self: '[circular]' }, big: '10', bytes: '[3 bytes]' });
    expect(line?.['list']).toHaveLength(101);
  });
});

test.each([
  [undefined, ['error', 'warn', 'info']],
  ['', ['error', 'warn', 'info']],
  ['off', []],
  ['error', ['error']],
  ['warn', ['error', 'warn']],
  ['INFO', ['error', 'warn', 'info']],
  ['debug', ['error', 'warn', 'info', 'debug']],
])('AGENT_LOG_LEVEL=%p writes %p', async (level, expected) => {
  const { logger, close } = logs({ env: { AGENT_LOG_LEVEL: level } });
  for (const method of ['error', 'warn', 'info', 'debug'] as const) logger[method](method);
  await close();
  expect((await lines()).map((line) => line['level'])).toEqual(expected);
});

test.each([
  ['AGENT_LOG_LEVEL', 'loud'],
  ['AGENT_LOG_GLOBAL_MAX_BYTES', '-1'],
  ['AGENT_LOG_GLOBAL_FILES', 'many'],
])('a bad %s is named and ignored', async (name, value) => {
  const { logger, close } = logs({ env: { [name]: value } });
  logger.info('started');
  await close();
  expect((await lines()).map((line) => String(line['msg']).includes(name))).toEqual([true, false]);
});

test('a second copy goes out at its own level', async () => {
  const copied: string[] = [];
  const { logger, close } = logs({
    env: { AGENT_LOG_LEVEL: 'error' },
    mirror: { level: 'debug', write: (line) => void copied.push(line) },
  });
  logger.debug('detail', { token: 'hidden-value' });
  await close();
  expect(await lines()).toEqual([]);
  expect(copied).toHaveLength(1);
  expect(copied[0]).not.toContain('hidden-value');
});

describe('secrets', () => {
  const canary = 'canary-5f2a"9c\\end';
  const error = Object.assign(new Error(`upstream said ${canary}`), { headers: { authorization: canary } });

  test.each<[string, object]>([
    ['authorization header', { headers: { authorization: canary } }],
    ['header in other case', { request: { headers: { Authorization: `Bearer ${canary}` } } }],
    ['x-api-key', { request: { options: { headers: { 'x-api-key': canary } } } }],
    ['x-goog-api-key', { headers: { 'x-goog-api-key': canary } }],
    ['cookies', { headers: { cookie: canary, 'set-cookie': [canary] } }],
    ['api_key', { provider: { api_key: canary } }],
    ['apiKey in a list', { providers: [{ apiKey: canary }] }],
    ['tokens by name', { token: canary, accessToken: canary, refresh_token: canary }],
    ['password', { a: { b: { c: { d: { password: canary } } } } }],
    ['custom headers', { customHeaders: { 'X-Team': canary }, custom_headers: { a: [canary] } }],
    ['environment', { env: { PATH: canary } }],
  ])('by the name of the field: %s', async (_name, facts) => {
    const { logger, close } = logs();
    logger.error('request', facts);
    await close();
    const text = await readFile(paths.logFile, 'utf8');
    expect(text).toContain('***');
    expect(text).not.toContain('canary');
  });

  test.each<[string, object]>([
    [`told ${canary} to go`, {}],
    ['request', { url: `https://x/?q=${canary}` }],
    ['failed', { error }],
    ['failed', { note: [{ text: canary }] }],
  ])('by value, wherever it stands: %s', async (message, facts) => {
    const { logger, close } = logs({ secrets: () => [canary] });
    logger.error(message, facts);
    await close();
    const text = await readFile(paths.logFile, 'utf8');
    expect(() => JSON.parse(text) as unknown).not.toThrow();
    expect(text).toContain('***');
    expect(text).not.toContain('canary');
  });

  test.each([
    'Authorization: Bearer SECRETVALUE',
    'Basic SECRETVALUE=',
    'agent-code.bearer.SECRETVALUE',
    'http://host/path?a=1&token=SECRETVALUE',
    'http://host/#token=SECRETVALUE',
    'https://user:SECRETVALUE@host/',
    'key sk-SECRETVALUE',
  ])('by shape: %s', async (message) => {
    const { logger, close } = logs();
    logger.info(message);
    await close();
    expect(await readFile(paths.logFile, 'utf8')).not.toContain('SECRETVALUE');
  });

  test('counts are no secrets', async () => {
    const { logger, close } = logs();
    logger.info('usage', { inputTokens: 12, max_tokens: 5, token: 7, tokenCounting: 'measured' });
    await close();
    expect((await lines())[0]).toMatchObject({ inputTokens: 12, max_tokens: 5, token: 7, tokenCounting: 'measured' });
  });
});

describe('rotation', () => {
  async function sizes(): Promise<Record<string, number>> {
    const names = (await readdir(paths.logs)).sort();
    return Object.fromEntries(
      await Promise.all(names.map(async (name) => [name, (await stat(join(paths.logs, name))).size])),
    );
  }

  test('keeps the number of files and the size', async () => {
    const file = createRotatingFile({ path: paths.logFile, maxBytes: 100, files: 3, now: () => 0 });
    for (let number = 10; number < 30; number++) file.write(`${'x'.repeat(37)}${number}\n`);
    file.close();
    expect(await sizes()).toEqual({ 'agent-code.log': 80, 'agent-code.1.log': 80, 'agent-code.2.log': 80 });
    expect(await readFile(paths.logFile, 'utf8')).toMatch(/29\n$/);
    expect(await readFile(join(paths.logs, 'agent-code.2.log'), 'utf8')).toMatch(/25\n$/);
    expect((await stat(join(paths.logs, 'agent-code.1.log'))).mode & 0o777).toBe(0o600);
  });

  test('one file only, and a line larger than the limit', async () => {
    const file = createRotatingFile({ path: paths.logFile, maxBytes: 10, files: 1, now: () => 0 });
    file.write('first\n');
    file.write(`${'long'.repeat(10)}\n`);
    file.close();
    expect(await sizes()).toEqual({ 'agent-code.log': 41 });
  });

  test('AGENT_LOG_GLOBAL_MAX_BYTES and _FILES', async () => {
    const { logger, close } = logs({ env: { AGENT_LOG_GLOBAL_MAX_BYTES: '400', AGENT_LOG_GLOBAL_FILES: '2' } });
    for (let number = 0; number < 20; number++) logger.info(`line ${number}`);
    await close();
    const found = await sizes();
    expect(Object.keys(found)).toEqual(['agent-code.1.log', 'agent-code.log']);
    expect(Math.max(...Object.values(found))).toBeLessThanOrEqual(400);
  });

  test('two processes share the file: a rotation by one is followed by the other', async () => {
    let time = 0;
    const open = () => createRotatingFile({ path: paths.logFile, maxBytes: 1000, files: 3, now: () => time });
    const [one, other] = [open(), open()];
    one.write('one\n');
    other.write('other\n');
    await rename(paths.logFile, join(paths.logs, 'agent-code.1.log'));
    time += 5000;
    one.write('one again\n');
    other.write('other again\n');
    one.close();
    other.close();
    expect(await readFile(paths.logFile, 'utf8')).toBe('one again\nother again\n');
  });

  test('a lost directory costs lines, not the program', async () => {
    let time = 0;
    const file = createRotatingFile({ path: paths.logFile, maxBytes: 1000, files: 2, now: () => time });
    file.write('before\n');
    await rm(paths.logs, { recursive: true });
    time += 5000;
    file.write('after\n');
    file.close();
    expect(await readFile(paths.logFile, 'utf8')).toBe('after\n');
  });
});
