/** Settings stored on this device: appearance, language, and behavior of the page (web.md 3.4, 5.15). */
import type { Preferences } from '../../live/appearance.js';
import { shortcuts, shownKeys } from '../../live/keys.js';
import { preferences, setPreferences } from '../../live/preferences.js';
import { formatNumber, text } from '../../live/text.js';
import { Choice, Field, Switch } from '../../parts/field.js';

export function General() {
  const now = preferences.value;
  return (
    <>
      <p class="dim">{text('general.lead')}</p>
      <Choice
        label={text('general.theme')}
        value={now.theme}
        options={[
          { value: 'system', name: text('general.system') },
          { value: 'light', name: text('general.light') },
          { value: 'dark', name: text('general.dark') },
          { value: 'contrast', name: text('general.contrast') },
        ]}
        onChoose={(theme) => setPreferences({ theme })}
      />
      <Choice
        label={text('general.language')}
        value={now.language}
        options={[
          { value: 'system', name: text('general.system') },
          // each language is named in itself
          { value: 'en', name: 'English' },
          { value: 'zh-CN', name: '简体中文' },
        ]}
        onChoose={(language) => setPreferences({ language })}
      />
      <Choice
        label={text('general.density')}
        value={now.density}
        options={[
          { value: 'comfortable', name: text('general.comfortable') },
          { value: 'compact', name: text('general.compact') },
        ]}
        onChoose={(density) => setPreferences({ density })}
      />
      <Percent label={text('general.textSize')} name="textSize" least={90} />
      <Percent label={text('general.codeSize')} name="codeSize" least={80} />
      <Choice
        label={text('general.enter')}
        value={now.enterSends}
        options={[
          { value: 'automatic', name: text('general.enter.automatic'), hint: text('general.enter.automatic.hint') },
          { value: 'always', name: text('general.enter.always') },
          { value: 'mod', name: shownKeys('Mod-Enter') },
        ]}
        onChoose={(enterSends) => setPreferences({ enterSends })}
      />
      <Choice
        label={text('general.toolDetail')}
        value={now.toolDetail}
        options={[
          { value: 'compact', name: text('general.compact') },
          { value: 'normal', name: text('general.normal') },
          { value: 'full', name: text('general.full') },
        ]}
        onChoose={(toolDetail) => setPreferences({ toolDetail })}
      />
      <Choice
        label={text('general.readAnswers')}
        value={now.readAnswers}
        options={[
          { value: 'start', name: text('general.readAnswers.start') },
          { value: 'whole', name: text('general.readAnswers.whole') },
          { value: 'nothing', name: text('general.readAnswers.nothing') },
        ]}
        onChoose={(readAnswers) => setPreferences({ readAnswers })}
      />
      <Choice
        label={text('general.time')}
        value={now.timeFormat}
        options={[
          { value: 'language', name: text('general.time.language') },
          { value: '12', name: text('general.time.12') },
          { value: '24', name: text('general.time.24') },
        ]}
        onChoose={(timeFormat) => setPreferences({ timeFormat })}
      />
      <Toggle name="wrapLines" label={text('general.wrap')} />
      <Toggle name="singleKeys" label={text('general.singleKeys')} hint={text('general.singleKeys.hint')} />
      <Toggle name="browserKeys" label={text('general.browserKeys')} hint={keysOfBrowsers} />
      <Toggle name="thinkingOpen" label={text('general.thinking')} />
      <Toggle name="follow" label={text('general.follow')} />
      <Toggle name="formulas" label={text('general.formulas')} />
    </>
  );
}

const keysOfBrowsers = shortcuts
  .filter(({ isOfBrowser }) => isOfBrowser)
  .map(({ keys }) => shownKeys(keys))
  .join(', ');

type Flag = { [Key in keyof Preferences]: Preferences[Key] extends boolean ? Key : never }[keyof Preferences];

function Toggle({ name, label, hint }: { name: Flag; label: string; hint?: string }) {
  return (
    <Switch
      label={label}
      isOn={preferences.value[name]}
      onChange={(isOn) => setPreferences({ [name]: isOn })}
      {...(hint !== undefined && { hint })}
    />
  );
}

function Percent({ label, name, least }: { label: string; name: 'textSize' | 'codeSize'; least: number }) {
  const value = preferences.value[name];
  return (
    <Field label={label} hint={`${formatNumber(value)} %`}>
      {(bound) => (
        <input
          {...bound}
          type="range"
          min={least}
          max={140}
          step={5}
          value={value}
          onInput={(event) => setPreferences({ [name]: Number(event.currentTarget.value) })}
        />
      )}
    </Field>
  );
}
