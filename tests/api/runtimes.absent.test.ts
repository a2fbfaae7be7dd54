/** Sessions of a machine that cannot contain commands, or whose bubblewrap fails (runtimes.md 3, 8, 10, 16). */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTestDaemon, type TestDaemon } from '../helpers/daemon.js';

type Mode = 'manual' | 'yolo' | 'auto';

describe('a program that fails as bubblewrap does', () => {
  test.each([
    ['userns', 'Creating new namespace failed: Operation not permitted'],
    ['userns', 'No permissions to create a new namespace'],
    ['container', "Can't mount proc on /newroot/proc: Operation not permitted"],
    ['failed', 'strange'],
  ])('%s is the reason for %j, everywhere', async (reason, said) => {
    const place = mkdtempSync(join(tmpdir(), 'agent-stub-'));
    const stub = join(place, 'bwrap');
    writeFileSync(
      stub,
      `#!/bin/sh\n[ "$1" = --version ] && echo bubblewrap 0.8.0 && exit\necho "bwrap: ${said}" >&2\nexit 1\n`,
    );
    chmodSync(stub, 0o755);
    const unable = await startTestDaemon({ env: { AGENT_CODE_BWRAP: stub } });
    try {
      const { details, msg } = await unable.fails('createSession', 'RUNTIME_UNAVAILABLE', {
        body: { metadata: { cwd: unable.cwd }, launch: { runtime_id: 'sandbox' } },
      });
      expect(details).toEqual({ reason, hint: expect.any(String) });
      const { hint } = details as { hint: string };
      expect(msg).toContain(hint);
      const feature = (await unable.ok('getMeta', {})).features.find(({ name }) => name === 'sandbox');
      expect(feature).toMatchObject({ state: 'Failed', meta: { kind: null, profiles: [], reason, hint, error: hint } });
      const { id } = await unable.createSession({ agent_config: { permission_mode: 'yolo', plan_mode: true } });
      await unable.run(id, 'run echo "[$AGENT_SANDBOX]"');
      expect(JSON.stringify(await unable.ok('listMessages', unable.session(id)))).toContain('[]');
      expect((await unable.ok('listWarnings', unable.session(id))).warnings).toContainEqual({
        code: 'sandbox-unavailable',
        message: `plan mode is not held by the kernel: ${hint}`,
        severity: 'info',
      });
    } finally {
      await unable.close();
      rmSync(place, { recursive: true, force: true });
    }
  });
});

describe('on a machine that cannot contain commands', () => {
  let other: TestDaemon;
  beforeAll(async () => {
    other = await startTestDaemon({ config: 'default_runtime = "sandbox"\n', env: { AGENT_CODE_SANDBOX: '0' } });
  });
  afterAll(() => other.close());
  const configured = async (permission_mode: Mode) =>
    (await other.createSession({ agent_config: { permission_mode } })).id;
  const outputOf = async (id: string) => JSON.stringify(await other.ok('listMessages', other.session(id)));

  test('a requested sandbox is refused, a configured one is not, and warnings say so', async () => {
    const { details } = await other.fails('createSession', 'RUNTIME_UNAVAILABLE', {
      body: { metadata: { cwd: other.cwd }, launch: { runtime_id: 'sandbox' } },
    });
    expect(details).toEqual({ reason: 'off' });
    const id = await configured('manual');
    await other.fails('setRuntime', 'RUNTIME_UNAVAILABLE', { ...other.session(id), body: { runtime_id: 'sandbox' } });
    expect(await other.ok('getRuntime', other.session(id))).toMatchObject({
      runtime_id: 'sandbox',
      profile: 'full',
      reason: 'AGENT_CODE_SANDBOX=0 switches the sandbox off',
    });
    const { warnings } = await other.ok('listWarnings', other.session(id));
    expect(warnings).toEqual([
      {
        code: 'sandbox-unavailable',
        message: 'commands are not sandboxed: AGENT_CODE_SANDBOX=0 switches the sandbox off',
        severity: 'warning',
      },
    ]);
  });

  test('ask: manual asks and names the reason, auto denies', async () => {
    const id = await configured('manual');
    await other.prompt(id, 'run expr 40 + 2');
    const approval = await other.approval(id);
    expect(approval).toMatchObject({
      reason: 'not sandboxed (off); AGENT_CODE_SANDBOX=0 switches the sandbox off; Bash asks in manual mode',
      runtime_id: 'local',
      profile: 'full',
    });
    await other.ok('resolveApproval', {
      params: { session_id: id, approval_id: approval.approval_id },
      body: { decision: 'approved' },
    });
    await other.waitForEnd(id);
    expect(await outputOf(id)).toContain('42');
    const alone = await configured('auto');
    await other.run(alone, 'run expr 40 + 2');
    expect(await outputOf(alone)).toContain('not sandboxed (off)');
    expect(await outputOf(alone)).not.toContain('"output":"42');
  });

  test.each([
    ['refuse', 'auto', 'switches the sandbox off; when_unavailable of [sandbox] refuses it'],
    ['refuse', 'yolo', 'switches the sandbox off; when_unavailable of [sandbox] refuses it'],
    ['run', 'auto', '"output":"42'],
    ['run', 'yolo', '"output":"42'],
  ] as const)('%s in %s mode', async (when, mode, found) => {
    await other.ok('updateConfig', { body: { sandbox: { whenUnavailable: when } } });
    const id = await configured(mode);
    await other.run(id, 'run expr 40 + 2');
    expect(await outputOf(id)).toContain(found);
  });
});
