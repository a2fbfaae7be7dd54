/** Commands that work without a server; `bin/main.ts` fills them in, each loaded where it is used. */
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

export interface DirectCommands {
  /** Checks files; changes nothing, sends no request. */
  doctor(options: DoctorOptions): Promise<DoctorReport[]>;
  login(options: LoginOptions): Promise<LoginOutcome>;
  /** a text about a failure without the secrets of this machine */
  hideSecrets(text: string, options: CrashOptions): Promise<string>;
  /** Replaces the token of the data directory and returns the new one. */
  rotateToken(home: string): Promise<string>;
  /** the commands of `agent provider` */
  provider(): Promise<ProviderSide>;
}
