/** The server that the environment names, so that no search is needed: proxies, containers (acp-cli.md 9). */
import { readFileSync } from 'node:fs';
import { isAbsolute, resolve } from 'node:path';
import { socketPathPattern, socketUrl } from '../schemas/instances.js';
import { ApiFailure, ConnectionFailure, createClient, type Client } from './api/client.js';
import type { ConnectOptions } from './connect.js';
import { isOn, systemCode } from './home.js';

const META_MS = 5_000;

/** The named server cannot be used; the message is for the user. */
export class AddressFailure extends Error {
  override readonly name = 'AddressFailure';
  /** 2: the variables themselves are invalid */
  readonly exitCode: 1 | 2;

  constructor(message: string, exitCode: 1 | 2, options?: ErrorOptions) {
    super(message, options);
    this.exitCode = exitCode;
  }
}

export interface NamedServer {
  client: Client;
  baseUrl: string;
  /** returns the current token; undefined: none is sent */
  token: () => string | undefined;
}

/** Returns undefined when no server is named. Throws AddressFailure, since there is no fallback. */
export async function namedServer(options: ConnectOptions): Promise<NamedServer | undefined> {
  const { env, remote } = options;
  if (remote)
    return await answering(remote.baseUrl, () => remote.token(), options, { name: remote.address, by: '--remote' });
  const text = env['AGENT_CODE_URL']?.trim();
  if (!text) return undefined;
  const baseUrl = addressOf(text, isOn(env['AGENT_CODE_URL_INSECURE']));
  const name = baseUrl.startsWith('http+unix:') ? text : baseUrl;
  return await answering(baseUrl, tokenOf(options), options, { name, by: 'AGENT_CODE_URL' });
}

/** `name`: the user's name for the server; `by`: where the user gave it */
async function answering(
  baseUrl: string,
  token: NamedServer['token'],
  options: ConnectOptions,
  { name, by }: { name: string; by: string },
): Promise<NamedServer> {
  const client = createClient({ baseUrl, token, fetch: options.fetch });
  const limit = AbortSignal.timeout(META_MS);
  let version: string;
  try {
    version = (await client.getMeta({}, { signal: limit })).server_version;
  } catch (error) {
    if (error instanceof ApiFailure)
      throw new AddressFailure(`the server at ${name} refuses: ${error.message}`, 1, { cause: error });
    if (!(error instanceof ConnectionFailure) && !limit.aborted) throw error;
    throw new AddressFailure(`no server answers at ${name} (${by})`, 1, { cause: error });
  }
  if (version.split('.')[0] !== options.version.split('.')[0]) {
    const versions = `it has version ${version}, this is ${options.version}`;
    throw new AddressFailure(`the server at ${name} is of another major version: ${versions}`, 1);
  }
  return { client, baseUrl, token };
}

/** Returns the address without a trailing slash. */
function addressOf(text: string, mayBeInsecure: boolean): string {
  if (text.startsWith('http+unix:')) {
    const path = text.replace(/^http\+unix:(?:\/\/)?/, '').replace(/:$/, '');
    if (socketPathPattern.test(path)) return socketUrl(path);
    throw new AddressFailure(
      'AGENT_CODE_URL must name an absolute path: http+unix:///run/user/1000/agent-code.sock',
      2,
    );
  }
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    throw new AddressFailure(`AGENT_CODE_URL is not a URL: ${JSON.stringify(text)}`, 2);
  }
  const { protocol, search, hash, username, password } = url;
  if (!['http:', 'https:'].includes(protocol) || `${search}${hash}${username}${password}` !== '')
    throw new AddressFailure(
      'AGENT_CODE_URL must be an http, https or http+unix URL without user, query and fragment',
      2,
    );
  const isLocal = url.hostname === 'localhost' || url.hostname === '[::1]' || /^127\./.test(url.hostname);
  if (url.protocol === 'http:' && !isLocal && !mayBeInsecure) {
    const remedy = 'use https, or set AGENT_CODE_URL_INSECURE=1';
    throw new AddressFailure(`AGENT_CODE_URL would send the token over plain http to ${url.host}; ${remedy}`, 2);
  }
  return url.href.replace(/\/+$/, '');
}

function tokenOf(options: ConnectOptions): NamedServer['token'] {
  const named = options.env['AGENT_CODE_TOKEN_FILE']?.trim();
  if (!named) return () => undefined;
  const path = isAbsolute(named) ? named : resolve(options.cwd, named);
  const read = (): string | undefined => readFileSync(path, 'utf8').trim() || undefined;
  try {
    read();
  } catch (error) {
    const code = systemCode(error) ?? String(error);
    const reason = code === 'ENOENT' ? 'there is no such file' : code;
    throw new AddressFailure(`cannot read AGENT_CODE_TOKEN_FILE ${path}: ${reason}`, 1, { cause: error });
  }
  return read;
}
