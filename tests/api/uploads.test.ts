/** Uploads over real sockets: forms of every kind, names and times to live (rest.md 21, 26). */
import { describe, expect, test } from '@jest/globals';
import { boundary, field, filePart, formBody, type Part } from '../helpers/forms.js';
import { files, get, left, post, send, type Sent, useUploads } from './uploads.fixture.js';

useUploads();

const idPattern = /^f_[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

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
    ['no type', [filePart('text', { type: undefined })], { media_type: 'application/octet-stream' }, 'text'],
    ['an empty type', [filePart('text', { type: '' })], { media_type: 'application/octet-stream' }, 'text'],
    ['a type that is none', [filePart('text', { type: '<b>' })], { media_type: 'application/octet-stream' }, 'text'],
    ['plain text', [filePart('a\0b', { type: 'Text/Plain; charset=utf-8' })], { media_type: 'text/plain' }, 'a\0b'],
    [
      'no type after a field with one',
      [{ ...field('name', 'b'), type: 'text/plain' }, filePart('text', { type: undefined })],
      { media_type: 'application/octet-stream' },
      'text',
    ],
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
