/** Resumes a session with the options of a client, and reloads its prompts and MCP servers (rest.md 9.6). */
import type { AgentConfigInput, Session } from '../../../schemas/generated/types.js';
import type { NewEvent } from '../../../schemas/generated/events.js';
import { ApiError, invalid } from '../../errors.js';
import type { CreateRequest, Creation } from './create.js';
import type { SessionDeps } from '../deps.js';
import { wantedRuntime } from '../runtimes/containment.js';
import { runtimeEvents } from '../runtimes/requests.js';
import { serversGiven } from '../mcp/room.js';
import type { LiveSession } from '../live/state.js';
import { launchDenials } from '../settings/sessionrules.js';
import type { Registry } from '../live/registry.js';
import type { SessionRow } from '../store.js';

/** Options of a client that resumes a session. */
export type ResumeRequest = Pick<CreateRequest, 'launch' | 'agent_config' | 'mcp_servers'>;

interface Parts {
  creation: Pick<Creation, 'applyLaunch' | 'launchDirectories'>;
  row(id: string): SessionRow;
  open(id: string): LiveSession;
  /** throws for values that cannot be set */
  configEvents(session: LiveSession, config: AgentConfigInput | undefined): NewEvent[];
  applySettings(session: LiveSession, events: NewEvent[]): void;
}

export type Resume = (id: string, request: ResumeRequest) => Promise<Session>;

export function createResume(deps: SessionDeps, { servers }: Pick<Registry, 'servers'>, parts: Parts): Resume {
  const { creation, row, open, configEvents, applySettings } = parts;

  async function apply(id: string, request: ResumeRequest): Promise<LiveSession> {
    const given = request.mcp_servers && serversGiven(request.mcp_servers);
    const directories = creation.launchDirectories(request.launch, row(id).cwd);
    if (request.launch?.agent_file) throw invalid('launch.agent_file', 'can only be given at creation');
    if (request.launch?.append_system) throw invalid('launch.append_system', 'can only be given at creation');
    launchDenials(request.launch);
    const asked = request.launch?.runtime_id;
    const runtime =
      asked === undefined
        ? undefined
        : await wantedRuntime(deps, asked, [...open(id).workspace, ...directories.additional]);
    // the session may have been archived, unloaded or changed in the meantime
    const session = open(id);
    applySettings(session, [
      ...creation.applyLaunch(session, request.launch, directories),
      ...configEvents(session, request.agent_config),
      ...(runtime === undefined ? [] : runtimeEvents(session, runtime, 'launch')),
    ]);
    session.givenServers = given ?? session.givenServers;
    return session;
  }

  return async (id, request) => {
    const loaded = open(id);
    configEvents(loaded, request.agent_config);
    // holds the MCP servers, so that they connect only once, with the variables of the client
    const release = servers.hold(loaded);
    const session = await apply(id, request).finally(release);
    if (request.mcp_servers) await servers.renew(session, 'reload');
    else if (request.launch?.env) await servers.renew(session, 'change');
    deps.workspaces.bringBack(session.workspaceId);
    return deps.store.session(row(id));
  };
}

/** Drops the rendered prompts and renews the MCP servers. Throws SESSION_BUSY while a turn or a compaction runs. */
export function createReload(
  { record, servers }: Pick<Registry, 'record' | 'servers'>,
  open: (id: string) => LiveSession,
): (id: string) => Promise<void> {
  return async (id) => {
    const session = open(id);
    const agents = [...session.agents.values()];
    if (session.open.compactions.size > 0 || agents.some((agent) => agent.turn)) throw new ApiError('SESSION_BUSY');
    record(
      session,
      agents.map((agent) => ({ type: 'agent.prompt.dropped', agentId: agent.id })),
    );
    await servers.renew(session, 'reload');
  };
}
