/** Provokes the errors of readiness: daemons whose configuration gives no usable model. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startTestDaemon } from '../../helpers/daemon.js';
import type { Provocations, Provoke } from './trials.js';
import type { Prepared } from './world.js';

export const refusedKey = {
  AUTH_TOKEN_UNAUTHORIZED:
    'only providers with a login are known to refuse beforehand; a key that is refused fails the turn',
};

const off = '[offline]\nenabled = false\n';
const provider = '[providers.p]\ntype = "openai"\nbase_url = "http://10.255.255.1"\n';
const model = '[models.a]\nprovider = "p"\nmodel = "x"\nmax_context_size = 1000\n';

/** Sends `request` for a session that already had a turn. */
export function readinessErrors(request: Prepared): Provocations {
  return {
    AUTH_PROVISIONING_REQUIRED: configured(request, off),
    AUTH_MODEL_NOT_RESOLVED: configured(request, `${provider}${off}`),
    AUTH_TOKEN_MISSING: configured(request, `default_model = "a"\n${provider}${model}${off}`),
  };
}

/** Restarts a daemon with this configuration, after its session had a turn, and sends the request. */
const configured =
  (request: Prepared, config: string): Provoke =>
  async ({ world, call }) => {
    const { daemon, id } = await world.shared(config, async () => {
      const daemon = await startTestDaemon();
      const { id } = await daemon.createSession();
      await daemon.run(id, 'say hi');
      writeFileSync(join(daemon.home, 'config.toml'), config);
      await daemon.restart();
      return { daemon, id, close: () => daemon.close() };
    });
    return call({ ...request, params: { session_id: id, ...request.params } }, daemon);
  };
