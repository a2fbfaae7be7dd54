/** The client as one module, without the server: what `statesmain.js` measures, for the figures and for their test. */
import { build } from 'esbuild';
import { fileURLToPath } from 'node:url';

const names = ['api/client', 'api/stream', 'session/session', 'view/markdown'];

/** The program that opens sessions with it. */
export const statesMain = fileURLToPath(new URL('statesmain.js', import.meta.url));

export async function bundleClient(outfile) {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  await build({
    stdin: { contents: names.map((name) => `export * from './client/${name}.ts';`).join('\n'), resolveDir: root },
    absWorkingDir: root,
    bundle: true,
    platform: 'browser',
    format: 'esm',
    outfile,
    logLevel: 'silent',
  });
}
