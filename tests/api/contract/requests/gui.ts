/** Trials of `gui`. */
import { withBody, type Prepare, type Trials } from '../trials.js';

const kept: Prepare = async ({ daemon }) => {
  await daemon.ok('setGuiItem', { body: { key: 'kept', value: 'x' } });
  return { body: { key: 'kept' } };
};

export const gui = {
  clearGuiItems: { good: kept },
  countGuiItems: { good: () => ({}) },
  getGuiItem: { good: () => ({ query: { key: 'any' } }) },
  removeGuiItem: { good: kept },
  setGuiItem: {
    good: () => ({ body: { key: 'k', value: 'v' } }),
    errors: { FILE_TOO_LARGE: withBody({ value: 'x'.repeat(1024 * 1024 + 1) }) },
  },
} satisfies Trials;
