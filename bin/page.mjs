/** Bundles the web page into `dist/web`: hashed and compressed files below `assets/`, icons and licenses. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { smallest } from './browser.mjs';

const compressible = /\.(?:js|css|svg|txt|webmanifest)$/;
/** The page of the server, and that of the visualizer. */
const documents = ['index.html', 'vis.html'];
/** Files of the page that are served unchanged. */
const plainNames = ['manifest.webmanifest', 'sw.js'];

/** Returns the files of the page, with absolute paths; throws when esbuild fails. */
export async function buildPage(root) {
  const { files, metafile, parts } = await bundlePage(root);
  const names = new Map(
    Object.entries(metafile.outputs).flatMap(([path, { entryPoint, cssBundle }]) =>
      entryPoint === undefined ? [] : [[entryPoint, path], ...(cssBundle ? [[`${entryPoint}.css`, cssBundle]] : [])],
    ),
  );
  const document = (name) => {
    let contents = readFileSync(join(root, 'web', name), 'utf8').replace(/@\{([\w./]+)\}/g, (_, source) => {
      const path = names.get(source);
      if (path === undefined) throw new Error(`web/${name} names ${source}, which is not built`);
      return addressOf(path);
    });
    // preloads what the first screen loads later, before any script runs
    contents = contents.replace(/@\[([\w./-]+)\]/g, (_, source) => {
      const path = names.get(source);
      if (path === undefined) throw new Error(`web/${name} names ${source}, which is not built`);
      const first = importsOf(metafile, names.get('web/main.tsx'));
      return [path, ...importsOf(metafile, path)]
        .filter((each) => !first.has(each))
        .map(nameOf)
        .join(' ');
    });
    // requests the imports of a script together with it, not after it
    contents = contents.replace(/( *)<script type="module" src="([^"]+)">/, (script, indent, address) =>
      [...importsOf(metafile, `dist/web${address.slice(1)}`)]
        .map((path) => `${indent}<link rel="modulepreload" href="${addressOf(path)}" />\n`)
        .concat(script)
        .join(''),
    );
    return { path: join(root, 'dist/web', name), contents: Buffer.from(contents) };
  };
  const all = [
    ...files,
    ...(await icons(root)),
    ...plainNames.map((name) => ({
      path: join(root, 'dist/web', name),
      contents: readFileSync(join(root, 'web', name)),
    })),
    // `agent vis --out` reads this file; it is never served
    { path: join(root, 'dist/web/sessionfile.json'), contents: Buffer.from(JSON.stringify(parts)) },
    { path: join(root, 'dist/web/licenses.txt'), contents: Buffer.from(licenses(root, metafile)) },
  ];
  const compressed = await Promise.all(all.filter(({ path }) => compressible.test(path)).map(compress));
  // files that refer to others come last
  return [...all, ...compressed.flat(), ...documents.map(document)];
}

const nameOf = (path) => path.slice('dist/web/'.length);
const addressOf = (path) => `./${nameOf(path)}`;

/** Returns the static imports of a script, recursively. */
function importsOf({ outputs }, script) {
  const all = new Set([script]);
  for (const path of all)
    for (const { path: to, kind } of outputs[path].imports) if (kind === 'import-statement') all.add(to);
  all.delete(script);
  return all;
}

/** Bundles the scripts and styles of the page; also returns their inputs. */
async function bundlePage(root) {
  const { build } = await import('esbuild');
  const options = {
    absWorkingDir: root,
    outdir: 'dist/web',
    outbase: 'web',
    entryNames: 'assets/[name]-[hash]',
    chunkNames: 'assets/[name]-[hash]',
    assetNames: 'assets/[name]-[hash]',
    bundle: true,
    platform: 'browser',
    target: ['chrome120', 'firefox121', 'safari17'],
    jsx: 'automatic',
    jsxImportSource: 'preact',
    minify: true,
    write: false,
    metafile: true,
    legalComments: 'none',
    logLevel: 'warning',
  };
  const file = await bundleFile(build, options);
  const pageOptions = {
    ...options,
    define: { fileParts: JSON.stringify(file.parts) },
    entryPoints: ['web/main.tsx', 'web/vis/main.tsx'],
    format: 'esm',
    splitting: true,
  };
  const first = await build({ ...pageOptions, minify: false });
  const [page, looks] = await Promise.all([
    build({ ...pageOptions, plugins: [fewerChunks(root, first.metafile, pageOptions.entryPoints)] }),
    // runs before the first paint, so it is a separate classic script
    build({ ...options, entryPoints: ['web/firstlook.ts'], format: 'iife' }),
  ]);
  const files = [page, looks].flatMap(({ outputFiles }) =>
    outputFiles.map(async ({ path, contents, text }) => ({
      path,
      contents: path.endsWith('.js') ? Buffer.from(await smallest(text)) : contents,
    })),
  );
  return {
    files: [...(await Promise.all(files)), ...file.files],
    parts: file.parts,
    metafile: {
      inputs: { ...page.metafile.inputs, ...looks.metafile.inputs },
      outputs: { ...page.metafile.outputs, ...looks.metafile.outputs },
    },
  };
}

/** The screens that open first, and share code: the form of a new session, and a session. */
const firstScreens = ['web/screens/session/newsession.tsx', 'web/screens/session/session.tsx'];

/**
 * Reduces the number of chunks. A lazy module also imports, at no cost, what is always loaded before it; if it needs
 * some of what the first screens share, or of a session, it imports all of that. The bundler makes a chunk per set of
 * modules with the same users, and a browser has six connections, so each small file delays another.
 */
function fewerChunks(root, { inputs }, entryPoints) {
  const before = alwaysBefore(inputs, entryPoints);
  const own = (path) => inputs[path].imports.filter(({ kind }) => kind === 'import-statement');
  // an entry includes its style, so its modules represent it
  const modulesOf = (path) =>
    entryPoints.includes(path)
      ? own(path).flatMap((each) => (/^web.*\.tsx?$/.test(each.path) ? [each.path] : []))
      : [path];
  const closureOf = (path) => {
    const all = new Set([path]);
    for (const each of all) for (const { path: to } of own(each)) if (/\.tsx?$/.test(to)) all.add(to);
    return all;
  };
  const main = closureOf('web/main.tsx');
  const [form, session] = firstScreens.map((path) => [...closureOf(path)].filter((each) => !main.has(each)));
  const common = form.filter((path) => session.includes(path));
  const layers = [common, session.filter((path) => !common.includes(path))];
  const whole = (path) => {
    const needed = closureOf(path);
    return layers.flatMap((layer) => (layer.some((each) => needed.has(each)) ? layer : []));
  };
  return {
    name: 'fewer-chunks',
    setup({ onLoad }) {
      onLoad({ filter: /\.tsx?$/ }, ({ path }) => {
        const name = relative(root, path);
        const found = before.get(name);
        if (!found) return undefined;
        const modules = [...new Set([...found.flatMap(modulesOf), ...whole(name)])].filter((each) => each !== name);
        const imports = modules.map((each) => `import ${JSON.stringify(join(root, each))};\n`).join('');
        return { contents: readFileSync(path, 'utf8') + imports, loader: path.endsWith('x') ? 'tsx' : 'ts' };
      });
    },
  };
}

/** Returns entries and lazy modules always loaded before a lazy one: its dominators in the graph of `import()`. */
function alwaysBefore(inputs, entryPoints) {
  const laterOf = (entry) => {
    const later = new Set();
    const seen = new Set([entry]);
    for (const path of seen)
      for (const { path: to, kind } of inputs[path]?.imports ?? [])
        if (kind === 'import-statement') seen.add(to);
        else if (kind === 'dynamic-import') later.add(to);
    return later;
  };
  const reaches = (without) => {
    const reached = new Set(entryPoints.filter((entry) => entry !== without));
    for (const entry of reached) for (const to of laterOf(entry)) if (to !== without) reached.add(to);
    return reached;
  };
  const all = [...reaches()];
  const missing = new Map(all.map((entry) => [entry, reaches(entry)]));
  return new Map(
    all
      .filter((path) => !entryPoints.includes(path))
      .map((path) => [path, all.filter((entry) => entry !== path && !missing.get(entry).has(path))]),
  );
}

/** Bundles the inline script and style of exported session files, with the hashes for their content security policy. */
async function bundleFile(build, options) {
  const { outputFiles } = await build({ ...options, entryPoints: ['web/vis/file.tsx'], format: 'iife' });
  const parts = {};
  const files = [];
  for (const { path, text } of outputFiles) {
    const kind = path.endsWith('.js') ? 'script' : 'style';
    const own = kind === 'script' ? await smallest(text) : text;
    // escaped, so that the text cannot end its element
    const inside = own.replace(/<(?=\/(?:script|style)|!--)/gi, '\\x3c').trim();
    parts[kind] = `assets/${basename(path)}`;
    parts[`${kind}Hash`] = `sha256-${createHash('sha256').update(inside).digest('base64')}`;
    files.push({ path, contents: Buffer.from(inside) });
  }
  return { parts, files };
}

async function compress({ path, contents }) {
  const quality = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(contents, { params: quality }),
    promisify(gzip)(contents, { level: 9 }),
  ]);
  return [
    { path: `${path}.br`, contents: br },
    { path: `${path}.gz`, contents: gz },
  ];
}

/** Copies the icons, and renders the icon of an installed page as images. */
async function icons(root) {
  const { default: sharp } = await import('sharp');
  const folder = join(root, 'web', 'icons');
  const drawn = readdirSync(folder).map((name) => ({ name, contents: readFileSync(join(folder, name)) }));
  const picture = (name, size, source) => {
    const svg = readFileSync(join(folder, source));
    return sharp(svg, { density: (72 * size) / 32 })
      .resize(size, size)
      .png()
      .toBuffer()
      .then((contents) => ({ name, contents }));
  };
  const pictures = await Promise.all([
    picture('icon-192.png', 192, 'icon.svg'),
    picture('icon-512.png', 512, 'icon.svg'),
    picture('icon-maskable.png', 512, 'icon-maskable.svg'),
  ]);
  return [...drawn, ...pictures].map(({ name, contents }) => ({ path: join(root, 'dist/web', name), contents }));
}

/** Returns the license texts that packages in the page require. */
function licenses(root, { inputs }) {
  const packages = new Set(
    Object.keys(inputs).flatMap((path) => /^node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1] ?? []),
  );
  const texts = [...packages].sort().map((name) => {
    const folder = join(root, 'node_modules', name);
    const { version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    const file = readdirSync(folder).find((each) => /^licen[cs]e/i.test(each));
    const text = file === undefined ? `License: ${license}` : readFileSync(join(folder, file), 'utf8').trim();
    return `${name} ${version}\n\n${text}\n`;
  });
  const own = join(root, 'LICENSE');
  return [...(existsSync(own) ? [`agent\n\n${readFileSync(own, 'utf8').trim()}\n`] : []), ...texts].join(
    `\n${'-'.repeat(72)}\n\n`,
  );
}
