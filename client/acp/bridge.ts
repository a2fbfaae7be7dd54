/** Runs the process of `agent acp`: its streams, requests and shutdown (acp-cli.md 1.1, 1.17). */
import { Console } from 'node:console';
import { setTimeout as wait } from 'node:timers/promises';
import { agent, type AgentConnection } from '@agentclientprotocol/sdk';
import { clientHome } from '../home.js';
import { visibleLine } from '../view/clean.js';
import { signalCodes, writeLine, type Io } from '../cli/io.js';
import { reportDefect } from '../cli/defect.js';
import { readIdentity } from './capabilities.js';
import { createEditor } from './editor.js';
import { cancelled, failed, requestErrorOf } from './failures.js';
import { readLines } from './lines.js';
import { createMethods } from './methods.js';
import { createOutput } from './output.js';
import type { Requested } from './requested.js';

/** Maximum duration of the shutdown in milliseconds; then the process exits anyway. */
const endMs = 12_000;
/** Maximum wait at shutdown for open requests, in milliseconds: one of them may be starting a server. */
const answerMs = 8_000;
/** Milliseconds between two checks of the parent process. */
const parentMs = 2_000;

/** Serves the editor until it closes the connection; returns the exit code. Throws HomeFailure. */
export async function runBridge(requested: Requested, io: Io): Promise<number> {
  const { directory } = clientHome(io);
  const stdout = takeStdout(io);
  const warn = (message: string): void => writeLine(io.stderr, `warning: ${message}`);
  const output = createOutput(io.stdout, stdout.write);
  const lines = readLines(io.stdin, (error, id) => output.send({ jsonrpc: '2.0', id, error }));
  const editor = createEditor({
    output,
    client: () => connection.client,
    capabilities: () => methods.capabilities,
    warn,
  });
  const methods = createMethods({ editor, requested, io, identity: readIdentity(directory, io.env) });

  /** Turns expected failures into answers; anything else is a defect. */
  async function answered<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (signal.aborted) throw cancelled();
      const known = requestErrorOf(error);
      if (known) throw known;
      await reportDefect(error, io);
      throw failed('a defect of this program; see its log', { retryable: false });
    }
  }

  /** unanswered requests about sessions; prompts are aborted instead */
  const open = new Set<Promise<unknown>>();
  function noted<T>(method: string, work: Promise<T>): Promise<T> {
    if (method !== 'initialize' && (!method.startsWith('session/') || method === 'session/prompt')) return work;
    open.add(work);
    const over = (): void => void open.delete(work);
    work.then(over, over);
    return work;
  }

  const connection: AgentConnection = agent({ name: 'agent' })
    .onRequest('*', ({ method, params, requestId, signal }) =>
      noted(
        method,
        answered(() => methods.request(method, params, { id: requestId, signal }), signal),
      ),
    )
    .onNotification('*', async ({ method, params }) => {
      await answered(() => methods.notification(method, params), new AbortController().signal).catch(() => undefined);
    })
    .connect({ readable: lines.messages, writable: output.messages });

  const ending = watchForEnd(io, lines.ended, output.gone);
  const code = await ending.ended;
  const late = setTimeout(() => process.exit(code), endMs);
  await settled(open, answerMs);
  await methods.close();
  connection.close();
  await output.flushed();
  clearTimeout(late);
  ending.off();
  stdout.giveBack();
  return code;
}

/** Resolves when the work is done or the time is over. */
async function settled(work: Iterable<Promise<unknown>>, mostMs: number): Promise<void> {
  const deadline = new AbortController();
  const late = wait(mostMs, undefined, { signal: deadline.signal }).catch(() => undefined);
  // a message that arrived with the end is handled in the next iteration of the event loop
  await wait(0);
  await Promise.race([Promise.allSettled(work), late]);
  deadline.abort();
}

/** Redirects everything that this process prints to stderr: stdout belongs to the protocol. */
function takeStdout({ stdout, stderr }: Io): { write(text: string): boolean; giveBack(): void } {
  const own = stdout.write.bind(stdout);
  const { console } = globalThis;
  const isProcess: boolean = stdout === (process.stdout as Io['stdout']);
  if (isProcess) {
    process.stdout.write = stderr.write.bind(stderr) as typeof process.stdout.write;
    globalThis.console = new Console({ stdout: lineWriter(stderr), stderr: lineWriter(stderr) });
  }
  return {
    write: (text) => own(text),
    giveBack() {
      if (!isProcess) return;
      process.stdout.write = own as typeof process.stdout.write;
      globalThis.console = console;
    },
  };
}

/** Writes what libraries print, one line per problem. */
function lineWriter(stderr: Io['stderr']): NodeJS.WritableStream {
  return Object.assign(Object.create(stderr) as NodeJS.WritableStream, {
    write: (text: string) => stderr.write(`warning: ${visibleLine(text.trim())}\n`),
  });
}

/** Resolves with the exit code when the editor disconnects or a signal ends the process. */
function watchForEnd(io: Io, eof: Promise<void>, gone: Promise<void>): { ended: Promise<number>; off(): void } {
  const parent = process.ppid;
  let end: (code: number) => void = () => undefined;
  const ended = new Promise<number>((resolve) => (end = resolve));
  const offSignal = io.onSignal((signal) => end(signalCodes[signal]));
  void Promise.race([eof, gone]).then(() => end(0));
  const parentCheck = setInterval(() => {
    if (parent !== 1 && process.ppid !== parent) end(0);
  }, parentMs);
  return {
    ended,
    off() {
      offSignal();
      clearInterval(parentCheck);
    },
  };
}
