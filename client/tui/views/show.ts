/** Lists and views that slash commands open; loaded on first use. */
import { aboutOf, signatureOf, type View } from '../../commands/command.js';
import { commandsOf } from '../../commands/table.js';
import { english } from '../../commands/texts.js';
import { visibleRow } from '../../view/clean.js';
import { markdownBlocks } from '../../view/markdown.js';
import type { App } from '../app.js';
import type { Conversation } from '../conversation.js';
import { actions, keyLabel, type Action, type Keymap } from '../keys/actions.js';
import type { SurfaceDeps } from '../surface.js';
import { diffTextLines } from '../text/calls.js';
import { lineOf, lineWidth, span, wrapLine, type Line, type Span } from '../text/line.js';
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
      return pager.open('Help', (columns) => helpLines(keymap, columns));
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

/** Shows the whole session; older turns are loaded at the top. */
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
    lines.push(
      lineOf(visibleRow(each), { token: 'primary', bold: true }),
      ...diffTextLines(text, each, deps.layout().code),
      [],
    );
  }
  if (changed.length > mostDiffs)
    lines.push(lineOf(`${own('…')} ${changed.length - mostDiffs} more files`, 'textMuted'));
  deps.pager.open('Changes against HEAD', lines.length === 0 ? [lineOf('No changes.', 'textDim')] : lines);
}

/** Maximum number of files in `/diff`; each one is a request. */
const mostDiffs = 50;

function planLines(plan: string, layout: MarkdownLayout): Line[] {
  return markdownBlocks(plan).flatMap((block) => [...markdownLines(block, layout), []]);
}

/** Minimum width for a description beside its name. */
const besideColumns = 72;
const nameColumns = 36;

/** Lays out a name and its meaning, side by side if there is room for both. */
function meaningLines(name: Span, meaning: readonly Span[], columns: number): Line[] {
  const isBeside = columns >= besideColumns && lineWidth([name]) < nameColumns - 1;
  const indent = [span(' '.repeat(columns >= besideColumns ? nameColumns : 6))];
  const first = isBeside ? { ...name, text: name.text.padEnd(nameColumns) } : name;
  if (isBeside) return wrapLine([first, ...meaning], { width: columns, indent });
  return [[first], ...wrapLine([...indent, ...meaning], { width: columns, indent })];
}

function helpLines(keymap: Keymap, columns: number): Line[] {
  const heading = (text: string): Line[] => [[], lineOf(text, { token: 'primary', bold: true })];
  const lines: Line[] = [];
  let group = '';
  for (const command of commandsOf('terminal')) {
    if (command.group !== group) lines.push(...heading(command.group));
    group = command.group;
    const meaning = [span(aboutOf(command, english), 'textDim')];
    lines.push(...meaningLines(span(`  ${signatureOf(command, english)}`), meaning, columns));
  }
  lines.push(...heading('Keys'));
  for (const action of Object.keys(actions) as Action[]) {
    const keys = keymap.keysOf(action).map(keyLabel).join(', ');
    const meaning = [span(actions[action].about, 'textDim'), span(`  ${action}`, 'textMuted')];
    lines.push(...meaningLines(span(`  ${keys === '' ? 'no key' : keys}`), meaning, columns));
  }
  return lines.slice(1);
}
