/** Checks of `config.toml` beyond its schema: combinations of fields, addresses, patterns. */
import { isAbsolute, normalize } from 'node:path';
import type { ConfigFile } from '../../schemas/generated/files.js';
import { expandHome, inside, resolveReal } from '../base/fs/paths.js';
import { storedProviderIdProblem } from '../../schemas/provider-ids.js';
import type { Path } from '../../schemas/toml/document.js';
import { parseUrl } from '../../schemas/url.js';

export interface Problem {
  path: Path;
  message: string;
}

type Provider = NonNullable<ConfigFile['providers']>[string];
type Model = NonNullable<ConfigFile['models']>[string];
type Sizes = Pick<Model, 'max_context_size' | 'max_input_size' | 'max_output_size'>;

/** Directories that no sandbox setting may expose. */
export interface GuardedPlaces {
  /** the program's data directory */
  home: string;
  userHome: string;
}

/** Finds problems in a file that its schema accepts. */
export function findProblems(
  values: ConfigFile,
  checkRule: (pattern: string) => string | undefined,
  places?: GuardedPlaces,
): Problem[] {
  return [
    ...Object.entries(values.providers ?? {}).flatMap(([id, provider]) => providerProblems(id, provider)),
    ...Object.entries(values.models ?? {}).flatMap(([alias, model]) => modelProblems(['models', alias], model)),
    ...serviceProblems(values),
    ...ruleProblems(values, checkRule),
    ...sandboxProblems(values.sandbox ?? {}, places),
  ];
}

function providerProblems(id: string, provider: Provider): Problem[] {
  const path = ['providers', id];
  const message = storedProviderIdProblem(id);
  if (message !== undefined) return [{ path, message }];
  return [
    ...addressProblems([...path, 'base_url'], provider.base_url),
    ...keyProblems([...path, 'api_key'], provider.api_key),
    ...headerProblems([...path, 'custom_headers'], provider.custom_headers),
  ];
}

function modelProblems(path: Path, model: Model): Problem[] {
  const problems = addressProblems([...path, 'base_url'], model.base_url);
  if (model.provider === undefined && !(model.base_url !== undefined && model.protocol !== undefined)) {
    problems.push({ path: [...path, 'provider'], message: 'is required, or base_url and protocol' });
  }
  const sizes = sizeProblems(path, model);
  if (sizes.length > 0) return [...problems, ...sizes];
  return [...problems, ...sizeProblems([...path, 'overrides'], { ...model, ...model.overrides })];
}

function sizeProblems(path: Path, sizes: Sizes): Problem[] {
  return (['max_input_size', 'max_output_size'] as const).flatMap((field) =>
    (sizes[field] ?? 0) > sizes.max_context_size
      ? [{ path: [...path, field], message: 'must not be larger than max_context_size' }]
      : [],
  );
}

function serviceProblems(values: ConfigFile): Problem[] {
  return (['search', 'fetch'] as const).flatMap((name) => {
    const service = values.services?.[name];
    if (!service) return [];
    return [
      ...addressProblems(['services', name, 'base_url'], service.base_url),
      ...keyProblems(['services', name, 'api_key'], service.api_key),
      ...headerProblems(['services', name, 'custom_headers'], service.custom_headers),
    ];
  });
}

function ruleProblems(values: ConfigFile, checkRule: (pattern: string) => string | undefined): Problem[] {
  const { rules = [], ...short } = values.permission ?? {};
  const written: Array<[Path, string]> = rules.map(({ pattern }, index) => [
    ['permission', 'rules', String(index), 'pattern'],
    pattern,
  ]);
  for (const name of ['allow', 'deny', 'ask'] as const) {
    short[name]?.forEach((pattern, index) => written.push([['permission', name, String(index)], pattern]));
  }
  return written.flatMap(([path, pattern]) => {
    const message = checkRule(pattern);
    return message === undefined ? [] : [{ path, message }];
  });
}

const pathLists = ['write', 'hide', 'show', 'private', 'sockets', 'devices'] as const;

/** Paths of `[sandbox]` that are invalid, or that expose files which protect the sandbox (runtimes.md 2). */
function sandboxProblems(sandbox: NonNullable<ConfigFile['sandbox']>, places?: GuardedPlaces): Problem[] {
  return pathLists.flatMap((list) =>
    (sandbox[list] ?? []).flatMap((text, index) => {
      const message = pathProblem(text) ?? givenAway(list, text, places);
      return message === undefined ? [] : [{ path: ['sandbox', list, String(index)], message }];
    }),
  );
}

function pathProblem(text: string): string | undefined {
  if (/[\0\n]/u.test(text)) return 'must not hold a NUL character or a line break';
  return isAbsolute(text) || text === '~' || text.startsWith('~/')
    ? undefined
    : 'must be an absolute path, or begin with ~';
}

function givenAway(list: (typeof pathLists)[number], text: string, places?: GuardedPlaces): string | undefined {
  if (list === 'devices') return inside(['/dev'], normalize(text)) ? undefined : 'must lie below /dev';
  const named = normalize(expandHome(text, places?.userHome ?? ''));
  const forms = [named, resolveReal(named)];
  const guarded = (places ? [places.home, places.userHome] : []).flatMap((each) => [
    normalize(each),
    resolveReal(each),
  ]);
  const data = places ? [normalize(places.home), resolveReal(places.home)] : [];
  if (list === 'write' && (forms.includes('/') || forms.some((form) => guarded.some((each) => inside([form], each)))))
    return 'must not hold the home directory or the data directory of this program';
  if ((list === 'show' || list === 'write') && forms.some((form) => inside(data, form)))
    return 'must not lie in the data directory of this program';
  return undefined;
}

/** Problems that cost only their own entry: a hook with an invalid matcher never runs (engine.md 15). */
export function hookProblems(values: ConfigFile): Problem[] {
  return (values.hooks ?? []).flatMap(({ matcher }, index) => {
    if (matcher === undefined || isRegularExpression(matcher)) return [];
    return [{ path: ['hooks', String(index), 'matcher'], message: 'is not a regular expression' }];
  });
}

function isRegularExpression(text: string): boolean {
  try {
    new RegExp(text);
    return true;
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}

/** Whether a text is an address for HTTP requests. */
export function isHttpUrl(text: string): boolean {
  const url = parseUrl(text);
  if (!url) return false;
  const { protocol, hostname } = url;
  return (protocol === 'http:' || protocol === 'https:') && hostname !== '';
}

function addressProblems(path: Path, address: string | undefined): Problem[] {
  return address === undefined || isHttpUrl(address) ? [] : [{ path, message: 'must be an http or https address' }];
}

/** Requests send a key in a header, without surrounding blanks. */
function keyProblems(path: Path, key: string | undefined): Problem[] {
  return /^[\x20-\x7e]*$/.test(key?.trim() ?? '')
    ? []
    : [{ path, message: 'may hold only printable ASCII characters' }];
}

/** Whether a header's name and value are valid (RFC 9110). */
export function isHeader(name: string, value: string): boolean {
  return /^[!#$%&'*+.^_`|~\w-]+$/.test(name) && /^[\t\x20-\x7e\x80-\xff]*$/.test(value);
}

function headerProblems(path: Path, headers: Record<string, string> | undefined): Problem[] {
  return Object.entries(headers ?? {}).flatMap(([name, value]) =>
    isHeader(name, value) ? [] : [{ path: [...path, name], message: 'cannot be sent as a header' }],
  );
}
