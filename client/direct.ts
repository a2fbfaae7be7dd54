/** What the client side needs of the daemon side; `bin/main.mts` fills it in, each part is loaded where it is used. */
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

/** `agent export`; its errors named `ExportProblem` have messages for the user. */
export interface ExportSide {
  sessionsNamed(home: string, start: string): SessionBrief[];
  newestSessionOf(home: string, cwd: string): Promise<SessionBrief | undefined>;
  exportSession(
    target: ExportTarget,
  ): Promise<{ files: number; size: number; leftOut: readonly { path: string; reason: string }[] }>;
}

/** `agent upgrade`; its errors named `UpgradeProblem` have messages for the user. */
export interface UpgradeSide {
  /** `program`: absolute path of what was started, links followed */
  installationOf(program: string): Installation;
  readReleaseIndex(options: {
    url: string;
    /** ed25519 public key, PEM */
    key: string | undefined;
    env: Readonly<Record<string, string | undefined>>;
    /** until it counts as silent; default 10 s */
    timeoutMs?: number;
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
  findSessions(request: MigrationRequest): Promise<FoundSession[]>;
  settingsIn(request: Pick<MigrationRequest, 'source' | 'path'>): Promise<SettingsBrief>;
  importAll(
    request: MigrationRequest,
    sessions: readonly FoundSession[],
    onProgress: (done: number) => void,
  ): Promise<MigrationReport>;
}

/** `agent vis`; its errors named `VisualizerProblem` and `ExportProblem` have messages for the user. */
export interface VisualizerSide {
  start(options: Omit<VisualizerOptions, 'webDirectory'>): Promise<RunningVisualizer>;
  write(target: Omit<SessionFileTarget, 'webDirectory'>): Promise<SessionFileOutcome>;
}

/** What bin hands to the command line for a server in this process. */
export interface DaemonSide {
  startDaemon: StartDaemon;
}

/** Commands that work without a server. */
export interface DirectCommands {
  /** Checks files; changes nothing, sends no request. */
  doctor(options: DoctorOptions): Promise<DoctorReport[]>;
  login(options: LoginOptions): Promise<LoginOutcome>;
  /** a text about a failure without the secrets of this machine */
  hideSecrets(text: string, options: CrashOptions): Promise<string>;
  /** names of the tools of this program */
  toolNames(): Promise<readonly string[]>;
  /** what there is of a kind, for shells that complete a command line */
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
