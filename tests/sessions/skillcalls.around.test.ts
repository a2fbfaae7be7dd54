/** Skill calls beside prompts, approvals and lists: order, warnings, reload and search (engine.md 13; rest.md 16). */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, jest, test } from '@jest/globals';
import { model, trial, useScriptedTrial } from '../helpers/trial.js';
import { bundle, put, sent, systemOf } from './skills.fixture.js';
import { offline, activate, userMessages } from './skillcalls.fixture.js';

jest.setTimeout(60_000);

useScriptedTrial();

describe('together with a prompt', () => {
  test('texts of the skills stand before that of the prompt, in one turn', async () => {
    bundle(trial.cwd, 'a', 'Text of a: $ARGUMENTS.');
    bundle(trial.cwd, 'b', 'Text of b.', 'type: flow');
    model.reply({ text: 'done' });
    const talk = await trial.talk();
    await talk.run('use both', { skills: [{ name: 'A', args: '1' }, { name: 'b' }] });
    const [message] = userMessages(talk);
    expect(message?.content.map((part) => part.text)).toEqual([
      expect.stringContaining('Text of a: 1.'),
      expect.stringContaining('Text of b.'),
      'use both',
    ]);
    const origin = {
      kind: 'user',
      skillActivations: [
        expect.objectContaining({ skillName: 'a', skillArgs: '1' }),
        expect.objectContaining({ skillName: 'b', skillType: 'flow' }),
      ],
    };
    expect(message?.metadata).toMatchObject({ origin });
    expect((await talk.until('turn.started')).payload).toMatchObject({ origin, prompt: 'use both' });
    const activated = talk.frames.filter(({ type }) => type === 'skill.activated').map(({ payload }) => payload);
    expect(activated.map(({ skillName, trigger }) => [skillName, trigger])).toEqual([
      ['a', 'user-slash'],
      ['b', 'user-slash'],
    ]);
    expect(sent(model).at(-1)?.content).toMatch(/Text of a: 1\.[^]*Text of b\.[^]*use both/);
    // the skill counts as loaded
    model.reply({ calls: [{ name: 'Skill', input: { skill: 'a', args: '1' } }] }, { text: 'ok' });
    await talk.run('again');
    expect((await talk.until('tool.result')).payload['output']).toMatch(/loaded already/);
  });

  test('steered into a running turn: the texts come with its message, and what was said is shown without them', async () => {
    bundle(trial.cwd, 'a', 'Text of a: $ARGUMENTS.');
    const gone = bundle(trial.cwd, 'b', 'Text of b.');
    model.reply({ text: 'first', delayMs: 600 }, { text: 'second' });
    const talk = await trial.talk();
    await talk.submit('go');
    await talk.until('turn.step.started');
    const one = await talk.submit('use a', { skills: [{ name: 'a', args: '1' }] });
    const two = await talk.submit('and b', { skills: [{ name: 'b' }] });
    await activate(talk, 'a');
    const queue = await talk.call<{ queued: { prompt_id: string }[] }>('GET', '/prompts');
    const ids = queue.data.queued.map(({ prompt_id }) => prompt_id);
    expect(ids.slice(0, 2)).toEqual([one.data.prompt_id, two.data.prompt_id]);
    // the call of a skill has a turn of its own (engine.md 2.6), so it cannot be steered with others
    expect(await talk.call('POST', '/prompts:steer', { prompt_ids: ids })).toMatchObject({ code: 40001 });
    await talk.call('DELETE', `/prompts/${String(ids[2])}`);
    expect(await talk.call('POST', '/prompts:steer', { prompt_ids: ids.slice(0, 2) })).toMatchObject({ code: 0 });
    rmSync(gone);
    await talk.until('prompt.completed completed');
    const message = userMessages(talk).at(-1);
    expect(message?.content.map((part) => part.text)).toEqual([
      expect.stringContaining('Text of a: 1.'),
      expect.stringContaining('The skill b was called but could not be loaded'),
      'use a',
      'and b',
    ]);
    expect(message?.metadata).toMatchObject({
      origin: { kind: 'user', skillActivations: [{ skillName: 'a', skillArgs: '1' }, { skillName: 'b' }] },
    });
    const steered = talk.lines().slice(talk.lines().findIndex((line) => line.startsWith('turn.step.completed 1')));
    expect(steered.slice(1, 5)).toEqual(['skill.activated', 'warning', 'message.appended user', 'turn.step.started 2']);
    expect(sent(model).at(-1)?.content).toMatch(/Text of a: 1\.[^]*use a[^]*and b/);
    for (const restart of [false, true]) {
      if (restart) await trial.restart();
      const { data } = await trial.call('GET', `/api/v1/sessions/${talk.id}/transcript?agent_id=main`);
      expect(JSON.stringify(data)).toContain('"role":"user","text":"use a\\nand b"');
    }
    model.checkInvariants();
  });

  test('what is refused, and leaves nothing behind', async () => {
    const talk = await offline();
    const skills = [{ name: 'mcp-config' }];
    const refusals = [
      await talk.submit('hi', { skills, prompt_id: 'mine' }),
      await talk.submit('hi', { skills: [...skills, { name: 'none' }] }),
      await talk.submit('hi', { skills: [] }),
      await talk.submit('hi', { skills, agent_id: 'agent_9' }),
    ];
    expect(refusals.map(({ code }) => code)).toEqual([40001, 40415, 40001, 40401]);
    expect(talk.lines().filter((line) => line.startsWith('prompt.'))).toEqual([]);
  });
});

describe('a turn that waits for the user', () => {
  test('a prompt steered into it brings its skill after a restart', async () => {
    bundle(trial.cwd, 'a', 'Text of a: $ARGUMENTS.');
    const talk = await offline();
    await talk.submit('ask Really?');
    await talk.until('event.question.requested');
    const { data } = await talk.submit('say more', { skills: [{ name: 'a', args: '2' }] });
    expect((await talk.call('POST', `/prompts/${data.prompt_id}:steer`)).code).toBe(0);
    await trial.restart();
    const again = await trial.join(talk.id);
    const questions = await again.call<{ items: { question_id: string }[] }>('GET', '/questions?status=pending');
    await again.call('POST', `/questions/${questions.data.items[0]?.question_id ?? ''}`, { answers: {} });
    await again.until('turn.ended completed');
    const [message, ...more] = userMessages(again);
    expect(more).toEqual([]);
    expect(message?.content.map((part) => part.text)).toEqual([expect.stringContaining('Text of a: 2.'), 'say more']);
    expect(again.frames.filter(({ type }) => type === 'skill.activated')).toHaveLength(1);
  });

  test('a skill loaded in the same step reaches the model after a restart', async () => {
    const file = bundle(trial.cwd, 'a', 'Text of a.');
    bundle(trial.cwd, 'b', 'Text of b.');
    const ask = { questions: [{ question: 'Which?', options: [{ label: 'x' }, { label: 'y' }] }] };
    model.reply({
      calls: [
        { name: 'Skill', input: { skill: 'a' } },
        { name: 'Skill', input: { skill: 'b', args: 'now' } },
        { name: 'AskUserQuestion', input: ask },
      ],
    });
    model.reply({ text: 'done' });
    const talk = await trial.talk();
    await talk.submit('go');
    await talk.until('event.question.requested');
    await talk.until(() => talk.lines().filter((line) => line === 'tool.result ok').length === 2);
    await trial.restart();
    rmSync(file);
    const again = await trial.join(talk.id);
    const questions = await again.call<{ items: { question_id: string }[] }>('GET', '/questions?status=pending');
    const answer = { answers: {} };
    expect(await again.call('POST', `/questions/${questions.data.items[0]?.question_id ?? ''}`, answer)).toMatchObject({
      code: 0,
    });
    await again.until('turn.ended completed');
    const said = sent(model).at(-1)?.content ?? '';
    expect(said).toMatch(/The skill a was called but could not be loaded/);
    expect(said).toMatch(/<skill-loaded name=.{1,2}b\W[^]*Text of b\.[^]*ARGUMENTS: now/);
    const users = userMessages(again);
    expect(users.map(({ metadata }) => (metadata as { origin: { kind: string } }).origin.kind)).toEqual([
      'skill_activation',
      'skill_activation',
    ]);
    model.checkInvariants();
  });
});

describe('lists, warnings, reload', () => {
  test('a session and a workspace list the same; a launch brings its own directories', async () => {
    bundle(trial.cwd, 'own', 'Steps.', 'disableModelInvocation: true');
    put(trial.home, 'launched', 'l.md', 'Launched.');
    const talk = await offline();
    const { data } = await talk.call<{ skills: object[] }>('GET', '/skills');
    expect(data.skills).toContainEqual({
      name: 'own',
      description: 'about own',
      path: join(trial.cwd, '.agent-code/skills/own/SKILL.md'),
      source: 'project',
      type: 'prompt',
      disable_model_invocation: true,
    });
    expect(data.skills).toContainEqual(expect.objectContaining({ path: 'builtin:skill-author', source: 'builtin' }));
    const session = await talk.call<{ workspace_id: string }>('GET', '');
    const workspace = await trial.call('GET', `/api/v1/workspaces/${session.data.workspace_id}/skills`);
    expect(workspace.data).toEqual(data);
    const launched = await trial.talk({ launch: { skills_dirs: [join(trial.home, 'launched')] } });
    const names = async () =>
      (await launched.call<{ skills: { name: string }[] }>('GET', '/skills')).data.skills.map(({ name }) => name);
    expect(await names()).toEqual(['custom-theme', 'l', 'mcp-config', 'skill-author', 'update-config']);
    expect((await activate(launched, 'own')).code).toBe(40415);
    // a restart forgets the launch, until a client gives it again
    await trial.restart();
    expect(await names()).toContain('own');
    await launched.call('POST', ':load', { launch: { skills_dirs: [join(trial.home, 'launched')] } });
    expect(await names()).not.toContain('own');
    for (const [skills_dirs, code] of [
      [['relative'], 40001],
      [['/nowhere/at/all'], 40409],
    ] as const)
      expect(
        await trial.call('POST', '/api/v1/sessions', { metadata: { cwd: trial.cwd }, launch: { skills_dirs } }),
      ).toMatchObject({ code });
  });

  test('warnings: read again at each request, reported once while a turn begins', async () => {
    const talk = await offline();
    const warnings = async () =>
      (await talk.call<{ warnings: { code: string; message: string; severity: string }[] }>('GET', '/warnings')).data
        .warnings;
    const warned = () => talk.frames.filter(({ type }) => type === 'warning').map(({ payload }) => payload);
    expect(await warnings()).toEqual([]);
    await talk.run('say hi');
    expect(warned()).toEqual([]);
    put(trial.cwd, '.agent-code/skills', 'bad', 'SKILL.md', 'no front matter');
    put(trial.cwd, '.agent-code/skills', 'mcp-config.md', 'Mine.');
    put(trial.home, 'skills', 'mcp-config.md', 'Of the user.');
    put(trial.cwd, '.agent-code/agents', 'bad.md', 'no front matter');
    put(trial.cwd, 'AGENTS.md', 'x'.repeat(40_000));
    const found = await warnings();
    expect(found.map(({ code, severity }) => `${code} ${severity}`)).toEqual([
      'agents-md-oversized warning',
      'skill-skipped warning',
      'skill-skipped info',
      'agent-skipped warning',
    ]);
    expect(found[1]?.message).toContain(join(trial.cwd, '.agent-code/skills/bad/SKILL.md'));
    await talk.run('say hi');
    await talk.run('say hi');
    expect(warned()).toEqual([
      expect.objectContaining({ code: 'agents-md-oversized' }),
      expect.objectContaining({ code: 'skill-skipped', message: found[1]?.message }),
    ]);
  });

  test('reload: refused while a turn runs; then everything is read again', async () => {
    model.reply({ text: 'ok' }, { text: 'ok' }, { text: 'ok' });
    const talk = await trial.talk();
    await talk.run('hello');
    const before = systemOf(model);
    put(trial.cwd, 'AGENTS.md', 'Be kind.');
    await talk.run('hello');
    expect(systemOf(model)).toBe(before);
    const busy = await offline();
    await busy.submit('ask Really?');
    await busy.until('event.question.requested');
    expect(await busy.call('POST', ':reload')).toMatchObject({ code: 40901 });
    expect(await talk.call('POST', ':reload')).toMatchObject({ code: 0, data: {} });
    // the event is internal and durable
    expect(talk.frames.some(({ type }) => type === 'agent.prompt.dropped')).toBe(false);
    await trial.restart();
    const again = await trial.join(talk.id);
    await again.run('hello');
    expect(systemOf(model)).toContain('Be kind.');
  });
});

test('what users search for: what they typed, not the texts of skills', async () => {
  bundle(trial.cwd, 'a', 'Unusual words.');
  const talk = await offline();
  await activate(talk, 'a', { args: 'typed words' });
  await talk.until('prompt.completed');
  await talk.run('say more words', { skills: [{ name: 'a' }] });
  await talk.run('skill a x');
  const db = new Database(join(trial.home, 'agent.db'), { readonly: true });
  const rows = db.prepare(`SELECT text FROM search_text WHERE role = 'user' ORDER BY seq`).all() as { text: string }[];
  db.close();
  expect(rows.map((row) => row.text)).toEqual(['/a typed words', 'say more words', 'skill a x']);
});
