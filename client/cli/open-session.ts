/** Opens the session for a prompt: a new one, or an existing one with the flags of this launch. */
import type { Launch, Model, Owner, Session } from '../../schemas/generated/types.js';
import { ApiFailure, type Client } from '../api/client.js';
import { ownerOf } from '../api/owner.js';
import { connectToOwner, type Connection } from '../connect.js';
import { CommandFailure, UsageFailure } from './failures.js';
import { isFrom, newestSessionIn, sessionById } from './find-session.js';
import { connectOptions, type Io } from './io.js';
import type { GivenServers } from './mcp-config.js';
import { closeNames } from '../view/nearest.js';

export type SessionChoice = 'new' | 'newest' | { id: string };

export interface OpenRequest {
  choice: SessionChoice;
  model: string | undefined;
  /** name of the agent of a new session */
  agent: string | undefined;
  launch: Launch;
  /** names of the allowed tools; undefined: those of the agent */
  tools: string[] | undefined;
  /** servers of the session layer */
  servers: GivenServers;
  /** use no other MCP servers */
  onlyServers: boolean;
  title: string | undefined;
}

export interface OpenedSession {
  session: Session;
  /** whether the session was just created */
  isNew: boolean;
  /** differs from the requested connection when the session belongs to another instance */
  connection: Connection;
}

/** Throws CommandFailure that names an alternative. */
export async function openSession(request: OpenRequest, connection: Connection, io: Io): Promise<OpenedSession> {
  const found = await existing(request.choice, connection.client, io);
  try {
    if (!found) return { session: await create(request, connection.client, io), isNew: true, connection };
    await mustBeUsable(found, io);
    return await load(found, request, connection, io);
  } catch (error) {
    if (error instanceof ApiFailure && error.name === 'MODEL_NOT_FOUND' && request.model !== undefined) {
      throw unknownModel(request.model, (await connection.client.listModels()).items);
    }
    throw aboutAgent(error) ?? aboutDeny(error, request.launch) ?? error;
  }
}

async function existing(choice: SessionChoice, client: Client, io: Io): Promise<Session | undefined> {
  if (choice === 'new') return undefined;
  if (choice !== 'newest') return await sessionById(choice.id, client);
  const found = await newestSessionIn(io.cwd, client);
  if (!found) io.stderr.write('No session in this directory yet: starting a new one.\n');
  return found;
}

async function create(request: OpenRequest, client: Client, { cwd }: Io): Promise<Session> {
  const { agent, title } = request;
  const { agent_config: config, ...rest } = given(request);
  const agentConfig = { ...(agent !== undefined && { profile: agent }), ...config };
  const body = { metadata: { cwd }, ...rest, agent_config: agentConfig, ...(title !== undefined && { title }) };
  return await client.createSession({ body });
}

/** Returns the settings that new and existing sessions share. */
function given({ model, launch, tools, servers, onlyServers }: OpenRequest) {
  const config = {
    ...(model !== undefined && { model }),
    ...(tools && { tools }),
    ...(onlyServers && { mcp_servers: Object.keys(servers ?? {}) }),
  };
  return { launch, ...(servers && { mcp_servers: servers }), agent_config: config };
}

/** Describes a refused agent of a new session in terms of the options. */
function aboutAgent(error: unknown): CommandFailure | undefined {
  if (!(error instanceof ApiFailure) || error.name !== 'VALIDATION_FAILED') return undefined;
  const [, field, problem] = /^(agent_config\.profile|launch\.agent_file): (.*)$/s.exec(error.message) ?? [];
  if (field === undefined) return undefined;
  const option = field === 'launch.agent_file' ? '--agent-file' : '--agent';
  return new CommandFailure(`${option}: ${problem ?? ''}`, { cause: error });
}

/** Describes a refused rule of `--deny`. */
function aboutDeny(error: unknown, { rules = [] }: Launch): UsageFailure | undefined {
  if (!(error instanceof ApiFailure) || error.name !== 'VALIDATION_FAILED') return undefined;
  const [, index, problem] = /^launch\.rules\.(\d+)\.pattern: (.*)$/s.exec(error.message) ?? [];
  const rule = rules[Number(index)];
  return rule && new UsageFailure(`--deny ${rule.pattern}: ${problem ?? ''}`);
}

async function mustBeUsable(session: Session, { cwd }: Io): Promise<void> {
  if (session.archived) throw new CommandFailure(`session ${session.id} is archived: restore it first`);
  if (await isFrom(session, cwd)) return;
  throw new CommandFailure(`session ${session.id} belongs to another directory`, {
    hint: `cd ${shellWord(session.metadata.cwd)} && agent -r ${session.id} -p …`,
  });
}

async function load(found: Session, request: OpenRequest, connection: Connection, io: Io): Promise<OpenedSession> {
  const { owner, session } = await tryLoad(found.id, request, connection.client);
  if (session) return { session, isNew: false, connection };
  const other = await connectToOwner(owner, connectOptions(io));
  const taken = `session is open in instance ${owner.server_id} (pid ${owner.pid})`;
  if (!other) throw new CommandFailure(taken);
  const again = await tryLoad(found.id, request, other.client);
  if (!again.session) throw new CommandFailure(taken);
  await connection.close();
  return { session: again.session, isNew: false, connection: other };
}

type Loaded = { session: Session; owner?: undefined } | { session?: undefined; owner: Owner };

async function tryLoad(id: string, request: OpenRequest, client: Client): Promise<Loaded> {
  const params = { session_id: id };
  const { title } = request;
  try {
    const session = await client.loadSession({ params, body: given(request) });
    return { session: title === undefined ? session : await client.updateSessionProfile({ params, body: { title } }) };
  } catch (error) {
    const owner = ownerOf(error);
    if (owner) return { owner };
    throw error;
  }
}

/** `option`: the option that named the model, for the message */
export function unknownModel(model: string, items: readonly Model[], option = ''): CommandFailure {
  const aliases = items.map(({ model: alias }) => alias);
  const close = closeNames(model, aliases);
  const names =
    close.length > 0 ? `did you mean ${close.slice(0, 3).join(', ')}?` : `known models: ${aliases.join(', ')}`;
  return new CommandFailure(`${option}unknown model ${JSON.stringify(model)}; ${names}`);
}

function shellWord(path: string): string {
  return /^[\w./~@%+=:,-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`;
}
