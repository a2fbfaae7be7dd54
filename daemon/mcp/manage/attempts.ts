/** Connects once to a configured or described server to test it and list its tools; keeps nothing (rest.md 17.2). */
import { setMaxListeners } from 'node:events';
import type { McpServerForm } from '../../../schemas/generated/types.js';
import { createSemaphore } from '../../base/async/queues.js';
import { ellipsis } from '../../base/text/cut.js';
import { ApiError, invalid } from '../../errors.js';
import type { Connections } from '../connect/connections.js';
import type { Unusable } from '../files/entries.js';
import { checkedEntry } from '../files/forms.js';
import { checkedName } from '../files/userfile.js';
import type { WrittenEntry } from '../files/written.js';
import type { Connection, McpEntry, RemoteServer, ServerAuth, ServerTool } from '../server.js';

export interface Attempt {
  name: string;
  entry: McpEntry;
  /** working directory of a program; absent: the user's home */
  cwd?: string;
}

export interface AttemptOutcome {
  success: boolean;
  /** text for the user */
  output: string;
}

export interface Attempts {
  /** Never throws; resolves when the connection and its program are gone. `signal` ends it early. */
  run(attempt: Attempt, signal: AbortSignal): Promise<AttemptOutcome>;
  close(): Promise<void>;
}

export interface AttemptDeps {
  connections: Pick<Connections, 'open'>;
  authOf(entry: RemoteServer): ServerAuth;
  env: Readonly<Record<string, string>>;
  /** absolute */
  userHome: string;
  /** makes a server's text safe to show */
  plain(text: string): string;
  /** masks known secrets in a text */
  hide(text: string): string;
}

/** Maximum number of attempts in parallel; further ones wait. */
const mostAtOnce = 8;
/** Maximum characters of an output, and of the description of one tool. */
const mostOutput = 64 * 1024;
const mostOfTool = 300;

export function createAttempts(deps: AttemptDeps): Attempts {
  const stopping = new AbortController();
  // one listener for each running or waiting attempt
  setMaxListeners(0, stopping.signal);
  const running = new Set<Promise<unknown>>();
  const inTurn = createSemaphore(mostAtOnce);

  async function attempt({ name, entry, cwd }: Attempt, signal: AbortSignal): Promise<AttemptOutcome> {
    if (signal.aborted) return ended;
    const auth = entry.transport === 'stdio' ? {} : { auth: ownAuth(deps.authOf(entry)) };
    const where = { cwd: cwd ?? deps.userHome, env: deps.env };
    const connection = deps.connections.open({ name, entry: ownEntry(entry), ...where, ...auth });
    const end = (): void => void connection.close();
    signal.addEventListener('abort', end, { once: true });
    try {
      await connection.settled();
      return signal.aborted ? ended : outcome(connection);
    } finally {
      signal.removeEventListener('abort', end);
      await connection.close();
    }
  }

  function outcome(connection: Connection): AttemptOutcome {
    const { status, error = 'it ended at once' } = connection.status();
    const success = status === 'connected';
    const text = success ? described(connection.tools(), deps.plain) : error;
    return { success, output: ellipsis(deps.hide(text), mostOutput) };
  }

  return {
    run(given, signal) {
      const either = AbortSignal.any([signal, stopping.signal]);
      const run = inTurn(() => attempt(given, either)).finally(() => running.delete(run));
      running.add(run);
      return run;
    },
    async close() {
      stopping.abort();
      await Promise.all(running);
    },
  };
}

const ended: AttemptOutcome = { success: false, output: 'it was ended before it was over' };

/** The entry with its own process: a shared one would not show whether it starts. */
function ownEntry(entry: McpEntry): McpEntry {
  return entry.transport === 'stdio' ? { ...entry, enabled: true, shared: false } : { ...entry, enabled: true };
}

/** A new object, so that the connection is not shared. */
function ownAuth(auth: ServerAuth): ServerAuth {
  return { token: () => auth.token(), refused: (answer) => auth.refused(answer) };
}

function described(tools: readonly ServerTool[], plain: (text: string) => string): string {
  const count = tools.length === 1 ? '1 tool' : `${tools.length} tools`;
  const lines = tools.map(({ name, description }) => {
    const text = plain(description).replace(/\s+/g, ' ').trim();
    return `\n- ${ellipsis(plain(name), mostOfTool)}${text === '' ? '' : `: ${ellipsis(text, mostOfTool)}`}`;
  });
  return `connected, ${count}${lines.length === 0 ? '' : ':'}${lines.join('')}`;
}

/** The server to test: a configured one, or one that the client describes (rest.md 17.2). */
export interface Wanted {
  name?: string;
  server?: McpServerForm;
  /** absolute */
  cwd?: string;
}

/** The attempt, or why it must not or cannot be made. Throws VALIDATION_FAILED, MCP_SERVER_NOT_FOUND. */
export async function chooseServer(
  written: (cwd?: string) => Promise<readonly WrittenEntry[]>,
  { name, server, cwd }: Wanted,
): Promise<Attempt | Unusable> {
  const where = cwd === undefined ? {} : { cwd };
  if (server) {
    const { name: given, ...config } = server;
    const own = checkedName(given, 'server.name');
    if (name !== undefined && name.trim() !== own) throw invalid('name', 'is another one than that of server');
    return { name: own, entry: checkedEntry(config, 'server'), ...where };
  }
  if (name === undefined) throw invalid('', 'name or server is needed');
  const found = (await written(cwd)).find((each) => each.name === name.trim());
  if (!found) throw new ApiError('MCP_SERVER_NOT_FOUND');
  if ('error' in found.entry) return found.entry;
  return found.trusted ? { name: found.name, entry: found.entry, ...where } : { error: untrusted };
}

/** Why an entry of a project is neither started nor contacted. */
export const untrusted = 'it is new or has changed since its project was trusted; trust the project again';
