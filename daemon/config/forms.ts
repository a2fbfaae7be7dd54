/** Applies a provider form to the file: its table, its models, and references to them (rest.md 7.1, 7.2). */
import type { CreateProviderBody, ErrorDetail, ReplaceProviderBody } from '../../schemas/generated/types.js';
import { isManagedId, providerIdProblem } from '../../schemas/provider-ids.js';
import { ApiError } from '../errors.js';
import type { Edit } from './changes.js';
import type { Present } from './patch.js';
import { MASK, maskAddress } from './public.js';
import { equal, isTable, type Path } from '../../schemas/toml/document.js';
import { parseUrl } from '../../schemas/url.js';
import type { Move } from './toml-rename.js';

type Table = Record<string, unknown>;
type Form = Omit<ReplaceProviderBody, 'new_id'>;

/** Fields that a form sets; all other fields of an existing table stay. */
const providerFields = ['type', 'api_key', 'base_url', 'default_model'];
const modelFields = [
  'provider',
  'model',
  'max_context_size',
  'display_name',
  'capabilities',
  'max_output_size',
  'support_efforts',
  'adaptive_thinking',
];
const pointers = ['providers', 'models', 'default_model', 'default_provider'];

/** Adds a provider; throws PROVIDER_ALREADY_EXISTS. */
export function created({ document, shown }: Present, { id, ...form }: CreateProviderBody): Edit {
  const problems = [...idProblems('id', id), ...formProblems(form, undefined)];
  if (problems.length > 0) return refused(document, problems);
  const providers = membersOf(document, 'providers');
  if (Object.hasOwn(providers, id)) throw new ApiError('PROVIDER_ALREADY_EXISTS');
  const { models, collisions } = withModels(document, { from: id, to: id }, form, { keepsOthers: true });
  const first = form.default_model ?? form.models[0]?.model ?? '';
  const hasDefault = document['default_model'] !== undefined || shown.default_model !== undefined;
  return editOf(
    document,
    collisions,
    { id, form, idPath: 'id' },
    {
      ...document,
      providers: { ...providers, [id]: providerOf(id, form, {}) },
      models,
      ...(hasDefault ? {} : { default_model: aliasOf(id, first) }),
    },
  );
}

/** Replaces a provider by the form, under its new id; throws PROVIDER_NOT_FOUND, _OAUTH_MANAGED and _ALREADY_EXISTS. */
export function replaced(
  { document }: Present,
  from: string,
  { new_id: to = from, ...form }: ReplaceProviderBody,
): Edit {
  const providers = membersOf(document, 'providers');
  const stored = ownProvider(providers, from);
  const problems = [...(to === from ? [] : idProblems('new_id', to)), ...formProblems(form, stored)];
  if (problems.length > 0) return refused(document, problems);
  if (to !== from && Object.hasOwn(providers, to)) throw new ApiError('PROVIDER_ALREADY_EXISTS');
  const { models, moved, collisions } = withModels(document, { from, to }, form, { keepsOthers: false });
  const follow = (alias: unknown): unknown => followed(alias, document, { from, to }, moved);
  const renamed = Object.entries(providers).map(([id, provider]) => {
    if (id === from) return [to, withListedId(providerOf(to, form, stored), to === from ? undefined : from)];
    const next = isTable(provider) && 'default_model' in provider ? follow(provider['default_model']) : undefined;
    return [id, next === undefined ? provider : { ...(provider as Table), default_model: next }];
  });
  const wanted: Table = { ...document, providers: Object.fromEntries(renamed) as Table, models };
  if (document['default_model'] !== undefined) wanted['default_model'] = follow(document['default_model']);
  if (document['default_provider'] === from) wanted['default_provider'] = to;
  const edit = editOf(document, collisions, { id: to, form, idPath: 'new_id' }, wanted);
  return { ...edit, mayDangle: true, moves: movesOf({ from, to }, moved) };
}

/** Removes a provider and its models; keeps the defaults. Throws PROVIDER_NOT_FOUND and _OAUTH_MANAGED. */
export function removed({ document }: Present, id: string): Edit {
  const providers = membersOf(document, 'providers');
  ownProvider(providers, id);
  const models = Object.entries(membersOf(document, 'models')).filter(([, model]) => !belongsTo(model, id));
  const left = Object.entries(providers).filter(([name]) => name !== id);
  const wanted: Table = { ...document, providers: Object.fromEntries(left), models: Object.fromEntries(models) };
  for (const key of ['providers', 'models']) {
    if (Object.keys(wanted[key] as Table).length === 0) delete wanted[key];
  }
  return { wanted, fields: differing(document, wanted) };
}

/** If two aliases become the same, the one that begins with the provider's id keeps its table's position. */
function movesOf({ from, to }: { from: string; to: string }, moved: ReadonlyMap<string, string>): Move[] {
  const own = [...moved].toSorted(([a], [b]) => Number(b.startsWith(`${from}/`)) - Number(a.startsWith(`${from}/`)));
  const places = new Map<string, string>();
  for (const [old, alias] of own) if (!places.has(alias)) places.set(alias, old);
  const models = [...places].map(([alias, old]) => ({ from: ['models', old], to: ['models', alias] }));
  return [{ from: ['providers', from], to: ['providers', to] }, ...models].filter((move) => !equal(move.from, move.to));
}

function editOf(
  document: Table,
  problems: ErrorDetail[],
  { id, form, idPath }: { id: string; form: Form; idPath: string },
  wanted: Table,
): Edit {
  const indexes = new Map(form.models.map(({ model }, index) => [aliasOf(id, model), index]));
  return {
    wanted,
    fields: differing(document, wanted),
    problems,
    asked([domain, name = '', ...rest]: Path) {
      if (domain === 'providers' && name === id) return rest.join('.') || idPath;
      const index = domain === 'models' ? indexes.get(name) : undefined;
      return (index === undefined ? [domain, name, ...rest] : ['models', index, ...rest]).join('.');
    },
  };
}

/** An edit with these problems and no changes; nothing else is checked. */
function refused(document: Table, problems: ErrorDetail[]): Edit {
  return { wanted: document, fields: [], problems };
}

function differing(before: Table, after: Table): string[] {
  return pointers.filter((key) => !equal(before[key], after[key]));
}

function idProblems(path: string, id: string): ErrorDetail[] {
  const message = providerIdProblem(id);
  return message === undefined ? [] : [{ path, message }];
}

function addressProblem(address: string): string | undefined {
  if (address.includes(MASK)) return 'holds the mask of a secret instead of the secret';
  const url = parseUrl(address);
  // requests to such an address are refused
  if (url && (url.username !== '' || url.password !== '')) return 'must not hold a name or password';
  return undefined;
}

function formProblems(form: Form, stored: Table | undefined): ErrorDetail[] {
  const problems = malformed(form, []);
  const names = form.models.map(({ model }) => model);
  if (new Set(names).size < names.length) problems.push({ path: 'models', message: 'holds a model twice' });
  if (form.default_model !== undefined && !names.includes(form.default_model)) {
    problems.push({ path: 'default_model', message: 'is none of the models' });
  }
  if (form.base_url?.includes('${')) problems.push({ path: 'base_url', message: 'must not hold ${' });
  // the stored address is masked, and need not be entered again
  if (form.base_url !== undefined && addressOf(form, stored) !== stored?.['base_url']) {
    const problem = addressProblem(form.base_url);
    if (problem !== undefined) problems.push({ path: 'base_url', message: problem });
  }
  if (form.api_key === MASK) problems.push({ path: 'api_key', message: 'is the mask of a secret instead of it' });
  return problems;
}

/** Finds texts that JSON allows and TOML does not. */
function malformed(value: unknown, path: string[]): ErrorDetail[] {
  if (typeof value === 'string') {
    return value.isWellFormed() ? [] : [{ path: path.join('.'), message: 'is not well-formed text' }];
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) => malformed(item, [...path, key]));
}

/** The address of a form; an address that came back masked, as it was shown, means the stored one. */
function addressOf({ base_url }: Form, stored: Table | undefined): string | undefined {
  const given = base_url?.trim() || undefined;
  const known = stored?.['base_url'];
  return typeof known === 'string' && given !== undefined && maskAddress(known) === given ? known : given;
}

function providerOf(id: string, form: Form, stored: Table): Table {
  const key = form.api_key === undefined ? stored['api_key'] : form.api_key?.trim() || undefined;
  return present({
    type: form.type,
    api_key: key,
    base_url: addressOf(form, stored),
    default_model: form.default_model === undefined ? undefined : aliasOf(id, form.default_model),
    ...without(stored, providerFields),
  });
}

/** Records the registry's name of a provider that is renamed; imports of the catalog record it from the beginning. */
function withListedId(provider: Table, id: string | undefined): Table {
  const source = provider['source'];
  if (id === undefined || !isTable(source) || source['kind'] !== 'apiJson' || source['id'] !== undefined)
    return provider;
  return { ...provider, source: { ...source, id } };
}

/** A provider's table that the user may change. */
function ownProvider(providers: Table, id: string): Table {
  const stored = Object.hasOwn(providers, id) && id !== 'offline' && id !== 'env' ? providers[id] : undefined;
  if (stored === undefined) throw new ApiError('PROVIDER_NOT_FOUND');
  if (isManagedId(id)) throw new ApiError('PROVIDER_OAUTH_MANAGED');
  return isTable(stored) ? stored : {};
}

/** Replaces the provider's models in the file by those of a form; `moved`: new alias by old one. */
function withModels(
  document: Table,
  { from, to }: { from: string; to: string },
  form: Form,
  { keepsOthers }: { keepsOthers: boolean },
): { models: Table; moved: Map<string, string>; collisions: ErrorDetail[] } {
  const before = membersOf(document, 'models');
  const wanted = new Map(form.models.map((model) => [model.model, model]));
  const kept = new Map<string, Table>();
  const moved = new Map<string, string>();
  for (const [alias, model] of Object.entries(before)) {
    if (!belongsTo(model, from) || !wanted.has(String(model['model']))) continue;
    const name = String(model['model']);
    moved.set(alias, aliasOf(to, name));
    if (!kept.has(name) || alias === aliasOf(from, name)) kept.set(name, model);
  }
  const models: Array<[string, unknown]> = [];
  const made = new Set<string>();
  const make = (name: string): void => {
    const given = wanted.get(name);
    if (given === undefined || made.has(name)) return;
    made.add(name);
    models.push([aliasOf(to, name), modelOf(to, given, kept.get(name) ?? {})]);
  };
  for (const [alias, model] of Object.entries(before)) {
    if (!belongsTo(model, from)) models.push([alias, model]);
    else if (wanted.has(String(model['model']))) make(String(model['model']));
    else if (keepsOthers) models.push([alias, model]);
  }
  const others = new Set(models.map(([alias]) => alias).filter((alias) => !belongsTo(before[alias], from)));
  const collisions = form.models.flatMap(({ model }, index) =>
    others.has(aliasOf(to, model)) && Object.hasOwn(before, aliasOf(to, model))
      ? [{ path: `models.${index}.model`, message: `the alias ${aliasOf(to, model)} belongs to another provider` }]
      : [],
  );
  for (const { model } of form.models) make(model);
  return { models: Object.fromEntries(models), moved, collisions };
}

function modelOf(id: string, form: Form['models'][number], kept: Table): Table {
  return present({
    provider: id,
    model: form.model,
    max_context_size: form.max_context_size,
    max_output_size: form.max_output_size,
    capabilities: form.capabilities,
    support_efforts: form.support_efforts,
    display_name: form.display_name,
    adaptive_thinking: form.adaptive_thinking,
    ...without(kept, modelFields),
  });
}

/** The new target of a reference after a rename; a dangling one stays dangling under the new id. */
function followed(
  alias: unknown,
  document: Table,
  { from, to }: { from: string; to: string },
  moved: ReadonlyMap<string, string>,
): unknown {
  if (typeof alias !== 'string') return alias;
  const known = moved.get(alias);
  if (known !== undefined) return known;
  const models = membersOf(document, 'models');
  const isForeign = Object.hasOwn(models, alias) && !belongsTo(models[alias], from);
  return alias.startsWith(`${from}/`) && !isForeign ? aliasOf(to, alias.slice(from.length + 1)) : alias;
}

function aliasOf(id: string, model: string): string {
  return `${id}/${model}`;
}

function belongsTo(model: unknown, id: string): model is Table {
  return isTable(model) && model['provider'] === id;
}

function membersOf(document: Table, key: string): Table {
  const members = document[key];
  return isTable(members) ? members : {};
}

function without(table: Table, fields: readonly string[]): Table {
  return Object.fromEntries(Object.entries(table).filter(([key]) => !fields.includes(key)));
}

function present(table: Table): Table {
  return Object.fromEntries(Object.entries(table).filter(([, value]) => value !== undefined));
}
