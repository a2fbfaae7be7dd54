/** `agent web`: runs the server in the foreground until it is stopped (cli.md 5.3). */
import { join, resolve } from 'node:path';
import { Command, Option } from 'clipanion';
import { socketPathPattern } from '../../schemas/instances.js';
import type { LogLevel, RunningDaemon } from '../../schemas/host.js';
import { StartFailure } from '../connect.js';
import { homeAsNamed, type Environment } from '../home.js';
import { pageUrl, webBanner } from './banner.js';
import { canShowBrowser } from './browser.js';
import { UsageFailure } from './failures.js';
import { visibleJson } from '../visible-json.js';
import { hasColour, warn, type CliContext, type Io } from './io.js';

const DEFAULT_PORT = 58_627;
const LOOPBACK = '127.0.0.1';
const logLevels: readonly LogLevel[] = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

/** The validated options. */
export interface WebRequest {
  host: string;
  port: number;
  /** path of a unix socket, instead of host and port */
  socket: string | undefined;
  allowedHosts: string[];
  logLevel: LogLevel | undefined;
  webTitle: string | undefined;
  basePath: string | undefined;
  debugEndpoints: boolean;
  dangerousBypassAuth: boolean;
  allowRemoteShutdown: boolean;
  open: boolean;
}

export class WebCommand extends Command<CliContext> {
  static override paths = [['web']];

  port = Option.String('--port');
  host = Option.String('--host', { tolerateBoolean: true });
  socket = Option.String('--socket', { tolerateBoolean: true });
  allowedHosts = Option.Array('--allowed-host', []);
  logLevel = Option.String('--log-level');
  debugEndpoints = Option.Boolean('--debug-endpoints', false);
  dangerousBypassAuth = Option.Boolean('--dangerous-bypass-auth', false);
  webTitle = Option.String('--web-title');
  basePath = Option.String('--base-path');
  noOpen = Option.Boolean('--no-open', false);
  allowRemoteShutdown = Option.Boolean('--allow-remote-shutdown', false);

  /** Throws UsageFailure for invalid options. */
  request(): WebRequest {
    const { debugEndpoints, dangerousBypassAuth, allowRemoteShutdown } = this;
    const socket = socketOf(this.socket, this.context.io);
    if (socket !== undefined && (this.host !== undefined || this.port !== undefined))
      throw new UsageFailure('--socket and --host or --port exclude each other: nothing listens on the network then');
    return {
      host: hostOf(this.host),
      port: socket === undefined ? portOf(this.port) : 0,
      socket,
      allowedHosts: this.allowedHosts.flatMap(hostsOf),
      logLevel: levelOf(this.logLevel),
      webTitle: titleOf(this.webTitle),
      basePath: basePathOf(this.basePath, this.context.io.env),
      debugEndpoints,
      dangerousBypassAuth,
      allowRemoteShutdown,
      // browsers cannot connect to a unix socket
      open: !this.noOpen && socket === undefined,
    };
  }

  override async execute(): Promise<number> {
    return await runWeb(this.request(), this.context.io);
  }
}

/** Resolves with the exit code when the server has stopped. */
async function runWeb(request: WebRequest, io: Io): Promise<number> {
  const stop = listenForStop(io);
  try {
    await Promise.race([serve(request, io, stop), stop.forced]);
    return 0;
  } finally {
    stop.off();
  }
}

async function serve(request: WebRequest, io: Io, stop: Stop): Promise<void> {
  const daemon = await start(request, io);
  io.stdout.write(
    webBanner({
      daemon,
      version: io.version,
      bypassAuth: request.dangerousBypassAuth,
      basePath: request.basePath,
      networkAddresses: io.networkAddresses(),
      colour: hasColour(io.stdout, io.env),
    }),
  );
  for (const warning of daemon.warnings) warn(io, `configuration: ${warning}`);
  if (!isLoopback(request.host)) {
    warn(io, `the server listens on ${request.host}: other machines of the network can reach it`);
  }
  if (request.open && canShowBrowser(io)) void openBrowser(pageUrl(daemon, request.basePath), io);
  stop.with(daemon);
  await daemon.closed;
}

async function start(request: WebRequest, io: Io): Promise<RunningDaemon> {
  const home = homeAsNamed(io);
  const { cwd } = io;
  const { open: _open, logLevel, ...rest } = request;
  const { startDaemon } = await io.daemon();
  try {
    return await startDaemon({
      ...rest,
      lifetime: 'web',
      home: home.directory,
      env: io.env,
      userHome: io.userHome,
      cwd,
      version: io.version,
      networkAddresses: () => io.networkAddresses(),
      ...(logLevel && {
        logMirror: {
          level: logLevel,
          write: (line: string) => void io.stderr.write(`${visibleJson(line.trimEnd())}\n`),
        },
      }),
    });
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new StartFailure(message, home.logFile, { cause: error });
  }
}

interface Stop {
  with(daemon: RunningDaemon): void;
  /** resolves when the user forces the end */
  forced: Promise<void>;
  off(): void;
}

/** The first signal stops gracefully, the second immediately; signals during the start are not lost. */
function listenForStop(io: Io): Stop {
  let count = 0;
  let daemon: RunningDaemon | undefined;
  let force: () => void = () => undefined;
  const forced = new Promise<void>((resolve) => (force = resolve));
  const off = io.onSignal(() => {
    count += 1;
    if (count === 1) return void daemon?.close();
    const ended = daemon?.close(0) ?? Promise.resolve();
    void ended.finally(force);
    // a hanging stop must not block the terminal
    setTimeout(force, 1_000).unref();
  });
  return {
    with(running) {
      daemon = running;
      if (count > 0) void running.close();
    },
    forced,
    off,
  };
}

export async function openBrowser(url: string, io: Io): Promise<void> {
  try {
    await io.openPage(url);
  } catch (error) {
    warn(io, `the browser could not be opened: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function hostOf(value: string | boolean | undefined): string {
  if (value === true) return '0.0.0.0';
  if (value === undefined || value === false) return LOOPBACK;
  const host = value.trim().replace(/^\[(.*)\]$/, '$1');
  if (host === '') throw new UsageFailure('--host needs a value after =');
  return host;
}

export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\./.test(host);
}

/** Without a value, the option means the socket of the user's login. */
function socketOf(value: string | boolean | undefined, { env, cwd }: Pick<Io, 'env' | 'cwd'>): string | undefined {
  if (value === undefined || value === false) return undefined;
  const runtime = env['XDG_RUNTIME_DIR']?.trim();
  if (value === true && !runtime)
    throw new UsageFailure('--socket needs a path, as XDG_RUNTIME_DIR names no directory');
  const path = value === true ? join(runtime ?? '', 'agent-code.sock') : resolve(cwd, value.trim());
  if (value !== true && value.trim() === '') throw new UsageFailure('--socket needs a path after =');
  if (!socketPathPattern.test(path))
    throw new UsageFailure(
      `--socket needs a path of at most 103 letters, digits and ./_@%+~,- characters, not ${JSON.stringify(path)}`,
    );
  return path;
}

function portOf(value: string | undefined): number {
  if (value === undefined) return DEFAULT_PORT;
  const port = /^\d{1,5}$/.test(value.trim()) ? Number(value) : Infinity;
  if (port > 65_535) throw new UsageFailure(`--port must be a number from 0 to 65535, not ${JSON.stringify(value)}`);
  return port;
}

function hostsOf(value: string): string[] {
  const hosts = value
    .split(',')
    .map((host) => host.trim())
    .filter((host) => host !== '');
  if (hosts.length === 0) throw new UsageFailure('--allowed-host needs a value');
  return hosts;
}

function levelOf(value: string | undefined): LogLevel | undefined {
  if (value === undefined) return undefined;
  const level = logLevels.find((name) => name === value.trim());
  if (!level)
    throw new UsageFailure(`--log-level must be one of ${logLevels.join(', ')}, not ${JSON.stringify(value)}`);
  return level;
}

function titleOf(value: string | undefined): string | undefined {
  const title = value?.trim();
  if (title === '') throw new UsageFailure('--web-title needs a value');
  if (title !== undefined && [...title].length > 100)
    throw new UsageFailure('--web-title must not be longer than 100 characters');
  return title;
}

/** Segments of a base path; browsers resolve `.` and `..` themselves, and `/api` is the server's. */
const basePathPattern = /^(?!\/api(?:\/|$))(?:\/(?!\.{1,2}(?:\/|$))[A-Za-z0-9._~-]+)+$/;

function basePathOf(option: string | undefined, env: Environment): string | undefined {
  const variable = env['AGENT_CODE_BASE_PATH'];
  const [name, value] =
    option === undefined ? ['AGENT_CODE_BASE_PATH', variable || undefined] : ['--base-path', option];
  const path = value?.trim();
  if (path !== undefined && !basePathPattern.test(path))
    throw new UsageFailure(
      `${name} must be a path such as /agent, without a slash at its end, not ${JSON.stringify(value)}`,
    );
  return path;
}
