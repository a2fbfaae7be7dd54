/** A server whose operations answer in bytes, and clients that read at their own pace. */
import { mkdtempSync, readdirSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll } from '@jest/globals';
import type { BytesAnswer, Contract, OperationEntry } from '../../daemon/http/contract.js';
import { ask, bearer, start, type Answer, type Running } from './harness.js';

export const content = Buffer.from('0123456789abcdefghij');
export const etag = 'm8x2k1-20-4f';
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

export const facts = { mediaType: 'text/plain', fileName: 'a.txt', disposition: 'inline' } as const;
export let folder: string;
export let server: Running;
/** what `getAny` answers or throws */
let any: () => BytesAnswer | Promise<BytesAnswer>;
/** number of released sources */
export let released = 0;

/** Starts the server for the tests of a file. */
export function useByteServer(): void {
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
}

/** Sets what `getAny` answers or throws, and resets `released`. */
export function answerAny(answer: () => BytesAnswer | Promise<BytesAnswer>): void {
  released = 0;
  any = answer;
}

export function answerOf(bytes: Buffer, more: Partial<BytesAnswer> = {}): BytesAnswer {
  return {
    ...facts,
    size: bytes.length,
    etag,
    open: (from: number, to: number) => Readable.from([bytes.subarray(from, to)]),
    release: () => void (released += 1),
    ...more,
  };
}

export const get = (headers: Record<string, string> = {}, method = 'GET', name = 'getFile'): Promise<Answer> =>
  ask(server.port, { method, path: `/api/v1/bytes/${name}`, headers });

/** Open descriptors below the folder of this test. */
export function openFiles(): string[] {
  return readdirSync('/proc/self/fd').flatMap((fd) => {
    try {
      const target = readlinkSync(`/proc/self/fd/${fd}`);
      return target.startsWith(folder) ? [target] : [];
    } catch {
      return [];
    }
  });
}

/** Connects a client that reads the beginning of the answer, and more only after it is resumed. */
export function slowClient(name: string) {
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

/** Waits until the condition holds; throws after 10 s. */
export async function settled(fits: () => boolean, step = 20): Promise<void> {
  for (const end = Date.now() + 10_000; Date.now() < end;) {
    await new Promise((resolve) => setTimeout(resolve, step));
    if (fits()) return;
  }
  throw new Error('waited too long');
}
