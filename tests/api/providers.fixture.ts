/** Servers with configured providers, and access to their configuration file. */
import { afterEach } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ReplaceProviderBody } from '../../schemas/generated/types.js';
import { startTestDaemon, type TestDaemon, type TestDaemonOptions, type TestSocket } from '../helpers/daemon.js';

const open: TestDaemon[] = [];

export async function start(options: TestDaemonOptions = {}): Promise<TestDaemon> {
  const daemon = await startTestDaemon(options);
  open.push(daemon);
  return daemon;
}

export const fileOf = ({ home }: TestDaemon): string => join(home, 'config.toml');

export const textOf = (daemon: TestDaemon): string => readFileSync(fileOf(daemon), 'utf8');

export const at = (provider_id: string) => ({ params: { provider_id } });

export const model = (name: string, more: object = {}) => ({ model: name, max_context_size: 1000, ...more });

export const form = (...names: string[]): ReplaceProviderBody => ({
  type: 'openai',
  models: names.map((name) => model(name)),
});

export const idsOf = async (daemon: TestDaemon) => (await daemon.ok('listProviders', {})).items.map(({ id }) => id);

export const changes = (socket: TestSocket) =>
  socket.frames.filter(({ type }) => type === 'event.config.changed').map(({ payload }) => payload['changedFields']);

export const FILE = `# my settings
default_model = "acme/fast" # the quick one
default_provider = "acme"

# paid by the team
[providers.acme]
type = "openai" # speaks it well
api_key = "sk-canary" # do not share
base_url = "https://acme.example/v1"
default_model = "acme/fast"
custom_headers = { "X-Team" = "red" }
later = 1

[models."acme/fast"]
provider = "acme"
model = "fast"
max_context_size = 1000 # tokens
reasoning_key = "why"

[models."acme/fast".overrides]
display_name = "Quick" # as I call it

[models."acme/slow"]
provider = "acme"
model = "slow"
max_context_size = 2000

# another author's
[providers.other]
type = "anthropic"
default_model = "acme/fast"

[models.mine]
provider = "other"
model = "x"
max_context_size = 500
`;

/** Registers the hooks of these suites. */
export function useProviders(): void {
  afterEach(async () => {
    for (const daemon of open.splice(0).reverse()) await daemon.close();
  });
}
