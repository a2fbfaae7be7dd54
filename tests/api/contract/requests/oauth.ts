/** Trials of `oauth`. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { elsewhere, type Trials } from '../trials.js';

export const oauth = {
  cancelLogin: { good: () => ({}) },
  getAccountRegion: { good: () => ({}) },
  getAccountUsage: { good: () => ({}) },
  getAccountUser: { good: () => ({}) },
  getLogin: { good: () => ({}) },
  logout: {
    good: () => ({ body: {} }),
    errors: {
      PERSISTENCE_FAILURE: elsewhere({ config: 'default_plan_mode = false\n' }, (daemon) => {
        writeFileSync(join(daemon.home, 'config.toml'), 'default_plan_mode = \n');
        return { body: {} };
      }),
    },
  },
  startLogin: {
    good: () => ({ body: {} }),
    errors: { ACCOUNT_SERVICE_UNAVAILABLE: elsewhere({}, () => ({ body: {} })) },
  },
} satisfies Trials;
