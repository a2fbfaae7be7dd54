/** The state of a session as shape and word, never as color alone. */
import { CircleAlert, CircleDot, CircleHelp, Hand, LoaderCircle } from 'lucide-preact';
import type { SessionActivity } from '../../schemas/generated/types.js';
import { stateWord } from '../live/entries.js';

const icons = { approval: Hand, question: CircleHelp, running: LoaderCircle, failed: CircleAlert, idle: CircleDot };

/** `word`: replaces the usual word of the state. */
export function StateIcon({ state, word = stateWord(state) }: { state: SessionActivity; word?: string }) {
  const Icon = icons[state];
  return (
    <span class="state-icon" data-state={state} title={word}>
      <Icon aria-hidden="true" size="1em" />
    </span>
  );
}
