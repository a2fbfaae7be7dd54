/** A client of the transcript channel as an author would write one: it loads pages, applies batches, and heals what it loses. */
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
  /** times that a reset came, that a page was loaded, that missing batches were asked for */
  counts: { resets: number; loads: number; heals: number };
  grade: Grade;
  /** continues with all that has come; resolves when nothing is left to do */
  settle(): Promise<void>;
  /** cuts the line, and comes back with what it has */
  reconnect(): Promise<void>;
  regrade(grade: Grade): Promise<void>;
  /** asks for what came after the last batch it has, whether or not one is missing */
  heal(): Promise<void>;
  /** batches that came, in their order */
  ops(): OpsPayload[];
  /** takes nothing from its line, or continues */
  stall(isStalled: boolean): void;
  close(): void;
}

/** `loses` says which batches do not reach the client. */
export async function startViewer(
  daemon: TestDaemon,
  sessionId: string,
  { agentId = 'main', grade, loses = () => false }: { agentId?: string; grade: Grade; loses?: () => boolean },
): Promise<Viewer> {
  let socket: TestSocket = await daemon.socket();
  let looked = 0;
  /** its page is void, or was never there */
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

  /** What came before the newest reset is void too. */
  function takeResets(): void {
    for (let at = looked; at < socket.frames.length; at += 1) {
      const { type, payload } = socket.frames[at] as Seen;
      if (type !== 'transcript.reset' || payload['agent_id'] !== agentId) continue;
      viewer.counts.resets += 1;
      isStale = true;
      looked = at + 1;
    }
  }

  /** The batches that came; false when something is missing before one of them. */
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

  /** Where the answer to being asked for batches begins; live ones that were on their way come once more. */
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
