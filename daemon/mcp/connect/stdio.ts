/** Exchanges messages over a program's standard input and output: one per line, of limited length. */
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client';
import { waitAtMost } from '../../base/async/wait.js';
import { startProgram, type Program, type ProgramOptions } from './program.js';
import { ServerFailure } from '../server.js';

/** Maximum bytes of a message; a part of a result has at most 10 MiB, and a third more as base64. */
export const maxMessageBytes = 32 * 1024 * 1024;
/** maximum bytes queued for a program that reads slowly */
const maxWaiting = 64 * 1024 * 1024;
/** milliseconds that a program that closed its input or output may take to end on its own */
const endMs = 1_000;

export interface ProgramTransport extends Transport {
  /** why it is closed, as the end of a sentence about the server */
  reason(): string | undefined;
  /** the last part of standard error */
  errors(): string;
  /** the first line of output that was not a message */
  strayOutput(): string | undefined;
  /** resolves when the program and its children are gone */
  stopped(): Promise<void>;
}

/** Starts the program in `start`, which throws ServerFailure `startup`. */
export function createProgramTransport(options: ProgramOptions): ProgramTransport {
  let program: Program | undefined;
  let starting: Promise<Program> | undefined;
  let over: Promise<void> | undefined;
  let why: string | undefined;
  let isClosed = false;
  let waiting = 0;
  let strayOutput: string | undefined;

  function close(reason?: string): void {
    if (isClosed) return;
    isClosed = true;
    why = reason;
    void program?.stop();
    transport.onclose?.();
  }

  function take(line: Buffer): void {
    const text = line.toString('utf8').trim();
    if (text === '' || isClosed) return;
    const message = messageOf(text);
    if (message) transport.onmessage?.(message);
    else strayOutput ??= text.slice(0, 200);
  }

  async function listen(running: Program): Promise<void> {
    try {
      for await (const line of linesOf(running.output)) take(line);
    } catch (error) {
      // a destroyed stream has simply ended
      if (error instanceof ServerFailure) close(error.message);
    }
  }

  const transport: ProgramTransport = {
    async start() {
      starting = startProgram(options);
      program = await starting;
      if (isClosed) return void (await program.stop());
      const outputEnded = listen(program);
      // first handle the output from before the end
      over = program.ended.then((how) => outputEnded.then(() => close(how)));
      void outputEnded.then(() => void (isClosed || (program && endSoon(program, close))));
    },
    async send(message) {
      if (!program || isClosed) throw new ServerFailure('connection', why ?? 'it is not running');
      const line = `${JSON.stringify(message)}\n`;
      if (waiting + line.length > maxWaiting) throw new ServerFailure('connection', 'it does not read its input');
      waiting += line.length;
      try {
        await program.write(line);
      } catch {
        // usually the program has ended and its exit is about to be reported
        if (over) await waitAtMost(over, endMs);
        close('it reads no more');
        throw new ServerFailure('connection', why ?? 'it was stopped');
      } finally {
        waiting -= line.length;
      }
    },
    close: async () => close(),
    reason: () => why,
    errors: () => program?.errors() ?? '',
    strayOutput: () => strayOutput,
    async stopped() {
      const started = await starting?.catch(() => undefined);
      await started?.stop();
    },
  };
  return transport;
}

/** Waits a moment for a program that closed its output: it cannot answer, but may be about to exit on its own. */
function endSoon(program: Program, close: (reason: string) => void): void {
  const timer = setTimeout(() => close('it closed its standard output'), endMs);
  void program.ended.then(() => clearTimeout(timer));
}

function messageOf(text: string): JSONRPCMessage | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const isMessage = typeof value === 'object' && value !== null && 'jsonrpc' in value && value.jsonrpc === '2.0';
    return isMessage ? (value as JSONRPCMessage) : undefined;
  } catch {
    // programs also write other text to standard output
    return undefined;
  }
}

/** Splits output into lines without their ends; throws ServerFailure when one is too long. */
async function* linesOf(output: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
  let pieces: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of output) {
    let start = 0;
    for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, start)) {
      yield Buffer.concat([...pieces, chunk.subarray(start, end)]);
      pieces = [];
      bytes = 0;
      start = end + 1;
    }
    pieces.push(chunk.subarray(start));
    bytes += chunk.length - start;
    if (bytes > maxMessageBytes) throw new ServerFailure('protocol', 'it wrote a line of more than 32 MiB');
  }
}
