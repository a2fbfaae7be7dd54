/** Answers in bytes over real sockets: ranges, conditional requests, names, and media types (rest.md 26). */
import { describe, expect, test } from '@jest/globals';
import { answerAny, answerOf, content, etag, get, openFiles, settled, useByteServer } from './byteserver.js';

useByteServer();

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
    answerAny(() => answerOf(Buffer.alloc(0)));
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
    answerAny(() => answerOf(content, { etag: undefined }));
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
    answerAny(() => answerOf(content, { fileName }));
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
    answerAny(() => answerOf(content, { mediaType }));
    const answer = await get({}, 'GET', 'getAny');
    expect([answer.headers['content-type'], answer.headers['content-disposition']]).toEqual([
      sent,
      `${disposition}; filename="a.txt"`,
    ]);
    expect(answer.headers).toMatchObject({ 'x-content-type-options': 'nosniff' });
    expect(answer.headers['x-evil']).toBeUndefined();
  });
});
