/** The stops of the walk: each opens a place by keyboard, inspects it, and restores the previous state. */
import { sectionNames } from '../../web/screens/settings/names.js';
import {
  address,
  dates,
  dialog,
  menu,
  panel,
  screen,
  session,
  openDates,
  untilVisible,
  type Stop,
} from './walkkinds.js';
import type { Walk } from './walking.js';

export const stops: readonly Stop[] = [
  screen('Home'),
  {
    name: 'sidebar',
    async visit(walk) {
      const links = walk.find('navigation', 'Sessions');
      if (walk.isNarrow) await walk.press('button', 'Open menu');
      await links.getByTestId('session-item').first().waitFor();
      await walk.inspect('sidebar');
      if (walk.isNarrow) await walk.press('button', 'Close menu');
      else await walk.page.keyboard.press('Control+b');
      await links.waitFor({ state: 'detached' });
      await walk.inspect('sidebar closed');
      if (!walk.isNarrow) await walk.press('button', 'Expand sidebar');
    },
  },
  dialog(
    'Command palette',
    (walk) => walk.page.keyboard.press('Control+k'),
    'dialog',
    untilVisible((walk) => walk.find('dialog', 'Command palette').getByRole('option').first()),
  ),
  dialog('Keyboard shortcuts', (walk) => walk.page.keyboard.press('Control+/')),
  screen(
    'Inbox',
    'Inbox',
    untilVisible((walk) => walk.page.getByTestId('inbox-card').nth(3)),
  ),
  screen('New session'),
  menu('Permission mode: Always Ask', 'Never Ask'),
  dialog(
    'Choose a directory',
    (walk) => walk.press('button', 'Browse…'),
    'dialog',
    untilVisible((walk) => walk.page.getByRole('treeitem').first()),
  ),
  {
    name: 'more options',
    async visit(walk, { site }) {
      await walk.press('button', 'More options');
      await walk.type('combobox', 'Directory', `${site.daemon.cwd}/shop`);
      await walk.page.keyboard.press('Tab');
      await walk.find('region', 'This project wants to start programs').waitFor();
      await walk.inspect('more options');
    },
  },
  screen(
    'Sessions',
    'Sessions',
    untilVisible((walk) => walk.page.getByRole('table').first()),
  ),
  dialog(
    'Archive sessions?',
    async (walk) => {
      await walk.reach(walk.find('checkbox', 'Select all on this page'));
      await walk.page.keyboard.press('Space');
      await walk.press('button', 'Archive');
    },
    'alertdialog',
  ),
  session(
    dates,
    untilVisible((walk) => walk.page.getByTestId('approval')),
  ),
  menu('Session actions', 'Fork', openDates),
  dialog(
    'Delete session?',
    async (walk) => {
      await walk.press('button', 'Session actions');
      await walk.page.getByRole('menu').getByText(walk.localized('Delete…')).first().waitFor();
      await walk.page.keyboard.press('End');
      await walk.page.keyboard.press('Enter');
    },
    'alertdialog',
  ),
  menu('Permission mode: Always Ask', 'Never Ask', openDates),
  {
    name: 'rename',
    async visit(walk) {
      await openDates(walk);
      await walk.press('button', 'Rename session');
      await walk.find('textbox', 'Session title').waitFor();
      await walk.inspect('rename');
      await walk.page.keyboard.press('Escape');
      await walk.find('button', 'Rename session').waitFor();
    },
  },
  dialog(
    'Prompts',
    async (walk) => {
      await openDates(walk);
      await walk.page.keyboard.press('Control+Shift+L');
    },
    'dialog',
    untilVisible((walk) =>
      walk.find('dialog', 'Prompts').getByRole('link').or(walk.find('dialog', 'Prompts').getByRole('button')).first(),
    ),
  ),
  dialog('History', async (walk) => {
    await openDates(walk);
    await walk.choose('#history.title');
  }),
  {
    name: 'export',
    async visit(walk) {
      await openDates(walk);
      await walk.press('button', 'Session actions');
      await walk.page.getByRole('menu').waitFor();
      await walk.reach(walk.find('menuitem', 'Export…'));
      await walk.page.keyboard.press('Enter');
      const shown = walk.find('dialog', 'Export');
      await shown.waitFor();
      await walk.inspect('export');
      await walk.press('button', 'Export HTML', shown);
      await walk.find('dialog', 'Export HTML').waitFor();
      await walk.inspect('export html');
      await walk.close(walk.find('dialog', 'Export HTML'));
      if (await shown.isVisible()) await walk.close(shown);
    },
  },
  {
    name: 'approval forms',
    async visit(walk) {
      await openDates(walk);
      const region = walk.find('region', 'Approval needed');
      for (const [button, field] of [
        ['Edit…', 'Command'],
        ['Reject with feedback…', 'Feedback'],
        ['Approve with note…', 'Note to the agent'],
      ] as const) {
        await walk.press('button', button, region);
        await walk.find('textbox', field, region).waitFor();
        await walk.inspect(`approval ${field}`);
        await walk.reach(walk.find('textbox', field, region));
        await walk.page.keyboard.press('Escape');
      }
    },
  },
  {
    name: 'todos',
    async visit(walk) {
      await openDates(walk);
      await walk.press('button', 'Todos 1 of 3');
      await walk.find('list', 'Todos').waitFor();
      await walk.inspect('todos');
      await walk.press('button', 'Todos 1 of 3');
    },
  },
  panel(
    'Changes',
    untilVisible((walk) => walk.page.locator('.panel').getByRole('combobox').first()),
  ),
  panel(
    'Files',
    untilVisible((walk) => walk.page.locator('.panel').getByRole('treeitem').first()),
  ),
  panel(
    'Agents',
    untilVisible((walk) => walk.page.locator('.panel').getByRole('treeitem').first()),
  ),
  panel(
    'Tasks',
    untilVisible((walk) => walk.page.locator('.panel').getByRole('listitem').first()),
  ),
  panel(
    'Terminals',
    untilVisible((walk) => walk.find('button', 'New terminal')),
  ),
  panel(
    'Details',
    untilVisible((walk) => walk.find('heading', 'Reminders')),
  ),
  panel(
    'Side conversation',
    untilVisible((walk) => walk.page.locator('.panel').getByRole('textbox')),
    'Ask aside',
  ),
  session(
    'Write two changes',
    untilVisible((walk) => walk.find('checkbox', 'Include change 2 of 2')),
  ),
  {
    name: 'one of two changes',
    async visit(walk) {
      await walk.reach(walk.find('checkbox', 'Include change 1 of 2'));
      await walk.page.keyboard.press('Space');
      await walk.find('button', 'Approve 1 of 2 changes').waitFor();
      await walk.inspect('one of two changes');
      await walk.page.keyboard.press('Space');
      await walk.press('button', 'Edit…');
      await walk.find('textbox', 'New text').waitFor();
      await walk.inspect('edited text');
    },
  },
  session(
    'Choose the colours',
    untilVisible((walk) => walk.find('tab', 'Review')),
  ),
  {
    name: 'review of the answers',
    async visit(walk) {
      await walk.reach(walk.find('tab', 'Days'));
      await walk.page.keyboard.press('Enter');
      await walk.find('checkbox', 'Other').waitFor();
      await walk.inspect('days');
      await walk.reach(walk.find('tab', 'Review'));
      await walk.page.keyboard.press('Enter');
      await walk.inspect('review of the answers');
    },
  },
  session(
    'Plan the week view',
    untilVisible((walk) => walk.find('region', 'Plan review')),
  ),
  {
    name: 'comment on a plan',
    async visit(walk) {
      await walk.press('button', 'Comment on this part');
      await walk.type('textbox', 'Comment', 'and test it');
      await walk.inspect('comment on a plan');
      await walk.press('button', 'Add comment');
      await walk.press('button', 'Revise…');
      await walk.inspect('plan revised');
    },
  },
  panel(
    'Details',
    untilVisible((walk) => walk.find('button', 'Clear plan')),
    'Details',
    'Plan the week view',
  ),
  session(
    'Ship the calendar',
    untilVisible((walk) => walk.find('region', 'Goal review')),
  ),
  session(
    'Show the months',
    untilVisible((walk) => walk.page.getByTestId('turn-usage').last()),
  ),
  {
    name: 'first prompt',
    async visit(walk) {
      await walk.reach(walk.find('log', 'Transcript'));
      await walk.page.keyboard.press('Home');
      await walk.page.getByTestId('thinking').waitFor();
      await walk.inspect('first prompt');
    },
  },
  dialog('Undo 1 prompt', async (walk) => {
    await walk.type('textbox', 'Message', '/undo');
    await walk.page.keyboard.press('Escape');
    await walk.page.keyboard.press('Enter');
  }),
  dialog(
    'Run without asking?',
    async (walk) => {
      await walk.choose('New session');
      await walk.press('button', 'Permission mode: Always Ask');
      await walk.reach(walk.find('menuitemradio', 'Never Ask'));
      await walk.page.keyboard.press('Enter');
    },
    'alertdialog',
  ),
  address(
    'file',
    ({ ids }) => `/sessions/${ids.get(dates)}?panel=files&file=src/date.ts`,
    untilVisible((walk) => walk.find('button', 'Copy path')),
  ),
  session(
    'Ask the provider again',
    untilVisible((walk) => walk.page.getByTestId('turn-error')),
  ),
  address(
    'archived session',
    ({ ids }) => `/sessions/${ids.get('Holidays of other countries')}`,
    untilVisible((walk) => walk.page.getByTestId('archived-note')),
  ),
  {
    name: 'changes',
    async visit(walk, { site, ids }) {
      await walk.page.goto(`${site.daemon.baseUrl}/sessions/${ids.get(dates)}/changes`);
      await walk.reach(walk.find('combobox', 'Since'));
      await walk.page.keyboard.press('Home');
      await walk.page.getByTestId('diff').first().waitFor();
      await walk.inspect('changes');
    },
  },
  ...['summary', 'timeline', 'context', 'tools', 'agents', 'conversation', 'tasks', 'events'].map((view) =>
    address(
      `timeline ${view}`,
      ({ ids }) => `/sessions/${ids.get(dates)}/timeline?view=${view}`,
      untilVisible((walk) => walk.page.locator('[data-testid=read-state][data-complete=true]')),
    ),
  ),
  address(
    'compare',
    ({ ids }) => `/compare?a=${ids.get(dates)}&b=${ids.get('Explain the week view')}`,
    untilVisible((walk) => walk.find('table', 'Figures')),
  ),
  address(
    'search',
    () => '/search?q=month',
    untilVisible((walk) => walk.page.locator('.hits').getByRole('link').first()),
  ),
  screen('Usage'),
  ...sectionNames.map((name) => ({
    name: `settings ${name}`,
    async visit(walk: Walk) {
      await walk.choose(`Settings: #settings.${name}`);
      await walk.page
        .getByRole('heading', { level: 2, name: walk.localized(`#settings.${name}`), exact: true })
        .waitFor();
      await walk.inspect(`settings ${name}`);
    },
  })),
  dialog('Add a provider by hand', async (walk) => {
    await walk.choose('Settings: #settings.models');
    await walk.press('button', 'Add by hand');
  }),
  dialog('Add an MCP server', async (walk) => {
    await walk.choose('Settings: #settings.mcp');
    await walk.press('button', 'Add an MCP server');
  }),
  address(
    'nothing here',
    () => '/not/there',
    untilVisible((walk) => walk.find('heading', 'Nothing here')),
  ),
  address(
    'session not found',
    () => '/sessions/session_00000000000000000000000000',
    untilVisible((walk) => walk.find('heading', 'Session not found')),
  ),
];
