/** The buttons of the message box: stop, steer, and queue or send. */
import { ArrowUp, CornerDownRight, ListPlus, Square } from 'lucide-preact';
import { text } from '../../../live/text.js';
import { Button } from '../../../parts/button.js';

export type How = 'plain' | 'steer' | 'shell';

interface DeedsProps {
  isActive: boolean;
  isEmpty: boolean;
  off: string | undefined;
  offSend: string | undefined;
  stop?(): void;
  send(how: How): void;
}

export function Deeds({ isActive, isEmpty, off, offSend, stop, send }: DeedsProps) {
  return (
    <>
      {isActive && stop && (
        <Button icon={Square} off={off} onClick={stop}>
          {text('composer.stop')}
        </Button>
      )}
      {isActive && !isEmpty && (
        <Button icon={CornerDownRight} off={offSend} onClick={() => send('steer')}>
          {text('composer.steer')}
        </Button>
      )}
      {(!isActive || !isEmpty) && (
        <Button kind="primary" icon={isActive ? ListPlus : ArrowUp} off={offSend} onClick={() => send('plain')}>
          {text(isActive ? 'composer.queue' : 'composer.send')}
        </Button>
      )}
    </>
  );
}
