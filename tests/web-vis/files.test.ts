/** Two sessions side by side, exports that the visualizer opens, and HTML files that it makes (web.md 8.4, 8.5). */
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { writeSessionFile } from '../../daemon/vis/file.js';
import { expectAccessible } from '../web-page/harness.js';
import { readWhole } from './harness.js';
import { figure, openScene, type Scene } from './scene.js';

let scene: Scene;
let site: Scene['site'];
let id: string;
let other: string;
beforeAll(async () => {
  scene = await openScene();
  ({ site, id, other } = scene);
}, 60_000);
afterAll(() => site?.close());
afterEach(() => site.expectClean());

test('compares two sessions, also with an export that is opened in the page', async () => {
  const page = await site.show(`/compare?a=${id}&b=${other}`);
  await page.getByRole('table', { name: 'Figures' }).waitFor();
  await page.getByRole('table', { name: 'Tools' }).waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'As table' }).click();
  await page.getByRole('table', { name: 'Context by step' }).waitFor();
  await page.getByRole('button', { name: 'Swap' }).click();
  await page.waitForURL(new RegExp(`a=${other}`));
  // one that is too old for the list is named, too
  await page.route(/\/vis\/sessions\?/, (asked) =>
    asked.fulfill({ json: { code: 0, msg: 'success', data: { items: [], has_more: false }, request_id: 'x' } }),
  );
  await page.reload();
  const shown = page.getByRole('combobox', { name: 'Session A' }).locator('option:checked');
  await shown.and(page.getByText(`Second session (${other.slice(-6)})`)).waitFor({ state: 'attached' });
  await page.context().close();
});

test('an export is opened in the page without a request; a broken one is named', async () => {
  const page = await site.show('/');
  await page.getByRole('heading', { name: 'Sessions' }).waitFor();
  await page
    .getByTestId('open-export')
    .setInputFiles({ name: 'x.zip', mimeType: 'application/zip', buffer: Buffer.from('no') });
  await page.getByRole('alert').getByText('this is no ZIP archive').waitFor();
  await page.getByRole('link', { name: 'Compare' }).click();
  await page.getByText('this is no ZIP archive').waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'Sessions', exact: true }).click();
  await page.getByRole('link', { name: 'First session' }).waitFor();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.getByTestId('open-export').setInputFiles(await scene.archive());
  await readWhole(page);
  await page.getByText('opened file').waitFor();
  expect(await figure(page, 'calls')).toBe(String(scene.count(`type = 'tool.call.started'`)));
  expect(asked.filter((url) => url.includes('/api/'))).toEqual([]);
  await page.getByRole('tab', { name: 'Conversation' }).click();
  await page.getByRole('log', { name: 'Conversation' }).evaluate((list) => list.scrollTo(0, list.scrollHeight));
  await page.locator('.thumbnail img').waitFor();
  await page.getByRole('link', { name: 'Sessions', exact: true }).click();
  await page.getByRole('heading', { name: 'Opened files' }).waitFor();
  await page.context().close();
});

async function saveHtml(page: Page, off: string[] = []): Promise<string> {
  await page.getByRole('button', { name: 'Export HTML' }).click();
  const dialog = page.getByRole('dialog', { name: 'Export HTML' });
  for (const name of off) await dialog.getByRole('switch', { name, exact: true }).click();
  await dialog.locator('[aria-busy=false]').waitFor();
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Save' }).click();
  const path = join(mkdtempSync(join(tmpdir(), 'vis-')), (await download).suggestedFilename());
  await (await download).saveAs(path);
  return path;
}

test('Export HTML makes a file that opens from the disk and requests nothing, the same as the command does', async () => {
  const page = await scene.open();
  const path = await saveHtml(page);
  const content = readFileSync(path, 'utf8');
  expect(content.includes('first line')).toBe(true);
  expect(content.includes(site.daemon.cwd)).toBe(false);
  expect(content.includes(site.visualizer.token)).toBe(false);
  const target = { home: site.daemon.home, env: {}, webDirectory: join(process.cwd(), 'dist', 'web'), sessionId: id };
  const own = join(path, '..', 'own.html');
  await writeSessionFile({ ...target, pathOf: () => own, signal: new AbortController().signal });
  // line by line: the texts are long
  expect(readFileSync(own, 'utf8').split('\n')).toEqual(content.split('\n'));
  const file = await page.context().newPage();
  const defects: string[] = [];
  file.on('console', (message) => void (message.type() === 'error' && defects.push(message.text())));
  file.on('pageerror', (error) => defects.push(error.message));
  file.on('request', (request) => void (/^https?:/.test(request.url()) && defects.push(request.url())));
  await file.goto(`file://${path}`);
  await readWhole(file);
  expect(await figure(file, 'calls')).toBe(String(scene.count(`type = 'tool.call.started'`)));
  const tabs = file.getByRole('tablist', { name: 'Views' });
  const names = ['Summary', 'Timeline', 'Context', 'Tools', 'Agents', 'Conversation', 'Events'];
  expect(await tabs.getByRole('tab').allTextContents()).toEqual(names);
  for (const name of names) {
    await tabs.getByRole('tab', { name }).click();
    await tabs.getByRole('tab', { name, selected: true }).waitFor();
    await expectAccessible(file);
  }
  await file.getByText(`${scene.count('1')} of ${scene.count('1')}`).waitFor();
  expect(file.url()).toContain('#/?view=events');
  await tabs.getByRole('tab', { name: 'Conversation' }).click();
  await file.getByRole('log', { name: 'Conversation' }).evaluate((list) => list.scrollTo(0, list.scrollHeight));
  await file.locator('.thumbnail img').waitFor();
  // signs that turn what follows around are named in the title of the tab, too
  const turned = (await site.daemon.createSession({ title: 'Turned \u202eback' })).id;
  const hostile = join(path, '..', 'hostile.html');
  await writeSessionFile({
    ...target,
    sessionId: turned,
    pathOf: () => hostile,
    signal: new AbortController().signal,
  });
  await file.goto(`file://${hostile}`);
  await readWhole(file);
  expect(await file.title()).toBe('Turned ⟦U+202E⟧back');
  await page.goto(`${site.baseUrl}/sessions/${turned}`);
  await page.waitForFunction(() => document.title.startsWith('Turned ⟦U+202E⟧back'));
  expect(defects).toEqual([]);
  await page.context().close();
});

test('what is left out of the file is not in it', async () => {
  const page = await scene.open();
  const path = await saveHtml(page, ['Tool output', 'File contents']);
  const content = readFileSync(path, 'utf8');
  const file = await page.context().newPage();
  await file.goto(`file://${path}#/?view=conversation`);
  await file.getByTestId('user-message').first().waitFor();
  await file.getByTestId('tool-call').first().waitFor();
  const events = JSON.parse(/id="session">(.*?)<\/script>/s.exec(content)?.[1] ?? '') as {
    events: { type: string; payload: Record<string, unknown> }[];
    media: object;
  };
  expect(events.media).toEqual({});
  for (const { type, payload } of events.events)
    if (type === 'tool.result') expect([type, 'output' in payload]).toEqual([type, false]);
  const bare = readFileSync(await saveHtml(page, ['Conversation', 'File contents']), 'utf8');
  expect(bare.includes('first line')).toBe(false);
  expect(bare.includes('say from below')).toBe(false);
  await page.context().close();
});
