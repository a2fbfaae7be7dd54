/** Types of this room: a configured server, what it offers, and a connection to it (engine.md 5, 16). */

import type { Launch } from '../base/process/launch.js';

export type McpTransport = 'stdio' | 'http' | 'sse';

/** A local program that communicates over its standard input and output. */
export interface LocalServer {
  transport: 'stdio';
  command: string;
  args: string[];
  /** as written: `${VAR}` means a variable of the server's environment */
  env: Record<string, string>;
  /** the values of `env` are meant as they are written */
  isLiteral?: true;
  /** absolute; absent: the working directory of the session */
  cwd?: string;
  /** sessions with the same environment and directory share its process */
  shared: boolean;
  /** runs in the sandbox, in the network of its session; absent: not contained */
  runtimeId?: 'sandbox';
}

/** What contains a program. */
export interface Container {
  /** what is started in its place; `descriptor`: the first one that is free in it. Rejects when it cannot be contained. */
  launch(command: {
    argv: readonly string[];
    cwd: string;
    env: Record<string, string>;
    descriptor: number;
  }): Promise<Launch>;
  /** the program has ended */
  settle(): void;
}

/** A server that is reached over HTTP. */
export interface RemoteServer {
  transport: 'http' | 'sse';
  url: string;
  /** as written: `${VAR}` as above */
  headers: Record<string, string>;
  /** the values of `headers` are meant as they are written */
  isLiteral?: true;
  /** a login is needed in any case; absent: tried after a 401 */
  auth?: 'oauth';
  /** name of the variable that holds a token */
  bearerTokenEnvVar?: string;
}

/** A checked entry of a configuration. */
export type McpEntry = (LocalServer | RemoteServer) & {
  enabled: boolean;
  /** milliseconds; absent: that of `[mcp]` in the configuration */
  startupTimeoutMs?: number;
  toolTimeoutMs?: number;
  /** names as the server gives them, `*` allowed; absent: all */
  enabledTools?: string[];
  disabledTools?: string[];
};

/** A tool as its server describes it; untrusted. */
export interface ServerTool {
  name: string;
  description: string;
  /** JSON Schema of an object */
  inputSchema: Record<string, unknown>;
  readOnly: boolean;
  /** only what the server declares explicitly */
  destructive: boolean;
  idempotent: boolean;
}

export type ServerState = 'pending' | 'connected' | 'failed' | 'disabled' | 'needs-auth' | 'removed';

export interface ServerStatus {
  name: string;
  transport: McpTransport;
  status: ServerState;
  toolCount: number;
  /** why it failed or needs a login, with the end of its standard error where there is any; one text for the user */
  error?: string;
}

/** A part of a result; bytes as base64. */
export type ResultPart =
  | { type: 'text'; text: string }
  | { type: 'image' | 'audio'; data: string; mediaType: string }
  | { type: 'resource'; uri: string; mediaType?: string; text?: string; data?: string }
  | { type: 'link'; uri: string; name: string; description?: string; mediaType?: string };

export interface CallResult {
  parts: ResultPart[];
  /** structured content, as the server sent it */
  structured?: unknown;
  isError: boolean;
}

/** What went wrong between this program and a server; a server's own error is a CallResult. */
export class ServerFailure extends Error {
  constructor(
    readonly kind: 'startup' | 'connection' | 'timeout' | 'protocol' | 'auth',
    message: string,
  ) {
    super(message);
  }
}

/** A token for a remote server, and what happens when it is refused. */
export interface ServerAuth {
  /** undefined: none is stored; refreshed when its time is over */
  token(): Promise<string | undefined>;
  /** the server answered 401 to a token or to its absence; resolves when another try makes sense, else throws ServerFailure `auth` */
  refused(answer: { response: Response; token?: string }): Promise<void>;
}

/** One server as one session sees it; several sessions may share what is behind it. */
export interface Connection {
  status(): ServerStatus;
  /** the enabled ones, in the server's order; empty unless connected */
  tools(): readonly ServerTool[];
  /** instructions of a connected server, cleaned and cut: nothing in them can be trusted */
  instructions(): string | undefined;
  /**
   * Throws ServerFailure. A call that may be repeated is tried once more after the connection broke; a call to a failed
   * remote server connects it once more; progress of the server arms the time limit again, at most ten times.
   */
  call(
    tool: string,
    input: Record<string, unknown>,
    run: { signal: AbortSignal; progress(text: string): void },
  ): Promise<CallResult>;
  /** resolves once it is no longer pending */
  settled(): Promise<void>;
  /** connects again, also after a failure or a login */
  restart(): void;
  /** resolves when its process is gone, unless others share it */
  close(): Promise<void>;
  /** the same, but a shareable process stays for a while for the next session */
  release(): Promise<void>;
}
