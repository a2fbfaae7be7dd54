/** Commands that work without a server; `bin/main.ts` fills them in, each loaded where it is used. */

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

/** `already`: nothing had to be done by a person; messages are for people. */
export type LoginOutcome =
  | { kind: 'done' | 'already'; provider: string; models: number; defaultModel?: string }
  | { kind: 'failed'; message: string };

export interface DirectCommands {
  login(options: LoginOptions): Promise<LoginOutcome>;
}
