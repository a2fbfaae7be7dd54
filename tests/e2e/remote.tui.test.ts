/** The terminal UI on another machine with `--remote` (acp-cli.md 9). */
import { afterAll, afterEach, expect, jest, test } from '@jest/globals';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '../helpers/daemon.js';
import { makeMachines } from './remote.fixture.js';
import { createScreens } from './screens.js';

jest.setTimeout(120_000);

const machines = makeMachines();
const { here, there, env, tunnels, instances } = machines;
const terminals = createScreens(() => here);
afterEach(() => terminals.close());
afterAll(() => machines.leave());

test('it shows the other machine, and a turn survives a cut of its connection', async () => {
  const gate = join(there.cwd, 'gate');
  mkdirSync(join(there.cwd, 'src'));
  writeFileSync(join(there.cwd, 'src/only-there.ts'), '');
  const ui = await terminals.ready(['--remote', 'ssh://me@box'], { environment: env });
  ui.type('!');
  await ui.waitFor(/^!/m);
  ui.type('echo from $PWD\r');
  await ui.waitFor(`from ${there.cwd}`, 20_000);
  ui.type('look at @only-th');
  await ui.waitFor('src/only-there.ts', 20_000);
  ui.type('\x15');
  await ui.waitFor(/^> *$/m);
  ui.type('/yolo\r');
  await ui.waitFor(/^yolo/m, 20_000);
  ui.type(`run touch begun; while [ ! -e '${gate}' ]; do sleep 0.1; done; echo sur""vived\r`);
  await until('the command', () => (existsSync(join(there.cwd, 'begun')) ? true : undefined));
  process.kill(tunnels().at(-1)?.pid ?? 0, 'SIGKILL');
  await ui.waitFor(/Connection lost/, 20_000);
  await until('another tunnel', () => (tunnels().length > 1 ? true : undefined));
  writeFileSync(gate, '');
  await ui.waitFor(/^\s*survived/m, 40_000);
  ui.type('say back again\r');
  await ui.waitFor(/^back again$/m, 20_000);
  expect(instances()).toHaveLength(1);
  // the UI leaves only its own log on the local machine
  expect(existsSync(here.home) ? readdirSync(here.home).filter((name) => name !== 'logs') : []).toEqual([]);
});
