/** What `agent migrate` says about sessions of other assistants (acp-cli.md 2.2), for its two sides. */

export const migrationSources = ['claude', 'codex', 'opencode', 'gemini', 'kimi'] as const;
export type MigrationSource = (typeof migrationSources)[number];
/** `legacy`: an old installation of this program */
export type MigrationKind = MigrationSource | 'legacy';

/** An entry that is here already with another value; secrets are masked. */
export interface MigrationConflict {
  entry: string;
  ours: string;
  theirs: string;
}

/** What there is besides sessions. */
export interface SettingsBrief {
  /** number of entries by kind, such as `MCP servers` */
  counts: Record<string, number>;
  /** names of MCP servers, with the command or address that they run */
  servers: { name: string; runs: string }[];
}

/** `malformed`: some lines were bad, the rest can be imported. */
export type SessionClass = 'importable' | 'malformed' | 'empty' | 'placeholder' | 'corrupt';

export interface FoundSession {
  /** id in its source */
  id: string;
  /** absolute path of its file */
  file: string;
  /** its file has several: the one with this id */
  within?: string;
  class: SessionClass;
  /** working directory; empty when the file names none */
  cwd: string;
  title: string;
  messages: number;
  /** epoch milliseconds of its last message */
  updated: number;
}

export interface MigrationRequest {
  /** absolute path of the data directory */
  home: string;
  source: MigrationKind;
  /** absolute directory of the source */
  path: string;
  /** the user did not name it, so it need not exist or hold sessions */
  isUsual: boolean;
  /** sessions that were used since; epoch milliseconds */
  since: number | undefined;
  /** absolute: only sessions of this directory */
  cwd: string | undefined;
  /** with configuration, MCP servers, skills and input history */
  settings: boolean;
  signal: AbortSignal;
}

export interface MigrationReport {
  startedAt: string;
  source: { kind: MigrationKind; path: string };
  steps: string[];
  sessions: { imported: number; skipped: number; failed: { file: string; reason: string }[] };
  /** what was not carried over, by kind */
  left_out: Record<string, number>;
  /** what was taken over besides sessions, by kind, and what cannot be used here */
  settings: Record<string, number>;
  refused: string[];
  conflicts: MigrationConflict[];
  cancelled?: true;
}
