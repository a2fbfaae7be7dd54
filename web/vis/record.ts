/** A session in the visualizer: its events in log order, loaded page by page, and followed while it runs. */
import { computed, signal, type ReadonlySignal } from '@preact/signals';
import { useEffect, useState } from 'preact/hooks';
import type { VisEvent } from '../../schemas/generated/types.js';
import { createContextFold } from '../../schemas/folds/context.js';
import { figuresOf, findingsOf, toolsOf, type Figures, type Finding, type ToolFigures } from './figures.js';
import { createSpans, type Spans } from './spans.js';
import { sourceOf, type SessionFacts, type Source } from './source.js';

export interface Recording {
  id: string;
  source: Source;
  facts: ReadonlySignal<SessionFacts | undefined>;
  failure: ReadonlySignal<unknown>;
  /** increases with each read; a view that uses `events` or `spans` must read it */
  version: ReadonlySignal<number>;
  isComplete: ReadonlySignal<boolean>;
  isFollowed: { value: boolean };
  events: readonly VisEvent[];
  spans: Spans;
  figures: ReadonlySignal<Figures>;
  findings: ReadonlySignal<Finding[]>;
  tools: ReadonlySignal<ToolFigures[]>;
  /** index of an event, or of the first one after that number */
  indexOf(seq: number): number;
  retry(): void;
  close(): void;
}

const firstPage = 500;
const nextPages = 5_000;
const pollMs = 1_000;
const restPollMs = 5_000;
/** maximum ms of work before the page may render */
const sliceMs = 20;

function openRecord(id: string): Recording {
  const source = sourceOf(id);
  const facts = signal<SessionFacts | undefined>(undefined);
  const failure = signal<unknown>(undefined);
  const version = signal(0);
  const isComplete = signal(false);
  const isFollowed = signal(true);
  const events: VisEvent[] = [];
  const spans = createSpans(() => facts.peek()?.session.metadata.cwd ?? '');
  let isClosed = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const waiting = new AbortController();

  async function readOn(): Promise<void> {
    const read = (after: number, limit: number) => source.events(after, limit);
    let page = await read(events.at(-1)?.seq ?? 0, events.length === 0 ? firstPage : nextPages);
    while (!isClosed) {
      const last = page.items.at(-1)?.seq;
      // loads the next page while this one is processed
      const next = page.has_more && last !== undefined ? read(last, nextPages) : undefined;
      next?.catch(() => undefined);
      await takeAll(page.items);
      if (page.items.length > 0) version.value += 1;
      if (!next) return;
      page = await next;
    }
  }

  async function takeAll(items: readonly VisEvent[]): Promise<void> {
    let since = performance.now();
    for (const event of items) {
      events.push(event);
      spans.take(event);
      if (performance.now() - since < sliceMs) continue;
      await new Promise((resolve) => setTimeout(resolve));
      since = performance.now();
    }
  }

  async function read(): Promise<void> {
    try {
      facts.value = await source.facts();
      await readOn();
      isComplete.value = true;
      failure.value = undefined;
    } catch (error) {
      if (!isClosed) failure.value = error;
    }
    schedule();
  }

  /** Schedules the next read; a hidden page sends no requests. */
  function schedule(): void {
    if (isClosed || ['zip', 'file'].includes(facts.peek()?.source ?? '') || failure.peek() !== undefined) return;
    timer = setTimeout(
      () => {
        if (document.hidden || !isFollowed.peek()) schedule();
        else if (source.waitForMore) void waitForMore(source.waitForMore);
        else void read();
      },
      facts.peek()?.session.busy || source.waitForMore ? pollMs : restPollMs,
    );
  }

  async function waitForMore(wait: NonNullable<Source['waitForMore']>): Promise<void> {
    try {
      await wait(events.at(-1)?.seq ?? 0, waiting.signal);
    } catch {
      // the connection was lost: the next read gets what happened meanwhile
    }
    if (isFollowed.peek()) void read();
    else schedule();
  }

  void read();
  const of = <Value>(make: () => Value): ReadonlySignal<Value> =>
    computed(() => {
      void version.value;
      return make();
    });
  return {
    id,
    source,
    facts,
    failure,
    version,
    isComplete,
    isFollowed,
    events,
    spans,
    figures: of(() => {
      const { filesChanged, ...figures } = figuresOf(spans);
      // a server does not send the records of changed files
      return facts.value?.source === 'server' ? figures : { ...figures, filesChanged };
    }),
    findings: of(() => findingsOf(spans, facts.value?.session.usage.context_limit)),
    tools: of(() => toolsOf(spans)),
    indexOf(seq) {
      let [low, high] = [0, events.length];
      while (low < high) {
        const middle = (low + high) >> 1;
        if ((events[middle]?.seq ?? 0) < seq) low = middle + 1;
        else high = middle;
      }
      return low;
    },
    retry() {
      failure.value = undefined;
      void read();
    },
    close() {
      isClosed = true;
      clearTimeout(timer);
      waiting.abort();
      source.close?.();
    },
  };
}

/** Returns the record of a session while the component is mounted. */
export function useRecord(id: string): Recording | undefined {
  const [record, set] = useState<Recording | undefined>(undefined);
  useEffect(() => {
    const next = openRecord(id);
    set(next);
    return () => next.close();
  }, [id]);
  return record?.id === id ? record : undefined;
}

/** Returns the messages that the model received for a step: everything before the step's first event. */
export function contextBefore({ events }: Pick<Recording, 'events'>, agentId: string, seq: number) {
  const fold = createContextFold();
  for (const { seq: at, type, agent_id, payload } of events) {
    if (at >= seq) break;
    fold.take({ seq: at, type, agentId: agent_id, payload: payload ?? undefined });
  }
  return { messages: fold.messages(agentId), systemPrompt: fold.systemPrompt(agentId) };
}
