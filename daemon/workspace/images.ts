/** Prepares pictures for a model (engine.md 4.8) in separate processes, whose memory and crashes do not affect the server. */
import { createSemaphore } from '../base/async/queues.js';
import { forkBeside } from '../base/process/fork.js';
import { createWorker, processRunner, WorkerEnded, WorkerLate, type Worker } from '../base/process/worker.js';
import type { ImageType } from './mediatypes.js';

/** Pixels of the upright picture, from its upper left corner. */
export interface Region {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** How a picture is to be delivered. */
export interface ImageRequest {
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

/** `refused` is the rest of a sentence about the picture that begins with "it". */
export type Fitting = { image: FittedImage } | { refused: string };

/** The bytes, or the absolute path of a file. */
export type ImageSource = { bytes: Buffer } | { path: string };

/** What a worker is asked. */
export interface ImageJob {
  id: number;
  source: ImageSource;
  request: ImageRequest;
}

/** What it answers. */
export interface ImageAnswer {
  id: number;
  fitting: Fitting;
}

/** Bytes of one picture that providers accept, whatever was requested: 5 MiB as base64. */
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

/** Workers without work. */
const resting: Worker[] = [];
const inTurn = createSemaphore(maxWorkers);

/** Fits the first frame of a picture. Never throws: every failure is reported as one of the picture. */
export async function fitImage(source: ImageSource, request: ImageRequest): Promise<Fitting> {
  try {
    return await inTurn(async () => {
      const worker = resting.pop() ?? newWorker();
      try {
        return await worker.ask<Fitting>((id): ImageJob => ({ id, source, request }));
      } finally {
        resting.push(worker);
      }
    });
  } catch (error) {
    if (error instanceof WorkerEnded) return { refused: 'is damaged: the decoder did not survive it' };
    if (error instanceof WorkerLate) return { refused: `takes longer than ${patienceMs / 1_000} seconds to decode` };
    return { refused: `cannot be decoded: ${error instanceof Error ? error.message : String(error)}` };
  }
}

/** An idle worker ends after a while and frees its memory. */
function newWorker(): Worker {
  return createWorker<ImageAnswer>({
    name: 'the process that decodes pictures',
    start: () => processRunner(forkBeside(import.meta.url, 'imageworker')),
    hear: ({ id, fitting }, asked) => asked(id)?.resolve(fitting),
    idleMs,
    patienceMs,
  });
}
