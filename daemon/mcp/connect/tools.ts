/** Validates a server's tools and results as untrusted data: drops or reports what is invalid. */
import { isRecord } from '../../base/text/values.js';
import { ServerFailure, type CallResult, type ResultPart, type ServerTool } from '../server.js';

/** Maximum number of tools of one server, and of characters of all their definitions. */
const maxTools = 1_000;
const maxChars = 4 * 1024 * 1024;
const maxPages = 100;
const maxNameChars = 1_000;
/** maximum number of warnings about one list */
const maxWarnings = 5;

type Table = Record<string, unknown>;

export interface ListPage {
  tools: unknown[];
  cursor: string | undefined;
}

/** Reads all pages; throws ServerFailure `protocol` when there are too many. */
export async function readTools(
  ask: (cursor: string | undefined) => Promise<unknown>,
  warn: (message: string) => void,
): Promise<ServerTool[]> {
  const tools = new Map<string, ServerTool>();
  let chars = 0;
  let cursor: string | undefined;
  let warnings = 0;
  const warnLimited = (message: string): void => void (warnings++ < maxWarnings && warn(message));
  for (let page = 1; ; page++) {
    const answer = pageOf(await ask(cursor));
    for (const value of answer.tools) {
      if (isTaskOnly(value)) continue;
      const tool = toolOf(value);
      if (!tool) warnLimited('it lists a tool that is none');
      else if (tools.has(tool.name)) warnLimited(`it lists the tool ${tool.name} twice`);
      else tools.set(tool.name, tool);
      chars += tool ? sizeOf(tool) : 0;
      if (tools.size > maxTools) throw new ServerFailure('protocol', `it lists more than ${maxTools} tools`);
      if (chars > maxChars) throw new ServerFailure('protocol', 'its list of tools is larger than 4 MiB');
    }
    if (answer.cursor === undefined) return [...tools.values()];
    if (page === maxPages || answer.cursor === cursor)
      throw new ServerFailure('protocol', 'its list of tools does not end');
    cursor = answer.cursor;
  }
}

function pageOf(answer: unknown): ListPage {
  if (!isRecord(answer) || !Array.isArray(answer['tools']))
    throw new ServerFailure('protocol', 'it answers with no list of tools');
  const cursor = answer['nextCursor'];
  return { tools: answer['tools'], cursor: typeof cursor === 'string' && cursor !== '' ? cursor : undefined };
}

/** Whether the server runs the tool only as a protocol task, which this client does not support. */
function isTaskOnly(value: unknown): boolean {
  return isRecord(value) && isRecord(value['execution']) && value['execution']['taskSupport'] === 'required';
}

function toolOf(value: unknown): ServerTool | undefined {
  if (!isRecord(value)) return undefined;
  const { name, description, inputSchema, annotations } = value;
  if (typeof name !== 'string' || name === '' || name.length > maxNameChars) return undefined;
  const hints = isRecord(annotations) ? annotations : {};
  return {
    name,
    description: typeof description === 'string' ? description : '',
    inputSchema: { ...(isRecord(inputSchema) ? inputSchema : {}), type: 'object' },
    readOnly: hints['readOnlyHint'] === true,
    destructive: hints['destructiveHint'] === true,
    idempotent: hints['idempotentHint'] === true,
  };
}

function sizeOf({ name, description, inputSchema }: ServerTool): number {
  const size = name.length + description.length;
  return size > maxChars ? size : size + JSON.stringify(inputSchema).length;
}

/** Validates a result; throws ServerFailure `protocol` when it is invalid. */
export function readResult(answer: unknown): CallResult {
  if (!isRecord(answer)) throw new ServerFailure('protocol', 'its answer is not a result');
  const { content, structuredContent, isError } = answer;
  if (content !== undefined && !Array.isArray(content))
    throw new ServerFailure('protocol', 'the content of its answer is not a list');
  return {
    parts: (content ?? []).map(partOf),
    structured: structuredContent,
    isError: isError === true,
  };
}

function partOf(value: unknown): ResultPart {
  const part = isRecord(value) ? value : {};
  const { type, text, data, mimeType, resource, uri, name, description } = part;
  const media = typeof mimeType === 'string' ? { mediaType: mimeType } : {};
  if (type === 'text' && typeof text === 'string') return { type, text };
  if ((type === 'image' || type === 'audio') && typeof data === 'string')
    return { type, data, mediaType: 'application/octet-stream', ...media };
  if (type === 'resource' && isRecord(resource) && typeof resource['uri'] === 'string') return resourceOf(resource);
  if (type === 'resource_link' && typeof uri === 'string') {
    const about = typeof description === 'string' ? { description } : {};
    return { type: 'link', uri, name: typeof name === 'string' ? name : uri, ...about, ...media };
  }
  return {
    type: 'text',
    text: `[a part that cannot be read: ${typeof type === 'string' ? type.slice(0, 100) : 'no type'}]`,
  };
}

function resourceOf({ uri, mimeType, text, blob }: Table): ResultPart {
  return {
    type: 'resource',
    uri: String(uri),
    ...(typeof mimeType === 'string' ? { mediaType: mimeType } : {}),
    ...(typeof text === 'string' ? { text } : {}),
    ...(typeof blob === 'string' ? { data: blob } : {}),
  };
}

/** Returns a test for the tools that an entry enables; `*` in names matches anything. */
export function createToolFilter(
  enabled: readonly string[] | undefined,
  disabled: readonly string[] | undefined,
): (name: string) => boolean {
  return (name) =>
    (enabled?.some((pattern) => fits(name, pattern)) ?? true) &&
    !(disabled?.some((pattern) => fits(name, pattern)) ?? false);
}

/** Matches each part between stars at its first occurrence, so that no pattern is slow. */
function fits(name: string, pattern: string): boolean {
  const [head = '', ...pieces] = pattern.split('*');
  const tail = pieces.pop();
  if (tail === undefined) return name === pattern;
  if (!name.startsWith(head) || name.length < head.length + tail.length || !name.endsWith(tail)) return false;
  let at = head.length;
  for (const piece of pieces) {
    const found = name.indexOf(piece, at);
    if (found === -1) return false;
    at = found + piece.length;
  }
  return at <= name.length - tail.length;
}

/** The text of a progress notification. */
export function progressText({
  progress,
  total,
  message,
}: {
  progress: number;
  total?: number;
  message?: string;
}): string {
  if (message !== undefined && message !== '') return message.slice(0, 2_000);
  return total === undefined ? String(progress) : `${progress}/${total}`;
}
