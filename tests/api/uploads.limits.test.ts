/** Uploads over real sockets: limits, slow clients, clients that disconnect, a full disk (rest.md 21, 26). */
import { describe, expect, test } from '@jest/globals';
import { mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '../helpers/daemon.js';
import { startProcess } from '../helpers/daemonprocess.js';
import { beginUpload, boundary, field, filePart, formBody, formType } from '../helpers/forms.js';
import { ask as askRaw } from '../http/harness.js';
import { daemon, files, folder, get, left, outcome, send, type Sent, useUploads } from './uploads.fixture.js';

useUploads();

const MiB = 1024 * 1024;

describe('limits', () => {
  const head = formBody([filePart('')], '').subarray(0, -2);
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`);
  const piece = Buffer.alloc(MiB, 'z');

  /** Streams a file of this size without holding it in memory; stops when the server does. */
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
    // the connection still serves the next request
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
    // a file in a field that the form does not have
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

  test('a slow one delays no other request, and arrives', async () => {
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

test('a disk that takes no more: 50003, and nothing is left', async () => {
  const home = join(daemon.folder, 'full');
  mkdirSync(home, { mode: 0o700 });
  // no file of this process may exceed 4 MiB
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
