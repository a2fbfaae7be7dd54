/** The state of a session by shape and word: colour is never alone. */
import { CircleAlert, CircleDot, CircleHelp, Hand, LoaderCircle } from 'lucide-preact';
import type { SessionActivity } from '../../schemas/generated/types.js';
import { stateWord } from '../live/entries.js';

const icons = { approval: Hand, question: CircleHelp, running: LoaderCircle, failed: CircleAlert, idle: CircleDot };

export function StateIcon({ state }: { state: SessionActivity }) {
  const Icon = icons[state];
  return (
    <span class="state-icon" data-state={state} title={stateWord(state)}>
      <Icon aria-hidden="true" size="1em" />
    </span>
  );
}
