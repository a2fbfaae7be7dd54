/** Structural sharing: a new value reuses every part of the old one that is equal. */

/** Returns `fresh` with the equal parts of `old`, or `old` itself if all is equal. List entries match by their ids. */
export function share<T>(old: unknown, fresh: T): T {
  return shared(old, fresh) as T;
}

function shared(old: unknown, fresh: unknown): unknown {
  if (old === fresh || !isObject(old) || !isObject(fresh) || Array.isArray(old) !== Array.isArray(fresh)) return fresh;
  return Array.isArray(fresh) ? sharedList(old as unknown as unknown[], fresh) : sharedFields(old, fresh);
}

function sharedList(old: readonly unknown[], fresh: readonly unknown[]): readonly unknown[] {
  const byId = new Map(old.map((each, at) => [idOf(each) ?? at, each]));
  const made = fresh.map((each, at) => shared(byId.get(idOf(each) ?? at), each));
  return made.length === old.length && made.every((each, at) => each === old[at]) ? old : made;
}

function sharedFields(old: Fields, fresh: Fields): Fields {
  const keys = Object.keys(fresh).filter((key) => fresh[key] !== undefined);
  const made = Object.fromEntries(keys.map((key) => [key, shared(old[key], fresh[key])]));
  const before = Object.keys(old).filter((key) => old[key] !== undefined);
  return before.length === keys.length && keys.every((key) => Object.hasOwn(old, key) && made[key] === old[key])
    ? old
    : made;
}

type Fields = Readonly<Record<string, unknown>>;

const idKeys = ['turnId', 'stepId', 'frameId', 'markerId', 'refId', 'prompt_id', 'agentId', 'id'];

/** Returns the last key that is present, since a step also names its turn. */
function idOf(value: unknown): string | undefined {
  if (!isObject(value)) return undefined;
  const key = idKeys.findLast((each) => typeof value[each] === 'string');
  return key === undefined ? undefined : `${key} ${String(value[key])}`;
}

export function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null;
}
