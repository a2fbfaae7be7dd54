/** Programs that tests start as processes, bundled once per run (`tests/compile.js`). */
import { join } from 'node:path';

/** Returns the path of the bundled `<name>main.ts` of this directory. */
export async function buildEntry(name = 'daemon'): Promise<string> {
  // outside of jest, the global setup has not run
  const sources = process.env['AGENT_TEST_SOURCES'] ?? (await (await import('../compile.js')).compile());
  return join(sources, 'programs', `${name}main.js`);
}
