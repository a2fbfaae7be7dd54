/** Commands that work without a server; `bin/main.ts` fills them in, each loaded where it is used. */
import type { ExportTarget, SessionBrief } from '../schemas/exporting.js';
import type { FoundSession, MigrationReport, MigrationWish } from '../schemas/migration.js';
import type { RunningVisualizer, VisualizerOptions } from '../schemas/visualizing.js';
import type { ProviderSide } from './providers.js';

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

/** `agent export`; its errors named `ExportProblem` have messages for the user. */
export interface ExportSide {
  sessionsNamed(home: string, start: string): SessionBrief[];
  newestSessionOf(home: string, cwd: string): Promise<SessionBrief | undefined>;
  exportSession(
    target: ExportTarget,
  ): Promise<{ files: number; size: number; leftOut: readonly { path: string; reason: string }[] }>;
}

export interface Release {
  version: string;
  notesUrl?: string;
  /** archives by platform and processor, such as `linux-x64` */
  native: Readonly<Record<string, NativeRelease>>;
}

interface NativeRelease {
  url: string;
  /** hex */
  sha256: string;
  size: number;
}

/** `agent upgrade`; its errors named `UpgradeProblem` have messages for the user. */
export interface UpgradeSide {
  readReleaseIndex(options: {
    url: string;
    /** ed25519 public key, PEM */
    key: string | undefined;
    env: Readonly<Record<string, string | undefined>>;
  }): Promise<Release>;
  /** Puts a version beside the present one and lets `current` name it. */
  installNative(options: {
    home: string;
    /** directory with `versions` and `current` */
    prefix: string;
    version: string;
    release: NativeRelease;
    signed: boolean;
    env: Readonly<Record<string, string | undefined>>;
    signal: AbortSignal;
  }): Promise<void>;
}

/** `agent migrate`; its errors named `MigrationProblem` have messages for the user. */
export interface MigrationSide {
  findSessions(wish: MigrationWish): Promise<FoundSession[]>;
  importSessions(
    wish: MigrationWish,
    sessions: readonly FoundSession[],
    onProgress: (done: number) => void,
  ): Promise<MigrationReport>;
}

/** `agent vis`; its errors named `VisualizerProblem` have messages for the user. */
export interface VisualizerSide {
  startVisualizer(options: Omit<VisualizerOptions, 'webDirectory'>): Promise<RunningVisualizer>;
}

export interface DirectCommands {
  /** Checks files; changes nothing, sends no request. */
  doctor(options: DoctorOptions): Promise<DoctorReport[]>;
  login(options: LoginOptions): Promise<LoginOutcome>;
  /** a text about a failure without the secrets of this machine */
  hideSecrets(text: string, options: CrashOptions): Promise<string>;
  /** what there is of a kind, for shells that complete a command line */
  complete(): Promise<
    (kind: string, options: { home: string; cwd: string }) => Promise<{ value: string; note?: string }[]>
  >;
  export(): Promise<ExportSide>;
  migrate(): Promise<MigrationSide>;
  /** Replaces the token of the data directory and returns the new one. */
  rotateToken(home: string): Promise<string>;
  upgrade(): Promise<UpgradeSide>;
  vis(): Promise<VisualizerSide>;
  /** the commands of `agent provider` */
  provider(): Promise<ProviderSide>;
}
