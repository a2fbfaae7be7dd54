/** Lists and views that slash commands open; loaded with the first of them. */
import type { View } from '../../commands/command.js';
import { signatureOf } from '../../commands/rows.js';
import { commandsOf } from '../../commands/table.js';
import { markdownBlocks } from '../../view/markdown.js';
import type { App } from '../app.js';
import type { Conversation } from '../conversation.js';
import { actions, keyLabel, type Action, type Keymap } from '../keys/actions.js';
import type { SurfaceDeps } from '../surface.js';
import { diffTextLines } from '../text/calls.js';
import { lineOf, span, type Line } from '../text/line.js';
import { markdownLines, type MarkdownLayout } from '../text/markdown.js';
import { createAccounts, type Accounts } from './accounts.js';
import { createLists } from './lists.js';
import { openKeyList } from './keylist.js';
import { createPreferenceLists } from './preferences.js';
import { openMcpList } from './mcp.js';
import { openSessions } from './sessionlist.js';
import { openRewind } from './rewind.js';
import { openSide } from './side.js';
import { openTranscript } from './transcript.js';
import { createWorkLists } from './worklists.js';
import { own } from '../../view/glyphs.js';

export { createAccounts, openSessions };

export async function showView(deps: SurfaceDeps, view: View): Promise<void> {
  const { pager, keymap } = deps;
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
      return await accounts(deps, app, conversation).logIn();
    case 'providers':
      return await accounts(deps, app, conversation).providers();
    case 'transcript':
      return transcript(deps, conversation);
    case 'side': {
      const { session } = conversation;
      return await openSide({ ...own, session, notice: app.notice }, view.question);
    }
    case 'goals':
      return work.goals(conversation);
    case 'diff':
      return await diff(deps, conversation, view.path);
    default:
      return app.notice('This part is not in this version of the terminal UI');
  }
}

function accounts(deps: SurfaceDeps, app: App, { session }: Conversation): Accounts {
  return createAccounts({
    ...deps.link(),
    app,
    keymap: deps.keymap,
    useModel: async (model) => await session.configure({ model }),
  });
}

/** The whole session: older turns are read when the top is reached. */
function transcript(deps: SurfaceDeps, { session }: Conversation): void {
  const { copy, edit } = deps.process;
  openTranscript({
    title: 'Transcript',
    agentId: 'main',
    session,
    pager: deps.pager,
    layout: deps.layout,
    copy,
    edit,
    closed: session.dropOlder,
  });
}

async function diff(deps: SurfaceDeps, conversation: Conversation, path: string): Promise<void> {
  const { client } = deps.link();
  const params = { session_id: conversation.session.get().id };
  const { entries } = await client.getGitStatus({ params, body: {} });
  const changed = Object.keys(entries).filter((each) => path === '' || each === path || each.startsWith(`${path}/`));
  const lines: Line[] = [];
  for (const each of changed.slice(0, mostDiffs)) {
    const { diff: text } = await client.diffFile({ params, body: { path: each } });
    lines.push(lineOf(each, { token: 'primary', bold: true }), ...diffTextLines(text, each, deps.layout().code), []);
  }
  if (changed.length > mostDiffs)
    lines.push(lineOf(`${own('…')} ${changed.length - mostDiffs} more files`, 'textMuted'));
  deps.pager.open('Changes against HEAD', lines.length === 0 ? [lineOf('No changes.', 'textDim')] : lines);
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
