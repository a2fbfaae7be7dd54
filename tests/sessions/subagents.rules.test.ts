/** What binds subagents: rules, modes, plan mode and approvals of the session (engine.md 6.2, 8, 17). */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, jest, test } from '@jest/globals';
import { agentLines, outputs, payloads } from '../helpers/agents.js';
import { begin, closeTrials, trial } from '../helpers/trial.js';
import type { Talk, TrialOptions } from '../helpers/turns.js';

jest.setTimeout(60_000);

closeTrials();

async function session(mode: string, options: TrialOptions = {}): Promise<Talk> {
  await begin(options);
  writeFileSync(join(trial.cwd, 'kept.txt'), 'kept\n');
  return trial.talk({ agent_config: { permission_mode: mode } });
}

const file = (name: string) => join(trial.cwd, name);
const childResults = (talk: Talk, agent = 'agent_1') =>
  payloads(talk, 'tool.result', agent) as { output: string; isError?: boolean }[];

describe('explore', () => {
  const denied = [
    ['a file', 'echo x > out.txt'],
    ['appending', 'echo x >> kept.txt'],
    ['the temporary folder', 'echo x > /tmp/agent-test-out.txt'],
    ['both streams', 'echo x &> out.txt'],
    ['a descriptor of its own', 'exec 3> out.txt'],
    ['reading and writing', 'cat <> out.txt'],
    ['in a group', '{ echo x; } > out.txt'],
    ['in a substitution', 'echo "$(echo x > out.txt)"'],
    ['in a shell of its own', "sh -c 'echo x > out.txt'"],
    ['in a process substitution', 'echo x | tee >(cat > out.txt)'],
    ['behind eval', "eval 'echo x > out.txt'"],
    ['in a function', 'f() { echo x > out.txt; }; f'],
    ['through a name only the shell knows', 'echo x > $OUT'],
    ['a line nobody can read', 'echo "unfinished'],
    ['a command from a variable', '$SHELL -c true'],
  ] as const;
  test.each(['manual', 'yolo', 'auto'])('writes to no file by redirection in mode %s', async (mode) => {
    const talk = await session(mode);
    await talk.run(`agent explore: ${denied.map(([, line]) => `run ${line}`).join('\\n')}`);
    const results = childResults(talk);
    expect(results).toHaveLength(denied.length);
    results.forEach(({ isError, output }, at) => {
      expect([denied[at]?.[0], isError, output]).toEqual([
        denied[at]?.[0],
        true,
        expect.stringMatching(/this agent may only look: .*(another way|report back)/s),
      ]);
    });
    expect(payloads(talk, 'event.approval.requested')).toEqual([]);
    expect(existsSync(file('out.txt'))).toBe(false);
    expect(readFileSync(file('kept.txt'), 'utf8')).toBe('kept\n');
  });

  test('may throw output away and join streams', async () => {
    const talk = await session('auto');
    await talk.run('agent explore: run echo x > /dev/null 2>&1\\nrun cat < kept.txt');
    expect(childResults(talk).map(({ isError }) => isError ?? false)).toEqual([false, false]);
  });

  test('an allow rule of the session does not help', async () => {
    const talk = await session('manual');
    await talk.call('POST', '/profile', { permission_rules: [{ pattern: 'Bash' }] });
    await talk.run('agent explore: run echo x > out.txt\\nrun cat kept.txt');
    expect(childResults(talk).map(({ isError }) => isError ?? false)).toEqual([true, false]);
  });

  test('an ordinary command follows the rules of the session: tee asks', async () => {
    const talk = await session('manual');
    await talk.submit('agent explore: run echo x | tee out.txt');
    const asked = await talk.decide({ decision: 'rejected', feedback: 'no' });
    expect(asked.payload).toMatchObject({ agentId: 'agent_1', agent_type: 'explore', tool_name: 'Bash' });
    await talk.until('prompt.completed');
    expect(existsSync(file('out.txt'))).toBe(false);
  });

  test.each(['yolo', 'auto'])('where the user is not asked, no program that changes files runs: %s', async (mode) => {
    const talk = await session(mode);
    await talk.call('POST', '/profile', { permission_rules: [{ pattern: 'Bash' }] });
    await talk.run(
      'agent explore: run echo x | tee out.txt\\nrun cp kept.txt out.txt\\nrun rm kept.txt\\nrun cat kept.txt',
    );
    expect(childResults(talk).map(({ isError }) => isError ?? false)).toEqual([true, true, true, false]);
    expect([existsSync(file('out.txt')), existsSync(file('kept.txt'))]).toEqual([false, true]);
  });

  test.each(['explore', 'plan'])('%s has no tool that writes', async (type) => {
    const talk = await session('auto');
    await talk.run(`agent ${type}: call Write {"path":"out.txt","content":"x"}\\ncall Edit {"path":"kept.txt"}`);
    expect(childResults(talk)).toEqual([]);
    expect(existsSync(file('out.txt'))).toBe(false);
  });

  test('plan has no shell', async () => {
    const talk = await session('auto');
    await talk.run('agent plan: run echo x > out.txt');
    expect(childResults(talk)).toEqual([]);
    expect(outputs(talk)[0]).toContain('The tool Bash is not available here.');
  });
});

describe('in plan mode', () => {
  const work = 'agent: write out.txt: x\\nrun echo x > out.txt\\nedit kept.txt: kept => changed\\nrun echo "unfinished';
  test('no write is allowed through text that only a second shell reads', async () => {
    const talk = await session('auto');
    await talk.call('POST', '/profile', { agent_config: { plan_mode: true } });
    const hidden = `run echo "echo x > out.txt" | sh`;
    await talk.run(`${hidden}\nagent: ${hidden}`);
    expect(outputs(talk)[0]).toMatch(
      /plan mode: the command line is not understood: a shell reads commands that are not on the line/,
    );
    expect(childResults(talk).map(({ isError }) => isError ?? false)).toEqual([true]);
    expect(existsSync(file('out.txt'))).toBe(false);
  });

  test('a coder writes nothing in mode auto, also not through the shell', async () => {
    const talk = await session('auto');
    await talk.call('POST', '/profile', { agent_config: { plan_mode: true } });
    await talk.run(work);
    expect(childResults(talk).map(({ isError }) => isError ?? false)).toEqual([true, true, false, true, true]);
    expect(existsSync(file('out.txt'))).toBe(false);
    expect(readFileSync(file('kept.txt'), 'utf8')).toBe('kept\n');
  });

  test.each(['manual', 'yolo'])('a coder in mode %s needs the user for a redirection', async (mode) => {
    const talk = await session(mode);
    await talk.call('POST', '/profile', { agent_config: { plan_mode: true } });
    await talk.submit('agent: write out.txt: x\\nrun echo x > out.txt');
    const asked = await talk.decide({ decision: 'rejected' });
    expect(asked.payload).toMatchObject({ agentId: 'agent_1', reason: expect.stringMatching(/plan mode/) });
    await talk.until('prompt.completed');
    expect(childResults(talk).map(({ isError }) => isError ?? false)).toEqual([true, true]);
    expect(existsSync(file('out.txt'))).toBe(false);
  });

  test("main's plan file is not the child's, and the child is notified of the mode", async () => {
    const talk = await session('auto');
    await talk.run('call EnterPlanMode {}');
    const plan = /\/\S*\/plans\/[\w-]+\.md/.exec(JSON.stringify(talk.frames.map(({ payload }) => payload)))?.[0] ?? '';
    expect(plan).toContain(trial.home);
    await talk.run(`agent: write ${plan}: mine`);
    expect(childResults(talk)).toMatchObject([{ isError: true }]);
    expect(existsSync(plan)).toBe(false);
    const first = payloads(talk, 'message.appended', 'agent_1')[0]?.['message'] as {
      metadata: { reminders: string[] };
    };
    expect(first.metadata.reminders.join('\n')).toMatch(/session is in plan mode/);
    expect(first.metadata.reminders.join('\n')).not.toContain('ExitPlanMode');
  });
});

describe('rules and tools of the session', () => {
  test('a deny rule of the configuration holds in a child, in every mode', async () => {
    const talk = await session('auto', { config: '[permission]\ndeny = ["Bash(cat *)", "Write(**/secret/**)"]\n' });
    await talk.run(
      'agent: run cat kept.txt\\nrun cd . && cat kept.txt\\nwrite secret/x.txt: x\\nrun echo x > secret/y',
    );
    expect(childResults(talk).map(({ isError }) => isError ?? false)).toEqual([true, true, true, true]);
    expect(childResults(talk)[0]?.output).toMatch(/Bash\(cat \*\).*report back/s);
  });

  test('a deny rule on a type holds for a new agent and for one that continues', async () => {
    const talk = await session('auto', { config: '[permission]\ndeny = ["Agent(explore)"]\n' });
    await talk.run('agent explore: say x\nagent plan: say x');
    expect(payloads(talk, 'tool.result', 'main').map(({ isError }) => isError ?? false)).toEqual([true, false]);
  });

  test('tools that a client switched off are off in children', async () => {
    const talk = await session('auto');
    await talk.run('agent: write out.txt: x', { disabled_tools: ['Write'] });
    expect(existsSync(file('out.txt'))).toBe(false);
    expect(outputs(talk)[0]).toContain('The tool Write is not available here.');
  });

  test('an unattended prompt runs its children unattended', async () => {
    const talk = await session('manual');
    await talk.run('agent: write out.txt: x', { unattended: true });
    expect(readFileSync(file('out.txt'), 'utf8')).toBe('x');
  });
});

describe('approvals of a child', () => {
  test('name the agent and its type, and are resolved like any other', async () => {
    const talk = await session('manual');
    await talk.submit('agent: write out.txt: x');
    const asked = await talk.until('event.approval.requested');
    expect(asked.payload).toMatchObject({ agentId: 'agent_1', agent_type: 'coder', turn_id: 1 });
    const { data } = await talk.call<{ items: unknown[] }>('GET', '/approvals?status=pending');
    expect(data.items).toMatchObject([{ agent_id: 'agent_1', agent_type: 'coder' }]);
    const snapshot = await talk.call<Record<string, unknown>>('GET', '/snapshot');
    expect(snapshot.data).toMatchObject({
      pending_approvals: [{ agent_id: 'agent_1' }],
      subagents: [{ id: 'agent_1', status: 'running', subagent_phase: 'suspended', suspended_reason: 'approval' }],
      in_flight_agents: [{ agent_id: 'agent_1', turn_id: 1 }],
      agent_status: { agent_1: { phase: { kind: 'awaiting_approval' } }, main: { phase: { kind: 'tool_call' } } },
    });
    await talk.decide({ decision: 'approved' });
    await talk.until('prompt.completed');
    expect(readFileSync(file('out.txt'), 'utf8')).toBe('x');
  });

  test('several children ask at the same time', async () => {
    const talk = await session('manual');
    await talk.submit('agent: write a.txt: a\n+ agent: write b.txt: b');
    await talk.until(({ type, payload }) => type === 'event.approval.requested' && payload['agentId'] === 'agent_1');
    await talk.until(({ type, payload }) => type === 'event.approval.requested' && payload['agentId'] === 'agent_2');
    for (const { approval_id: id } of payloads(talk, 'event.approval.requested').toReversed())
      await talk.call('POST', `/approvals/${String(id)}`, { decision: 'approved' });
    await talk.until('prompt.completed');
    expect([readFileSync(file('a.txt'), 'utf8'), readFileSync(file('b.txt'), 'utf8')]).toEqual(['a', 'b']);
  });

  test('cancelled: the turn of the child ends, its caller continues', async () => {
    const talk = await session('manual');
    await talk.submit('agent: write out.txt: x');
    await talk.decide({ decision: 'cancelled' });
    await talk.until('prompt.completed');
    expect(agentLines(talk)).toContain('agent_1: turn.ended cancelled user_cancelled');
    expect(outputs(talk)[0]).toMatch(/^status: killed/);
  });

  test('expired: as cancelled, by the clock', async () => {
    let ahead = 0;
    const talk = await session('manual', { now: () => Date.now() + ahead });
    await talk.submit('agent: write out.txt: x');
    const asked = await talk.until('event.approval.requested');
    ahead = 25 * 60 * 60 * 1000;
    const late = await talk.call('POST', `/approvals/${String(asked.payload['approval_id'])}`, {
      decision: 'approved',
    });
    expect(late.code).toBe(41001);
    await talk.until('prompt.completed');
    expect(agentLines(talk)).toContain('agent_1: turn.ended cancelled aborted');
    expect(outputs(talk)[0]).toMatch(/^status: killed/);
  });

  test('an abort of the session resolves them', async () => {
    const talk = await session('manual');
    await talk.submit('agent: write out.txt: x');
    await talk.until('event.approval.requested');
    await talk.call('POST', ':abort');
    await talk.until('prompt.aborted');
    expect(payloads(talk, 'event.approval.resolved')).toMatchObject([{ decision: 'cancelled', by: 'abort' }]);
    const { data } = await talk.call<{ busy: boolean; pending_interaction: string }>('GET', '');
    expect(data).toMatchObject({ busy: false, pending_interaction: 'none' });
  });

  test('a change of mode decides them', async () => {
    const talk = await session('manual');
    await talk.submit('agent: write out.txt: x');
    await talk.until('event.approval.requested');
    await talk.call('POST', '/profile', { agent_config: { permission_mode: 'auto' } });
    await talk.until('prompt.completed');
    expect(readFileSync(file('out.txt'), 'utf8')).toBe('x');
  });
});
