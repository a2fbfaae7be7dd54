/** `agent service`: runs `agent web` as a service of the user's login (acp-cli.md 3.6). */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Command } from 'clipanion';
import type { InstanceFile } from '../../schemas/generated/files.js';
import { instanceUrl } from '../../schemas/instances.js';
import { clientHome, homeAsNamed, systemCode } from '../home.js';
import { listInstances } from '../instances.js';
import { CommandFailure, UsageFailure } from './failures.js';
import { warn, writeLine, type CliContext, type Io } from './io.js';
import { LAUNCHD_LABEL, launchdPlist, MARKER, systemdUnit, webWords, type ServiceFacts } from './service-file.js';
import { WebCommand } from './web.js';

const UNIT = 'agent-code.service';

export class ServiceCommand extends Command<CliContext> {
  static override paths = [['service']];

  override execute(): Promise<number> {
    throw new UsageFailure('agent service needs one of install, remove, status, print');
  }
}

export class ServicePrintCommand extends WebCommand {
  static override paths = [['service', 'print']];

  override execute(): Promise<number> {
    const { io } = this.context;
    const kind = io.platform === 'darwin' ? 'launchd' : 'systemd';
    io.stdout.write(textOf(kind, this.facts()));
    return Promise.resolve(0);
  }

  protected facts(): ServiceFacts {
    const { io } = this.context;
    const { PATH, AGENT_CODE_HOME } = io.env;
    return {
      node: stablePath(io.node),
      program: stablePath(io.program),
      words: webWords(this.request()),
      // the service would resolve a relative name against another directory
      env: { PATH, AGENT_CODE_HOME: AGENT_CODE_HOME?.trim() ? homeAsNamed(io).directory : undefined },
    };
  }
}

export class ServiceInstallCommand extends ServicePrintCommand {
  static override paths = [['service', 'install']];

  override async execute(): Promise<number> {
    const { io } = this.context;
    const facts = this.facts();
    const manager = managerOf(io, facts);
    const path = manager.file;
    const before = await readOwn(path);
    const text = textOf(manager.kind, facts);
    await mkdir(dirname(path), { recursive: true });
    if (before !== text) await writeFile(path, text, { mode: 0o600 });
    manager.start(before !== undefined && (before !== text || isOtherVersion(io, await running(io, manager))));
    writeLine(io.stdout, `${path}`);
    writeLine(io.stderr, 'the service runs, and starts with your login; agent service status names its address');
    if (manager.kind === 'systemd') writeLine(io.stderr, 'to let it run without a login too: loginctl enable-linger');
    return 0;
  }
}

export class ServiceRemoveCommand extends Command<CliContext> {
  static override paths = [['service', 'remove']];

  override async execute(): Promise<number> {
    const { io } = this.context;
    const manager = managerOf(io);
    if ((await readOwn(manager.file)) === undefined) {
      writeLine(io.stdout, 'no service to remove');
      return 0;
    }
    manager.stop();
    await rm(manager.file, { force: true });
    manager.forget();
    writeLine(io.stdout, `removed ${manager.file}`);
    return 0;
  }
}

export class ServiceStatusCommand extends Command<CliContext> {
  static override paths = [['service', 'status']];

  override async execute(): Promise<number> {
    const { io } = this.context;
    const manager = managerOf(io);
    if ((await readOwn(manager.file)) === undefined) {
      writeLine(io.stdout, 'not installed');
      return 1;
    }
    const { state, pid, instance } = await running(io, manager);
    if (pid === undefined) {
      writeLine(io.stdout, `not running (${state})`);
      return 1;
    }
    writeLine(io.stdout, `running (${state}), pid ${pid}${instance ? `, ${instanceUrl(instance)}` : ''}`);
    if (isOtherVersion(io, { instance })) {
      const again = 'agent service install restarts it with this version';
      warn(io, `the service runs version ${instance?.host_version}, this is ${io.version}; ${again}`);
    }
    return 0;
  }
}

interface ServiceState {
  state: string;
  pid: number | undefined;
  instance: InstanceFile | undefined;
}

/** The state of the service, and its server if that is registered in the home. */
async function running(io: Io, manager: Manager): Promise<ServiceState> {
  const { state, pid } = manager.state();
  if (pid === undefined) return { state, pid, instance: undefined };
  const instances = await listInstances({ instances: clientHome(io).instances, fetch: io.fetch, now: io.now });
  return { state, pid, instance: instances.find((instance) => instance.pid === pid) };
}

/** Returns whether the service runs another version than this program, for example the one before an upgrade. */
function isOtherVersion(io: Io, { instance }: Pick<ServiceState, 'instance'>): boolean {
  return instance !== undefined && instance.host_version !== io.version;
}

function textOf(kind: Manager['kind'], facts: ServiceFacts): string {
  return kind === 'systemd' ? systemdUnit(facts) : launchdPlist(facts);
}

/** Returns a path that survives upgrades: the link at which the archive keeps its versions (acp-cli.md 3.4). */
function stablePath(path: string): string {
  const current = path.replace(/\/versions\/[^/]+\/(?=bin\/|app\/)/, '/current/');
  return existsSync(current) ? current : path;
}

/** Returns undefined when there is no file. Throws CommandFailure for a file that this program did not write. */
async function readOwn(path: string): Promise<string | undefined> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return undefined;
    throw new CommandFailure(`cannot read ${path}: ${systemCode(error) ?? String(error)}`, { cause: error });
  }
  if (!text.includes(MARKER)) throw new CommandFailure(`${path} was not written by agent service; it stays as it is`);
  return text;
}

interface Manager {
  kind: 'systemd' | 'launchd';
  file: string;
  /** `again`: the service may already run, with other options or another version */
  start(again: boolean): void;
  stop(): void;
  /** called after the file was deleted */
  forget(): void;
  state(): { state: string; pid: number | undefined };
}

/** Throws CommandFailure on a machine without a service manager. */
function managerOf(io: Io, facts?: ServiceFacts): Manager {
  if (io.platform === 'win32') {
    const command = facts ? [facts.node, facts.program, ...facts.words].map((word) => `\\"${word}\\"`).join(' ') : '…';
    throw new CommandFailure('services of Windows are not supported', {
      hint: `Run: schtasks /Create /SC ONLOGON /TN agent-code /TR "${command}"`,
    });
  }
  return io.platform === 'darwin' ? launchd(io) : systemd(io);
}

function systemd(io: Io): Manager {
  const config = io.env['XDG_CONFIG_HOME']?.trim() || join(io.userHome, '.config');
  const control = (...words: string[]): string => run(io, 'systemctl', ['--user', ...words]);
  if (attempt(io, 'systemctl', ['--user', 'show-environment']).failure !== undefined)
    throw new CommandFailure('there is no systemd for this user on this machine', {
      hint: 'agent service print prints a unit file, which you can adapt to your own manager of services.',
    });
  return {
    kind: 'systemd',
    file: join(config, 'systemd', 'user', UNIT),
    start(again) {
      control('daemon-reload');
      control('enable', '--now', UNIT);
      if (again) control('restart', UNIT);
    },
    stop: () => void control('disable', '--now', UNIT),
    forget: () => void control('daemon-reload'),
    state() {
      const shown = control('show', UNIT, '--property=ActiveState,MainPID');
      const pid = Number(/^MainPID=(\d+)$/m.exec(shown)?.[1] ?? 0);
      return { state: /^ActiveState=(.*)$/m.exec(shown)?.[1] ?? 'unknown', pid: pid > 0 ? pid : undefined };
    },
  };
}

function launchd(io: Io): Manager {
  const domain = `gui/${process.getuid?.() ?? 0}`;
  const file = join(io.userHome, 'Library', 'LaunchAgents', `${LAUNCHD_LABEL}.plist`);
  const service = `${domain}/${LAUNCHD_LABEL}`;
  return {
    kind: 'launchd',
    file,
    start() {
      // a loaded service would keep its options; without one this fails harmlessly
      attempt(io, 'launchctl', ['bootout', service]);
      run(io, 'launchctl', ['bootstrap', domain, file]);
    },
    stop: () => void attempt(io, 'launchctl', ['bootout', service]),
    forget: () => undefined,
    state() {
      const shown = attempt(io, 'launchctl', ['print', service]).output;
      const pid = /^\s*pid = (\d+)$/m.exec(shown)?.[1];
      return {
        state: /^\s*state = (.*)$/m.exec(shown)?.[1] ?? 'not loaded',
        pid: pid === undefined ? undefined : Number(pid),
      };
    },
  };
}

function run(io: Io, command: string, words: readonly string[]): string {
  const { output, failure } = attempt(io, command, words);
  if (failure !== undefined) throw new CommandFailure(`${command} ${words.join(' ')}: ${failure}`);
  return output;
}

function attempt(io: Io, command: string, words: readonly string[]): { output: string; failure: string | undefined } {
  const { status, stdout, stderr, error } = spawnSync(command, words, { env: { ...io.env }, encoding: 'utf8' });
  const failure = error?.message ?? (status === 0 ? undefined : stderr.trim() || `exit code ${status}`);
  return { output: stdout ?? '', failure };
}
