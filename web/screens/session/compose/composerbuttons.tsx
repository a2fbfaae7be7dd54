/** The buttons of the message box (stop, steer, queue or send), and the reason why nothing was sent. */
import { ArrowUp, CornerDownRight, ListPlus, Square } from 'lucide-preact';
import { isFailure } from '../../../../client/api/failure.js';
import { text } from '../../../live/text.js';
import { Button } from '../../../parts/button.js';
import { reasonOf } from '../../../parts/failure.js';
import { Link } from '../../../parts/link.js';

export type How = 'plain' | 'steer' | 'shell';

interface ComposerButtonsProps {
  isActive: boolean;
  isEmpty: boolean;
  off: string | undefined;
  offSend: string | undefined;
  stop?(): void;
  send(how: How): void;
}

export function ComposerButtons({ isActive, isEmpty, off, offSend, stop, send }: ComposerButtonsProps) {
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

/** Shows why the server refused; '' shows nothing. */
export function Refusal({ error }: { error: unknown }) {
  if (error === '') return null;
  const hasNoModel = isFailure(
    error,
    'AUTH_PROVISIONING_REQUIRED',
    'AUTH_TOKEN_MISSING',
    'AUTH_TOKEN_UNAUTHORIZED',
    'AUTH_MODEL_NOT_RESOLVED',
  );
  return (
    <div role="alert" class="reason">
      {reasonOf(error)} {hasNoModel && <Link to="/settings/models">{text('turn.setUp')}</Link>}
    </div>
  );
}
