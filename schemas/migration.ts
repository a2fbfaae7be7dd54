/** Types that both sides of `agent migrate` exchange about sessions of other assistants (acp-cli.md 2.2). */

export const migrationSources = ['claude', 'codex', 'opencode', 'gemini', 'kimi'] as const;
export type MigrationSource = (typeof migrationSources)[number];
/** `legacy`: an old installation of this program */
export type MigrationKind = MigrationSource | 'legacy';

/** An entry that exists here with another value; secrets are masked. */
export interface MigrationConflict {
  entry: string;
  ours: string;
  theirs: string;
}

/** Importable data besides sessions. */
export interface SettingsBrief {
  /** number of entries by kind, such as `MCP servers` */
  counts: Record<string, number>;
  /** names of MCP servers, with their command or address */
  servers: { name: string; runs: string }[];
}

/** `malformed`: some lines are invalid, the rest can be imported. */
export type SessionClass = 'importable' | 'malformed' | 'empty' | 'placeholder' | 'corrupt';

export interface FoundSession {
  /** id in its source */
  id: string;
  /** absolute path of its file */
  file: string;
  /** id within a file that has several sessions */
  within?: string;
  class: SessionClass;
  /** working directory; empty when the file has none */
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
  /** the user did not specify the path, so it need not exist or have sessions */
  isUsual: boolean;
  /** only sessions used since this time, in epoch milliseconds */
  since: number | undefined;
  /** only sessions of this absolute directory */
  cwd: string | undefined;
  /** also import configuration, MCP servers, skills and input history */
  settings: boolean;
  signal: AbortSignal;
}

export interface MigrationReport {
  startedAt: string;
  source: { kind: MigrationKind; path: string };
  steps: string[];
  sessions: { imported: number; skipped: number; failed: { file: string; reason: string }[] };
  /** number of parts that were not imported, by kind */
  left_out: Record<string, number>;
  /** imported entries besides sessions, by kind, and entries that cannot be used here */
  settings: Record<string, number>;
  refused: string[];
  conflicts: MigrationConflict[];
  cancelled?: true;
}
