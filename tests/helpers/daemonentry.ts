/** Programs that tests start as processes, from the bundle of this run (`tests/bundle.js`). */
import { join } from 'node:path';
import { bundle } from '../bundle.js';

/** Path of the bundled `<name>main.ts` of this folder. */
export async function buildEntry(name = 'daemon'): Promise<string> {
  // outside of jest nobody has made it
  return join(process.env['AGENT_TEST_BUNDLE'] ?? (await bundle()), `${name}main.mjs`);
}
