/** `/keys`: lists every action with its keys; the user presses a key to assign it, or resets it (tui.md 3.5). */
import { actions, conflictOf, contextOf, keyLabel, type Action, type Keymap } from '../keys/actions.js';
import type { Panel } from '../panels/panel.js';
import type { SettingsFile } from '../settingsfile.js';
import type { Key } from '../terminal/keynames.js';
import { lineOf, span } from '../text/line.js';
import { createListOpener, type ListsDeps } from './openlist.js';

export function openKeyList(deps: ListsDeps & { file: SettingsFile }): void {
  const { app, keymap, file } = deps;
  const { open } = createListOpener(deps);
  const names = Object.keys(actions) as Action[];

  async function write(action: Action, key: string | undefined): Promise<void> {
    const problem = await file.set(['keys', action], key);
    if (problem !== undefined) return app.notice(problem);
    const keys = keymap.keysOf(action).map(keyLabel).join(', ');
    app.notice(`${actions[action].about}: ${keys === '' ? 'no key' : keys}`);
  }

  function ask(action: Action): void {
    if (actions[action].isFixed) return app.notice(`${action} has a key that cannot be changed`);
    const back = (): void => show(action);
    app.show(
      keyPanel(action, keymap, {
        cancel: back,
        take(key) {
          const why = refusal(keymap, action, key);
          if (why === undefined) return void write(action, key.name).then(back);
          back();
          app.notice(why);
        },
      }),
    );
  }

  function show(selected?: Action): void {
    open<Action>({
      title: 'Keys',
      hint: 'Enter press another key · Backspace default · Esc leave',
      start: selected === undefined ? 0 : names.indexOf(selected),
      async read() {
        return names.map((action) => ({
          value: action,
          label: `${action}  ${keymap.keysOf(action).map(keyLabel).join(', ') || 'no key'}`,
          about: actions[action].about,
          right: actions[action].isFixed ? 'fixed' : keymap.isOwn(action) ? 'tui.toml' : 'default',
        }));
      },
      choose: (action) => ask(action),
      keys: {
        async backspace(action) {
          if (keymap.isOwn(action)) await write(action, undefined);
        },
      },
    });
  }

  show();
}

/** Returns why an action cannot have a key; undefined: it can. */
function refusal(keymap: Keymap, action: Action, key: Key): string | undefined {
  const isTyped = key.text !== '' && ['input', 'list', 'global'].includes(contextOf(action));
  if (isTyped) return `${keyLabel(key.name)} is typed: take it with Ctrl or Alt`;
  const other = conflictOf(keymap, action, key.name);
  return other === undefined ? undefined : `${keyLabel(key.name)} is used by ${other}`;
}

function keyPanel(action: Action, keymap: Keymap, { take, cancel }: { take(key: Key): void; cancel(): void }): Panel {
  return {
    takesAll: true,
    key: (key) => (key.name === 'esc' || key.name === 'ctrl+c' ? cancel() : take(key)),
    paste: () => undefined,
    view: () => ({
      lines: [
        [span(action, { token: 'primary', bold: true }), span(`  ${actions[action].about}`, 'textDim')],
        lineOf(`Press the new key, in place of ${keymap.keysOf(action).map(keyLabel).join(', ') || 'none'}`),
        lineOf('Esc to cancel', 'textMuted'),
      ],
    }),
  };
}
