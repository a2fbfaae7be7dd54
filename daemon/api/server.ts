/** The server itself: health, metadata, documents, shutdown. */
import type { InstanceFile } from '../../schemas/generated/files.js';
import type { Server } from '../../schemas/generated/types.js';
import { instanceUrl } from '../../schemas/instances.js';
import type { Handlers } from '../http/contract.js';
import type { ApiDeps } from './deps.js';

export function serverHandlers({ config, meta, features, servers, shutdown, documents }: ApiDeps) {
  return {
    getHealth: () => ({ ok: true }),
    getMeta: () => ({ ...meta, experimental_flags: config.current().experimental, features: features() }),
    async listServers() {
      const { running, urls } = await servers();
      return { items: running.map((instance) => serverOf(instance, meta.server_id)), urls };
    },
    shutdown({ res }) {
      // the client's request counts even if it has disconnected
      if (res.closed) shutdown();
      else res.once('close', shutdown);
      return { ok: true };
    },
    getOpenApi: () => documents.openApi() as Promise<Record<string, unknown>>,
    getAsyncApi: () => documents.asyncApi() as Promise<Record<string, unknown>>,
  } satisfies Partial<Handlers>;
}

function serverOf(instance: InstanceFile, self: string): Server {
  return {
    server_id: instance.server_id,
    base_url: instanceUrl(instance),
    pid: instance.pid,
    started_at: new Date(instance.started_at).toISOString(),
    version: instance.host_version,
    lifetime: instance.lifetime,
    self: instance.server_id === self,
  };
}
