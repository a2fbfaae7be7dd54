/** A hint above message boxes while no provider is configured; a button hides it on this device (web.md 5.18). */
import { KeyRound, Plug } from 'lucide-preact';
import { preferences, setPreferences } from '../live/preferences.js';
import { navigate } from '../live/routes.js';
import { auth } from '../live/server.js';
import { text } from '../live/text.js';
import { Button } from '../parts/button.js';

/** The offline provider answers with a list of what it understands. */
const firstPrompt = 'help';

/** Hides the hint and puts a first prompt into the message box, unless the user has started to write. */
async function tryStandIn(draftId: string): Promise<void> {
  setPreferences({ triesStandIn: true });
  const { boxes } = await import('./session/compose/box.js');
  const box = boxes.get(draftId);
  if (!box?.isEmpty()) return;
  box.put({ text: firstPrompt, mentions: [], files: [] });
  box.focus();
}

/** `draftId`: draft of the message box below. */
export function SetUpHint({ draftId }: { draftId: string }) {
  const isNeeded = auth.value?.providers_count === 0 && !auth.value.models_ready;
  if (!isNeeded || preferences.value.triesStandIn) return null;
  const canLogIn = auth.value?.login_available === true;
  return (
    <section class="card attention" aria-label={text('setup.title')}>
      <h2>{text('setup.title')}</h2>
      <p>{text('setup.text')}</p>
      <div class="row">
        <Button
          {...(canLogIn ? { kind: 'primary' } : { off: text('account.none') })}
          icon={KeyRound}
          onClick={() => navigate('/settings/account')}
        >
          {text('setup.logIn')}
        </Button>
        <Button {...(!canLogIn && { kind: 'primary' })} icon={Plug} onClick={() => navigate('/settings/models')}>
          {text('setup.add')}
        </Button>
        <Button kind="quiet" onClick={() => void tryStandIn(draftId)}>
          {text('setup.try')}
        </Button>
      </div>
    </section>
  );
}
