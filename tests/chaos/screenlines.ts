/** Prompts and answers as lines, read from the API's messages and from a terminal with its scrollback. */
import type { Message } from '../../schemas/generated/types.js';

/** Prompts are `say <token>`, and the offline provider answers with the token. */
const token = /^t\d+x\d+z$/;
const prompt = /^> (say t\d+x\d+z)(?: \((?:elsewhere|steered)\))?$/;
const rule = /^─{10,}$/;
const cutOff = 'The answer above was cut off by a restart.';

/** `messages`: newest first, as the API returns them (rest.md 10). */
export function linesOfMessages(messages: readonly Pick<Message, 'role' | 'content'>[]): string[] {
  return messages.toReversed().flatMap(({ role, content }) => {
    const text = content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('');
    if (role === 'user' && prompt.test(`> ${text}`)) return [`> ${text}`];
    return role === 'assistant' && token.test(text) ? [text] : [];
  });
}

/** Returns the committed lines: those above the live region, without the ones marked as void. */
export function linesOfScreen(lines: readonly string[]): string[] {
  const end = lines.findLastIndex((line) => rule.test(line));
  const committed = (end < 0 ? lines : lines.slice(0, end)).filter((line) => line !== '');
  return committed.flatMap((line, at) => {
    const next = committed[at + 1] ?? '';
    const [, typed] = prompt.exec(line) ?? [];
    if (typed !== undefined) return next.startsWith('  not sent:') ? [] : [`> ${typed}`];
    return token.test(line) && next !== cutOff ? [line] : [];
  });
}

/** Returns the first row of the input, which is below the rule. */
export function typedIn(screen: readonly string[]): string {
  const row = screen[screen.findLastIndex((line) => rule.test(line)) + 1] ?? '';
  return row.replace(/^> ?/, '').trimEnd();
}
