/** Sources of bytes that fail, and clients that disconnect or do not read (rest.md 26). */
import { closeSync, ftruncateSync, openSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { describe, expect, test } from '@jest/globals';
import { ApiError } from '../../daemon/errors.js';
import {
  answerAny,
  answerOf,
  content,
  facts,
  folder,
  get,
  openFiles,
  released,
  server,
  settled,
  slowClient,
  useByteServer,
} from './byteserver.js';

useByteServer();

describe('what goes wrong', () => {
  test.each([
    ['with a status of this operation', new ApiError('FILE_NOT_FOUND'), 404, 40407],
    ['with its own status', new ApiError('FILE_EXPIRED'), 200, 41003],
    ['of the disk', Object.assign(new Error('full'), { code: 'ENOSPC' }), 500, 50003],
    ['that is a bug', new Error('a bug'), 200, 50001],
  ])('before there is an answer: an error %s', async (_name, error, status, code) => {
    answerAny(() => {
      throw error;
    });
    const answer = await get({}, 'GET', 'getAny');
    expect([answer.status, answer.json?.['code']]).toEqual([status, code]);
    expect(answer.headers['content-disposition']).toBeUndefined();
  });

  test('before the first byte is answered by an envelope', async () => {
    answerAny(() =>
      answerOf(content, {
        open: () => new Readable({ read: (): void => void 0 }).destroy(new Error('cannot be read')),
      }),
    );
    const answer = await get({}, 'GET', 'getAny');
    expect([answer.status, answer.json?.['code'], released]).toEqual([200, 50001, 1]);
  });

  test('after the first byte breaks the connection off', async () => {
    answerAny(() =>
      answerOf(content, {
        open: () =>
          Readable.from(
            (async function* () {
              yield content.subarray(0, 5);
              await new Promise((resolve) => setTimeout(resolve, 20));
              throw new Error('cannot be read further');
            })(),
          ),
      }),
    );
    const answer = await get({}, 'GET', 'getAny');
    expect([answer.status, answer.headers['content-length'], answer.text]).toEqual([200, '20', '01234']);
    expect(released).toBe(1);
  });

  test('a source that holds less or more is never padded nor sent beyond its length', async () => {
    answerAny(() => answerOf(content, { size: 25 }));
    expect((await get({}, 'GET', 'getAny')).text).toBe(content.toString());
    answerAny(() => answerOf(content, { size: 5, open: () => Readable.from([content]) }));
    expect((await get({}, 'GET', 'getAny')).json?.['code']).toBe(50001);
    server.lines.length = 0;
    answerAny(() => answerOf(content, { open: () => Readable.from([]) }));
    expect((await get({}, 'GET', 'getAny')).json).toMatchObject({
      code: 50001,
      msg: expect.stringContaining('changed'),
    });
    // a file that changes at this moment is not a defect
    expect(server.lines.filter(({ level }) => level === 'error')).toEqual([]);
  });

  test('a file that shrinks on the way breaks the connection off', async () => {
    const path = join(folder, 'big');
    const size = 64 * 1024 * 1024;
    const fd = openSync(path, 'w');
    ftruncateSync(fd, size);
    answerAny(async () => ({ ...facts, file: await open(path), size }));
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
    answerAny(async () => ({ ...facts, file: await open(path), size }));
    const { socket, begun } = slowClient('getAny');
    await begun;
    expect(openFiles()).toEqual([path]);
    const errors = server.lines.filter(({ level }) => level === 'error').length;
    socket.destroy();
    await settled(() => openFiles().length === 0);
    // a client that disconnects is not a failure
    expect(server.lines.filter(({ level }) => level === 'error')).toHaveLength(errors);
    expect(
      server.lines.filter(({ level }) => level === 'error' && /bytes to send/.test(JSON.stringify(level))),
    ).toEqual([]);
  });

  test('a client that leaves before the handler is done costs nothing', async () => {
    let opened = 0;
    let go: () => void = () => undefined;
    const asked = new Promise<void>((resolve) => {
      answerAny(() => {
        resolve();
        return new Promise((done) => {
          go = () => done(answerOf(content, { open: () => (opened++, Readable.from([content])) }));
        });
      });
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
    answerAny(() =>
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
      }),
    );
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
