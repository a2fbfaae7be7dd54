/** What jest finds in place of a module of the program: the exports of the compiled one, which node loads once (tests/compile.js). */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from '../bin/setup.mjs';

// jest loads this file before there is anything compiled
let exported;

/** A module with these exports of another one, which node loads (tests/environment.js). */
export function reexport(specifier, names) {
  const lines = names.map((name) =>
    name === 'default' ? 'export default m.default;' : `export const ${name} = m.${name};`,
  );
  return [`const m = await globalThis.importCompiled(${JSON.stringify(specifier)});`, ...lines].join('\n');
}

export default {
  getCacheKey: (text, path) =>
    createHash('sha256').update(`${process.env.AGENT_TEST_SOURCES} ${path} ${text}`).digest('hex'),
  process(_text, path) {
    const compiled = process.env.AGENT_TEST_SOURCES;
    exported ??= JSON.parse(readFileSync(join(compiled, 'exports.json'), 'utf8'));
    const source = relative(root, path);
    const file = source.replace(/\.ts$/, '.js');
    return { code: reexport(pathToFileURL(join(compiled, file)).href, exported[source]) };
  },
};
