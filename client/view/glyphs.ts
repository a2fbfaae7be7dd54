/** Glyphs of our own texts, which a surface that cannot show them spells in its own way. */

/** A program has one terminal. */
let spelt: ((text: string) => string) | undefined;

/** How this program writes texts of its own; without a call they are written as they are. */
export function spellOwn(spell: ((text: string) => string) | undefined): void {
  spelt = spell;
}

/** A text of our own as it can be shown. */
export function own(text: string): string {
  return spelt ? spelt(text) : text;
}
