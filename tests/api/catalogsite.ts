/** A site that serves catalogs and registries, and servers that read them. */
import { afterEach, beforeEach } from '@jest/globals';
import { startTestDaemon, type TestDaemon, type TestDaemonOptions } from '../helpers/daemon.js';
import { answers, startSite, type Site } from '../helpers/site.js';

/** The site of the running test. */
export let site: Site;
const open: TestDaemon[] = [];

beforeEach(async () => {
  site = await startSite();
});
afterEach(async () => {
  for (const daemon of open.splice(0)) await daemon.close();
  await site.close();
});

/** Starts a daemon that closes at the end of the test. */
export async function start(options: TestDaemonOptions = {}): Promise<TestDaemon> {
  const daemon = await startTestDaemon(options);
  open.push(daemon);
  return daemon;
}

export const address = (path = '/api.json') => site.at(path, '127.0.0.1');
export const serve = (document: unknown, path = '/api.json') =>
  site.serve(path, answers(JSON.stringify(document), 'application/json'));
