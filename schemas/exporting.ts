/** What the command line asks of an export without a server. */
export interface SessionBrief {
  id: string;
  title: string;
  /** milliseconds */
  lastActivity: number;
}

export interface ExportTarget {
  /** absolute path of the data directory */
  home: string;
  env: Readonly<Record<string, string | undefined>>;
  version: string;
  /** absolute path of what was started */
  program: string;
  sessionId: string;
  /** absolute path of the archive, which must not exist */
  path: string;
  globalLog: boolean;
  signal: AbortSignal;
}
