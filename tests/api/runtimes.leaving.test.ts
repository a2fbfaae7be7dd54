/** Commands that leave the sandbox with consent (runtimes.md 8). */
import { expect, test } from '@jest/globals';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { daemon, last, leave, of, sandboxed, session } from './runtimes.fixture.js';

sandboxed('leaving the sandbox', () => {
  const decide = async (id: string, body: Record<string, unknown>) => {
    const { approval_id } = await daemon.approval(id);
    await daemon.ok('resolveApproval', { params: { session_id: id, approval_id }, body });
    await daemon.waitForEnd(id);
  };
  const marker = (name: string) => join(daemon.folder, name);
  const say = (name: string) => `echo "[$AGENT_SANDBOX]"; touch ${marker(name)}`;

  test('asks with the reason of the model, and runs as in local with the arguments that were shown', async () => {
    const id = await session('sandbox');
    await daemon.prompt(id, leave(say('left'), 'push\u202e needs\u0007 the  network'));
    expect(await daemon.approval(id)).toMatchObject({
      asks: 'leave',
      leave_reason: 'push needs the network',
      reason: 'outside the sandbox: manual mode',
      runtime_id: 'local',
      profile: 'full',
      scopes: ['once', 'session'],
      scope_rule: `Leave(${say('left').replaceAll(/[[\]]/g, String.raw`\$&`)})`,
      tool_input_display: { kind: 'command', runtime_id: 'local', profile: 'full' },
    });
    await decide(id, { decision: 'approved' });
    expect((await last(id)).text).toContain('[]');
    expect(existsSync(marker('left'))).toBe(true);
  });

  test('waits over a restart, and can be amended to run inside', async () => {
    const id = await session('sandbox');
    await daemon.prompt(id, leave(say('amended')));
    await daemon.approval(id);
    await daemon.restart();
    expect(await daemon.approval(id)).toMatchObject({ asks: 'leave', leave_reason: 'it needs the machine' });
    await decide(id, { decision: 'approved', amend: { input: { command: say('amended') } } });
    expect((await last(id)).text).toContain('[workspace]');
    expect(existsSync(marker('amended'))).toBe(false);
  });

  test('once is for this call: the line alone runs inside with the environment of the sandbox, and asks again to leave', async () => {
    const env = { DEPLOY_TOKEN: 'of the launch' };
    const { id } = await daemon.createSession({ launch: { runtime_id: 'sandbox', env } });
    const line = 'echo "[$AGENT_SANDBOX] [$DEPLOY_TOKEN]"';
    await daemon.prompt(id, leave(line));
    await decide(id, { decision: 'approved' });
    expect((await last(id)).text).toContain('[] [of the launch]');
    await daemon.run(id, `run ${line}`);
    expect((await last(id)).text).toContain('[workspace] []');
    for (const again of [line, `${line} `]) {
      await daemon.prompt(id, leave(again));
      expect(await daemon.approval(id)).toMatchObject({ asks: 'leave', reason: 'outside the sandbox: manual mode' });
      await decide(id, { decision: 'rejected' });
    }
  });

  test('a rejection says that it stays inside', async () => {
    const id = await session('sandbox');
    await daemon.prompt(id, leave(say('rejected')));
    await decide(id, { decision: 'rejected', feedback: 'use a task' });
    expect((await last(id)).text).toContain('stays inside: use a task');
  });

  test('for the session holds for the literal line alone, whether it asks to leave or not', async () => {
    const id = await session('sandbox');
    await daemon.prompt(id, leave(say('kept')));
    await decide(id, { decision: 'approved', scope: 'session' });
    expect((await daemon.ok('listPermissionRules', of(id))).items).toEqual([
      expect.objectContaining({ tool_name: 'Leave' }),
    ]);
    rmSync(marker('kept'));
    await daemon.run(id, leave(say('kept')));
    expect(existsSync(marker('kept'))).toBe(true);
    await daemon.run(id, `run ${say('kept')}`);
    expect((await last(id)).text).toContain('[]');
    await daemon.run(id, `run ${say('kept')} `.replace('touch', 'touch '));
    expect((await last(id)).text).toContain('[workspace]');
    await daemon.prompt(id, leave(say('kept').replace('touch', 'touch ')));
    await decide(id, { decision: 'rejected' });
  });

  test.each([
    ['auto', {}, 'nobody can let it out in auto mode; find another way or report back'],
    ['yolo', {}, 'outside the sandbox: yolo mode'],
    ['yolo', { plan_mode: true }, 'outside the sandbox: plan mode'],
    ['auto', { plan_mode: true }, 'nobody can let it out in auto mode; find another way or report back'],
  ] as const)('in %s mode with %j', async (mode, config, text) => {
    const id = await session('sandbox', mode, config);
    await daemon.prompt(id, leave('true'));
    if (mode === 'auto') {
      await daemon.waitForEnd(id);
      expect((await last(id)).text).toContain(text);
      return;
    }
    expect(await daemon.approval(id)).toMatchObject({
      reason: text,
      scopes: 'plan_mode' in config ? ['once'] : ['once', 'session'],
    });
    await decide(id, { decision: 'rejected' });
  });

  test('is not offered in local, where its argument means nothing', async () => {
    const id = await session('local', 'yolo');
    await daemon.run(id, leave('echo "[$AGENT_SANDBOX]"'));
    expect((await last(id)).text).toContain('[]');
    await daemon.ok('setRuntime', { ...of(id), body: { runtime_id: 'sandbox' } });
    await daemon.run(id, `call Bash ${JSON.stringify({ command: 'true', leave_sandbox: '' })}`);
    expect((await last(id)).text).toContain('leave_sandbox: must be a text of 1 to 300 characters');
  });
});
