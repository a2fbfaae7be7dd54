/** Follows one prompt through the events of its session: shows its events, and reports changes of its state. */
import type { Snapshot } from '../../schemas/generated/types.js';
import type { EventFrame } from '../api/stream.js';
import { createOwnWork, type OwnWork, type RestState, type TurnEnd } from './own-work.js';

/** How a prompt ended; `lost`: its end was missed and is inferred from the session. */
export type PromptEnd = TurnEnd | 'lost';

/** The state of the session as REST returns it after events were missed. */
export interface Missed extends Omit<RestState, 'turnActive'> {
  snapshot: Snapshot;
}

export interface Follower {
  /** Resolves when the frame is shown; frames are handled one after another. Never rejects: see `failed`. */
  frame(frame: EventFrame): Promise<void>;
  /** Names the prompt and handles the frames received so far. `pursues`: the prompt sets a goal. */
  begin(promptId: string, pursues: boolean): void;
  /** Called after a resync: a prompt that is neither running nor waiting has ended. */
  missed(facts: Missed): void;
  /** how the prompt ended */
  ended: Promise<PromptEnd>;
  /** rejects when an event could not be shown; never resolves */
  failed: Promise<never>;
  readonly isOver: boolean;
  /** Resolves with the first defined result of `find`, which is called after each event once the prompt has begun. */
  until<T>(find: (work: OwnWork) => T | undefined): Promise<T>;
  /** undefined before `begin` */
  readonly work: OwnWork | undefined;
}

export function followPrompt(show: (frame: EventFrame) => Promise<void>): Follower {
  const checks = new Set<() => void>();
  let open: () => void = () => undefined;
  /** resolves when all frames so far are handled; none is handled before the prompt has begun */
  let line = new Promise<void>((resolve) => (open = resolve));
  let work: OwnWork | undefined;
  let isOver = false;
  let resolve: (end: PromptEnd) => void = () => undefined;
  let fail: (error: unknown) => void = () => undefined;
  const ended = new Promise<PromptEnd>((done) => (resolve = done));
  const failed = new Promise<never>((_, reject) => (fail = reject));
  // the rejection may come when the command no longer waits for it
  failed.catch(() => undefined);

  function inLine(step: (own: OwnWork) => void | Promise<void>): Promise<void> {
    line = line.then(() => work && step(work)).catch(fail);
    return line;
  }

  function settle(own: OwnWork, end: PromptEnd): void {
    own.promptIsOver();
    isOver = true;
    resolve(end);
  }

  async function take(own: OwnWork, frame: EventFrame): Promise<void> {
    if (own.note(frame)) await show(frame);
    const end = endOf(own, frame);
    if (end) settle(own, end);
    for (const check of [...checks]) check();
  }

  function missed(own: OwnWork, { snapshot: { session, prompts }, ...state }: Missed): void {
    own.refresh({ turnActive: session.main_turn_active, ...state });
    const isOpen = [prompts.active, ...prompts.queued].some((prompt) => prompt?.prompt_id === own.facts.promptId);
    if (!isOpen) settle(own, session.last_turn_reason === 'completed' ? 'lost' : 'failed');
    for (const check of [...checks]) check();
  }

  return {
    frame(frame) {
      const taken = inLine((own) => take(own, frame));
      // frames before the prompt has begun must not delay its beginning
      return work ? taken : Promise.resolve();
    },
    begin(promptId, pursues) {
      work = createOwnWork(promptId, { pursues });
      open();
    },
    missed: (facts) => void inLine((own) => missed(own, facts)),
    ended,
    failed,
    get isOver() {
      return isOver;
    },
    until: (find) =>
      new Promise((found) => {
        const check = (): void => {
          const answer = work && find(work);
          if (answer === undefined) return;
          checks.delete(check);
          found(answer);
        };
        checks.add(check);
        check();
      }),
    get work() {
      return work;
    },
  };
}

/** Returns the end of the prompt if this frame is it. */
function endOf(work: OwnWork, { type, payload }: EventFrame): PromptEnd | undefined {
  if (payload.agentId !== 'main') return undefined;
  // a prompt steered into a turn without a prompt ends with that turn
  if (type === 'turn.ended' && work.facts.promptId === '') return work.facts.lastEnd;
  if (type === 'prompt.aborted' && payload.promptId === work.facts.promptId)
    return work.facts.lastEnd === 'stopped' ? 'stopped' : 'aborted';
  if (type === 'prompt.completed' && payload.promptId === work.facts.promptId) return payload.reason ?? 'completed';
  return undefined;
}
