/** Prepares pictures for a model (engine.md 4.8) in child processes, so that a crash does not affect the server. */
import { createSemaphore } from '../base/async/queues.js';
import { forkBeside } from '../base/process/fork.js';
import { createWorker, processRunner, WorkerEnded, WorkerLate, type Worker } from '../base/process/worker.js';
import type { ImageType } from './mediatypes.js';

/** A region of the upright picture in pixels, from its upper left corner. */
export interface Region {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The requirements for the delivered picture. */
export interface ImageRequest {
  /** pixels of the longer side */
  maxEdge: number;
  maxBytes: number;
  /** deliver only this part of the picture */
  region?: Region;
}

/** A picture ready to send. */
export interface FittedImage {
  bytes: Buffer;
  mediaType: 'image/png' | 'image/jpeg';
  /** in pixels */
  width: number;
  height: number;
  /** quality of a JPEG that had to give up detail: 1 to 100 */
  quality?: number;
  original: { mediaType: ImageType; size: number; width: number; height: number; frames: number };
}

/** The result of fitting. `refused` completes a sentence about the picture that begins with "it". */
export type Fitting = { image: FittedImage } | { refused: string };

/** The bytes of a picture, or the absolute path of its file. */
export type ImageSource = { bytes: Buffer } | { path: string };

/** A request to a worker. */
export interface ImageJob {
  id: number;
  source: ImageSource;
  request: ImageRequest;
}

/** The answer of a worker. */
export interface ImageAnswer {
  id: number;
  fitting: Fitting;
}

/** Maximum size of one picture in bytes that providers accept, whatever the request allows: 5 MiB as base64. */
export const maxImageBytes = 3.75 * 1024 * 1024;
/** Maximum length of an edge in pixels that providers accept. */
export const maxImageEdge = 8_000;
/** Maximum size of a file in bytes. A picture in a larger one would exceed the decoding limit, too. */
export const maxImageFileSize = 64 * 1024 * 1024;

/** The time limit for one picture in milliseconds. */
const answerMs = 60_000;
/** Milliseconds that a worker waits for the next picture before it ends. */
const idleMs = 10_000;
const maxWorkers = 2;

/** Idle workers. */
const idle: Worker[] = [];
const inTurn = createSemaphore(maxWorkers);

/** Fits the first frame of a picture to the request. Never throws: it reports every failure as `refused`. */
export async function fitImage(source: ImageSource, request: ImageRequest): Promise<Fitting> {
  try {
    return await inTurn(async () => {
      const worker = idle.pop() ?? newWorker();
      try {
        return await worker.ask<Fitting>((id): ImageJob => ({ id, source, request }));
      } finally {
        idle.push(worker);
      }
    });
  } catch (error) {
    if (error instanceof WorkerEnded) return { refused: 'is damaged: the decoder did not survive it' };
    if (error instanceof WorkerLate) return { refused: `takes longer than ${answerMs / 1_000} seconds to decode` };
    return { refused: `cannot be decoded: ${error instanceof Error ? error.message : String(error)}` };
  }
}

/** Creates a worker that ends after some idle time, which frees its memory. */
function newWorker(): Worker {
  return createWorker<ImageAnswer>({
    name: 'the process that decodes pictures',
    start: () => processRunner(forkBeside(import.meta.url, 'imageworker')),
    receive: ({ id, fitting }, asked) => asked(id)?.resolve(fitting),
    idleMs,
    answerMs,
  });
}
