/** Glyphs in the program's own texts, which a surface that cannot show them replaces. */

/** Global, since a program has one terminal. */
let spelt: ((text: string) => string) | undefined;

/** Sets the function that rewrites the program's own texts; without it they stay unchanged. */
export function spellOwn(spell: ((text: string) => string) | undefined): void {
  spelt = spell;
}

/** Returns one of the program's own texts in a form that can be shown. */
export function own(text: string): string {
  return spelt ? spelt(text) : text;
}
