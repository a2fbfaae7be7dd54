/** Detects what a file is: media type and language by its name, text or binary by its first bytes. */
import { later } from '../../base/later.js';
import { mediaTypeOf } from '../mediatypes.js';

/** Number of bytes that are read to distinguish text from binary content. */
export const startLength = 4_096;

/** Language ids as editors use them, by file extension. */
const endings: Readonly<Record<string, string>> = {
  ...each('bat', 'bat cmd'),
  ...each('c', 'c h'),
  ...each('clojure', 'clj cljs cljc edn'),
  ...each('cpp', 'cpp cc cxx hpp hh hxx'),
  ...each('csharp', 'cs csx'),
  ...each('css', 'css'),
  ...each('csv', 'csv tsv'),
  ...each('dart', 'dart'),
  ...each('diff', 'diff patch'),
  ...each('dockerfile', 'dockerfile'),
  ...each('elixir', 'ex exs'),
  ...each('elm', 'elm'),
  ...each('erlang', 'erl hrl'),
  ...each('fsharp', 'fs fsi fsx'),
  ...each('go', 'go'),
  ...each('graphql', 'graphql gql'),
  ...each('groovy', 'groovy gradle'),
  ...each('handlebars', 'hbs handlebars'),
  ...each('haskell', 'hs lhs'),
  ...each('html', 'html htm xhtml'),
  ...each('ini', 'ini cfg conf properties env editorconfig'),
  ...each('java', 'java'),
  ...each('javascript', 'js mjs cjs'),
  ...each('javascriptreact', 'jsx'),
  ...each('json', 'json webmanifest'),
  ...each('jsonc', 'jsonc json5'),
  ...each('jsonl', 'jsonl ndjson'),
  ...each('julia', 'jl'),
  ...each('kotlin', 'kt kts'),
  ...each('latex', 'tex sty cls'),
  ...each('less', 'less'),
  ...each('lua', 'lua'),
  ...each('makefile', 'mk mak'),
  ...each('markdown', 'md markdown mdx'),
  ...each('nix', 'nix'),
  ...each('objective-c', 'm'),
  ...each('objective-cpp', 'mm'),
  ...each('ocaml', 'ml mli'),
  ...each('perl', 'pl pm'),
  ...each('php', 'php'),
  ...each('plaintext', 'txt text log'),
  ...each('powershell', 'ps1 psm1 psd1'),
  ...each('proto3', 'proto'),
  ...each('python', 'py pyi pyw'),
  ...each('r', 'r'),
  ...each('restructuredtext', 'rst'),
  ...each('ruby', 'rb rake gemspec'),
  ...each('rust', 'rs'),
  ...each('scala', 'scala sbt sc'),
  ...each('scss', 'scss'),
  ...each('sass', 'sass'),
  ...each('shellscript', 'sh bash zsh fish ksh'),
  ...each('sql', 'sql'),
  ...each('svelte', 'svelte'),
  ...each('swift', 'swift'),
  ...each('terraform', 'tf tfvars hcl'),
  ...each('toml', 'toml'),
  ...each('typescript', 'ts mts cts'),
  ...each('typescriptreact', 'tsx'),
  ...each('vue', 'vue'),
  ...each('xml', 'xml xsd xsl xslt svg plist csproj'),
  ...each('yaml', 'yaml yml'),
  ...each('zig', 'zig'),
};

/** Language ids by whole file name, in lower case. */
const wholeNames: Readonly<Record<string, string>> = {
  dockerfile: 'dockerfile',
  containerfile: 'dockerfile',
  makefile: 'makefile',
  gnumakefile: 'makefile',
  'cmakelists.txt': 'cmake',
  gemfile: 'ruby',
  rakefile: 'ruby',
  jenkinsfile: 'groovy',
  '.gitignore': 'ignore',
  '.dockerignore': 'ignore',
  '.gitattributes': 'ini',
  '.gitconfig': 'ini',
  '.npmrc': 'ini',
  '.env': 'ini',
  '.bashrc': 'shellscript',
  '.bash_profile': 'shellscript',
  '.profile': 'shellscript',
  '.zshrc': 'shellscript',
  'tsconfig.json': 'jsonc',
};

function each(language: string, list: string): Record<string, string> {
  return Object.fromEntries(list.split(' ').map((ending) => [ending, language]));
}

/** Extensions that the registered media types assign to something other than source code. */
const misread = new Set(['ts', 'mts', 'rs', 'dart', 'cjs', 'bat', 'm', 'pl', 'php', 'sh', 'tex']);

/** Returns the language id by the name alone; undefined when the name does not determine it. */
export function languageOf(name: string): string | undefined {
  const lower = name.toLowerCase();
  if (Object.hasOwn(wholeNames, lower)) return wholeNames[lower];
  const ending = endingOf(lower);
  return Object.hasOwn(endings, ending) ? endings[ending] : undefined;
}

function endingOf(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1);
}

const loadTypes = later(() => import('mime-types'));

/** Returns the media type by the name, without parameters; undefined when the name does not determine it. */
export async function typeByName(name: string): Promise<string | undefined> {
  // Loaded late because the table is large. It is CommonJS: in the bundle it has no named exports.
  const {
    default: { lookup },
  } = await loadTypes();
  const ending = endingOf(name.toLowerCase());
  // `lookup` would take a name without a dot for an extension
  const registered = name.includes('.') && lookup(name);
  if (registered !== false && !misread.has(ending)) return registered;
  const language = languageOf(name);
  if (language === undefined) return undefined;
  return ['plaintext', 'ignore'].includes(language) ? 'text/plain' : `text/x-${language}`;
}

/** Returns the media type by the name, or else by the content. */
export async function typeOf(name: string, start: Buffer, isBinary: boolean): Promise<string> {
  return (await typeByName(name)) ?? mediaTypeOf(start) ?? (isBinary ? 'application/octet-stream' : 'text/plain');
}

/** Returns the media type by the first 4,096 bytes. Text gets a charset. */
export function sentType(start: Buffer): string {
  const known = mediaTypeOf(start);
  if (known !== undefined) return known;
  const encoding = encodingOf(start);
  return encoding === undefined ? 'application/octet-stream' : `text/plain; charset=${encoding}`;
}

export type TextEncoding = 'utf-8' | 'utf-16le' | 'utf-16be';

/** Returns the encoding of a text file by its first 4,096 bytes; undefined for a binary file. */
export function encodingOf(start: Buffer): TextEncoding | undefined {
  const encoding = byMark(start);
  if (encoding === 'utf-8' && start.includes(0)) return undefined;
  try {
    // the read may have cut the last character
    const decoder = new TextDecoder(encoding, { fatal: encoding === 'utf-8' });
    const text = decoder.decode(start, { stream: start.length >= startLength });
    return text.includes('\0') ? undefined : encoding;
  } catch {
    // a decoding error means only that this is not text
    return undefined;
  }
}

function byMark(start: Buffer): TextEncoding {
  if (start[0] === 0xff && start[1] === 0xfe) return 'utf-16le';
  return start[0] === 0xfe && start[1] === 0xff ? 'utf-16be' : 'utf-8';
}
