/** The text of `-p`: from the command line or from stdin. */
import { UsageFailure } from './failures.js';
import type { Input } from './io.js';
import { checkCommand } from './wish.js';

const MOST_BYTES = 10 * 1024 * 1024;

/** Reads stdin for `-`. Throws UsageFailure for text that is blank, too long or undecodable, or a command without its object. */
export async function promptText(given: string, stdin: Input): Promise<string> {
  const text = given === '-' ? await readAll(stdin) : given;
  if (text.trim() === '') throw new UsageFailure('--prompt: the text on stdin is blank');
  checkCommand(text);
  return text;
}

async function readAll(stdin: Input): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stdin) {
    const bytes = Buffer.from(chunk as Buffer | string);
    size += bytes.length;
    if (size > MOST_BYTES) throw new UsageFailure('--prompt: the text on stdin is longer than 10 MiB');
    chunks.push(bytes);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
  } catch (error) {
    throw new UsageFailure('--prompt: the text on stdin is not UTF-8', { cause: error });
  }
}
