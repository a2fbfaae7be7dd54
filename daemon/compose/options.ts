/** Options of the daemon, and the external dependencies that tests replace. */
import type { DaemonOptions as HostedOptions } from '../../schemas/host.js';
import type { Snapshot } from '../catalog/snapshot.js';
import type { HostFilesLimits } from '../sessions/hostfiles.js';
import type { Outside } from '../web/hosts.js';
import type { Programs } from '../workspace/opening/opener.js';
import type { WatchLimits } from '../workspace/watch/watchworker.js';

export interface DaemonOptions extends HostedOptions {
  /** absolute path of the built page; without it the server shows a start screen */
  webDirectory?: string;
  /** external dependencies for tests; default: those of the process */
  now?(): number;
  /** milliseconds of a monotonic clock */
  monotonic?(): number;
  fetch?: typeof fetch;
  /** certificates that outbound requests trust instead of the default ones, PEM */
  trusted?: string;
  random?(): number;
  sleep?(ms: number, signal?: AbortSignal): Promise<void>;
  platform?: string;
  timeZone?: string;
  /** time limit of the user's shell commands in the foreground, in milliseconds */
  shellLimitMs?: number;
  /** time limit of one search in file contents, in milliseconds */
  grepLimitMs?: number;
  /** time limits for a client's host files */
  hostFilesLimits?: HostFilesLimits;
  /** limits of file watching */
  watchLimits?: Partial<WatchLimits>;
  /** programs that open files */
  programs?: Programs;
  /** milliseconds without a search before its thread ends */
  searchIdleMs?: number;
  /** milliseconds between two socket heartbeats */
  heartbeatMs?: number;
  /** the built-in copy of the catalog */
  loadSnapshot?(): Promise<Snapshot>;
  /** name resolution, connections and time limits of the web */
  web?: Partial<Outside>;
}
