/** The configuration with its providers and models: loaded while a screen shows it, and on changes (web.md 5.15). */
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

/** undefined until the first load */
const configuration = signal<Configuration | undefined>(undefined);

/** why the last load failed */
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

/** Returns the configuration and keeps it current while the component is mounted. */
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

/** Applies a patch to the configuration; resolves with the reason when the server refuses it. */
export async function saveConfiguration(patch: ConfigPatch): Promise<ApiFailure | Error | undefined> {
  return await saving(async (client) => void (await client.updateConfig({ body: patch })));
}

type Client = NonNullable<typeof server.value>['client'];

/** Makes a call, then reloads the configuration; resolves with the reason when the call failed. */
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
