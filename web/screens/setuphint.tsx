/** Shown above every message box while no provider is configured; a press on the last button hides it on this device (web.md 5.18). */
import { KeyRound, Plug } from 'lucide-preact';
import { preferences, setPreferences } from '../live/preferences.js';
import { navigate } from '../live/routes.js';
import { auth } from '../live/server.js';
import { text } from '../live/text.js';
import { Button } from '../parts/button.js';

export function SetUpHint() {
  const isNeeded = auth.value?.providers_count === 0 && !auth.value.models_ready;
  if (!isNeeded || preferences.value.triesStandIn) return null;
  return (
    <section class="card attention" aria-label={text('setup.title')}>
      <h2>{text('setup.title')}</h2>
      <p>{text('setup.text')}</p>
      <div class="row">
        <Button kind="primary" icon={KeyRound} onClick={() => navigate('/settings/account')}>
          {text('setup.logIn')}
        </Button>
        <Button icon={Plug} onClick={() => navigate('/settings/models')}>
          {text('setup.add')}
        </Button>
        <Button kind="quiet" onClick={() => setPreferences({ triesStandIn: true })}>
          {text('setup.try')}
        </Button>
      </div>
    </section>
  );
}
