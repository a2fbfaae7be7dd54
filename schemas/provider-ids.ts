/** How providers may be called (rest.md 7.2): one rule for requests, the configuration file and imported documents. */

const shape = /^[\p{L}\p{Nd}][\p{L}\p{M}\p{Nd}_ -]*$/u;
const managedPrefix = 'managed:';

/** Whether a provider belongs to a login. */
export function isManagedId(id: string): boolean {
  return id.startsWith(managedPrefix);
}

/** Names of providers that only the program itself makes. */
export function isReservedId(id: string): boolean {
  return id === 'offline' || id === 'env' || isManagedId(id);
}

/** What is wrong with the name of a provider that a user makes; undefined: nothing. */
export function providerIdProblem(id: string): string | undefined {
  if (isReservedId(id)) return 'is a reserved name';
  return shapeProblem(id);
}

/** The same for a file, where a login keeps its provider too. */
export function storedProviderIdProblem(id: string): string | undefined {
  return isManagedId(id) ? shapeProblem(id.slice(managedPrefix.length)) : providerIdProblem(id);
}

function shapeProblem(id: string): string | undefined {
  return shape.test(id) ? undefined : 'must be letters, digits, -, _ and blanks, and begin with a letter or digit';
}
