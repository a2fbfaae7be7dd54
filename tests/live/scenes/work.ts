/** Scenes of work besides turns: subagents, tasks, shell mode, goals, scheduled prompts, skills, hooks, compaction. */
import type { EventFrame } from '../../helpers/turns.js';
import { long } from '../../helpers/agents.js';
import { bundle } from '../../sessions/skills.fixture.js';
import { hooksConfig } from '../../agent/hooks.fixture.js';
import { call, type Scene } from '../stage.js';

const infoOf = ({ payload }: EventFrame) => payload['info'] as { taskId: string; agentId?: string };

export const work: Scene[] = [
  {
    name: 'subagents',
    config: '[subagent]\ntimeout_ms = 2500\n',
    async play({ talk, listener }) {
      const session = await talk({ thinking: 'high' });
      await session.run(`agent: say ${long('a report')}`);
      await session.run(call('Agent', { prompt: `say ${long('again')}`, description: 'go on', resume: 'agent_1' }));
      await session.run(`background agent: run sleep 0.2\\nsay ${long('late')}\nrun sleep 1`);
      await session.run('agent: slow 5000 never');
      await session.run('agent: fail 401');
      await session.submit('agent: run sleep 30');
      await session.until(
        ({ type, payload }) => type === 'tool.call.started' && payload['name'] === 'Bash',
        session.frames.length - 3,
      );
      await session.call('POST', ':abort');
      await session.until('prompt.aborted');
      await session.run('background agent: run sleep 30\nsay on');
      const behind = infoOf(
        await session.until(
          ({ type, payload }) => type === 'task.started' && JSON.stringify(payload).includes('sleep 30'),
        ),
      );
      await session.call('POST', `/tasks/${behind.taskId}:cancel`);
      await session.run(`background agent: run sleep 0.3\\nsay ${long('here')}\nwait 3`);
      const side = await session.call<{ agent_id: string }>('POST', ':btw');
      await session.run('say beside', { agent_id: side.data.agent_id });
      await session.call('POST', `/agents/${side.data.agent_id}:close`);
      await listener.until(({ type }) => type === 'agent.disposed');
    },
  },
  {
    name: 'tasks',
    async play({ talk }) {
      const session = await talk();
      await session.run('run in background echo out; sleep 0.2; echo more');
      await session.until('task.terminated');
      await session.until('turn.started task');
      await session.until(
        'turn.ended',
        session.frames.findIndex(({ payload }) => (payload['origin'] as { kind?: string })?.kind === 'task'),
      );
      const from = session.frames.length;
      await session.run('run in background sleep 0.3; exit 3\nrun sleep 0.6\nsay so');
      await session.until('task.notified', from);
      await session.run('run in background sleep 60');
      const task = infoOf(
        await session.until(
          ({ type, payload }) => type === 'task.started' && JSON.stringify(payload).includes('sleep 60'),
        ),
      );
      await session.run(`tasks\noutput ${task.taskId}\n+ wait 1 ${task.taskId}\n+ wait 1`);
      await session.run(`stop ${task.taskId}`);
      const question = {
        questions: [{ question: 'Which?', options: [{ label: 'A' }, { label: 'B' }] }],
        background: true,
      };
      await session.run(call('AskUserQuestion', question));
      const asked = infoOf(
        await session.until(
          ({ type, payload }) => type === 'task.started' && JSON.stringify(payload).includes('"question"'),
        ),
      );
      await session.run(`stop ${asked.taskId}`);
      await session.run(call('Bash', { command: 'echo begun; sleep 1.4', timeout: 1 }));
      await session.run(call('Bash', { command: 'sleep 9', run_in_background: true, description: 'it', timeout: 1 }));
      await session.until((frame) => frame.type === 'task.terminated' && JSON.stringify(frame).includes('timed_out'));
    },
  },
  {
    name: 'shell mode',
    async play({ talk }) {
      const session = await talk();
      const shell = (command: string) => session.call('POST', '/shell', { command });
      await shell('echo hi');
      await session.until((frame) => frame.type === 'shell.completed');
      const from = session.frames.length;
      await shell('echo no >&2; exit 2');
      await session.until((frame) => frame.type === 'shell.completed', from);
      await shell('echo begun; sleep 1.2');
      await session.until('task.terminated');
    },
  },
  {
    name: 'goals',
    async play({ talk, model }) {
      const session = await talk({ model: 'm', permission_mode: 'auto' });
      model.reply(
        {
          calls: [
            { name: 'CreateGoal', input: { objective: 'make it pass', completionCriterion: 'npm test exits with 0' } },
          ],
        },
        { calls: [{ name: 'SetGoalBudget', input: { value: 5, unit: 'turns' } }] },
        { text: 'set' },
        { calls: [{ name: 'UpdateGoal', input: { status: 'blocked', reason: 'no key' } }] },
        { text: 'blocked' },
      );
      await session.submit('please');
      await session.until((frame) => frame.type === 'goal.updated' && JSON.stringify(frame).includes('no key'));
      await session.until('turn.ended completed', session.frames.length - 1);
      await session.call('POST', '/goal:cancel');
      const other = await talk();
      await other.call('POST', '/goal', {
        objective: 'paint the wall',
        budget: { tokens: 100_000, wall_clock_ms: 60_000 },
      });
      await other.until((frame) => frame.type === 'goal.updated' && JSON.stringify(frame).includes('completion'));
    },
  },
  {
    name: 'scheduled prompts',
    options: { timeZone: 'Europe/Berlin' },
    async play({ talk, pass, api, listener }) {
      const session = await talk({ permission_mode: 'auto' });
      await session.run(call('CronCreate', { cron: '*/10 * * * *', prompt: 'say tick' }));
      await session.run(call('CronCreate', { cron: '0 0 1 1 *', prompt: 'say never', recurring: false }));
      await session.run('call CronList {}');
      pass(21 * 60_000);
      await listener.until(({ type }) => type === 'cron.fired');
      await session.until('turn.started cron_job');
      const { items } = await api<{ items: { id: string }[] }>('GET', `/sessions/${session.id}/cron`);
      await session.run(call('CronDelete', { id: items[1]?.id }));
    },
  },
  {
    name: 'skills',
    async play({ trial, talk }) {
      bundle(trial.cwd, 'release', 'Release $ARGUMENTS.');
      const session = await talk();
      await session.call('POST', '/skills/release:activate', { args: '1.4' });
      await session.until('prompt.completed');
      await session.run('skill release 1.5');
      await session.run('say with it', { skills: [{ name: 'release', args: '1.6' }] });
    },
  },
  {
    name: 'hooks',
    config: hooksConfig([
      { event: 'UserPromptSubmit', command: 'grep -q forbidden && { echo "not this" >&2; exit 2; }; echo "a note"' },
      { event: 'PreToolUse', matcher: 'Glob', command: 'echo "no globs" >&2; exit 2' },
      { event: 'PreCompact', command: 'sleep 0.05' },
      { event: 'Stop', command: 'grep -q \'"stop_hook_active":false\' && { echo "look again" >&2; exit 2; }; exit 0' },
      { event: 'PostToolUse', command: 'echo oops >&2; exit 1' },
    ]),
    async play({ talk }) {
      const session = await talk();
      await session.run('list files\nread missing.txt');
      await session.run('say forbidden');
      await session.run('run echo hi');
      await session.call('POST', ':compact', { instruction: 'keep the names' });
      await session.until(({ type }) => type === 'compaction.completed');
    },
  },
  {
    name: 'compaction',
    head: '[loop_control]\nreserved_context_size = 1000000\nmax_attempts_per_step = 2\n',
    async play({ talk, model }) {
      const says = (words: string, input = 100) => ({ text: words, usage: { input, output: 10 } });
      model.reply(
        says('one', 18_000),
        says('SUMMARY'),
        says('two', 500),
        { error: { status: 400, message: 'maximum context length is 8192 tokens' } },
        says('SUMMARY 2'),
        says('three', 500),
        { error: { status: 401, message: 'no' } },
        { text: 'SUMMARY 3', delayMs: 3_000 },
      );
      const session = await talk({ model: 'm' });
      await session.run('one');
      await session.run('two');
      await session.run('three');
      await session.call('POST', ':compact');
      await session.until('compaction.cancelled failed');
      await session.until('error compaction.failed');
      await session.call('POST', ':compact');
      await session.until('compaction.started manual', session.frames.length - 2);
      await session.call('POST', ':abort');
      await session.until('compaction.cancelled aborted');
      model.reply(says('full', 25_000), { error: { status: 401, message: 'no' } });
      const full = await talk({ model: 'm' });
      await full.run('one');
      await full.run('two');
    },
  },
];
