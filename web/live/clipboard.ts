/** Copies text after a press, also where the platform has no clipboard because the page is served without encryption. */
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
  const take = (event: ClipboardEvent): void => {
    event.preventDefault();
    event.clipboardData?.setData('text/plain', value);
    done();
  };
  document.addEventListener('copy', take, { once: true, capture: true });
  // the only way without a secure context
  document.execCommand('copy');
  document.removeEventListener('copy', take, { capture: true });
}
