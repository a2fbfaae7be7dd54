/** Answers in bytes over real sockets: ranges, unchanged copies, names, and sources that fail (rest.md 26). */
import {
  closeSync,
  ftruncateSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { open } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { BytesAnswer, Contract, OperationEntry } from '../../daemon/http/contract.js';
import { ApiError } from '../../daemon/errors.js';
import { ask, bearer, start, type Answer, type Running } from './harness.js';

const content = Buffer.from('0123456789abcdefghij');
const etag = 'm8x2k1-20-4f';
const modifiedAt = Date.UTC(2026, 1, 3, 4, 5, 6);

const operation = (name: string, more: Partial<OperationEntry> = {}): [string, OperationEntry] => [
  name,
  {
    name,
    method: 'GET',
    path: `/api/v1/bytes/${name}`,
    answer: 'bytes',
    ranges: true,
    restOfPath: false,
    large: false,
    status: 200,
    successCode: 0,
    registered: 'always',
    hasBody: false,
    longBody: false,
    request: 'json',
    errorStatus: { FILE_NOT_FOUND: 404, PERSISTENCE_FAILURE: 500 },
    ...more,
  },
];

const contract: Contract = {
  operations: Object.fromEntries([
    operation('getFile'),
    operation('getAny'),
    operation('getList', { answer: 'envelope', ranges: false }),
    operation('export', { method: 'POST', ranges: false }),
  ]),
  params: {},
  query: {},
  body: {},
};

const facts = { mediaType: 'text/plain', fileName: 'a.txt', disposition: 'inline' } as const;
let folder: string;
let server: Running;
/** what `getAny` answers, or throws */
let any: () => BytesAnswer | Promise<BytesAnswer>;
let released = 0;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'bytes-'));
  writeFileSync(join(folder, 'a.txt'), content);
  server = await start({
    contract,
    handlers: {
      getFile: async () => ({
        ...facts,
        file: await open(join(folder, 'a.txt')),
        size: content.length,
        etag,
        modifiedAt,
      }),
      getAny: () => any(),
      getList: () => ['a'],
      export: () =>
        answerOf(content, { mediaType: 'application/zip', disposition: 'attachment', cacheControl: 'no-store' }),
    },
  });
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

function answerOf(bytes: Buffer, more: Partial<BytesAnswer> = {}): BytesAnswer {
  return {
    ...facts,
    size: bytes.length,
    etag,
    open: (from: number, to: number) => Readable.from([bytes.subarray(from, to)]),
    release: () => void (released += 1),
    ...more,
  };
}

const get = (headers: Record<string, string> = {}, method = 'GET', name = 'getFile'): Promise<Answer> =>
  ask(server.port, { method, path: `/api/v1/bytes/${name}`, headers });

/** Open descriptors below the folder of this test. */
function openFiles(): string[] {
  return readdirSync('/proc/self/fd').flatMap((fd) => {
    try {
      const target = readlinkSync(`/proc/self/fd/${fd}`);
      return target.startsWith(folder) ? [target] : [];
    } catch {
      return [];
    }
  });
}

test('everything, with its headers', async () => {
  const answer = await get();
  expect([answer.status, answer.text]).toEqual([200, content.toString()]);
  expect(answer.headers).toMatchObject({
    'content-type': 'text/plain',
    'content-length': '20',
    etag: `"${etag}"`,
    'accept-ranges': 'bytes',
    'last-modified': 'Tue, 03 Feb 2026 04:05:06 GMT',
    'content-disposition': 'inline; filename="a.txt"',
    'cache-control': 'private, no-cache',
    'x-content-type-options': 'nosniff',
  });
  expect(answer.headers['x-request-id']).toMatch(/^[0-9A-Z]{26}$/);
  await settled(() => openFiles().length === 0);
});

describe('Range', () => {
  test.each([
    ['bytes=0-0', '0', '0-0'],
    ['bytes=0-4', '01234', '0-4'],
    ['bytes=5-', '56789abcdefghij', '5-19'],
    ['bytes=19-', 'j', '19-19'],
    ['bytes=-1', 'j', '19-19'],
    ['bytes=-5', 'fghij', '15-19'],
    ['bytes=-20', content.toString(), '0-19'],
    ['bytes=-21', content.toString(), '0-19'],
    ['bytes=-99999999999999999999', content.toString(), '0-19'],
    ['bytes=0-19', content.toString(), '0-19'],
    ['bytes=10-99', 'abcdefghij', '10-19'],
    ['bytes=10-99999999999999999999999', 'abcdefghij', '10-19'],
    ['bytes=007-008', '78', '7-8'],
    ['Bytes=1-2', '12', '1-2'],
    ['  bytes=1-2  ', '12', '1-2'],
  ])('%s', async (range, text, span) => {
    const answer = await get({ range });
    expect([answer.status, answer.text, answer.headers['content-range']]).toEqual([206, text, `bytes ${span}/20`]);
    expect(answer.headers).toMatchObject({ 'content-length': String(text.length), etag: `"${etag}"` });
  });

  test.each([
    'bytes=20-',
    'bytes=20-25',
    'bytes=99999999999999999999999-',
    'bytes=5-4',
    'bytes=-0',
    'bytes=-',
    'bytes=',
    'bytes',
    'bytes=a-b',
    'bytes=0-4,6-8',
    'bytes=0-4, 6-8',
    'bytes=0-4,',
    'bytes=0--4',
    'bytes=--4',
    'bytes=0x1-4',
    'bytes=1.5-4',
    'bytes= 1-4',
    'bytes=1 -4',
    'bytes=+1-4',
    'bytes=1-4;x',
    'bits=0-4',
    'items=0-4',
    '0-4',
    '',
    `bytes=0-${'4'.repeat(5000)}x`,
  ])('%s: everything', async (range) => {
    const answer = await get({ range });
    expect([answer.status, answer.text, answer.headers['content-range']]).toEqual([200, content.toString(), undefined]);
  });

  test.each([
    [`"${etag}"`, 206],
    ['Tue, 03 Feb 2026 04:05:06 GMT', 206],
    ['"other"', 200],
    [`W/"${etag}"`, 200],
    [etag, 200],
    ['Tue, 03 Feb 2026 04:05:07 GMT', 200],
    ['nonsense', 200],
  ])('If-Range: %s', async (ifRange, status) => {
    expect((await get({ range: 'bytes=1-2', 'if-range': ifRange })).status).toBe(status);
  });

  test('of nothing is nothing', async () => {
    any = () => answerOf(Buffer.alloc(0));
    for (const range of ['', 'bytes=0-', 'bytes=-1']) {
      const answer = await get({ range }, 'GET', 'getAny');
      expect([answer.status, answer.headers['content-length'], answer.text]).toEqual([200, '0', '']);
    }
  });

  test('does not count for HEAD, nor for answers in the envelope', async () => {
    const head = await get({ range: 'bytes=1-2' }, 'HEAD');
    expect([head.status, head.text, head.headers['content-length']]).toEqual([200, '', '20']);
    const list = await get({ range: 'bytes=1-2', 'if-none-match': '*' }, 'GET', 'getList');
    expect([list.status, list.json?.['data']]).toEqual([200, ['a']]);
  });
});

describe('If-None-Match', () => {
  test.each([
    `"${etag}"`,
    etag,
    `W/"${etag}"`,
    `"other", "${etag}"`,
    `"other",W/"${etag}"`,
    `other, ${etag}`,
    `"with, comma", "${etag}"`,
    `, ,"${etag}"`,
    '*',
    ' * ',
  ])('%s: 304', async (value) => {
    for (const method of ['GET', 'HEAD']) {
      const answer = await get({ 'if-none-match': value, range: 'bytes=1-2' }, method);
      expect([answer.status, answer.text, answer.headers['etag']]).toEqual([304, '', `"${etag}"`]);
      expect(answer.headers['content-type']).toBeUndefined();
    }
    await settled(() => openFiles().length === 0);
  });

  test.each([
    '"other"',
    'other',
    '',
    '"*"',
    `"${etag.toUpperCase()}"`,
    `"${etag}x"`,
    `"x${etag}"`,
    `"a ${etag} b"`,
    '""',
  ])('%s: 200', async (value) => {
    expect((await get({ 'if-none-match': value })).status).toBe(200);
  });

  test('without an entity tag nothing is unchanged', async () => {
    any = () => answerOf(content, { etag: undefined });
    const answer = await get({ 'if-none-match': '*' }, 'GET', 'getAny');
    expect([answer.status, answer.headers['etag']]).toEqual([200, undefined]);
  });
});

test('HEAD has the headers only, and lets go of the file', async () => {
  const [head, whole] = [await get({}, 'HEAD'), await get()];
  expect([head.status, head.text]).toEqual([200, '']);
  for (const name of [
    'content-type',
    'content-length',
    'etag',
    'accept-ranges',
    'content-disposition',
    'last-modified',
  ])
    expect([name, head.headers[name]]).toEqual([name, whole.headers[name]]);
  await settled(() => openFiles().length === 0);
});

test('an answer without ranges comes whole, whatever is asked', async () => {
  const answer = await get({ range: 'bytes=1-2', 'if-none-match': '*' }, 'POST', 'export');
  expect([answer.status, answer.text]).toEqual([200, content.toString()]);
  expect(answer.headers).toMatchObject({
    'cache-control': 'no-store',
    'content-length': '20',
    'content-type': 'application/zip',
  });
  expect(answer.headers['accept-ranges']).toBeUndefined();
});

describe('the name of the file', () => {
  test.each([
    ['a.txt', 'filename="a.txt"'],
    ['A b_(1)+[2]-3.tar.gz', 'filename="A b_(1)+[2]-3.tar.gz"'],
    ['', 'filename="download"'],
    ['a"b', `filename*=UTF-8''a%22b`],
    ["a'b*c", `filename*=UTF-8''a%27b%2ac`],
    ['a,b;c=d', `filename*=UTF-8''a%2Cb%3Bc%3Dd`],
    ['a%41', `filename*=UTF-8''a%2541`],
    ['späß.txt', `filename*=UTF-8''sp%C3%A4%C3%9F.txt`],
    ['文件.txt', `filename*=UTF-8''%E6%96%87%E4%BB%B6.txt`],
    ['😀', `filename*=UTF-8''%F0%9F%98%80`],
    ['half\ud800', `filename*=UTF-8''half%EF%BF%BD`],
    ['a\r\nSet-Cookie: x=1', `filename*=UTF-8''a__Set-Cookie%3A%20x%3D1`],
    ['a\nb\0c\u007fd\u0085e', 'filename="a_b_c_d_e"'],
    ['../../etc/passwd', 'filename=".._.._etc_passwd"'],
    ['C:\\x', `filename*=UTF-8''C%3A_x`],
    ['photo\u202egpj.exe', 'filename="photo_gpj.exe"'],
    [`${'x'.repeat(10_000)}.tar.gz`, `filename="${'x'.repeat(143)}.tar.gz"`],
    [`${'字'.repeat(10_000)}.pdf`, `filename*=UTF-8''${'%E5%AD%97'.repeat(146)}.pdf`],
  ])('%j', async (fileName, expected) => {
    any = () => answerOf(content, { fileName });
    const answer = await get({}, 'GET', 'getAny');
    expect([answer.status, answer.headers['content-disposition']]).toEqual([200, `inline; ${expected}`]);
    expect(answer.headers['set-cookie']).toBeUndefined();
  });
});

describe('the media type', () => {
  test.each([
    ['image/png', 'image/png', 'inline'],
    ['text/plain; charset=utf-8', 'text/plain; charset=utf-8', 'inline'],
    ['application/vnd.ms-excel', 'application/vnd.ms-excel', 'inline'],
    ['application/pdf', 'application/pdf', 'inline'],
    ['text/html', 'text/html', 'attachment'],
    ['TEXT/HTML; charset=utf-8', 'TEXT/HTML; charset=utf-8', 'attachment'],
    ['application/xhtml+xml', 'application/xhtml+xml', 'attachment'],
    ['image/svg+xml', 'image/svg+xml', 'attachment'],
    ['application/xml', 'application/xml', 'attachment'],
    ['text/xml', 'text/xml', 'attachment'],
    ['', 'application/octet-stream', 'inline'],
    ['nonsense', 'application/octet-stream', 'inline'],
    ['text/plain\r\nX-Evil: 1', 'application/octet-stream', 'inline'],
    ['text/plain; a="b"', 'application/octet-stream', 'inline'],
    ['text /html', 'application/octet-stream', 'inline'],
    ['text/html\0', 'application/octet-stream', 'inline'],
  ])('%j', async (mediaType, sent, disposition) => {
    any = () => answerOf(content, { mediaType });
    const answer = await get({}, 'GET', 'getAny');
    expect([answer.headers['content-type'], answer.headers['content-disposition']]).toEqual([
      sent,
      `${disposition}; filename="a.txt"`,
    ]);
    expect(answer.headers).toMatchObject({ 'x-content-type-options': 'nosniff' });
    expect(answer.headers['x-evil']).toBeUndefined();
  });
});

describe('what goes wrong', () => {
  test.each([
    ['with a status of this operation', new ApiError('FILE_NOT_FOUND'), 404, 40407],
    ['with its own status', new ApiError('FILE_EXPIRED'), 200, 41003],
    ['of the disk', Object.assign(new Error('full'), { code: 'ENOSPC' }), 500, 50003],
    ['that is a bug', new Error('a bug'), 200, 50001],
  ])('before there is an answer: an error %s', async (_name, error, status, code) => {
    any = () => {
      throw error;
    };
    const answer = await get({}, 'GET', 'getAny');
    expect([answer.status, answer.json?.['code']]).toEqual([status, code]);
    expect(answer.headers['content-disposition']).toBeUndefined();
  });

  test('before the first byte is answered by an envelope', async () => {
    released = 0;
    any = () =>
      answerOf(content, {
        open: () => new Readable({ read: (): void => void 0 }).destroy(new Error('cannot be read')),
      });
    const answer = await get({}, 'GET', 'getAny');
    expect([answer.status, answer.json?.['code'], released]).toEqual([200, 50001, 1]);
  });

  test('after the first byte breaks the connection off', async () => {
    released = 0;
    any = () =>
      answerOf(content, {
        open: () =>
          Readable.from(
            (async function* () {
              yield content.subarray(0, 5);
              await new Promise((resolve) => setTimeout(resolve, 20));
              throw new Error('cannot be read further');
            })(),
          ),
      });
    const answer = await get({}, 'GET', 'getAny');
    expect([answer.status, answer.headers['content-length'], answer.text]).toEqual([200, '20', '01234']);
    expect(released).toBe(1);
  });

  test('a source that holds less or more is never padded nor sent beyond its length', async () => {
    any = () => answerOf(content, { size: 25 });
    expect((await get({}, 'GET', 'getAny')).text).toBe(content.toString());
    any = () => answerOf(content, { size: 5, open: () => Readable.from([content]) });
    expect((await get({}, 'GET', 'getAny')).json?.['code']).toBe(50001);
    server.lines.length = 0;
    any = () => answerOf(content, { open: () => Readable.from([]) });
    expect((await get({}, 'GET', 'getAny')).json).toMatchObject({
      code: 50001,
      msg: expect.stringContaining('changed'),
    });
    // a file that is written again at this moment is no defect
    expect(server.lines.filter(({ level }) => level === 'error')).toEqual([]);
  });

  test('a file that shrinks on the way breaks the connection off', async () => {
    const path = join(folder, 'big');
    const size = 64 * 1024 * 1024;
    const fd = openSync(path, 'w');
    ftruncateSync(fd, size);
    any = async () => ({ ...facts, file: await open(path), size });
    const { socket, begun } = slowClient('getAny');
    await begun;
    ftruncateSync(fd, 1024 * 1024);
    closeSync(fd);
    socket.resume();
    await new Promise((resolve) => socket.once('close', resolve));
    expect(socket.bytesRead).toBeLessThan(size);
    await settled(() => openFiles().length === 0);
  });

  test('a client that leaves stops the reading', async () => {
    const path = join(folder, 'large');
    const size = 64 * 1024 * 1024;
    const fd = openSync(path, 'w');
    ftruncateSync(fd, size);
    closeSync(fd);
    any = async () => ({ ...facts, file: await open(path), size });
    const { socket, begun } = slowClient('getAny');
    await begun;
    expect(openFiles()).toEqual([path]);
    const errors = server.lines.filter(({ level }) => level === 'error').length;
    socket.destroy();
    await settled(() => openFiles().length === 0);
    // that it left is no failure
    expect(server.lines.filter(({ level }) => level === 'error')).toHaveLength(errors);
    expect(
      server.lines.filter(({ level }) => level === 'error' && /bytes to send/.test(JSON.stringify(level))),
    ).toEqual([]);
  });

  test('a client that leaves before the handler is done costs nothing', async () => {
    released = 0;
    let opened = 0;
    let go: () => void = () => undefined;
    const asked = new Promise<void>((resolve) => {
      any = () => {
        resolve();
        return new Promise((done) => {
          go = () => done(answerOf(content, { open: () => (opened++, Readable.from([content])) }));
        });
      };
    });
    const { socket } = slowClient('getAny');
    await asked;
    socket.destroy();
    await new Promise((resolve) => setTimeout(resolve, 50));
    go();
    await settled(() => released === 1);
    expect(opened).toBe(0);
  });

  test('a client that does not read holds up the reading', async () => {
    const size = 64 * 1024 * 1024;
    let given = 0;
    const piece = Buffer.alloc(64 * 1024);
    any = () =>
      answerOf(content, {
        size,
        open: () =>
          new Readable({
            highWaterMark: piece.length,
            read() {
              given += piece.length;
              this.push(given > size ? null : piece);
            },
          }),
      });
    const { socket, begun } = slowClient('getAny');
    await begun;
    let before = -1;
    await settled(() => given === (before = given) && before > 0, 200);
    expect(given).toBeLessThan(size / 2);
    socket.resume();
    await new Promise((resolve) => socket.once('close', resolve));
    expect(socket.bytesRead).toBeGreaterThan(size);
  });
});

/** A client that reads the beginning of the answer, and more only when it is told to. */
function slowClient(name: string) {
  const socket = connect({ port: server.port, host: '127.0.0.1' });
  socket.write(
    `GET /api/v1/bytes/${name} HTTP/1.1\r\nhost: localhost\r\nauthorization: ${bearer}\r\nconnection: close\r\n\r\n`,
  );
  socket.on('error', () => undefined);
  const begun = new Promise<void>((resolve) => {
    socket.once('data', () => {
      socket.pause();
      resolve();
    });
  });
  return { socket, begun };
}

/** Waits until something is so. */
async function settled(fits: () => boolean, step = 20): Promise<void> {
  for (const end = Date.now() + 10_000; Date.now() < end;) {
    await new Promise((resolve) => setTimeout(resolve, step));
    if (fits()) return;
  }
  throw new Error('waited too long');
}
