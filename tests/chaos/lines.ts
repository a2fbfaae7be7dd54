/** A client of the event stream over HTTP that reconnects with `Last-Event-ID` after each cut (ws.md 13). */
import { setTimeout as wait } from 'node:timers/promises';

export interface Lines {
  /** durable frames as JSON, in order of arrival */
  readonly events: string[];
  close(): Promise<void>;
}

export function startLines(baseUrl: string, token: string, sessionId: string): Lines {
  const events: string[] = [];
  let lastId: string | undefined;
  const closing = new AbortController();

  function take(block: string): void {
    const id = /^id: (.+)$/m.exec(block)?.[1];
    const data = /^data: (.+)$/m.exec(block)?.[1];
    if (id === undefined || data === undefined) return;
    lastId = id;
    events.push(JSON.stringify(JSON.parse(data)));
  }

  async function read(): Promise<void> {
    const answer = await fetch(`${baseUrl}/api/v1/sessions/${sessionId}/events?follow=true&volatile=false`, {
      headers: { authorization: `Bearer ${token}`, ...(lastId === undefined ? {} : { 'last-event-id': lastId }) },
      signal: closing.signal,
    });
    let rest = '';
    const decoder = new TextDecoder();
    for await (const bytes of answer.body ?? []) {
      const blocks = (rest + decoder.decode(bytes, { stream: true })).split('\n\n');
      rest = blocks.pop() ?? '';
      blocks.forEach(take);
    }
  }

  const over = (async () => {
    while (!closing.signal.aborted) {
      // a broken connection rejects; the events before it are kept
      await read().catch(() => undefined);
      if (!closing.signal.aborted) await wait(5);
    }
  })();

  return {
    events,
    async close() {
      closing.abort();
      await over;
    },
  };
}
