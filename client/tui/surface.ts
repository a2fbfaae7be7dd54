/** The terminal as a surface for slash commands: lists, views, the clipboard, files, sessions. */
import type { Surface } from '../commands/command.js';
import { visibleRow } from '../view/clean.js';
import type { App, Link, ProcessSide } from './app.js';
import type { Keymap } from './keys/actions.js';
import { lineOf } from './text/line.js';
import type { TranscriptLayout } from './transcript/forms.js';
import type { Preferences } from './views/preferences.js';
import type { Pager } from './views/pager.js';

export interface SurfaceDeps {
  app(): App;
  link(): Link;
  keymap: Keymap;
  pager: Pager;
  process: ProcessSide;
  preferences: Preferences;
  layout(): TranscriptLayout;
  cwd: string;
  userHome: string;
  now(): number;
  enter(sessionId: string, isNew?: boolean): Promise<void>;
  leave(): void;
  /** reads theme, keys and settings again */
  reload(): Promise<void>;
}

export function createSurface(deps: SurfaceDeps): Surface {
  async function setVim(isOn: boolean): Promise<void> {
    const problem = await deps.preferences.file.set(['editor', 'vim'], isOn);
    deps.app().notice(problem ?? `Keys of vim are ${isOn ? 'on' : 'off'}`);
  }

  return {
    kind: 'terminal',
    busyNotice: (name) => `A turn runs: press Esc first, then /${name}`,
    // loaded on demand, to keep the start fast
    show: async (view) => await (await import('./views/show.js')).showView(deps, view),
    async perform(act) {
      const app = deps.app();
      switch (act.kind) {
        case 'exit':
          return deps.leave();
        case 'reload':
          return await deps.reload();
        case 'vim':
          return await setVim(act.isOn ?? !deps.preferences.settings.vim);
        case 'web':
          return app.commit([[], lineOf(visibleRow(await deps.process.openPage()), 'textDim')]);
        case 'desktop':
          return app.commit([[], lineOf(visibleRow(await deps.process.openDesktop()), 'textDim')]);
      }
    },
    ask: ({ title, body = [], choices }) =>
      deps.app().ask({
        title: visibleRow(title),
        body: body.map((row) => lineOf(visibleRow(row))),
        choices: choices.map((choice) => visibleRow(choice)),
      }),
    enter: deps.enter,
    prefill: (text) => void deps.app().prefill(text),
    copy: deps.process.copy,
    save: deps.process.save,
  };
}
