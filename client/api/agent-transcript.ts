/** The transcript of one agent on the client: resets, batches, recovery of gaps, pages of older turns (ws.md 12). */
import type { ServerFrames } from '../../schemas/generated/frames.js';
import type { Operations } from '../../schemas/generated/operations.js';
import type { TranscriptAgent, TranscriptOp } from '../../schemas/generated/types.js';
import {
  addMissingEntities,
  addOlderItems,
  applyBatches,
  dropOlderItems,
} from '../../schemas/folds/transcript-apply.js';
import { emptyTranscript, firstTurn, transcriptOf, type Transcript } from '../../schemas/folds/transcript.js';
import { ApiFailure, ConnectionFailure, isFailure } from './failure.js';
import { pause, waitAfter } from './retry.js';
import { share } from './share.js';

type Page = Operations['getTranscript']['data'];

export interface AgentTranscriptDeps {
  page(query: { page_size: number; before_turn?: string }): Promise<Page>;
  opsSince(seq: number): Promise<Operations['getTranscriptOps']['data']>;
  /** number of turns on the first page */
  pageSize: number;
  /** number of newest turns kept in memory while no older ones are loaded; default all */
  keptTurns?: number;
  /** whether the timeline is shown, and not only the facts beside it */
  isShown(): boolean;
  /** reports the changes; undefined: anything may have changed */
  onChange(ops: readonly TranscriptOp[] | undefined): void;
  /** reports the agents of the session that a page lists */
  onAgents(agents: readonly TranscriptAgent[]): void;
}

export interface AgentTranscript {
  readonly transcript: Transcript;
  /** whether a first page has been loaded */
  readonly isKnown: boolean;
  readonly hasOlder: boolean;
  /** the last batch that the transcript contains; undefined: only a reset can repair it */
  readonly position: number | undefined;
  reset(payload: ServerFrames['transcript.reset']): void;
  ops(payload: ServerFrames['transcript.ops']): void;
  /** Loads turns before the oldest one; resolves when they are loaded, or when there are none. */
  older(turns?: number): Promise<void>;
  /** Drops the older turns, which the reader no longer shows. */
  dropOlder(): void;
  close(): void;
}

/** Turns are trimmed only above this multiple of `keptTurns`, since trimming costs more than a change. */
const trimmedAt = 1.5;
/** Maximum number of turns on a page. */
const maxPage = 100;

export function createAgentTranscript(deps: AgentTranscriptDeps): AgentTranscript {
  let transcript = emptyTranscript();
  let isKnown = false;
  let hasOlder = false;
  let closed = false;
  /** batches that arrived during a load */
  let held: ServerFrames['transcript.ops'][] = [];
  let loading: Promise<void> | undefined;
  /** the running load is out of date; another one follows it */
  let again = false;
  let olderPage: Promise<void> | undefined;
  /** the items are a part of the timeline without gaps */
  let hasTimeline = false;
  let isReadBack = false;

  function load(): void {
    again = loading !== undefined;
    loading ??= run().finally(() => (loading = undefined));
  }

  async function run(): Promise<void> {
    for (let failures = 0; !closed;) {
      again = false;
      try {
        const fresh = await latest();
        if (again) continue;
        take(fresh);
        return;
      } catch (error) {
        // a missing agent or session has no page
        if (isFailure(error, 'SESSION_NOT_FOUND')) return;
        if (!(error instanceof ConnectionFailure) && !(error instanceof ApiFailure)) throw error;
        await pause(waitAfter(++failures));
      }
    }
  }

  /** Loads as many turns as are held, so that a reader far back does not jump to the end. */
  async function latest(): Promise<Page> {
    const shown = deps.isShown();
    const wanted = shown ? Math.max(deps.pageSize, turnsIn(transcript.items)) : 1;
    const page = await deps.page({ page_size: Math.min(wanted, maxPage) });
    if (!shown) return { ...page, items: [], has_more: false };
    while (page.has_more && turnsIn(page.items) < wanted) {
      const before = firstTurn(page.items);
      if (before === undefined) break;
      const older = await deps.page({ page_size: maxPage, before_turn: before });
      page.items.unshift(...older.items);
      const known = new Set(page.prompts.map(({ promptId }) => promptId));
      page.prompts.unshift(...older.prompts.filter(({ promptId }) => !known.has(promptId)));
      page.has_more = older.has_more;
    }
    return page;
  }

  function take(page: Page): void {
    const fresh = transcriptOf(page);
    transcript = {
      ...fresh,
      items: [...share(transcript.items, fresh.items)],
      meta: share(transcript.meta, fresh.meta),
    };
    hasOlder = page.has_more;
    hasTimeline = deps.isShown();
    isKnown = true;
    deps.onAgents(page.agents);
    deps.onChange(undefined);
    drain();
  }

  function drain(): void {
    const waiting = held;
    held = [];
    for (const [at, payload] of waiting.entries()) {
      if (apply(payload)) continue;
      held = waiting.slice(at);
      return repair();
    }
  }

  function apply({ seq, prev_seq: prevSeq, ops }: ServerFrames['transcript.ops']): boolean {
    const known = transcript.seq;
    if (known !== undefined && seq !== undefined && seq <= known) return true;
    const fits = applyBatches(transcript, [{ seq: seq ?? (known ?? 0) + 1, ops }], prevSeq);
    if (fits) deps.onChange(ops.some(({ op }) => op === 'turn.upsert') && trim(trimmedAt) ? undefined : ops);
    return fits;
  }

  function trim(slack: number): boolean {
    const { keptTurns } = deps;
    if (keptTurns === undefined || isReadBack || transcript.items.length <= keptTurns * slack) return false;
    if (turnsIn(transcript.items) <= keptTurns * slack || !dropOlderItems(transcript, keptTurns)) return false;
    hasOlder = true;
    return true;
  }

  /** Fetches the missing batches, or the whole transcript when the server no longer has them. */
  function repair(): void {
    const { seq } = transcript;
    if (seq === undefined || loading) return load();
    loading = fetchMissing(seq)
      .finally(() => (loading = undefined))
      .then((found) => (found && !again ? drain() : load()));
  }

  async function fetchMissing(since: number): Promise<boolean> {
    try {
      const { batches, complete } = await deps.opsSince(since);
      const fits = !again && complete && applyBatches(transcript, batches);
      if (batches.length > 0) deps.onChange(undefined);
      // an empty answer for a gap: asking again would loop
      return fits && batches.length > 0;
    } catch (error) {
      if (error instanceof ApiFailure || error instanceof ConnectionFailure) return false;
      throw error;
    }
  }

  async function loaded(): Promise<void> {
    while (loading) await loading;
  }

  async function loadOlder(page_size = deps.pageSize): Promise<void> {
    await loaded();
    const before = firstTurn(transcript.items);
    if (!hasOlder || before === undefined || closed) return;
    const page = await deps.page({ page_size, before_turn: before });
    await loaded();
    // the transcript may have been reloaded from another first turn in the meantime
    if (firstTurn(transcript.items) !== before) return;
    addOlderItems(transcript, page.items);
    addMissingEntities(transcript, page);
    hasOlder = page.has_more;
    deps.onChange(undefined);
  }

  return {
    get transcript() {
      return transcript;
    },
    get isKnown() {
      return isKnown;
    },
    get hasOlder() {
      return hasOlder;
    },
    get position() {
      return isKnown && !loading && hasTimeline === deps.isShown() ? transcript.seq : undefined;
    },
    reset({ snapshot, seq }) {
      held = [];
      if (deps.isShown()) return load();
      transcript = transcriptOf({ ...snapshot, items: [], seq });
      isKnown = true;
      hasTimeline = hasOlder = false;
      deps.onChange(undefined);
    },
    ops(payload) {
      if (!loading && isKnown && apply(payload)) return;
      held.push(payload);
      if (!loading) repair();
    },
    dropOlder() {
      isReadBack = false;
      if (trim(1)) deps.onChange(undefined);
    },
    older(turns) {
      isReadBack = true;
      olderPage ??= loadOlder(turns).finally(() => (olderPage = undefined));
      return olderPage;
    },
    close: () => void (closed = true),
  };
}

function turnsIn(items: Transcript['items']): number {
  return items.filter(({ kind }) => kind === 'turn').length;
}
