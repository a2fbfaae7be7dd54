/** Creates and deletes sessions. */
import { rm } from 'node:fs/promises';
import { isAbsolute } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { sessionTables } from '../../../schemas/generated/database.js';
import type { NewEvent } from '../../../schemas/generated/events.js';
import type {
  AgentConfigInput,
  Launch,
  Session,
  SessionPermissionRuleInput,
} from '../../../schemas/generated/types.js';
import { ApiError, invalid } from '../../errors.js';
import { wantedRuntime } from '../runtimes/containment.js';
import { canonicalDirectories } from '../../base/fs/paths.js';
import type { Archiving } from './archiving.js';
import type { SessionDeps } from '../deps.js';
import { directoryOf, existing, localDirectories } from '../workspaces/directories.js';
import { freshSession } from '../live/fresh.js';
import { serversGiven } from '../mcp/room.js';
import { launchDenials, sessionRules } from '../settings/sessionrules.js';
import { configSettings, settingEvents } from '../settings/settings.js';
import type { LiveSession } from '../live/state.js';
import { checkMetadata, clientKeys } from '../settings/metadata.js';
import type { Registry } from '../live/registry.js';
import { bindingEvents, chooseAgent } from '../agents/profiles.js';
import type { SessionRow } from '../store.js';
import { normalRoot } from '../workspaces/workspaces.js';

export interface CreateRequest {
  workspace_id?: string;
  metadata?: Record<string, unknown>;
  title?: string;
  agent_config?: AgentConfigInput;
  permission_rules?: SessionPermissionRuleInput[];
  launch?: Launch;
  /** entries as clients write them */
  mcp_servers?: Record<string, unknown>;
}

export interface LaunchDirectories {
  /** directories of the workspace, besides the working directory */
  additional: string[];
  /** directories of skills that replace those of project and user */
  skills?: string[];
}

export interface Creation {
  create(request: CreateRequest): Promise<Session>;
  remove(id: string): Promise<void>;
  /** canonical directories of a launch and of the project; throws when a directory cannot be used */
  launchDirectories(launch: Launch | undefined, cwd: string, local?: readonly string[]): LaunchDirectories;
  /** applies the launch options of a client; returns the events to record */
  applyLaunch(session: LiveSession, launch: Launch | undefined, directories: LaunchDirectories): NewEvent[];
}

export function createCreation(deps: SessionDeps, registry: Registry, archiving: Pick<Archiving, 'settle'>): Creation {
  const insert = deps.db.prepare(
    `INSERT INTO sessions (id, epoch, owner, workspace_id, cwd, created_at, updated_at, permission_mode, runtime_id, metadata)
     VALUES (@id, @epoch, @owner, @workspaceId, @cwd, @now, @now, @mode, @runtimeId, @metadata) RETURNING key`,
  );

  async function create(request: CreateRequest): Promise<Session> {
    checkMetadata(request.metadata);
    const given = rootOf(deps, request);
    const cwd = directoryOf(given, 'metadata.cwd');
    const local = await localDirectories(deps, cwd);
    const directories = launchDirectories(request.launch, cwd, local.directories);
    const file = request.launch?.agent_file;
    const chosen = await chooseAgent(deps, cwd, {
      profile: request.agent_config?.profile,
      ...(file === undefined ? {} : { file }),
    });
    const givenServers = serversGiven(request.mcp_servers);
    const launchRules = sessionRules(request.permission_rules ?? [], deps.newId, deps.now(), 'permission_rules');
    const denials = launchDenials(request.launch) ?? [];
    const appended = request.launch?.append_system?.trim() || undefined;
    const binding = appended === undefined ? chosen.binding : { ...chosen.binding, appended };
    const id = deps.newId('session');
    const settings = deps.settings();
    const asked = request.launch?.runtime_id;
    const runtimeId =
      asked === undefined
        ? settings.defaultRuntime
        : await wantedRuntime(deps, asked, [cwd, ...directories.additional]);
    const mode = request.agent_config?.permission_mode ?? settings.defaultMode;
    const epoch = deps.newId('ep');
    return whole(id, () => {
      let key = 0;
      const workspace = deps.workspaces.open(given, undefined, (workspaceId) => {
        const row = { id, epoch, owner: deps.serverId, workspaceId, cwd, now: deps.now(), mode, runtimeId };
        const metadata = JSON.stringify(clientKeys(request.metadata));
        ({ key } = insert.get({ ...row, metadata }) as { key: number });
      });
      const live = freshSession(
        {
          ref: { key, id, epoch },
          workspaceId: workspace.id,
          cwd,
          mode,
          runtimeId,
          launchRules: launchRules.map((rule) => rule.pattern),
          launchEnv: request.launch?.env ?? {},
          givenServers,
          clientType: request.launch?.client_type ?? 'api',
          skillsDirs: directories.skills,
        },
        binding,
        deps.now(),
      );
      const plan = request.agent_config?.plan_mode ?? settings.defaultPlanMode;
      registry.adopt(live, [
        { type: 'agent.created', agentId: 'main', agentKind: 'main' },
        ...(directories.additional.length > 0
          ? [{ type: 'directories.changed', agentId: 'main', directories: directories.additional } as const]
          : []),
        ...(denials.length > 0 ? [{ type: 'launch.denials', agentId: 'main', patterns: denials } as const] : []),
        ...modelEvents(deps, request.agent_config?.model),
        ...bindingEvents(deps, { ...chosen, binding }, request.agent_config?.model),
        ...local.warnings.map(({ message, code }): NewEvent => ({ type: 'warning', agentId: 'main', message, code })),
        ...settingEvents(deps, live, {
          ...configSettings(request.agent_config ?? {}),
          plan_mode: plan,
          model: undefined,
          permission_mode: undefined,
        }),
      ]);
      const session = {
        ...deps.store.session(deps.store.row(id) as SessionRow),
        ...titled(request.title),
        last_seq: live.lastSeq + 1,
      };
      registry.record(live, [{ type: 'event.session.created', agentId: 'main', session }]);
      const goal = registry.goals.requested(live, request.agent_config ?? {});
      if (goal.length > 0) registry.goals.apply(live, goal);
      return deps.store.session(deps.store.row(id) as SessionRow);
    });
  }

  /** Runs `work` in one transaction; if it fails, removes the session from memory. */
  async function whole<T>(id: string, work: () => T): Promise<T> {
    try {
      return await deps.log.commitTogether(work);
    } catch (error) {
      const half = registry.loaded(id);
      if (half) registry.unload(half);
      throw error;
    }
  }

  function launchDirectories(
    launch: Launch | undefined,
    cwd: string,
    local: readonly string[] = [],
  ): LaunchDirectories {
    checkEnvironment(launch?.env ?? {});
    const given = [...local, ...existing(launch?.additional_dirs ?? [], 'launch.additional_dirs')];
    const additional =
      given.length === 0 ? [] : canonicalDirectories([cwd, ...given]).directories.filter((path) => path !== cwd);
    if (launch?.skills_dirs === undefined) return { additional };
    return { additional, skills: [...new Set(existing(launch.skills_dirs, 'launch.skills_dirs'))] };
  }

  return {
    create,
    launchDirectories,
    applyLaunch(session, launch, directories) {
      if (!launch) return [];
      session.launchEnv = launch.env ?? session.launchEnv;
      session.clientType = launch.client_type ?? session.clientType;
      const now = session.workspace.slice(1);
      session.skillsDirs = directories.skills ?? session.skillsDirs;
      const all = [...now, ...directories.additional.filter((path) => !now.includes(path))];
      const denials = launchDenials(launch) ?? session.launchDenials;
      return [
        ...(all.length === now.length
          ? []
          : [{ type: 'directories.changed', agentId: 'main', directories: all } as const]),
        ...(isDeepStrictEqual(denials, session.launchDenials)
          ? []
          : [{ type: 'launch.denials', agentId: 'main', patterns: denials } as const]),
      ];
    },
    async remove(id) {
      const session = registry.load(id);
      await archiving.settle(session);
      const { ref } = session;
      // one commit, so that no other server can take the session over in between
      const lastSeq = deps.log.commit(() => {
        registry.unload(session);
        const last = deps.log.lastSeq(ref.key);
        // before the rows are deleted, so that SQLite does not reuse their row ids
        deps.log.appendGlobal({ type: 'session.removed', agentId: 'main', id, epoch: ref.epoch, lastSeq: last });
        for (const table of sessionTables) deps.db.prepare(`DELETE FROM ${table} WHERE session_key = ?`).run(ref.key);
        deps.db.prepare('DELETE FROM sessions WHERE key = ?').run(ref.key);
        return last;
      });
      deps.log.publish(ref, lastSeq, { type: 'event.session.deleted', agentId: 'main' });
      await registry.servers.close(session);
      await rm(deps.sessionDirectory(id), { recursive: true, force: true });
    },
  };
}

/** The event that sets the model of a new session; none when no model is available yet (rest.md 9.1). */
function modelEvents(deps: Pick<SessionDeps, 'models'>, alias: string | undefined): NewEvent[] {
  if (alias !== undefined && alias !== '') {
    if (!deps.models.exists(alias))
      throw new ApiError('MODEL_NOT_FOUND', { message: `no model with the alias ${alias}` });
    return [{ type: 'model.changed', agentId: 'main', model: alias, named: true }];
  }
  const choice = deps.models.choose();
  return 'alias' in choice
    ? [{ type: 'model.changed', agentId: 'main', model: choice.alias, named: !deps.models.standInOnly(choice.alias) }]
    : [];
}

/** The title fields of a session object; `event.session.created` brings them into the log. */
export function titled(title: string | undefined): Partial<Pick<Session, 'title' | 'title_kind'>> {
  return title === undefined ? {} : { title, title_kind: 'custom' };
}

/** Throws for variables that the system does not accept in an environment. */
function checkEnvironment(env: Record<string, string>): void {
  for (const [name, value] of Object.entries(env)) {
    if (name === '' || /[=\0]/.test(name) || value.includes('\0'))
      throw invalid(`launch.env.${name}`, 'is not an environment variable');
  }
}

function rootOf(deps: Pick<SessionDeps, 'workspaces'>, request: CreateRequest): string {
  const cwd = request.metadata?.['cwd'];
  if (cwd !== undefined && typeof cwd !== 'string') throw invalid('metadata.cwd', 'must be a string');
  if (cwd !== undefined && (!isAbsolute(cwd) || cwd.includes('\0')))
    throw invalid('metadata.cwd', 'must be an absolute path');
  if (request.workspace_id === undefined) {
    if (cwd === undefined) throw invalid('metadata.cwd', 'needed without workspace_id');
    return normalRoot(cwd);
  }
  const workspace = deps.workspaces.find(request.workspace_id);
  if (!workspace) throw new ApiError('WORKSPACE_NOT_FOUND');
  if (cwd !== undefined && normalRoot(cwd) !== workspace.root)
    throw invalid('metadata.cwd', 'differs from the root of the workspace');
  return workspace.root;
}
