/** The kernel enforces plan mode and read-only agents where the machine can (runtimes.md 1, 16). */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { available } from '../runtimes/machine.js';
import { startTrial, type Talk, type Trial } from '../helpers/turns.js';

const held = available ? describe : describe.skip;

let trial: Trial;
let userHome: string;
beforeAll(async () => {
  userHome = mkdtempSync(join(tmpdir(), 'agent-user-'));
  const env = { PATH: process.env['PATH'], HOME: userHome, npm_config_update_notifier: 'false' };
  trial = await startTrial({ userHome, env });
  writeFileSync(join(trial.cwd, 'a.txt'), 'one\n');
});
afterAll(async () => {
  await trial.close();
  rmSync(userHome, { recursive: true, force: true });
});

/** Returns the last result of a command, and the profile that its call displayed. */
function last(talk: Talk): { output: string; profile: unknown } {
  const payload = (type: string) => talk.frames.findLast((frame) => frame.type === type)?.payload ?? {};
  const display = payload('tool.call.started')['display'] as { profile?: string } | undefined;
  return { output: String(payload('tool.result')['output']), profile: display?.profile };
}

held('a command', () => {
  test('of plan mode reads and cannot write, asks nothing more than before, and writes again when it is over', async () => {
    const talk = await trial.talk({ agent_config: { plan_mode: true, permission_mode: 'yolo' } });
    await talk.run('run cat a.txt');
    expect(last(talk)).toEqual({ output: expect.stringContaining('one'), profile: 'read-only' });
    await talk.run('run touch made.txt');
    expect(last(talk).output).toContain('[sandbox] plan mode: commands are read-only');
    expect(existsSync(join(trial.cwd, 'made.txt'))).toBe(false);
    await talk.call('POST', '/profile', { agent_config: { plan_mode: false } });
    await talk.run('run touch made.txt');
    expect(last(talk).profile).toBeUndefined();
    expect(existsSync(join(trial.cwd, 'made.txt'))).toBe(true);
  });

  test('of plan mode: what looks works, with the caches and temporary files that it writes', async () => {
    const git = (...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { cwd: trial.cwd });
    git('init', '-q');
    git('commit', '-q', '--allow-empty', '-m', 'first');
    mkdirSync(join(userHome, '.npm'));
    const script = 'echo tested > ~/.npm/x && echo y > /tmp/y && cat ~/.npm/x /tmp/y';
    writeFileSync(join(trial.cwd, 'package.json'), JSON.stringify({ scripts: { test: script } }));
    const talk = await trial.talk({ agent_config: { plan_mode: true, permission_mode: 'yolo' } });
    const said = async (line: string): Promise<string> => {
      await talk.run(`run ${line}`);
      return last(talk).output;
    };
    expect(await said('git log --oneline')).toContain('first');
    expect(await said('git status --short')).toContain('?? package.json');
    expect(await said('npm test')).toMatch(/tested\ny\n?$/);
    expect(readdirSync(join(userHome, '.npm'))).toEqual([]);
    expect(await said(`python3 -c "open('x','w')" || perl -e 'open(F, ">", "x") or die $!'`)).toContain('Read-only');
    expect(existsSync(join(trial.cwd, 'x'))).toBe(false);
    await talk.call('POST', '/profile', { agent_config: { plan_mode: false } });
    await said(`python3 -c "open('x','w')" || touch x`);
    expect(existsSync(join(trial.cwd, 'x'))).toBe(true);
  });

  test('of plan mode is as it was when the configuration says so, and with the next command', async () => {
    const talk = await trial.talk({ agent_config: { plan_mode: true, permission_mode: 'yolo' } });
    await trial.call('POST', '/api/v1/config', { sandbox: { plan: false } });
    await talk.run('run touch free.txt');
    expect(existsSync(join(trial.cwd, 'free.txt'))).toBe(true);
    await trial.call('POST', '/api/v1/config', { sandbox: { plan: true } });
    await talk.run('run touch held.txt');
    expect(existsSync(join(trial.cwd, 'held.txt'))).toBe(false);
  });

  test('of an agent that only looks cannot write either, however it tries', async () => {
    const talk = await trial.talk({ agent_config: { permission_mode: 'yolo' } });
    await talk.run(`agent explore: run perl -e 'open(F, ">", "planted.txt") or die $!'`);
    expect(existsSync(join(trial.cwd, 'planted.txt'))).toBe(false);
    expect(readFileSync(join(trial.cwd, 'a.txt'), 'utf8')).toContain('one');
  });
});

describe('the field sandbox of an agent file', () => {
  const agentFile = (name: string, sandbox: string): void => {
    const directory = join(trial.cwd, '.agent-code/agents');
    mkdirSync(directory, { recursive: true });
    writeFileSync(
      join(directory, `${name}.md`),
      `---\ndescription: about it\nsandbox: ${sandbox}\n---\nYou are one.\n`,
    );
  };
  const named = (profile: string, more: object = {}) =>
    trial.talk({ agent_config: { profile, permission_mode: 'yolo' }, ...more });

  (available ? test : test.skip)('narrows what its commands may do, in each runtime, and lets none out', async () => {
    const outside = join(trial.home, 'planted.txt');
    agentFile('looker', 'read-only');
    agentFile('keeper', 'workspace');
    const looker = await named('looker');
    await looker.run(`run perl -e 'open(F, ">", "looked.txt") or die $!'`);
    expect(last(looker).profile).toBe('read-only');
    expect(existsSync(join(trial.cwd, 'looked.txt'))).toBe(false);
    for (const launch of [{}, { launch: { runtime_id: 'sandbox' } }]) {
      const keeper = await named('keeper', launch);
      rmSync(join(trial.cwd, 'kept.txt'), { force: true });
      await keeper.run('run touch kept.txt');
      expect(last(keeper).profile).toBe('workspace');
      expect(existsSync(join(trial.cwd, 'kept.txt'))).toBe(true);
      await keeper.run(
        `call Bash ${JSON.stringify({ command: `perl -e 'open(F, ">", "${outside}") or die $!'`, leave_sandbox: 'to write' })}`,
      );
      expect(last(keeper).profile).toBe('workspace');
      expect(last(keeper).output).not.toContain('repeat the call with leave_sandbox');
      expect(existsSync(outside)).toBe(false);
    }
  });

  test('with another value the file is skipped, and what cannot be held is said', async () => {
    agentFile('odd', 'everything');
    agentFile('unheld', 'read-only');
    const { msg } = await trial.call('POST', '/api/v1/sessions', {
      metadata: { cwd: trial.cwd },
      agent_config: { profile: 'odd' },
    });
    expect(msg).not.toBe('success');
    await trial.call('POST', '/api/v1/config', { sandbox: { plan: false } });
    const talk = await named('unheld');
    await talk.run('run echo x > unheld.txt');
    // as on a machine whose kernel cannot enforce it
    expect(last(talk).output).toContain('this agent may only look');
    const { data } = await talk.call<{ warnings: { code: string; message: string }[] }>('GET', '/warnings');
    expect(data.warnings).toContainEqual(
      expect.objectContaining({ code: 'agent-skipped', message: expect.stringContaining('odd.md') }),
    );
    expect(talk.frames.filter(({ type }) => type === 'warning').map(({ payload }) => payload)).toContainEqual(
      expect.objectContaining({
        code: 'sandbox-unavailable',
        message: 'the commands of the agent unheld are not held to sandbox: read-only (plan of [sandbox] is off)',
      }),
    );
    await trial.call('POST', '/api/v1/config', { sandbox: { plan: true } });
  });
});
