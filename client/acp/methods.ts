/** The methods of the protocol and their implementations (acp-cli.md 1.3-1.9, 1.16). */
import { RequestError, type JsonRpcId } from '@agentclientprotocol/sdk';
import { fileURLToPath } from 'node:url';
import { ApiFailure } from '../api/failure.js';
import type { Io } from '../cli/io.js';
import { authenticate, logOut } from './auth.js';
import { capabilitiesIn, initializeAnswer, type EditorCapabilities, type Identity } from './capabilities.js';
import { readPrompt } from './content.js';
import type { Editor } from './editor.js';
import { cancelled, invalid } from './failures.js';
import { listIn, paramsOf, textIn, type Params } from './params.js';
import type { EditorSession } from './session.js';
import { createSessions } from './sessions.js';
import { configOfMode, configOfModel, configOfOption } from './settings.js';
import type { Requested } from './requested.js';

export interface Call {
  id: JsonRpcId;
  /** aborts when the editor withdraws the request */
  signal: AbortSignal;
}

export interface Methods {
  readonly capabilities: EditorCapabilities;
  /** Handles a request. Rejects with RequestError, or with a failure of the server. */
  request(method: string, params: unknown, call: Call): Promise<unknown>;
  notification(method: string, params: unknown): Promise<void>;
  /** Called when the editor is gone: stops what it started. */
  close(): Promise<void>;
}

type Handler = (params: Params, call: Call) => Promise<unknown>;

export interface MethodsOptions {
  editor: Editor;
  requested: Requested;
  io: Io;
  identity: Promise<Identity>;
}

export function createMethods({ editor, requested, io, identity }: MethodsOptions): Methods {
  let capabilities = capabilitiesIn({});
  let isInitialized = false;
  const sessions = createSessions({ editor, requested, io });
  const idIn = (params: Params): string => textIn(params, 'sessionId');

  async function initialize(params: Params): Promise<unknown> {
    if (isInitialized) throw new RequestError(-32600, 'initialize was answered already');
    const offered = capabilitiesIn(params);
    const program = {
      identity: { name: '', title: '' },
      version: io.version,
      command: process.execPath,
      args: process.argv.slice(1, 2).map(pathOf),
    };
    const answer = initializeAnswer(params, offered, program);
    capabilities = offered;
    isInitialized = true;
    return { ...answer, agentInfo: { ...(await identity), version: io.version } };
  }

  /** Runs the calls for each session one after another. */
  const ordered =
    (act: (session: EditorSession, params: Params) => Promise<unknown>): Handler =>
    async (params) => {
      const id = idIn(params);
      sessions.opened(id);
      return await sessions.inOrder(id, () => act(sessions.opened(id), params));
    };

  async function configure(session: EditorSession, config: ReturnType<typeof configOfMode>): Promise<void> {
    await session.actions.configure(config);
    session.changed(await session.server.client.getSession({ params: { session_id: session.id } }));
  }

  async function prompt(params: Params, { signal }: Call): Promise<unknown> {
    const session = sessions.opened(idIn(params));
    const { parts, text, left } = await readPrompt(listIn(params, 'prompt'));
    if (signal.aborted) throw cancelled();
    for (const line of left) session.notice(line);
    const answer = text.trimStart().startsWith('/') ? await session.slash.run(text, parts.slice(1), signal) : undefined;
    return answer ?? (await session.prompts.run(parts, {}, signal));
  }

  async function steer(params: Params): Promise<unknown> {
    const session = sessions.opened(idIn(params));
    const { parts } = await readPrompt(listIn(params, 'prompt'));
    if (!session.prompts.hasTurn) throw invalid('sessionId', 'no turn runs');
    await session.prompts.steer(parts);
    return {};
  }

  const handlers: Readonly<Record<string, Handler>> = {
    initialize,
    async authenticate(params, { id, signal }) {
      const methodId = textIn(params, 'methodId');
      const client = methodId === 'login' ? (await sessions.main()).client : undefined;
      return await authenticate(methodId, { client, editor, id, signal });
    },
    logout: async () => await logOut((await sessions.main()).client),
    'session/new': (params, { id }) => sessions.create(params, id),
    'session/load': (params, { id }) => sessions.load(params, id),
    'session/resume': (params, { id }) => sessions.resume(params, id),
    'session/fork': (params, { id }) => sessions.fork(params, id),
    'session/list': (params) => sessions.list(params),
    'session/close': (params) => sessions.inOrder(idIn(params), () => sessions.close(idIn(params))),
    'session/delete': (params) => sessions.inOrder(idIn(params), () => sessions.delete(idIn(params))),
    'session/prompt': prompt,
    'session/set_mode': ordered(async (session, params) => {
      await configure(session, configOfMode(textIn(params, 'modeId'), 'modeId'));
      return {};
    }),
    'session/set_config_option': ordered(async (session, params) => {
      const { settings } = session;
      const config = configOfOption(textIn(params, 'configId'), params['value'], settings, await session.models());
      await configure(session, config);
      const { configOptions } = await session.answer();
      return { configOptions };
    }),
    'session/set_model': ordered(async (session, params) => {
      await configure(session, configOfModel(textIn(params, 'modelId'), await session.models(), 'modelId'));
      return {};
    }),
    '_session/steering': steer,
  };

  return {
    get capabilities() {
      return capabilities;
    },
    async request(method, params, call) {
      const handler = Object.hasOwn(handlers, method) ? handlers[method] : undefined;
      if (method !== 'initialize' && !isInitialized) throw new RequestError(-32600, 'initialize first');
      if (!handler) throw new RequestError(-32601, `unknown method: ${method}`, { method });
      return await handler(paramsOf(params), call);
    },
    async notification(method, params) {
      if (method !== 'session/cancel' || !isInitialized) return;
      const session = sessions.find(idIn(paramsOf(params)));
      try {
        await session?.cancel();
      } catch (error) {
        // nothing runs, or it is already over
        if (!(error instanceof ApiFailure)) throw error;
      }
    },
    close: () => sessions.end(),
  };
}

/** Returns the path of this program's script, also if it was started with a URL. */
function pathOf(argument: string): string {
  return argument.startsWith('file:') ? fileURLToPath(argument) : argument;
}
