/** The configuration, its providers and models, read while a screen shows them, and again when they change (web.md 5.15). */
import { effect, signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { ConnectionFailure, type ApiFailure } from '../../client/api/failure.js';
import type { Config, ConfigPatch, Model, Provider } from '../../schemas/generated/types.js';
import { server } from './server.js';

export interface Configuration {
  config: Config;
  providers: readonly Provider[];
  models: readonly Model[];
}

/** undefined until it has been read */
const configuration = signal<Configuration | undefined>(undefined);

/** why the last read failed */
export const configurationFailure = signal<unknown>(undefined);

export async function readConfiguration(): Promise<void> {
  const client = server.peek()?.client;
  if (!client) return;
  try {
    const [config, providers, models] = await Promise.all([
      client.getConfig(),
      client.listProviders(),
      client.listModels(),
    ]);
    configuration.value = { config, providers: providers.items, models: models.items };
    configurationFailure.value = undefined;
  } catch (error) {
    configurationFailure.value = error;
  }
}

/** For a component that shows the configuration: it is current as long as the component is there. */
export function useConfiguration(): Configuration | undefined {
  useEffect(
    () =>
      effect(() => {
        const current = server.value;
        if (!current) return;
        void readConfiguration();
        return current.stream.onGlobalEvent(({ type }) => {
          if (type === 'event.config.changed' || type === 'event.model_catalog.changed') void readConfiguration();
        });
      }),
    [],
  );
  return configuration.value;
}

/** Lays a change over the configuration; resolves with the reason when the server refuses it. */
export async function saveConfiguration(patch: ConfigPatch): Promise<ApiFailure | Error | undefined> {
  return await saving(async (client) => void (await client.updateConfig({ body: patch })));
}

type Client = NonNullable<typeof server.value>['client'];

/** Calls, then reads the configuration again; resolves with the reason when that failed. */
export async function saving(call: (client: Client) => Promise<void>): Promise<ApiFailure | Error | undefined> {
  const client = server.peek()?.client;
  if (!client) return new ConnectionFailure('no connection');
  try {
    await call(client);
    await readConfiguration();
    return undefined;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}
