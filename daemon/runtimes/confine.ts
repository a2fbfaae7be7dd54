/** One call in the sandbox: the program that runs its command, and what the command leaves (runtimes.md 5). */
import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Launch, LaunchInput } from '../base/process/launch.js';
import { insideEnvironment, placesFor } from './environment.js';
import type { CallNetwork, SessionNetworks } from './networks.js';
import { namespaceFlags, type Capability } from './probe.js';
import { settleWatch, storeWatch } from './quarantine.js';
import type { Confinement, ConfinementRequest, SandboxSettings, Traces } from './runtimes.js';
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
}

/** Arguments that bubblewrap takes. */
const maxArguments = 9_000;
const tooMany = 'too many directories are writable, hidden or protected';
/** Milliseconds for the kernel to end what is left in a sandbox, and between two looks. */
const endMs = 2_000;
const lookMs = 2;

/** A command that was started. */
interface Begun {
  /** what is compared with when it is over; none where it can change nothing */
  watch?: string;
  /** what bubblewrap says of its process */
  status: string;
}

export function createConfinement(parts: ConfinementParts): Confinement {
  const { request, settings, machine, directory, networks } = parts;
  const { runtimeId, profile, sessionDirectory } = request;
  const begun: Begun[] = [];
  const isLocal = runtimeId === 'local';
  const mode = isLocal ? settings.planNetwork : settings.network;
  let joined: Promise<CallNetwork> | undefined;
  let present: CallNetwork | undefined;

  async function contain(command: Parameters<Confinement['contain']>[0]): Promise<Launch> {
    const { argv, cwd, env, descriptor, isTerminal = false } = command;
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
    const network = (present = await joined);
    const own = join(sessionDirectory, 'sandbox');
    await mkdir(own, { recursive: true, mode: 0o700 });
    const status = join(own, `${randomUUID()}.status`);
    begun.push({ status, ...(view.watch && { watch: await storeWatch(sessionDirectory, view.watch) }) });
    const variables: Record<string, string> = {
      ...(isLocal
        ? env
        : { ...insideEnvironment(env, settings.env), ...placesFor(view.missing, privateDirectory, env) }),
      ...network.variables,
      // the one that the server has may lie where nothing can be written
      TMPDIR: join(sessionDirectory, 'tmp'),
      AGENT_SANDBOX: profile,
    };
    const isNested = settings.nested && runtimeId === 'sandbox';
    const filter = isNested ? machine.nestedFilter : machine.filter;
    const inputs: LaunchInput[] = [{ write: status }, ...(filter === undefined ? [] : [{ read: filter }])];
    const options = [
      ...namespaceFlags(machine.refusesUserNamespaces && !isNested, isTerminal),
      '--clearenv',
      ...Object.entries(variables).flatMap(([name, value]) => ['--setenv', name, value]),
      ...view.args,
      ...['--json-status-fd', String(descriptor + 1)],
      ...(filter === undefined ? [] : ['--seccomp', String(descriptor + 2)]),
      ...['--chdir', cwd],
    ];
    if (options.length + argv.length + 4 > maxArguments) throw new ConfinementError(tooMany);
    const [program = machine.path, ...entering] = [...network.enter, machine.path];
    const [limit, inner] = [isLocal ? 0 : settings.maxProcesses, String(descriptor)];
    return {
      program,
      // values of the environment are not among the arguments, which other processes can read
      args: [...entering, '--args', inner, '--', ...limited(argv, limit)],
      inputs: [{ bytes: Buffer.from(options.join('\0')) }, ...inputs],
    };
  }

  return {
    runtimeId,
    profile,
    contain,
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
      for (const { watch, status } of begun.splice(0)) {
        await ended(status);
        await rm(status, { force: true });
        if (watch === undefined) continue;
        const found = await settleWatch(sessionDirectory, watch, true);
        traces.quarantined.push(...found.quarantined);
        traces.repositories.push(...found.repositories);
      }
      network?.end();
      return traces;
    },
  };
}

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
  const text = await readFile(status, 'utf8').catch(() => '');
  const [, pid] = /^\{\s*"child-pid":\s*(\d+)/.exec(text.split('\n', 1)[0] ?? '') ?? [];
  if (pid === undefined) return;
  for (const over = Date.now() + endMs; Date.now() < over; await delay(lookMs)) {
    const stat = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => '');
    const [state = 'X'] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (!stat.includes('(bwrap)') || state === 'Z' || state === 'X') return;
  }
}
