/** What a server is started with, and the outside as tests give it. */
import type { DaemonOptions as HostedOptions } from '../../schemas/host.js';
import type { Snapshot } from '../catalog/snapshot.js';
import type { HostFilesLimits } from '../sessions/hostfiles.js';
import type { Outside } from '../web/hosts.js';
import type { Programs } from '../workspace/opening/opener.js';
import type { WatchLimits } from '../workspace/watch/watchworker.js';

export interface DaemonOptions extends HostedOptions {
  /** absolute path of the built page; without one there is a start screen */
  webDirectory?: string;
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
