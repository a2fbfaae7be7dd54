/** Measures the visualizer with a session of 100,000 events in Chromium: opening, scrolling and memory. */
import { spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { createClient } from './client.js';
import { lengthenLog } from './generate.js';
import { environment, makeHome, startProgram, temporaryDirectory } from './processes.js';
import { atLeast, atMost, clock, median, sleep } from './report.js';

const events = 100_000;
const scrolls = 120;

export async function measureVisualizer({ program, report, model }) {
  const cwd = temporaryDirectory('project');
  const home = makeHome(model.url);
  const server = await startProgram({ program, home, cwd });
  const client = createClient(server);
  const { id } = await client.createSession(cwd);
  await client.prompt(id, 'hi');
  await sleep(500);
  client.close();
  await server.stop();
  lengthenLog(home, id, events);
  const visualizer = await startVisualizer({ program, home, cwd, id });
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--enable-precise-memory-info'],
  });
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    page.setDefaultTimeout(60_000);
    const from = clock();
    await page.goto(visualizer.address.replace('#', '?view=events#'));
    await page.locator('.vis-row[data-seq]').first().waitFor();
    const first = clock() - from;
    await page.locator('[data-testid=read-state][data-complete=true]').waitFor();
    const whole = clock() - from;
    const add = (name, value, unit, target) => report.add({ group: 'visualizer', name, value, unit, target });
    add('100,000 events: first rows', first, 'ms', atMost(1_500, 'ms'));
    add('100,000 events: all of them', whole, 'ms', atMost(3_000, 'ms'));
    add('frames/s while the events scroll', await framesOf(page, '.vis-rows'), '/s', atLeast(30, '/s'));
    await page.getByRole('tab', { name: 'Timeline' }).click();
    await page.locator('.vis-span[data-kind]').first().waitFor();
    add('frames/s while the timeline scrolls', await framesOf(page, '.vis-timeline-grid'), '/s', atLeast(30, '/s'));
    const bytes = await page.evaluate(() => globalThis.performance.memory.usedJSHeapSize);
    add('heap of the page', bytes / 1e6, 'MB', atMost(400, 'MB'));
    const path = join(cwd, 'session.html');
    const start = clock();
    const { status } = spawnSync(process.execPath, [program, 'vis', id, '--out', path], {
      cwd,
      env: environment(home),
    });
    if (status !== 0) throw new Error(`agent vis --out ended with ${status}`);
    add('100,000 events: a file of them is written', clock() - start, 'ms');
    const opening = clock();
    await page.goto(`file://${path}#/?view=events`);
    await page.locator('[data-testid=read-state][data-complete=true]').waitFor();
    add('100,000 events: the file is opened', clock() - opening, 'ms', atMost(5_000, 'ms'));
  } finally {
    await browser.close();
    visualizer.stop();
  }
}

/** Returns frames per second while a list scrolls by two windows per frame. */
async function framesOf(page, list) {
  const times = await page.locator(list).evaluate(async (element, count) => {
    const frame = () => new Promise((resolve) => globalThis.requestAnimationFrame(resolve));
    const taken = [];
    for (let at = 0, last = await frame(); at < count; at += 1) {
      element.scrollTop += element.clientHeight * 2;
      const now = await frame();
      taken.push(now - last);
      last = now;
    }
    return taken;
  }, scrolls);
  return 1_000 / median(times);
}

function startVisualizer({ program, home, cwd, id }) {
  const child = spawn(process.execPath, [program, 'vis', '--no-open', id], {
    cwd,
    env: environment(home),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return new Promise((resolve, reject) => {
    child.stdout.once('data', (line) => {
      resolve({ address: String(line).trim(), stop: () => child.kill('SIGINT') });
    });
    child.once('exit', (code) => reject(new Error(`agent vis ended with ${code}`)));
  });
}
