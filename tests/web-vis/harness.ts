/** The visualizer in a real Chromium: a home that a daemon has filled, and pages of `agent vis` on it. */
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { startVisualizer } from '../../daemon/vis/start.js';
import type { RunningVisualizer } from '../../schemas/host.js';
import type { TestDaemonOptions } from '../helpers/daemon.js';
import { openSite, type OpenOptions, type Site } from '../web-page/harness.js';

export interface VisSite extends Site {
  visualizer: RunningVisualizer;
  baseUrl: string;
  /** a page of the visualizer */
  show(path?: string, options?: OpenOptions): Promise<Page>;
}

export async function openVisSite(options: TestDaemonOptions = {}): Promise<VisSite> {
  const site = await openSite(options);
  const visualizer = await startVisualizer({
    home: site.daemon.home,
    env: {},
    version: '1.2.3',
    host: '127.0.0.1',
    port: 0,
    webDirectory: join(process.cwd(), 'dist', 'web'),
    onDefect: (message) => {
      throw new Error(message);
    },
  });
  const baseUrl = `http://127.0.0.1:${visualizer.port}`;
  return {
    ...site,
    visualizer,
    baseUrl,
    show: (path = '/', more = {}) => site.open(path, { baseUrl, token: visualizer.token, ...more }),
    async close() {
      await visualizer.close();
      await site.close();
    },
  };
}

/** All events were read. */
export async function readWhole(page: Page): Promise<void> {
  await page.locator('[data-testid=read-state][data-complete=true]').waitFor();
}
