/** Skills: what the model reads and loads, users call, and survives (engine.md 13, 4.16; rest.md 12, 16). */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, jest, test } from '@jest/globals';
import { model, trial, useScriptedTrial } from '../helpers/trial.js';
import { modelConfig, type Talk } from '../helpers/turns.js';
import { bundle, put, sent, systemOf, toolsOf } from './skills.fixture.js';

jest.setTimeout(60_000);

useScriptedTrial();

/** Scripts a reply that calls the tool Skill. */
const calls = (...asked: { skill: string; args?: string }[]) =>
  model.reply({ calls: asked.map((input) => ({ name: 'Skill', input })) });
const offline = () => trial.talk({ agent_config: { model: 'offline/echo' } });
const resultOf = (talk: Talk, from = 0) => talk.until('tool.result', from).then(({ payload }) => payload);
const activated = (talk: Talk) =>
  talk.frames.filter(({ type }) => type === 'skill.activated').map((each) => each.payload);

describe('the listing', () => {
  test('name, description and place of what the model may load; the built-in ones too', async () => {
    bundle(trial.cwd, 'release', 'Steps.', 'whenToUse: a version is due');
    bundle(trial.cwd, 'hidden', 'Steps.', 'disableModelInvocation: true');
    bundle(trial.cwd, 'walk', 'Steps.', 'type: flow');
    model.reply({ text: 'hi' });
    const talk = await trial.talk();
    await talk.run('hello');
    const system = systemOf(model);
    expect(system).toContain('# Skills\n');
    expect(system).toContain(
      `- release: about release When: a version is due (${trial.cwd}/.agent-code/skills/release/SKILL.md)`,
    );
    expect(system).toContain('(builtin:mcp-config)');
    for (const name of ['hidden', 'walk']) expect(system).not.toContain(`- ${name}:`);
    expect(toolsOf(model)).toContain('Skill');
  });

  test('a change takes effect with the next turn, and only then is the prompt another', async () => {
    const talk = await trial.talk();
    const systems: string[] = [];
    const ask = async () => {
      model.reply({ text: 'ok' });
      await talk.run('hello');
      systems.push(systemOf(model));
      return systems.at(-1) ?? '';
    };
    const first = await ask();
    put(trial.cwd, 'new-file.txt', 'nothing about skills');
    expect(await ask()).toBe(first);
    const file = bundle(trial.cwd, 'fresh');
    expect(await ask()).toContain('- fresh: about fresh');
    // the prompt does not contain the text of a skill
    bundle(trial.cwd, 'fresh', 'Other text.');
    expect(await ask()).toBe(systems.at(-2));
    bundle(trial.cwd, 'fresh', 'Other text.', 'whenToUse: often');
    expect(await ask()).toContain('When: often');
    rmSync(file);
    expect(await ask()).not.toContain('fresh');
    // the rendered prompt survives a restart
    const last = systems.at(-1);
    await trial.restart();
    const again = await trial.join(talk.id);
    model.reply({ text: 'ok' });
    await again.run('hello');
    expect(systemOf(model)).toBe(last);
  });

  test('no list without the tool, and none when there is nothing to list', async () => {
    const talk = await trial.talk();
    model.reply({ text: 'ok' }, { text: 'ok' }, { text: 'ok' });
    await talk.run('hello', { disabled_tools: ['Skill'] });
    expect(systemOf(model)).not.toContain('# Skills');
    expect(toolsOf(model)).not.toContain('Skill');
    await talk.run('hello', { disabled_tools: [] });
    expect(systemOf(model)).toContain('# Skills');
    await trial.restart({ env: { AGENT_CODE_BUILTIN_PRODUCT_SKILLS: '0' } });
    const again = await trial.join(talk.id);
    await again.run('hello');
    expect(systemOf(model)).not.toContain('# Skills');
  });

  test('settings: extra directories, only the first of a group, none of our own', async () => {
    put(trial.home, 'skills', 'user.md', 'Of the user.');
    put(trial.cwd, '.agents/skills', 'shared.md', 'Shared.');
    bundle(trial.cwd, 'own');
    put(trial.home, 'more', 'extra.md', 'Extra.');
    const more = 'extra_skill_dirs = ["~/more"]\nmerge_all_available_skills = false\nbuiltin_product_skills = false\n';
    writeFileSync(join(trial.home, 'config.toml'), modelConfig(model.baseUrl, more));
    await trial.restart();
    const talk = await trial.talk();
    const { data } = await talk.call<{ skills: { name: string; source: string }[] }>('GET', '/skills');
    expect(data.skills.map(({ name, source }) => `${name} ${source}`)).toEqual([
      'extra extra',
      'own project',
      'user user',
    ]);
  });
});

describe('the Skill tool', () => {
  test('its text follows the result as a message of the user; the result only confirms', async () => {
    const file = bundle(trial.cwd, 'fix', 'Fix $0 in ${AGENT_SKILL_DIR} of ${AGENT_SESSION_ID}.');
    calls({ skill: 'FIX', args: '"<a b>" c' });
    model.reply({ text: 'done' });
    const talk = await trial.talk();
    await talk.run('fix it');
    expect(talk.lines().filter((line) => !line.startsWith('event.session') && !line.startsWith('session'))).toEqual([
      'prompt.submitted running',
      'turn.started user',
      'message.appended user',
      'turn.step.started 1',
      'message.appended assistant',
      'tool.call.started Skill',
      'skill.activated',
      'tool.result ok',
      'turn.step.completed 1 tool_use',
      'message.appended user',
      'turn.step.started 2',
      'message.appended assistant',
      'turn.step.completed 2 end_turn',
      'turn.ended completed',
      'prompt.completed completed',
    ]);
    const started = await talk.until('tool.call.started');
    expect(started.payload['display']).toEqual({ kind: 'skill_call', skill_name: 'fix', args: '"<a b>" c' });
    const directory = file.slice(0, -'/SKILL.md'.length);
    const [, , , result, message] = sent(model);
    expect(result).toEqual({ role: 'tool', content: '<system>The skill fix is loaded; its text follows.</system>' });
    expect(message).toEqual({
      role: 'user',
      content:
        `<skill-loaded name="fix" trigger="model-tool" source="project" dir="${directory}" args="&quot;&lt;a b&gt;&quot; c">\n` +
        `Fix &lt;a b&gt; in ${directory} of ${talk.id}.\n</skill-loaded>`,
    });
    const [event] = activated(talk);
    expect(event).toMatchObject({
      skillName: 'fix',
      skillArgs: '"<a b>" c',
      trigger: 'model-tool',
      skillPath: file,
      skillSource: 'project',
    });
    const messages = await talk.messages();
    expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'user', 'assistant']);
    expect(messages[3]?.metadata?.['origin']).toEqual({
      kind: 'skill_activation',
      activationId: event?.['activationId'],
      skillName: 'fix',
      skillArgs: '"<a b>" c',
      skillType: 'prompt',
      skillPath: file,
      skillSource: 'project',
      trigger: 'model-tool',
    });
    model.checkInvariants();
  });

  test('what cannot be loaded is said', async () => {
    bundle(trial.cwd, 'mine', 'Steps.', 'disable-model-invocation: true');
    bundle(trial.cwd, 'walk', 'Steps.', 'type: flow');
    bundle(trial.cwd, 'odd', 'Steps.', 'type: widget');
    const gone = bundle(trial.cwd, 'gone');
    const talk = await offline();
    const failing = async (line: string) => {
      const from = talk.frames.length;
      await talk.run(line);
      const { output, isError } = await resultOf(talk, from);
      expect(isError).toBe(true);
      return String(output);
    };
    expect(await failing('skill none')).toMatch(/no skill named "none"\. Skills: custom-theme, gone, mcp-config/);
    expect(await failing('skill mine')).toMatch(/not for you: only the user/);
    expect(await failing('skill odd')).toMatch(/not for you: only the user/);
    expect(await failing('skill walk')).toMatch(/flow: only the user/);
    expect(await failing('call Skill {}')).toMatch(/skill: is required/);
    expect(await failing('call Skill {"skill":""}')).toMatch(/skill/);
    // its file was deleted after the turn began
    await talk.run(`run rm ${gone}\nskill gone`, { permission_mode: 'yolo' });
    const results = talk.frames.filter(({ type }) => type === 'tool.result');
    expect(results.at(-1)?.payload['output']).toMatch(/could not be loaded: it cannot be read \(ENOENT\)/);
    expect(activated(talk)).toEqual([]);
  });

  test('loaded already: a note, as long as it is in the context with the same arguments and the same text', async () => {
    bundle(trial.cwd, 'a');
    const talk = await offline();
    const notes: string[] = [];
    const load = async (line: string) => {
      const from = talk.frames.length;
      await talk.run(line);
      notes.push(String((await resultOf(talk, from))['output']).includes('already') ? 'known' : 'loaded');
    };
    for (const line of ['skill a', 'skill A', 'skill a x', 'skill a x', 'skill a']) await load(line);
    bundle(trial.cwd, 'a', 'Changed.');
    for (const line of ['skill a', 'skill a']) await load(line);
    expect(notes).toEqual(['loaded', 'known', 'loaded', 'known', 'known', 'loaded', 'known']);
    expect(activated(talk)).toHaveLength(3);
    // an undo removes the text from the context
    await talk.call('POST', ':undo', { count: 2 });
    await load('skill a');
    expect(notes.at(-1)).toBe('loaded');
    await trial.restart();
    const again = await trial.join(talk.id);
    await again.run('skill a');
    expect((await resultOf(again))['output']).toMatch(/loaded already/);
  });

  test('two in one step, and the same one twice', async () => {
    bundle(trial.cwd, 'a');
    bundle(trial.cwd, 'b');
    calls({ skill: 'a' }, { skill: 'b' }, { skill: 'a' });
    model.reply({ text: 'done' });
    const talk = await trial.talk();
    await talk.run('both');
    const text = sent(model).at(-1)?.content ?? '';
    expect(text.match(/<skill-loaded/g)).toHaveLength(2);
    expect(text.indexOf('Text of a.')).toBeLessThan(text.indexOf('Text of b.'));
    model.checkInvariants();
  });

  test('a skill that names another one: nested, and three levels at most', async () => {
    bundle(trial.cwd, 'one', 'Then load the skill two.');
    bundle(trial.cwd, 'two', 'Then load "three".');
    bundle(trial.cwd, 'three', 'Then load (four).');
    bundle(trial.cwd, 'four');
    bundle(trial.cwd, 'fours');
    for (const skill of ['one', 'two', 'three', 'four', 'fours']) calls({ skill });
    model.reply({ text: 'done' });
    const talk = await trial.talk();
    await talk.run('go');
    expect(activated(talk).map(({ skillName, trigger }) => `${String(skillName)} ${String(trigger)}`)).toEqual([
      'one model-tool',
      'two nested-skill',
      'three nested-skill',
      'fours model-tool',
    ]);
    const results = talk.frames.filter(({ type }) => type === 'tool.result').map(({ payload }) => payload['output']);
    expect(results[3]).toMatch(/3 levels deep already/);
    // a later turn begins without nesting
    calls({ skill: 'four' });
    model.reply({ text: 'done' });
    await talk.run('again');
    expect(activated(talk).at(-1)).toMatchObject({ skillName: 'four', trigger: 'model-tool' });
  });

  test('rules know the name of the skill', async () => {
    bundle(trial.cwd, 'a');
    writeFileSync(
      join(trial.home, 'config.toml'),
      modelConfig(model.baseUrl, '[permission]\ndeny = ["Skill(a)"]\nask = ["Skill(skill-*)"]\n'),
    );
    await trial.restart();
    const talk = await offline();
    await talk.run('skill a\nskill mcp-config');
    const [denied, loaded] = talk.frames.filter(({ type }) => type === 'tool.result').map(({ payload }) => payload);
    expect(denied).toMatchObject({ isError: true, output: expect.stringContaining('Skill(a)') });
    expect(loaded?.['isError']).toBeUndefined();
    const from = talk.frames.length;
    await talk.submit('skill skill-author');
    const asked = await talk.decide({ decision: 'rejected' }, from);
    expect(asked.payload).toMatchObject({ tool_name: 'Skill', action: 'Load skill skill-author' });
    await talk.until('prompt.completed', from);
  });
});
