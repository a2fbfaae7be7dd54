/** Hooks in sessions: what each event reports (engine.md 15). */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, jest, test } from '@jest/globals';
import { eventually } from '../helpers/turns.js';
import { available } from '../runtimes/machine.js';
import { bash, common, folder, model, open, payloads, record, recording, result, useHooks } from './hooks.fixture.js';

jest.setTimeout(60_000);
useHooks();

describe('what each event reports', () => {
  test('a call: before it, after it, and when it failed', async () => {
    const talk = await open(record('PreToolUse', 'PostToolUse', 'PostToolUseFailure'));
    const long = 'x'.repeat(3_000);
    model.reply(
      { calls: [{ ...bash(`printf ${long}`), id: 'call_a' }] },
      { calls: [{ ...bash('echo out; exit 3'), id: 'call_b' }] },
      {
        calls: [
          { name: 'Nothing', input: {} },
          { name: 'Bash', input: {} },
        ],
      },
      { text: 'ok' },
    );
    await talk.run('go');
    const call = (command: string, id: string) => ({
      tool_name: 'Bash',
      tool_input: { command },
      tool_call_id: id,
      agent_id: 'main',
    });
    expect(recording.told('PreToolUse')).toEqual([
      { ...common(talk, 'PreToolUse'), ...call(`printf ${long}`, 'call_a') },
      { ...common(talk, 'PreToolUse'), ...call('echo out; exit 3', 'call_b') },
    ]);
    expect(await recording.until('PostToolUse')).toEqual([
      { ...common(talk, 'PostToolUse'), ...call(`printf ${long}`, 'call_a'), tool_output: 'x'.repeat(2_000) },
    ]);
    // a call that never ran does not fail
    expect(await recording.until('PostToolUseFailure')).toEqual([
      {
        ...common(talk, 'PostToolUseFailure'),
        ...call('echo out; exit 3', 'call_b'),
        error: 'out\nfailed with exit code 3',
      },
    ]);
    expect(recording.told('PreToolUse')[0]?.['session_title']).toBe('Trial');
    expect(payloads(talk, 'hook.result')).toEqual([]);
  });

  (available ? test : test.skip)('a hook runs on the machine, and learns where commands run', async () => {
    const command = `echo "[$AGENT_SANDBOX]" > ${folder}/where; ${recording.command()}`;
    const talk = await open([{ event: 'PostToolUse', command }]);
    await talk.call('POST', '/runtime', { runtime_id: 'sandbox' });
    model.reply({ calls: [bash('echo "[$AGENT_SANDBOX]"')] }, { text: 'ok' });
    await talk.run('go');
    expect(result(talk).output).toBe('[workspace]');
    const [told] = await recording.until('PostToolUse');
    expect(told).toMatchObject({ runtime_id: 'sandbox', profile: 'workspace' });
    await talk.call('POST', '/profile', { agent_config: { plan_mode: true } });
    model.reply({ calls: [bash('true')] }, { text: 'ok' });
    await talk.run('look');
    expect((await recording.until('PostToolUse', 2)).at(-1)).toMatchObject({ profile: 'read-only' });
    expect(readFileSync(join(folder, 'where'), 'utf8')).toBe('[]\n');
  });

  test('permission: when the user is asked, and what was decided', async () => {
    const talk = await open(record('PermissionRequest', 'PermissionResult', 'Notification'), {
      permission_mode: 'manual',
    });
    model.reply({ calls: [{ ...bash('echo hi'), id: 'call_a' }] }, { calls: [bash('echo no')] }, { text: 'ok' });
    await talk.submit('go');
    const asked = await talk.decide({ decision: 'approved', scope: 'session' });
    const from = talk.frames.indexOf(asked) + 1;
    await talk.decide({ decision: 'rejected' }, from);
    await talk.until('prompt.completed');
    const fields = {
      permission_mode: 'manual',
      tool_name: 'Bash',
      tool_input: { command: 'echo hi' },
      tool_call_id: 'call_a',
      agent_id: 'main',
      approval_id: asked.payload['approval_id'],
    };
    // each hook is a separate process, so they may finish in any order
    const isFirst = (record: unknown): boolean => (record as Record<string, unknown>)['tool_call_id'] === 'call_a';
    expect((await recording.until('PermissionRequest', 2)).find(isFirst)).toEqual({
      ...common(talk, 'PermissionRequest'),
      ...fields,
      reason: asked.payload['reason'],
    });
    const results = await recording.until('PermissionResult', 2);
    expect(results.find(isFirst)).toEqual({
      ...common(talk, 'PermissionResult'),
      ...fields,
      decision: 'approved',
      scope: 'session',
    });
    expect(results.find((record) => !isFirst(record))).toMatchObject({ decision: 'rejected', scope: 'once' });
    const expected = { title: 'Approval needed: Bash', body: 'Run: echo hi' };
    expect(await recording.until('Notification', 2)).toContainEqual(expect.objectContaining(expected));
  });

  test('prompts and turns', async () => {
    const talk = await open(
      record('UserPromptSubmit', 'UserPromptQueued', 'TurnStarted', 'Stop', 'StopFailure', 'Interrupt', 'Notification'),
    );
    model.reply({ text: 'first answer', delayMs: 400 }, { text: 'second' }, { error: { status: 401, message: 'no' } });
    const first = await talk.submit('one');
    const second = await talk.submit('two');
    await talk.until(
      (frame) => frame.payload['promptId'] === second.data.prompt_id && frame.type === 'prompt.completed',
    );
    await talk.run('three');
    model.reply({ text: 'slow', delayMs: 2_000 });
    await talk.submit('four');
    await eventually(() => model.requests.length === 4, 'the model is asked');
    await talk.call('POST', ':abort');
    await talk.until('prompt.aborted');
    expect(recording.told('UserPromptSubmit').slice(0, 2)).toEqual([
      { ...common(talk, 'UserPromptSubmit'), prompt: 'one', prompt_id: first.data.prompt_id, is_steer: false },
      { ...common(talk, 'UserPromptSubmit'), prompt: 'two', prompt_id: second.data.prompt_id, is_steer: false },
    ]);
    expect(await recording.until('UserPromptQueued')).toEqual([
      { ...common(talk, 'UserPromptQueued'), prompt: 'two', prompt_id: second.data.prompt_id, queue_length: 1 },
    ]);
    const turns = await recording.until('TurnStarted', 4);
    expect(turns.map((each) => each['turn_id'])).toEqual([1, 2, 3, 4]);
    expect(turns[0]).toEqual({ ...common(talk, 'TurnStarted'), turn_id: 1 });
    expect(await recording.until('Stop', 2)).toEqual([
      { ...common(talk, 'Stop'), turn_id: 1, stop_hook_active: false },
      { ...common(talk, 'Stop'), turn_id: 2, stop_hook_active: false },
    ]);
    expect(await recording.until('StopFailure')).toEqual([
      { ...common(talk, 'StopFailure'), turn_id: 3, error: expect.stringContaining('no') },
    ]);
    expect(await recording.until('Interrupt')).toEqual([{ ...common(talk, 'Interrupt'), turn_id: 4 }]);
    const notes = await recording.until('Notification', 4);
    expect(notes.map((each) => each['title']).sort()).toEqual([
      'Turn cancelled',
      'Turn completed',
      'Turn completed',
      'Turn failed',
    ]);
    expect(notes.find((each) => each['title'] === 'Turn completed')).toEqual({
      ...common(talk, 'Notification'),
      title: 'Turn completed',
      body: 'first answer',
    });
  });

  test('subagents: their start and end by type; they have no turns of their own for hooks, but their calls do', async () => {
    const talk = await open(
      [
        { event: 'SubagentStart', command: recording.command(), matcher: '^explore$' },
        { event: 'SubagentStop', command: recording.command(), matcher: '^explore$' },
        ...record('TurnStarted', 'Stop', 'SessionStart'),
        { event: 'PreToolUse', matcher: '^Bash$', command: `${recording.command()}; echo "ask first." >&2; exit 2` },
      ],
      { model: 'offline/echo' },
    );
    const report = `the report ${'x'.repeat(2_500)}`;
    await talk.run(`agent explore: run echo hi\\nsay ${report}`);
    expect(await recording.until('SubagentStart')).toEqual([
      { ...common(talk, 'SubagentStart'), agent_id: 'agent_1', prompt: `run echo hi\nsay ${report}`.slice(0, 2_000) },
    ]);
    const [stopped] = await recording.until('SubagentStop');
    expect(stopped).toMatchObject({ ...common(talk, 'SubagentStop'), agent_id: 'agent_1', status: 'completed' });
    expect(stopped?.['result']).toMatch(/^the report x+/);
    expect(String(stopped?.['result']).length).toBeLessThanOrEqual(2_000);
    expect(recording.told('PreToolUse')).toMatchObject([{ agent_id: 'agent_1', tool_input: { command: 'echo hi' } }]);
    expect(result(talk).output).toBe(
      'A hook refused this call: ask first. Look for another way, or report back what keeps you from it.',
    );
    expect(recording.told('TurnStarted').map((each) => each['turn_id'])).toEqual([1]);
    expect(recording.told('Stop')).toHaveLength(1);
    await talk.run('agent plan: say other types do not fit');
    await talk.run('agent explore: fail 401');
    expect((await recording.until('SubagentStop', 2))[1]).toMatchObject({
      status: 'failed',
      result: expect.any(String),
    });
    await recording.until('SubagentStart', 2);
  });

  test('tasks: when they begin, and that they are over', async () => {
    const talk = await open(
      [
        { event: 'TaskStarted', command: recording.command(), matcher: '^command$' },
        { event: 'Notification', command: recording.command(), matcher: '^task$' },
      ],
      { model: 'offline/echo' },
    );
    await talk.run('run in background sleep 0.3');
    const started = (await talk.until('task.started')).payload['info'] as Record<string, unknown>;
    expect(await recording.until('TaskStarted')).toEqual([
      { ...common(talk, 'TaskStarted'), task_id: started['taskId'], description: started['description'] },
    ]);
    expect(await recording.until('Notification')).toEqual([
      { ...common(talk, 'Notification'), title: 'Task completed', body: started['description'] },
    ]);
  });

  test('compaction: it waits for the hooks before it, and notifies those after it', async () => {
    const pre = { event: 'PreCompact', command: recording.command('sleep 0.3'), matcher: '^manual$' };
    const talk = await open([pre, { ...pre, matcher: '^auto$', command: 'exit 1' }, ...record('PostCompact')], {
      model: 'offline/echo',
    });
    await talk.run('say something');
    const from = talk.frames.length;
    expect((await talk.call('POST', ':compact', { instruction: 'keep names' })).code).toBe(0);
    await talk.until('compaction.completed');
    expect(talk.lines(from).filter((line) => line.startsWith('compaction'))).toEqual([
      'compaction.started manual',
      'compaction.blocked hook',
      'compaction.completed',
    ]);
    expect(payloads(talk, 'compaction.blocked')[0]).not.toHaveProperty('turnId');
    const [before] = payloads(talk, 'compaction.started');
    expect(recording.told('PreCompact')).toEqual([
      { ...common(talk, 'PreCompact'), tokens: before?.['tokensBefore'], instruction: 'keep names' },
    ]);
    expect(await recording.until('PostCompact')).toEqual([
      { ...common(talk, 'PostCompact'), tokens: expect.any(Number) },
    ]);
    expect(talk.lines()).not.toContain('warning');
  });

  test('matchers compare with the subject of the row', async () => {
    const marked = (event: string, matcher: string, mark: string) => ({
      event,
      matcher,
      command: `echo ${mark} >> ${folder}/marks`,
    });
    const talk = await open([
      marked('PreToolUse', '^Bash$', 'tool'),
      marked('PreToolUse', '^Read$', 'other tool'),
      marked('TurnStarted', '^user$', 'origin'),
      marked('TurnStarted', '^retry$', 'retry'),
      marked('StopFailure', '^auth\\.token_unauthorized$', 'code'),
      marked('StopFailure', '^other$', 'other code'),
      marked('Notification', '^question$', 'question'),
      marked('Notification', '^turn_end$', 'turn end'),
      marked('SessionStart', '^startup$', 'startup'),
      marked('SessionStart', '^resume$', 'resume'),
      marked('SessionEnd', '^exit$', 'exit'),
      marked('SessionEnd', '^archive$', 'archive'),
      marked('Interrupt', 'whatever', 'interrupt'),
    ]);
    const marks = () =>
      (existsSync(join(folder, 'marks')) ? readFileSync(join(folder, 'marks'), 'utf8').trim().split('\n') : []).sort();
    const question = { questions: [{ question: 'Which?', options: [{ label: 'A' }, { label: 'B' }] }] };
    model.reply({ calls: [bash('true'), { name: 'AskUserQuestion', input: question }] });
    await talk.submit('go');
    await talk.until('event.question.requested');
    await talk.call('POST', ':abort');
    await talk.until('prompt.aborted');
    model.reply({ error: { status: 401, message: 'no' } });
    expect((await talk.call('POST', ':retry')).code).toBe(0);
    await talk.until('error');
    await eventually(
      () => marks().includes('code') && marks().filter((each) => each === 'turn end').length === 2,
      'all',
    );
    expect((await talk.call('POST', ':archive')).code).toBe(0);
    await eventually(() => marks().includes('archive'), 'archived');
    expect(marks()).toEqual(
      ['archive', 'code', 'interrupt', 'origin', 'question', 'retry', 'startup', 'tool', 'turn end', 'turn end'].sort(),
    );
  });
});
