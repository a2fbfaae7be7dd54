/** What of a configured value is a secret on its own. */
import { isTable } from '../../schemas/toml/document.js';
import type { Environment } from './variables.js';
import { parseUrl } from '../../schemas/url.js';

/** Shorter pieces may be ordinary words. */
const shortestPiece = 12;

/** A header's value and the long pieces of it: `Bearer <key>` may be quoted as `<key>`, a cookie without its name. */
export function secretPieces(value: string): string[] {
  return [value, ...value.split(/[\s;,=]+/).filter((piece) => piece.length >= shortestPiece && piece !== value)];
}

/** Values of a query with such a name are secrets. */
const secretParameter = /key|token|secret|passw|signature|auth/i;
/** A shorter user name without a password is a name. */
const shortestUser = 16;

/** The password of an address, as a header has it too, and values of its query that are named as secrets. */
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
    // a stray percent sign means itself
    if (!(error instanceof URIError)) throw error;
    return text;
  }
}

const proxyVariables = ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY'];

/** Credentials of the proxies that variables name, in capitals or not, with a scheme or not. */
export function proxySecrets(env: Environment): string[] {
  const addresses = proxyVariables.flatMap((name) => [env[name]?.trim(), env[name.toLowerCase()]?.trim()]);
  return addresses.flatMap((address = '') =>
    addressSecrets(/^[a-z][a-z\d+.-]*:\/\//i.test(address) ? address : `http://${address}`),
  );
}

/** Tables whose values are all secret, and fields that are, also ones no schema knows. */
export const SECRET_TABLE = /^(env|oauth|headers|custom_?headers)$/i;
export const SECRET_FIELD =
  /(^key|(api|access|private|secret|signing|registry)_?key|token|secret|password|passwd|passphrase|credential|authorization|cookie)s?$/i;

/** Of these every value may carry a key; of variables and logins only those that are named so. */
const HEADER_TABLE = /headers$/i;

/** Secret texts of a document, in any table. */
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

/** Variables that a document names as key variables, in any table. */
export function namedVariables(document: Record<string, unknown>): string[] {
  return Object.entries(document).flatMap(([name, value]) => {
    if (name === 'api_key_env' && typeof value === 'string') return [value];
    const inner = Array.isArray(value) ? value : [value];
    return inner.filter(isTable).flatMap(namedVariables);
  });
}
