/** A compaction and its surroundings: hooks, subagents, repeated reminders (engine.md 3.2, 9, 15). */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, jest, test } from '@jest/globals';
import { long } from '../helpers/agents.js';
import type { ScriptedReply } from '../helpers/model.js';
import { closeTrials, model, trial } from '../helpers/trial.js';
import { eventually } from '../helpers/turns.js';
import { again, body, compactNow, says, start, talk } from './compaction.fixture.js';

jest.setTimeout(60_000);

closeTrials();

const startWith = (hooks: string) => start(undefined, undefined, hooks);
const calls = (name: string, input: Record<string, unknown>, tokens = 1_000): ScriptedReply => ({
  calls: [{ name, input }],
  usage: { input: tokens, output: 10 },
});

describe('hooks', () => {
  const noted = () =>
    readFileSync(join(trial.home, 'noted'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  const hook = (event: string, matcher = '', then = '') =>
    `[[hooks]]\nevent = "${event}"\n${matcher === '' ? '' : `matcher = "${matcher}"\n`}command = "echo \\"$(cat)\\" >> HOME/noted${then}"\n`;

  test('PreCompact delays, PostCompact hears of it; both know the trigger', async () => {
    await startWith(hook('PreCompact') + hook('PostCompact') + hook('PreCompact', 'auto', '; exit 2'));
    model.reply(calls('TodoList', {}, 90_000), says('SUMMARY'), says('done'), says('SUMMARY'));
    await talk.run('hello');
    expect(talk.lines().filter((line) => /^(compaction|warning)/.test(line))).toEqual([
      'compaction.started auto threshold',
      'compaction.blocked turn',
      'compaction.blocked hook',
      // hooks cannot prevent a compaction: a refusal becomes a warning
      'warning',
      'compaction.completed',
    ]);
    await eventually(() => noted().length === 3, 'the hooks of the first one were notified');
    const from = talk.frames.length;
    await compactNow('be brief');
    expect(talk.lines(from).slice(0, 4)).toEqual([
      'compaction.started manual',
      'event.session.work_changed busy none completed',
      'compaction.blocked hook',
      'compaction.completed',
    ]);
    await eventually(() => noted().length === 5, 'all hooks were notified');
    const names = noted().map((each) => String(each['hook_event_name']));
    expect(names).toEqual(['PreCompact', 'PreCompact', 'PostCompact', 'PreCompact', 'PostCompact']);
    expect(noted()[0]).not.toHaveProperty('instruction');
    expect(noted()[3]).toMatchObject({ instruction: 'be brief', tokens: expect.any(Number), session_id: talk.id });
    expect(Number(noted()[4]?.['tokens'])).toBeGreaterThan(0);
  });

  test('an abort does not wait for them', async () => {
    await startWith('[[hooks]]\nevent = "PreCompact"\ncommand = "sleep 20"\n');
    model.reply(says('hi'), says('on'));
    await talk.run('hello');
    const from = talk.frames.length;
    expect((await talk.call('POST', ':compact')).code).toBe(0);
    await talk.until('compaction.blocked hook', from);
    expect((await talk.call('POST', '/agents/main:abort')).code).toBe(0);
    await talk.until('compaction.cancelled aborted', from);
    await talk.run('go on');
    expect(model.requests).toHaveLength(2);
  });
});

describe('a subagent', () => {
  test('compacts its own context, and keeps its task word for word', async () => {
    await start();
    model.reply(
      calls('Agent', { description: 'look around', prompt: 'TASK: count the words in f.txt, do not guess.' }),
      calls('TodoList', { todos: [{ title: 'count', status: 'pending' }] }, 90_000),
      says('CHILD SUMMARY'),
      says(long('the report of the child'), 3_000),
      says('all done', 2_000),
    );
    await talk.run('let somebody count');
    const compactions = talk.frames.filter(({ type }) => type.startsWith('compaction.'));
    expect(compactions.map(({ type, payload }) => `${String(payload['agentId'])} ${type}`)).toEqual([
      'agent_1 compaction.started',
      'agent_1 compaction.blocked',
      'agent_1 compaction.completed',
    ]);
    expect(body(3)).toContain('TASK: count the words in f.txt, do not guess.');
    expect(body(3)).toContain('CHILD SUMMARY');
    expect(body(3)).toContain('[pending] count');
    expect(body(3)).not.toContain('tool_calls');
    // main has its own context
    expect(body(4)).toContain('the report of the child');
    expect(body(4)).not.toContain('CHILD SUMMARY');
    // after a restart, the child continues from its summary
    await trial.restart();
    await again();
    model.reply(
      calls('Agent', { description: 'look again', prompt: 'and the lines', resume: 'agent_1' }),
      says(long('lines too')),
      says('fine'),
    );
    await talk.run('ask it again');
    expect(body(-2)).toContain('CHILD SUMMARY');
    expect(body(-2)).toContain('TASK: count');
    expect(body(-2)).toContain('and the lines');
  });

  test('is aborted with its caller while it does', async () => {
    await start();
    model.reply(
      calls('Agent', { description: 'look around', prompt: 'TASK' }),
      calls('TodoList', {}, 90_000),
      { text: 'CHILD SUMMARY', delayMs: 700 },
      says('on'),
    );
    await talk.submit('let somebody count');
    await talk.until('compaction.blocked');
    const from = talk.frames.length;
    await talk.call('POST', ':abort');
    await talk.until('prompt.aborted', from);
    const lines = talk.lines(from).filter((line) => !line.startsWith('event.session'));
    expect(lines[0]).toBe('compaction.cancelled aborted');
    expect(lines.filter((line) => line.startsWith('turn.ended'))).toHaveLength(2);
    await talk.run('go on');
  });
});

describe('afterwards', () => {
  test('an agent is reported what still stands: tasks, scheduled prompts, plan mode, skills, goal, mode, date', async () => {
    await start();
    mkdirSync(join(trial.home, 'skills', 'careful'), { recursive: true });
    writeFileSync(
      join(trial.home, 'skills', 'careful', 'SKILL.md'),
      '---\nname: careful\ndescription: be careful\n---\nBe careful with knives.',
    );
    model.reply(
      calls('Skill', { skill: 'careful' }),
      calls('Bash', { command: 'sleep 30', run_in_background: true, description: 'sleeps a while' }),
      calls('CronCreate', { cron: '0 9 * * 1', prompt: 'weekly look at the tests' }),
      says('started'),
    );
    await talk.run('begin');
    expect(body(-1)).toContain('Be careful with knives.');
    await talk.call('POST', '/profile', { agent_config: { plan_mode: true } });
    model.reply(says('SUMMARY'), says('planned'));
    await compactNow('be brief');
    await talk.run('plan it');
    const first = body(-1);
    expect(first).not.toContain('Be careful with knives.');
    for (const wanted of [
      /bash-\w{8} \(command\): sleeps a while/,
      /weekly look at the tests/,
      /Plan mode is on/,
      /- careful/,
      /Today is/,
    ])
      expect(first).toMatch(wanted);
    // the model gets the reminders only once
    model.reply(says('SUMMARY 2'), says('planned'), says('planned'));
    await talk.run('plan more');
    expect(body(-1).match(/sleeps a while/g)).toHaveLength(1);
    // the engine remembers skills over several compactions and a restart
    await compactNow('be brief');
    await trial.restart();
    await again();
    await talk.run('again');
    expect(body(-1)).toContain('weekly look at the tests');
    model.reply(says('SUMMARY 3'), says('planned'));
    await compactNow('be brief');
    await talk.run('still');
    expect(body(-1)).toMatch(/- careful/);
  });

  test('the goal is reported in the middle of the turn that works on it', async () => {
    await start();
    model.reply(
      calls('TodoList', {}, 90_000),
      says('SUMMARY'),
      calls('UpdateGoal', { status: 'complete' }, 3_000),
      says('reached'),
      says('reached'),
    );
    const from = talk.frames.length;
    const made = await talk.call('POST', '/goal', { objective: 'ship the parser', completion_criterion: 'tests pass' });
    expect(made.code).toBe(0);
    await talk.until((frame) => frame.type === 'turn.ended', from);
    expect(body(2)).toContain('objective: ship the parser');
    expect(body(2)).toContain('The goal of this session');
  });

  test('an idle agent receives tasks and scheduled prompts when its session comes back', async () => {
    await start();
    model.reply(
      calls('CronCreate', { cron: '0 9 * * 1', prompt: 'weekly look at the tests' }),
      says('fine'),
      says('hi'),
    );
    await talk.run('schedule');
    await trial.restart();
    await again();
    await talk.run('hello');
    expect(body(-1)).toContain('Scheduled prompts of this session');
  });
});
