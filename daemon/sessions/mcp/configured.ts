/** The MCP servers that files and the session configure, with trust applied, and warnings about them (engine.md 16). */
import type { NewEvent } from '../../../schemas/generated/events.js';
import type { SessionWarning } from '../../../schemas/generated/types.js';
import { isServerName, type Unusable } from '../../mcp/files/entries.js';
import type { FileLayer, LayerName, Layers, WorkDirectory } from '../../mcp/files/layers.js';
import type { McpEntry } from '../../mcp/server.js';
import { plainName } from '../../base/text/visible.js';
import type { LiveSession } from '../live/state.js';
import type { Trust } from '../workspaces/trust.js';

export interface ConfiguredServer {
  name: string;
  /** the entry, or why it cannot be used */
  entry: McpEntry | Unusable;
  layer: LayerName;
  /** absolute path; absent for servers of the session itself */
  file?: string;
  /** false: it waits for the user's decision and must not be started */
  trusted: boolean;
}

/** All lists are in alphabetical order. */
export interface Configured {
  /** one for each name; the last trusted layer wins */
  servers: ConfiguredServer[];
  /** servers of the project that the user has not trusted as they are now; they hide no others */
  waiting: ConfiguredServer[];
  warnings: SessionWarning[];
}

/** Servers that a client gave with a session, by name. */
export type SessionServers = ReadonlyMap<string, McpEntry | Unusable>;

/** Maximum characters of a path, and maximum number of names, in a warning. */
const pathLimit = 4_096;
const shownNames = 10;

/** `keepsLast`: a file that cannot be used at this moment, for example while it is written, keeps its last content. */
export function readConfigured(
  { layers, trust }: { layers: Pick<Layers, 'read'>; trust: Pick<Trust, 'covers'> },
  place: WorkDirectory,
  own: SessionServers = new Map(),
  { keepsLast = false }: { keepsLast?: boolean } = {},
): Configured {
  const files = layers.read(place);
  const all = [
    ...files.flatMap((layer) =>
      serversOf(keepsLast ? { ...layer, entries: layer.last ?? layer.entries } : layer, (server) =>
        trust.covers(place.root, server),
      ),
    ),
    ...[...own].map(([name, entry]): ConfiguredServer => ({
      name: shownName(name),
      entry,
      layer: 'session',
      trusted: true,
    })),
  ];
  const servers = [...new Map(all.filter(({ trusted }) => trusted).map((server) => [server.name, server])).values()];
  const waiting = all.filter(({ trusted }) => !trusted);
  return {
    servers: servers.sort(byName),
    waiting: waiting.sort(byName),
    warnings: [...files.flatMap(skipped), ...untrusted(waiting)],
  };
}

function serversOf(
  { layer, file, entries }: FileLayer,
  covers: (server: { file: string; name: string; entry: McpEntry | Unusable }) => boolean,
): ConfiguredServer[] {
  return [...entries].map(([name, entry]) => ({
    name: shownName(name),
    entry,
    layer,
    file,
    trusted: layer === 'user' || covers({ file, name, entry }),
  }));
}

/** One server for each name; a server that waits for trust does not replace another one. */
export function allOf({ servers, waiting }: Pick<Configured, 'servers' | 'waiting'>): ConfiguredServer[] {
  return [...new Map([...waiting, ...servers].map((each) => [each.name, each])).values()].sort(byName);
}

/** Makes an invalid name safe to show: its server is listed as failed. */
function shownName(name: string): string {
  return isServerName(name) ? name : plainName(name);
}

function byName(a: ConfiguredServer, b: ConfiguredServer): number {
  return a.name < b.name ? -1 : Number(a.name > b.name);
}

function skipped({ file, error }: FileLayer): SessionWarning[] {
  if (error === undefined) return [];
  const message = `${plainName(file, pathLimit)} was skipped: ${error}.`;
  return [{ code: 'mcp-layer-invalid', message, severity: 'warning' }];
}

/** Names the servers that would start once the project is trusted. */
function untrusted(waiting: readonly ConfiguredServer[]): SessionWarning[] {
  const names = [...new Set(waiting.filter(isStartable).map(({ name }) => name))];
  if (names.length === 0) return [];
  const shown = names.slice(0, shownNames).join(', ');
  const more = names.length > shownNames ? ` and ${names.length - shownNames} more` : '';
  const message = `MCP servers of this project are not started before it is trusted as it is now: ${shown}${more}.`;
  return [{ code: 'mcp-project-untrusted', message, severity: 'warning' }];
}

function isStartable({ entry }: ConfiguredServer): boolean {
  return !('error' in entry) && entry.enabled;
}

/** Whether a turn publishes a warning; interactive clients show trust decisions in a separate panel. */
function isDue(code: SessionWarning['code'], { clientType }: LiveSession, unattended: boolean): boolean {
  if (code === 'mcp-layer-invalid') return true;
  return code === 'mcp-project-untrusted' && (unattended || (clientType !== 'tui' && clientType !== 'web'));
}

function dueNotices(session: LiveSession, warnings: readonly SessionWarning[], unattended: boolean): SessionWarning[] {
  return warnings.filter(({ code }) => isDue(code, session, unattended) && !session.notified?.has(code));
}

/** Whether a turn has warnings to publish. */
export function hasDueNotices(session: LiveSession, warnings: readonly SessionWarning[], unattended: boolean): boolean {
  return dueNotices(session, warnings, unattended).length > 0;
}

/** The warnings of a turn, each kind once while the session is in memory. */
export function serverNotices(
  session: LiveSession,
  warnings: readonly SessionWarning[],
  unattended: boolean,
): NewEvent[] {
  const due = dueNotices(session, warnings, unattended);
  const notified = (session.notified ??= new Set());
  for (const { code } of due) notified.add(code);
  return due.map(({ code, message }) => ({ type: 'warning', agentId: 'main', code, message }));
}
