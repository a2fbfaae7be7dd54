/** Texts for turns: where a turn without a user prompt came from, and a short name for any turn. */
import { shortened, visibleText } from '../../../client/view/clean.js';
import type { TranscriptTurn } from '../../../schemas/generated/types.js';
import { isMessageKey, text } from '../../live/text.js';

type Named = Pick<TranscriptTurn, 'prompt' | 'origin'>;

/** Returns where a turn came from; empty for a prompt of the user. */
export function originWords({ kind, payload }: TranscriptTurn['origin']): string {
  const names = [payload?.kind === 'system_trigger' ? payload.name : undefined, payload?.kind, kind];
  const key = names.map((name) => `origin.${name}`).find(isMessageKey);
  return key === undefined ? '' : text(key);
}

/** Returns the beginning of the turn's prompt, or where the turn came from if it has none. */
export function turnWords({ prompt = '', origin }: Named, most: number): string {
  const [first = ''] = prompt.trim().split('\n', 1);
  return shortened(visibleText(first, 'page'), most) || originWords(origin);
}
