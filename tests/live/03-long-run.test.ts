/** Every frame of a long mixed run fits the document that the daemon serves. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, jest, test } from '@jest/globals';
import { strayFrames } from '../chaos/pairs.js';
import { hooksConfig } from '../agent/hooks.fixture.js';
import { bundle } from '../sessions/skills.fixture.js';
import { long } from '../helpers/agents.js';
import { rounds } from '../helpers/rounds.js';
import { eventually, type Talk } from '../helpers/turns.js';
import { call, perform, type Scene } from './stage.js';

jest.setTimeout(120_000);

/** The first round covers everything; later rounds repeat it on top of the earlier ones. */
const count = rounds(2, 6);

/** The prompts of a round. */
const prompts = (round: number): string[] => [
  'think about a hat',
  'list files\nread a.txt\n+ search x\n+ list files in .',
  `write out-${round}.txt: hello\nappend out-${round}.txt: more\nedit out-${round}.txt: hello => good day`,
  'todo a; b; c\ndone 1\ndone 2',
  'run expr 1 + 1; sleep 0.1; expr 2 + 2',
  'run exit 3\n+ read missing.txt',
  'ask Which one? Red | Blue\nsay so',
  'plan do this, then that | Fast | Slow',
  `agent: read a.txt\\nsay ${long('a report')}\n+ agent explore: search x`,
  `background agent: run sleep 0.1\\nsay ${long('late')}\nwait 5`,
  'run in background sleep 0.2; echo out\nwait 5',
  'fail 529 2\nsay made it',
  'fail 401',
  'fail filtered',
  'skill release 1.4',
  'goal paint the wall',
  call('CronCreate', { cron: '0 0 1 1 *', prompt: 'say never' }),
  'slow 10 one two three four five six seven eight',
];

/** Minimum number of each event in three rounds. */
const least: Record<string, number> = {
  'turn.started': 60,
  'turn.step.started': 120,
  'turn.step.retrying': 4,
  'turn.step.completed': 100,
  'turn.step.interrupted': 3,
  'turn.ended': 60,
  'assistant.delta': 100,
  'thinking.delta': 2,
  'tool.call.delta': 60,
  'message.appended': 150,
  'tool.call.started': 60,
  'tool.progress': 2,
  'tool.result': 60,
  'prompt.submitted': 40,
  'prompt.queued': 2,
  'prompt.steered': 2,
  'prompt.completed': 36,
  'prompt.aborted': 2,
  'event.approval.requested': 10,
  'event.approval.resolved': 10,
  'event.question.requested': 2,
  'event.question.answered': 2,
  'agent.created': 6,
  'agent.status.updated': 60,
  'subagent.spawned': 6,
  'subagent.started': 6,
  'subagent.completed': 6,
  'task.started': 4,
  'task.terminated': 4,
  'compaction.started': 2,
  'compaction.completed': 2,
  'context.undone': 2,
  'context.redone': 2,
  'plan.revision': 2,
  'todo.changed': 6,
  'goal.updated': 6,
  'skill.activated': 2,
  'hook.result': 2,
  'cron.changed': 2,
  'shell.started': 2,
  'shell.output': 2,
  'shell.completed': 2,
  error: 4,
  'session.meta.updated': 40,
  'event.session.created': 1,
  'event.session.work_changed': 100,
};

/** Resolves everything that waits for the user, until the session is idle. */
async function rest(talk: Talk): Promise<void> {
  await eventually(
    async () => {
      const { data } = await talk.call<{
        session: { busy: boolean };
        pending_approvals: { approval_id: string; tool_name: string }[];
        pending_questions: { question_id: string }[];
      }>('GET', '/snapshot');
      for (const { approval_id } of data.pending_approvals)
        await talk.call('POST', `/approvals/${approval_id}`, { decision: 'approved' });
      for (const { question_id } of data.pending_questions)
        await talk.call('POST', `/questions/${question_id}`, {
          answers: { q_0: { kind: 'single', option_id: 'opt_0_1' } },
        });
      return !data.session.busy;
    },
    'a session that rests',
    30_000,
  );
}

const scene: Scene = {
  name: 'a long day',
  config: hooksConfig([
    { event: 'UserPromptSubmit', command: 'grep -q forbidden && { echo "not this" >&2; exit 2; }; exit 0' },
  ]),
  async play({ trial, talk: begin }) {
    writeFileSync(join(trial.cwd, 'a.txt'), 'x marks the spot\n');
    bundle(trial.cwd, 'release', 'Release $ARGUMENTS.');
    const talk = await begin({ permission_mode: 'manual' });
    for (let round = 0; round < count; round += 1) {
      for (const text of prompts(round)) {
        await talk.submit(text);
        await rest(talk);
      }
      await talk.submit('say forbidden');
      await rest(talk);
      await talk.submit('slow 25 one two three four five six seven eight nine ten eleven twelve');
      const steered = await talk.submit('say this too');
      await talk.call('POST', `/prompts/${steered.data.prompt_id}:steer`);
      await rest(talk);
      await talk.submit('run sleep 5');
      await talk.until('event.approval.requested', talk.frames.length - 4);
      await talk.call('POST', ':abort');
      await rest(talk);
      await talk.call('POST', '/shell', { command: 'echo hi' });
      await rest(talk);
      await talk.run('say one last thing');
      expect((await talk.call('POST', ':undo')).code).toBe(0);
      expect((await talk.call('POST', ':redo')).code).toBe(0);
      expect((await talk.call('POST', ':compact')).code).toBe(0);
      await rest(talk);
    }
  },
};

test('check 3: every frame of a long mixed run validates against `/asyncapi.json`', async () => {
  const { frames, findings } = await perform(scene);
  expect(findings).toEqual([]);
  expect(frames.length).toBeGreaterThan(500 * count);
  const counts: Record<string, number> = {};
  for (const { type } of frames) counts[type] = (counts[type] ?? 0) + 1;
  const few = Object.entries(least)
    .map(([type, inThree]) => [type, Math.ceil((inThree / 3) * count)] as const)
    .filter(([type, wanted]) => (counts[type] ?? 0) < wanted);
  expect(few.map(([type, wanted]) => `${type}: ${counts[type] ?? 0} of ${wanted}`)).toEqual([]);
  expect(strayFrames(frames)).toEqual([]);
  // every payload has the same three first fields (ws.md 2), and none contains a picture
  for (const { type, payload } of frames) {
    expect([payload['type'], typeof payload['agentId'], typeof payload['sessionId']]).toEqual([
      type,
      'string',
      'string',
    ]);
    expect(JSON.stringify(payload)).not.toContain('"kind":"base64"');
  }
});
