/** The sequences that a TUI may send in the normal buffer (tui.md 1.1); finds all others in recorded output. */

/** tmux doubles escape characters in passed-through sequences */
const sequence =
  /\x1bPtmux;(?:\x1b\x1b|[^\x1b])*\x1b\\|\x1b\[[0-?]*[ -/]*[@-~]|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)|\x1b[P_^X][^\x1b]*\x1b\\|\x1b[ -/]*[^ -/]?|[\x00-\x1f\x7f-\x9f]/gs;

const controls = /^[\r\n\x07\t]$/;
const allowed: readonly RegExp[] = [
  // relative rows, absolute column, erasing, styles
  /^\x1b\[\d*[ABCDG]$/,
  /^\x1b\[0?[KJ]$/,
  /^\x1b\[[\d;:]*m$/,
  // modes
  /^\x1b\[\?(?:7|25|2026|2004|1004|2031)[hl]$/,
  // kitty keyboard, modifyOtherKeys, cursor shape, title stack
  /^\x1b\[(?:>\d+|<\d*)u$/,
  /^\x1b\[>4(?:;\d)?m$/,
  /^\x1b\[\d* q$/,
  /^\x1b\[2[23];2t$/,
  // queries: DA1, XTVERSION, keyboard, background; the cursor position query is checked separately
  /^\x1b\[0?c$/,
  /^\x1b\[>0?q$/,
  /^\x1b\[\?u$/,
  /^\x1b\]11;\?(?:\x07|\x1b\\)$/,
  /^\x1b\[6n$/,
  // titles, links, notices, clipboard
  /^\x1b\](?:2|8|9|52|99|777);[^\x00-\x1f\x7f-\x9f]*(?:\x07|\x1b\\)$/,
];

const mouseMode = /^\x1b\[\?(?:9|100[0-6]|101[56])h$/;
const view = /^\x1b\[\?1049([hl])$/;
const passedThrough = /^\x1bPtmux;(.*)\x1b\\$/s;

/** Returns forbidden sequences and controls in readable form; inside a view only mouse modes are forbidden. */
export function findForbidden(output: string): string[] {
  const found: string[] = [];
  let isInView = false;
  for (const [each] of output.matchAll(sequence)) {
    const [, switched] = view.exec(each) ?? [];
    if (switched !== undefined) isInView = switched === 'h';
    const isAllowed = isInView ? !mouseMode.test(each) : switched !== undefined || isAllowedOutside(each);
    if (!isAllowed) found.push(JSON.stringify(each));
  }
  return found;
}

function isAllowedOutside(text: string): boolean {
  const [, inner] = passedThrough.exec(text) ?? [];
  if (inner !== undefined) return /^\x1b\x1b\](?:9|52|99|777);[^\x1b]*(?:\x07|\x1b\x1b\\)$/.test(inner);
  return controls.test(text) || allowed.some((rule) => rule.test(text));
}

/** Returns the frames of the output: the text between synchronized update marks. */
export function framesOf(output: string): string[] {
  return [...output.matchAll(/\x1b\[\?2026h(.*?)\x1b\[\?2026l/gs)].map(([, frame = '']) => frame);
}
