/** A fake connection to an MCP server with scripted answers, and calls of its tools as the loop makes them. */
import type { CallResult, Connection, ResultPart, ServerState, ServerTool } from '../../daemon/mcp/server.js';
import { createServerTools, type BeginLogin, type ServerTools } from '../../daemon/tools/servertools.js';
import { ToolFailure, type Tool, type ToolResult, type ToolRun } from '../../daemon/tools/tool.js';
import type { Place } from './fake.js';

export interface Said extends Connection {
  state: ServerState;
  offers: readonly ServerTool[];
  answer: (tool: string, input: Record<string, unknown>, run: Parameters<Connection['call']>[2]) => Promise<CallResult>;
  readonly calls: { tool: string; input: unknown }[];
  restarts: number;
}

export function toolOf(name: string, more: Partial<ServerTool> = {}): ServerTool {
  return {
    name,
    description: `About ${name}.`,
    inputSchema: { type: 'object' },
    readOnly: false,
    destructive: false,
    idempotent: false,
    ...more,
  };
}

export function connectionOf(offers: readonly ServerTool[] = []): Said {
  const connection: Said = {
    state: 'connected',
    offers,
    answer: async () => answerOf({ type: 'text', text: 'fine' }),
    calls: [],
    restarts: 0,
    status: () => ({ name: 's', transport: 'stdio', status: connection.state, toolCount: connection.offers.length }),
    tools: () => (connection.state === 'connected' ? connection.offers : []),
    call(tool, input, run) {
      connection.calls.push({ tool, input });
      return connection.answer(tool, input, run);
    },
    settled: async () => undefined,
    restart() {
      connection.restarts += 1;
      connection.state = 'connected';
    },
    instructions: () => undefined,
    release: async () => undefined,
    close: async () => undefined,
  };
  return connection;
}

export function answerOf(...parts: ResultPart[]): CallResult {
  return { parts, isError: false };
}

/** Returns the tools of connections, given by server name. */
export function toolsOf(servers: Record<string, Connection>, login?: BeginLogin): ServerTools {
  return createServerTools({ loginOf: () => login })(
    Object.entries(servers).map(([name, connection]) => ({ name, connection })),
  );
}

/** Returns the only tool of a server that offers one. */
export function onlyTool(offer: ServerTool, server = 'box'): Tool {
  const [tool] = toolsOf({ [server]: connectionOf([offer]) }).tools;
  if (!tool) throw new Error('no tool');
  return tool;
}

/** Returns the result of a call that the server answers with `answer`. */
export async function resultOf(
  place: Place,
  answer: CallResult | Error,
  over: Partial<ToolRun> = {},
): Promise<ToolResult> {
  const connection = connectionOf([toolOf('do')]);
  connection.answer = async () => {
    if (answer instanceof Error) throw answer;
    return answer;
  };
  const [tool] = toolsOf({ box: connection }).tools;
  return runOf(place, tool, {}, over);
}

export async function runOf(
  place: Place,
  tool: Tool | undefined,
  input: Record<string, unknown> = {},
  over: Partial<ToolRun> = {},
): Promise<ToolResult> {
  if (!tool) throw new Error('no tool');
  try {
    return await tool.run(input, place.run(over));
  } catch (error) {
    if (error instanceof ToolFailure) return { output: error.message, isError: true };
    throw error;
  }
}
