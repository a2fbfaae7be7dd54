/** Bundles the client as one module without the server, for `statesmain.js` and its test. */
import { build } from 'esbuild';
import { fileURLToPath } from 'node:url';

const names = ['api/client', 'api/stream', 'session/session', 'view/markdown'];

/** The program that opens sessions with the bundle. */
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
