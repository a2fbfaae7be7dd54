/** Where a turn that the user did not ask for came from, and the words that stand for a turn. */
import { shortened, visibleText } from '../../../client/view/clean.js';
import type { TranscriptTurn } from '../../../schemas/generated/types.js';
import { isMessageKey, text } from '../../live/text.js';

type Named = Pick<TranscriptTurn, 'prompt' | 'origin'>;

/** Empty for a prompt of the user. */
export function originWords({ kind, payload }: TranscriptTurn['origin']): string {
  const names = [payload?.kind === 'system_trigger' ? payload.name : undefined, payload?.kind, kind];
  const key = names.map((name) => `origin.${name}`).find(isMessageKey);
  return key === undefined ? '' : text(key);
}

/** The beginning of its prompt; of a turn without one, where it came from. */
export function turnWords({ prompt = '', origin }: Named, most: number): string {
  const [first = ''] = prompt.trim().split('\n', 1);
  return shortened(visibleText(first, 'page'), most) || originWords(origin);
}
