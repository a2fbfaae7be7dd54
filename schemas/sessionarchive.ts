/** Reads the export archive of a session: the session, its agents and the lines of its log (cli.md 5.5). */
import { eventTable } from './generated/events.js';
import type { Agent, Session } from './generated/types.js';
import { openZip, ZipProblem, type Zip } from './zip.js';

/** A record of the log; its payload is JSON text. */
export interface ArchivedEvent {
  seq: number;
  /** epoch milliseconds */
  time: number;
  type: string;
  agentId: string;
  internal: boolean;
  /** size of the payload in bytes */
  bytes: number;
  /** undefined when damaged */
  payload: string | undefined;
}

export interface SessionArchive {
  session: Session;
  agents: Agent[];
  events: ArchivedEvent[];
  zip: Zip;
}

const lineFeed = 10;
const beforePayload = ',"payload":';

/** Rejects with ZipProblem. */
export async function openSessionArchive(bytes: Uint8Array): Promise<SessionArchive> {
  const zip = openZip(bytes);
  const [summary, log] = [await zip.read('session.json'), await zip.read('events.jsonl')];
  if (!summary || !log) throw new ZipProblem('this is no export of a session: session.json or events.jsonl is missing');
  const { session, agents } = parse(new TextDecoder().decode(summary), 'session.json') as Partial<SessionArchive>;
  if (typeof session?.id !== 'string' || !Array.isArray(agents))
    throw new ZipProblem('this is no export of a session: session.json has another content');
  return { session, agents, events: await eventsIn(log), zip };
}

async function eventsIn(log: Uint8Array): Promise<ArchivedEvent[]> {
  const events: ArchivedEvent[] = [];
  const decoder = new TextDecoder();
  let since = performance.now();
  for (let from = 0; from < log.length;) {
    const found = log.indexOf(lineFeed, from);
    const end = found < 0 ? log.length : found;
    if (end > from) events.push(eventOf(decoder.decode(log.subarray(from, end))));
    from = end + 1;
    if (performance.now() - since < 12) continue;
    await new Promise((resolve) => setTimeout(resolve));
    since = performance.now();
  }
  return events;
}

/** Parses only the facts before the payload, which stays text. */
function eventOf(line: string): ArchivedEvent {
  const at = line.indexOf(beforePayload);
  const facts = parse(at < 0 ? line : `${line.slice(0, at)}}`, 'events.jsonl') as Record<string, unknown>;
  const { seq, time, type, agent_id: agentId } = facts;
  if (typeof seq !== 'number' || typeof type !== 'string' || typeof agentId !== 'string')
    throw new ZipProblem('this is no export of a session: events.jsonl has another content');
  const isDamaged = at < 0 || line.endsWith(',"damaged":true}');
  const payload = isDamaged ? undefined : line.slice(at + beforePayload.length, -1);
  const delivery = (eventTable as Readonly<Record<string, { delivery: string } | undefined>>)[type]?.delivery;
  return {
    seq,
    time: Date.parse(String(time)) || 0,
    type,
    agentId,
    internal: delivery === 'internal',
    bytes: payload === undefined ? 0 : payload.length,
    payload,
  };
}

function parse(text: string, name: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new ZipProblem(`the archive is damaged: ${name} is no JSON`, { cause: error });
  }
}
