/** `agent -p` with a budget fails with exit code 1 before the request that would exceed it (cli.md 2.2, 4.2). */
import { afterEach, expect, jest, test } from '@jest/globals';
import { startTestDaemon, type TestDaemon } from '../helpers/daemon.js';
import { startModel, type ScriptedModel } from '../helpers/model.js';
import { modelConfig } from '../helpers/turns.js';
import { command } from './harness.js';

jest.setTimeout(60_000);

let model: ScriptedModel;
let daemon: TestDaemon;
afterEach(async () => {
  await daemon.close();
  await model.close();
});

test.each(['attached', 'embedded'])('%s', async (kind) => {
  model = await startModel();
  const config = modelConfig(model.baseUrl, '[budget]\nsession_usd = 1.5\n');
  daemon = await startTestDaemon({ config: `${config}[models.m.price]\ninput = 0\noutput = 1000\n` });
  const step = (pattern: string) => ({
    calls: [{ name: 'Glob', input: { pattern } }],
    usage: { input: 10, output: 1_000 },
  });
  model.reply(step('*'), step('*.md'));
  const { code, err } = await command(['-p', 'look around'], {
    home: daemon.home,
    cwd: daemon.cwd,
    daemon: () => import('../../daemon/main.js'),
    env: { PATH: process.env['PATH'] ?? '', ...(kind === 'embedded' && { AGENT_CODE_NO_ATTACH: '1' }) },
  });
  expect(code).toBe(1);
  expect(err).toMatch(
    /^error: The next model request \(about \$1\.00\) would break the budget of the session: \$1\.00 of \$1\.50/m,
  );
  expect(model.requests).toHaveLength(1);
});
