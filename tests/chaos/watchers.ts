/** Clients of a session, as pages and terminal UIs have them, and the comparison of what two of them show. */
import { setTimeout as wait } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { WebSocket } from 'ws';
import { createClient, type Client } from '../../client/api/client.js';
import { createStream, type Stream } from '../../client/api/stream.js';
import { openAccount, type Account, type AccountState } from '../../client/session/account.js';
import { openSessionList, type SessionList, type SessionListState } from '../../client/session/list.js';
import { openSession, type SessionModel } from '../../client/session/session.js';
import type { SessionState, Timeline } from '../../client/session/state.js';
import { isOpenPrompt } from '../../schemas/folds/transcript-apply.js';
import type { TranscriptPrompt } from '../../schemas/generated/types.js';

export interface Server {
  baseUrl: string;
  token: string;
}

/** A client with a connection of its own. */
export interface Connected {
  client: Client;
  stream: Stream;
  close(): void;
}

export interface Watcher extends Connected {
  model: SessionModel;
  /** agents other than `main` whose timelines are shown */
  shown: Set<string>;
}

/** State outside of a session: the list of sessions and the account. */
export interface Overview extends Connected {
  list: SessionList;
  account: Account;
}

/** `server` is called for each request and connection, because a restart changes the address. */
function connect(server: () => Server): Connected {
  const baseUrl = () => server().baseUrl;
  const token = () => server().token;
  const stream = createStream({
    baseUrl,
    token,
    WebSocket,
    clientId: 'states',
    reconnect: { delaysMs: [5, 20, 50, 100], endless: true },
    onEnd: () => undefined,
  });
  return { client: createClient({ baseUrl, token }), stream, close: () => stream.close() };
}

export function watch(server: () => Server, sessionId: string, pageSize?: number): Watcher {
  const { client, stream, close } = connect(server);
  const model = openSession({ sessionId, client, stream, ...(pageSize !== undefined && { pageSize }) });
  return {
    client,
    stream,
    model,
    shown: new Set(),
    close() {
      model.close();
      close();
    },
  };
}

/** Shows or hides an agent's timeline, as a page does. */
export function show({ model, shown }: Watcher, agentId: string, isShown: boolean): void {
  if (isShown) shown.add(agentId);
  else shown.delete(agentId);
  model.showAgent(agentId, isShown);
}

export function watchAll(server: () => Server): Overview {
  const { client, stream, close } = connect(server);
  const list = openSessionList({ client, stream, pageSize: 3 });
  const account = openAccount({ client, stream });
  return {
    client,
    stream,
    list,
    account,
    close() {
      list.close();
      account.close();
      close();
    },
  };
}

/**
 * Resolves with the states of `watcher` and of a client that is opened now, as plain data. Timelines begin where those
 * of `watcher` begin.
 */
export async function pairOf(watcher: Watcher, server: () => Server): Promise<[unknown, unknown]> {
  const other = watch(server, watcher.model.get().id, 100);
  try {
    for (const agentId of watcher.shown) show(other, agentId, true);
    await settled(other);
    for (const agentId of ['main', ...watcher.shown]) await loadAll(other, agentId);
    await settled(watcher);
    const [shown, fresh] = [watcher.model.get(), other.model.get()];
    return [shownOf(shown), shownOf({ ...fresh, ...asFarAs(shown, fresh) })];
  } finally {
    other.close();
  }
}

export async function pairOfAll(overview: Overview, server: () => Server): Promise<[unknown, unknown]> {
  const other = watchAll(server);
  try {
    const all = [overview, other];
    for (const each of all) await until(() => each.list.get().isLoaded && each.account.get().isLoaded);
    for (const { list } of all) while (list.get().hasMore) await list.loadMore();
    for (const { list, account } of all) await Promise.all([list.settled(), account.settled()]);
    const [shown, fresh] = all.map(({ list, account }) =>
      plain({ list: untimed(list.get()), account: withoutProbe(account.get()) }),
    );
    return [shown, fresh];
  } finally {
    other.close();
  }
}

/** Removes the sandbox feature: the server probes it at the first request, and no event reports the result. */
function withoutProbe({ server, ...state }: AccountState): unknown {
  return {
    ...state,
    server: server && { ...server, features: server.features.filter(({ name }) => name !== 'sandbox') },
  };
}

/**
 * Removes `updated_at`, with the order that follows from it, and `message_count`: only clients of the session receive
 * events of changed settings and of the user's shell commands (ws.md 5.1).
 */
function untimed({ items, ...state }: SessionListState): unknown {
  const kept = items.map((item) => ({ ...item, message_count: 0, meta: { ...item.meta, updated_at: 0 } }));
  return { ...state, items: kept.sort((a, b) => a.id.localeCompare(b.id)) };
}

async function settled({ model, shown }: Watcher): Promise<void> {
  const hasTimelines = (): boolean =>
    model.get().agents.every(({ agentId, timeline }) => !shown.has(agentId) || timeline !== undefined);
  await until(() => model.get().isGone || (model.get().isLoaded && hasTimelines()));
  await model.settled();
}

async function loadAll({ model }: Watcher, agentId: string): Promise<void> {
  const timelineOf = ({ timeline, agents }: SessionState): Timeline | undefined =>
    agentId === 'main' ? timeline : agents.find((each) => each.agentId === agentId)?.timeline;
  while (timelineOf(model.get())?.hasOlder) await model.loadOlder(agentId);
}

async function until(holds: () => boolean): Promise<void> {
  for (const end = Date.now() + 5_000; !holds() && Date.now() < end;) await wait(5);
}

/** Returns the timelines of `whole`, cut to the part that `shown` has loaded. */
function asFarAs(shown: SessionState, whole: SessionState): Pick<SessionState, 'timeline' | 'agents'> {
  const tail = (part: Timeline | undefined, all: Timeline): Timeline => {
    const from = Math.max(0, all.items.length - (part?.items.length ?? 0));
    const fresh = { ...all, items: all.items.slice(from), hasOlder: from > 0 };
    return { ...fresh, prompts: part ? loadedPrompts(part.prompts, fresh) : all.prompts };
  };
  const agents = whole.agents.map(({ timeline, ...agent }) => {
    const part = shown.agents.find(({ agentId }) => agentId === agent.agentId)?.timeline;
    return { ...agent, ...(timeline && { timeline: tail(part, timeline) }) };
  });
  return { timeline: tail(shown.timeline, whole.timeline), agents };
}

/**
 * Returns the prompts that a client has, in the order in which it loaded them, and those that it must have: all when it
 * has loaded all turns, else open ones and those of its turns.
 */
function loadedPrompts(had: Timeline['prompts'], { items, hasOlder, prompts }: Timeline): Timeline['prompts'] {
  const ofTurns = new Set(items.flatMap((item) => (item.kind === 'turn' ? [item.triggerPromptId] : [])));
  const isNeeded = ({ promptId, status }: TranscriptPrompt): boolean =>
    !hasOlder || ofTurns.has(promptId) || isOpenPrompt(status);
  const needed = [...prompts.values()].filter((each) => !had.has(each.promptId) && isNeeded(each));
  const known = [...had.keys()].flatMap((id) => prompts.get(id) ?? []);
  return new Map([...known, ...needed].map((each) => [each.promptId, each]));
}

/** Returns a state without the fields that differ between clients. */
function shownOf({
  connection: _connection,
  owner: _owner,
  fileChanges: _fileChanges,
  outgoing,
  ...state
}: SessionState): unknown {
  // a prompt that the server refused stays with the client that sent it
  return plain({ ...state, outgoing: outgoing.filter(({ failure }) => !failure) });
}

function plain(value: unknown): unknown {
  // the program's maps are of another realm in a suite
  const isMap = (each: unknown): each is Map<unknown, unknown> =>
    Object.prototype.toString.call(each) === '[object Map]';
  return JSON.parse(JSON.stringify(value, (_, each: unknown) => (isMap(each) ? [...each.values()] : each)));
}

/** Returns the path of the first difference and both values; undefined when the values are equal. */
export function difference(a: unknown, b: unknown, path = ''): string | undefined {
  if (isDeepStrictEqual(a, b)) return undefined;
  const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
  if (!isObject(a) || !isObject(b)) return `${path}: ${JSON.stringify(a)} instead of ${JSON.stringify(b)}`;
  for (const key of new Set([...Object.keys(a), ...Object.keys(b)])) {
    const found = difference(a[key], b[key], `${path}/${key}`);
    if (found !== undefined) return found;
  }
  return path;
}
