/** Whether the page is being printed: it then renders completely, without windowed lists, and dark on light. */
import { signal } from '@preact/signals';
import { flushSync } from 'preact/compat';

const printMedia = matchMedia('print');

export const isPrinting = signal(printMedia.matches);

// the browser takes the printed page right after these events
const set = (is: boolean) => (): void => flushSync(() => void (isPrinting.value = is));
addEventListener('beforeprint', set(true));
addEventListener('afterprint', set(false));
printMedia.addEventListener('change', ({ matches }) => set(matches)());
