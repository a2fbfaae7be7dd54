/**
 * jest's transform of TypeScript files: a module of the program becomes the exports of its compiled version, which node
 * loads once; a suite or helper becomes its version compiled before the run (tests/compile.js).
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { version } from 'esbuild';
import { root } from '../bin/setup.mjs';

const require = createRequire(import.meta.url);

/** esbuild options for a suite or helper. */
export const linkedOptions = {
  loader: 'ts',
  format: 'esm',
  target: 'node20',
  platform: 'node',
  sourcemap: true,
  logLevel: 'error',
  tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: true } },
};

export const hashOf = (...texts) => createHash('sha256').update(texts.join('\n')).digest('hex');

// jest loads this file before anything is compiled
let exported;
let linked;

/** Returns a module that re-exports another one, which node loads (tests/environment.js). */
export function reexport(specifier, names) {
  const lines = names.map((name) =>
    name === 'default' ? 'export default m.default;' : `export const ${name} = m.${name};`,
  );
  return [`const m = await globalThis.importCompiled(${JSON.stringify(specifier)});`, ...lines].join('\n');
}

/** Returns the version compiled before the run; undefined when the file changed since then. */
function compiledSuite(text, path) {
  const directory = process.env.AGENT_TEST_SUITES;
  linked ??= JSON.parse(readFileSync(join(directory, 'made-of.json'), 'utf8'));
  const source = relative(root, path);
  if (linked[source] !== hashOf(text)) return undefined;
  const file = join(directory, source.replace(/\.ts$/, '.js'));
  return { code: readFileSync(file, 'utf8'), map: readFileSync(`${file}.map`, 'utf8') };
}

/** Compiles a file in its current state, for files edited during watch mode. */
function compileOne(text, path, options) {
  // takes half a second to load, and most runs do not need it
  const { default: tsJest } = require('ts-jest');
  const compiler = tsJest.createTransformer({
    useESM: true,
    diagnostics: false,
    tsconfig: {
      module: 'ESNext',
      moduleResolution: 'Bundler',
      target: 'ES2023',
      isolatedModules: true,
      verbatimModuleSyntax: true,
      allowJs: true,
      esModuleInterop: true,
    },
  });
  return compiler.process(text, path, { ...options, transformerConfig: {} });
}

const isLinked = (options) => options.transformerConfig?.linked === true;

export default {
  getCacheKey: (text, path, options) =>
    hashOf(isLinked(options) ? `esbuild ${version}` : process.env.AGENT_TEST_SOURCES, path, text),
  process(text, path, options) {
    if (isLinked(options)) return compiledSuite(text, path) ?? compileOne(text, path, options);
    const compiled = process.env.AGENT_TEST_SOURCES;
    exported ??= JSON.parse(readFileSync(join(compiled, 'exports.json'), 'utf8'));
    const source = relative(root, path);
    const file = source.replace(/\.ts$/, '.js');
    return { code: reexport(pathToFileURL(join(compiled, file)).href, exported[source]) };
  },
};
