/** Trials of `providers`. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startTestDaemon } from '../../../helpers/daemon.js';
import { elsewhere, twice, withParam, type Provoke, type Trials } from '../trials.js';
import type { World } from '../world.js';

const form = { type: 'openai', models: [{ model: 'm', max_context_size: 1000 }] } as const;
const managed = { config: '[providers."managed:agent-code"]\ntype = "agent"\n' };
const login = { provider_id: 'managed:agent-code' };

let turn = 0;
const fresh = () => ({ body: { id: `p${(turn += 1)}`, ...form } });

async function made({ daemon }: World): Promise<{ provider_id: string }> {
  const { id } = await daemon.ok('createProvider', fresh());
  return { provider_id: id };
}

/** Sends the good request while the file is not valid TOML. */
export const unconfigurable: Provoke = async ({ world, good, call }) => {
  const daemon = await world.shared(unconfigurable, async () => {
    const started = await startTestDaemon({ config: '' });
    writeFileSync(join(started.home, 'config.toml'), 'default_plan_mode = \n');
    return started;
  });
  return call(await good(), daemon);
};

export const providers = {
  createProvider: {
    good: fresh,
    errors: { PROVIDER_ALREADY_EXISTS: twice, PERSISTENCE_FAILURE: unconfigurable },
  },
  deleteProvider: {
    good: async (world) => ({ params: await made(world) }),
    errors: {
      VALIDATION_FAILED: withParam('provider_id', ''),
      PROVIDER_OAUTH_MANAGED: elsewhere(managed, () => ({ params: login })),
      PROVIDER_NOT_FOUND: withParam('provider_id', 'none'),
      PERSISTENCE_FAILURE: unconfigurable,
    },
  },
  getProvider: {
    good: async (world) => ({ params: await made(world) }),
    errors: {
      VALIDATION_FAILED: withParam('provider_id', ''),
      PROVIDER_NOT_FOUND: withParam('provider_id', 'none'),
    },
  },
  listProviders: { good: () => ({}) },
  refreshLoginProviders: { good: () => ({}) },
  refreshProvider: {
    good: async (world) => ({ params: await made(world) }),
    errors: {
      VALIDATION_FAILED: withParam('provider_id', ''),
      PROVIDER_NOT_FOUND: withParam('provider_id', 'none'),
    },
  },
  refreshProviders: { good: () => ({}) },
  replaceProvider: {
    good: async (world) => ({ params: await made(world), body: form }),
    errors: {
      PROVIDER_OAUTH_MANAGED: elsewhere(managed, () => ({ params: login, body: form })),
      PROVIDER_NOT_FOUND: withParam('provider_id', 'none'),
      PROVIDER_ALREADY_EXISTS: async ({ world, call }) => {
        const { provider_id: new_id } = await made(world);
        return call({ params: await made(world), body: { ...form, new_id } });
      },
      PERSISTENCE_FAILURE: unconfigurable,
    },
  },
} satisfies Trials;
