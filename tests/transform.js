/**
 * How jest loads TypeScript. In place of a module of the program it finds the exports of the compiled one, which node
 * loads once for all suites of a worker (tests/compile.js); suites and their helpers only lose their types.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { transformSync, version } from 'esbuild';
import { root } from '../bin/setup.js';
import { compiledPaths } from './compile.js';

const isCompiled = new RegExp(`^${compiledPaths}$`);

// jest loads this file before there is anything compiled
let exported;

function exportsOf(source) {
  const compiled = process.env.AGENT_TEST_SOURCES;
  exported ??= JSON.parse(readFileSync(join(compiled, 'exports.json'), 'utf8'));
  const url = pathToFileURL(join(compiled, source.replace(/\.ts$/, '.js'))).href;
  const names = exported[source].map((name) =>
    name === 'default' ? 'export default m.default;' : `export const ${name} = m.${name};`,
  );
  return { code: [`const m = await globalThis.importCompiled(${JSON.stringify(url)});`, ...names].join('\n') };
}

const withoutTypes = {
  loader: 'ts',
  format: 'esm',
  target: 'node20',
  sourcemap: 'inline',
  tsconfigRaw: { compilerOptions: { target: 'ES2023', verbatimModuleSyntax: true } },
};

export default {
  getCacheKey(text, path) {
    const given = isCompiled.test(relative(root, path)) ? process.env.AGENT_TEST_SOURCES : `${version} ${text}`;
    return createHash('sha256').update(`${path} ${given}`).digest('hex');
  },
  process(text, path) {
    const source = relative(root, path);
    return isCompiled.test(source) ? exportsOf(source) : transformSync(text, { ...withoutTypes, sourcefile: path });
  },
};
