/** Reads sessions from a server: their logs without internal records, as a stream (web.md 8, ws.md 10). */
import { decode } from '../../client/api/client.js';
import type { VisEvent } from '../../schemas/generated/types.js';
import { apiBase } from '../live/base.js';
import { fileCalls } from '../live/bytes.js';
import { server } from '../live/server.js';
import { text } from '../live/text.js';
import { token } from '../live/token.js';
import type { Sessions, Source } from './source.js';

const taskBytes = 1024 * 1024;

function client() {
  const current = server.peek();
  if (!current) throw new Error(text('off.connection'));
  return current.client;
}

/** Yields the stored events after a number; with `follow` it waits for further ones and never ends. */
async function* eventsOf(id: string, after: number, follow: boolean, signal: AbortSignal): AsyncGenerator<VisEvent> {
  const path = `/api/v1/sessions/${encodeURIComponent(id)}/events?after_seq=${after}&follow=${follow}&volatile=false`;
  const headers = { authorization: `Bearer ${token.peek() ?? ''}` };
  const response = await fetch(apiBase + path, { headers, cache: 'no-store', signal });
  if (!response.headers.get('content-type')?.startsWith('text/event-stream') || !response.body) {
    decode({ method: 'GET', path }, response.status, await response.text(), response.url);
    return;
  }
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    const lines = (rest + read.value).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const event = line.startsWith('data:') ? eventIn(line.slice('data:'.length)) : undefined;
      if (event) yield event;
    }
  }
}

/** Returns undefined for an event that is not in the log. */
function eventIn(line: string): VisEvent | undefined {
  const { type, seq, timestamp, payload } = JSON.parse(line) as {
    type: string;
    seq?: number;
    timestamp: string;
    payload: Record<string, unknown>;
  };
  if (seq === undefined) return undefined;
  const { type: _type, sessionId: _session, agentId = 'main', ...fields } = payload;
  const facts = { seq, time: Date.parse(timestamp), type, agent_id: String(agentId), internal: false };
  return { ...facts, bytes: line.length, payload: fields };
}

function openSource(id: string): Source {
  const params = { session_id: id };
  /** an open stream with the number of its last event */
  let open: { at: number; events: AsyncGenerator<VisEvent>; control: AbortController } | undefined;

  return {
    async facts() {
      const [session, { items: agents }] = await Promise.all([
        client().getSession({ params }),
        client().listAgents({ params }),
      ]);
      return { session, agents, damaged: 0, source: 'server' };
    },
    async events(after, limit) {
      if (open?.at !== after) {
        open?.control.abort();
        const control = new AbortController();
        open = { at: after, control, events: eventsOf(id, after, false, control.signal) };
      }
      const items: VisEvent[] = [];
      while (items.length < limit) {
        const next = await open.events.next();
        if (next.done) {
          open = undefined;
          return { items, has_more: false };
        }
        items.push(next.value);
        open.at = next.value.seq;
      }
      return { items, has_more: true };
    },
    async waitForMore(after, signal) {
      for await (const event of eventsOf(id, after, true, signal)) if (event.seq > after) return;
    },
    async taskOutput(taskId) {
      const query = { with_output: true, output_bytes: taskBytes };
      return (await client().getTask({ params: { ...params, task_id: taskId }, query })).output_preview ?? '';
    },
    async media(fileId, signal) {
      const input = { params: { ...params, file_id: fileId } };
      return (await fileCalls().getSessionMedia(input, signal ? { signal } : {})).blob();
    },
    log: () => Promise.resolve(''),
    without: ['logs'],
    close: () => open?.control.abort(),
  };
}

export const serverSessions: Sessions = {
  list: async ({ query: _query, include_archive: _archive, ...query }) =>
    client().listSessions({ query: { ...query, page_size: Math.min(query.page_size ?? 50, 100) } }),
  open: openSource,
};
