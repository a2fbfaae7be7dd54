/** The login tool that replaces the tools of a server which needs a login: shows the user where, and waits (engine.md 5). */
import { ServerFailure } from '../mcp/server.js';
import { plainName } from '../base/text/visible.js';
import { serverFailure } from './serverresult.js';
import { serverToolName } from './servernames.js';
import type { NamedConnection } from './servertool.js';
import { ToolFailure, type Tool, type ToolResult, type ToolRun } from './tool.js';
import { parseUrl } from '../../schemas/url.js';

/** A login under way. */
export interface Login {
  /** where the user logs in; absent: the stored login is valid */
  url?: string;
  /** settles when the login is stored; rejects with ServerFailure when it failed or took too long */
  done: Promise<void>;
}

/** Begins a login, or joins one under way; the signal withdraws from it. */
export type BeginLogin = (signal: AbortSignal) => Promise<Login>;

/** Milliseconds that the user gets. */
const patienceMs = 15 * 60 * 1_000;
/** Chars of an address that are shown. */
const addressLimit = 8_000;

export function loginTool({ name: server, connection }: NamedConnection, begin: BeginLogin): Tool {
  const name = serverToolName(server, 'authenticate');
  return {
    name,
    server,
    permission: 'ask',
    definition: {
      name,
      description: `Logs in to the MCP server ${server}: gives an address that the user must open in a browser, and waits. Its tools can be used from the next step on.`,
      inputSchema: { type: 'object', properties: {} },
    },
    faultOf: () => undefined,
    plan: () =>
      Promise.resolve({
        subject: { kind: 'none' },
        access: { kind: 'none' },
        display: { kind: 'generic', summary: `${server}: log in`, detail: { server } },
      }),
    async run(_, run) {
      const over = new AbortController();
      const signal = AbortSignal.any([run.signal, over.signal]);
      try {
        return await logIn(run, signal);
      } catch (error) {
        if (run.signal.aborted) throw new ToolFailure('Interrupted by the user.');
        if (error instanceof ServerFailure) return serverFailure(server, error);
        throw error;
      } finally {
        over.abort();
      }
    },
  };

  async function logIn(run: ToolRun, signal: AbortSignal): Promise<ToolResult> {
    const { url, done } = await begin(signal);
    // who begins it may stop listening before it ends
    done.catch(() => undefined);
    const address = url === undefined ? '' : shownAddress(url);
    if (address !== '') run.progress({ kind: 'status', text: `Open this address to log in to ${server}: ${address}` });
    if ((await firstOf(done, signal)) === 'late') return lateResult(server, address);
    if (connection.status().status === 'needs-auth') connection.restart();
    await firstOf(connection.settled(), signal);
    const { status, error } = connection.status();
    const text =
      status === 'connected'
        ? `Logged in to ${server}. Its tools can be used from now on.`
        : `Logged in to ${server}, but it is not connected: ${error ?? status}`;
    return { output: text, ...(status === 'connected' ? {} : { isError: true }), display: { kind: 'text', text } };
  }
}

function lateResult(server: string, address: string): ToolResult {
  const message = `The user did not log in to ${server} within 15 minutes.`;
  return {
    output: `${message} The address was ${address}`,
    isError: true,
    display: { kind: 'error', message, code: 'mcp.auth' },
  };
}

/** Waits for the time that the user gets; rejects with an abort. */
async function firstOf(done: Promise<void>, signal: AbortSignal): Promise<'done' | 'late'> {
  let timer: NodeJS.Timeout | undefined;
  let stop: () => void = () => undefined;
  const ended = new Promise<'late'>((resolve, reject) => {
    stop = () => reject(new ToolFailure('Interrupted by the user.'));
    timer = setTimeout(() => resolve('late'), patienceMs).unref();
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();
  });
  try {
    return await Promise.race([done.then((): 'done' => 'done'), ended]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
  }
}

/** Throws ServerFailure for what is no address of a web page. */
function shownAddress(url: string): string {
  const address = parseUrl(url);
  if (address?.protocol !== 'https:' && address?.protocol !== 'http:')
    throw new ServerFailure('auth', 'its login is not at a web address');
  return plainName(address.href, addressLimit);
}
