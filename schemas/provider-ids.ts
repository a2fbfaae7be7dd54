/** Rules for provider ids (rest.md 7.2): the same for requests, the configuration file and imported documents. */

const shape = /^[\p{L}\p{Nd}][\p{L}\p{M}\p{Nd}_ -]*$/u;
const managedPrefix = 'managed:';

/** Whether a provider belongs to a login. */
export function isManagedId(id: string): boolean {
  return id.startsWith(managedPrefix);
}

/** Ids of providers that only the program itself creates. */
export function isReservedId(id: string): boolean {
  return id === 'offline' || id === 'env' || isManagedId(id);
}

/** The problem of an id for a user's provider; undefined when it is valid. */
export function providerIdProblem(id: string): string | undefined {
  if (isReservedId(id)) return 'is a reserved name';
  return shapeProblem(id);
}

/** The same for ids in a file, where a login also stores its provider. */
export function storedProviderIdProblem(id: string): string | undefined {
  return isManagedId(id) ? shapeProblem(id.slice(managedPrefix.length)) : providerIdProblem(id);
}

function shapeProblem(id: string): string | undefined {
  return shape.test(id) ? undefined : 'must be letters, digits, -, _ and blanks, and begin with a letter or digit';
}
