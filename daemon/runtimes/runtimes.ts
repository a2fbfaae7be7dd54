/** Where commands run: as they are, or contained by the kernel (runtimes.md 1, 3). */
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

/** What a command may do; `full` needs no containment. */
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
  /** undefined: the built-in list */
  private: readonly string[] | undefined;
  env: readonly string[];
  sockets: readonly string[];
  devices: readonly string[];
  hostPorts: readonly number[];
  nested: boolean;
  maxProcesses: number;
}

/** What the commands of a call left, and what the network refused them. */
export interface Traces extends Found, Pick<CallConnections, 'refused' | 'allowed'> {
  /** they had a network of their own, and did not use its proxy */
  hasNoWay: boolean;
}

/** A command to be contained. */
export interface Command {
  argv: readonly string[];
  cwd: string;
  env: Record<string, string>;
  /** the first one that is free in its program */
  descriptor: number;
  /** it stays in the session of its terminal */
  isTerminal?: boolean;
}

/** How a call is contained. */
export interface Confinement {
  runtimeId: RuntimeId;
  profile: Profile;
  /** The program that runs a command contained. Rejects with the system's error, or a ConfinementError. */
  contain(command: Command): Promise<Launch>;
  /** The same for one that reads nothing and writes into a pipe: a sandbox that waits is given it, where one fits. */
  begin(command: Command): Promise<Launch | Taken>;
  /** How its commands are led out, for the server that finds them again; undefined: they have no way out. */
  proxy(): ProxyPlace | undefined;
  /** Milliseconds that its commands waited for the user's word on a host, which are none of theirs. */
  heldMs(): number;
  /** What its commands, which are over, have left; moves what has to go into quarantine. */
  settle(): Promise<Traces>;
}

export interface ConfinementRequest {
  runtimeId: RuntimeId;
  profile: Profile;
  sessionId: string;
  /** absent: no call of the model */
  toolCallId: string | undefined;
  home: string;
  userHome: string;
  sessionDirectory: string;
  workspace: readonly string[];
}

export interface Runtimes {
  /** The part of the server, for clients; starts the probe. */
  feature(): SandboxFeature;
  /** Whether this machine can contain commands; starts the probe. */
  capability(): Promise<Capability>;
  /** How a command is contained; undefined when this machine cannot, or (runtime `local`) when the plan is not enforced. */
  confine(request: ConfinementRequest): Promise<Confinement | undefined>;
  /** Whether the newest command that may write the workspace of a session began before all repositories in it were found. */
  missesRepositories(sessionId: string): boolean;
  /** Who decides about hosts from now on. */
  decideBy(policy: NetworkPolicy): void;
  /** Opens the network of a command that outlived its server again; returns what ends its way out. */
  adopt(command: KeptCommand & { runtimeId: RuntimeId }): Promise<() => void>;
  /** The ports of a session's network; undefined: it has none, and `isWanted` is not true, or this machine cannot make it. */
  ports(sessionId: string, isWanted?: boolean): Promise<Ports | undefined>;
  /** Ends what a session holds of the machine: its network and the way out of it. */
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
  /** decides about hosts; without it nothing is reached where the network is not the machine's */
  network?: NetworkPolicy;
  /** the proxy for connections that leave this machine */
  upstream?: NetworkPolicy['upstream'];
}

/** Between two looks at a machine that cannot contain commands. */
const againMs = 5 * 60_000;

export function createRuntimes({ home, settings, network, upstream, ...machine }: RuntimesDeps): Runtimes {
  const directory = join(home, 'sandbox');
  let probing: Promise<Capability> | undefined;
  let known: Capability | undefined;
  let probedAt = -Infinity;
  /** the settings at that time, as JSON */
  let probedFor = '';
  let policy = network;
  const spares = createSpares();
  /** sessions with repositories that were not found */
  const incomplete = new Set<string>();
  const networks = createSessionNetworks(
    () => policy && { ...policy, ...(upstream && { upstream }) },
    machine.env['PATH'] ?? '',
  );

  /** A machine that could not contain commands is asked again after a while, and when the settings have changed. */
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
          // the system counts the processes of root nowhere
          processes: process.getuid?.() !== 0,
        },
      };
    },
    async confine(request) {
      const current = settings();
      if (request.runtimeId === 'local' && !current.plan) return undefined;
      const found = await capability();
      // a program that the workspace brings is no boundary for it
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
      const hasWayOut = (runtimeId === 'local' ? planNetwork : mode) === 'ask';
      return await networks.adopt(hasWayOut ? command : { ...command, proxy: undefined });
    },
    async ports(sessionId, isWanted = false) {
      const found = isWanted ? await capability() : undefined;
      return await networks.ports(sessionId, found?.available ? found.path : undefined);
    },
    missesRepositories: (sessionId) => incomplete.has(sessionId),
    decideBy: (given) => void (policy = given),
    async release(sessionId) {
      // they would enter what other sessions have under the same descriptors
      spares.drop(sessionId);
      incomplete.delete(sessionId);
      await networks.release(sessionId);
    },
  };
}

/** Whether a workspace holds what commands in it must not change: the home of the user, or the program's data. */
function isUnsuitable({
  workspace,
  home,
  userHome,
}: Pick<ConfinementRequest, 'workspace' | 'home' | 'userHome'>): boolean {
  return workspace.some((each) => inside([each], userHome) || inside([home], each));
}
