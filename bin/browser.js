/** What a page loads of the client: how it is bundled, and how large it may be, which `npm run check` looks at. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';

/** The parts of the client that run in browsers, and the most bytes of them, compressed: without the commands and with them. */
export const browserLimits = [
  { rooms: ['api', 'session', 'view'], most: 45_000 },
  { rooms: ['api', 'session', 'view', 'commands'], most: 57_000 },
];

/**
 * Of marked the lexer alone: its last statements set properties of a function, which keeps all of it in a bundle, the
 * parser and the renderer of HTML among it.
 */
export const lexerOnly = {
  name: 'lexer-only',
  setup(builder) {
    builder.onLoad({ filter: /[/\\]marked\.esm\.js$/ }, ({ path }) => {
      const source = readFileSync(path, 'utf8');
      const [, name] = /[{,](\w+) as Lexer[,}]/.exec(source) ?? [];
      const end = /\bvar \w+=new \w+;function \w+\(\w+,\w+\)\{return \w+\.parse\(/.exec(source);
      if (!name || !end) throw new Error(`${path}: its Lexer is not where it was`);
      return { contents: `${source.slice(0, end.index)}export{${name} as Lexer};` };
    });
  },
};

/** Bundles modules of `client/` for a page; resolves with esbuild's result. */
export function bundleForBrowser(root, modules) {
  return build({
    stdin: { contents: modules.map((name) => `export * from './client/${name}';`).join('\n'), resolveDir: root },
    absWorkingDir: root,
    bundle: true,
    platform: 'browser',
    format: 'esm',
    minify: true,
    legalComments: 'none',
    write: false,
    metafile: true,
    logLevel: 'silent',
    plugins: [lexerOnly],
  });
}

/** What follows the events of one prompt to its end and makes lines of them, as `agent -p` does. A page needs none of it; the commands, which export Markdown, need the lines. */
const forOnePrompt = new Set([
  'session/follow-prompt.ts',
  'session/own-work.ts',
  'session/prompt-run.ts',
  'view/notices.ts',
]);

/** The modules of rooms of the client, as far as a page needs them. */
export function modulesOf(root, rooms) {
  const all = rooms.flatMap((room) => readdirSync(join(root, 'client', room)).map((name) => `${room}/${name}`));
  return all.filter((path) => !forOnePrompt.has(path));
}

/** Compressed bytes of a bundle, without the names of its exports: a page is one bundle with it, which has none. */
export function sizeOf({ outputFiles }) {
  return gzipSync(outputFiles[0].text.replace(/export\{[^{}]*\};\s*$/, ''), { level: 9 }).length;
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
