/** Random actions of users on a session, and how tests wait until it is idle. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Random } from '../chaos/random.js';
import { until, type TestDaemon } from '../helpers/daemon.js';

/** Returns the possible actions on a session; each ends by itself or is ended. */
export function userActions(daemon: TestDaemon, id: string, random: Random): (() => Promise<unknown>)[] {
  const session = daemon.session(id);
  const prompt = (text: string) => daemon.prompt(id, text);
  const pictured = (text: string) => {
    const image = { type: 'image' as const, source: { kind: 'url' as const, url: 'https://example.org/a.png' } };
    return daemon.ok('submitPrompt', { ...session, body: { content: [{ type: 'text', text }, image] } });
  };
  /** resolves with the open question or approval; null when the session becomes idle without one */
  const asked = <T>(read: () => Promise<T | undefined>): Promise<T | null> =>
    until('a question, or rest', async () => (await read()) ?? ((await rests(daemon, id)) ? null : undefined));
  const aborted = async (text: string, ms: number) => {
    await prompt(text);
    await wait(random.between(0, ms));
    await daemon.ok('abortSession', session);
  };
  return [
    () => prompt('say good morning\nsay and good night'),
    () => prompt('think hard about it'),
    () => pictured('say seen'),
    () => prompt('run echo one; sleep 0.05; echo two'),
    () => prompt('run exit 3\n+ run echo beside'),
    () => prompt('todo first; second'),
    () => prompt('done 1'),
    () => prompt('slow 4 one two three four five six seven eight'),
    () => prompt('fail 500 2'),
    () => prompt('agent: run echo from below'),
    () => prompt('background agent: say done below'),
    () => prompt('run in background echo started; sleep 0.1; echo ended'),
    () => prompt('call Nothing {"a": 1}'),
    () => prompt('write file.txt: text\nread file.txt'),
    () => aborted('slow 10 one two three four five six seven eight nine ten', 60),
    () => aborted('run sleep 5', 60),
    async () => {
      await prompt('ask Which? A | B');
      const question = await asked(async () => {
        const { items } = await daemon.ok('listQuestions', { ...session, query: { status: 'pending' } });
        return items[0];
      });
      if (!question) return;
      const params = { session_id: id, question_id: question.question_id };
      if (random.chance(0.5)) await daemon.ask('dismissQuestion', { params });
      else await daemon.ok('answerQuestion', { params, body: { answers: { q_0: { kind: 'other', text: 'C' } } } });
    },
    async () => {
      await prompt('plan Do it');
      const approval = await asked(async () => {
        const { items } = await daemon.ok('listApprovals', { ...session, query: { status: 'pending' } });
        return items[0];
      });
      if (!approval) return;
      const { approval_id } = approval;
      const decision = random.pick(['approved', 'rejected', 'cancelled'] as const);
      await daemon.ask('resolveApproval', { params: { session_id: id, approval_id }, body: { decision } });
    },
    async () => {
      await prompt('slow 8 one two three four five six');
      const { prompt_id } = random.chance(0.5) ? await prompt('say steered') : await pictured('say steered');
      await daemon.ask('steerPrompt', { params: { session_id: id, prompt_id } });
    },
    async () => {
      await prompt('slow 5 one two three');
      const { prompt_id } = await prompt('say never');
      await daemon.ask('abortPrompt', { params: { session_id: id, prompt_id } });
    },
    () => daemon.ask('runShell', { ...session, body: { command: 'echo typed; sleep 0.05' } }),
    () => daemon.ask('undoSession', { ...session, body: { count: random.between(1, 2) } }),
    async () => {
      await daemon.ask('undoSession', { ...session, body: { count: 1 } });
      if (random.chance(0.7)) await daemon.ask('redoSession', { ...session, body: {} });
    },
    () => daemon.ask('compactSession', { ...session, body: {} }),
    () => daemon.ask('retrySession', session),
    () =>
      daemon.ask('updateSessionProfile', {
        ...session,
        body: { agent_config: { plan_mode: random.chance(0.5) } },
      }),
    () => daemon.ask('updateSessionProfile', { ...session, body: { agent_config: { goal_objective: 'win' } } }),
    () => daemon.ask('cancelGoal', session),
  ];
}

async function rests(daemon: TestDaemon, id: string): Promise<boolean> {
  const { busy } = await daemon.ok('getSession', daemon.session(id));
  const { active, queued, paused } = await daemon.ok('listPrompts', daemon.session(id));
  return !busy && active === null && (queued.length === 0 || paused);
}

/** Waits until nothing runs any more; aborts what waits for the user. */
export async function settled(daemon: TestDaemon, id: string): Promise<void> {
  await until('nothing to run any more', async () => {
    const { pending_interaction } = await daemon.ok('getSession', daemon.session(id));
    // a retry asks again, and no user answers
    if (pending_interaction !== 'none') await daemon.ok('abortSession', daemon.session(id));
    return (await rests(daemon, id)) ? true : undefined;
  });
}
