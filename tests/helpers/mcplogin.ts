/** Stores a login to an MCP server for tests. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { credentialKey } from '../../daemon/mcp/login/store.js';

/** Stores an access token that cannot be renewed, for a server without fixed headers. */
export function storeLogin(home: string, url: string, accessToken: string): void {
  const directory = join(home, 'credentials', 'mcp');
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const credential = {
    url,
    issuer: 'http://127.0.0.1:9',
    endpoint: 'http://127.0.0.1:9/token',
    client: { client_id: 'it' },
    access_token: accessToken,
    obtained_at: Date.now() - 60_000,
  };
  const path = join(directory, `${credentialKey({ url, headers: {} })}.json`);
  writeFileSync(path, JSON.stringify(credential), { mode: 0o600 });
}
