/** What is in the place of our own glyphs where only ASCII can be shown; text of others stays as it is (tui.md 3.23). */
import { spellOwn } from '../../view/glyphs.js';

const ascii: Readonly<Record<string, string>> = {
  '…': '...',
  '⏎': String.raw`\n`,
  '•': '*',
  '●': '*',
  '○': 'o',
  '─': '-',
  '·': '-',
  '→': '->',
  '−': '-',
  '⋮': ':',
  '“': '"',
  '”': '"',
  '↑': 'Up',
  '↓': 'Down',
};
const known = new RegExp(`[${Object.keys(ascii).join('')}]`, 'gu');

let isAscii = false;

/** What the terminal of this program can show; without a call all glyphs are used. */
export function useGlyphs({ unicode }: { unicode: boolean }): void {
  isAscii = !unicode;
  spellOwn(unicode ? undefined : (text) => text.replace(known, (glyph) => ascii[glyph] ?? glyph));
}

const brailleFrames = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];
const asciiFrames = ['|', '/', '-', '\\'];

/** What shows that something runs, frame by frame. */
export function spinnerFrames(): readonly string[] {
  return isAscii ? asciiFrames : brailleFrames;
}
