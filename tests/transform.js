/** What jest finds in place of a module of the program: the exports of the compiled one, which node loads once (tests/compile.js). */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from '../bin/setup.js';

// jest loads this file before there is anything compiled
let exported;

export default {
  getCacheKey: (_text, path) => createHash('sha256').update(`${process.env.AGENT_TEST_SOURCES} ${path}`).digest('hex'),
  process(_text, path) {
    const compiled = process.env.AGENT_TEST_SOURCES;
    exported ??= JSON.parse(readFileSync(join(compiled, 'exports.json'), 'utf8'));
    const source = relative(root, path);
    const url = pathToFileURL(join(compiled, source.replace(/\.ts$/, '.js'))).href;
    const names = exported[source].map((name) =>
      name === 'default' ? 'export default m.default;' : `export const ${name} = m.${name};`,
    );
    return { code: [`const m = await globalThis.importCompiled(${JSON.stringify(url)});`, ...names].join('\n') };
  },
};
