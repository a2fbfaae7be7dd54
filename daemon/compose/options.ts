/** What a server is started with, and the outside as tests give it. */
import type { Snapshot } from '../catalog/snapshot.js';
import type { LogLevel } from '../home/logs.js';
import type { HostFilesLimits } from '../sessions/hostfiles.js';
import type { Outside } from '../web/hosts.js';
import type { Programs } from '../workspace/opening/opener.js';
import type { WatchLimits } from '../workspace/watch/watchworker.js';

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
  /** absolute path of the built page; without one there is a start screen */
  webDirectory?: string;
  /** what a proxy leaves in front of all paths, such as `/agent`; without a slash at its end */
  basePath?: string;
  /** addresses of this machine, without loopback; default: none */
  networkAddresses?(): string[];
  /** the outside, for tests; default: that of the process */
  now?(): number;
  /** milliseconds of a monotonic clock */
  monotonic?(): number;
  fetch?: typeof fetch;
  /** certificates that outbound requests trust instead of the usual ones, PEM */
  trusted?: string;
  random?(): number;
  sleep?(ms: number, signal?: AbortSignal): Promise<void>;
  platform?: string;
  timeZone?: string;
  /** milliseconds that a shell command of the user runs in the foreground */
  shellLimitMs?: number;
  /** milliseconds of one search in the contents of files */
  grepLimitMs?: number;
  /** milliseconds that a client gets for a file of its own */
  hostFilesLimits?: HostFilesLimits;
  /** how much of the disk is watched */
  watchLimits?: Partial<WatchLimits>;
  /** programs that files are opened with */
  programs?: Programs;
  /** milliseconds without a search after which its thread ends */
  searchIdleMs?: number;
  /** milliseconds between two socket heartbeats */
  heartbeatMs?: number;
  /** the built-in copy of the catalog */
  loadSnapshot?(): Promise<Snapshot>;
  /** where names and addresses of the web lead, and how long it may take */
  web?: Partial<Outside>;
}
