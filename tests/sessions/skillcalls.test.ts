/** Skills that users call with a slash (engine.md 13; rest.md 12, 16). */
import { rmSync } from 'node:fs';
import { describe, expect, jest, test } from '@jest/globals';
import { model, trial, useScriptedTrial } from '../helpers/trial.js';
import { bundle, put, sent } from './skills.fixture.js';
import { offline, activate, text, userMessages } from './skillcalls.fixture.js';

jest.setTimeout(60_000);

useScriptedTrial();

describe('called with a slash', () => {
  test('a turn of its own, whose message is the text of the skill', async () => {
    const file = bundle(trial.cwd, 'release', 'Release $ARGUMENTS.');
    model.reply({ text: 'done' });
    const talk = await trial.talk();
    expect((await activate(talk, 'Release', { args: ' 1.4 <b> ' })).data).toEqual({
      activated: true,
      skill_name: 'release',
    });
    await talk.until('prompt.completed');
    expect(talk.lines().filter((line) => !line.startsWith('event.') && !line.startsWith('session'))).toEqual([
      'prompt.submitted running',
      'turn.started skill_activation',
      'skill.activated',
      'message.appended user',
      'turn.step.started 1',
      'message.appended assistant',
      'turn.step.completed 1 end_turn',
      'turn.ended completed',
      'prompt.completed completed',
    ]);
    const submitted = await talk.until('prompt.submitted');
    expect(submitted.payload['content']).toEqual(text('/release 1.4 <b>'));
    const { payload: started } = await talk.until('turn.started');
    const origin = {
      kind: 'skill_activation',
      activationId: expect.any(String),
      skillName: 'release',
      skillArgs: '1.4 <b>',
      skillType: 'prompt',
      skillPath: file,
      skillSource: 'project',
      trigger: 'user-slash',
    };
    expect(started).toMatchObject({ origin, prompt: '/release 1.4 <b>', promptId: submitted.payload['promptId'] });
    expect((await talk.until('skill.activated')).payload).toMatchObject({
      skillName: 'release',
      trigger: 'user-slash',
    });
    const [message] = userMessages(talk);
    expect(message?.content).toHaveLength(1);
    expect(message?.metadata).toMatchObject({ origin });
    expect(sent(model).at(-1)?.content).toContain('Release 1.4 &lt;b&gt;.');
    expect(sent(model).at(-1)?.content).not.toContain('/release 1.4');
    const session = await talk.call<{ last_prompt: string }>('GET', '');
    expect(session.data.last_prompt).toBe('/release 1.4 <b>');
    // an undo counts the call as a prompt
    const undone = await talk.call('POST', ':undo');
    expect(undone.code).toBe(0);
    expect((await talk.until('context.undone')).payload['prompts']).toEqual([
      { promptId: submitted.payload['promptId'], text: '/release 1.4 <b>' },
    ]);
  });

  test('a flow, a built-in one, one that the model may not load; pictures come along', async () => {
    bundle(trial.cwd, 'walk', 'One, two.', 'type: flow');
    bundle(trial.cwd, 'mine', 'Steps.', 'disableModelInvocation: true');
    const talk = await trial.talk();
    const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';
    const image = { type: 'image', source: { kind: 'base64', media_type: 'image/png', data: pixel } };
    for (const [name, body] of [
      ['walk', {}],
      ['mine', {}],
      ['mcp-config', { args: 'add x' }],
      ['mine', { attachments: [image] }],
    ] as const) {
      model.reply({ text: 'done' });
      const from = talk.frames.length;
      expect((await activate(talk, name, body)).code).toBe(0);
      await talk.until('prompt.completed', from);
    }
    const [walk, mine, builtin, pictured] = userMessages(talk);
    expect(walk?.content[0]?.text).toMatch(/step by step[^]*One, two\./);
    expect(mine?.content[0]?.text).toContain('Steps.');
    expect(builtin?.content[0]?.text).toMatch(
      /source="builtin" dir="builtin:mcp-config" args="add x"[^]*ARGUMENTS: add x/,
    );
    expect(pictured?.content).toEqual([
      { type: 'text', text: expect.stringContaining('Steps.') },
      { type: 'image', source: expect.objectContaining({ kind: 'session_media' }) },
    ]);
  });

  test('what cannot be called', async () => {
    const talk = await offline();
    expect(await activate(talk, 'none')).toMatchObject({ code: 40415 });
    put(trial.cwd, '.agent-code/skills', 'odd.md', '---\ntype: widget\n---\nText.');
    expect(await activate(talk, 'odd')).toMatchObject({ code: 40912, msg: expect.stringContaining('widget') });
    expect(await activate(talk, 'mcp-config', { attachments: text('x') })).toMatchObject({
      code: 40001,
      msg: 'attachments.0.type: must be image, video or file',
    });
    expect(await activate(talk, 'mcp-config', { args: 5 })).toMatchObject({ code: 40001 });
    expect(await talk.call('POST', '/skills/mcp-config:start')).toMatchObject({ code: 40001 });
    expect(talk.lines().filter((line) => line.startsWith('prompt.'))).toEqual([]);
  });

  test('it waits in the queue like any prompt, and its text is read when its turn comes', async () => {
    const file = bundle(trial.cwd, 'later', 'Early text.');
    const talk = await offline();
    await talk.submit('slow 40 one two three four five six seven eight');
    await talk.until('turn.step.started');
    expect((await activate(talk, 'later', { args: 'a' })).code).toBe(0);
    const queue = await talk.call<{ queued: { prompt_id: string; content: unknown }[] }>('GET', '/prompts');
    expect(queue.data.queued.map(({ content }) => content)).toEqual([text('/later a')]);
    const id = queue.data.queued[0]?.prompt_id ?? '';
    expect(await talk.call('POST', `/prompts/${id}:steer`)).toMatchObject({
      code: 40001,
      msg: expect.stringContaining('needs a separate turn'),
    });
    await talk.call('PATCH', `/prompts/${id}`, { content: text('/later other words') });
    rmSync(file);
    bundle(trial.cwd, 'later', 'Late text: $ARGUMENTS.');
    await talk.until('skill.activated');
    await talk.until((frame) => frame.type === 'prompt.completed' && frame.payload['promptId'] === id);
    expect(userMessages(talk).at(-1)?.content[0]?.text).toContain('Late text: other words.');
    expect((await talk.until('skill.activated')).payload['skillArgs']).toBe('other words');
  });

  test('edited into something else it is an ordinary prompt', async () => {
    const talk = await offline();
    await talk.submit('slow 40 one two three four five six');
    await talk.until('turn.step.started');
    await activate(talk, 'mcp-config');
    const queue = await talk.call<{ queued: { prompt_id: string }[] }>('GET', '/prompts');
    const id = queue.data.queued[0]?.prompt_id ?? '';
    await talk.call('PATCH', `/prompts/${id}`, { content: text('say hi') });
    await talk.until((frame) => frame.type === 'prompt.completed' && frame.payload['promptId'] === id);
    expect(talk.frames.some(({ type }) => type === 'skill.activated')).toBe(false);
    expect(userMessages(talk).at(-1)).toMatchObject({
      content: text('say hi'),
      metadata: { origin: { kind: 'user' } },
    });
  });

  test('a call that waits survives a restart; a skill that is gone by then is reported', async () => {
    bundle(trial.cwd, 'stays', 'Stays: $0.');
    const gone = bundle(trial.cwd, 'goes');
    const talk = await offline();
    await talk.submit('ask Really?');
    await talk.until('event.question.requested');
    await activate(talk, 'stays', { args: 'x' });
    await activate(talk, 'goes', { args: 'y' });
    await trial.restart();
    rmSync(gone);
    const again = await trial.join(talk.id);
    const questions = await again.call<{ items: { question_id: string }[] }>('GET', '/questions?status=pending');
    await again.call('POST', `/questions/${questions.data.items[0]?.question_id ?? ''}`, { answers: {} });
    await again.until('skill.activated');
    const warning = await again.until('warning');
    expect(warning.payload).toMatchObject({
      code: 'skill-skipped',
      message: 'The skill goes could not be loaded: it is not there any more.',
    });
    await again.until(() => again.lines().filter((line) => line === 'prompt.completed completed').length === 3);
    const [, lost] = userMessages(again).slice(-2);
    expect(userMessages(again).at(-2)?.content[0]?.text).toContain('Stays: x.');
    expect(lost?.content[0]?.text).toMatch(/<system>The skill goes with "y" was called but could not be loaded/);
  });
});
