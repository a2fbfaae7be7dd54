/** The start of a session in a real browser: browsing for a directory, project trust, further options (web.md 5.3). */
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import type { GetWorkspaceTrustData, Session } from '../../schemas/generated/types.js';
import { until } from '../helpers/daemon.js';
import { expectAccessible, expectNoSideScroll, openSite, type Site } from './harness.js';

let site: Site;
let page: Page;
let project: string;

const writeServers = (args: readonly string[]): void =>
  writeFileSync(
    join(project, '.mcp.json'),
    JSON.stringify({ mcpServers: { tracker: { command: '/nonexistent/tracker', args, env: { TRACKER_KEY: 'k' } } } }),
  );

beforeAll(async () => {
  site = await openSite({ config: 'default_model = "offline/echo"\n' });
  project = join(site.daemon.cwd, 'shop');
  mkdirSync(join(project, '.git'), { recursive: true });
  mkdirSync(join(site.daemon.cwd, '.hidden'));
  writeServers(['--fast']);
  mkdirSync(join(project, '.agent-code', 'agents'), { recursive: true });
  writeFileSync(
    join(project, '.agent-code', 'agents', 'reviewer.md'),
    '---\nname: reviewer\ndescription: Reads changes.\n---\nYou review.\n',
  );
  page = await site.open('/new');
}, 60_000);
afterAll(() => site?.close());
afterEach(() => site.expectClean());

const directory = () => page.getByRole('combobox', { name: 'Directory' });
const trust = () => page.getByRole('region', { name: 'This project wants to start programs' });

async function readTrust(): Promise<GetWorkspaceTrustData> {
  const { data } = await site.daemon.call<{ items: { id: string; root: string }[] }>('GET', '/api/v1/workspaces');
  const id = data.items.find(({ root }) => root === project)?.id;
  return (await site.daemon.call<GetWorkspaceTrustData>('GET', `/api/v1/workspaces/${id}/trust`)).data;
}

test('the directory is that of the server at first; one is made only where there is a directory for it', async () => {
  await page.waitForFunction(
    (cwd) => document.querySelector<HTMLInputElement>('.new-session input[list]')?.value === cwd,
    site.daemon.cwd,
  );
  const create = page.getByRole('button', { name: 'Create', exact: true });
  await directory().fill(join(site.daemon.cwd, 'field'));
  await create.waitFor();
  await directory().fill(join(site.daemon.cwd, 'field', 'barn'));
  await page.getByText('The directory above it does not exist either.').waitFor();
  expect(await create.count()).toBe(0);
});

test('a directory is found in the tree, and a folder is made in it', async () => {
  await directory().fill(site.daemon.cwd);
  await page.getByRole('button', { name: 'Browse…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Choose a directory' });
  const tree = dialog.getByRole('tree', { name: 'Directories' });
  const shop = tree.getByRole('treeitem', { name: 'shop' });
  await shop.waitFor();
  expect(await tree.getByRole('treeitem', { name: '.hidden' }).count()).toBe(0);
  await dialog.getByRole('checkbox', { name: 'Hidden' }).check();
  await tree.getByRole('treeitem', { name: '.hidden' }).waitFor();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'New folder' }).click();
  await dialog.getByRole('textbox', { name: 'Name of the new folder' }).fill('garden');
  await page.keyboard.press('Enter');
  await tree.getByRole('treeitem', { name: 'garden' }).waitFor();
  expect(await dialog.getByRole('textbox', { name: 'Path' }).inputValue()).toBe(join(site.daemon.cwd, 'garden'));
  await tree.getByRole('treeitem').first().focus();
  await page.keyboard.press('s');
  await dialog.getByRole('button', { name: 'Choose' }).click();
  await dialog.waitFor({ state: 'detached' });
  expect(await directory().inputValue()).toBe(project);
});

test('servers of the project wait for a decision, which is about those that are shown', async () => {
  await trust().getByText('/nonexistent/tracker --fast').waitFor();
  await trust().getByText('TRACKER_KEY').waitFor();
  expect((await readTrust()).trusted).toBe(false);
  await expectAccessible(page);
  writeServers(['--slow']);
  await trust().getByRole('button', { name: 'Trust these' }).click();
  await trust().getByText('changed in the meantime').waitFor();
  await trust().getByText('/nonexistent/tracker --slow').waitFor();
  await page.setViewportSize({ width: 320, height: 700 });
  await expectNoSideScroll(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  await trust().getByRole('button', { name: "Don't trust" }).click();
  await trust().waitFor({ state: 'detached' });
  expect((await readTrust()).trusted).toBe(false);
});

test('an agent and further directories go into the session, which exists only after the prompt', async () => {
  expect((await site.daemon.call<{ items: Session[] }>('GET', '/api/v1/sessions')).data.items).toEqual([]);
  await page.getByRole('button', { name: 'More options' }).click();
  await page.getByRole('combobox', { name: 'Agent' }).selectOption('reviewer');
  await page.getByRole('textbox', { name: 'More directories' }).fill(join(site.daemon.cwd, 'garden'));
  await expectAccessible(page);
  await page.reload();
  await page.getByRole('textbox', { name: 'More directories' }).waitFor();
  expect(await page.getByRole('combobox', { name: 'Agent' }).inputValue()).toBe('reviewer');
  await page.getByRole('textbox', { name: 'Message' }).fill('say hello');
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByTestId('assistant-text').getByText('hello').waitFor();
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  const { data } = await site.daemon.call<Session>('GET', `/api/v1/sessions/${id}`);
  expect(data.agent_config.profile).toBe('reviewer');
  const dirs = await site.daemon.call('GET', `/api/v1/sessions/${id}/dirs`);
  expect(JSON.stringify(dirs.data)).toContain('garden');
});

test('a running session asks when its project gets another server; trust is taken back from the list', async () => {
  writeServers(['--other']);
  await page.getByRole('textbox', { name: 'Message' }).fill('write a.txt: one');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  await trust().getByText('/nonexistent/tracker --other').waitFor();
  await trust().getByRole('button', { name: 'Trust these' }).click();
  await trust().waitFor({ state: 'detached' });
  expect((await readTrust()).trusted).toBe(true);
  await page.getByRole('button', { name: 'Workspace actions: shop' }).click();
  await page.getByRole('menuitem', { name: 'Trust…' }).click();
  const review = page.getByRole('dialog', { name: 'Project trust' });
  await review.getByRole('button', { name: 'Withdraw trust' }).click();
  await review.getByRole('button', { name: 'Trust these' }).waitFor();
  expect((await readTrust()).trusted).toBe(false);
  await expectAccessible(page);
});

test('a first prompt whose answer is lost arrives once; who left meanwhile stays where they are', async () => {
  const other = await site.open('/new', { context: page.context() });
  const box = other.getByRole('textbox', { name: 'Message' });
  const ids: string[] = [];
  let release = (): void => undefined;
  await other.route('**/api/v1/sessions/*/prompts', async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    const { prompt_id } = route.request().postDataJSON() as { prompt_id: string };
    ids.push(prompt_id);
    const answer = await route.fetch();
    if (ids.length === 1) return route.abort('connectionreset');
    await new Promise<void>((resolve) => (release = resolve));
    return route.fulfill({ response: answer });
  });
  await other.getByRole('combobox', { name: 'Directory' }).fill(site.daemon.cwd);
  await box.fill('echo sent once');
  await box.press('Enter');
  await until('the repeated request', () => (ids.length === 2 ? true : undefined));
  expect(new Set(ids).size).toBe(1);
  await other.getByRole('link', { name: 'Usage' }).click();
  await other.getByRole('heading', { level: 1, name: 'Usage' }).waitFor();
  release();
  const note = other.getByTestId('toast').filter({ hasText: 'The new session has started.' });
  await note.waitFor();
  expect(new URL(other.url()).pathname).toBe('/usage');
  await note.getByRole('button', { name: 'Open' }).click();
  await other.getByTestId('assistant-text').getByText('sent once').waitFor();
  expect(await other.getByTestId('user-message').allTextContents()).toEqual(['echo sent once']);
  expect(await box.inputValue()).toBe('');
  await other.close();
});
