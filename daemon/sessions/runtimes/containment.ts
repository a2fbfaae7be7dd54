/** Determines where the commands of an agent run, and what the kernel lets them do (runtimes.md 1, 3.3). */
import { dirname } from 'node:path';
import type { RuntimeStatus } from '../../../schemas/generated/types.js';
import type { SandboxPolicy } from '../../agent/permission/policy.js';
import { isReadOnlyAgent } from '../../agent/profiles.js';
import { expandHome, inside, resolveReal } from '../../base/fs/paths.js';
import type { Container } from '../../mcp/server.js';
import { hiddenPlaces } from '../../runtimes/hidden.js';
import { findLeft } from '../../runtimes/quarantine.js';
import type { Confinement, Profile, RuntimeId, Runtimes } from '../../runtimes/runtimes.js';
import { ApiError } from '../../errors.js';
import type { SessionDeps, Settings } from '../deps.js';
import type { LiveAgent, LiveSession } from '../live/state.js';

type Capability = Awaited<ReturnType<Runtimes['capability']>>;

export interface Containment {
  runtimeId: RuntimeId;
  profile: 'full' | Profile;
  /** why commands are not contained, although they should be */
  unavailable?: Unavailable;
}

export interface Unavailable {
  reason: string;
  hint?: string;
}

/** The properties of a session and agent that decide where commands run. */
export interface ContainmentInput {
  runtimeId: RuntimeId;
  workspace: readonly string[];
  /** plan mode, or an agent that only looks */
  readsOnly: boolean;
  /** the agent's file lets commands write only in the workspace, in every runtime */
  narrowed?: boolean;
}

type Deps = Pick<SessionDeps, 'settings' | 'home' | 'userHome' | 'runtimes'>;

export function containmentInput(
  { runtimeId, workspace, agents }: Pick<LiveSession, 'runtimeId' | 'workspace' | 'agents'>,
  agent: Pick<LiveAgent, 'binding' | 'memory' | 'kind' | 'parentId'>,
): ContainmentInput {
  const bounds = boundsOf(agents, agent);
  // plan mode of the main agent applies to subagents, too
  const planned = agent.memory.plan.active || (agent.kind === 'sub' && agents.get('main')?.memory.plan.active === true);
  return {
    runtimeId,
    workspace,
    readsOnly: planned || bounds.some(isReadOnlyAgent),
    narrowed: bounds.some(({ sandbox }) => sandbox === 'workspace'),
  };
}

/** The bindings that limit an agent: its own, and those of the agents that called it. */
function boundsOf(
  agents: LiveSession['agents'],
  agent: Pick<LiveAgent, 'binding' | 'parentId'> | undefined,
): LiveAgent['binding'][] {
  if (!agent) return [];
  const { binding, parentId } = agent;
  return [binding, ...(parentId === undefined ? [] : boundsOf(agents, agents.get(parentId)))];
}

/** Whether commands of an agent may run outside of the sandbox. */
export function mayLeave(
  { runtimeId, agents }: Pick<LiveSession, 'runtimeId' | 'agents'>,
  agent: Pick<LiveAgent, 'binding' | 'parentId'>,
): boolean {
  return (
    runtimeId === 'sandbox' &&
    boundsOf(agents, agent).every((each) => !isReadOnlyAgent(each) && each.sandbox === undefined)
  );
}

/** How commands are contained; if they are to be contained, waits for the first check of the machine. */
export async function containmentOf(deps: Deps, input: ContainmentInput): Promise<Containment> {
  return wantsNone(deps, input) ? asItIs(input) : contained(deps, input, await deps.runtimes.capability());
}

/** Like `containmentOf` without waiting; until it is checked, the machine counts as able to contain commands. */
export function containmentNow(deps: Deps, input: ContainmentInput): Containment {
  if (wantsNone(deps, input)) return asItIs(input);
  const { state, meta } = deps.runtimes.feature();
  const unavailable = state === 'Failed' ? (meta as unknown as Unavailable) : undefined;
  return unavailable ? { ...asItIs(input), unavailable } : contained(deps, input, undefined);
}

function wantsNone({ settings }: Deps, { runtimeId, readsOnly, narrowed }: ContainmentInput): boolean {
  return runtimeId === 'local' && !narrowed && !(readsOnly && settings().sandbox.plan);
}

const asItIs = ({ runtimeId }: ContainmentInput): Containment => ({ runtimeId, profile: 'full' });

function contained(deps: Deps, input: ContainmentInput, found: Capability | undefined): Containment {
  const profile = input.readsOnly && deps.settings().sandbox.plan ? 'read-only' : 'workspace';
  const unavailable =
    (profile === 'workspace' ? badWorkspace(deps, input) : undefined) ?? (found && reasonOf(found, input.workspace));
  return unavailable ? { ...asItIs(input), unavailable } : { runtimeId: input.runtimeId, profile };
}

function reasonOf(found: Capability, workspace: readonly string[]): Unavailable | undefined {
  if (!found.available) return { reason: found.reason, hint: found.hint };
  return inside(workspace, found.path)
    ? { reason: 'failed', hint: `${found.path} lies in the workspace, which could replace it` }
    : undefined;
}

/** Checks the runtime that a client requested for a workspace. Throws RUNTIME_NOT_FOUND, RUNTIME_UNAVAILABLE. */
export async function wantedRuntime(deps: Deps, runtimeId: string, workspace: readonly string[]): Promise<RuntimeId> {
  if (runtimeId !== 'local' && runtimeId !== 'sandbox')
    throw new ApiError('RUNTIME_NOT_FOUND', {
      message: `no runtime ${JSON.stringify(runtimeId.slice(0, 100))}; there are local and sandbox`,
    });
  const { unavailable } = await containmentOf(deps, { runtimeId, workspace, readsOnly: false });
  if (runtimeId === 'sandbox' && unavailable) throw runtimeUnavailable(unavailable);
  return runtimeId;
}

/** Sentences for reasons whose hint does not name the problem. */
const sentences: Readonly<Record<string, string>> = {
  off: 'AGENT_CODE_SANDBOX=0 switches the sandbox off',
  platform: 'this system has no sandbox that this program can use (on Windows, use WSL 2)',
  workspace: 'the workspace holds your home directory or lies in the data directory: choose a project directory',
};

/** Why commands are not contained, and what helps: one sentence, the same everywhere. */
export function whyUncontained({ reason, hint }: Unavailable): string {
  return sentences[reason] ?? hint ?? reason;
}

/** The error for a client that requests a sandbox where none is available. */
export function runtimeUnavailable(unavailable: Unavailable): ApiError {
  const { reason, hint } = unavailable;
  return new ApiError('RUNTIME_UNAVAILABLE', {
    message: `this machine cannot contain commands: ${whyUncontained(unavailable)}`,
    details: { reason, ...(hint === undefined ? {} : { hint }) },
  });
}

/** Confines a program of a session; undefined when this machine cannot. `toolCallId`: the call that starts it. */
export async function confine(
  deps: Pick<SessionDeps, 'home' | 'userHome' | 'sessionDirectory' | 'runtimes'>,
  { ref: { id: sessionId }, workspace }: Pick<LiveSession, 'ref' | 'workspace'>,
  how: { runtimeId: RuntimeId; profile: Profile; toolCallId?: string | undefined },
): Promise<Confinement | undefined> {
  const { home, userHome } = deps;
  const sessionDirectory = deps.sessionDirectory(sessionId);
  return await deps.runtimes.confine({
    toolCallId: undefined,
    ...how,
    sessionId,
    home,
    userHome,
    sessionDirectory,
    workspace,
  });
}

/** Like `confine` for programs of the user, asking about no hosts; undefined: local. Throws RUNTIME_UNAVAILABLE. */
export async function confineOwn(
  deps: Parameters<typeof confine>[0],
  session: Parameters<typeof confine>[1],
  runtimeId: RuntimeId,
): Promise<Confinement | undefined> {
  if (runtimeId === 'local') return undefined;
  const found = await confine(deps, session, { runtimeId, profile: 'workspace' });
  if (!found) throw runtimeUnavailable({ reason: 'failed' });
  return found;
}

/** The container for a program of a session, which may reach the hosts that rules allow. */
export async function containerOf(
  deps: Deps & Pick<SessionDeps, 'sessionDirectory' | 'logger'>,
  session: Pick<LiveSession, 'ref' | 'workspace'>,
): Promise<Container> {
  await wantedRuntime(deps, 'sandbox', session.workspace);
  const confinement = await confineOwn(deps, session, 'sandbox');
  if (!confinement) throw new Error('the sandbox contains programs');
  return {
    launch: (command) => confinement.contain(command),
    settle: () =>
      void confinement.settle().catch((err: unknown) =>
        deps.logger.error('what a server of the sandbox left could not be looked at', {
          session_id: session.ref.id,
          err,
        }),
      ),
  };
}

/** Why a workspace is unfit: it contains the user's home directory, or lies in the data directory. */
function badWorkspace(
  { home, userHome }: Deps,
  { workspace }: Pick<ContainmentInput, 'workspace'>,
): Unavailable | undefined {
  const [user, data] = [resolveReal(userHome), resolveReal(home)];
  const isBad = (root: string): boolean => root === dirname(root) || inside([root], user) || inside([data], root);
  return workspace.some(isBad) ? { reason: 'workspace', hint: 'choose a project directory' } : undefined;
}

/** The containment as clients see it. */
export function shownContainment({ runtimeId, profile, unavailable }: Containment): RuntimeStatus {
  return {
    runtime_id: runtimeId,
    profile,
    enforced: profile !== 'full',
    ...(unavailable && { reason: whyUncontained(unavailable) }),
  };
}

// cached until the configuration changes
const places = new WeakMap<Settings['sandbox'], Map<string, Pick<SandboxPolicy, 'hidden' | 'shown' | 'writable'>>>();

/** The sandbox facts for permission decisions; undefined in the runtime `local`. */
export function sandboxPolicy(
  deps: Deps & Pick<SessionDeps, 'sessionDirectory'>,
  session: Pick<LiveSession, 'ref' | 'workspace'>,
  { runtimeId, unavailable }: Containment,
): SandboxPolicy | undefined {
  if (runtimeId === 'local') return undefined;
  const { sandbox } = deps.settings();
  const known = places.get(sandbox) ?? new Map<string, Pick<SandboxPolicy, 'hidden' | 'shown' | 'writable'>>();
  places.set(sandbox, known);
  const key = [session.ref.id, ...session.workspace].join('\n');
  const sessionDirectory = deps.sessionDirectory(session.ref.id);
  const { home, userHome } = deps;
  const found = known.get(key) ?? {
    ...hiddenPlaces({ ...sandbox, home, userHome, sessionDirectory, workspace: session.workspace }),
    writable: sandbox.write.map((each) => resolveReal(expandHome(each, userHome))),
  };
  known.set(key, found);
  return {
    ...found,
    ...(unavailable && { unavailable: { reason: unavailable.reason, why: whyUncontained(unavailable) } }),
    whenUnavailable: sandbox.whenUnavailable,
    approve: sandbox.approve,
    enforcesPlan: sandbox.plan,
    network: sandbox.network,
  };
}

/** Quarantines files of commands whose server was killed: before they are read, and after surviving commands end. */
export function checkLeftBehind(
  { sessionDirectory, logger }: Pick<SessionDeps, 'sessionDirectory' | 'logger'>,
  { ref, tasks }: Pick<LiveSession, 'ref' | 'tasks'>,
): void {
  const left = findLeft(sessionDirectory(ref.id));
  const check = async (): Promise<void> => {
    await left.settle(false);
    // by now, tasks follow these commands again
    const kept = [...tasks.values()].filter(({ info }) => info.kind === 'process');
    await Promise.all(kept.map(({ ended }) => ended));
    await left.settle(true);
  };
  check().catch((error: unknown) =>
    logger.error('what commands of the sandbox left could not be looked at', { session_id: ref.id, err: error }),
  );
}
