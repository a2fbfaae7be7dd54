/** Programs that tests start as processes, bundled for this run (`tests/compile.js`). */
import { join } from 'node:path';
import { compile } from '../compile.js';

/** Path of the bundled `<name>main.ts` of this folder. */
export async function buildEntry(name = 'daemon'): Promise<string> {
  // outside of jest there is no set-up
  return join(process.env['AGENT_TEST_SOURCES'] ?? (await compile()), 'programs', `${name}main.js`);
}
