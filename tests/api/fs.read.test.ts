/** Files of sessions over HTTP: read in parts, and sent as a whole (rest.md 19, 26). */
import { truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { ask } from '../http/harness.js';
import { openFiles, type FileTrial } from './fs.fixture.js';

let daemon: FileTrial['daemon'];
let session: FileTrial['session'];
let at: FileTrial['at'];
let folder: FileTrial['folder'];
let pipe: FileTrial['pipe'];
let read: FileTrial['read'];
let stat: FileTrial['stat'];

beforeAll(async () => {
  ({ daemon, session, at, folder, pipe, read, stat } = await openFiles());
});
afterAll(() => daemon.close());

describe('read', () => {
  test('all there is to say of a file', async () => {
    const name = folder({ 'a.md': '# ä\nb\n' });
    const entry = await stat(`${name}/a.md`);
    expect(await read(`${name}/a.md`)).toEqual({
      path: `${name}/a.md`,
      content: '# ä\nb\n',
      encoding: 'utf-8',
      size: 7,
      truncated: false,
      etag: entry.etag,
      mime: 'text/markdown',
      language_id: 'markdown',
      line_count: 2,
      is_binary: false,
    });
  });

  // ä has two bytes, € three, 😀 four: a ä € 😀 b
  const text = 'aä€😀b';
  test.each<[offset: number, length: number, content: string, truncated: boolean]>([
    [0, 100, text, false],
    [0, 11, text, false],
    [0, 10, 'aä€😀', true],
    [0, 9, 'aä€', true],
    [0, 6, 'aä€', true],
    [0, 5, 'aä', true],
    [0, 2, 'a', true],
    [0, 1, 'a', true],
    [1, 1, 'ä', true],
    [3, 1, '€', true],
    [6, 1, '😀', true],
    [6, 3, '😀', true],
    [10, 1, 'b', false],
    [11, 5, '', false],
    [1_000, 5, '', false],
    [2, 100, '€😀b', false],
    [4, 3, '😀', true],
    [7, 10, 'b', false],
    [Number.MAX_SAFE_INTEGER, 10_485_760, '', false],
  ])('from %d, %d bytes: %j', async (offset, length, content, truncated) => {
    const name = folder({ 'a.txt': text });
    const part = await read(`${name}/a.txt`, { offset, length });
    expect([part.content, part.truncated, part.size]).toEqual([content, truncated, 11]);
  });

  test('parts one after another are the whole, without a character cut', async () => {
    const whole = 'zażółć gęślą jaźń 😀 漢字\n'.repeat(50);
    const name = folder({ 'a.txt': whole });
    for (const length of [1, 2, 3, 5, 7, 64]) {
      let content = '';
      for (let offset = 0, more = true; more;) {
        const part = await read(`${name}/a.txt`, { offset, length });
        content += part.content;
        offset += Buffer.byteLength(part.content);
        more = part.truncated;
        if (content.length > 200) break;
      }
      expect(whole.startsWith(content)).toBe(true);
      expect(content.length).toBeGreaterThan(200);
    }
  });

  test.each<[string, string, number]>([
    ['', '', 0],
    ['a', 'a', 1],
    ['a\n', 'a\n', 1],
    ['a\nb', 'a\nb', 2],
    ['\n\n', '\n\n', 2],
    ['a\r\nb\r\n', 'a\r\nb\r\n', 2],
    ['\ufeffa', '\ufeffa', 1],
  ])('%j has its lines', async (content, shown, lines) => {
    const name = folder({ a: content });
    expect(await read(`${name}/a`)).toMatchObject({
      content: shown,
      line_count: lines,
      is_binary: false,
      mime: 'text/plain',
    });
  });

  test.each<[string, Buffer]>([
    ['little endian', Buffer.from('\ufeffzażółć 😀\n', 'utf16le')],
    ['big endian', Buffer.from('\ufeffzażółć 😀\n', 'utf16le').swap16()],
  ])('UTF-16, %s, is given as UTF-8', async (_, bytes) => {
    const name = folder({ a: bytes });
    expect(await read(`${name}/a`)).toMatchObject({
      content: 'zażółć 😀\n',
      size: bytes.length,
      is_binary: false,
      encoding: 'utf-8',
    });
    // offsets count bytes of the UTF-8 form
    expect(await read(`${name}/a`, { offset: 2, length: 4 })).toMatchObject({ content: 'żó', truncated: true });
    const raw = await read(`${name}/a`, { encoding: 'base64', offset: 1, length: 4 });
    expect(raw).toMatchObject({ content: bytes.toString('base64', 1, 5), encoding: 'base64', truncated: true });
    expect(raw).not.toHaveProperty('line_count');
  });

  test('a long text in UTF-16 is whole', async () => {
    const text = `${'x'.repeat(98_303)}😀`.repeat(3);
    const name = folder({ a: Buffer.from(`\ufeff${text}`, 'utf16le') });
    expect((await read(`${name}/a`)).content).toBe(text);
  });

  test.each<[string, Buffer, boolean]>([
    ['a NUL', Buffer.from('a\0b'), true],
    ['what is no UTF-8', Buffer.from([0x61, 0xff, 0x62]), true],
    ['a NUL behind the first 4,096 bytes', Buffer.concat([Buffer.alloc(4_096, 'a'), Buffer.from([0])]), false],
    ['a character cut at 4,096 bytes', Buffer.from(`${'a'.repeat(4_095)}€`), false],
    ['a character cut at the end of the file', Buffer.from([0x61, 0xe2, 0x82]), true],
    ['UTF-16 without a mark', Buffer.from('abc', 'utf16le'), true],
    ['nothing', Buffer.alloc(0), false],
  ])('binary or not: %s', async (_, bytes, isBinary) => {
    const name = folder({ a: bytes });
    const whole = await read(`${name}/a`);
    expect([whole.is_binary, whole.encoding]).toEqual([isBinary, isBinary ? 'base64' : 'utf-8']);
    expect((await stat(`${name}/a`)).is_binary).toBe(isBinary);
    if (isBinary) {
      expect(Buffer.from(whole.content, 'base64')).toEqual(bytes);
      expect(whole.mime).toBe('application/octet-stream');
      await daemon.fails('readFile', 'FS_IS_BINARY', { ...session, body: { path: `${name}/a`, encoding: 'utf-8' } });
    }
  });

  test('bytes in base64, in parts', async () => {
    const bytes = Buffer.from(Array.from({ length: 600_000 }, (_, index) => (index * 31) % 256));
    const name = folder({ 'a.bin': bytes });
    const first = await read(`${name}/a.bin`, { length: 400_001 });
    const second = await read(`${name}/a.bin`, { offset: 400_001, encoding: 'base64' });
    expect([first.truncated, second.truncated]).toEqual([true, false]);
    const all = Buffer.concat([first, second].map(({ content }) => Buffer.from(content, 'base64')));
    // `toEqual` compares each byte as a property, which takes seconds for so many
    expect([all.length, all.equals(bytes)]).toEqual([bytes.length, true]);
  });

  test('10 MiB are read, one byte more is not', async () => {
    const name = folder({ a: Buffer.alloc(10 * 1024 * 1024, 'line of text\n') });
    const whole = await read(`${name}/a`, { length: 10 * 1024 * 1024 });
    expect(whole.content).toBe('line of text\n'.repeat(900_000).slice(0, 10 * 1024 * 1024));
    expect([whole.truncated, whole.line_count]).toEqual([false, 806_597]);
    expect((await read(`${name}/a`)).content.length).toBe(1_048_576);
    truncateSync(at(name, 'a'), 10 * 1024 * 1024 + 1);
    await daemon.fails('readFile', 'FS_TOO_LARGE', { ...session, body: { path: `${name}/a`, length: 1 } });
  });

  test.each([
    ['a.ts', 'text/x-typescript', 'typescript'],
    ['a.tsx', 'text/x-typescriptreact', 'typescriptreact'],
    ['a.rs', 'text/x-rust', 'rust'],
    ['a.py', 'text/x-python', 'python'],
    ['a.json', 'application/json', 'json'],
    ['a.html', 'text/html', 'html'],
    ['a.svg', 'image/svg+xml', 'xml'],
    ['a.sh', 'text/x-shellscript', 'shellscript'],
    ['Dockerfile', 'text/x-dockerfile', 'dockerfile'],
    ['Makefile', 'text/x-makefile', 'makefile'],
    ['.gitignore', 'text/plain', 'ignore'],
    ['a.TXT', 'text/plain', 'plaintext'],
    ['png', 'text/plain', undefined],
    ['constructor', 'text/plain', undefined],
    ['a.constructor', 'text/plain', undefined],
  ])('%s is %s', async (file, mime, language) => {
    const name = folder({ [file]: 'x' });
    const { mime: told, language_id: id } = await read(`${name}/${file}`);
    expect([told, id]).toEqual([mime, language]);
  });

  test('a picture without an ending is detected by its content', async () => {
    const name = folder({ picture: Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1') });
    expect((await read(`${name}/picture`)).mime).toBe('image/png');
  });

  test('what is not a file', async () => {
    const name = folder({ 'dir/x': '' });
    pipe(`${name}/pipe`);
    const fails = (error: Parameters<typeof daemon.fails>[1], path: string) =>
      daemon.fails('readFile', error, { ...session, body: { path: `${name}/${path}` } });
    await fails('FS_IS_DIRECTORY', 'dir');
    await fails('FS_PERMISSION_DENIED', 'pipe');
    await fails('FS_PATH_NOT_FOUND', 'none');
    await fails('FS_PATH_NOT_FOUND', 'dir/x/y');
  });
});

const linux = process.platform === 'linux' ? test : test.skip;
linux('a file that the system makes up, and one of which it gives nothing', async () => {
  const own = daemon.session((await daemon.createSession({ metadata: { cwd: `/proc/${process.pid}` } })).id);
  const { content, size } = await daemon.ok('readFile', { ...own, body: { path: 'status' } });
  expect([content.startsWith('Name:'), size]).toEqual([true, 0]);
  await daemon.fails('readFile', 'FS_PERMISSION_DENIED', { ...own, body: { path: 'mem' } });
});

describe('download', () => {
  const url = (path: string, query = '') => `/api/v1/sessions/${session.params.session_id}/fs/${path}:download${query}`;

  test('the file as it is, with its name', async () => {
    const bytes = Buffer.from([0, 255, 10, 13]);
    const name = folder({ 'dir/häßlich 1.bin': bytes });
    const path = `${name}/dir/häßlich 1.bin`;
    const plain = await daemon.ask('downloadFile', { params: { ...session.params, path } });
    expect(plain.bytes).toEqual(bytes);
    expect(plain.headers.get('content-disposition')).toBe("attachment; filename*=UTF-8''h%C3%A4%C3%9Flich%201.bin");
    expect(plain.headers.get('content-type')).toBe('application/octet-stream');
    const { etag, modified_at } = await stat(path);
    expect(plain.headers.get('etag')).toBe(`"${etag}"`);
    expect(plain.headers.get('last-modified')).toBe(new Date(modified_at).toUTCString());
    // slashes that are not encoded work too
    const slashes = path.split('/').map(encodeURIComponent).join('/');
    const headers = { authorization: `Bearer ${daemon.token}` };
    expect((await ask(daemon.port, { path: url(slashes), headers })).bytes).toEqual(bytes);
  });

  test('a part, an unchanged copy, the head', async () => {
    const name = folder({ 'a.txt': '0123456789' });
    const get = (headers: Record<string, string>, method = 'GET') =>
      daemon.call(method, url(encodeURIComponent(`${name}/a.txt`)), { headers });
    const part = await get({ range: 'bytes=2-4' });
    expect([part.status, part.bytes?.toString(), part.headers.get('content-range')]).toEqual([
      206,
      '234',
      'bytes 2-4/10',
    ]);
    const whole = await get({ range: 'bytes=5-3' });
    expect([whole.status, whole.bytes?.toString()]).toEqual([200, '0123456789']);
    const same = await get({ 'if-none-match': part.headers.get('etag') ?? '' });
    expect([same.status, same.bytes?.length]).toEqual([304, 0]);
    const head = await get({}, 'HEAD');
    expect([head.status, head.headers.get('content-length'), head.bytes?.length]).toEqual([200, '10', 0]);
    writeFileSync(at(name, 'a.txt'), 'other text');
    utimesSync(at(name, 'a.txt'), 1, 1);
    expect((await get({ 'if-none-match': part.headers.get('etag') ?? '' })).status).toBe(200);
  });

  test.each([
    ['a', 'unsupported action: a'],
    ['a/b:upload', 'unsupported action: b:upload'],
    ['', 'unsupported action: '],
    [':download', 'invalid path in path'],
  ])('without a path or the suffix: %j', async (rest, msg) => {
    const { code, msg: told } = await daemon.call('GET', `/api/v1/sessions/${session.params.session_id}/fs/${rest}`);
    expect([code, told]).toEqual([40001, msg]);
  });

  test('errors come in the envelope', async () => {
    const name = folder({ 'dir/': '' });
    for (const [path, code] of [
      ['dir', 40906],
      ['none', 40409],
      ['../../x', 41304],
    ] as const) {
      const answer = await daemon.call('GET', url(encodeURIComponent(`${name}/${path}`)));
      expect([answer.status, answer.code]).toEqual([200, code]);
    }
    expect((await daemon.call('GET', url('x', '?runtime_id=cloud'))).code).toBe(40420);
    expect((await daemon.call('GET', url('x', '?runtime_id=local'))).code).toBe(40409);
  });
});
