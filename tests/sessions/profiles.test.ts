/** Custom agents and SYSTEM.md in sessions: what a session is bound to, and what survives (engine.md 14, 3.4, 3.5). */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, jest, test } from '@jest/globals';
import { model, trial, useScriptedTrial } from '../helpers/trial.js';
import type { Talk } from '../helpers/turns.js';
import { put, systemOf, toolsOf } from './skills.fixture.js';

jest.setTimeout(60_000);

useScriptedTrial();

const agentText = (body: string, more = '') => `---\ndescription: about it\n${more}\n---\n${body}\n`;
const agentFile = (name: string, body: string, more = '') =>
  put(trial.cwd, '.agent-code/agents', `${name}.md`, agentText(body, more));
/** Runs a prompt; returns the system prompt of its request. */
const asked = async (talk: Talk): Promise<string> => {
  model.reply({ text: 'ok' });
  await talk.run('hello');
  return systemOf(model);
};
const named = (profile: string, more: object = {}) => trial.talk({ agent_config: { profile, ...more } });
const create = (body: object) => trial.call('POST', '/api/v1/sessions', { metadata: { cwd: trial.cwd }, ...body });
const profileOf = async (talk: Talk) =>
  (await talk.call<{ agent_config: { profile: string; model: string } }>('GET', '')).data.agent_config;
const warningsOf = (talk: Pick<Talk, 'frames'>) =>
  talk.frames.filter(({ type }) => type === 'warning').map(({ payload }) => String(payload['message']));

describe('bound at creation', () => {
  test('its body, its tools; kept over changes of the file, reload, restart and fork', async () => {
    const file = agentFile('reviewer', 'You review ${cwd}.', 'tools: [Read, Grep, mcp__x__*]\ndisallowedTools: [Grep]');
    const talk = await named('reviewer');
    expect((await profileOf(talk)).profile).toBe('reviewer');
    const system = await asked(talk);
    expect(system.startsWith(`You review ${trial.cwd}.\n\n# Environment`)).toBe(true);
    expect(system).not.toContain('# Skills');
    expect(toolsOf(model)).toEqual(['Read']);
    rmSync(file);
    agentFile('reviewer', 'You are another one.', 'tools: [Bash]');
    await talk.call('POST', ':reload');
    expect(await asked(talk)).toBe(system);
    await trial.restart();
    const again = await trial.join(talk.id);
    expect(await asked(again)).toBe(system);
    await again.call('POST', ':reload');
    const forked = await again.call<{ id: string; agent_config: { profile: string } }>('POST', ':fork', {});
    expect(forked.data.agent_config.profile).toBe('reviewer');
    const fork = await trial.join(forked.data.id);
    expect(await asked(fork)).toBe(system);
    expect(toolsOf(model)).toEqual(['Read']);
  });

  test('an unknown name is refused with those there are, and nothing is made', async () => {
    agentFile('reviewer', 'x');
    const before = await trial.call<{ items: unknown[] }>('GET', '/api/v1/sessions');
    expect(await create({ agent_config: { profile: 'revewer' } })).toMatchObject({
      code: 40001,
      msg: 'agent_config.profile: unknown agent: revewer (there are: agent, coder, explore, plan, reviewer)',
    });
    const after = await trial.call<{ items: unknown[] }>('GET', '/api/v1/sessions');
    expect(after.data.items).toHaveLength(before.data.items.length);
  });

  test('a built-in one can be chosen', async () => {
    const talk = await named('explore');
    await asked(talk);
    expect(toolsOf(model)).toEqual(expect.arrayContaining(['Bash', 'Glob', 'Grep', 'Read']));
    expect(toolsOf(model)).not.toContain('Write');
  });

  test.each<[string, string, object, string[]]>([
    ['absent: all', '', {}, ['Bash', 'Read', 'Skill', 'TodoList', 'Write']],
    ['[]: none', 'tools: []', {}, []],
    ['a list', 'tools: [Read, Write]', {}, ['Read', 'Write']],
    ['wildcards', 'tools: [Todo*, R*]', {}, ['Read', 'TodoList']],
    ['disallowed last', 'tools: [Read, Write]\ndisallowedTools: [Read]', {}, ['Write']],
    ['disallowed alone', 'disallowedTools: [Bash, Skill]', {}, ['Read', 'TodoList', 'Write']],
    ['the request narrows', 'tools: [Read, Write]', { tools: ['Read', 'Bash'] }, ['Read']],
    ['the request cannot widen', 'tools: [Read]', { tools: ['Bash'] }, []],
  ])('tools, %s', async (_name, more, config, expected) => {
    agentFile('some', 'You are some.', more);
    const talk = await named('some', config);
    await asked(talk);
    const looked = ['Bash', 'Read', 'Skill', 'TodoList', 'Write'];
    expect(toolsOf(model).filter((name) => looked.includes(name))).toEqual(expected);
    const { data } = await trial.call<{ tools: { name: string; active: boolean }[] }>(
      'GET',
      `/api/v1/tools?session_id=${talk.id}`,
    );
    expect(data.tools.filter(({ name, active }) => active && looked.includes(name)).map(({ name }) => name)).toEqual(
      expected,
    );
  });

  test('a call of a tool that its agent does not have is refused', async () => {
    agentFile('some', 'You are some.', 'tools: [Read]');
    model.reply({ calls: [{ name: 'Write', input: { path: 'a', content: 'b' } }] }, { text: 'ok' });
    const talk = await named('some');
    await talk.run('go');
    expect((await talk.until('tool.result')).payload).toMatchObject({
      isError: true,
      output: expect.stringContaining('no tool named "Write"'),
    });
  });

  test('its model, unless the session chose one; one that is not configured is reported', async () => {
    agentFile('offline', 'x', 'model: offline/echo');
    agentFile('nowhere', 'x', 'model: none');
    expect((await profileOf(await named('offline'))).model).toBe('offline/echo');
    expect((await profileOf(await named('offline', { model: 'm' }))).model).toBe('m');
    const talk = await named('nowhere');
    expect((await profileOf(talk)).model).toBe('m');
    const replay = await talk.follow({ cursors: { [talk.id]: { seq: 0 } } });
    expect((await replay.until('warning')).payload).toMatchObject({
      message: 'The agent nowhere asks for the model none, which is not configured.',
    });
  });

  test('what is odd about files is reported in the session, and in its warnings', async () => {
    agentFile('odd', 'x', 'tools: ["Bash(git *)", Reed]');
    agentFile('bad', '');
    const talk = await named('odd');
    const replay = await talk.follow({ cursors: { [talk.id]: { seq: 0 } } });
    await replay.until('event.session.created');
    const told = replay.frames.filter(({ type }) => type === 'warning').map(({ payload }) => payload['message']);
    expect(told).toEqual([
      expect.stringContaining('bad.md was skipped: it has no text'),
      expect.stringContaining('odd.md holds permission patterns, which are not tool names: Bash(git *)'),
      expect.stringContaining('odd.md names tools that do not exist: Reed'),
    ]);
    const { data } = await talk.call<{ warnings: { message: string }[] }>('GET', '/warnings');
    expect(data.warnings.map(({ message }) => message)).toEqual(told);
  });
});

describe('with a prompt', () => {
  test('bound before the first turn, never after it', async () => {
    agentFile('reviewer', 'You review.', 'tools: [Read]');
    agentFile('other', 'You do other things.');
    const talk = await trial.talk();
    expect(await talk.submit('hi', { profile: 'none' })).toMatchObject({
      code: 40001,
      msg: expect.stringContaining('profile: unknown agent: none (there are: agent, coder'),
    });
    model.reply({ text: 'ok' }, { text: 'ok' });
    await talk.run('hi', { profile: 'reviewer' });
    expect(systemOf(model)).toMatch(/^You review\./);
    expect(toolsOf(model)).toEqual(['Read']);
    expect((await profileOf(talk)).profile).toBe('reviewer');
    await talk.run('hi', { profile: 'reviewer' });
    expect(await talk.submit('hi', { profile: 'other' })).toMatchObject({
      code: 40001,
      msg: 'profile: differs from the bound agent, reviewer',
    });
    expect(await talk.submit('hi', { profile: 'agent' })).toMatchObject({ code: 40001 });
    expect(await talk.call('POST', '/profile', { agent_config: { profile: 'other' } })).toMatchObject({ code: 40001 });
  });

  test('back to the default agent, too', async () => {
    agentFile('reviewer', 'You review.', 'tools: [Read]');
    const talk = await named('reviewer');
    model.reply({ text: 'ok' });
    await talk.run('hi', { profile: 'agent' });
    expect(systemOf(model)).toMatch(/^You are Agent,/);
    await trial.restart();
    const again = await trial.join(talk.id);
    expect((await profileOf(again)).profile).toBe('agent');
    model.reply({ text: 'ok' });
    await again.run('hi');
    expect(toolsOf(model)).toContain('Write');
  });
});

describe('the file of a launch', () => {
  const launch = (text: string, more: object = {}) => ({
    launch: { agent_file: { path: '/x/mine.md', text } },
    ...more,
  });

  test('it is the agent of the session, whatever is found elsewhere', async () => {
    agentFile('mine', 'You are of the project.');
    const talk = await trial.talk(launch(agentText('You are mine.', 'tools: [Read]').replaceAll('\n', '\r\n')));
    expect((await profileOf(talk)).profile).toBe('mine');
    expect(await asked(talk)).toMatch(/^You are mine\.\n/);
    expect(toolsOf(model)).toEqual(['Read']);
    await trial.restart();
    expect(await asked(await trial.join(talk.id))).toMatch(/^You are mine\.\n/);
    const replaced = await trial.talk(launch(agentText('You are my own.', 'name: agent\noverride: true')));
    put(trial.home, 'SYSTEM.md', 'You are of the user.');
    expect(await asked(replaced)).toMatch(/^You are my own\.\n/);
  });

  test.each<[string, object, RegExp]>([
    ['no front matter', launch('You are mine.'), /launch\.agent_file: \/x\/mine\.md: it has no front matter/],
    ['bad front matter', launch(agentText('x', 'tools: Read')), /tools: must be a list/],
    ['no text', launch(agentText('')), /it has no text/],
    ['a built-in name', launch(agentText('x', 'name: plan')), /plan is a built-in agent; override: true replaces it/],
    [
      'with a profile',
      launch(agentText('x'), { agent_config: { profile: 'coder' } }),
      /not together with agent_config.profile/,
    ],
    ['without text', { launch: { agent_file: { path: '/x' } } }, /text/],
  ])('%s is refused', async (_name, body, message) => {
    const answer = await create(body);
    expect([answer.code, answer.msg]).toEqual([40001, expect.stringMatching(message)]);
  });

  test('only for a new session', async () => {
    const talk = await trial.talk();
    const answer = await talk.call('POST', ':load', launch(agentText('x')));
    expect(answer).toMatchObject({ code: 40001, msg: 'launch.agent_file: can only be given at creation' });
  });
});

describe('the default agent', () => {
  const system = () => put(trial.home, 'SYSTEM.md', 'You are ${product_name} of the user.');

  test('SYSTEM.md replaces its body; read again with the next rendering', async () => {
    system();
    const talk = await trial.talk();
    const first = await asked(talk);
    expect(first).toMatch(/^You are Agent of the user\.\n\n# Environment/);
    expect(first).toContain('# Skills');
    put(trial.home, 'SYSTEM.md', 'You are changed.');
    expect(await asked(talk)).toBe(first);
    await talk.call('POST', ':reload');
    expect(await asked(talk)).toMatch(/^You are changed\./);
    rmSync(join(trial.home, 'SYSTEM.md'));
    await talk.call('POST', ':reload');
    expect(await asked(talk)).toMatch(/^You are Agent, a coding agent/);
  });

  test('what is wrong with it is reported', async () => {
    writeFileSync(join(trial.home, 'SYSTEM.md'), Buffer.from([0xff, 0xfe]));
    const talk = await trial.talk();
    expect(await asked(talk)).toMatch(/^You are Agent, a coding agent/);
    expect(warningsOf(talk)).toEqual([expect.stringContaining('SYSTEM.md was skipped: it is not UTF-8 text')]);
    const { data } = await talk.call<{ warnings: object[] }>('GET', '/warnings');
    expect(data.warnings).toEqual([expect.objectContaining({ code: 'agent-skipped' })]);
  });

  const override = 'name: agent\noverride: true';
  test.each<[string, () => unknown, object, RegExp]>([
    [
      'a project file with override',
      () => agentFile('a', 'You are of the project.', override),
      {},
      /^You are of the project\./,
    ],
    [
      'a user file with override does not outrank it',
      () => put(trial.home, 'agents', 'a.md', agentText('You are in agents.', `${override}\ntools: [Read]`)),
      {},
      /^You are Agent of the user\./,
    ],
    ['without override nothing changes', () => agentFile('agent', 'No.'), {}, /^You are Agent of the user\./],
    ['another agent by name', () => agentFile('b', 'You are b.'), { agent_config: { profile: 'b' } }, /^You are b\./],
    [
      'the default one by name',
      () => undefined,
      { agent_config: { profile: 'agent' } },
      /^You are Agent of the user\./,
    ],
    [
      'a prompt of the request',
      () => agentFile('a', 'You are of the project.', override),
      { agent_config: { system_prompt: 'You are of the request.' } },
      /^You are of the request\./,
    ],
  ])('beside SYSTEM.md: %s', async (_name, make, body, expected) => {
    system();
    make();
    expect(await asked(await trial.talk({ ...body }))).toMatch(expected);
  });

  test('a prompt of the request keeps the bound agent', async () => {
    agentFile('b', 'You are b.', 'tools: [Read]');
    const talk = await named('b', { system_prompt: 'You are of the request.' });
    expect((await profileOf(talk)).profile).toBe('b');
    expect(await asked(talk)).toMatch(/^You are of the request\./);
    expect(toolsOf(model)).toEqual(['Read']);
  });
});

describe('as subagents', () => {
  const report = 'a full report. '.repeat(20);
  const call = (type: string) =>
    model.reply({
      calls: [{ name: 'Agent', input: { prompt: 'look', description: 'look at it', subagent_type: type } }],
    });

  test('listed for those who may call them, and made from their files as they are then', async () => {
    agentFile('reviewer', 'You review ${os}.', 'tools: [Read]\nwhenToUse: before a merge');
    agentFile('lonely', 'You are alone.', 'subagents: []');
    agentFile('choosy', 'You choose.', 'subagents: [reviewer, explore]');
    const talk = await trial.talk();
    call('reviewer');
    model.reply({ text: report }, { text: 'done' });
    agentFile('reviewer', 'You review ${os} well.', 'tools: [Read]\nwhenToUse: before a merge');
    await talk.run('go');
    expect(systemOf(model, 0)).toContain(
      '# Agents\nFurther types for the Agent tool.\n\n- choosy: about it\n- lonely: about it\n- reviewer: about it When: before a merge',
    );
    expect(systemOf(model, 1)).toMatch(/^You review linux well\.[^]*# Reporting back/);
    expect(toolsOf(model, 1)).toEqual(['Read']);
    expect((await talk.until('agent.created')).payload).toMatchObject({ agentId: 'agent_1', subagentType: 'reviewer' });
    expect((await talk.until('tool.result')).payload['output']).toContain('actual_subagent_type: reviewer');
    const listed = async (profile: string) =>
      (await asked(await named(profile))).match(/^- (choosy|lonely|reviewer):/gm);
    expect(await listed('choosy')).toEqual(['- reviewer:']);
    expect(await listed('lonely')).toBeNull();
    expect(await listed('explore')).toBeNull();
  });

  test('a model that is not configured is reported, and that of the session serves', async () => {
    agentFile('reviewer', 'You review.', 'model: none');
    const talk = await trial.talk();
    call('reviewer');
    model.reply({ text: report }, { text: 'done' });
    await talk.run('go');
    expect(warningsOf(talk)).toContain('The agent reviewer asks for the model none, which is not configured.');
    expect((await talk.until('tool.result')).payload['isError']).toBeUndefined();
  });

  test('only those the caller may start', async () => {
    agentFile('reviewer', 'You review.');
    agentFile('choosy', 'You choose.', 'subagents: [explore]');
    const talk = await named('choosy');
    call('reviewer');
    model.reply({ text: 'done' });
    await talk.run('go');
    expect((await talk.until('tool.result')).payload).toMatchObject({
      isError: true,
      output: expect.stringContaining('no agent type "reviewer" for you. Types: explore.'),
    });
  });
});

test('a project that turns an agent that only looks into one that writes does not do so without a word', async () => {
  agentFile('explore', 'You write.', 'override: true\ntools: [Read, Write]');
  const talk = await trial.talk();
  model.reply({ text: 'done' });
  await talk.run('go');
  const message = `${join(trial.cwd, '.agent-code/agents/explore.md')} replaces the built-in agent explore, which changes nothing, with one that has Write.`;
  const all = await talk.follow({ cursors: { [talk.id]: { seq: 0 } } });
  expect(warningsOf(all)).toEqual([message]);
  const { data } = await talk.call<{ warnings: object[] }>('GET', '/warnings');
  expect(data.warnings).toContainEqual({ code: 'agent-skipped', message, severity: 'warning' });
});

test('a workspace lists its agents', async () => {
  const file = agentFile('reviewer', 'x', 'whenToUse: before a merge');
  agentFile('plan', 'x', 'override: true');
  const talk = await trial.talk();
  const { data } = await talk.call<{ workspace_id: string }>('GET', '');
  const agents = await trial.call<{ profiles: object[] }>('GET', `/api/v1/workspaces/${data.workspace_id}/agents`);
  expect(agents.data.profiles).toEqual([
    { name: 'agent', description: expect.any(String), source: 'builtin', overrides_builtin: false },
    { name: 'coder', description: expect.any(String), source: 'builtin', overrides_builtin: false },
    { name: 'explore', description: expect.any(String), source: 'builtin', overrides_builtin: false },
    {
      name: 'plan',
      description: 'about it',
      source: 'project',
      path: join(trial.cwd, '.agent-code/agents/plan.md'),
      overrides_builtin: true,
    },
    {
      name: 'reviewer',
      description: 'about it',
      when_to_use: 'before a merge',
      source: 'project',
      path: file,
      overrides_builtin: false,
    },
  ]);
});
