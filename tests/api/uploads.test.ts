/** Uploads over real sockets: forms of every kind, limits, names, expiry, crashes, two servers (rest.md 21, 26). */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startTestDaemon, until, type TestDaemon } from '../helpers/daemon.js';
import { startProcess } from '../helpers/daemonprocess.js';
import { beginUpload, boundary, field, filePart, formBody, formType, type Part } from '../helpers/forms.js';
import { ask as askRaw, type Answer } from '../http/harness.js';

const MiB = 1024 * 1024;
const hour = 60 * 60 * 1000;
const day = 24 * hour;
const idPattern = /^f_[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

let daemon: TestDaemon;
let ahead = 0;
const now = () => Date.now() + ahead;

beforeAll(async () => {
  daemon = await startTestDaemon({ now });
});
afterAll(() => daemon.close());
beforeEach(() => {
  ahead = 0;
});

const folder = (on = daemon) => join(on.home, 'files');
const files = (on = daemon) => readdirSync(folder(on)).sort();
/** What is there must be just what was there. */
const left = (before: string[]) =>
  until('nothing to be left', () => (files().join() === before.join() ? true : undefined));

interface Sent {
  code: number;
  msg: string;
  data: { id: string; name: string; media_type: string; size: number; created_at: string; expires_at?: string };
  details?: { path: string; message: string }[];
}

async function post(body: Buffer, headers: Record<string, string> = {}): Promise<Sent> {
  const answer = await askRaw(daemon.port, {
    method: 'POST',
    path: '/api/v1/files',
    headers: { authorization: `Bearer ${daemon.token}`, 'content-type': formType, ...headers },
    body,
  });
  expect(await daemon.check('uploadFile', answer.status, answer.json)).toEqual([]);
  return answer.json as unknown as Sent;
}

const send = (...parts: Part[]) => post(formBody(parts));

const get = (id: string, headers: Record<string, string> = {}, method = 'GET', on = daemon): Promise<Answer> =>
  askRaw(on.port, {
    method,
    path: `/api/v1/files/${id}`,
    headers: { authorization: `Bearer ${on.token}`, ...headers },
  });

const outcome = ({ status, json }: Answer) => [status, json?.['code']];

describe('a form', () => {
  const content = 'first line\r\n\r\nlast';

  test('comes back byte for byte, with its facts', async () => {
    const { code, data } = await send(filePart(content));
    expect(code).toBe(0);
    expect(data).toEqual({
      id: expect.stringMatching(idPattern),
      name: 'a.txt',
      media_type: 'text/plain',
      size: Buffer.byteLength(content),
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    });
    const answer = await get(data.id);
    expect([answer.status, answer.text]).toEqual([200, content]);
    expect(answer.headers).toMatchObject({
      'content-type': 'text/plain',
      'content-disposition': 'attachment; filename="a.txt"',
      'accept-ranges': 'bytes',
    });
  });

  const evil = `\r\n--${boundary.slice(0, -1)}\r\n--\r\n-${boundary}\r\n\r--${boundary}\n--${boundary}`;
  test.each<[string, Part[], Partial<Sent['data']>, string]>([
    ['fields after the file', [filePart('x'), field('name', 'b'), field('expires_in_sec', '5')], { name: 'b' }, 'x'],
    ['fields before the file', [field('name', 'b'), field('expires_in_sec', '5'), filePart('x')], { name: 'b' }, 'x'],
    ['unknown fields', [field('x', '1'), filePart('x'), field('__proto__', '2'), field('size', '9')], { size: 1 }, 'x'],
    [
      'unknown files',
      [filePart('no', { name: 'other' }), filePart('x'), filePart('no', { name: 'more' })],
      { name: 'a.txt' },
      'x',
    ],
    ['parts without a name', [{ body: 'no' }, filePart('x'), { rest: 'filename="z"', body: 'no' }], { size: 1 }, 'x'],
    ['nothing in the file', [filePart('')], { size: 0 }, ''],
    ['line ends only', [filePart('\r\n\r\n')], { size: 4 }, '\r\n\r\n'],
    ['what looks like a boundary', [filePart(evil)], { size: evil.length }, evil],
    ['no file name', [filePart('x', { rest: '', type: 'application/octet-stream' })], { name: 'upload' }, 'x'],
    ['an empty name', [filePart('x'), field('name', '')], { name: 'upload' }, 'x'],
    ['a name in UTF-8', [filePart('x', { rest: 'filename="späß 文.txt"' })], { name: 'späß 文.txt' }, 'x'],
    ['an escaped name', [filePart('x', { rest: String.raw`filename="a\"b\\c.txt"` })], { name: 'a"b\\c.txt' }, 'x'],
    ['an encoded name', [filePart('x', { rest: "filename*=utf-8''sp%C3%A4%C3%9F" })], { name: 'späß' }, 'x'],
    ['a path', [filePart('x', { rest: 'filename="../../etc/passwd"' })], { name: '../../etc/passwd' }, 'x'],
    ['a type', [filePart('x', { type: 'Image/PNG; q=1' })], { media_type: 'image/png' }, 'x'],
    ['no type', [filePart('a\0b', { type: undefined })], { media_type: 'application/octet-stream' }, 'a\0b'],
    ['a type that is none', [filePart('a\0b', { type: '<b>' })], { media_type: 'application/octet-stream' }, 'a\0b'],
  ])('with %s', async (_name, parts, expected, text) => {
    const { code, data } = await send(...parts);
    expect(code).toBe(0);
    expect(data).toMatchObject(expected);
    expect((await get(data.id)).text).toBe(text);
  });

  test.each([
    ['text around the parts', `preamble\r\n--${boundary}`, 0],
    ['blanks after the boundary', `--${boundary} \t`, 40001],
  ])('with %s', async (_name, start, code) => {
    const body = formBody([filePart('x')])
      .toString()
      .replace(`--${boundary}`, start);
    expect((await post(Buffer.from(`${body}epilogue`))).code).toBe(code);
  });

  test.each([
    ['quoted', `multipart/form-data; boundary="${boundary}"`, 0],
    ['with other parameters', `Multipart/Form-Data; charset=utf-8; boundary=${boundary}; x=y`, 0],
    ['missing', 'multipart/form-data', 40002],
    ['missing among parameters', 'multipart/form-data; charset=utf-8', 40002],
    ['another', 'multipart/form-data; boundary=other', 40002],
    ['of another kind', `multipart/mixed; boundary=${boundary}`, 40002],
    ['of no form', 'application/x-www-form-urlencoded', 40002],
    ['of JSON', 'application/json', 40002],
    ['of nothing', '', 40002],
  ])('whose boundary is %s', async (_name, type, code) => {
    const before = files();
    expect((await post(formBody([filePart('x')]), { 'content-type': type })).code).toBe(code);
    if (code !== 0) await left(before);
  });

  test.each<[string, Buffer]>([
    ['nothing at all', Buffer.alloc(0)],
    ['no part', formBody([])],
    ['only fields', formBody([field('name', 'x')])],
    ['a file under another name', formBody([filePart('x', { name: 'File' })])],
    ['a form where none was chosen', formBody([filePart('', { rest: 'filename=""' })])],
    ['a field in place of the file', formBody([field('file', 'x')])],
  ])('with %s has no file: 40001', async (_name, body) => {
    const before = files();
    expect(await post(body)).toMatchObject({ code: 40001, details: [{ path: 'file', message: 'is required' }] });
    await left(before);
  });

  test('that is cut off anywhere leaves nothing and is answered', async () => {
    const before = files();
    const whole = formBody([field('name', 'b'), filePart('hello\r\nworld', { type: 'image/png' }), field('x', 'y')]);
    const close = Buffer.byteLength(`--\r\n`);
    const codes = await Promise.all(
      Array.from({ length: whole.length - close }, async (_, at) => (await post(whole.subarray(0, at + 1))).code),
    );
    expect([...new Set(codes)]).toEqual([40002]);
    await left(before);
  });

  test.each([
    ['without a blank line', `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n`],
    ['with a header that never ends', `--${boundary}\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`],
    ['with a bad header', `--${boundary}\r\n\0bad: x\r\n\r\nx\r\n--${boundary}--\r\n`],
    [
      'with line feeds only',
      formBody([filePart('x')])
        .toString()
        .replaceAll('\r\n', '\n'),
    ],
    [
      'with a field in an unknown charset',
      formBody([filePart('x'), field('name', 'b')])
        .toString()
        .replace('name="name"', 'name="name"\r\nContent-Type: text/plain; charset=none'),
    ],
    ['of another language', '{"file":"x"}'],
  ])('%s: 40002', async (_name, body) => {
    const before = files();
    expect((await post(Buffer.from(body))).code).toBe(40002);
    await left(before);
  });
});

describe('expires_in_sec', () => {
  test.each([
    ['0', 0],
    ['1', 1],
    ['86400', 86_400],
    ['3153600000', 3_153_600_000],
    ['007', 7],
  ])('%s', async (text, seconds) => {
    const { data } = await send(filePart('x'), field('expires_in_sec', text));
    expect(Date.parse(data.expires_at ?? '') - Date.parse(data.created_at)).toBe(seconds * 1000);
  });

  test.each(['-1', '1.5', '1e3', 'abc', '', ' 1', '0x10', 'null', '3153600001', '9'.repeat(15), '9'.repeat(400)])(
    '%j is refused, after the file as before it',
    async (text) => {
      const before = files();
      const wrong = field('expires_in_sec', text);
      for (const parts of [
        [wrong, filePart('x')],
        [filePart('x'), wrong],
      ])
        expect(await send(...parts)).toMatchObject({ code: 40001, details: [{ path: 'expires_in_sec' }] });
      await left(before);
    },
  );

  test('given twice is refused', async () => {
    const twice = field('expires_in_sec', '5');
    expect(await send(twice, filePart('x'), twice)).toMatchObject({
      code: 40001,
      details: [{ path: 'expires_in_sec' }],
    });
  });
});

describe('a name', () => {
  test.each([
    '/etc/passwd',
    '..',
    '.',
    'C:\\Windows\\x',
    'a/../../b',
    'nul\0byte',
    'line\r\nX-Evil: 1',
    'photo\u202egpj.exe',
    'zero\u200bwidth',
    '<script>alert(1)</script>',
    "'; DROP TABLE uploads; --",
    '%00%2e%2e%2f',
    '👩‍👩‍👧',
    '  blanks  ',
    `${'x'.repeat(10_000)}.txt`,
    '字'.repeat(10_000),
  ])('%j is kept, and is never a path', async (name) => {
    const before = files();
    const { code, data } = await send(filePart('x'), field('name', name));
    expect([code, data.name]).toEqual([0, name]);
    expect(files()).toEqual([...before, data.id].sort());
    const answer = await get(data.id);
    expect([answer.status, answer.text, answer.headers['x-evil']]).toEqual([200, 'x', undefined]);
    expect(answer.headers['content-disposition']?.length).toBeLessThan(2_000);
  });
});

describe('limits', () => {
  const head = formBody([filePart('')], '').subarray(0, -2);
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`);
  const piece = Buffer.alloc(MiB, 'z');

  /** Sends a file of this many bytes without ever holding them; gives up when the server does. */
  async function pour(bytes: number, announced: Record<string, string>) {
    const upload = await beginUpload(daemon, announced);
    await upload.send(head);
    for (let sent = 0; sent < bytes; sent += piece.length) {
      if (!(await upload.send(piece.subarray(0, Math.min(piece.length, bytes - sent))))) break;
    }
    await upload.send(tail);
    return upload;
  }
  const lengthOf = (bytes: number) => ({ 'content-length': String(head.length + bytes + tail.length) });

  test('256 MiB are taken, one byte more is not; the client that sends on gets its answer', async () => {
    const before = files();
    const fits = await pour(256 * MiB, lengthOf(256 * MiB));
    const { code, text } = await fits.answer();
    expect(code).toBe(0);
    const { data } = JSON.parse(text.split('\r\n\r\n')[1] ?? '') as Sent;
    expect(statSync(join(folder(), data.id)).size).toBe(256 * MiB);
    fits.socket.destroy();
    await daemon.ok('deleteFile', { params: { file_id: data.id } });

    const over = await pour(256 * MiB + 1, lengthOf(256 * MiB + 1));
    expect(await over.answer()).toMatchObject({ status: 200, code: 41301 });
    await left(before);
    // the connection is not spoiled for the next request
    over.socket.write(`GET /api/v1/healthz HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n`);
    await new Promise((resolve) => over.socket.once('close', resolve));
  }, 60_000);

  test('a form that says it is too large is refused at once, and what still comes is thrown away', async () => {
    const before = files();
    const upload = await beginUpload(daemon, { 'content-length': String(400 * MiB) });
    await upload.send(head);
    expect(await upload.answer()).toMatchObject({ code: 41301 });
    expect(await upload.send(piece)).toBe(true);
    upload.socket.destroy();
    await left(before);
  });

  test('two files are too many', async () => {
    const before = files();
    expect((await send(filePart('a'), filePart('b'))).code).toBe(41301);
    await left(before);
  });

  test('fields over 1 MiB in all are too many', async () => {
    const before = files();
    expect((await send(filePart('a'), field('x', 'x'.repeat(MiB + 1)))).code).toBe(41301);
    expect((await send(...Array.from({ length: 12_000 }, (_, at) => field(`x${at}`, 'x')), filePart('a'))).code).toBe(
      41301,
    );
    await left(before);
  });

  test('a form that is no upload at all is bounded, too', async () => {
    const upload = await beginUpload(daemon, { 'transfer-encoding': 'chunked' });
    const chunk = Buffer.concat([Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from('\r\n')]);
    await upload.send(`${head.length.toString(16)}\r\n`);
    // a file that nobody asked for
    await upload.send(Buffer.from(head.toString().replace('name="file"', 'name="elif"')));
    await upload.send('\r\n');
    for (let sent = 0; sent < 258; sent += 1) if (!(await upload.send(chunk))) break;
    await upload.send('0\r\n\r\n');
    expect(await upload.answer()).toMatchObject({ code: 41301 });
    upload.socket.destroy();
  }, 60_000);
});

describe('on the way', () => {
  const head = formBody([filePart('')], '').subarray(0, -2);
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`);

  test('a client that leaves leaves nothing behind, wherever it stops', async () => {
    const before = files();
    for (const parts of [
      [],
      [head.subarray(0, 20)],
      [head],
      [head, 'some content'],
      [head, 'content', tail.subarray(0, 5)],
    ]) {
      const upload = await beginUpload(daemon, { 'content-length': '100000' });
      for (const part of parts) await upload.send(part);
      if (parts.length > 1) await until('the file', () => (files().length > before.length ? true : undefined));
      upload.socket.destroy();
      await left(before);
    }
  });

  test('a slow one keeps nobody waiting, and arrives', async () => {
    const before = files();
    const upload = await beginUpload(daemon, { 'content-length': String(head.length + 26 + tail.length) });
    await upload.send(head);
    for (const letter of 'abcdefghijklmnopqrstuvwxyz') {
      await upload.send(letter);
      expect((await daemon.ask('getHealth', {})).code).toBe(0);
    }
    for (const byte of tail) await upload.send(Buffer.from([byte]));
    const { text } = await upload.answer();
    upload.socket.destroy();
    const { data } = JSON.parse(text.split('\r\n\r\n')[1] ?? '') as Sent;
    expect((await get(data.id)).text).toBe('abcdefghijklmnopqrstuvwxyz');
    expect(files()).toEqual([...before, data.id].sort());
  });

  test('many at once do not get mixed up', async () => {
    const contents = Array.from({ length: 20 }, (_, at) => String(at).repeat(50_000));
    const sent = await Promise.all(contents.map((content) => send(filePart(content))));
    const got = await Promise.all(sent.map(async ({ data }) => (await get(data.id)).text));
    expect(got).toEqual(contents);
  });

  test('files are for their owner only', async () => {
    const { data } = await send(filePart('x'));
    expect(statSync(folder()).mode & 0o777).toBe(0o700);
    expect(statSync(join(folder(), data.id)).mode & 0o777).toBe(0o600);
  });
});

describe('bytes', () => {
  test('in ranges, unchanged, and as headers only', async () => {
    const { data } = await send(filePart('0123456789', { type: 'image/png', rest: 'filename="späß.png"' }));
    const whole = await get(data.id);
    expect(whole.headers['content-disposition']).toBe(`inline; filename*=UTF-8''sp%C3%A4%C3%9F.png`);
    const part = await get(data.id, { range: 'bytes=-3' });
    expect([part.status, part.text, part.headers['content-range']]).toEqual([206, '789', 'bytes 7-9/10']);
    expect(part.headers['etag']).toBe(whole.headers['etag']);
    const same = await get(data.id, { 'if-none-match': whole.headers['etag'] ?? '' });
    expect([same.status, same.text]).toEqual([304, '']);
    const head = await get(data.id, {}, 'HEAD');
    expect([head.status, head.text, head.headers['content-length']]).toEqual([200, '', '10']);
  });

  test.each(['text/html', 'image/svg+xml', 'application/xhtml+xml'])('%s is never shown in place', async (type) => {
    const { data } = await send(filePart('<script>alert(1)</script>', { type }));
    expect((await get(data.id)).headers).toMatchObject({
      'content-disposition': 'attachment; filename="a.txt"',
      'x-content-type-options': 'nosniff',
    });
  });

  test.each([
    'x',
    'f_',
    'f_1',
    'F_00000000-0000-4000-8000-000000000000',
    'f_00000000-0000-4000-8000-000000000000',
    'f_00000000-0000-4000-8000-00000000000G',
    '..%2Fagent.db',
    'f_..%2F..%2Fagent.db',
    '%2Fetc%2Fpasswd',
    '%00',
    `f_${'0'.repeat(5_000)}`,
  ])('%s is unknown: HTTP 404', async (id) => {
    for (const method of ['GET', 'DELETE']) expect(outcome(await get(id, {}, method))).toEqual([404, 40407]);
    expect((await get(id, {}, 'HEAD')).status).toBe(404);
  });

  test('deleted ones are gone at once', async () => {
    const { data } = await send(filePart('x'));
    const params = { file_id: data.id };
    expect(await daemon.ok('deleteFile', { params })).toEqual({ deleted: true });
    expect(existsSync(join(folder(), data.id))).toBe(false);
    expect(outcome(await get(data.id))).toEqual([404, 40407]);
    expect((await daemon.fails('deleteFile', 'FILE_NOT_FOUND', { params })).status).toBe(404);
  });

  test('what cannot be read is a failure of storage: HTTP 500', async () => {
    const { data } = await send(filePart('x'));
    rmSync(join(folder(), data.id));
    mkdirSync(join(folder(), data.id));
    expect(outcome(await get(data.id))).toEqual([500, 50003]);
    rmSync(join(folder(), data.id), { recursive: true });
    expect(outcome(await get(data.id))).toEqual([404, 40407]);
  });
});

describe('time', () => {
  test.each([
    ['left to itself', undefined, day],
    ['with a time of its own', '60', 60_000],
    ['that is over at once', '0', 0],
  ])('an upload %s: 41003 for a day, then 40407', async (_name, seconds, life) => {
    const { data } = await send(filePart('x'), ...(seconds === undefined ? [] : [field('expires_in_sec', seconds)]));
    const params = { file_id: data.id };
    if (life > 0) {
      ahead = life - 5_000;
      expect((await get(data.id)).status).toBe(200);
    }
    ahead = life;
    expect(outcome(await get(data.id))).toEqual([404, 41003]);
    await daemon.fails('deleteFile', 'FILE_NOT_FOUND', { params });
    ahead = life + day - 5_000;
    expect(outcome(await get(data.id))).toEqual([404, 41003]);
    ahead = life + day;
    expect(outcome(await get(data.id))).toEqual([404, 40407]);
  });

  test('over means off the disk, at the next upload or start', async () => {
    const { data } = await send(filePart('x'), field('expires_in_sec', '60'));
    const path = join(folder(), data.id);
    ahead = 2 * hour;
    await send(filePart('another'));
    await until('the file to go', () => (existsSync(path) ? undefined : true));
    expect(outcome(await get(data.id))).toEqual([404, 41003]);

    ahead = 0;
    const later = await send(filePart('y'), field('expires_in_sec', '60'));
    ahead = hour;
    await daemon.restart();
    await until('the other file to go', () => (existsSync(join(folder(), later.data.id)) ? undefined : true));
  });
});

describe('several servers', () => {
  test('of one home share uploads, and sweep at once', async () => {
    const other = await startTestDaemon({ home: daemon.home, now });
    try {
      const { data } = await send(filePart('shared'));
      expect((await get(data.id, {}, 'GET', other)).text).toBe('shared');
      expect(await other.ok('deleteFile', { params: { file_id: data.id } })).toEqual({ deleted: true });
      expect(outcome(await get(data.id))).toEqual([404, 40407]);

      const many = await Promise.all(
        Array.from({ length: 30 }, async () => (await send(filePart('x'), field('expires_in_sec', '1'))).data.id),
      );
      ahead = 3 * hour;
      await Promise.all([daemon.restart(), other.restart()]);
      await until('all to go', () => (many.some((id) => files().includes(id)) ? undefined : true));
      const log = readFileSync(join(daemon.home, 'logs', 'agent-code.log'), 'utf8');
      expect(log).not.toContain('could not be swept');
    } finally {
      await other.close();
    }
  });

  test('a restart keeps what there is, and clears away what a crash left', async () => {
    const kept = (await send(filePart('kept'), field('name', 'späß'))).data;
    const lost = (await send(filePart('lost'))).data;
    rmSync(join(folder(), lost.id));
    const orphan = 'f_11111111-1111-4111-8111-111111111111';
    const places = [orphan, `.${orphan}.part`, 'notes.txt', '.hidden'].map((name) => join(folder(), name));
    for (const path of places) writeFileSync(path, 'x');
    const young = join(folder(), '.f_22222222-2222-4222-8222-222222222222.part');
    writeFileSync(young, 'x');
    const old = new Date(Date.now() - 2 * hour);
    for (const path of places) utimesSync(path, old, old);
    await daemon.restart();
    await until('the leavings to go', () =>
      existsSync(places[0] ?? '') || existsSync(places[1] ?? '') ? undefined : true,
    );
    // another server may be at work on it, and what is not ours stays
    expect([young, ...places.slice(2)].map((path) => existsSync(path))).toEqual([true, true, true]);
    expect((await get(kept.id)).text).toBe('kept');
    expect(outcome(await get(lost.id))).toEqual([404, 40407]);
    for (const path of [young, ...places.slice(2)]) rmSync(path);
  });
});

test('a disk that takes no more: 50003, and nothing is left', async () => {
  const home = join(daemon.folder, 'full');
  mkdirSync(home, { mode: 0o700 });
  // no file may grow over 4 MiB
  const child = await startProcess({ home, cwd: daemon.cwd, fileKiB: 4_096 });
  try {
    const port = Number(new URL(child.baseUrl).port);
    const body = formBody([filePart(Buffer.alloc(8 * MiB))]);
    const upload = async (bytes: Buffer) =>
      askRaw(port, {
        method: 'POST',
        path: '/api/v1/files',
        headers: { authorization: `Bearer ${child.token}`, 'content-type': formType },
        body: bytes,
      });
    expect(outcome(await upload(body))).toEqual([200, 50003]);
    expect(readdirSync(join(home, 'files'))).toEqual([]);
    expect(outcome(await upload(formBody([filePart('small')])))).toEqual([200, 0]);
  } finally {
    await child.stop();
  }
}, 30_000);
