/** Applies a patch of `POST /api/v1/config` to the document of the file (rest.md 6). */
import type { Config, ErrorDetail } from '../../schemas/generated/types.js';
import { isReservedId } from '../../schemas/provider-ids.js';
import { configShapes, type Shape } from '../../schemas/generated/settings.js';
import { camelCase, fieldNamed } from './fields.js';
import { MASK } from './public.js';
import { equal, isTable, type Path } from '../../schemas/toml/document.js';

type Table = Record<string, unknown>;

export interface PatchResult {
  /** the resulting document */
  wanted: Table;
  /** top-level keys of the patch that change something */
  applied: string[];
  problems: ErrorDetail[];
  /** the client's name for a place in the file, dotted */
  asked(place: Path): string;
}

/** The state that a patch applies to. */
export interface Present {
  /** the document of the file, secrets included */
  document: Table;
  /** what `GET /api/v1/config` shows of it: a client that sends this back changes nothing */
  shown: Config;
}

/** A place in the client's and in the file's spelling. */
interface FieldPath {
  asked: Path;
  file: Path;
}

interface Work {
  /** the patch is the whole configuration as it was shown, with changes */
  isEcho: boolean;
  problems: ErrorDetail[];
  /** the client's spelling of the places it named, by place in the file */
  spelt: Map<string, Path>;
}

/** Fields that clients of other servers send; ignored here. */
const ignored = new Set(['telemetry', 'secondary_model', 'yolo', 'plan_mode']);

export function applyPatch(patch: Table, { document, shown }: Present): PatchResult {
  const work: Work = { isEcho: isEcho(patch, shown), problems: [], spelt: new Map() };
  const wanted = tableOf(document);
  const asked = withSynonyms(patch, shown, work);
  for (const [key, given] of Object.entries(asked)) {
    if (key === 'raw') work.problems.push({ path: 'raw', message: 'cannot be set' });
    if (ignored.has(key) || !Object.hasOwn(configShapes, key)) continue;
    const place = { asked: [key], file: [key] };
    const shape = configShapes[key as keyof typeof configShapes];
    set(wanted, key, merged(work, shape, given, shown[key as keyof Config], document[key], place));
  }
  refuseReserved(patch, { document, shown }, wanted, work);
  return {
    wanted,
    applied: Object.keys(patch).filter(
      (key) =>
        (!isEchoed(work, key) || !equal(patch[key], shown[key as keyof Config])) && changes(key, document, wanted),
    ),
    problems: work.problems,
    asked: (place) => spelling(work, place),
  };
}

/** Whether a client sends back everything that `GET` shows. */
function isEcho(patch: Table, shown: Config): boolean {
  return Object.entries(shown).every(
    ([key, value]) => key === 'raw' || value === undefined || Object.hasOwn(patch, key),
  );
}

/** Whether a domain that equals the shown one counts as unchanged; `subagent` outside of an echo may be intended. */
function isEchoed(work: Work, key: string): boolean {
  return work.isEcho || key !== 'subagent';
}

/** Resolves `yolo: true` and `plan_mode`, aliases of two fields; in an echo the changed one wins, else both agree. */
function withSynonyms(patch: Table, shown: Config, { problems, isEcho: isWhole }: Work): Table {
  const result = tableOf(patch);
  for (const word of ['yolo', 'plan_mode']) {
    if (word in patch && typeof patch[word] !== 'boolean' && patch[word] !== null) {
      problems.push({ path: word, message: 'must be true or false' });
    }
  }
  const contradicts = (key: 'default_permission_mode' | 'default_plan_mode', value: unknown): boolean =>
    Object.hasOwn(patch, key) && patch[key] !== value && (!isWhole || patch[key] !== shown[key]);
  const { yolo, plan_mode } = patch;
  if (yolo === true && !(isWhole && shown.yolo)) {
    if (contradicts('default_permission_mode', 'yolo'))
      problems.push({ path: 'yolo', message: 'contradicts default_permission_mode' });
    result['default_permission_mode'] = 'yolo';
  }
  if ((typeof plan_mode === 'boolean' || plan_mode === null) && !(isWhole && plan_mode === shown.plan_mode)) {
    if (contradicts('default_plan_mode', plan_mode))
      problems.push({ path: 'plan_mode', message: 'contradicts default_plan_mode' });
    result['default_plan_mode'] = plan_mode;
  }
  return result;
}

/** Whether a key of the patch changed its part of the document. */
function changes(key: string, before: Table, after: Table): boolean {
  const meant: Record<string, string> = { yolo: 'default_permission_mode', plan_mode: 'default_plan_mode' };
  const domain = meant[key] ?? key;
  return Object.hasOwn(configShapes, domain) && !equal(before[domain], after[domain]);
}

/** The new content of a place in the file; undefined: the place becomes empty. */
function merged(work: Work, shape: Shape, given: unknown, shown: unknown, stored: unknown, place: FieldPath): unknown {
  work.spelt.set(JSON.stringify(place.file), place.asked);
  if (given === null) return undefined;
  // values that a client sends back unchanged, including defaults and values of the environment, are not written
  if (shown !== undefined && equal(given, shown) && isEchoed(work, dotted(place.file))) return stored;
  if (shape.kind === 'value') return mergedValue(work, shape, given, stored, place);
  if (shape.kind === 'items')
    return Array.isArray(given)
      ? mergedItems(work, shape, given, shown, Array.isArray(stored) ? stored : [], place)
      : given;
  if (!isTable(given)) return given;
  const result = isTable(stored) ? tableOf(stored) : tableOf({});
  const sent = isTable(shown) ? shown : {};
  const seen = new Map<string, unknown>();
  const isWhole = isEchoed(work, dotted(place.file)) && Object.keys(given).length >= Object.keys(sent).length;
  for (const [name, value] of Object.entries(given)) {
    const key = shape.kind === 'map' ? name : fieldNamed(shape.fields, name);
    if (key === undefined) continue;
    const part = shape.kind === 'map' ? shape.of : (shape.fields[key] ?? shape);
    // for a field with a context-dependent default, sending the shown value alone makes it permanent
    const isMeant = !isWhole && part.kind === 'value' && part.usual !== undefined && result[key] === undefined;
    const known = Object.hasOwn(sent, key) ? sent[key] : shape.kind === 'map' ? undefined : sent[camelCase(key)];
    const own = isMeant ? undefined : known;
    // a client that adds the other spelling of a field means the new value
    if (own !== undefined && equal(value, own)) continue;
    if (seen.has(key) && !equal(seen.get(key), value)) {
      work.problems.push({ path: dotted([...place.asked, name]), message: 'is given twice' });
    }
    seen.set(key, value);
    const next = { asked: [...place.asked, name], file: [...place.file, key] };
    if (shape.kind === 'map') checkText(work, name, next);
    if (
      name === '' &&
      value !== null &&
      (place.file[0] === 'providers' || place.file[0] === 'models') &&
      place.file.length === 1
    )
      work.problems.push({ path: dotted(next.asked), message: 'needs a name' });
    set(result, key, merged(work, part, value, own, result[key], next));
  }
  const isNothing = Object.keys(result).length === 0 && stored === undefined && shown !== undefined;
  return isNothing ? undefined : result;
}

function mergedValue(
  work: Work,
  shape: Extract<Shape, { kind: 'value' }>,
  given: unknown,
  stored: unknown,
  place: FieldPath,
): unknown {
  const isMask = shape.secret ? given === MASK : shape.address && typeof given === 'string' && given.includes(MASK);
  if (isMask) {
    if (shape.secret && stored !== undefined) return stored;
    work.problems.push({ path: dotted(place.asked), message: 'holds the mask of a secret instead of the secret' });
  }
  checkText(work, given, place);
  return given;
}

/** Merges a list whose shown items may have defaults that the file omits: an unchanged item keeps its stored form. */
function mergedItems(
  work: Work,
  shape: Extract<Shape, { kind: 'items' }>,
  given: readonly unknown[],
  shown: unknown,
  stored: readonly unknown[],
  place: FieldPath,
): unknown[] {
  const sent: unknown[] = Array.isArray(shown) ? shown : [];
  const kept = stored.filter((item) => !isForeign(item));
  const matches = matching(given, sent);
  const items = given.map((item, index) => {
    const asked = [...place.asked, String(index)];
    checkText(work, item, { asked, file: [] });
    if (isForeign(item)) work.problems.push({ path: dotted([...asked, 'scope']), message: 'only `user` is known' });
    const match = matches[index];
    if (match !== undefined) return kept[match] ?? item;
    // an item without a match is an edit of the stored item at this position, unless another one matches that
    return isTable(item) ? editedItem(shape, item, matches.includes(index) ? {} : sent[index], kept[index]) : item;
  });
  // hidden items keep their positions
  for (const [index, item] of stored.entries()) if (isForeign(item)) items.splice(index, 0, item);
  let asked = 0;
  for (const [index, item] of items.entries()) {
    if (isForeign(item)) continue;
    work.spelt.set(JSON.stringify([...place.file, String(index)]), [...place.asked, String(asked++)]);
  }
  return items;
}

/** The position in the other list of each item that both contain; no position is used twice. */
function matching(given: readonly unknown[], sent: readonly unknown[]): Array<number | undefined> {
  const free = new Set(sent.keys());
  return given.map((item, index) => {
    const found = [index, ...free].find((each) => free.has(each) && equal(sent[each], item));
    if (found !== undefined) free.delete(found);
    return found;
  });
}

function editedItem(
  { fields, closed }: { fields: readonly string[]; closed: boolean },
  item: Table,
  shown: unknown,
  stored: unknown,
): Table {
  const old = isTable(stored) && isTable(shown) ? stored : {};
  const sent = isTable(shown) ? shown : {};
  const result = tableOf({});
  for (const [name, value] of Object.entries(old)) if (!fields.includes(name)) result[name] = value;
  for (const [name, value] of Object.entries(item)) {
    if (!closed && !fields.includes(name)) continue;
    set(result, name, equal(value, sent[name]) ? old[name] : value);
  }
  return result;
}

/** Whether a rule has another scope than the user's: such rules are not shown, so a client's list omits them. */
function isForeign(item: unknown): boolean {
  return isTable(item) && typeof item['scope'] === 'string' && item['scope'] !== 'user';
}

/** Refuses changes of providers and models from other sources: the login, the offline provider, the environment. */
function refuseReserved(patch: Table, { document, shown }: Present, wanted: Table, { problems }: Work): void {
  const refuse = (domain: 'providers' | 'models', isReserved: (name: string) => boolean): void => {
    const given = isTable(patch[domain]) ? patch[domain] : {};
    const known = { ...shown[domain] };
    const names = new Set([...Object.keys(given), ...Object.keys(known)]);
    for (const name of [...names].filter(isReserved)) {
      const isAsked = Object.hasOwn(given, name) && (given[name] === null || !Object.hasOwn(known, name));
      if (!isAsked && equal(memberOf(document[domain], name), memberOf(wanted[domain], name))) continue;
      problems.push({ path: dotted([domain, name]), message: 'is a reserved name' });
    }
  };
  refuse('providers', isReservedId);
  refuse(
    'models',
    (alias) => alias === 'offline/echo' || alias.startsWith('env/') || shown.models?.[alias]?.provider === 'env',
  );
}

function memberOf(table: unknown, key: string): unknown {
  return isTable(table) && Object.hasOwn(table, key) ? table[key] : undefined;
}

/** Finds values that JSON allows and TOML does not. */
function checkText(work: Work, value: unknown, { asked }: FieldPath): void {
  if (typeof value === 'string' && !value.isWellFormed()) {
    work.problems.push({ path: dotted(asked), message: 'is not well-formed text' });
  } else if (typeof value === 'number' && !Number.isFinite(value)) {
    work.problems.push({ path: dotted(asked), message: 'is too large a number' });
  } else if (value === null) {
    work.problems.push({ path: dotted(asked), message: 'must not be null' });
  } else if (Array.isArray(value)) {
    value.forEach((item, index) => checkText(work, item, { asked: [...asked, String(index)], file: [] }));
  } else if (isTable(value)) {
    for (const [name, item] of Object.entries(value)) {
      checkText(work, name, { asked: [...asked, name], file: [] });
      checkText(work, item, { asked: [...asked, name], file: [] });
    }
  }
}

/** A place in the client's spelling; parts that the client did not name use the spelling of answers. */
function spelling({ spelt }: Work, place: Path): string {
  for (let length = place.length; length > 0; length--) {
    const asked = spelt.get(JSON.stringify(place.slice(0, length)));
    if (!asked) continue;
    const rest = place.slice(length);
    return dotted([...asked, ...(place[0] === 'providers' ? rest : rest.map(camelCase))]);
  }
  return dotted(place);
}

function dotted(path: Path): string {
  return path.join('.');
}

/** A copy without a prototype, so that every name is an ordinary key. */
function tableOf(table: Table): Table {
  return Object.assign(Object.create(null) as Table, table);
}

function set(table: Table, key: string, value: unknown): void {
  if (value === undefined) delete table[key];
  else table[key] = value;
}
