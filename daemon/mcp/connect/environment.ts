/** Builds the environment of a server's program and expands the variables in its configuration (engine.md 16.1). */
import { ServerFailure, type LocalServer, type McpEntry, type RemoteServer } from '../server.js';

/** Variables of every program; it gets another variable only if its entry names it. */
const base = ['PATH', 'HOME', 'USER', 'LANG', 'TMPDIR'];
const proxies = ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'NO_PROXY'];
const baseNames = new Set([...base, ...proxies, ...proxies.map((name) => name.toLowerCase())]);

const reference = /\$\{([A-Za-z_][A-Za-z0-9_]*)\}/g;
/** shorter values could be ordinary words */
const leastSecret = 6;
/** Names whose configured values are secrets: headers, and variables that match this. */
const secretName = /token|secret|passw|credential|auth|key/i;
const leastFixed = 8;
/** minimum length of the words in a header such as `Bearer <key>`, whose `<key>` may be quoted alone */
const leastPiece = 12;

/** The values of an entry as configured. */
type Written = Pick<LocalServer, 'env' | 'isLiteral'> | Pick<RemoteServer, 'headers' | 'isLiteral'>;

export interface Expanded {
  values: Record<string, string>;
  /** values from the environment, and secrets of the configuration; texts for the user must not contain them */
  secrets: string[];
}

/** Expands `${VAR}` in the values of an entry; throws ServerFailure `startup` that names an unset variable. */
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

/** Names of the variables that the values refer to. */
export function variablesIn(values: Readonly<Record<string, string>>): string[] {
  return Object.values(values).flatMap((value) => [...value.matchAll(reference)].map(([, name = '']) => name));
}

/** The value of a required variable; throws ServerFailure `startup`. `field`: where the configuration names it. */
export function valueOf(env: Readonly<Record<string, string>>, variable: string, field: string): string {
  const found = Object.hasOwn(env, variable) ? env[variable] : undefined;
  if (found === undefined) throw new ServerFailure('startup', `the variable ${variable} of its ${field} is not set`);
  return found;
}

/** The base variables of an environment. */
export function baseEnvironment(env: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(env).filter(([name]) => baseNames.has(name)));
}

/** The variables that a connection of this entry depends on. */
export function takenFrom(entry: McpEntry, env: Readonly<Record<string, string>>): Record<string, string> {
  const isLocal = entry.transport === 'stdio';
  const named = new Set(entry.isLiteral ? [] : variablesIn(writtenValues(entry)));
  if (!isLocal && entry.bearerTokenEnvVar !== undefined) named.add(entry.bearerTokenEnvVar);
  const isTaken = (name: string): boolean => named.has(name) || (isLocal && baseNames.has(name));
  return Object.fromEntries(Object.entries(env).filter(([name]) => isTaken(name)));
}

/** Masks the secrets in a text. */
export function withoutSecrets(text: string, secrets: readonly string[]): string {
  return secrets.reduce((rest, secret) => rest.replaceAll(secret, '***'), text);
}
