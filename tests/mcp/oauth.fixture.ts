/** A protected MCP server, and logins of a home in this process. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openLogins } from '../../daemon/compose/mcp.js';
import { homePaths, type HomePaths } from '../../daemon/home/paths.js';
import type { Logins } from '../../daemon/mcp/login/logins.js';
import type { Credential, LoginTarget } from '../../daemon/mcp/login/store.js';
import { startProtectedServer, type ProtectedServer } from '../helpers/mcpauthserver.js';

export interface Place {
  server: ProtectedServer;
  target: LoginTarget;
  paths: HomePaths;
  logins: Logins;
  clock: { ahead: number };
  /** lines of the log */
  lines: string[];
  /** the stored login; undefined without one */
  stored(): Credential | undefined;
  files(): string[];
  /** opens the logins of the same home once more, as another process would */
  another(): Logins;
  close(): Promise<void>;
}

export async function openPlace(
  fetching: typeof fetch = fetch,
  sleep?: (ms: number, signal?: AbortSignal) => Promise<void>,
): Promise<Place> {
  const server = await startProtectedServer();
  const paths = homePaths(mkdtempSync(join(tmpdir(), 'agent-oauth-')));
  mkdirSync(paths.server, { recursive: true });
  const clock = { ahead: 0 };
  const lines: string[] = [];
  const line = (message: string) => void lines.push(message);
  const logger = { error: line, warn: line, info: line, debug: line, module: () => logger };
  const opened: Logins[] = [];
  let count = 0;
  const another = () => {
    const logins = openLogins({
      paths,
      logger,
      now: () => Date.now() + clock.ahead,
      secrets: () => opened.flatMap((each) => each.secrets()),
      fetch: fetching,
      newId: () => `flow_${++count}`,
      env: {},
      ...(sleep ? { sleep } : {}),
    });
    opened.push(logins);
    return logins;
  };
  const files = () => readdirSync(paths.serverCredentials).map((name) => join(paths.serverCredentials, name));
  return {
    server,
    target: { url: server.url, headers: {} },
    paths,
    logins: another(),
    clock,
    lines,
    stored() {
      const [file] = files();
      return file === undefined ? undefined : (JSON.parse(readFileSync(file, 'utf8')) as Credential);
    },
    files,
    another,
    async close() {
      await Promise.all(opened.map((logins) => logins.close()));
      await server.close();
      rmSync(paths.home, { recursive: true, force: true });
    },
  };
}
