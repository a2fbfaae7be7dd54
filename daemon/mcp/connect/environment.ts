/** The environment of a server's program, and the values that a configuration takes from an environment (engine.md 16.1). */
import { ServerFailure, type LocalServer, type McpEntry, type RemoteServer } from '../server.js';

/** What every program needs; it gets no other variable unless its entry names it. */
const base = ['PATH', 'HOME', 'USER', 'LANG', 'TMPDIR'];
const proxies = ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'NO_PROXY'];
const baseNames = new Set([...base, ...proxies, ...proxies.map((name) => name.toLowerCase())]);

const reference = /\$\{([A-Za-z_][A-Za-z0-9_]*)\}/g;
/** shorter values could be ordinary words */
const leastSecret = 6;
/** Which configured values are secrets: those of headers, and of variables with such a name. */
const secretName = /token|secret|passw|credential|auth|key/i;
const leastFixed = 8;
/** a header such as `Bearer <key>` may be quoted as `<key>` */
const leastPiece = 12;

/** What an entry says of its values. */
type Written = Pick<LocalServer, 'env' | 'isLiteral'> | Pick<RemoteServer, 'headers' | 'isLiteral'>;

export interface Expanded {
  values: Record<string, string>;
  /** values from the environment, or secrets of the configuration: texts for the user must not show them */
  secrets: string[];
}

/** The values of an entry with `${VAR}` replaced; throws ServerFailure `startup` that names a variable that is not set. */
export function expandValues(entry: Written, env: Readonly<Record<string, string>>): Expanded {
  const secrets: string[] = [];
  const field = 'env' in entry ? 'env' : 'headers';
  const expanded = Object.entries(writtenValues(entry)).map(([name, value]): [string, string] => {
    const replaced = (_: string, variable: string): string => {
      const found = valueOf(env, variable, `${field}.${name}`);
      if (found.length >= leastSecret) secrets.push(found);
      return found;
    };
    const whole = entry.isLiteral ? value : value.replace(reference, replaced);
    if (field === 'headers' || secretName.test(name)) secrets.push(...fixedSecrets(whole));
    return [name, whole];
  });
  return { values: Object.fromEntries(expanded), secrets };
}

function writtenValues(entry: Written): Readonly<Record<string, string>> {
  return 'env' in entry ? entry.env : entry.headers;
}

function fixedSecrets(value: string): string[] {
  const pieces = value.split(/[\s;,=]+/).filter((piece) => piece.length >= leastPiece);
  return [value, ...pieces].filter((text) => text.length >= leastFixed);
}

/** Names of the variables that values refer to. */
export function variablesIn(values: Readonly<Record<string, string>>): string[] {
  return Object.values(values).flatMap((value) => [...value.matchAll(reference)].map(([, name = '']) => name));
}

/** A variable that must be there; throws ServerFailure `startup`. `field`: where the configuration names it. */
export function valueOf(env: Readonly<Record<string, string>>, variable: string, field: string): string {
  const found = Object.hasOwn(env, variable) ? env[variable] : undefined;
  if (found === undefined) throw new ServerFailure('startup', `the variable ${variable} of its ${field} is not set`);
  return found;
}

/** The small base set of an environment. */
export function baseEnvironment(env: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(env).filter(([name]) => baseNames.has(name)));
}

/** The variables that a connection of this entry is made with. */
export function takenFrom(entry: McpEntry, env: Readonly<Record<string, string>>): Record<string, string> {
  const isLocal = entry.transport === 'stdio';
  const named = new Set(entry.isLiteral ? [] : variablesIn(writtenValues(entry)));
  if (!isLocal && entry.bearerTokenEnvVar !== undefined) named.add(entry.bearerTokenEnvVar);
  const isTaken = (name: string): boolean => named.has(name) || (isLocal && baseNames.has(name));
  return Object.fromEntries(Object.entries(env).filter(([name]) => isTaken(name)));
}

/** Text without values that are secret. */
export function withoutSecrets(text: string, secrets: readonly string[]): string {
  return secrets.reduce((rest, secret) => rest.replaceAll(secret, '***'), text);
}
