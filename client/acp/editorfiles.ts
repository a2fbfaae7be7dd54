/** Files of a session through the editor: its unsaved texts are read, changes go into its buffers (acp-cli.md 1.13). */
import { ApiFailure, ConnectionFailure } from '../api/failure.js';
import type { Stream } from '../api/stream.js';
import type { Editor } from './editor.js';
import { recordIn } from './params.js';

/** How long the editor may take, milliseconds. */
const readMs = 5_000;
const writeMs = 10_000;

/** Resolves with what withdraws the offer; undefined when this editor has no files to offer. */
export async function offerFiles(stream: Stream, sessionId: string, editor: Editor): Promise<(() => void) | undefined> {
  const { readTextFile, writeTextFile } = editor.capabilities;
  if (!readTextFile && !writeTextFile) return undefined;
  try {
    return await stream.offerFiles({
      sessionId,
      ...(readTextFile && {
        async read({ path }) {
          const answer = await inTime(readMs, (signal) => editor.ask('fs/read_text_file', { sessionId, path }, signal));
          const { content } = recordIn({ answer }, 'answer');
          return typeof content === 'string' ? content : undefined;
        },
      }),
      ...(writeTextFile && {
        async write({ path }, content) {
          await inTime(writeMs, (signal) => editor.ask('fs/write_text_file', { sessionId, path, content }, signal));
        },
      }),
    });
  } catch (error) {
    // the disk stays in force
    if (error instanceof ApiFailure || error instanceof ConnectionFailure) return undefined;
    throw error;
  }
}

async function inTime<T>(ms: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const signal = AbortSignal.timeout(ms);
  const answer = await work(signal);
  if (signal.aborted) throw new Error(`no answer within ${ms / 1_000} s`);
  return answer;
}
