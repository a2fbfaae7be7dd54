/** Finds the secret parts of configured values. */
import { isTable } from '../../schemas/toml/document.js';
import type { Environment } from './variables.js';
import { parseUrl } from '../../schemas/url.js';

/** Minimum length of a piece; shorter ones may be ordinary words. */
const shortestPiece = 12;

/** A header's value and its long pieces: `Bearer <key>` may be quoted as `<key>`, a cookie without its name. */
export function secretPieces(value: string): string[] {
  return [value, ...value.split(/[\s;,=]+/).filter((piece) => piece.length >= shortestPiece && piece !== value)];
}

/** Names of query parameters whose values are secret. */
const secretParameter = /key|token|secret|passw|signature|auth/i;
/** Minimum length at which a user name without a password counts as a secret. */
const shortestUser = 16;

/** The secrets of an address: the password, also in the form of a header, and values of secret query parameters. */
export function addressSecrets(address: string | undefined): string[] {
  const url = address === undefined ? undefined : parseUrl(address);
  if (!url) return [];
  const { username, password, searchParams } = url;
  const query = [...searchParams].flatMap(([name, value]) => (secretParameter.test(name) ? [value] : []));
  if (password === '') return username.length < shortestUser ? query : [username, decoded(username), ...query];
  const header = Buffer.from(`${decoded(username)}:${decoded(password)}`).toString('base64');
  return [password, decoded(password), header, ...query];
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    // a stray percent sign is literal
    if (!(error instanceof URIError)) throw error;
    return text;
  }
}

const proxyVariables = ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY'];

/** Credentials of the proxies in the environment; variables in upper or lower case, with or without a scheme. */
export function proxySecrets(env: Environment): string[] {
  const addresses = proxyVariables.flatMap((name) => [env[name]?.trim(), env[name.toLowerCase()]?.trim()]);
  return addresses.flatMap((address = '') =>
    addressSecrets(/^[a-z][a-z\d+.-]*:\/\//i.test(address) ? address : `http://${address}`),
  );
}

/** Names of tables whose values are all secret, and of secret fields, including ones that no schema knows. */
export const SECRET_TABLE = /^(env|oauth|headers|custom_?headers)$/i;
export const SECRET_FIELD =
  /(^key|(api|access|private|secret|signing|registry)_?key|token|secret|password|passwd|passphrase|credential|authorization|cookie)s?$/i;

/** In header tables every value may contain a key; in `env` and `oauth` only values with a secret name. */
const HEADER_TABLE = /headers$/i;

/** Secret values of a document, in any table. */
export function documentSecrets(document: Record<string, unknown>): string[] {
  return Object.entries(document).flatMap(([name, value]) => fieldSecrets(name, value, false));
}

function fieldSecrets(name: string, value: unknown, inTable: boolean): string[] {
  const isSecret = inTable || SECRET_FIELD.test(name);
  if (typeof value === 'string') return isSecret ? secretPieces(value) : addressSecrets(value);
  if (Array.isArray(value)) return value.flatMap((item) => fieldSecrets(name, item, inTable));
  if (!isTable(value)) return [];
  const isHeaders = isSecret || HEADER_TABLE.test(name);
  return Object.entries(value).flatMap(([key, item]) => fieldSecrets(key, item, isHeaders));
}

/** Variables that a document names in `api_key_env`, in any table. */
export function namedVariables(document: Record<string, unknown>): string[] {
  return Object.entries(document).flatMap(([name, value]) => {
    if (name === 'api_key_env' && typeof value === 'string') return [value];
    const inner = Array.isArray(value) ? value : [value];
    return inner.filter(isTable).flatMap(namedVariables);
  });
}
