/** What the client side needs of the daemon side; `bin/main.ts` fills it in, nothing here imports the daemon. */

export type LogLevel = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';

export interface DaemonOptions {
  /** `web`: lives until stopped; `embedded`: ends with this process (cli.md 1.1) */
  lifetime: 'web' | 'embedded';
  host: string;
  /** 0: any free one; a busy one is retried with +1 */
  port: number;
  /** path of a unix socket to listen on, instead of the port */
  socket?: string | undefined;
  /** absolute path of the data directory */
  home: string;
  env: Readonly<Record<string, string | undefined>>;
  userHome: string;
  /** where the program was started */
  cwd: string;
  version: string;
  /** further `Host` values, besides those of `AGENT_CODE_ALLOWED_HOSTS` */
  allowedHosts?: readonly string[];
  /** second copy of the log lines */
  logMirror?: { level: LogLevel; write(line: string): void };
  debugEndpoints?: boolean;
  dangerousBypassAuth?: boolean;
  allowRemoteShutdown?: boolean;
  webTitle?: string;
  /** what a proxy leaves in front of all paths, such as `/agent`; without a slash at its end */
  basePath?: string;
  /** addresses of this machine, without loopback */
  networkAddresses?(): string[];
}

/** A daemon in this process; it is reached by its API like any other. */
export interface RunningDaemon {
  serverId: string;
  /** loopback address also for wildcard binds, without a slash at the end */
  baseUrl: string;
  host: string;
  port: number;
  /** path of the unix socket that it listens on, instead of the port */
  socket?: string | undefined;
  /** undefined when access is not checked */
  token: string | undefined;
  logFile: string;
  /** values of configuration and environment that were ignored, for the user */
  warnings: readonly string[];
  /** Graceful stop within `deadlineMs` (default 10 s); a second call with 0 ends at once. */
  close(deadlineMs?: number): Promise<void>;
  /** resolves when it has stopped, for whatever reason */
  closed: Promise<void>;
}

/** Rejects with an error whose message is for the user when the daemon cannot start. */
export type StartDaemon = (options: DaemonOptions) => Promise<RunningDaemon>;

/** What bin hands to the command line. */
export interface DaemonSide {
  startDaemon: StartDaemon;
}
