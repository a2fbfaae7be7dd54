/** One call in the sandbox: the program that runs its command, and what the command leaves (runtimes.md 5). */
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

/** Why a command cannot be contained, for the result of its call. */
export class ConfinementError extends Error {}

export interface ConfinementParts {
  request: ConfinementRequest;
  settings: SandboxSettings;
  machine: Extract<Capability, { available: true }>;
  /** where all sandboxes keep what they need */
  directory: string;
  networks: SessionNetworks;
  spares: Spares;
  /** whether repositories of the workspace may be missing among what is protected */
  searched(incomplete: boolean): void;
}

/** Arguments that bubblewrap takes. */
const maxArguments = 9_000;
const tooMany = 'too many directories are writable, hidden or protected';
/** Milliseconds for the kernel to end what is left in a sandbox, and between two looks. */
const endMs = 2_000;
const lookMs = 2;

/** A sandbox for a command, but for the command. */
interface Prepared {
  /** the program that starts it, with what comes before bubblewrap's own arguments */
  enter: readonly string[];
  /** flags and mounts */
  options: string[];
  variables: Record<string, string>;
  filter: string | undefined;
  watch?: string;
  /** what is missing may be read from then on */
  letGo?: () => void;
}

/** What differs between a sandbox with a command and one that waits. */
interface Sandbox {
  status: string;
  /** options */
  more: string[];
  /** the first one that is free */
  descriptor: number;
  /** gets the first descriptor after those of bubblewrap */
  argv(free: number): readonly string[];
}

/** A command that was started. */
interface Begun {
  /** what is compared with when it is over; none where it can change nothing */
  watch?: string | undefined;
  letGo?: (() => void) | undefined;
  /** what bubblewrap says of its process */
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
  /** of the newest command, which the next may be like */
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
    // both take a while; the failure of one is waited for below
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
        // the one that the server has may lie where nothing can be written
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
      // values of the environment are not among the arguments, which other processes can read
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
      const traces: Traces = { quarantined: [], repositories: [], refused: [], allowed: [], hasNoWay: false };
      const network = await joined?.catch(() => undefined);
      joined = undefined;
      if (network) {
        const { refused = [], allowed = [], count = 0 } = network.connections ?? {};
        Object.assign(traces, { refused, allowed, hasNoWay: mode !== 'host' && count === 0 });
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

/** Names a workspace among all. */
function keyOf(workspace: readonly string[]): string {
  return createHash('sha256')
    .update(workspace[0] ?? '')
    .digest('hex')
    .slice(0, 16);
}

/** With a limit of processes where the user is not root; shells name that limit differently. */
function limited(argv: readonly string[], processes: number): readonly string[] {
  if (processes === 0 || process.getuid?.() === 0) return argv;
  const script = `{ ulimit -u ${processes} || ulimit -p ${processes}; } 2>/dev/null; exec "$0" "$@"`;
  return ['/bin/sh', '-c', script, ...argv];
}

/**
 * Waits for the end of all processes of a sandbox, which the kernel ends with the first of them a moment after
 * bubblewrap itself. Only the first line is believed: bubblewrap writes it before the command starts.
 */
async function ended(status: string): Promise<void> {
  const text = readNow(status);
  const [, pid] = /^\{\s*"child-pid":\s*(\d+)/.exec(text.split('\n', 1)[0] ?? '') ?? [];
  if (pid === undefined) return;
  for (const over = Date.now() + endMs; Date.now() < over; await delay(lookMs)) {
    const stat = readNow(`/proc/${pid}/stat`);
    const [state = 'X'] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (!stat.includes('(bwrap)') || state === 'Z' || state === 'X') return;
  }
}

function readNow(file: string): string {
  try {
    return readFileSync(file, 'latin1');
  } catch {
    // it is gone
    return '';
  }
}
