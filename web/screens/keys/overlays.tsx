/** The command palette and the list of shortcuts, loaded on first use. */
import type { VNode } from 'preact';
import { provideAction } from '../../live/keys.js';
import { showNote } from '../../live/notes.js';
import { openDialog } from '../../parts/dialog.js';
import { reasonOf } from '../../parts/failure.js';

let isOpen = false;

/** Opens one overlay; does nothing while one is open or loading. */
function open(load: () => Promise<(close: () => void) => VNode>): void {
  if (isOpen) return;
  isOpen = true;
  load().then(
    (draw) =>
      void openDialog((close) =>
        draw(() => {
          isOpen = false;
          close();
        }),
      ),
    (error: unknown) => {
      isOpen = false;
      showNote(reasonOf(error), { isError: true });
    },
  );
}

function openPalette(): void {
  open(async () => {
    const { Palette } = await import('./palette.js');
    return (close) => <Palette onClose={close} />;
  });
}

export function openKeyHelp(): void {
  open(async () => {
    const { KeyHelp } = await import('./help.js');
    return (close) => <KeyHelp onClose={close} />;
  });
}

export function provideOverlays(): void {
  provideAction('palette', openPalette);
  provideAction('help', openKeyHelp);
}
