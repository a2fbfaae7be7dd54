/** Lists the tools of all MCP servers of a session, in the order for models (engine.md 3.1, 5). */
import { createHash } from 'node:crypto';
import { parseUrl } from '../../schemas/url.js';
import { ServerFailure, type Connection, type ServerTool } from '../mcp/server.js';
import { plainName } from '../base/text/visible.js';
import { serverFailure } from './serverresult.js';
import { serverTool, type NamedConnection } from './servertool.js';
import { interruption, type Tool, ToolFailure, type ToolResult, type ToolRun } from './tool.js';

/** Maximum total length of the tool definitions of one server, in chars. */
const shownLimit = 400_000;

export interface ServerTools {
  tools: readonly Tool[];
  /** tools of failed servers: hidden from models, but a call returns the reason or reconnects the server */
  failed: readonly Tool[];
  /** a sentence for the user about each omitted tool */
  problems: readonly string[];
}

export interface ServerToolDeps {
  /** returns how the user can log in for a connection; undefined when there is no way */
  loginOf(connection: Connection): BeginLogin | undefined;
}

/** Returns a function that lists the tools. They stay the same objects while a connection returns the same list. */
export function createServerTools(deps: ServerToolDeps): (servers: readonly NamedConnection[]) => ServerTools {
  const made = new WeakMap<Connection, { from: readonly ServerTool[]; own: ServerTools }>();
  const logins = new WeakMap<Connection, Tool>();

  function toolsOf(server: NamedConnection): ServerTools {
    const { connection } = server;
    const { status } = connection.status();
    if (status === 'needs-auth') return { tools: loginToolOf(server), failed: [], problems: [] };
    const from = connection.tools();
    const known = made.get(connection);
    if (known && status === 'failed') return { tools: [], failed: known.own.tools, problems: [] };
    // a reconnecting server keeps its tools, because a call waits for it
    if (known && (known.from === from || (status === 'pending' && from.length === 0))) return known.own;
    const own = ownTools(server, from);
    made.set(connection, { from, own });
    return own;
  }

  function loginToolOf(server: NamedConnection): Tool[] {
    const begin = deps.loginOf(server.connection);
    if (!begin) return [];
    const tool = logins.get(server.connection) ?? loginTool(server, begin);
    logins.set(server.connection, tool);
    return [tool];
  }

  return (servers) => {
    const tools = new Map<string, Tool>();
    const failed: Tool[] = [];
    const problems: string[] = [];
    for (const server of [...servers].sort((a, b) => compare(a.name, b.name))) {
      const own = toolsOf(server);
      problems.push(...own.problems);
      failed.push(...own.failed);
      for (const tool of own.tools) {
        const other = tools.get(tool.name)?.server;
        if (other === undefined) tools.set(tool.name, tool);
        else
          problems.push(
            `A tool of the MCP server ${server.name} is left out: ${other} has one of the name ${tool.name}.`,
          );
      }
    }
    return { tools: [...tools.values()], failed, problems };
  };
}

/** Builds the tools of one server. */
function ownTools(server: NamedConnection, given: readonly ServerTool[]): ServerTools {
  const tools = new Map<string, Tool>();
  const problems: string[] = [];
  let left = shownLimit;
  let omitted = 0;
  for (const tool of given) {
    const name = serverToolName(server.name, tool.name);
    if (tools.has(name)) {
      problems.push(
        `The tool ${plainName(tool.name)} of the MCP server ${server.name} is left out: another one is called ${name}, too.`,
      );
      continue;
    }
    const made = serverTool(name, server, tool);
    left -= JSON.stringify(made.definition).length;
    if (left < 0) omitted += 1;
    else tools.set(name, made);
  }
  if (omitted > 0)
    problems.push(
      `The MCP server ${server.name} describes its tools at too great length: ${omitted} of ${given.length} are left out.`,
    );
  return { tools: [...tools.values()].sort((a, b) => compare(a.name, b.name)), failed: [], problems };
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** A running login. */
interface Login {
  /** where the user logs in; absent when the stored login is valid */
  url?: string;
  /** resolves once the login is stored; rejects with ServerFailure when it failed or took too long */
  done: Promise<void>;
}

/** Begins a login, or joins a running one. Aborting the signal leaves it. */
export type BeginLogin = (signal: AbortSignal) => Promise<Login>;

/** Milliseconds that the user has for a login. */
const loginMs = 15 * 60 * 1_000;
/** Maximum length of a shown address in chars. */
const addressLimit = 8_000;

function loginTool({ name: server, connection }: NamedConnection, begin: BeginLogin): Tool {
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
        if (run.signal.aborted) throw new ToolFailure(interruption(run.signal));
        if (error instanceof ServerFailure) return serverFailure(server, error);
        throw error;
      } finally {
        over.abort();
      }
    },
  };

  async function logIn(run: ToolRun, signal: AbortSignal): Promise<ToolResult> {
    const { url, done } = await begin(signal);
    // an abort may leave this rejection without a handler
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

/** Waits for the login as long as the user has time for it. Rejects on an abort. */
async function firstOf(done: Promise<void>, signal: AbortSignal): Promise<'done' | 'late'> {
  let timer: NodeJS.Timeout | undefined;
  let stop: () => void = () => undefined;
  const ended = new Promise<'late'>((resolve, reject) => {
    stop = () => reject(new ToolFailure(interruption(signal)));
    timer = setTimeout(() => resolve('late'), loginMs).unref();
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

/** Returns the address of the login page. Throws ServerFailure for anything but a web address. */
function shownAddress(url: string): string {
  const address = parseUrl(url);
  if (address?.protocol !== 'https:' && address?.protocol !== 'http:')
    throw new ServerFailure('auth', 'its login is not at a web address');
  return plainName(address.href, addressLimit);
}

/** Maximum length of a tool name that providers accept. */
const nameLimit = 64;
const hashDigits = 8;

/** Returns `mcp__<server>__<tool>` in letters that every provider accepts. A long name is cut and gets a hash. */
export function serverToolName(server: string, tool: string): string {
  const full = `mcp__${partOf(server)}__${partOf(tool)}`;
  if (full.length <= nameLimit) return full;
  const hash = createHash('sha256').update(full).digest('hex').slice(0, hashDigits);
  return `${full.slice(0, nameLimit - hashDigits - 1)}_${hash}`;
}

function partOf(name: string): string {
  return name.replace(/[^A-Za-z0-9_-]/gu, '_').replace(/_+/gu, '_');
}
