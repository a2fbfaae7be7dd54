/** What the client needs from the daemon side. `bin/main.mts` provides it; each part is loaded on first use. */
import type {
  CrashOptions,
  DoctorOptions,
  DoctorReport,
  ExportTarget,
  Installation,
  LoginOptions,
  LoginOutcome,
  NativeRelease,
  Release,
  RunningVisualizer,
  SessionBrief,
  SessionFileOutcome,
  SessionFileTarget,
  StartDaemon,
  VisualizerOptions,
} from '../schemas/host.js';
import type { FoundSession, MigrationReport, MigrationRequest, SettingsBrief } from '../schemas/migration.js';
import type { ProviderSide } from './providers.js';

/** `agent export`; errors named `ExportProblem` have messages for the user. */
export interface ExportSide {
  sessionsNamed(home: string, start: string): SessionBrief[];
  newestSessionOf(home: string, cwd: string): Promise<SessionBrief | undefined>;
  exportSession(
    target: ExportTarget,
  ): Promise<{ files: number; size: number; leftOut: readonly { path: string; reason: string }[] }>;
}

/** `agent upgrade`; errors named `UpgradeProblem` have messages for the user. */
export interface UpgradeSide {
  /** `program`: absolute path of the started program, with links resolved */
  installationOf(program: string): Installation;
  readReleaseIndex(options: {
    url: string;
    /** ed25519 public key, PEM */
    key: string | undefined;
    env: Readonly<Record<string, string | undefined>>;
    /** timeout for an answer in milliseconds; default 10 s */
    timeoutMs?: number;
  }): Promise<Release>;
  /** Installs a version beside the current one, and points `current` to it. */
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

/** `agent migrate`; errors named `MigrationProblem` have messages for the user. */
export interface MigrationSide {
  findSessions(request: MigrationRequest): Promise<FoundSession[]>;
  settingsIn(request: Pick<MigrationRequest, 'source' | 'path'>): Promise<SettingsBrief>;
  importAll(
    request: MigrationRequest,
    sessions: readonly FoundSession[],
    onProgress: (done: number) => void,
  ): Promise<MigrationReport>;
}

/** `agent vis`; errors named `VisualizerProblem` and `ExportProblem` have messages for the user. */
export interface VisualizerSide {
  start(options: Omit<VisualizerOptions, 'webDirectory'>): Promise<RunningVisualizer>;
  write(target: Omit<SessionFileTarget, 'webDirectory'>): Promise<SessionFileOutcome>;
}

/** What `bin/` passes to the command line to run a server in this process. */
export interface DaemonSide {
  startDaemon: StartDaemon;
}

/** Commands that work without a server. */
export interface DirectCommands {
  /** Checks files; changes nothing, and sends no request. */
  doctor(options: DoctorOptions): Promise<DoctorReport[]>;
  login(options: LoginOptions): Promise<LoginOutcome>;
  /** masks the secrets of this machine in a text about a failure */
  hideSecrets(text: string, options: CrashOptions): Promise<string>;
  /** names of the program's tools */
  toolNames(): Promise<readonly string[]>;
  /** candidates by kind, for shell completion */
  complete(): Promise<
    (kind: string, options: { home: string; cwd: string }) => Promise<{ value: string; note?: string }[]>
  >;
  export(): Promise<ExportSide>;
  migrate(): Promise<MigrationSide>;
  /** Replaces the token of the data directory and returns the new one. */
  rotateToken(home: string): Promise<string>;
  upgrade(): Promise<UpgradeSide>;
  vis: VisualizerSide;
  /** the commands of `agent provider` */
  provider(): Promise<ProviderSide>;
}
