/** Types that client and daemon exchange through `bin`: a server in this process, and commands that run without one. */

export type LogLevel = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';

export interface DaemonOptions {
  /** `web`: runs until stopped; `embedded`: ends with this process (cli.md 1.1) */
  lifetime: 'web' | 'embedded';
  host: string;
  /** 0: any free port; if the port is taken, tries the following ones */
  port: number;
  /** path of a unix socket to listen on, instead of the port */
  socket?: string | undefined;
  /** absolute path of the data directory */
  home: string;
  env: Readonly<Record<string, string | undefined>>;
  userHome: string;
  /** directory in which the program was started */
  cwd: string;
  version: string;
  /** additional `Host` values, besides those of `AGENT_CODE_ALLOWED_HOSTS` */
  allowedHosts?: readonly string[];
  /** receives a copy of the log lines */
  logMirror?: { level: LogLevel; write(line: string): void };
  debugEndpoints?: boolean;
  dangerousBypassAuth?: boolean;
  allowRemoteShutdown?: boolean;
  webTitle?: string;
  /** path prefix that a proxy leaves, such as `/agent`; without a trailing slash */
  basePath?: string;
  /** addresses of this machine, without loopback */
  networkAddresses?(): string[];
}

/** A daemon in this process; clients use its API as with any other. */
export interface RunningDaemon {
  serverId: string;
  /** loopback address even for wildcard binds, without a trailing slash */
  baseUrl: string;
  host: string;
  port: number;
  /** path of the unix socket that it listens on, instead of the port */
  socket?: string | undefined;
  /** undefined when access is not checked */
  token: string | undefined;
  logFile: string;
  /** ignored values of configuration and environment, for the user */
  warnings: readonly string[];
  /** Stops gracefully within `deadlineMs` (default 10 s); a second call with 0 stops immediately. */
  close(deadlineMs?: number): Promise<void>;
  /** resolves when the daemon has stopped, for any reason */
  closed: Promise<void>;
}

/** Rejects with an error whose message is for the user when the daemon cannot start. */
export type StartDaemon = (options: DaemonOptions) => Promise<RunningDaemon>;

/** A file that `agent doctor` checks. */
export interface DoctorFile {
  kind: 'config' | 'tui';
  /** absolute path; absent: the file in the data directory, which may be missing */
  path?: string;
}

export interface DoctorOptions {
  files: readonly DoctorFile[];
  /** absolute path of the data directory */
  home: string;
  env: Readonly<Record<string, string | undefined>>;
}

/** The findings in one file, for the user; no line contains a secret. */
export interface DoctorReport {
  status: 'OK' | 'SKIP' | 'ERROR';
  label: string;
  path: string;
  /** `line:col field: problem` in the order of the file; warnings begin with `warning: ` */
  messages: string[];
}

export interface DeviceCode {
  verificationUri: string;
  /** the same address including the code */
  verificationUriComplete: string;
  userCode: string;
  /** seconds */
  expiresIn: number;
}

export interface LoginOptions {
  /** absolute path of the data directory */
  home: string;
  env: Readonly<Record<string, string | undefined>>;
  /** aborts the login */
  signal: AbortSignal;
  onCode(code: DeviceCode): void;
  onWarning(message: string): void;
}

/** `already`: no login was needed; messages are for the user. */
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

/** How the program was installed. */
export interface Installation {
  source: InstallSource;
  /** npm: the value for its option of this name; native: the directory with `versions` and `current` */
  prefix?: string;
}

/** The description of a session for `agent export`. */
export interface SessionBrief {
  id: string;
  title: string;
  /** milliseconds */
  lastActivity: number;
}

/** Export formats for reading and sharing; `zip` has everything, for reports and archives. */
export const readableFormats = ['html', 'markdown', 'json'] as const;
export type ReadableFormat = (typeof readableFormats)[number];

export interface ExportTarget {
  /** absolute path of the data directory */
  home: string;
  env: Readonly<Record<string, string | undefined>>;
  version: string;
  /** absolute path of the started program */
  program: string;
  sessionId: string;
  /** absolute path of the file, which must not exist */
  path: string;
  format: 'zip' | ReadableFormat;
  /** ZIP only */
  globalLog: boolean;
  /** formats other than ZIP */
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
  /** 0: any free port */
  port: number;
  /** absolute path of an export; absent: shows the home */
  archive?: string;
  /** absolute path of the built page */
  webDirectory: string;
  onDefect(message: string, facts?: object): void;
}

/** `agent vis --out`: a session as one HTML file. */
export interface SessionFileTarget extends Pick<VisualizerOptions, 'home' | 'env' | 'archive' | 'webDirectory'> {
  /** absent: the session of the export */
  sessionId?: string;
  /** returns the absolute path of the file, which must not exist */
  pathOf(sessionId: string): string;
  signal: AbortSignal;
}

export interface SessionFileOutcome {
  path: string;
  /** bytes */
  size: number;
  /** number of secrets that were replaced */
  masked: number;
  /** number of texts in which directories and user names were replaced */
  paths: number;
}

export interface RunningVisualizer {
  port: number;
  token: string;
  /** session of the export */
  sessionId?: string;
  close(): Promise<void>;
}
