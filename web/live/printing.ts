/** Whether the page is drawn for paper, which has no window: what is shown is drawn whole, and dark on light. */
import { signal } from '@preact/signals';
import { flushSync } from 'preact/compat';

const paper = matchMedia('print');

export const isPrinting = signal(paper.matches);

// the picture is taken as soon as these have been heard
const set = (is: boolean) => (): void => flushSync(() => void (isPrinting.value = is));
addEventListener('beforeprint', set(true));
addEventListener('afterprint', set(false));
paper.addEventListener('change', ({ matches }) => set(matches)());
