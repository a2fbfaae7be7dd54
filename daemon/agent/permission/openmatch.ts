/** Patterns against texts that are not known in full: what may match, and what matches whatever the rest turns out to be. */
import { anyText, anyWords } from '../commandline/forms.js';
import { accepts, isWild, type Count, type Token } from './glob.js';

export interface OpenMatch {
  /** some text that the open one represents is matched */
  may: boolean;
  /** all of them are */
  must: boolean;
}

/** Compares an open text with the ways through a pattern for texts. */
export function matchOpen(ways: readonly Token[][], text: string, count: Count): OpenMatch {
  const may = ways.some((tokens) => follow(tokens, text, count, reachable));
  return { may, must: may && mustMatch(ways, text, count) };
}

type States = Set<number>;

/** Follows all ways through the tokens at once; `open` are the states behind a mark. */
function follow(
  tokens: readonly Token[],
  text: string,
  count: Count,
  open: (tokens: readonly Token[], active: States) => States,
): boolean {
  let active = entered(tokens, [0]);
  for (const char of text) {
    count(active.size);
    if (char === anyText) active = open(tokens, active);
    else if (char === anyWords) active = new Set([...active, ...open(tokens, stepped(tokens, active, ' '))]);
    else active = stepped(tokens, active, char);
    if (active.size === 0) return false;
  }
  return active.has(tokens.length);
}

function entered(tokens: readonly Token[], states: Iterable<number>): States {
  const into = new Set<number>();
  for (const state of states)
    for (let at = state; !into.has(at); at += 1) {
      into.add(at);
      if (!isWild(tokens[at])) break;
    }
  return into;
}

function stepped(tokens: readonly Token[], active: States, char: string): States {
  const following: number[] = [];
  for (const state of active) {
    const token = tokens[state];
    if (isWild(token)) following.push(state);
    else if (token && accepts(token, char, false)) following.push(state + 1);
  }
  return entered(tokens, following);
}

/** States that some text leads to: each token lets some character pass, and none leads back. */
function reachable(tokens: readonly Token[], active: States): States {
  if (active.size === 0) return active;
  let first = tokens.length;
  for (const state of active) first = Math.min(first, state);
  return new Set(Array.from({ length: tokens.length - first + 1 }, (_value, index) => first + index));
}

/** States that every text leads to: only a star takes what is not known. */
function certain(tokens: readonly Token[], active: States): States {
  return entered(
    tokens,
    [...active].filter((state) => isWild(tokens[state])),
  );
}

const maxGaps = 3;

function mustMatch(ways: readonly Token[][], text: string, count: Count): boolean {
  const parts = text.split(anyWords);
  if (parts.length > maxGaps + 1) return false;
  // Whether there are words at a mark or none decides where blanks are, so each reading is compared by itself.
  for (let given = 0; given < 2 ** (parts.length - 1); given += 1) {
    const reading = parts.map((part, at) => (at > 0 && (given >> (at - 1)) % 2 === 1 ? ` ${anyText}${part}` : part));
    if (!ways.some((tokens) => follow(tokens, reading.join(''), count, certain))) return false;
  }
  return true;
}
