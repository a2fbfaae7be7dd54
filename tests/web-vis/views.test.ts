/** The views of the visualizer (web.md 8.3, 8.4, 8.5): figures against the log, handles, permalinks, keys, files. */
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import Database from 'better-sqlite3';
import type { Page } from 'playwright-core';
import { writeSessionFile } from '../../daemon/vis/file.js';
import { rounds } from '../helpers/rounds.js';
import { expectAccessible } from '../web-page/harness.js';
import { createWalk } from '../web-page/walking.js';
import { openVisSite, readWhole, type VisSite } from './harness.js';

let site: VisSite;
let id: string;
let other: string;
let archive: string;
beforeAll(async () => {
  site = await openVisSite();
  const { daemon } = site;
  const create = async (title: string) =>
    (await daemon.createSession({ title, metadata: { cwd: daemon.cwd }, agent_config: { permission_mode: 'auto' } }))
      .id;
  id = await create('First session');
  await daemon.run(id, 'write notes.txt: first line\nread notes.txt\nrun expr 41 + 1\ncall Read {"path":"none.txt"}');
  await daemon.run(id, 'agent explore: say from below');
  await daemon.run(id, 'run in background echo from a task');
  const data = readFileSync(join(process.cwd(), 'dist', 'web', 'icon-192.png')).toString('base64');
  const image = { type: 'image', source: { kind: 'base64', media_type: 'image/png', data } };
  await daemon.run(id, '', { content: [{ type: 'text', text: 'say with a picture' }, image] });
  other = await create('Second session');
  await daemon.run(other, 'run expr 1 + 1');
  const answer = await fetch(`${daemon.baseUrl}/api/v1/sessions/${id}/export`, {
    method: 'POST',
    headers: { authorization: `Bearer ${daemon.token}`, 'content-type': 'application/json' },
    body: '{}',
  });
  archive = join(mkdtempSync(join(tmpdir(), 'vis-')), 'report.zip');
  writeFileSync(archive, Buffer.from(await answer.arrayBuffer()));
}, 60_000);
afterAll(() => site?.close());
afterEach(() => site.expectClean());

const count = (sql: string, what = 'count(*)'): number => {
  const db = new Database(join(site.daemon.home, 'agent.db'), { readonly: true });
  try {
    return db
      .prepare<[string], number>(
        `SELECT ${what} FROM events WHERE session_key = (SELECT key FROM sessions WHERE id = ?) AND ${sql}`,
      )
      .pluck()
      .get(id) as number;
  } finally {
    db.close();
  }
};

async function open(query = '', session = id): Promise<Page> {
  const page = await site.show(`/sessions/${session}${query}`);
  await readWhole(page);
  return page;
}

const figure = async (page: Page, name: string): Promise<string> =>
  (await page.getByTestId(`figure-${name}`).locator('dd').textContent()) ?? '';

test('lists the sessions of the home, and filters them', async () => {
  const page = await site.show('/');
  await page.getByRole('heading', { level: 1, name: 'Sessions' }).waitFor();
  await page.getByRole('link', { name: 'Second session' }).waitFor();
  await page.getByRole('searchbox', { name: 'Filter sessions' }).fill('first');
  await page.getByRole('link', { name: 'Second session' }).waitFor({ state: 'detached' });
  await expectAccessible(page);
  // a new tab has no storage of its own: it gets the token from the first
  const second = await site.show('/', { context: page.context(), token: null });
  await second.getByRole('link', { name: 'Second session' }).waitFor();
  await page.getByRole('link', { name: 'First session' }).click();
  await page.getByRole('heading', { level: 1, name: 'First session' }).waitFor();
  await page.context().close();
});

test('Summary has the figures of the log, and links its findings', async () => {
  const page = await open();
  expect(await figure(page, 'turns')).toBe(String(count(`type = 'turn.started'`)));
  expect(await figure(page, 'calls')).toBe(String(count(`type = 'tool.call.started'`)));
  expect(await figure(page, 'steps')).toBe(
    String(count(`type = 'turn.step.started' AND json_extract(payload, '$.attempt') = 1`)),
  );
  expect(await figure(page, 'errors')).toBe(
    String(count(`type = 'tool.result' AND json_extract(payload, '$.isError')`)),
  );
  expect(await figure(page, 'files')).toBe('1');
  const failed = page.getByRole('list', { name: 'Findings' }).getByRole('link', { name: /^Failed call: Read/ });
  await failed.click();
  await page.getByRole('tab', { name: 'Events', selected: true }).waitFor();
  await page.getByRole('group', { name: /^Event \d+$/ }).waitFor();
  await page.context().close();
});

test('every view can be reached by keys, has its handles, and fits a phone', async () => {
  const page = await open();
  const tabs = page.getByRole('tablist', { name: 'Views' });
  await tabs.getByRole('tab', { name: 'Summary' }).focus();
  const names = ['Timeline', 'Context', 'Tools', 'Agents', 'Conversation', 'Tasks', 'Logs', 'Events'];
  const parts: Record<string, () => Promise<unknown>> = {
    Timeline: () => page.getByRole('treegrid', { name: 'Timeline' }).waitFor(),
    Context: () => page.getByRole('combobox', { name: 'Step' }).waitFor(),
    Tools: () => page.getByRole('table', { name: 'Tools' }).waitFor(),
    Agents: () =>
      page
        .getByRole('table', { name: 'Agents' })
        .getByText('from below')
        .or(page.getByText(/explore/))
        .first()
        .waitFor(),
    Conversation: () => page.getByTestId('user-message').first().waitFor(),
    Tasks: () => page.getByRole('button', { name: 'Show output' }).first().waitFor(),
    Logs: () => page.getByRole('radio', { name: 'All sessions' }).waitFor(),
    Events: () => page.getByRole('table', { name: 'Events' }).waitFor(),
  };
  for (const name of names) {
    await page.keyboard.press('ArrowRight');
    await tabs.getByRole('tab', { name, selected: true }).waitFor();
    await parts[name]?.();
    expect(new URL(page.url()).searchParams.get('view')).toBe(name.toLowerCase());
    await expectAccessible(page);
  }
  await page.context().close();
});

test('nothing is wrong with any place in other looks; a long run has each at all widths in all themes', async () => {
  const page = await open();
  const isLong = rounds(0, 1) === 1;
  const walk = createWalk(page, ({ width, language }) =>
    isLong
      ? [
          { width, language, theme: 'dark' },
          { width, language, theme: 'contrast' },
        ]
      : [],
  );
  const read = '[data-testid=read-state][data-complete=true]';
  const views = 'summary timeline context tools agents conversation tasks logs events'.split(' ');
  const call = count(`type = 'tool.call.started'`, 'min(seq)');
  const places: [name: string, path: string, shown: string][] = [
    ['home', '/', 'tbody tr'],
    ...views.map((name): [string, string, string] => [name, `/sessions/${id}?view=${name}`, read]),
    ['chosen span', `/sessions/${id}?view=timeline&seq=${call}`, '[data-testid=chosen]'],
    ['chosen event', `/sessions/${id}?view=events&seq=${call}`, '.vis-detail'],
    ['compare', `/compare?a=${id}&b=${other}`, 'table'],
    ['nothing', '/nothing', 'h1'],
    ['no session', '/sessions/session_none', '[role=alert]'],
  ];
  for (const width of isLong ? [1280, 768, 320] : [320]) {
    await walk.dress({ width, theme: isLong ? 'light' : 'contrast', language: width === 320 ? 'zh-CN' : 'en' });
    for (const [name, path, shown] of places) {
      await page.goto(`${site.baseUrl}${path}`);
      await page.locator(shown).first().waitFor();
      await walk.look(`visualizer ${name}`);
    }
    await page.goto(`${site.baseUrl}/sessions/${id}`);
    await readWhole(page);
    await page.locator('.vis-head button').last().click();
    await page.locator('dialog [aria-busy=false]').waitFor();
    await walk.look('visualizer export');
    await page.keyboard.press('Escape');
  }
  expect(walk.takeFindings()).toEqual([]);
  await page.context().close();
}, 300_000);

test('Events shows every row, filters, follows a call, and a link gives the same picture', async () => {
  const page = await open('?view=events');
  const all = count('1');
  await page.getByText(`${all} of ${all}`).waitFor();
  await page.getByRole('combobox', { name: 'Type' }).selectOption('tool.call.started');
  await page.getByText(`${count(`type = 'tool.call.started'`)} of ${all}`).waitFor();
  await page.getByRole('table', { name: 'Events' }).focus();
  await page.keyboard.press('ArrowDown');
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  const address = page.url();
  expect(new URL(address).searchParams.get('types')).toBe('tool.call.started');
  const shown = await page.getByRole('heading', { level: 2, name: /^Event / }).textContent();
  const again = await site.show(new URL(address).pathname + new URL(address).search);
  await readWhole(again);
  await again.getByRole('heading', { level: 2, name: shown ?? '' }).waitFor();
  await again.getByText(`${count(`type = 'tool.call.started'`)} of ${all}`).waitFor();
  await again.getByRole('searchbox', { name: 'Filter events' }).fill('notes.txt');
  await again.getByText(`2 of ${all}`).waitFor();
  await again.context().close();
  await page.context().close();
});

test('Timeline opens, closes and chooses by keys, zooms and fits', async () => {
  const page = await open('?view=timeline');
  const grid = page.getByRole('treegrid', { name: 'Timeline' });
  await grid.focus();
  await page.keyboard.press('ArrowLeft');
  await grid.locator('[aria-expanded=false]').first().waitFor();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowDown');
  await page.getByTestId('chosen').waitFor();
  await page.keyboard.press('+');
  await page.waitForURL(/[?&]from=/);
  await page.getByRole('button', { name: 'Fit' }).click();
  await page.waitForURL((url) => !url.searchParams.has('from'));
  await page.context().close();
});

test('Context says what is new in a step; Tasks and Logs are read on demand', async () => {
  const page = await open('?view=context');
  await page.getByRole('combobox', { name: 'Step' }).selectOption({ index: 1 });
  await page.getByText('new', { exact: true }).first().waitFor();
  await page.getByRole('button', { name: 'As table' }).click();
  await page.getByRole('table', { name: 'Context by step' }).waitFor();
  await page.getByRole('tab', { name: 'Tasks' }).click();
  await page.getByRole('button', { name: 'Show output' }).click();
  await page.getByText('from a task').first().waitFor();
  await page.getByRole('tab', { name: 'Logs' }).click();
  await page.getByRole('radio', { name: 'All sessions' }).check();
  await page.getByRole('log', { name: 'Logs' }).waitFor();
  await page.context().close();
});

test('Conversation shows pictures, with nothing that could be done', async () => {
  const page = await open('?view=conversation');
  const rows = page.getByRole('log', { name: 'Conversation' });
  await rows.evaluate((list) => list.scrollTo(0, list.scrollHeight));
  const picture = page.locator('.thumbnail img');
  await picture.waitFor();
  expect(await picture.evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth)).toBe(192);
  expect(await rows.getByRole('button', { name: 'Turn actions' }).count()).toBe(0);
  await page.context().close();
});

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
  await page.getByTestId('open-export').setInputFiles(archive);
  await readWhole(page);
  await page.getByText('opened file').waitFor();
  expect(await figure(page, 'calls')).toBe(String(count(`type = 'tool.call.started'`)));
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
  const page = await open();
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
  expect(await figure(file, 'calls')).toBe(String(count(`type = 'tool.call.started'`)));
  const tabs = file.getByRole('tablist', { name: 'Views' });
  const names = ['Summary', 'Timeline', 'Context', 'Tools', 'Agents', 'Conversation', 'Events'];
  expect(await tabs.getByRole('tab').allTextContents()).toEqual(names);
  for (const name of names) {
    await tabs.getByRole('tab', { name }).click();
    await tabs.getByRole('tab', { name, selected: true }).waitFor();
    await expectAccessible(file);
  }
  await file.getByText(`${count('1')} of ${count('1')}`).waitFor();
  expect(file.url()).toContain('#/?view=events');
  await tabs.getByRole('tab', { name: 'Conversation' }).click();
  await file.getByRole('log', { name: 'Conversation' }).evaluate((list) => list.scrollTo(0, list.scrollHeight));
  await file.locator('.thumbnail img').waitFor();
  // signs that turn what follows around are named in the title of the tab, too
  const turned = (await site.daemon.createSession({ title: 'Turned \u202eback' })).id;
  const other = join(path, '..', 'other.html');
  await writeSessionFile({
    ...target,
    sessionId: turned,
    pathOf: () => other,
    signal: new AbortController().signal,
  });
  await file.goto(`file://${other}`);
  await readWhole(file);
  expect(await file.title()).toBe('Turned ⟦U+202E⟧back');
  await page.goto(`${site.baseUrl}/sessions/${turned}`);
  await page.waitForFunction(() => document.title.startsWith('Turned ⟦U+202E⟧back'));
  expect(defects).toEqual([]);
  await page.context().close();
});

test('what is left out of the file is not in it', async () => {
  const page = await open();
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

test('a log of 100,000 events opens, and only the rows in sight are drawn', async () => {
  const { daemon } = site;
  const long = (await daemon.createSession({ title: 'Long session', metadata: { cwd: daemon.cwd } })).id;
  await daemon.run(long, 'say something');
  await daemon.restart();
  const db = new Database(join(daemon.home, 'agent.db'));
  const { key, last } = db
    .prepare<[string], { key: number; last: number }>('SELECT key, last_seq AS last FROM sessions WHERE id = ?')
    .get(long) ?? { key: 0, last: 0 };
  db.exec(
    `INSERT INTO events (session_key, seq, type, agent_id, visibility, time, payload)
     WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100000)
     SELECT ${key}, ${last} + i, 'todo.changed', 'main', 1, (SELECT max(time) FROM events) + i, '{"todos":[]}' FROM n;
     UPDATE sessions SET last_seq = last_seq + 100000 WHERE key = ${key}`,
  );
  db.close();
  const page = await open('?view=events', long);
  const n = (last + 100_000).toLocaleString('en-US');
  await page.getByText(`${n} of ${n}`).waitFor();
  await page.getByRole('table', { name: 'Events' }).focus();
  await page.keyboard.press('End');
  await page.locator(`[data-seq="${last + 100_000}"]`).waitFor();
  expect(await page.locator('.vis-row[data-seq]').count()).toBeLessThan(120);
  await page.context().close();
});
