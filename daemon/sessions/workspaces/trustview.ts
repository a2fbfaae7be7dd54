/** Shows the servers of a project for review: what would be executed, with nothing invisible (engine.md 16.2). */
import type { GetWorkspaceTrustData } from '../../../schemas/generated/types.js';
import { variablesIn } from '../../mcp/connect/environment.js';
import { plainName } from '../../base/text/visible.js';
import type { Review, ReviewedServer } from './trust.js';

type ShownServer = NonNullable<GetWorkspaceTrustData['servers']>[number];

/** Maximum characters of a text; a longer one ends in `…`. */
const longest = 10_000;

export function shownReview({ root, trusted, servers, fingerprint }: Review): GetWorkspaceTrustData {
  if (servers.length === 0) return { trusted };
  const sorted = servers.map(shownServer).sort((a, b) => (a.name < b.name ? -1 : Number(a.name > b.name)));
  return { trusted, root: plain(root), servers: sorted, shown: fingerprint };
}

function shownServer({ name, file, entry, trusted }: ReviewedServer): ShownServer {
  const common = { name, origin: plain(file), enabled: entry.enabled, trusted };
  if (entry.transport === 'stdio') {
    const { transport, command, args, env, cwd } = entry;
    return {
      ...common,
      transport,
      command: plain([command, ...args].map(word).join(' ')),
      ...(cwd === undefined ? {} : { cwd: plain(cwd) }),
      env_keys: keysOf(env),
      variables: variablesOf(env),
    };
  }
  const { transport, url, headers, bearerTokenEnvVar } = entry;
  return {
    ...common,
    transport,
    url: plain(url),
    header_keys: keysOf(headers),
    variables: variablesOf(headers, bearerTokenEnvVar),
  };
}

/** Quotes an argument as in a command line, so that its end is visible. */
function word(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** Variables whose values the server gets. */
function variablesOf(table: Record<string, string>, token?: string): string[] {
  return [...new Set([...variablesIn(table), ...(token === undefined ? [] : [token])])].sort();
}

/** The keys of a table without its values, which may be secrets. */
function keysOf(table: Record<string, string>): string[] {
  return Object.keys(table)
    .sort()
    .map((key) => plain(key));
}

function plain(text: string): string {
  return plainName(text, longest);
}
