/** Wraps a tool of an MCP server for the loop: its description for user and model, and its calls (engine.md 5). */
import { head } from '../base/text/cut.js';
import { ServerFailure, type Connection, type ServerTool } from '../mcp/server.js';
import { plainName, plainText, visibleText } from '../base/text/visible.js';
import { withoutMedia } from './embedded.js';
import { shownSchema } from './serverschema.js';
import { serverFailure, serverResult } from './serverresult.js';
import { cutText } from './text.js';
import { interruption, type Tool, type ToolDefinition, ToolFailure, type ToolPlan, type ToolRun } from './tool.js';

/** Maximum length of a description for the model and the user, in chars. */
const descriptionLimit = 4_000;
/** Maximum length of the arguments in the line that describes a call, in chars. */
const lineLimit = 200;
/** Maximum length of a progress line in chars. */
const progressLimit = 2_000;
/** Maximum length of a result's text in chars (engine.md 5). */
const resultChars = 100_000;

/** An MCP server of a session. `name` is its name in the configuration. */
export interface NamedConnection {
  name: string;
  connection: Connection;
}

/** `name` is the tool's name for models. */
export function serverTool(name: string, { name: server, connection }: NamedConnection, tool: ServerTool): Tool {
  return {
    name,
    server,
    permission: 'ask',
    resultChars,
    ...(tool.destructive && !tool.readOnly
      ? { risk: `${plainName(tool.name)} of ${server} is marked as destructive` }
      : {}),
    definition: definitionOf(name, tool),
    // the server checks its arguments itself
    faultOf: () => undefined,
    plan: (input) => Promise.resolve(planOf(server, tool, input)),
    async run(input, run) {
      try {
        const progress = (text: string): void => reportProgress(run, text);
        const result = await connection.call(tool.name, input, { signal: run.signal, progress });
        return await serverResult(result, run);
      } catch (error) {
        if (run.signal.aborted) throw new ToolFailure(interruption(run.signal));
        if (error instanceof ServerFailure) return serverFailure(server, error);
        throw error;
      }
    },
  };
}

function definitionOf(name: string, tool: ServerTool): ToolDefinition {
  const { schema, besides } = shownSchema(tool.inputSchema);
  const description = cutText(plainText(head(tool.description, 2 * descriptionLimit)), descriptionLimit);
  const more =
    Object.keys(besides).length === 0 ? '' : `Further arguments: ${cutText(JSON.stringify(besides), descriptionLimit)}`;
  return {
    name,
    description: [description, more].filter((part) => part !== '').join('\n\n') || plainName(tool.name),
    inputSchema: schema,
  };
}

/** Returns the plan of a call. Its display makes invisible characters visible to the user. */
function planOf(server: string, tool: ServerTool, input: Record<string, unknown>): ToolPlan {
  const shown = shownJson(input);
  return {
    subject: { kind: 'none' },
    access: { kind: tool.readOnly ? 'none' : 'all' },
    display: {
      kind: 'generic',
      summary: `${server}: ${plainName(tool.name)} ${cutLine(JSON.stringify(shown))}`,
      detail: {
        server,
        tool: plainName(tool.name, 1_000),
        description: visibleText(head(tool.description, descriptionLimit)),
        read_only: tool.readOnly,
        arguments: shown,
      },
    },
  };
}

function cutLine(text: string): string {
  return text.length <= lineLimit ? text : `${head(text, lineLimit)}…`;
}

function reportProgress(run: ToolRun, text: string): void {
  run.progress({ kind: 'progress', text: plainName(withoutMedia(text), progressLimit), replace: true });
}

/** Maximum lengths in chars: of the whole value, and of one text in it. */
const shownLimit = 16_000;
const textLimit = 4_000;
const deepest = 12;
const ELLIPSIS = '…';

/** Returns the arguments for display. Replaces what exceeds the limits by an ellipsis. */
function shownJson(value: unknown): unknown {
  let left = shownLimit;

  function text(given: string): string {
    const room = Math.max(0, Math.min(textLimit, left));
    const shown = visibleText(head(given, room));
    left -= shown.length + 3;
    return given.length > room ? shown + ELLIPSIS : shown;
  }

  function walk(given: unknown, depth: number): unknown {
    if (left <= 0 || depth > deepest) return ELLIPSIS;
    left -= 2;
    if (typeof given === 'string') return text(given);
    if (typeof given !== 'object' || given === null) return given;
    return Array.isArray(given) ? list(given, depth) : table(given as Record<string, unknown>, depth);
  }

  function list(given: unknown[], depth: number): unknown[] {
    const out: unknown[] = [];
    for (const each of given) {
      out.push(walk(each, depth + 1));
      if (left <= 0) return [...out, ELLIPSIS];
    }
    return out;
  }

  function table(given: Record<string, unknown>, depth: number): Record<string, unknown> {
    const out: [string, unknown][] = [];
    for (const name of Object.keys(given)) {
      out.push([text(name), walk(given[name], depth + 1)]);
      if (left <= 0) return Object.fromEntries([...out, [ELLIPSIS, '']]);
    }
    return Object.fromEntries(out);
  }

  return walk(value, 0);
}
