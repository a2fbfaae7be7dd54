/** jest finds this file where a suite imports one of the modules of `outside.ts` (see `.config/jest.config.js`). */
import type * as Outside from './outside.js';

const { loadOutside } = globalThis as unknown as { loadOutside(): Promise<typeof Outside> };

export const { startDaemon, buildAsyncApi, imprint, buildOpenApi, frameValidator, partValidator, responseValidator } =
  await loadOutside();
