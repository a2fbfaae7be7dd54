/** The slash commands run in a page too: with all their imports they bundle for browsers, without modules of Node. */
import { expect, test } from '@jest/globals';
import { build } from 'esbuild';
import { readdirSync } from 'node:fs';

test('commands, session, view and api bundle for browsers', async () => {
  const rooms = ['api', 'commands', 'session', 'view'];
  const modules = rooms.flatMap((room) =>
    readdirSync(`client/${room}`).flatMap((name) => (name.endsWith('.ts') ? [`./client/${room}/${name}`] : [])),
  );
  const { metafile } = await build({
    stdin: { contents: modules.map((path) => `export * from '${path}';`).join('\n'), resolveDir: '.' },
    bundle: true,
    platform: 'browser',
    format: 'esm',
    write: false,
    metafile: true,
    logLevel: 'silent',
  });
  const inputs = Object.keys(metafile.inputs);
  expect(inputs.filter((path) => path.startsWith('client/commands/')).length).toBeGreaterThan(10);
  const others = inputs.filter((path) => !/^(?:client\/(?:api|commands|session|view)|schemas)\/|^<stdin>$/.test(path));
  expect(others).toEqual([]);
});
