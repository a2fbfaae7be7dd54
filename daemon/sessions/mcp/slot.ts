/** One MCP server of a session: its connection or why it has none, its published state, and how turns wait for it. */
import { hash } from 'node:crypto';
import type { NewEvent } from '../../../schemas/generated/events.js';
import { waitAtMost } from '../../base/async/wait.js';
import { takenFrom } from '../../mcp/connect/environment.js';
import type { Connection, McpTransport, ServerState, ServerStatus, ServerTool } from '../../mcp/server.js';
import type { RuntimeId } from '../../runtimes/runtimes.js';
import type { ConfiguredServer } from './configured.js';

export interface Slot {
  configured: ConfiguredServer;
  /** fingerprint of the settings that its connection uses */
  mark: string;
  connection?: Connection;
  /** why it has no connection */
  rest?: Rest;
  /** when it last began to connect, monotonic milliseconds */
  since: number;
  published?: { status: ServerStatus; tools: readonly ServerTool[]; at: number };
  /** delays and merges frequent notifications to clients */
  later?: NodeJS.Timeout;
}

export interface Rest {
  status: Extract<ServerState, 'failed' | 'disabled' | 'removed'>;
  error?: string;
}

/** The fingerprint of a connection's settings; a change needs a new connection. `env`: variables for the entry. */
export function markOf({ entry }: ConfiguredServer, env: Readonly<Record<string, string>>): string {
  return hash('sha256', JSON.stringify('error' in entry ? [entry] : [entry, takenFrom(entry, env)]));
}

/** Why a configured server must not be connected; undefined if it may. `wanted`: the only servers of the session. */
export function restOf(
  { name, entry, trusted }: ConfiguredServer,
  wanted: readonly string[] | undefined,
): Rest | undefined {
  if (wanted !== undefined && !wanted.includes(name)) return { status: 'disabled' };
  if ('error' in entry) return { status: 'failed', error: entry.error };
  if (!entry.enabled) return { status: 'disabled' };
  return trusted ? undefined : { status: 'disabled', error: 'the project is not trusted with it' };
}

/** The current status of the server. */
export function statusOf({ configured, connection, rest }: Slot): ServerStatus {
  if (connection) return connection.status();
  return {
    name: configured.name,
    transport: transportOf(configured),
    toolCount: 0,
    ...(rest ?? { status: 'disabled' }),
  };
}

/** An entry that cannot be used counts as stdio. */
export function transportOf({ entry }: ConfiguredServer): McpTransport {
  return 'error' in entry ? 'stdio' : entry.transport;
}

/** Where the program of a server runs. */
export function runtimeOf({ entry }: Pick<ConfiguredServer, 'entry'>): RuntimeId {
  return 'runtimeId' in entry && entry.runtimeId === 'sandbox' ? 'sandbox' : 'local';
}

function toolsIn({ connection }: Slot): readonly ServerTool[] {
  return connection?.tools() ?? [];
}

/** Minimum milliseconds between two reports of a connected server's tools, which may change often. */
const toolReportMs = 1_000;

/** Milliseconds until clients may be notified; 0 when more changed than the tools of a connected server. */
export function waitBeforeNews(slot: Slot): number {
  const { published } = slot;
  if (published?.status.status !== 'connected' || statusOf(slot).status !== 'connected') return 0;
  return Math.max(0, published.at + toolReportMs - performance.now());
}

/** Records the current state; returns the events that publish it, none when clients already know it. */
export function newsOf(slot: Slot): NewEvent[] {
  const before = slot.published;
  const now = (slot.published = { status: statusOf(slot), tools: toolsIn(slot), at: performance.now() });
  const events: NewEvent[] = [];
  if (!before || !sameStatus(before.status, now.status))
    events.push({ type: 'mcp.server.status', agentId: 'main', server: now.status });
  const reason = reasonOf(before, now);
  if (reason !== undefined)
    events.push({ type: 'tool.list.updated', agentId: 'main', reason, serverName: now.status.name });
  return events;
}

type Seen = NonNullable<Slot['published']>;

function reasonOf(
  before: Seen | undefined,
  now: Seen,
): 'mcp.connected' | 'mcp.disconnected' | 'mcp.failed' | undefined {
  const was = before?.status.status;
  switch (now.status.status) {
    case 'connected':
      return was !== 'connected' || !sameTools(before?.tools ?? [], now.tools) ? 'mcp.connected' : undefined;
    case 'failed':
    case 'needs-auth':
      return was === now.status.status ? undefined : 'mcp.failed';
    case 'pending':
    case 'disabled':
    case 'removed':
      // the login tool of a server that needs a login disappears, too
      return was === 'connected' || was === 'needs-auth' ? 'mcp.disconnected' : undefined;
  }
}

function sameStatus(a: ServerStatus, b: ServerStatus): boolean {
  return a.status === b.status && a.toolCount === b.toolCount && a.error === b.error && a.transport === b.transport;
}

function sameTools(a: readonly ServerTool[], b: readonly ServerTool[]): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}

/** Milliseconds that the user waits for a server, counted from when it began to connect. */
const userWaitMs = 5_000;

/** Whether a server is connecting: the first step of a turn waits for it, to have its tools (engine.md 16.3). */
export function isPending(slot: Slot): boolean {
  return statusOf(slot).status === 'pending';
}

/**
 * Resolves when no server is pending, after the time limit, or on abort. `reading`: a read that may still add servers.
 * `waitsFully`: no user waits at a screen, so every server gets its whole time to start.
 */
export async function untilReady(
  reading: Promise<void>,
  slots: () => Slot[],
  waitsFully: boolean,
  signal: AbortSignal,
): Promise<void> {
  await waitAtMost(reading, waitsFully ? Infinity : userWaitMs, signal);
  const left = ({ since }: Slot) => (waitsFully ? Infinity : Math.max(0, since + userWaitMs - performance.now()));
  await Promise.all(
    slots()
      .filter(isPending)
      .map((slot) => waitAtMost(slot.connection?.settled() ?? Promise.resolve(), left(slot), signal)),
  );
}
