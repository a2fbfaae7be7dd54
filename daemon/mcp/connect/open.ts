/** Opens the connection of an entry: to a program, over streamable HTTP, or over the older SSE transport. */
import { setMaxListeners } from 'node:events';
import { later } from '../../base/later.js';
import { baseEnvironment, expandValues, withoutSecrets } from './environment.js';
import { BrokenLink, statusOf } from './failure.js';
import { longestMs } from '../../base/async/wait.js';
import { openLink, type Link, type NotificationStream } from './link.js';
import type { ProgramOptions } from './program.js';
import { createRemoteTransport, credentialsOf, type Library } from './remote.js';
import { createProgramTransport } from './stdio.js';
import {
  ServerFailure,
  type Container,
  type LocalServer,
  type McpEntry,
  type RemoteServer,
  type ServerAuth,
} from '../server.js';

/** milliseconds in which an earlier transport error explains a later error of the library */
const notedMs = 1_000;

export interface OpenDeps {
  fetch: typeof fetch;
  identity(): { name: string; version: string };
  /** removes invisible characters from a server's text, so that it is safe to show */
  plain(text: string): string;
  now: () => number;
}

export interface OpenOptions {
  entry: McpEntry;
  /** absolute */
  cwd: string;
  env: Readonly<Record<string, string>>;
  auth: ServerAuth | undefined;
  /** returns the program's container; absent when there is no session with a sandbox */
  container?: (() => Promise<Container>) | undefined;
  timeoutMs: number;
  /** aborts the attempt */
  signal: AbortSignal;
  warn(message: string): void;
}

const loadClient = later(() => import('@modelcontextprotocol/client'));

/** Loads the library on the first connection; throws ServerFailure. */
export async function openServer(deps: OpenDeps, options: OpenOptions): Promise<Link> {
  const { entry, timeoutMs, signal } = options;
  const over = new AbortController();
  const late = new ServerFailure('startup', `it did not start within ${timeoutMs} ms`);
  const timer = setTimeout(() => over.abort(late), Math.min(timeoutMs, longestMs));
  try {
    // the signal stays in use while the connection lives
    const both = AbortSignal.any([signal, over.signal]);
    setMaxListeners(0, both);
    const library = await loadClient();
    const opening = { ...options, signal: both };
    return entry.transport === 'stdio'
      ? await openProgram(library, deps, opening, entry)
      : await openRemote(library, deps, opening, entry);
  } finally {
    clearTimeout(timer);
  }
}

/** The program of an entry for a session with this directory and environment; throws ServerFailure. */
export function programOf(
  entry: LocalServer,
  directory: string,
  environment: Readonly<Record<string, string>>,
): ProgramOptions & { secrets: string[] } {
  const { command, args, cwd } = entry;
  const { values, secrets } = expandValues(entry, environment);
  return { command, args, env: { ...baseEnvironment(environment), ...values }, cwd: cwd ?? directory, secrets };
}

async function openProgram(library: Library, deps: OpenDeps, options: OpenOptions, entry: LocalServer): Promise<Link> {
  const { secrets, ...program } = programOf(entry, options.cwd, options.env);
  const transport = createProgramTransport({ ...program, container: containerOf(options, entry) });
  const word = (failure: ServerFailure): ServerFailure => {
    if (failure.kind === 'auth' || failure.kind === 'timeout') return failure;
    const strayOutput = transport.strayOutput();
    const reason = [
      failure instanceof BrokenLink ? (transport.reason() ?? failure.message) : failure.message,
      failure.kind === 'startup' && strayOutput !== undefined ? `; its standard output begins: ${strayOutput}` : '',
      transport.errors().trim() === '' ? '' : `; its standard error ends:\n${transport.errors().trim()}`,
    ].join('');
    return reworded(failure, deps.plain(withoutSecrets(reason, secrets)));
  };
  return await openLink({ ...shared(library, deps, options), transport, word, release: () => transport.stopped() });
}

/** The container of the program; undefined when it runs outside of the sandbox. */
function containerOf({ container }: OpenOptions, { runtimeId }: LocalServer): ProgramOptions['container'] {
  if (runtimeId === undefined) return undefined;
  return async () => {
    if (!container) throw new ServerFailure('startup', 'it runs in the sandbox of a session, and is started there');
    try {
      return await container();
    } catch (error) {
      throw new ServerFailure('startup', error instanceof Error ? error.message : String(error));
    }
  };
}

async function openRemote(library: Library, deps: OpenDeps, options: OpenOptions, entry: RemoteServer): Promise<Link> {
  const { url } = entry;
  const credentials = credentialsOf(entry, options.env);
  const auth = entry.bearerTokenEnvVar === undefined ? options.auth : undefined;
  if (entry.auth === 'oauth' && auth && (await auth.token()) === undefined)
    throw new ServerFailure('auth', 'it needs a login');
  const { name, version } = deps.identity();
  const headers = { 'user-agent': `${name}/${version}`, ...credentials.headers };

  const open = async (kind: 'http' | 'sse'): Promise<Link> => {
    let noted: { failure: ServerFailure; at: number } | undefined;
    const note = (failure: ServerFailure): void => void (noted = { failure, at: deps.now() });
    const stream = trackStream();
    const transport = createRemoteTransport(library, kind, {
      listening: stream.listening,
      url,
      headers,
      auth,
      fetch: deps.fetch,
      now: deps.now,
      note,
    });
    const word = (failure: ServerFailure): ServerFailure => {
      const mayKnow = failure instanceof BrokenLink || failure.kind === 'protocol';
      if (mayKnow && noted && deps.now() - noted.at < notedMs) return noted.failure;
      return reworded(failure, deps.plain(withoutSecrets(failure.message, credentials.secrets)));
    };
    const release = async (): Promise<void> => undefined;
    const endSession = async (): Promise<void> => {
      if ('terminateSession' in transport) await transport.terminateSession();
    };
    const notifications = kind === 'http' ? stream : undefined;
    return await openLink({ ...shared(library, deps, options), transport, word, release, endSession, notifications });
  };

  if (entry.transport === 'sse') return await open('sse');
  try {
    return await open('http');
  } catch (error) {
    const status = error instanceof ServerFailure ? statusOf(library, error.cause) : undefined;
    if (status !== 404 && status !== 405) throw error;
    return await open('sse').catch((other: unknown) => {
      // the failure of the configured transport is more useful
      throw other instanceof ServerFailure && other.kind === 'auth' ? other : error;
    });
  }
}

/** Tracks whether the stream is open on which a server reports changed tools. */
function trackStream(): NotificationStream & { listening(isOpen: boolean): void } {
  let again: (() => void) | undefined;
  let isFirst = true;
  let settle: () => void = () => undefined;
  const ready = new Promise<void>((resolve) => (settle = resolve));
  return {
    ready,
    listening(isOpen) {
      if (!isFirst && isOpen) again?.();
      isFirst = false;
      settle();
    },
    onReopened: (listener) => (again = listener),
  };
}

function shared(library: Library, deps: OpenDeps, { signal, warn }: OpenOptions) {
  return { library, identity: deps.identity(), plain: deps.plain, signal, warn };
}

function reworded(failure: ServerFailure, message: string): ServerFailure {
  return failure instanceof BrokenLink
    ? new BrokenLink(message, failure.how)
    : new ServerFailure(failure.kind, message);
}
