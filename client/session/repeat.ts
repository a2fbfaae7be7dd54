/** Repeats calls whose answer was lost, where a repetition does nothing twice. */
import { ApiFailure, ConnectionFailure } from '../api/failure.js';
import type { Stream } from '../api/stream.js';
import type { ErrorName } from '../../schemas/generated/errors.js';
import { pause } from './reading.js';

/** Between two attempts while the socket is live, milliseconds. */
const pauseMs = 200;

/**
 * Calls until there is an answer. `arrived`: what the server says to a repetition of a call that it has carried out
 * already; only a repetition is judged so. Resolves with undefined then. Rejects with ApiFailure, and with
 * ConnectionFailure when the stream has ended.
 */
export async function untilAnswered<T>(
  stream: Stream,
  call: () => Promise<T>,
  arrived: readonly ErrorName[] = [],
): Promise<T | undefined> {
  for (let isRepeated = false; ; isRepeated = true) {
    try {
      return await call();
    } catch (error) {
      if (isRepeated && error instanceof ApiFailure && arrived.some((name) => name === error.name)) return undefined;
      if (!(error instanceof ConnectionFailure) || stream.state === 'ended') throw error;
      await pause(pauseMs);
      await live(stream);
    }
  }
}

/** Resolves when the stream is live, or has ended. */
function live(stream: Stream): Promise<void> {
  const isOver = (): boolean => stream.state === 'live' || stream.state === 'ended';
  if (isOver()) return Promise.resolve();
  return new Promise((resolve) => {
    const leave = stream.onState(() => {
      if (!isOver()) return;
      leave();
      resolve();
    });
  });
}
