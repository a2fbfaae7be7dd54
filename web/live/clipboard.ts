/** Copies text after a click, also on pages served without TLS, where browsers offer no clipboard API. */
import { showNote } from './notes.js';
import { text } from './text.js';

type Clipboard = { writeText(value: string): Promise<void> };

export function copyText(value: string): void {
  const { clipboard } = navigator as { clipboard?: Clipboard };
  const done = (): void => showNote(text('note.copied'));
  if (clipboard) void clipboard.writeText(value).then(done, () => copyBySelection(value, done));
  else copyBySelection(value, done);
}

function copyBySelection(value: string, done: () => void): void {
  let isCopied = false;
  const take = (event: ClipboardEvent): void => {
    isCopied = true;
    event.preventDefault();
    event.clipboardData?.setData('text/plain', value);
    done();
  };
  document.addEventListener('copy', take, { once: true, capture: true });
  // the only way to copy outside of a secure context
  document.execCommand('copy');
  document.removeEventListener('copy', take, { capture: true });
  if (!isCopied) showNote(text('note.notCopied'), { isError: true });
}
