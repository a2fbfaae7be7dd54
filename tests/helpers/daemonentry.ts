/** Programs that tests start as processes, bundled for this run (`tests/compile.js`). */
import { join } from 'node:path';

/** Path of the bundled `<name>main.ts` of this folder. */
export async function buildEntry(name = 'daemon'): Promise<string> {
  // outside of jest there is no set-up
  const sources = process.env['AGENT_TEST_SOURCES'] ?? (await (await import('../compile.js')).compile());
  return join(sources, 'programs', `${name}main.js`);
}
