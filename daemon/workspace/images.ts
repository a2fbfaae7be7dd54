/** Pictures made fit for a model (engine.md 4.8), in processes of their own: what a picture needs or breaks goes with them. */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { dirname, extname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createSemaphore } from '../base/async/queues.js';
import type { ImageType } from './mediatypes.js';
import { withStreams } from './programs.js';

/** Pixels of the upright picture, from its upper left corner. */
export interface Region {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** How a picture is to be delivered. */
export interface ImageWish {
  /** pixels of the longer side */
  maxEdge: number;
  maxBytes: number;
  /** only this part of it */
  region?: Region;
}

/** A picture that can be sent. */
export interface FittedImage {
  bytes: Buffer;
  mediaType: 'image/png' | 'image/jpeg';
  /** pixels */
  width: number;
  height: number;
  /** JPEG, when it had to give up detail: 1 to 100 */
  quality?: number;
  original: { mediaType: ImageType; size: number; width: number; height: number; frames: number };
}

/** `refused` is a sentence about the picture that goes on after "it". */
export type Fitting = { image: FittedImage } | { refused: string };

/** The bytes, or the absolute path of a file. */
export type ImageSource = { bytes: Buffer } | { path: string };

/** What a worker is asked. */
export interface ImageJob {
  source: ImageSource;
  wish: ImageWish;
}

/** Bytes of one picture that providers take, whatever was asked for: 5 MiB as base64. */
export const maxImageBytes = 3.75 * 1024 * 1024;
/** Pixels of an edge that providers take. */
export const maxImageEdge = 8_000;
/** Bytes of a file that is read; a picture in a larger one takes more than may be decoded, too. */
export const maxImageFileSize = 64 * 1024 * 1024;

/** Milliseconds one picture may take. */
const patienceMs = 60_000;
/** Milliseconds a worker waits for the next picture. */
const idleMs = 10_000;
const maxWorkers = 2;

/** Workers without work, with the timer that sends them away. */
const resting = new Map<ChildProcess, NodeJS.Timeout>();
const inTurn = createSemaphore(maxWorkers);

/** Makes the first frame of a picture fit. Never throws: whatever goes wrong is the picture's. */
export async function fitImage(source: ImageSource, wish: ImageWish): Promise<Fitting> {
  try {
    return await inTurn(async () => {
      const child = wakeWorker() ?? startWorker();
      const fitting = await ask(child, { source, wish });
      if (child.connected) rest(child);
      return fitting;
    });
  } catch (error) {
    return { refused: `cannot be decoded: ${error instanceof Error ? error.message : String(error)}` };
  }
}

function startWorker(): ChildProcess {
  const ending = extname(import.meta.url);
  const file = fileURLToPath(new URL(`./imageworker${ending}`, import.meta.url));
  const child = withStreams(
    fork(file, {
      cwd: dirname(file),
      // none of the daemon's secrets
      env: {},
      execArgv: ending === '.ts' ? ['--import', 'tsx'] : [],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    }),
  );
  // whoever asks meets it; one that rests is not missed
  child.on('error', () => undefined);
  // it ends when the channel does; it must not keep anybody from ending
  child.unref();
  child.channel?.unref();
  return child;
}

/** Rejects when the worker cannot be asked; it is ended then. */
async function ask(child: ChildProcess, job: ImageJob): Promise<Fitting> {
  const over = new AbortController();
  const { signal } = over;
  try {
    const answered = once(child, 'message', { signal });
    const died = once(child, 'exit', { signal });
    const late = delay(patienceMs, undefined, { signal });
    child.send(job);
    return await Promise.race([
      answered.then(([fitting]) => fitting as Fitting),
      died.then(() => ({ refused: 'is damaged: the decoder did not survive it' })),
      late.then(() => {
        child.kill('SIGKILL');
        return { refused: `takes longer than ${patienceMs / 1_000} seconds to decode` };
      }),
    ]);
  } catch (error) {
    child.kill('SIGKILL');
    throw error;
  } finally {
    over.abort();
  }
}

/** A worker that is not asked for a while goes, and its memory with it. */
function rest(child: ChildProcess): void {
  const goes = setTimeout(() => {
    resting.delete(child);
    if (child.connected) child.disconnect();
  }, idleMs);
  resting.set(child, goes.unref());
}

function wakeWorker(): ChildProcess | undefined {
  for (const [child, goes] of resting) {
    clearTimeout(goes);
    resting.delete(child);
    // it may have been ended from outside
    if (child.connected) return child;
  }
  return undefined;
}
