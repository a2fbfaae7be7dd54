/** Where commands run: as they are, or contained (runtimes.md 1, 3). */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { inside } from '../base/fs/paths.js';
import { namespaceFlags, probe, type Capability, type ProbeDeps } from './probe.js';
import { readOnlyView } from './view.js';

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

/** A program to start in the place of a command. */
export interface Launch {
  program: string;
  args(filterDescriptor: number): string[];
  env: Record<string, string>;
  /** absolute path of the file that the program reads from the descriptor */
  filter?: string;
}

/** How a call is contained. */
export interface Confinement {
  profile: Profile;
  /** The program that runs a command contained; rejects with the system's error. */
  contain(command: { argv: readonly string[]; cwd: string; env: Record<string, string> }): Promise<Launch>;
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
}

export interface SandboxFeature {
  name: 'sandbox';
  state: 'Pending' | 'Activating' | 'Active' | 'Failed';
  meta: Record<string, unknown>;
}

export interface RuntimesDeps extends Omit<ProbeDeps, 'directory'> {
  home: string;
  /** `[sandbox]` of the configuration in effect */
  settings(): SandboxSettings;
}

export function createRuntimes({ home, settings, ...machine }: RuntimesDeps): Runtimes {
  const directory = join(home, 'sandbox');
  let probing: Promise<Capability> | undefined;
  let known: Capability | undefined;

  async function capability(): Promise<Capability> {
    probing ??= probe({ ...machine, directory }).then((found) => (known = found));
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
          network: null,
          filter: filter !== undefined,
        },
      };
    },
    async confine(request) {
      if (request.runtimeId === 'local' && !settings().plan) return undefined;
      const found = await capability();
      // a program that the workspace brings is no boundary for it
      if (!found.available || inside(request.workspace, found.path)) return undefined;
      const { profile } = request;
      return { profile, contain: async (command) => await contain(found, directory, request, command) };
    },
  };
}

async function contain(
  { path, filter, refusesUserNamespaces }: Extract<Capability, { available: true }>,
  directory: string,
  request: ConfinementRequest,
  { argv, cwd, env }: Parameters<Confinement['contain']>[0],
): Promise<Launch> {
  const workspaceKey = createHash('sha256')
    .update(request.workspace[0] ?? '')
    .digest('hex')
    .slice(0, 16);
  const view = await readOnlyView({
    ...request,
    privateDirectory: join(directory, workspaceKey),
    cwd,
    path: env['PATH'] ?? '',
    isRoot: process.getuid?.() === 0,
  });
  if (request.profile === 'workspace') {
    // what hides the data directory covers it when it lies in the workspace
    const hiding = view.lastIndexOf('--tmpfs');
    view.splice(hiding, 0, ...request.workspace.flatMap((each) => ['--bind', each, each]));
  }
  return {
    program: path,
    args: (descriptor) => [
      ...namespaceFlags(refusesUserNamespaces),
      ...view,
      ...(filter === undefined ? [] : ['--seccomp', String(descriptor)]),
      ...['--chdir', cwd, '--', ...argv],
    ],
    // the one that the server has may lie where nothing can be written
    env: { ...env, TMPDIR: '/tmp', AGENT_SANDBOX: request.profile },
    ...(filter === undefined ? {} : { filter }),
  };
}
