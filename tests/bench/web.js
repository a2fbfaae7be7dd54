/** Measures the page in Chromium against an empty page with a text box: sizes, start, typing, memory and CPU. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { basename, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import Database from 'better-sqlite3';
import { chromium } from 'playwright-core';
import { createClient, runPrompts } from './client.js';
import { multiplySession, repeatTurns, spreadSessions } from './generate.js';
import { makeHome, startProgram, temporaryDirectory } from './processes.js';
import { atMost, clock, median, percentile, sleep } from './report.js';
import { installProbe } from './webprobe.js';

const group = 'web';
const runs = 3;
const sessions = 1_000;
/** Number of sessions with this many events and about 500 turns. */
const longSessions = 100;
const longEvents = 10_000;
const turnPrompts = ['hi', 'bench:output 400', 'hi', 'bench:shell'];
/** Number of deltas, at 5,000 per second with 4.5 bytes each. */
const deltas = 40_000;
const keyEveryMs = 60;
const idleMs = 60_000;
const settleMs = 5_000;

export async function measureWeb({ program, report, model }) {
  const { server, long, client } = await makeSessions(program, model);
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--enable-precise-memory-info'],
  });
  const reference = await startReference();
  const from = clock();
  const stage = (name) => console.error(`  ${((clock() - from) / 1000).toFixed(0)} s: ${name}`);
  const pages = createPages(browser, server, reference.url);
  /** Adds the median of the runs, and the runs themselves. */
  const add = (name, values, unit, limit, more = {}) => {
    const [value, baseline] = [values, more.reference].map((each) => each && median(each));
    const note = [values.length > 1 && values.map((each) => each.toFixed(1)).join(', '), more.note];
    report.add({
      group,
      name,
      value,
      unit,
      runs: values,
      target: atMost(limit, unit),
      ...(baseline !== undefined && { baseline: { name: 'empty page', value: baseline } }),
      note: note.filter(Boolean).join('; ') || undefined,
    });
  };
  try {
    stage('Sizes');
    await measureSizes({ pages, long, add, directory: fileURLToPath(new URL('../../dist/web', import.meta.url)) });
    stage('Start');
    await measureStart({ pages, long, add });
    stage('Opening');
    await measureOpening({ pages, long, add });
    stage('Typing');
    await measureTyping({ pages, long, add, client });
    stage('Reading');
    await measureReading({ pages, long, add, client });
    stage('IdlePage');
    await measureIdlePage({ pages, long, add });
  } finally {
    await browser.close();
    reference.close();
    client.close();
    await server.stop();
  }
}

/** Creates a home with many sessions, of which the newest are long; resolves with the server that shows them. */
async function makeSessions(program, model) {
  const home = makeHome(model.url);
  const cwd = temporaryDirectory('project');
  const start = () => startProgram({ program, home, cwd });
  /** Creates a session with some turns on a running server. */
  async function makeSession(prompts) {
    const server = await start();
    const client = createClient(server);
    const { id } = await client.createSession(cwd);
    await runPrompts(server, client, id, prompts);
    client.close();
    await server.stop();
    return id;
  }
  multiplySession(home, await makeSession(['hi']), sessions - longSessions - 1);
  spreadSessions(home, 20);
  const first = await makeSession(turnPrompts);
  const { turns } = repeatTurns(home, first, longEvents);
  multiplySession(home, first, longSessions - 1);
  const db = new Database(join(home, 'agent.db'), { readonly: true });
  const ids = db.prepare(`SELECT id FROM sessions WHERE id LIKE ? || '%' ORDER BY updated_at DESC`).pluck().all(first);
  db.close();
  const server = await start();
  return { server, client: createClient(server), long: { ids, last: `t${turns}`, next: `t${turns + 1}`, turns } };
}

/** Starts a page that contains only a text box. */
async function startReference() {
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html');
    response.end('<!doctype html><title>Empty</title><form><textarea autofocus></textarea></form>');
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${server.address().port}`, close: () => server.close() };
}

function createPages(browser, { port, token }, referenceUrl) {
  async function open(address) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
    await context.addInitScript(installProbe);
    const page = await context.newPage();
    page.setDefaultTimeout(60_000);
    page.scripts = [];
    page.on('request', (request) => page.scripts.push(new URL(request.url()).pathname));
    // a function evaluated in the page would use the page's CPU time
    const isUsable = page.waitForEvent('console', (message) => message.text() === 'usable');
    await page.goto(address, { waitUntil: 'commit' });
    await isUsable;
    return page;
  }
  return {
    open: (path) => open(`http://127.0.0.1:${port}${path}#token=${token}`),
    openReference: () => open(referenceUrl),
    close: (page) => page.context().close(),
  };
}

const showsTurn = (page, turn) => page.evaluate((id) => globalThis.bench.untilPainted(id), turn);
const heapMb = async (page) => {
  const debug = await page.context().newCDPSession(page);
  await debug.send('HeapProfiler.collectGarbage');
  const { usedSize } = await debug.send('Runtime.getHeapUsage');
  await debug.detach();
  return usedSize / 1e6;
};

async function measureSizes({ pages, long, add, directory }) {
  const page = await pages.open(`/sessions/${long.ids[0]}`);
  await showsTurn(page, long.last);
  const loaded = [...new Set(page.scripts)];
  await pages.close(page);
  const sizeOf = (ending) => {
    const paths = loaded.filter((path) => path.endsWith(ending));
    return paths.reduce((sum, path) => sum + statSync(join(directory, `${path}.gz`)).size, 0) / 1e3;
  };
  add('JavaScript to show a session, gzip', [sizeOf('.js')], 'kB', 150);
  add('CSS, gzip', [sizeOf('.css')], 'kB', 20);
  const bytes = shippedFiles(directory).reduce((sum, path) => sum + statSync(join(directory, path)).size, 0);
  add('all shipped files', [bytes / 1e6], 'MB', 3);
}

/** Returns the files of the newest build that a document or another file references, without compressed copies. */
function shippedFiles(directory) {
  const all = readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.(?:br|gz)$/.test(entry.name))
    .map(({ parentPath, name }) => relative(directory, join(parentPath, name)));
  const assets = all.filter((path) => path.startsWith('assets'));
  const shipped = all.filter((path) => !path.startsWith('assets'));
  for (const path of shipped) {
    if (!/\.(?:html|js|css)$/.test(path)) continue;
    const text = readFileSync(join(directory, path), 'utf8');
    for (const asset of assets) if (!shipped.includes(asset) && text.includes(basename(asset))) shipped.push(asset);
  }
  return shipped;
}

async function measureStart({ pages, long, add }) {
  const times = { home: [], session: [], reference: [] };
  const usable = async (into, opening) => {
    const page = await opening;
    into.push(await page.evaluate(() => globalThis.bench.usableAt));
    await pages.close(page);
  };
  await pages.close(await pages.open('/'));
  for (let run = 0; run < runs * 3; run += 1) {
    await usable(times.reference, pages.openReference());
    await usable(times.home, pages.open('/'));
    await usable(times.session, pages.open(`/sessions/${long.ids[run]}`));
  }
  const of = (values) => byRun(values).map(median);
  const reference = of(times.reference);
  add(`navigation → message box, Home, ${sessions} sessions, p50`, of(times.home), 'ms', 700, { reference });
  add('navigation → message box, a session, p50', of(times.session), 'ms', 700, { reference });
}

/** Opens long sessions one after the other, by a click in the list. */
async function measureOpening({ pages, long, add }) {
  const page = await pages.open('/');
  const times = [];
  const heaps = {};
  await page.evaluate(() => globalThis.bench.start());
  for (const [at, id] of long.ids.entries()) {
    const link = page.locator(`[data-testid=session-item][data-session-id="${id}"] a`);
    while (!(await link.isVisible())) {
      const more = page.getByRole('button', { name: /^Show more in agent-bench/ });
      // the button disappears once the list is complete
      if (await more.isVisible()) await more.click({ timeout: 2_000 }).catch(() => undefined);
      else await page.locator('.session-groups').evaluate(scrollOn);
    }
    await link.click();
    times.push(await showsTurn(page, long.last));
    if (at === 0) await page.mouse.move(700, 400);
    for (let scroll = 0; at === 0 && scroll < 40; scroll += 1) {
      await page.mouse.wheel(0, -700);
      await sleep(30);
    }
    await page.getByRole('link', { name: 'Search', exact: true }).first().click();
    await page.locator('[data-testid=transcript]').waitFor({ state: 'detached' });
    if (at + 1 === 20 || at + 1 === longSessions) heaps[at + 1] = await heapMb(page);
  }
  const most = await page.evaluate(() => globalThis.bench.most);
  await pages.close(page);
  const events = `${longEvents.toLocaleString('en-US')} events (${long.turns} turns)`;
  const thirds = byRun(times).map(median);
  add(`click on a session of ${events} → last turn painted, p50`, thirds, 'ms', 300, {
    note: `p95 ${percentile(times, 0.95).toFixed(0)} of ${times.length}`,
  });
  add('elements below the transcript while those open and one is scrolled', [most], '', 3_000);
  add('JS heap after 20 of them', [heaps[20]], 'MB', 150);
  add(`the same after ${longSessions}, as a multiple`, [heaps[longSessions] / heaps[20]], '×', 1.3, {
    note: `${heaps[longSessions].toFixed(1)} MB`,
  });
}

/** Scrolls a list down step by step, and from its end back to the top; rows may render after the next call. */
function scrollOn(list) {
  const isAtEnd = list.scrollTop + list.clientHeight >= list.scrollHeight - 1;
  list.scrollTop = isAtEnd ? 0 : list.scrollTop + 300;
}

/** Types into the message box while an answer streams into the shown session. */
async function measureTyping({ pages, long, add, client }) {
  const typed = { markdown: [], code: [], reference: [] };
  for (let run = 0; run < runs; run += 1) {
    typed.reference.push(await typeInto(await pages.openReference(), pages, () => sleep(4_000)));
    for (const [at, kind] of ['markdown', 'code'].entries()) {
      const id = long.ids[run * 2 + at];
      const page = await pages.open(`/sessions/${id}`);
      await showsTurn(page, long.last);
      typed[kind].push(await typeInto(page, pages, () => streamInto({ page, client, id, kind, next: long.next })));
    }
  }
  const of = (kind, figure) => typed[kind].map(figure);
  const p95 = ({ keys }) => percentile(keys, 0.95);
  const worst = ({ keys }) => Math.max(...keys);
  const longest = ({ longTasks }) => Math.max(0, ...longTasks);
  const at = 'while 5,000 deltas/s arrive';
  const reference = (figure) => ({ reference: of('reference', figure) });
  add(`key press → painted ${at}, p95`, of('markdown', p95), 'ms', 60, reference(p95));
  add(`key press → painted ${at}, worst`, of('markdown', worst), 'ms', 150, reference(worst));
  add('shown text behind the socket in the same run, p95', of('markdown', delayOf), 'ms', 250);
  add('longest task in the same run (Markdown, 180 kB)', of('markdown', longest), 'ms', 150);
  add('longest task with one open block of code (150 kB)', of('code', longest), 'ms', 150);
  add('key press → painted with that block, p95', of('code', p95), 'ms', 60, reference(p95));
  add('elements below the transcript in these runs', [...of('markdown', most), ...of('code', most)], '', 3_000);
}

const most = (probe) => probe.most;

async function typeInto(page, pages, work) {
  await page.locator('textarea').click();
  await page.evaluate(() => globalThis.bench.start());
  let isOver = false;
  const done = work().finally(() => (isOver = true));
  for (let key = 0; !isOver; key += 1) {
    await page.keyboard.press(key % 6 === 5 ? 'Space' : 'a');
    await sleep(keyEveryMs);
  }
  await done;
  const { keys, longTasks, arrived, shown, most } = await page.evaluate(() => globalThis.bench);
  await pages.close(page);
  return { keys, longTasks, arrived, shown, most };
}

/** Waits until the answer has ended and is shown. */
async function streamInto({ page, client, id, kind, next }) {
  await client.prompt(id, `bench:${kind} ${deltas}`);
  await showsTurn(page, next);
}

/** Returns the time from arrival to paint of the text. */
function delayOf({ arrived, shown }) {
  let next = 0;
  const delays = arrived.flatMap(({ number, at }) => {
    while (next < shown.length && shown[next].number < number) next += 1;
    return next < shown.length ? [Math.max(0, shown[next].at - at)] : [];
  });
  return percentile(delays, 0.95);
}

/** Checks that nothing moves for a reader who has scrolled up while an answer streams. */
async function measureReading({ pages, long, add, client }) {
  const shifts = [];
  for (let run = 0; run < runs; run += 1) {
    const id = long.ids[10 + run];
    const page = await pages.open(`/sessions/${id}`);
    await showsTurn(page, long.last);
    const streamed = streamInto({ page, client, id, kind: 'markdown', next: long.next });
    await sleep(1_000);
    await page.mouse.move(700, 400);
    await page.mouse.wheel(0, -1_200);
    await page.waitForSelector('[data-testid=transcript][data-follow=false]');
    // layout shifts right after an input count as caused by it
    await sleep(1_000);
    await page.evaluate(() => globalThis.bench.start());
    await sleep(4_000);
    shifts.push(await page.evaluate(() => globalThis.bench.shifts));
    await page.keyboard.press('End');
    await page.getByRole('button', { name: /^Jump to latest/ }).click();
    await streamed;
    await pages.close(page);
  }
  add('layout shift while a reply streams and the reader has scrolled up', shifts, '', 0);
}

/** Measures idle pages, all at the same time. */
async function measureIdlePage({ pages, long, add }) {
  const open = await Promise.all(long.ids.slice(20, 20 + runs).map((id) => pages.open(`/sessions/${id}`)));
  const empty = await pages.openReference();
  await Promise.all(open.map((page) => showsTurn(page, long.last)));
  await sleep(settleMs);
  const readers = await Promise.all([...open, empty].map(readsCpu));
  const spent = () => Promise.all(readers.map((read) => read()));
  const counted = () => Promise.all(open.map((page) => page.evaluate(() => ({ ...globalThis.bench.idle }))));
  const [before, cpuBefore] = [await counted(), await spent()];
  await sleep(idleMs);
  const [cpuAfter, after] = [await spent(), await counted()];
  const shares = cpuAfter.map((seconds, at) => ((seconds - cpuBefore[at]) / (idleMs / 1_000)) * 100);
  add('processor of an idle page, 60 s', shares.slice(0, runs), '%', 0.5, { reference: shares.slice(runs) });
  const more = (name) => after.map((each, at) => each[name] - before[at][name]);
  add('animation frames it asked for', more('frames'), '', 0);
  add('timers under 1 s it set', more('timers'), '', 0);
  for (const page of [...open, empty]) await pages.close(page);
}

/** Returns the CPU seconds of a page's process. */
async function readsCpu(page) {
  const debug = await page.context().newCDPSession(page);
  await debug.send('Performance.enable');
  return async () => {
    const { metrics } = await debug.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'ProcessTime').value;
  };
}

/** Splits values into equal parts, in order. */
function byRun(values) {
  const size = Math.floor(values.length / runs);
  return Array.from({ length: runs }, (_, at) => values.slice(at * size, (at + 1) * size));
}
