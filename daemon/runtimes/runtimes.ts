/** Creates the environments that commands run in: unconfined, or contained by the kernel (runtimes.md 1, 3). */
import { join } from 'node:path';
import { inside } from '../base/fs/paths.js';
import type { Launch } from '../base/process/launch.js';
import { createConfinement } from './confine.js';
import { probe, type Capability, type ProbeDeps } from './probe.js';
import { createSessionNetworks, type KeptCommand } from './networks.js';
import type { Ports } from './ports.js';
import type { CallConnections, NetworkPolicy, ProxyPlace } from './proxy.js';
import type { Found } from './quarantine.js';
import { createSpares, type Taken } from './spares.js';

export type RuntimeId = 'local' | 'sandbox';

/** What a contained command may do; the profile `full` needs no containment. */
export type Profile = 'read-only' | 'workspace';

/** `[sandbox]` of the configuration (runtimes.md 2). */
export interface SandboxSettings {
  plan: boolean;
  planNetwork: 'host' | 'ask' | 'off';
  network: 'ask' | 'off' | 'host';
  approve: 'commands' | 'all' | 'none';
  whenUnavailable: 'ask' | 'refuse' | 'run';
  read: 'machine' | 'workspace';
  write: readonly string[];
  hide: readonly string[];
  show: readonly string[];
  /** directories replaced by private ones; undefined: the built-in list */
  private: readonly string[] | undefined;
  env: readonly string[];
  sockets: readonly string[];
  devices: readonly string[];
  hostPorts: readonly number[];
  nested: boolean;
  maxProcesses: number;
}

/** What the commands of a call left behind, and the connections that were refused. */
export interface Traces extends Found, Pick<CallConnections, 'refused' | 'allowed'> {
  /** they had an isolated network and opened no connection through its proxy */
  hadNoConnection: boolean;
}

/** A command to contain. */
export interface Command {
  argv: readonly string[];
  cwd: string;
  env: Record<string, string>;
  /** the first free descriptor in its program */
  descriptor: number;
  /** the command stays in the session of its terminal */
  isTerminal?: boolean;
}

/** The containment of one call. */
export interface Confinement {
  runtimeId: RuntimeId;
  profile: Profile;
  /** Returns the program that runs a command contained. Rejects with the system error, or a ConfinementError. */
  contain(command: Command): Promise<Launch>;
  /** Like `contain`, for a command that reads no input and writes to a pipe. Uses a waiting sandbox if one fits. */
  begin(command: Command): Promise<Launch | Taken>;
  /** Returns the proxy address of its commands, for a later server that adopts them; undefined without a way out. */
  proxy(): ProxyPlace | undefined;
  /** Returns for how many milliseconds its commands waited for the user's decision on a host. */
  heldMs(): number;
  /** Collects what its ended commands have left, and moves unwanted files to quarantine. */
  settle(): Promise<Traces>;
}

export interface ConfinementRequest {
  runtimeId: RuntimeId;
  profile: Profile;
  sessionId: string;
  /** undefined outside of a tool call */
  toolCallId: string | undefined;
  home: string;
  userHome: string;
  sessionDirectory: string;
  workspace: readonly string[];
}

export interface Runtimes {
  /** Describes the sandbox for clients. Starts the probe. */
  feature(): SandboxFeature;
  /** Whether this machine can contain commands. Starts the probe. */
  capability(): Promise<Capability>;
  /** Returns the containment of a call; undefined when the machine lacks it, or it is disabled for `local`. */
  confine(request: ConfinementRequest): Promise<Confinement | undefined>;
  /** Whether the newest command with a writable workspace started before all its repositories were found. */
  missesRepositories(sessionId: string): boolean;
  /** Sets who decides about hosts from now on. */
  decideBy(policy: NetworkPolicy): void;
  /** Reopens the network of a command that outlived its server. Returns a function that closes its way out. */
  adopt(command: KeptCommand & { runtimeId: RuntimeId }): Promise<() => void>;
  /** Returns a session's ports. Without a network it returns undefined, or creates one if `isWanted`. */
  ports(sessionId: string, isWanted?: boolean): Promise<Ports | undefined>;
  /** Releases what a session holds: its network, proxy and waiting sandboxes. */
  release(sessionId: string): Promise<void>;
}

export interface SandboxFeature {
  name: 'sandbox';
  state: 'Pending' | 'Activating' | 'Active' | 'Failed';
  meta: Record<string, unknown>;
}

export interface RuntimesDeps extends Omit<ProbeDeps, 'directory'> {
  home: string;
  settings(): SandboxSettings;
  /** decides about hosts; without it, isolated networks reach no host */
  network?: NetworkPolicy;
  /** returns the proxy for connections out of this machine */
  upstream?: NetworkPolicy['upstream'];
}

/** Milliseconds until a machine that could not contain commands is probed again. */
const againMs = 5 * 60_000;

export function createRuntimes({ home, settings, network, upstream, ...machine }: RuntimesDeps): Runtimes {
  const directory = join(home, 'sandbox');
  let probing: Promise<Capability> | undefined;
  let known: Capability | undefined;
  let probedAt = -Infinity;
  /** the settings at the last probe, as JSON */
  let probedFor = '';
  let policy = network;
  const spares = createSpares();
  /** sessions whose search for repositories was incomplete */
  const incomplete = new Set<string>();
  const networks = createSessionNetworks(
    () => policy && { ...policy, ...(upstream && { upstream }) },
    machine.env['PATH'] ?? '',
  );

  /** Probes once. Repeats a failed probe after a while, and when the settings have changed. */
  async function capability(): Promise<Capability> {
    const isOld = (): boolean => performance.now() - probedAt >= againMs || JSON.stringify(settings()) !== probedFor;
    if (!probing || (known?.available === false && isOld())) {
      [probedAt, probedFor] = [performance.now(), JSON.stringify(settings())];
      probing = probe({ ...machine, directory }).then((found) => (known = found));
    }
    return await probing;
  }

  return {
    capability,
    feature() {
      void capability();
      if (!known) return { name: 'sandbox', state: 'Activating', meta: { kind: null, profiles: [] } };
      if (!known.available) {
        const { reason, hint } = known;
        const error = hint ?? reason;
        return {
          name: 'sandbox',
          state: 'Failed',
          meta: { kind: null, profiles: [], reason, ...(hint && { hint }), error },
        };
      }
      const { path, version, filter } = known;
      return {
        name: 'sandbox',
        state: 'Active',
        meta: {
          kind: 'bubblewrap',
          version,
          path,
          profiles: ['workspace', 'read-only'],
          network: 'namespace',
          filter: filter !== undefined,
          // the kernel does not limit the number of root's processes
          processes: process.getuid?.() !== 0,
        },
      };
    },
    async confine(request) {
      const current = settings();
      if (request.runtimeId === 'local' && !current.plan) return undefined;
      const found = await capability();
      // the workspace must not provide the program that contains it
      if (!found.available || inside(request.workspace, found.path)) return undefined;
      if (request.profile === 'workspace' && isUnsuitable(request)) return undefined;
      const { sessionId } = request;
      return createConfinement({
        ...{ request, settings: current, machine: found, directory, networks, spares },
        searched: (isIncomplete) => void (isIncomplete ? incomplete.add(sessionId) : incomplete.delete(sessionId)),
      });
    },
    async adopt({ runtimeId, ...command }) {
      const { network: mode, planNetwork } = settings();
      const mayConnect = (runtimeId === 'local' ? planNetwork : mode) === 'ask';
      return await networks.adopt(mayConnect ? command : { ...command, proxy: undefined });
    },
    async ports(sessionId, isWanted = false) {
      const found = isWanted ? await capability() : undefined;
      return await networks.ports(sessionId, found?.available ? found.path : undefined);
    },
    missesRepositories: (sessionId) => incomplete.has(sessionId),
    decideBy: (given) => void (policy = given),
    async release(sessionId) {
      // a waiting sandbox would refer to descriptors that other sessions may reuse
      spares.drop(sessionId);
      incomplete.delete(sessionId);
      await networks.release(sessionId);
    },
  };
}

/** Whether commands could change too much: the workspace contains the user's home or lies in the program's data. */
function isUnsuitable({
  workspace,
  home,
  userHome,
}: Pick<ConfinementRequest, 'workspace' | 'home' | 'userHome'>): boolean {
  return workspace.some((each) => inside([each], userHome) || inside([home], each));
}
