/** Bundles the client parts that a page loads, and sets their maximum sizes, which `npm run check` enforces. */
import { readdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { minify } from 'terser';

/** The parts of the client that run in browsers, with their maximum compressed bytes: without and with commands. */
export const browserLimits = [
  { rooms: ['view', 'session', 'api'], most: 36_700 },
  { rooms: ['view', 'commands', 'session', 'api'], most: 47_400 },
];

/** Minifies a script. Names are assigned per function, which compresses better than globally shortest names. */
export async function smallest(code) {
  const { code: text = '' } = await minify(code, {
    module: true,
    ecma: 2020,
    // turns functions without `this` into arrows, which is unsafe only for functions called with `new`
    compress: {
      passes: 3,
      keep_fargs: false,
      unsafe_arrows: true,
      inline: 1,
      sequences: false,
      lhs_constants: false,
    },
    format: { comments: false, inline_script: false },
  });
  return text;
}

/** Bundles modules of `client/` for a page; resolves with the text and esbuild's metafile. */
export async function bundleForBrowser(root, modules) {
  const { outputFiles, metafile } = await build({
    stdin: { contents: modules.map((name) => `export * from './client/${name}';`).join('\n'), resolveDir: root },
    absWorkingDir: root,
    bundle: true,
    external: [...notForPages].map((path) => `./client/${path.replace(/ts$/, 'js')}`),
    platform: 'browser',
    format: 'esm',
    minifySyntax: true,
    legalComments: 'none',
    write: false,
    metafile: true,
    logLevel: 'silent',
  });
  return { text: await smallest(outputFiles[0].text), metafile };
}

/**
 * Modules that a page does not need: following a prompt to its end and printing it, as `agent -p` does, and rows of
 * commands for surfaces without views.
 */
const notForPages = new Set([
  'commands/rows.ts',
  'session/follow-prompt.ts',
  'session/own-work.ts',
  'session/prompt-run.ts',
  'view/notices.ts',
]);

/** Returns the modules of the given client rooms that a page needs. */
export function modulesOf(root, rooms) {
  const all = rooms.flatMap((room) => readdirSync(join(root, 'client', room)).map((name) => `${room}/${name}`));
  return all.filter((path) => path.endsWith('.ts') && !notForPages.has(path));
}

/** Returns the compressed bytes of a bundle without export names, since a page bundles it without exports. */
export function sizeOf({ text }) {
  return gzipSync(text.replace(/export\{[^{}]*\};\s*$/, ''), { level: 9 }).length;
}

async function main(root) {
  let isTooLarge = false;
  for (const { rooms, most } of browserLimits) {
    const size = sizeOf(await bundleForBrowser(root, modulesOf(root, rooms)));
    console.log(`client/{${rooms.join(',')}} for browsers: ${kB(size)} of ${kB(most)}`);
    isTooLarge ||= size > most;
  }
  if (!isTooLarge) return 0;
  const { rooms } = browserLimits.at(-1);
  for (const room of rooms)
    console.log(`  client/${room} alone: ${kB(sizeOf(await bundleForBrowser(root, modulesOf(root, [room]))))}`);
  const { metafile } = await bundleForBrowser(root, modulesOf(root, rooms));
  const [{ inputs }] = Object.values(metafile.outputs);
  const largest = Object.entries(inputs).sort(([, a], [, b]) => b.bytesInOutput - a.bytesInOutput);
  for (const [path, { bytesInOutput }] of largest.slice(0, 10))
    console.log(`  ${path}: ${kB(bytesInOutput)} before it is compressed`);
  return 1;
}

function kB(bytes) {
  return `${(bytes / 1_000).toFixed(1)} kB`;
}

if (process.argv[1] !== undefined && resolve(process.argv[1]) === fileURLToPath(import.meta.url))
  process.exitCode = await main(resolve(dirname(fileURLToPath(import.meta.url)), '..'));
