/** Confines one call: builds the bubblewrap command line, and collects what the commands leave (runtimes.md 5). */
import { createHash, randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { holdBack } from '../base/fs/heldback.js';
import type { Launch, LaunchInput } from '../base/process/launch.js';
import { insideEnvironment, placesFor } from './environment.js';
import type { CallNetwork, SessionNetworks } from './networks.js';
import { namespaceFlags, type Capability } from './probe.js';
import { settleWatch, storeWatch } from './quarantine.js';
import type { Command, Confinement, ConfinementRequest, SandboxSettings, Traces } from './runtimes.js';
import { identityOf, orderOf, waiterOf, type SpareKind, type Spares } from './spares.js';
import { viewOf } from './view.js';

/** A command cannot be contained; the result of its call contains the message. */
export class ConfinementError extends Error {}

export interface ConfinementParts {
  request: ConfinementRequest;
  settings: SandboxSettings;
  machine: Extract<Capability, { available: true }>;
  /** the directory for files that all sandboxes share */
  directory: string;
  networks: SessionNetworks;
  spares: Spares;
  /** receives whether the search for the workspace's repositories was incomplete */
  searched(incomplete: boolean): void;
}

/** Maximum number of arguments that bubblewrap accepts. */
const maxArguments = 9_000;
const tooMany = 'too many directories are writable, hidden or protected';
/** Milliseconds that the kernel gets to end the processes of a sandbox, and between two checks. */
const endMs = 2_000;
const checkMs = 2;

/** A sandbox that is ready except for its command. */
interface Prepared {
  /** the program and arguments before bubblewrap's own arguments */
  enter: readonly string[];
  /** bubblewrap's flags and mounts */
  options: string[];
  variables: Record<string, string>;
  filter: string | undefined;
  watch?: string;
  /** allows reading the protected files that were missing */
  letGo?: () => void;
}

/** The differences between a sandbox with a command and a waiting one. */
interface Sandbox {
  status: string;
  /** additional bubblewrap options */
  more: string[];
  /** the first free descriptor */
  descriptor: number;
  /** returns the command; `free`: the first descriptor after those of bubblewrap */
  argv(free: number): readonly string[];
}

/** A started command. */
interface Begun {
  /** the file with the protected state to compare with at the end; absent for a command that can change nothing */
  watch?: string | undefined;
  letGo?: (() => void) | undefined;
  /** the file that bubblewrap writes its status to */
  status: string;
}

export function createConfinement(parts: ConfinementParts): Confinement {
  const { request, settings, machine, directory, networks, spares, searched } = parts;
  const { runtimeId, profile, sessionDirectory } = request;
  const begun: Begun[] = [];
  const isLocal = runtimeId === 'local';
  const mode = isLocal ? settings.planNetwork : settings.network;
  let joined: Promise<CallNetwork> | undefined;
  let present: CallNetwork | undefined;
  /** the kind of the newest command, as a guess for the next one */
  let last: SpareKind | undefined;
  const own = join(sessionDirectory, 'sandbox');
  const newStatus = (): string => join(own, `${randomUUID()}.status`);

  async function prepare({ cwd, env, isTerminal = false }: Omit<Command, 'argv' | 'descriptor'>): Promise<Prepared> {
    if (3 * (settings.write.length + settings.hide.length) > maxArguments) throw new ConfinementError(tooMany);
    const privateDirectory = join(directory, keyOf(request.workspace));
    joined ??= networks.join(request, mode, isLocal ? [] : settings.hostPorts, machine.path).catch((error: unknown) => {
      joined = undefined;
      throw new ConfinementError(error instanceof Error ? error.message : 'no network');
    });
    // the network and the view take a while and run in parallel; the `await` below handles the rejection
    joined.catch(() => undefined);
    const view = await viewOf({
      ...request,
      cwd,
      directory,
      privateDirectory,
      path: env['PATH'] ?? '',
      isRoot: process.getuid?.() === 0,
      settings,
    });
    if (view.watch) searched(view.incomplete);
    const network = (present = await joined);
    mkdirSync(own, { recursive: true, mode: 0o700 });
    const isNested = settings.nested && runtimeId === 'sandbox';
    return {
      enter: [...network.enter, machine.path],
      options: [...namespaceFlags(machine.refusesUserNamespaces && !isNested, isTerminal), '--clearenv', ...view.args],
      variables: {
        ...(isLocal
          ? env
          : { ...insideEnvironment(env, settings.env), ...placesFor(view.missing, privateDirectory, env) }),
        ...network.variables,
        // the sandbox may not be able to write in the server's temporary directory
        TMPDIR: join(sessionDirectory, 'tmp'),
        AGENT_SANDBOX: profile,
      },
      filter: isNested ? machine.nestedFilter : machine.filter,
      ...(view.watch && {
        watch: storeWatch(sessionDirectory, view.watch),
        letGo: holdBack(view.watch.missing),
      }),
    };
  }

  const withLimit = (argv: readonly string[]): readonly string[] => limited(argv, isLocal ? 0 : settings.maxProcesses);

  function launchOf({ enter, options, filter }: Prepared, sandbox: Sandbox): Launch {
    const { status, more, descriptor, argv } = sandbox;
    const inputs: LaunchInput[] = [{ write: status }, ...(filter === undefined ? [] : [{ read: filter }])];
    const all = [
      ...options,
      ...more,
      ...['--json-status-fd', String(descriptor + 1)],
      ...(filter === undefined ? [] : ['--seccomp', String(descriptor + 2)]),
    ];
    const command = argv(descriptor + 1 + inputs.length);
    if (all.length + command.length + 4 > maxArguments) throw new ConfinementError(tooMany);
    const [program = machine.path, ...entering] = enter;
    return {
      program,
      // other processes can read arguments, so the values of the environment go through a descriptor
      args: [...entering, '--args', String(descriptor), '--', ...command],
      inputs: [{ bytes: Buffer.from(all.join('\0')) }, ...inputs],
    };
  }

  function contain(prepared: Prepared, { argv, cwd, descriptor }: Command): Launch {
    const status = newStatus();
    begun.push({ ...begunWith(prepared), status });
    const variables = Object.entries(prepared.variables).flatMap(([name, value]) => ['--setenv', name, value]);
    const more = [...variables, '--chdir', cwd];
    return launchOf(prepared, { status, more, descriptor, argv: () => withLimit(argv) });
  }

  function kindOf(prepared: Prepared, env: Record<string, string>): SpareKind {
    const { enter, options, filter = '' } = prepared;
    return {
      sessionId: request.sessionId,
      name: `${runtimeId} ${profile}`,
      directory: own,
      plan: () => identityOf([...enter, ...options, filter]),
      launch: (descriptor, status) =>
        launchOf(prepared, { status, more: ['--chdir', '/'], descriptor, argv: waiterOf }),
      env,
    };
  }

  return {
    runtimeId,
    profile,
    contain: async (command) => contain(await prepare(command), command),
    async begin(command) {
      const prepared = await prepare(command);
      const order = orderOf(withLimit(command.argv), command.cwd, prepared.variables);
      if (order === undefined) return contain(prepared, command);
      last = kindOf(prepared, command.env);
      const taken = await spares.take(last, order);
      if (!taken) return contain(prepared, command);
      begun.push({ ...begunWith(prepared), status: taken.status });
      return taken;
    },
    proxy: () => present?.proxy,
    heldMs: () => present?.heldMs() ?? 0,
    async settle() {
      const traces: Traces = { quarantined: [], repositories: [], refused: [], allowed: [], hadNoConnection: false };
      const network = await joined?.catch(() => undefined);
      joined = undefined;
      if (network) {
        const { refused = [], allowed = [], count = 0 } = network.connections ?? {};
        Object.assign(traces, { refused, allowed, hadNoConnection: mode !== 'host' && count === 0 });
      }
      for (const { watch, status, letGo } of begun.splice(0)) {
        await ended(status);
        await rm(status, { force: true });
        if (watch === undefined) continue;
        const found = await settleWatch(sessionDirectory, watch, true).finally(letGo);
        traces.quarantined.push(...found.quarantined);
        traces.repositories.push(...found.repositories);
      }
      network?.end();
      if (last) spares.renew(last);
      return traces;
    },
  };
}

const begunWith = ({ watch, letGo }: Prepared): Omit<Begun, 'status'> => ({ watch, letGo });

/** Returns a name for a workspace, for its directory of private files. */
function keyOf(workspace: readonly string[]): string {
  return createHash('sha256')
    .update(workspace[0] ?? '')
    .digest('hex')
    .slice(0, 16);
}

/** Limits the number of processes, unless the user is root. Shells use different options for that limit. */
function limited(argv: readonly string[], processes: number): readonly string[] {
  if (processes === 0 || process.getuid?.() === 0) return argv;
  const script = `{ ulimit -u ${processes} || ulimit -p ${processes}; } 2>/dev/null; exec "$0" "$@"`;
  return ['/bin/sh', '-c', script, ...argv];
}

/**
 * Waits until all processes of a sandbox have ended: the kernel ends them with the first one, just after bubblewrap.
 * Reads only the first line of the status, because bubblewrap writes it before the untrusted command starts.
 */
async function ended(status: string): Promise<void> {
  const text = readNow(status);
  const [, pid] = /^\{\s*"child-pid":\s*(\d+)/.exec(text.split('\n', 1)[0] ?? '') ?? [];
  if (pid === undefined) return;
  for (const over = Date.now() + endMs; Date.now() < over; await delay(checkMs)) {
    const stat = readNow(`/proc/${pid}/stat`);
    const [state = 'X'] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (!stat.includes('(bwrap)') || state === 'Z' || state === 'X') return;
  }
}

function readNow(file: string): string {
  try {
    return readFileSync(file, 'latin1');
  } catch {
    // the file is gone
    return '';
  }
}
