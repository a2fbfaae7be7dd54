/** What client and daemon hand each other through `bin`: a server in this process, and commands that run without one. */

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

/** A file that `agent doctor` looks at. */
export interface DoctorFile {
  kind: 'config' | 'tui';
  /** absolute path; absent: the one of the data directory, which may be missing */
  path?: string;
}

export interface DoctorOptions {
  files: readonly DoctorFile[];
  /** absolute path of the data directory */
  home: string;
  env: Readonly<Record<string, string | undefined>>;
}

/** The findings in one file, for the user; no line holds a secret. */
export interface DoctorReport {
  status: 'OK' | 'SKIP' | 'ERROR';
  label: string;
  path: string;
  /** `line:col field: problem` in the order of the file; warnings begin with `warning: ` */
  messages: string[];
}

export interface DeviceCode {
  verificationUri: string;
  /** the same with the code in it */
  verificationUriComplete: string;
  userCode: string;
  /** seconds */
  expiresIn: number;
}

export interface LoginOptions {
  /** absolute path of the data directory */
  home: string;
  env: Readonly<Record<string, string | undefined>>;
  /** ends the login */
  signal: AbortSignal;
  onCode(code: DeviceCode): void;
  onWarning(message: string): void;
}

/** `already`: the user had nothing to do; messages are for the user. */
export type LoginOutcome =
  | { kind: 'done' | 'already'; provider: string; models: number; defaultModel?: string }
  | { kind: 'failed'; message: string };

export interface CrashOptions {
  /** absolute path of the data directory */
  home: string;
  env: Readonly<Record<string, string | undefined>>;
}

export interface Release {
  version: string;
  notesUrl?: string;
  /** archives by platform and processor, such as `linux-x64` */
  native: Readonly<Record<string, NativeRelease>>;
}

export interface NativeRelease {
  url: string;
  /** hex */
  sha256: string;
  size: number;
}

export type InstallSource = 'npm' | 'pnpm' | 'yarn' | 'bun' | 'homebrew' | 'native' | 'other';

/** How the program came to this machine. */
export interface Installation {
  source: InstallSource;
  /** npm: what its option of this name gets; native: the directory with `versions` and `current` */
  prefix?: string;
}

/** What `agent export` shows of a session. */
export interface SessionBrief {
  id: string;
  title: string;
  /** milliseconds */
  lastActivity: number;
}

/** Formats of a file to read and pass on; `zip` has everything, for reports and archives. */
export const readableFormats = ['html', 'markdown', 'json'] as const;
export type ReadableFormat = (typeof readableFormats)[number];

export interface ExportTarget {
  /** absolute path of the data directory */
  home: string;
  env: Readonly<Record<string, string | undefined>>;
  version: string;
  /** absolute path of what was started */
  program: string;
  sessionId: string;
  /** absolute path of the file, which must not exist */
  path: string;
  format: 'zip' | ReadableFormat;
  /** of a ZIP */
  globalLog: boolean;
  /** of the other formats */
  tools: boolean;
  thinking: boolean;
  signal: AbortSignal;
}

export interface VisualizerOptions {
  /** absolute path of the data directory */
  home: string;
  env: Readonly<Record<string, string | undefined>>;
  version: string;
  host: string;
  /** 0: any */
  port: number;
  /** absolute path of an export; absent: the home is shown */
  archive?: string;
  /** absolute path of the built page */
  webDirectory: string;
  onDefect(message: string, facts?: object): void;
}

/** `agent vis --out`: a session as one HTML file. */
export interface SessionFileTarget extends Pick<VisualizerOptions, 'home' | 'env' | 'archive' | 'webDirectory'> {
  /** absent: that of the export */
  sessionId?: string;
  /** absolute path of the file, which nothing may have yet */
  pathOf(sessionId: string): string;
  signal: AbortSignal;
}

export interface SessionFileOutcome {
  path: string;
  /** bytes */
  size: number;
  /** secrets that were replaced */
  masked: number;
  /** texts in which directories and names of users were replaced */
  paths: number;
}

export interface RunningVisualizer {
  port: number;
  token: string;
  /** of the export */
  sessionId?: string;
  close(): Promise<void>;
}
