/** Hooks of the start, heartbeat and end of a session, and where hooks are configured (engine.md 15). */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, jest, test } from '@jest/globals';
import { eventually, modelConfig } from '../helpers/turns.js';
import {
  bash,
  common,
  folder,
  hooksConfig,
  model,
  open,
  payloads,
  record,
  recording,
  result,
  trial,
  useHooks,
  writeHooks,
} from './hooks.fixture.js';
import { programTimers } from '../helpers/programglobal.js';

jest.setTimeout(60_000);
useHooks();

describe('sessions', () => {
  test('what SessionStart says goes along with the first prompt, and the turn waits for it', async () => {
    const talk = await open([
      { event: 'SessionStart', command: recording.command('sleep 0.3; echo "the build is broken"') },
    ]);
    model.reply({ text: 'ok' }, { text: 'ok' }, { text: 'ok' });
    await talk.run('go');
    expect(recording.told()).toEqual([{ ...common(talk, 'SessionStart'), session_title: 'Trial', source: 'startup' }]);
    const reminders = async (at: number) =>
      ((await talk.messages()).filter(({ role }) => role === 'user')[at]?.metadata?.['reminders'] ?? []) as string[];
    expect(await reminders(0)).toContain('<hook_result event="SessionStart">\nthe build is broken\n</hook_result>');
    await talk.run('more');
    expect((await reminders(1)).join()).not.toContain('SessionStart');
    await trial.restart();
    const again = await trial.join(talk.id);
    await again.run('after a restart');
    expect(recording.told('SessionStart').map((each) => each['source'])).toEqual(['startup', 'resume']);
    expect((await again.messages()).filter(({ metadata }) => JSON.stringify(metadata).includes('broken'))).toHaveLength(
      2,
    );
    expect(payloads(again, 'hook.result')).toMatchObject([{ hookEvent: 'SessionStart' }]);
  });

  test('SessionEnd: once at the end of the server, once when archived; a look does not count', async () => {
    const talk = await open(record('SessionStart', 'SessionEnd'));
    await recording.until('SessionStart');
    const other = await trial.talk();
    await recording.until('SessionStart', 2);
    expect((await other.call('POST', ':archive')).code).toBe(0);
    const [archived] = await recording.until('SessionEnd');
    expect(archived).toEqual({
      ...common(other, 'SessionEnd'),
      permission_mode: 'manual',
      reason: 'archive',
    });
    // restoring an archived session loads it for a moment
    expect((await other.call('POST', ':restore')).code).toBe(0);
    await trial.daemon.close();
    const ends = recording.told('SessionEnd');
    expect(ends.map((each) => [each['session_id'], each['reason']])).toEqual([
      [other.id, 'archive'],
      [talk.id, 'exit'],
    ]);
    expect(recording.told('SessionStart')).toHaveLength(2);
    await trial.restart();
  });

  test('a slow hook at the end does not hold the server for ever, and is gone with it', async () => {
    const talk = await open([{ event: 'SessionEnd', command: `echo $$ > ${folder}/pid; sleep 60`, timeout: 60 }]);
    await talk.call('PATCH', '/profile', {});
    const from = performance.now();
    await trial.daemon.close();
    expect(performance.now() - from).toBeLessThan(8_000);
    const pid = Number(readFileSync(join(folder, 'pid'), 'utf8'));
    await eventually(() => !existsSync(`/proc/${pid}`), 'the hook is gone');
    await trial.restart();
  });

  test('a heartbeat each minute, only where such a hook is', async () => {
    programTimers.useFakeTimers({
      doNotFake: [
        'Date',
        'hrtime',
        'nextTick',
        'performance',
        'queueMicrotask',
        'setImmediate',
        'clearImmediate',
        'setTimeout',
        'clearTimeout',
        'requestAnimationFrame',
        'cancelAnimationFrame',
        'requestIdleCallback',
        'cancelIdleCallback',
      ],
    });
    try {
      const talk = await open(record('SessionHeartbeat'));
      programTimers.advanceTimersByTime(60_000);
      expect(await recording.until('SessionHeartbeat')).toEqual([common(talk, 'SessionHeartbeat')]);
      programTimers.advanceTimersByTime(59_000);
      expect(recording.told()).toHaveLength(1);
      // a hook that still runs is not started a second time
      await eventually(() => {
        programTimers.advanceTimersByTime(60_000);
        return recording.told().length > 1;
      }, 'the next heartbeat');
    } finally {
      programTimers.useRealTimers();
    }
  });
});

describe('the configuration', () => {
  test('a change is in effect at the next step', async () => {
    const talk = await open([]);
    model.reply({ calls: [bash('echo hi')] }, { text: 'ok' });
    await talk.run('go');
    expect(result(talk).isError).toBeUndefined();
    writeHooks(trial, modelConfig(model.baseUrl), [{ event: 'PreToolUse', command: 'exit 2' }]);
    await eventually(async () => {
      const { data } = await trial.call<{ hooks?: unknown[] }>('GET', '/api/v1/config');
      return data.hooks?.length === 1;
    }, 'the change is seen');
    model.reply({ calls: [bash('echo hi')] }, { text: 'ok' });
    await talk.run('go');
    expect(result(talk, 1).isError).toBe(true);
  });

  test('a matcher that is not a regular expression never matches', async () => {
    const talk = await open([{ event: 'PreToolUse', command: 'exit 2', matcher: '(' }]);
    model.reply({ calls: [bash('echo hi')] }, { text: 'ok' });
    await talk.run('go');
    expect(result(talk).isError).toBeUndefined();
    expect(trial.daemon.warnings.join()).toContain('hooks[0].matcher');
  });

  test('hooks of a project do not exist: only the file of the user counts', async () => {
    const talk = await open([]);
    writeFileSync(join(trial.cwd, 'config.toml'), hooksConfig([{ event: 'PreToolUse', command: 'exit 2' }]));
    model.reply({ calls: [bash('echo hi')] }, { text: 'ok' });
    await talk.run('go');
    expect(result(talk).isError).toBeUndefined();
  });

  test('commands get the environment of Bash, without secrets', async () => {
    const talk = await open([
      { event: 'TurnStarted', command: `env > ${folder}/env; mv ${folder}/env ${folder}/whole` },
    ]);
    model.reply({ text: 'ok' });
    await talk.run('go');
    await eventually(() => existsSync(join(folder, 'whole')), 'the hook ran');
    const env = readFileSync(join(folder, 'whole'), 'utf8');
    expect(env).toContain(`AGENT_SESSION_ID=${talk.id}`);
    expect(env).toContain('PAGER=cat');
    expect(env).not.toMatch(/pass-word-1|AGENT_CODE_PASSWORD/);
  });
});
