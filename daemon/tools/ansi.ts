/** Removes terminal escape sequences from text that arrives in pieces. */

/** Maximum length of an unfinished sequence that waits for its end, in chars. */
const HOLD_LIMIT = 4_096;

const SEQUENCES = new RegExp(
  [
    String.raw`(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]`,
    String.raw`\u001b\][^\u0007\u001b]*(?:\u0007|\u001b\\)`,
    String.raw`\u001b[PX^_][^\u001b]*\u001b\\`,
    '\\u001b[ -/]*[0-OQ-WYZ\\\\`-~]',
  ].join('|'),
  'g',
);
const UNFINISHED = /(?:\u001b(?:\[[0-?]*[ -/]*|[\]PX^_][^\u0007\u001b]*\u001b?|[ -/]*)|\u009b[0-?]*[ -/]*)$/;

export interface EscapeRemover {
  /** returns the next piece without escape sequences; keeps an unfinished one for the next call */
  push(text: string): string;
  /** returns the rest at the end */
  end(): string;
}

export function createEscapeRemover(): EscapeRemover {
  let held = '';
  return {
    push(piece) {
      const text = held + piece;
      held = '';
      if (!/[\u001b\u009b]/.test(text)) return text;
      const rest = text.replace(SEQUENCES, '');
      const unfinished = UNFINISHED.exec(rest);
      if (!unfinished || unfinished[0].length > HOLD_LIMIT) return withoutEscapes(rest);
      held = unfinished[0];
      return withoutEscapes(rest.slice(0, unfinished.index));
    },
    end() {
      const rest = withoutEscapes(held);
      held = '';
      return rest;
    },
  };
}

function withoutEscapes(text: string): string {
  return text.replace(/[\u001b\u009b]/g, '');
}
