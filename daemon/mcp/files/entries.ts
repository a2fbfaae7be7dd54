/** Parses the configuration of servers: a document of `mcpServers`, and each entry on its own (engine.md 16.1). */
import { isAbsolute, resolve } from 'node:path';
import type { McpRemoteConfig, McpServerConfig, McpStdioConfig } from '../../../schemas/generated/types.js';
import { fileValidators } from '../../../schemas/generated/validators.js';
import { detailsMessage, errorDetails } from '../../../schemas/validation.js';
import { isRecord } from '../../base/text/values.js';
import type { LocalServer, McpEntry, RemoteServer } from '../server.js';
import { parseUrl } from '../../../schemas/url.js';

/** Maximum bytes of a document; a larger one is refused. */
export const maxDocumentBytes = 1024 * 1024;
/** Maximum number of entries, because documents may come from repositories. */
const mostServers = 500;
const namePattern = /^[A-Za-z0-9_-]{1,64}$/;
const variablePattern = /^[A-Za-z_][A-Za-z0-9_]*$/;
const headerPattern = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

/** Why an entry or a document cannot be used, as the end of a sentence that quotes no value. */
export interface Unusable {
  error: string;
}

export interface McpDocument {
  /** in the order of the file */
  entries: Map<string, McpEntry | Unusable>;
  /** the same entries as written in the file */
  written: Map<string, unknown>;
  /** names of the variables that hold tokens, including those of unusable entries */
  tokenVariables: string[];
}

/** Whether a server may have this name. */
export function isServerName(name: string): boolean {
  return namePattern.test(name);
}

/** Validates one entry. `base`: the directory for a relative `cwd`; without it `cwd` must be absolute. */
export function readEntry(value: unknown, base?: string): McpEntry | Unusable {
  if (!isRecord(value)) return { error: 'it is not an object' };
  const transport = transportOf(value);
  if (typeof transport !== 'string') return transport;
  // validated as an entry of a file, so that the file's schema checks entries from elsewhere too
  const document = { mcpServers: { it: { ...structuredClone(value), transport } } };
  const validate = fileValidators.McpFile;
  if (!validate(document)) {
    const details = errorDetails(validate.errors).map(({ path, message }) => ({ path: fieldAt(path), message }));
    return { error: detailsMessage(details) };
  }
  const config = document.mcpServers.it as McpServerConfig;
  const server = config.transport === 'stdio' ? readLocal(config, base) : readRemote(config);
  if ('error' in server) return server;
  return {
    ...server,
    enabled: config.enabled ?? true,
    ...(config.startupTimeoutMs === undefined ? {} : { startupTimeoutMs: config.startupTimeoutMs }),
    ...(config.toolTimeoutMs === undefined ? {} : { toolTimeoutMs: config.toolTimeoutMs }),
    ...(config.enabledTools === undefined ? {} : { enabledTools: config.enabledTools }),
    ...(config.disabledTools === undefined ? {} : { disabledTools: config.disabledTools }),
  };
}

/** Parses all entries of a document, each on its own; an error concerns the whole document. `base`: see `readEntry`. */
export function readDocument(text: string, base?: string): McpDocument | Unusable {
  if (Buffer.byteLength(text) > maxDocumentBytes) return { error: 'it is larger than 1 MiB' };
  const parsed = parse(text.replace(/^\ufeff/, ''));
  if ('error' in parsed) return parsed;
  const { value } = parsed;
  if (!isRecord(value)) return { error: 'it holds no object' };
  const servers = Object.hasOwn(value, 'mcpServers') ? value['mcpServers'] : {};
  if (!isRecord(servers)) return { error: 'its mcpServers is not an object' };
  const all = Object.entries(servers);
  if (all.length > mostServers) return { error: `it configures more than ${mostServers} servers` };
  return {
    written: new Map(all),
    entries: new Map(all.map(([name, entry]) => [name, isServerName(name) ? readEntry(entry, base) : badName()])),
    tokenVariables: all.flatMap(([, entry]) => tokenVariable(entry)),
  };
}

function badName(): Unusable {
  return { error: 'its name may hold only letters, digits, - and _, at most 64' };
}

function tokenVariable(entry: unknown): string[] {
  const name = isRecord(entry) ? entry['bearerTokenEnvVar'] : undefined;
  return typeof name === 'string' && name !== '' ? [name] : [];
}

/** Parses JSON without the parser's message, which quotes the text and may contain secrets. */
function parse(text: string): { value: unknown } | Unusable {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch (error) {
    const at = /at position (\d+)/.exec(String(error))?.[1];
    const line = at === undefined ? '' : ` (line ${text.slice(0, Number(at)).split('\n').length})`;
    return { error: `it is not JSON${line}` };
  }
}

/** The configured transport, or the one inferred from the other fields. */
function transportOf({ transport, command, url }: Record<string, unknown>): string | Unusable {
  if (command !== undefined && url !== undefined) return { error: 'it has both a command and a url' };
  if (transport === undefined && command === undefined && url === undefined)
    return { error: 'it has neither a command nor a url' };
  const meant = transport ?? (command === undefined ? 'http' : 'stdio');
  if (meant === 'stdio' || meant === 'http' || meant === 'sse') return meant;
  return { error: 'transport: must be one of stdio, http, sse' };
}

function readLocal(config: McpStdioConfig, base: string | undefined): LocalServer | Unusable {
  const { command, args = [], env = {}, cwd, shared = true, runtime_id: runtimeId } = config;
  if (command.trim() === '') return { error: 'command: is empty' };
  if (hasControl(command)) return { error: 'command: must not hold control characters' };
  if (args.some(hasNul)) return { error: 'args: must not hold NUL' };
  const names = Object.keys(env);
  if (names.some((name) => name === '' || name.includes('=') || hasControl(name)))
    return { error: 'env: holds a name that no variable can have' };
  if (Object.values(env).some(hasNul)) return { error: 'env: must not hold NUL' };
  if (cwd !== undefined && hasControl(cwd)) return { error: 'cwd: must not hold control characters' };
  if (cwd !== undefined && base === undefined && !isAbsolute(cwd)) return { error: 'cwd: must be absolute' };
  return {
    transport: 'stdio',
    command,
    args,
    env: plain(env),
    ...(cwd === undefined ? {} : { cwd: resolve(base ?? '/', cwd) }),
    shared,
    ...(runtimeId === 'sandbox' ? { runtimeId } : {}),
  };
}

function readRemote(config: McpRemoteConfig): RemoteServer | Unusable {
  const { transport, url, headers = {}, auth, bearerTokenEnvVar } = config;
  const problem = problemOfUrl(url);
  if (problem !== undefined) return { error: `url: ${problem}` };
  if (Object.keys(headers).some((name) => !headerPattern.test(name)))
    return { error: 'headers: holds a name that no header can have' };
  // otherwise an invalid header would fail later with a less clear message
  if (Object.values(headers).some((value) => /[^\t\x20-\x7e\x80-\xff]/.test(value)))
    return { error: 'headers: hold characters that no header can have' };
  if (bearerTokenEnvVar !== undefined && !variablePattern.test(bearerTokenEnvVar))
    return { error: 'bearerTokenEnvVar: is not the name of a variable' };
  return {
    transport,
    url,
    headers: plain(headers),
    ...(auth === undefined ? {} : { auth }),
    bearerTokenEnvVar,
  };
}

function problemOfUrl(text: string): string | undefined {
  // the URL parser drops such characters silently, so the reached address would differ from the shown one
  if (hasControl(text) || text !== text.trim()) return 'must not hold blanks at its ends or control characters';
  const url = parseUrl(text);
  if (!url) return 'is not an address';
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return 'must begin with http:// or https://';
  if (url.username !== '' || url.password !== '') return 'must not hold a user name or a password; use headers';
  return undefined;
}

/** The path of a field in the entry; leaves out names from the file unless they are plain. */
function fieldAt(path: string): string {
  const parts = path.split('.').slice(2);
  return (parts.length < 2 || namePattern.test(parts.slice(1).join('.')) ? parts : parts.slice(0, 1)).join('.');
}

/** A copy in which `__proto__` is an ordinary name. */
function plain(table: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(table));
}

function hasNul(text: string): boolean {
  return text.includes('\0');
}

function hasControl(text: string): boolean {
  return /\p{Cc}/u.test(text);
}
