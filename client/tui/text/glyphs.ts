/** ASCII replacements for the program's own glyphs; text from other sources stays unchanged (tui.md 3.23). */
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

/** Sets what this program's terminal can show; without this call all glyphs are used. */
export function useGlyphs({ unicode }: { unicode: boolean }): void {
  isAscii = !unicode;
  spellOwn(unicode ? undefined : (text) => text.replace(known, (glyph) => ascii[glyph] ?? glyph));
}

const brailleFrames = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];
const asciiFrames = ['|', '/', '-', '\\'];

/** Returns the frames of the spinner. */
export function spinnerFrames(): readonly string[] {
  return isAscii ? asciiFrames : brailleFrames;
}
