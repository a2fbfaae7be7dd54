/** What slash commands ask of the terminal: lists, views, the clipboard, files, another session. */
import type { Surface, View } from '../commands/command.js';
import { signatureOf } from '../commands/rows.js';
import { commandsOf } from '../commands/table.js';
import { visibleRow } from '../view/clean.js';
import { markdownBlocks } from '../view/markdown.js';
import type { App, Link, ProcessSide } from './app.js';
import type { Conversation } from './conversation.js';
import { actions, keyLabel, type Action, type Keymap } from './keys/actions.js';
import { diffTextLines } from './text/calls.js';
import { lineOf, span, type Line } from './text/line.js';
import { markdownLines, type MarkdownLayout } from './text/markdown.js';
import type { TranscriptLayout } from './transcript/forms.js';
import { createAccounts, type Accounts } from './views/accounts.js';
import { createLists } from './views/lists.js';
import { openKeyList } from './views/keylist.js';
import { createPreferenceLists, type Preferences } from './views/preferences.js';
import { openMcpList } from './views/mcp.js';
import { openSessions } from './views/sessionlist.js';
import { openRewind } from './views/rewind.js';
import { openSide } from './views/side.js';
import { openTranscript } from './views/transcript.js';
import { createWorkLists } from './views/worklists.js';
import type { Pager } from './views/pager.js';
import { own } from '../view/glyphs.js';

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
  /** theme, keys and settings are read again */
  reload(): Promise<void>;
}

export function createSurface(deps: SurfaceDeps): Surface {
  const { pager, keymap } = deps;

  async function show(view: View): Promise<void> {
    const app = deps.app();
    const { conversation } = app;
    if (!conversation) return;
    const own = { ...deps, ...deps.link(), app };
    const lists = createLists(own);
    const work = createWorkLists(own);
    switch (view.kind) {
      case 'help':
        return pager.open('Help', helpLines(keymap));
      case 'keys':
        return openKeyList({ ...own, file: deps.preferences.file });
      case 'settings':
      case 'themes':
      case 'editors':
        return createPreferenceLists(own)[view.kind]();
      case 'sessions':
        return openSessions(own, deps.enter);
      case 'models':
        return lists.models(conversation);
      case 'efforts':
        return lists.efforts(conversation);
      case 'permissions':
        return lists.permissions(conversation);
      case 'tasks':
        return work.tasks(conversation);
      case 'agents':
        return work.agents(conversation);
      case 'schedules':
        return work.schedules(conversation);
      case 'queue':
        return work.queue(conversation);
      case 'skills':
        return work.skills(conversation);
      case 'mcp':
        return openMcpList(own, conversation);
      case 'rewind':
        return openRewind(own, conversation);
      case 'plan':
        return pager.open('Plan', planLines(view.plan.plan, deps.layout()));
      case 'login':
        return await accounts(app, conversation).logIn();
      case 'providers':
        return await accounts(app, conversation).providers();
      case 'transcript':
        return transcript();
      case 'side': {
        const { session } = conversation;
        return await openSide({ ...own, session, notice: app.notice }, view.question);
      }
      case 'goals':
        return work.goals(conversation);
      case 'diff':
        return await diff(view.path);
      default:
        return app.notice('This part is not in this version of the terminal UI');
    }
  }

  async function setVim(isOn: boolean): Promise<void> {
    const problem = await deps.preferences.file.set(['editor', 'vim'], isOn);
    deps.app().notice(problem ?? `Keys of vim are ${isOn ? 'on' : 'off'}`);
  }

  function accounts(app: App, { session }: Conversation): Accounts {
    return createAccounts({
      ...deps.link(),
      app,
      keymap,
      useModel: async (model) => await session.configure({ model }),
    });
  }

  /** The whole session: older turns are read when the top is reached. */
  function transcript(): void {
    const { conversation } = deps.app();
    if (!conversation) return;
    const { session } = conversation;
    const { copy, edit } = deps.process;
    openTranscript({
      title: 'Transcript',
      agentId: 'main',
      session,
      pager,
      layout: deps.layout,
      copy,
      edit,
      closed: session.dropOlder,
    });
  }

  async function diff(path: string): Promise<void> {
    const { client } = deps.link();
    const { conversation } = deps.app();
    if (!conversation) return;
    const params = { session_id: conversation.session.get().id };
    const { entries } = await client.getGitStatus({ params, body: {} });
    const changed = Object.keys(entries).filter((each) => path === '' || each === path || each.startsWith(`${path}/`));
    const lines: Line[] = [];
    for (const each of changed.slice(0, mostDiffs)) {
      const { diff: text } = await client.diffFile({ params, body: { path: each } });
      lines.push(lineOf(each, { token: 'primary', bold: true }), ...diffTextLines(text), []);
    }
    if (changed.length > mostDiffs)
      lines.push(lineOf(`${own('…')} ${changed.length - mostDiffs} more files`, 'textMuted'));
    pager.open('Changes against HEAD', lines.length === 0 ? [lineOf('No changes.', 'textDim')] : lines);
  }

  return {
    kind: 'terminal',
    show,
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
    ask: ({ title, body = [], choices }) => deps.app().ask({ title, body: body.map((row) => lineOf(row)), choices }),
    enter: deps.enter,
    prefill: (text) => void deps.app().prefill(text),
    copy: deps.process.copy,
    save: deps.process.save,
  };
}

/** Files of `/diff`; each is asked for by itself. */
const mostDiffs = 50;

function planLines(plan: string, layout: MarkdownLayout): Line[] {
  return markdownBlocks(plan).flatMap((block) => [...markdownLines(block, layout), []]);
}

function keyLines(keymap: Keymap): Line[] {
  return (Object.keys(actions) as Action[]).map((action) => {
    const keys = keymap.keysOf(action).map(keyLabel).join(', ');
    return [
      span((keys === '' ? 'no key' : keys).padEnd(28), 'primary'),
      span(actions[action].about.padEnd(40)),
      span(action, 'textMuted'),
    ];
  });
}

const signatureColumns = 36;

function helpLines(keymap: Keymap): Line[] {
  const lines: Line[] = [];
  let group = '';
  for (const command of commandsOf('terminal')) {
    if (command.group !== group) lines.push([], lineOf(command.group, { token: 'primary', bold: true }));
    group = command.group;
    const signature = `  ${signatureOf(command)}`;
    const isLong = signature.length > signatureColumns - 2;
    if (isLong) lines.push([span(signature)]);
    lines.push([span((isLong ? '' : signature).padEnd(signatureColumns)), span(command.description, 'textDim')]);
  }
  return [...lines.slice(1), [], lineOf('Keys', { token: 'primary', bold: true }), ...keyLines(keymap)];
}
