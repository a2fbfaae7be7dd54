/** A client of the transcript channel as authors would write it: loads pages, applies batches, recovers lost ones. */
import type { Operations } from '../../schemas/generated/operations.js';
import type { TranscriptOp, TranscriptSnapshot } from '../../schemas/generated/types.js';
import { applyBatches } from '../../schemas/folds/transcript-apply.js';
import { transcriptOf, type Transcript } from '../../schemas/folds/transcript.js';
import type { Seen, TestDaemon, TestSocket } from '../helpers/daemon.js';

export type Grade = 'off' | 'turn' | 'block' | 'delta';

export interface OpsPayload {
  agent_id: string;
  seq: number;
  prev_seq: number;
  ops: TranscriptOp[];
}

export interface ResetPayload {
  agent_id: string;
  snapshot: TranscriptSnapshot;
  has_more_older: boolean;
  seq: number;
}

export const opsIn = (frames: readonly Seen[], agentId = 'main'): OpsPayload[] =>
  frames
    .filter(({ type, payload }) => type === 'transcript.ops' && payload['agent_id'] === agentId)
    .map(({ payload }) => payload as unknown as OpsPayload);

export const resetsIn = (frames: readonly Seen[], agentId = 'main'): ResetPayload[] =>
  frames
    .filter(({ type, payload }) => type === 'transcript.reset' && payload['agent_id'] === agentId)
    .map(({ payload }) => payload as unknown as ResetPayload);

export interface Viewer {
  transcript: Transcript;
  /** numbers of received resets, of loaded pages, and of requests for missing batches */
  counts: { resets: number; loads: number; heals: number };
  grade: Grade;
  /** applies everything received; resolves when nothing is left to do */
  settle(): Promise<void>;
  /** cuts the connection, and reconnects with the state that it has */
  reconnect(): Promise<void>;
  regrade(grade: Grade): Promise<void>;
  /** requests the batches after the last one it has, even if none is missing */
  heal(): Promise<void>;
  /** received batches in order of arrival */
  ops(): OpsPayload[];
  /** stops reading from the connection, or continues */
  stall(isStalled: boolean): void;
  close(): void;
}

/** Starts a viewer; while `loses` returns true, batches do not reach it. */
export async function startViewer(
  daemon: TestDaemon,
  sessionId: string,
  { agentId = 'main', grade, loses = () => false }: { agentId?: string; grade: Grade; loses?: () => boolean },
): Promise<Viewer> {
  let socket: TestSocket = await daemon.socket();
  let looked = 0;
  /** whether there is no valid page */
  let isStale = true;
  const page = (): Promise<Operations['getTranscript']['data']> =>
    daemon.ok('getTranscript', { ...daemon.session(sessionId), query: { agent_id: agentId, page_size: 100 } });
  const subscribe = (since?: number) =>
    socket.send('subscribe_v2', {
      session_id: sessionId,
      transcript: { [agentId]: viewer.grade },
      ...(since === undefined ? {} : { transcript_since: { [agentId]: since } }),
    });

  async function load(): Promise<void> {
    isStale = false;
    viewer.counts.loads += 1;
    viewer.transcript = transcriptOf(await page());
  }

  /** Counts new resets and skips everything before the newest one. */
  function takeResets(): void {
    for (let at = looked; at < socket.frames.length; at += 1) {
      const { type, payload } = socket.frames[at] as Seen;
      if (type !== 'transcript.reset' || payload['agent_id'] !== agentId) continue;
      viewer.counts.resets += 1;
      isStale = true;
      looked = at + 1;
    }
  }

  /** Applies the received batches; returns false when one is missing before the next. */
  function takeOps(): boolean {
    for (; looked < socket.frames.length; looked += 1) {
      const { type, payload } = socket.frames[looked] as Seen;
      if (type === 'transcript.reset' && payload['agent_id'] === agentId) return true;
      if (type !== 'transcript.ops' || payload['agent_id'] !== agentId || loses()) continue;
      const { seq, prev_seq, ops } = payload as unknown as OpsPayload;
      if (!applyBatches(viewer.transcript, [{ seq, ops }], prev_seq)) return false;
    }
    return true;
  }

  /** Index of the frame that begins the answer to a request for batches; it repeats live ones that were on the way. */
  function answerTo(since: number, from: number): number {
    const at = socket.frames.findIndex(
      ({ type, payload }, index) =>
        index >= from &&
        payload['agent_id'] === agentId &&
        (type === 'transcript.reset' || (type === 'transcript.ops' && payload['prev_seq'] === since)),
    );
    return at < 0 ? socket.frames.length : at;
  }

  const viewer: Viewer = {
    transcript: transcriptOf({
      items: [],
      tasks: [],
      interactions: [],
      attachments: [],
      todos: [],
      prompts: [],
      meta: {},
    }),
    counts: { resets: 0, loads: 0, heals: 0 },
    grade,
    async settle() {
      for (;;) {
        takeResets();
        if (isStale) await load();
        else if (!takeOps()) {
          await viewer.heal();
        } else if (looked === socket.frames.length) return;
      }
    },
    async heal() {
      viewer.counts.heals += 1;
      const { seq = 0 } = viewer.transcript;
      const before = socket.frames.length;
      await subscribe(seq);
      looked = answerTo(seq, before);
    },
    async reconnect() {
      socket.close();
      socket = await daemon.socket();
      looked = 0;
      await subscribe(isStale ? undefined : viewer.transcript.seq);
    },
    async regrade(wanted) {
      viewer.grade = wanted;
      await subscribe();
    },
    ops: () => opsIn(socket.frames, agentId),
    stall: (isStalled) => socket.stall(isStalled),
    close: () => socket.close(),
  };
  await subscribe();
  return viewer;
}
