/** Trials of `exports`. */
import { rmSync, writeFileSync, existsSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { one } from '../situations.js';
import { withBody, type Provoke, type Trials } from '../trials.js';

/** A file takes the place of the directory for exports. */
const nowhere: Provoke = async ({ world: { daemon }, good, call }) => {
  const files = join(daemon.home, 'files');
  const aside = `${files}.aside`;
  const request = await good();
  if (existsSync(files)) renameSync(files, aside);
  writeFileSync(files, '');
  try {
    return await call(request);
  } finally {
    rmSync(files);
    if (existsSync(aside)) renameSync(aside, files);
  }
};

export const exports = {
  exportSession: {
    good: one({ body: { web_log: 'x' } }),
    errors: { PERSISTENCE_FAILURE: nowhere, VALIDATION_FAILED: withBody({ include: { paths: true } }) },
  },
} satisfies Trials;
