/** Describes the server: its facts, its features, its two documents. */
import type { Meta } from '../../schemas/generated/types.js';
import { oncePerPass } from '../base/async/pieces.js';
import { later } from '../base/later.js';
import type { DocumentInfo } from '../http/openapi.js';
import type { Db } from '../sessions/log/database.js';
import type { PathGuard } from '../sessions/log/moved.js';

interface MetaOptions {
  version: string;
  dangerousBypassAuth?: boolean;
  webTitle?: string;
}

/** The constant part of `GET /api/v1/meta`. */
export function metaOf(options: MetaOptions, serverId: string, startedAt: number) {
  return {
    server_version: options.version,
    server_id: serverId,
    started_at: new Date(startedAt).toISOString(),
    capabilities: {
      websocket: true,
      file_upload: true,
      fs_query: true,
      mcp: true,
      tasks: true,
      terminal: true,
    } as const,
    open_in_apps: [],
    dangerous_bypass_auth: options.dangerousBypassAuth ?? false,
    backend: 'v2' as const,
    ...(options.webTitle === undefined ? {} : { web_title: options.webTitle }),
  };
}

type Feature = Meta['features'][number];

/** States of the features; checks storage and search, while the others run whenever the process does. */
export function featuresOf(
  db: Db,
  place: PathGuard,
  search: { feature(): Feature },
  runtimes: { feature(): Feature },
): () => Feature[] {
  const state = (name: string) => ({ name, state: 'Active' as const, meta: {} });
  const question = db.prepare('SELECT 1');
  const storage = (): Feature => {
    try {
      question.get();
      place.verify();
      return state('storage');
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      return { name: 'storage', state: 'Failed', meta: { error: reason } };
    }
  };
  return oncePerPass(() => [
    state('engine'),
    storage(),
    search.feature(),
    state('mcp'),
    state('scheduler'),
    runtimes.feature(),
  ]);
}

/** The two documents of a server, built on first use. */
export function documentsOf(version: string, isServed: DocumentInfo['isServed']) {
  return {
    openApi: later<object>(async () => (await import('../http/openapi.js')).buildOpenApi({ version, isServed })),
    asyncApi: later<object>(async () => (await import('../http/asyncapi.js')).buildAsyncApi({ version })),
  };
}
