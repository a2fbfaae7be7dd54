/** The sessions of the editor: create, open, list, fork, close and delete (acp-cli.md 1.6). */
import type { JsonRpcId } from '@agentclientprotocol/sdk';
import type { Session, SessionSummary } from '../../schemas/generated/types.js';
import { ApiFailure, ConnectionFailure } from '../api/failure.js';
import { ownerOf } from '../api/owner.js';
import { pause, waitAfter } from '../api/retry.js';
import type { Io } from '../cli/io.js';
import { closeNames } from '../view/nearest.js';
import { ownMeta } from './capabilities.js';
import type { Editor } from './editor.js';
import { failed, invalid, loginNeeded, notOpen } from './failures.js';
import { readServers, type GivenServers } from './mcp.js';
import { directoriesIn, directoryIn, listIn, optionalText, recordIn, textIn, type Params } from './params.js';
import { createServers, type Server } from './servers.js';
import { createEditorSession, type EditorSession } from './session.js';
import { configOf, launchOf, type Requested } from './requested.js';

export interface SessionsOptions {
  editor: Editor;
  requested: Requested;
  io: Io;
}

export interface Sessions {
  create(params: Params, request: JsonRpcId): Promise<object>;
  load(params: Params, request: JsonRpcId): Promise<object>;
  resume(params: Params, request: JsonRpcId): Promise<object>;
  fork(params: Params, request: JsonRpcId): Promise<object>;
  list(params: Params): Promise<object>;
  close(id: string): Promise<object>;
  delete(id: string): Promise<object>;
  /** Throws RequestError for a session that is not open in this process. */
  opened(id: string): EditorSession;
  find(id: string): EditorSession | undefined;
  /** Runs calls that open, change or close a session one after another. */
  inOrder<T>(id: string, work: () => Promise<T>): Promise<T>;
  main(): Promise<Server>;
  end(): Promise<void>;
}

/** Model alias of a new session without a configured model. */
const standIn = 'offline/echo';
const pageSize = 50;
/** Maximum number of repetitions while the loss of a server is not noticed. */
const mostFailures = 4;

export function createSessions({ editor, requested, io }: SessionsOptions): Sessions {
  const isHere = io.remote === undefined;
  const open = new Map<string, EditorSession>();
  const lines = new Map<string, Promise<unknown>>();
  const servers = createServers({
    io,
    warn: (message) => editor.warn(message),
    onReturn: (server) => each(server, (session) => session.moveTo(server)),
    onLost: (server) => each(server, (session) => rehome(session)),
  });

  /** Runs an action for the sessions of a server; where it fails, ends the open prompts as lost. */
  function each(server: Server, act: (session: EditorSession) => Promise<void>): void {
    for (const session of [...open.values()].filter((one) => one.server === server))
      moved(session, act).catch((error: unknown) => {
        session.prompts.lost();
        editor.warn(`session ${session.id}: ${error instanceof Error ? error.message : String(error)}`);
      });
  }

  /** Repeats an action whose server goes away meanwhile, until its return or its end begins the next one. */
  async function moved(session: EditorSession, act: (session: EditorSession) => Promise<void>): Promise<void> {
    for (let failures = 1; ; failures++)
      try {
        return await act(session);
      } catch (error) {
        if (!(error instanceof ConnectionFailure) || failures > mostFailures) throw error;
        await pause(waitAfter(failures));
        const { state } = session.server.stream;
        if (state === 'reconnecting' || state === 'ended') return;
      }
  }

  async function rehome(session: EditorSession): Promise<void> {
    await session.moveTo(await servers.main());
  }

  /** Runs an action on the server that owns the session. */
  async function onOwner<T>(act: (server: Server) => Promise<T>): Promise<{ server: Server; value: T }> {
    const server = await servers.main();
    try {
      return { server, value: await act(server) };
    } catch (error) {
      const owner = ownerOf(error);
      if (!owner) throw error;
      const other = await servers.owning(owner);
      if (!other)
        throw failed('the session is open in another server, which does not answer', { server_code: 40901, owner });
      return { server: other, value: await act(other) };
    }
  }

  function track(session: Session, server: Server, given: Given): EditorSession {
    open.get(session.id)?.close();
    const body = { launch: launchOf(requested, given.directories, false), mcp_servers: given.mcp.servers };
    const opened = createEditorSession({
      session,
      server,
      editor,
      io,
      load: (next) => next.client.loadSession({ params: { session_id: session.id }, body }),
    });
    open.set(session.id, opened);
    return opened;
  }

  /** Sends what has to follow the answer that opens a session. */
  function answered(session: EditorSession, request: JsonRpcId, { mcp }: Given, more?: () => Promise<void>): void {
    editor.afterAnswer(request, () => {
      const ready = session.release().then(async () => {
        if (mcp.skipped.length > 0) session.notice(`MCP servers that cannot be used: ${mcp.skipped.join(', ')}`);
        await more?.();
      });
      ready.catch((error: unknown) => {
        // a session that was closed meanwhile needs no report
        if (open.get(session.id) === session) editor.warn(error instanceof Error ? error.message : String(error));
      });
    });
  }

  async function create(params: Params, request: JsonRpcId): Promise<object> {
    const given = await givenIn(params, isHere);
    const cwd = await directoryIn(params, 'cwd', isHere);
    const server = await servers.main();
    const { client } = server;
    const session = await withKnownNames(server, requested, () =>
      client.createSession({
        body: {
          metadata: { cwd },
          launch: launchOf(requested, given.directories, true),
          agent_config: configOf(requested, true),
          mcp_servers: given.mcp.servers,
        },
      }),
    );
    if (session.agent_config.model === '') {
      await client.deleteSession({ params: { session_id: session.id } });
      throw loginNeeded('No model can be used: run "agent login" or "agent provider add <url>"', {
        server_code: 40110,
      });
    }
    const opened = track(session, server, given);
    await opened.open(0, 'none');
    answered(opened, request, given, async () => {
      if (requested.model !== undefined || session.agent_config.model !== standIn) return;
      if ((await client.getAuth()).providers_count > 0) return;
      opened.sendText(
        `No model provider is configured: this is the built-in offline provider ${standIn}, which only understands plain verbs (try: help). ` +
          'For a model run agent login, or agent provider add <url>.',
      );
    });
    return { sessionId: session.id, ...(await opened.answer()) };
  }

  async function reopen(params: Params, request: JsonRpcId, history: 'running' | 'all'): Promise<object> {
    const id = textIn(params, 'sessionId');
    const given = await givenIn(params, isHere);
    const cwd = await directoryIn(params, 'cwd', isHere);
    return await inOrder(id, async () => {
      const opened = await openStored(id, cwd, given, history);
      answered(opened, request, given);
      return await opened.answer();
    });
  }

  async function openStored(id: string, cwd: string, given: Given, history: 'running' | 'all'): Promise<EditorSession> {
    const params = { session_id: id };
    const stored = await (await servers.main()).client.getSession({ params });
    mustBeUsable(stored, cwd);
    const body = {
      launch: launchOf(requested, given.directories, false),
      mcp_servers: given.mcp.servers,
      agent_config: configOf(requested, false),
    };
    const { server, value: session } = await onOwner(async (one) => {
      const loaded = await withKnownNames(one, requested, () => one.client.loadSession({ params, body }));
      await one.client.replaceDirectories({ params, body: { paths: body.launch.additional_dirs ?? [] } });
      return loaded;
    });
    const opened = track(session, server, given);
    await opened.open(session.last_seq, history);
    return opened;
  }

  async function fork(params: Params, request: JsonRpcId): Promise<object> {
    const id = textIn(params, 'sessionId');
    const given = await givenIn(params, isHere);
    const cwd = await directoryIn(params, 'cwd', isHere);
    const messageId = optionalText(recordIn(recordIn(params, '_meta'), ownMeta), 'messageId');
    const server = open.get(id)?.server ?? (await servers.main());
    const stored = await server.client.getSession({ params: { session_id: id } });
    if (stored.metadata.cwd !== cwd) throw invalid('cwd', `the session belongs to ${stored.metadata.cwd}`);
    const copy = await copied(server, id, messageId);
    const opened = await openStored(copy.id, cwd, given, 'running');
    answered(opened, request, given);
    return { sessionId: copy.id, ...(await opened.answer()) };
  }

  async function copied({ client }: Server, id: string, messageId: string | undefined): Promise<Session> {
    try {
      const body = messageId === undefined ? {} : { message_id: messageId };
      return await client.forkSession({ params: { session_id: id }, body });
    } catch (error) {
      if (!(error instanceof ApiFailure) || error.name !== 'SESSION_BUSY') throw error;
      throw failed('session is busy', { server_code: error.code, name: error.name, retryable: false });
    }
  }

  async function list(params: Params): Promise<object> {
    const { client } = await servers.main();
    const cwd = optionalText(params, 'cwd');
    const cursor = optionalText(params, 'cursor');
    const workspace = cwd === undefined ? undefined : await workspaceAt(client, cwd);
    if (cwd !== undefined && workspace === undefined) return { sessions: [] };
    try {
      const page = await client.querySessions({
        query: {
          'meta.has_prompt': true,
          page_size: pageSize,
          include: 'dirs',
          ...(workspace !== undefined && { 'workspace.id': [workspace] }),
          ...(cursor !== undefined && { page_token: cursor }),
        },
      });
      const items = 'items' in page ? page.items : [];
      const sessions = items.filter((item): item is SessionSummary => 'meta' in item).map(itemOf);
      return { sessions, ...(page.next_page_token !== null && { nextCursor: page.next_page_token }) };
    } catch (error) {
      if (error instanceof ApiFailure && error.name === 'PAGE_TOKEN_MISMATCH')
        throw invalid('cursor', 'is not one of this list');
      throw error;
    }
  }

  async function leave(session: EditorSession): Promise<void> {
    const { id, server, prompts } = session;
    const params = { session_id: id };
    open.delete(id);
    try {
      await prompts.cancelOwn();
      session.close();
      const { message_count: messages, last_prompt: prompt } = await server.client.getSession({ params });
      // no prompt was ever sent to it
      if (messages === 0 && prompt === undefined) await server.client.deleteSession({ params });
      else if (!server.isOwn) await server.client.loadSession({ params, body: { mcp_servers: {} } });
    } catch (error) {
      // the session or its server is gone
      if (!(error instanceof ApiFailure || error instanceof ConnectionFailure)) throw error;
    } finally {
      session.close();
    }
  }

  function inOrder<T>(id: string, work: () => Promise<T>): Promise<T> {
    const before = lines.get(id) ?? Promise.resolve();
    const next = before.then(work, work);
    lines.set(id, next);
    const forget = (): void => void (lines.get(id) === next && lines.delete(id));
    next.then(forget, forget);
    return next;
  }

  function opened(id: string): EditorSession {
    const session = open.get(id);
    if (!session) throw notOpen(id);
    return session;
  }

  return {
    create,
    load: (params, request) => reopen(params, request, 'all'),
    resume: (params, request) => reopen(params, request, 'running'),
    fork,
    list,
    async close(id) {
      await leave(opened(id));
      return {};
    },
    async delete(id) {
      const session = open.get(id);
      if (session) await leave(session);
      try {
        await onOwner(({ client }) => client.deleteSession({ params: { session_id: id } }));
      } catch (error) {
        if (!(error instanceof ApiFailure) || error.name !== 'SESSION_NOT_FOUND') throw error;
      }
      return {};
    },
    opened,
    find: (id) => open.get(id),
    inOrder,
    main: () => servers.main(),
    async end() {
      await Promise.all([...open.values()].map(leave));
      await servers.close();
    },
  };
}

interface Given {
  directories: string[];
  mcp: GivenServers;
}

async function givenIn(params: Params, isHere: boolean): Promise<Given> {
  return {
    directories: await directoriesIn(params, 'additionalDirectories', isHere),
    mcp: readServers(listIn(params, 'mcpServers')),
  };
}

function mustBeUsable({ id, archived, metadata }: Session, cwd: string): void {
  if (archived) throw invalid('sessionId', `session is archived; restore it with agent -S ${id}`);
  if (metadata.cwd !== cwd) throw invalid('cwd', `the session belongs to ${metadata.cwd}`);
}

/** Adds known names to the failure for an unknown model. */
async function withKnownNames<T>({ client }: Server, { model = '' }: Requested, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof ApiFailure) || error.name !== 'MODEL_NOT_FOUND') throw error;
    const { items } = await client.listModels();
    const aliases = items.map((each) => each.model);
    const close = closeNames(model, aliases).slice(0, 3);
    const hint = close.length > 0 ? `did you mean ${close.join(', ')}?` : `known models: ${aliases.join(', ')}`;
    throw invalid('model', `unknown model ${JSON.stringify(model)}; ${hint}`);
  }
}

async function workspaceAt(client: Server['client'], cwd: string): Promise<string | undefined> {
  const path = await directoryIn({ cwd }, 'cwd').catch(() => cwd);
  const { items } = await client.listWorkspaces();
  return items.find(({ root }) => root === path)?.id;
}

function itemOf({ id, workspace, meta, activity, additional_dirs: dirs = [] }: SessionSummary): object {
  return {
    sessionId: id,
    cwd: workspace.cwd ?? '',
    ...(meta.title && { title: meta.title }),
    updatedAt: new Date(meta.updated_at).toISOString(),
    ...(dirs.length > 0 && { additionalDirectories: dirs }),
    _meta: { [ownMeta]: { status: activity.status, archived: false } },
  };
}
