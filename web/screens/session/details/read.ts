/** Loads the data of the panel Details; omits parts that the server refuses. */
import { signal, type ReadonlySignal } from '@preact/signals';
import type { Client } from '../../../../client/api/client.js';
import { createReading } from '../../../../client/session/reading.js';
import type { Operations } from '../../../../schemas/generated/operations.js';

type Data<Name extends keyof Operations> = Operations[Name]['data'];

export interface Details {
  directories: Data<'getDirectories'>;
  rules: Data<'listPermissionRules'>['items'];
  reminders: Data<'listCronJobs'>['items'];
  tools: Data<'listTools'>['tools'];
  warnings: Data<'listWarnings'>['warnings'];
  agents: Data<'listAgents'>['items'];
  usage: Data<'getSessionUsage'>;
  runtime: Data<'getRuntime'>;
  runtimes: Data<'listRuntimes'>['items'];
}

export interface DetailsReader {
  details: ReadonlySignal<Details | undefined>;
  failure: ReadonlySignal<unknown>;
  refresh(): void;
  close(): void;
}

export function createDetailsReader(client: Client, sessionId: string): DetailsReader {
  const params = { session_id: sessionId };
  const details = signal<Details | undefined>(undefined);
  const failure = signal<unknown>(undefined);
  const reading = createReading({
    async read() {
      const [directories, rules, reminders, tools, warnings, agents, usage, runtime, runtimes] = await Promise.all([
        client.getDirectories({ params }),
        client.listPermissionRules({ params }),
        client.listCronJobs({ params }),
        client.listTools({ query: params }),
        client.listWarnings({ params }),
        client.listAgents({ params }),
        client.getSessionUsage({ params }),
        client.getRuntime({ params }),
        client.listRuntimes(),
      ]);
      failure.value = undefined;
      details.value = {
        directories,
        rules: rules.items,
        reminders: reminders.items,
        tools: tools.tools,
        warnings: warnings.warnings,
        agents: agents.items,
        usage,
        runtime,
        runtimes: runtimes.items,
      };
    },
    onRefused: (refused) => void (failure.value = refused),
  });
  return { details, failure, refresh: () => void reading.refresh(), close: () => reading.close() };
}
