/** The third-party client `acpx` works with the bridge; `npm install --no-save acpx node@22` installs what it needs. */
import { afterAll, expect, test } from '@jest/globals';
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { makePlace, follow, root, type Place } from '../e2e/program.js';

const packages = process.env['AGENT_TEST_PACKAGES'] ?? join(root, 'node_modules');
const node = join(packages, 'node/bin/node');
const acpx = join(packages, 'acpx/dist/cli.js');
const isThere = existsSync(node) && existsSync(acpx);
const places: Place[] = [];
afterAll(async () => {
  for (const place of places) await place.leave();
});

const withAcpx = isThere ? test : test.skip;
const reason = isThere ? '' : ' (left out: the packages acpx and node 22 are not installed)';

withAcpx(
  `acpx shows an answer, an approved command and a refused one${reason}`,
  async () => {
    const place = makePlace();
    places.push(place);
    await mkdir(join(place.user, '.acpx'), { recursive: true });
    const agent = `${process.execPath} ${join(root, 'bin/agent.js')} acp`;
    const run = (...argv: string[]) => {
      const options = {
        cwd: place.cwd,
        env: { ...place.env, PATH: `${join(packages, 'node/bin')}:${place.env['PATH']}` },
      };
      return follow(place, spawn(node, [acpx, ...argv], { ...options, stdio: ['ignore', 'pipe', 'pipe'] })).ended;
    };
    const given = ['--agent', agent, '--format', 'json', '--json-strict'];
    const approved = await run('--approve-all', ...given, 'exec', 'run echo approved by acpx');
    expect([approved.code, approved.err]).toEqual([0, '']);
    const messages = approved.out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { result?: object });
    expect(messages.map(({ result }) => result)).toContainEqual(expect.objectContaining({ stopReason: 'end_turn' }));
    expect(approved.out).toContain('approved by acpx\\n');
    const refused = await run('--deny-all', ...given, 'exec', 'run touch made');
    expect(refused.code).toBe(5);
    expect(existsSync(join(place.cwd, 'made'))).toBe(false);
  },
  60_000,
);
