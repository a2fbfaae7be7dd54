/** Random actions of a session's clients. Refusals of the server are ignored. */
import { ApiFailure, ConnectionFailure } from '../../client/api/failure.js';
import type { Random } from './random.js';
import { show, type Watcher } from './watchers.js';

export interface WatchedSession {
  id: string;
  watchers: Watcher[];
  /** texts of prompts; `unknown`: the answer was lost */
  prompts: Map<string, 'sent' | 'unknown'>;
}

/** Prompts for the offline model. */
const texts: ((random: Random) => string)[] = [
  () => 'say good morning\nsay and good night',
  () => 'think hard about it',
  (random) => `slow ${random.between(2, 12)} one two three four five six seven eight`,
  () => 'run echo one; sleep 0.05; echo two',
  () => 'run exit 3\n+ run echo beside',
  () => 'todo first; second\ndone 1',
  () => 'agent: run echo from below',
  () => 'agent: slow 8 one two three\n+ agent: say x',
  () => 'background agent: say done below',
  () => 'run in background echo started; sleep 0.1; echo ended',
  () => 'run in background sleep 30',
  () => 'write file.txt: text\nread file.txt',
  () => 'fail 500 2\nsay made it',
  () => 'ask Which? A | B\nsay going',
  () => 'plan Do it',
];

/** Runs one random action of one client. `nextName` returns a first line that makes a prompt unique. */
export async function actAtRandom(watched: WatchedSession, random: Random, nextName: () => string): Promise<void> {
  const watcher = random.pick(watched.watchers);
  const { model, client } = watcher;
  const { approvals, questions, queue, agents, tasks } = model.get();
  const params = { session_id: watched.id };
  const [approval] = approvals;
  const [question] = questions;
  const [queued] = queue.queued;
  const task = tasks.find(({ state }) => state === 'running');
  const others = agents.map(({ agentId }) => agentId).filter((agentId) => agentId !== 'main');
  const send = async (): Promise<void> => {
    const text = `${nextName()}\n${random.pick(texts)(random)}`;
    watched.prompts.set(text, 'unknown');
    await model.send([{ type: 'text', text }]);
    watched.prompts.set(text, 'sent');
  };
  const answers = { q_0: { kind: 'single' as const, option_id: 'opt_0_0' } };
  const actions: (() => unknown)[] = [
    ...(approval
      ? [() => model.decide(approval.approval_id, { decision: random.pick(['approved', 'rejected', 'cancelled']) })]
      : []),
    ...(question
      ? [() => model.answer(question.question_id, { answers }), () => model.dismiss(question.question_id)]
      : []),
    ...(queued
      ? [
          () => model.steer([queued.prompt_id]),
          () => model.removeQueued(queued.prompt_id),
          () => model.editQueued(queued.prompt_id, { position: 1 }),
        ]
      : []),
    ...(task ? [() => model.cancelTask(task.taskId)] : []),
    ...(others.length > 0
      ? [
          () => show(watcher, random.pick(others), true),
          () => show(watcher, random.pick(others), false),
          () => model.loadOlder(random.pick(others)),
        ]
      : []),
    ...Array.from({ length: 16 }, () => send),
    () => model.abort(),
    () => model.undo({ count: random.between(1, 2) }),
    () => model.redo(),
    () => model.compact(),
    () => model.retry(),
    () => model.fork(),
    () => model.configure({ permission_mode: random.pick(['yolo', 'manual', 'auto']) }),
    () => model.configure({ plan_mode: random.chance(0.3) }),
    () => model.configure({ goal_objective: 'Say a word' }),
    () => client.runShell({ params, body: { command: 'echo of the user; sleep 0.05; echo again' } }),
    () => client.cancelGoal({ params }),
    () => client.reloadSession({ params }),
    () => model.rename(`Title ${random.between(1, 99)}`),
    () => model.loadOlder(),
  ];
  try {
    await random.pick(actions)();
  } catch (error) {
    if (!(error instanceof ApiFailure) && !(error instanceof ConnectionFailure)) throw error;
  }
}
