/** Tools of the tests' MCP servers, for any transport: tools of every kind, and misbehavior on demand. */
import { Server, type CallToolResult, type ServerContext, type Tool } from '@modelcontextprotocol/server';
import { spawn } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

/** Behavior of a server; a program receives it as JSON in `SERVER_SCRIPT`. */
export interface Script {
  /** names of the initial tools; absent: all */
  tools?: string[];
  /** additional tools, sent unchanged; calls return their name */
  more?: Partial<Tool>[];
  /** number of additional tools `many_0` … */
  many?: number;
  /** length of the description of `echo` */
  described?: number;
  /** number of tools per page */
  pageSize?: number;
  /** every page announces another one, with the same cursor or always a new one */
  pages?: 'same' | 'endless';
  /** does not answer the list of tools */
  listHangs?: boolean;
  /** further fields of its first response */
  instructions?: string;
  /** milliseconds before it answers the list */
  listAfter?: number;
}

/** State of a server across all its connections. */
export interface Offered {
  /** one entry per connection */
  connect(): Server;
  /** started calls, by tool */
  readonly runs: Record<string, number>;
  /** tools whose call was cancelled */
  readonly cancelled: string[];
  /** number of requests for the list of tools */
  readonly lists: { count: number };
  /** changes the offered tools and notifies all connections */
  change(names: string[]): Promise<void>;
}

type Run = (input: Record<string, unknown>, context: ServerContext) => Promise<CallToolResult> | CallToolResult;

interface Kind {
  about: string;
  properties?: Record<string, object>;
  annotations?: Tool['annotations'];
  run: Run;
}

const text = (words: string): CallToolResult => ({ content: [{ type: 'text', text: words }] });
/** one red pixel */
const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';

/** `headers`: of the current request, if there is one. */
export function createOffered(script: Script = {}, headers: () => Record<string, unknown> = () => ({})): Offered {
  const runs: Record<string, number> = {};
  const cancelled: string[] = [];
  const lists = { count: 0 };
  const connected = new Set<Server>();
  const kinds: Record<string, Kind> = { ...createKinds(change, headers, runs) };
  let names = script.tools ?? Object.keys(kinds);

  async function change(next: string[]): Promise<void> {
    names = next;
    await Promise.all([...connected].map((server) => server.sendToolListChanged().catch(() => undefined)));
  }

  function all(): Tool[] {
    const own = names.map((name) => toolOf(name, kinds[name]));
    const [first] = own;
    if (first && script.described !== undefined) first.description = 'x'.repeat(script.described);
    const many = Array.from({ length: script.many ?? 0 }, (_, at) => toolOf(`many_${at}`, undefined));
    return [...own, ...many, ...((script.more ?? []) as Tool[])];
  }

  function page(cursor: string | undefined): { tools: Tool[]; nextCursor?: string } {
    const start = Number(cursor ?? 0);
    if (script.pages) return { tools: all().slice(0, 1), nextCursor: script.pages === 'same' ? '7' : `${start + 1}` };
    const size = script.pageSize ?? Infinity;
    const tools = all().slice(start, start + size);
    return start + size < all().length ? { tools, nextCursor: String(start + size) } : { tools };
  }

  function connect(): Server {
    const capabilities = { tools: { listChanged: true } };
    const server = new Server({ name: 'tools of a test', version: '1' }, { capabilities, ...instructionsOf(script) });
    connected.add(server);
    server.onclose = () => connected.delete(server);
    server.setRequestHandler('tools/list', async ({ params }) => {
      lists.count += 1;
      if (script.listHangs) await new Promise(() => undefined);
      if (script.listAfter !== undefined) await delay(script.listAfter);
      return page(params?.cursor);
    });
    server.setRequestHandler('tools/call', async ({ params }, context) => {
      const { name } = params;
      runs[name] = (runs[name] ?? 0) + 1;
      context.mcpReq.signal.addEventListener('abort', () => cancelled.push(name));
      const kind = names.includes(name) ? kinds[name] : undefined;
      return kind ? await kind.run(params.arguments ?? {}, context) : text(name);
    });
    return server;
  }

  return { connect, runs, cancelled, lists, change };
}

function instructionsOf({ instructions }: Script): { instructions?: string } {
  return instructions === undefined ? {} : { instructions };
}

function toolOf(name: string, kind: Kind | undefined): Tool {
  const properties = (kind?.properties ?? {}) as Tool['inputSchema']['properties'];
  return {
    name,
    description: kind?.about ?? `tool ${name}`,
    inputSchema: { type: 'object', properties },
    ...(kind?.annotations === undefined ? {} : { annotations: kind.annotations }),
  };
}

const string = { type: 'string' };
const number = { type: 'number' };
const reads = { readOnlyHint: true };

/** Returns the tools by name; `runs` counts the calls of each. */
function createKinds(
  change: (names: string[]) => Promise<void>,
  headers: () => Record<string, unknown>,
  runs: Record<string, number>,
): Record<string, Kind> {
  const ran = (name: string) => () => text(`${name} ${runs[name]}`);
  return {
    echo: {
      about: 'Answers with what it was given.',
      properties: { text: string },
      annotations: reads,
      run: (input) => text(JSON.stringify(input)),
    },
    count: { about: 'Says how often it ran.', annotations: reads, run: ran('count') },
    append: { about: 'Says nothing of itself.', run: ran('append') },
    erase: { about: 'Destroys.', annotations: { readOnlyHint: false, destructiveHint: true }, run: ran('erase') },
    put: { about: 'May be repeated.', annotations: { destructiveHint: false, idempotentHint: true }, run: ran('put') },
    fail: {
      about: 'Answers with an error.',
      properties: { text: string },
      run: (input) => ({ ...text(String(input['text'] ?? 'it did not work')), isError: true }),
    },
    refuse: {
      about: 'Fails without an answer of its own.',
      run: () => Promise.reject(new Error('no such thing')),
    },
    slow: waiting(reads),
    put_slow: waiting({ idempotentHint: true }),
    append_slow: waiting(undefined),
    progress: {
      about: 'Tells `steps` times how far it is, every `ms` milliseconds.',
      properties: { steps: number, ms: number },
      annotations: reads,
      async run(input, { mcpReq }) {
        const steps = Number(input['steps'] ?? 3);
        const progressToken = mcpReq._meta?.progressToken;
        for (let progress = 1; progress <= steps; progress++) {
          await delay(Number(input['ms'] ?? 10), undefined, { signal: mcpReq.signal });
          if (progressToken === undefined) continue;
          const params = { progressToken, progress, total: steps, message: `step ${progress}` };
          await mcpReq.notify({ method: 'notifications/progress', params });
        }
        return text(`${steps} steps`);
      },
    },
    structured: {
      about: 'Answers with structured content; `told`: its text says it too.',
      properties: { told: { type: 'boolean' } },
      annotations: reads,
      run(input) {
        const structuredContent = { answer: 42, of: ['a', 'b'] };
        const said = input['told'] === true ? JSON.stringify(structuredContent) : 'see the structure';
        return { ...text(said), structuredContent };
      },
    },
    media: {
      about: 'Answers with parts of every kind.',
      annotations: reads,
      run: () => ({
        content: [
          { type: 'text', text: 'parts' },
          { type: 'image', data: pixel, mimeType: 'image/png' },
          { type: 'audio', data: Buffer.from('sound').toString('base64'), mimeType: 'audio/wav' },
          { type: 'resource', resource: { uri: 'file:///notes.txt', mimeType: 'text/plain', text: 'notes' } },
          {
            type: 'resource',
            resource: {
              uri: 'file:///blob.bin',
              mimeType: 'application/x-blob',
              blob: Buffer.from([0, 1]).toString('base64'),
            },
          },
          { type: 'resource_link', uri: 'file:///more.txt', name: 'more', description: 'more of it' },
        ],
      }),
    },
    big: {
      about: 'Answers with so many letters.',
      properties: { chars: number },
      annotations: reads,
      run: (input) => text('b'.repeat(Number(input['chars'] ?? 200_000))),
    },
    bytes: {
      about: 'Answers with a blob of so many bytes.',
      properties: { bytes: number },
      annotations: reads,
      run: (input) => ({
        content: [
          { type: 'audio', data: Buffer.alloc(Number(input['bytes'] ?? 0)).toString('base64'), mimeType: 'audio/wav' },
        ],
      }),
    },
    offer: {
      about: 'Offers these tools from now on.',
      properties: { names: { type: 'array', items: string } },
      async run(input) {
        await change(input['names'] as string[]);
        return text('offered');
      },
    },
    ask: {
      about: 'Asks the client: `elicitation/create`, `sampling/createMessage`, `roots/list`.',
      properties: { method: string },
      annotations: reads,
      async run(input, { mcpReq }) {
        try {
          return text(JSON.stringify(await mcpReq.send(requestOf(String(input['method'])) as never)));
        } catch (error) {
          return text(`refused: ${(error as Error).message}`);
        }
      },
    },
    environment: {
      about: 'The variables of its environment.',
      annotations: reads,
      run: () =>
        text(JSON.stringify({ ...process.env, PWD: undefined, OLDPWD: undefined, _: undefined, cwd: process.cwd() })),
    },
    headers: { about: 'The headers of the request.', annotations: reads, run: () => text(JSON.stringify(headers())) },
    die: dying(undefined),
    die_reading: dying(reads),
    breed: {
      about: 'Starts a process of its own and answers with both numbers.',
      run: () => {
        const child = spawn('sleep', ['300'], { stdio: 'ignore' });
        return text(JSON.stringify({ server: process.pid, child: child.pid }));
      },
    },
  };
}

/** Waits for some milliseconds. */
function waiting(annotations: Tool['annotations']): Kind {
  return {
    about: 'Waits so many milliseconds.',
    properties: { ms: number },
    ...(annotations === undefined ? {} : { annotations }),
    async run(input, { mcpReq }) {
      await delay(Number(input['ms'] ?? 60_000), undefined, { signal: mcpReq.signal });
      return text('done');
    },
  };
}

/** Ends the program during the call; with `once`, only if that file does not exist yet. */
function dying(annotations: Tool['annotations']): Kind {
  return {
    about: 'Ends the program; with `once` the first time only.',
    properties: { once: string },
    ...(annotations === undefined ? {} : { annotations }),
    async run(input) {
      const { once } = input as { once?: string };
      if (once !== undefined && existsSync(once)) return text('alive');
      if (once !== undefined) writeFileSync(once, '');
      process.stderr.write('about to die\n');
      await delay(20);
      process.exit(3);
    },
  };
}

function requestOf(method: string): object {
  if (method === 'sampling/createMessage') {
    const messages = [{ role: 'user', content: { type: 'text', text: 'say something' } }];
    return { method, params: { messages, maxTokens: 10 } };
  }
  if (method === 'roots/list') return { method };
  const requestedSchema = { type: 'object', properties: { name: { type: 'string' } } };
  return { method, params: { mode: 'form', message: 'Who are you?', requestedSchema } };
}
