/** Types of this directory: a configured server, its tools and results, and a connection to it (engine.md 5, 16). */

import type { Launch } from '../base/process/launch.js';

export type McpTransport = 'stdio' | 'http' | 'sse';

/** A local program that communicates over its standard input and output. */
export interface LocalServer {
  transport: 'stdio';
  command: string;
  args: string[];
  /** as configured: `${VAR}` refers to a variable of the server's environment */
  env: Record<string, string>;
  /** the values of `env` are literal */
  isLiteral?: true;
  /** absolute; absent: the working directory of the session */
  cwd?: string;
  /** sessions with the same environment and directory share its process */
  shared: boolean;
  /** runs in the sandbox, in its session's network; absent: not contained */
  runtimeId?: 'sandbox';
}

/** Contains a program in a sandbox. */
export interface Container {
  /** Returns the program to start instead; `descriptor`: its first free one. Rejects when it cannot be contained. */
  launch(command: {
    argv: readonly string[];
    cwd: string;
    env: Record<string, string>;
    descriptor: number;
  }): Promise<Launch>;
  /** called when the program has ended */
  settle(): void;
}

/** A server that is reached over HTTP. */
export interface RemoteServer {
  transport: 'http' | 'sse';
  url: string;
  /** as configured, with `${VAR}` as above */
  headers: Record<string, string>;
  /** the values of `headers` are literal */
  isLiteral?: true;
  /** always requires a login; absent: tries one after a 401 */
  auth?: 'oauth';
  /** name of the variable that holds a token */
  bearerTokenEnvVar?: string;
}

/** A validated entry of a configuration. */
export type McpEntry = (LocalServer | RemoteServer) & {
  enabled: boolean;
  /** milliseconds; absent: the value of `[mcp]` in the configuration */
  startupTimeoutMs?: number;
  toolTimeoutMs?: number;
  /** the server's own names, `*` allowed; absent: all */
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
  /** true only if the server declares it explicitly */
  destructive: boolean;
  idempotent: boolean;
}

export type ServerState = 'pending' | 'connected' | 'failed' | 'disabled' | 'needs-auth' | 'removed';

export interface ServerStatus {
  name: string;
  transport: McpTransport;
  status: ServerState;
  toolCount: number;
  /** why it failed or needs a login, with the end of its standard error if there is any; a text for the user */
  error?: string;
}

/** A part of a result; bytes are base64. */
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

/** A failure between this program and a server; an error that the server reports itself is a CallResult. */
export class ServerFailure extends Error {
  constructor(
    readonly kind: 'startup' | 'connection' | 'timeout' | 'protocol' | 'auth',
    message: string,
  ) {
    super(message);
  }
}

/** The token of a remote server, and the reaction to its refusal. */
export interface ServerAuth {
  /** undefined when none is stored; renewed when it expires */
  token(): Promise<string | undefined>;
  /** Handles a 401 to the token or its absence; resolves when a retry makes sense, else throws ServerFailure `auth`. */
  refused(answer: { response: Response; token?: string }): Promise<void>;
}

/** One server for one session; several sessions may share the underlying connection. */
export interface Connection {
  status(): ServerStatus;
  /** the enabled tools in the server's order; empty unless connected */
  tools(): readonly ServerTool[];
  /** instructions of a connected server, cleaned and truncated; they are untrusted */
  instructions(): string | undefined;
  /**
   * Throws ServerFailure. Repeats a repeatable call once after the connection broke; a call to a failed remote server
   * reconnects once; progress of the server restarts the time limit, at most ten times.
   */
  call(
    tool: string,
    input: Record<string, unknown>,
    run: { signal: AbortSignal; progress(text: string): void },
  ): Promise<CallResult>;
  /** resolves once the connection is no longer pending */
  settled(): Promise<void>;
  /** reconnects, also after a failure or a login */
  restart(): void;
  /** resolves when the process is gone, unless others share it */
  close(): Promise<void>;
  /** like `close`, but a shareable process stays for a while for the next session */
  release(): Promise<void>;
}
