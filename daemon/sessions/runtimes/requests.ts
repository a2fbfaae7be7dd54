/** Client requests for the runtime of a session: where its commands run (runtimes.md 10). */
import { isAbsolute } from 'node:path';
import type { ListRuntimesData, SessionRuntime, SessionWarning } from '../../../schemas/generated/types.js';
import type { NewEvent } from '../../../schemas/generated/events.js';
import { sourceOf } from '../../agent/permission/explain.js';
import { canonicalDirectories, resolveReal } from '../../base/fs/paths.js';
import { ApiError, invalid } from '../../errors.js';
import { listMadeRepositories, listQuarantine, restoreItem } from '../../runtimes/quarantine.js';
import type { RuntimeId } from '../../runtimes/runtimes.js';
import type { SessionDeps } from '../deps.js';
import type { LiveSession } from '../live/state.js';
import type { SessionRow } from '../store.js';
import { rulesOf } from '../turns/gate.js';
import { createPortFront, type PortFront } from './ports.js';
import {
  containmentOf,
  wantedRuntime,
  whyUncontained,
  type Containment,
  type ContainmentInput,
} from './containment.js';

type Deps = Pick<SessionDeps, 'settings' | 'home' | 'userHome' | 'runtimes' | 'store' | 'sessionDirectory'>;

export interface RuntimeFront extends Omit<PortFront, 'list'> {
  /** throws VALIDATION_FAILED */
  list(cwd?: string): Promise<ListRuntimesData>;
  of(id: string): Promise<SessionRuntime>;
  /** throws RUNTIME_NOT_FOUND, RUNTIME_UNAVAILABLE, SESSION_BUSY */
  choose(id: string, runtimeId: string): Promise<SessionRuntime>;
  warnings(id: string): Promise<SessionWarning[]>;
  /** moves a quarantined file back; throws RESOURCE_NOT_FOUND, FS_ALREADY_EXISTS, SESSION_BUSY */
  putBack(id: string, n: string): Promise<{ restored: true; path: string }>;
}

interface Parts {
  row(id: string): SessionRow;
  loaded(id: string): LiveSession | undefined;
  open(id: string): LiveSession;
  apply(session: LiveSession, events: NewEvent[]): void;
}

/** The event for a change of the runtime; none when it stays the same. */
export function runtimeEvents(
  { runtimeId: previous }: Pick<LiveSession, 'runtimeId'>,
  runtimeId: RuntimeId,
  by: 'client' | 'launch',
): NewEvent[] {
  return runtimeId === previous ? [] : [{ type: 'runtime.changed', agentId: 'main', runtimeId, previous, by }];
}

export function createRuntimeFront(deps: Deps, parts: Parts): RuntimeFront {
  const { row, loaded, open, apply } = parts;
  const { list: listPorts, ...ports } = createPortFront(deps, parts);

  function inputOf(found: SessionRow): ContainmentInput {
    const { runtime_id: runtimeId, cwd } = found;
    const { plan_mode: readsOnly } = deps.store.session(found).agent_config;
    return { runtimeId, workspace: [cwd, ...deps.store.directories(found)], readsOnly };
  }

  function networkOf(found: SessionRow): SessionRuntime['network'] {
    const { sandbox, rules } = deps.settings();
    const live = loaded(found.id);
    const kept = deps.store.rules(found).map(({ pattern }) => pattern);
    const all = {
      config: rules,
      launch: [
        ...rulesOf('deny', JSON.parse(found.launch_denials) as string[]),
        ...rulesOf('allow', live?.launchRules ?? []),
      ],
      session: rulesOf('allow', kept),
    };
    return {
      mode: found.runtime_id === 'sandbox' ? sandbox.network : 'host',
      rules: [...all.config, ...all.launch, ...all.session]
        .filter(({ tool }) => tool === 'Network')
        .map((rule) => ({
          pattern: rule.text,
          decision: rule.decision,
          source: sourceOf(rule, { rules: all }),
        })),
    };
  }

  async function shown(found: SessionRow, { profile, unavailable, runtimeId }: Containment): Promise<SessionRuntime> {
    const moved = await listQuarantine(deps.sessionDirectory(found.id));
    return {
      workspace_id: found.workspace_id,
      runtime_id: runtimeId,
      profile,
      network: networkOf(found),
      ports: await listPorts(found),
      quarantine: moved.map(({ n, path, movedAt }) => ({ n, path, moved_at: movedAt })),
      ...(unavailable && { reason: whyUncontained(unavailable) }),
    };
  }

  async function of(id: string): Promise<SessionRuntime> {
    const containment = await containmentOf(deps, inputOf(row(id)));
    return await shown(row(id), containment);
  }

  return {
    of,
    ...ports,
    async list(cwd) {
      if (cwd !== undefined && (!isAbsolute(cwd) || cwd.includes('\0')))
        throw invalid('cwd', 'must be an absolute path');
      const workspace = cwd === undefined ? [] : canonicalDirectories([resolveReal(cwd)]).directories;
      const { unavailable } = await containmentOf(deps, { runtimeId: 'sandbox', workspace, readsOnly: false });
      const { defaultRuntime, sandbox } = deps.settings();
      return {
        items: [
          {
            runtime_id: 'local',
            kind: 'local',
            state: 'available',
            profiles: !unavailable && sandbox.plan ? ['full', 'read-only'] : ['full'],
            default: defaultRuntime === 'local',
          },
          {
            runtime_id: 'sandbox',
            kind: 'sandbox',
            state: unavailable ? 'unavailable' : 'available',
            ...unavailable,
            profiles: unavailable ? [] : ['workspace', 'read-only'],
            default: defaultRuntime === 'sandbox',
          },
        ],
      };
    },
    async choose(id, runtimeId) {
      const wanted = await wantedRuntime(deps, runtimeId, inputOf(row(id)).workspace);
      const session = open(id);
      apply(session, runtimeEvents(session, wanted, 'client'));
      return await of(id);
    },
    async putBack(id, n) {
      open(id);
      const put = await restoreItem(deps.sessionDirectory(id), Number(n));
      if (typeof put === 'string') return { restored: true, path: put };
      throw new ApiError(put.refused === 'taken' ? 'FS_ALREADY_EXISTS' : 'RESOURCE_NOT_FOUND');
    },
    async warnings(id) {
      const wanted = inputOf(row(id));
      const moved = await listQuarantine(deps.sessionDirectory(id));
      const quarantined = moved.map(({ path }): SessionWarning => ({
        code: 'sandbox-quarantined',
        message: `a command made ${path}, which would configure programs outside the sandbox; it was moved away`,
        severity: 'warning',
      }));
      const made = (await listMadeRepositories(deps.sessionDirectory(id))).map((directory): SessionWarning => ({
        code: 'sandbox-new-repository',
        message: `a command in the sandbox made the repository ${directory}`,
        severity: 'info',
      }));
      return [...quarantined, ...made, ...(await ofMachine(id, wanted))];
    },
  };

  async function ofMachine(id: string, wanted: ContainmentInput): Promise<SessionWarning[]> {
    const { unavailable } = await containmentOf(deps, wanted);
    if (unavailable) {
      const why = whyUncontained(unavailable);
      return wanted.runtimeId === 'sandbox'
        ? [{ code: 'sandbox-unavailable', message: `commands are not sandboxed: ${why}`, severity: 'warning' }]
        : [
            {
              code: 'sandbox-unavailable',
              message: `plan mode is not held by the kernel: ${why}`,
              severity: 'info',
            },
          ];
    }
    return wanted.runtimeId === 'sandbox' ? weaknesses(id) : [];
  }

  function weaknesses(id: string): SessionWarning[] {
    const { nested, network } = deps.settings().sandbox;
    const { meta } = deps.runtimes.feature();
    const found = [
      ...(nested ? ['nested = true lets commands mount over protected files'] : []),
      ...(network === 'host' ? ['network = "host" lets commands reach every host and service of this machine'] : []),
      ...(meta['filter'] === false ? ['this processor has no filter of system calls'] : []),
      ...(deps.runtimes.missesRepositories(id)
        ? ['the workspace has more repositories than are looked for, and commands can write the hooks of the others']
        : []),
    ];
    return found.map((message) => ({
      code: 'sandbox-weakened',
      message: `the sandbox is weakened: ${message}`,
      severity: 'warning',
    }));
  }
}
