/** The tools of all servers of a session, in the order in which models are offered them (engine.md 3.1, 5). */
import type { Connection, ServerTool } from '../mcp/server.js';
import { plainName } from '../base/text/visible.js';
import { loginTool, type BeginLogin } from './serverlogin.js';
import { serverToolName } from './servernames.js';
import { serverTool, type NamedConnection } from './servertool.js';
import type { Tool } from './tool.js';

/** Chars of all tool definitions of one server. */
const shownLimit = 400_000;

export interface ServerTools {
  tools: readonly Tool[];
  /** of servers that have failed: models do not see them, but a call returns the reason, or connects the server again */
  failed: readonly Tool[];
  /** the omitted tools with the reasons, each a sentence for the user */
  problems: readonly string[];
}

export interface ServerToolDeps {
  /** how the user logs in to what a connection leads to; undefined: there is no way */
  loginOf(connection: Connection): BeginLogin | undefined;
}

/** Tools stay the same objects for as long as a connection gives the same list. */
export function createServerTools(deps: ServerToolDeps): (servers: readonly NamedConnection[]) => ServerTools {
  const made = new WeakMap<Connection, { from: readonly ServerTool[]; own: ServerTools }>();
  const logins = new WeakMap<Connection, Tool>();

  function toolsOf(server: NamedConnection): ServerTools {
    const { connection } = server;
    const { status } = connection.status();
    if (status === 'needs-auth') return { tools: standIn(server), failed: [], problems: [] };
    const from = connection.tools();
    const known = made.get(connection);
    if (known && status === 'failed') return { tools: [], failed: known.own.tools, problems: [] };
    // one that is being connected again keeps its tools: a call waits for it
    if (known && (known.from === from || (status === 'pending' && from.length === 0))) return known.own;
    const own = ownTools(server, from);
    made.set(connection, { from, own });
    return own;
  }

  function standIn(server: NamedConnection): Tool[] {
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

/** Those of one server, by name. */
function ownTools(server: NamedConnection, given: readonly ServerTool[]): ServerTools {
  const tools = new Map<string, Tool>();
  const problems: string[] = [];
  let left = shownLimit;
  let crowded = 0;
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
    if (left < 0) crowded += 1;
    else tools.set(name, made);
  }
  if (crowded > 0)
    problems.push(
      `The MCP server ${server.name} describes its tools at too great length: ${crowded} of ${given.length} are left out.`,
    );
  return { tools: [...tools.values()].sort((a, b) => compare(a.name, b.name)), failed: [], problems };
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
