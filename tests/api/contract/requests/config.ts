/** Trials of `config`. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { elsewhere, type Trials } from '../trials.js';

let turn = 0;

export const config = {
  getConfig: { good: () => ({}) },
  updateConfig: {
    // a new flag each time, which no other trial notices
    good: () => ({ body: { experimental: { [`flag-${(turn += 1)}`]: true } } }),
    errors: {
      PERSISTENCE_FAILURE: elsewhere({}, async (daemon) => {
        writeFileSync(join(daemon.home, 'config.toml'), 'default_plan_mode = \n');
        return { body: { experimental: { flag: true } } };
      }),
    },
  },
} satisfies Trials;
