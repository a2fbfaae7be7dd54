/** Notification settings of this device; a click asks the browser for permission (web.md 5.17). */
import type { Preferences } from '../../live/appearance.js';
import { permission, switchOn } from '../../live/notifications.js';
import { preferences, setPreferences } from '../../live/preferences.js';
import { text } from '../../live/text.js';
import { Button } from '../../parts/button.js';
import { Switch } from '../../parts/field.js';

type Kind = 'notifyWaiting' | 'notifyEnded' | 'notifyFailed' | 'notifyTasks' | 'notifyDetails' | 'notifySound';

export function Notifications() {
  const state = permission.value;
  const { notifications } = preferences.value;
  if (state === 'absent') return <p>{text('notify.absent')}</p>;
  if (state === 'denied') return <p>{text('notify.denied')}</p>;
  return (
    <>
      <p class="dim">{text('notify.lead')}</p>
      <div class="row">
        {state === 'granted' && notifications ? (
          <Button onClick={() => setPreferences({ notifications: false })}>{text('notify.off')}</Button>
        ) : (
          <Button
            kind="primary"
            onClick={() => {
              setPreferences({ notifications: true });
              void switchOn();
            }}
          >
            {text('notify.on')}
          </Button>
        )}
      </div>
      <Toggle name="notifyWaiting" />
      <Toggle name="notifyEnded" />
      <Toggle name="notifyFailed" />
      <Toggle name="notifyTasks" />
      <Toggle name="notifyDetails" hint={text('notify.notifyDetails.hint')} />
      <Toggle name="notifySound" />
    </>
  );
}

function Toggle({ name, hint }: { name: Kind & keyof Preferences; hint?: string }) {
  return (
    <Switch
      label={text(`notify.${name}`)}
      {...(hint !== undefined && { hint })}
      isOn={preferences.value[name]}
      onChange={(isOn) => setPreferences({ [name]: isOn })}
    />
  );
}
