/** A worker answers, and is replaced after a crash, a timeout or idle time; calls can be repeated and aborted. */
import { expect, test } from '@jest/globals';
import { createWorker, type Runner, type RunnerEnd, type WorkerOptions } from '../../daemon/base/process/worker.js';

interface Question {
  id: number;
  text: string;
}

interface FakeRunner extends Runner {
  sent: object[];
  say(message: object): void;
  end(how?: Partial<RunnerEnd>): void;
}

function fakeRunner(): FakeRunner {
  let hear = (_message: unknown): void => undefined;
  let ended = (_end: RunnerEnd): void => undefined;
  let resolve = (): void => undefined;
  const gone = new Promise<void>((done) => (resolve = done));
  let isOver = false;
  const runner: FakeRunner = {
    sent: [],
    gone,
    send: (message) => void runner.sent.push(message),
    isAlive: () => !isOver,
    kill: () => runner.end({ code: null }),
    listen: (...both) => void ([hear, ended] = both),
    say: (message) => hear(message),
    end(how) {
      if (isOver) return;
      isOver = true;
      resolve();
      ended({ code: 1, ...how });
    },
  };
  return runner;
}

function open(more: Partial<WorkerOptions<{ id: number; answer: string }>> = {}) {
  const runners: FakeRunner[] = [];
  const worker = createWorker<{ id: number; answer: string }>({
    name: 'the worker',
    start() {
      const runner = fakeRunner();
      runners.push(runner);
      return runner;
    },
    receive: ({ id, answer }, asked) => asked(id)?.resolve(answer),
    ...more,
  });
  const ask = (text: string, signal?: AbortSignal) =>
    worker.ask<string>((id): Question => ({ id, text }), { signal, cancel: (id) => ({ cancel: id }) });
  return { worker, runners, ask };
}

test('it is started with the first question, and each answer finds its question', async () => {
  const { runners, ask } = open();
  expect(runners).toHaveLength(0);
  const answers = [ask('a'), ask('b')];
  runners[0]?.say({ id: 2, answer: 'B' });
  runners[0]?.say({ id: 1, answer: 'A' });
  expect(await Promise.all(answers)).toEqual(['A', 'B']);
  expect(runners).toHaveLength(1);
});

test('a question is asked again of the next one as long as it may be', async () => {
  const ends: RunnerEnd[] = [];
  const { runners, ask } = open({ again: (tries) => tries < 2, ended: (end) => void ends.push(end) });
  const first = ask('a');
  runners[0]?.end();
  expect(runners[1]?.sent).toEqual([{ id: 1, text: 'a' }]);
  runners[1]?.end({ error: new Error('broken') });
  await expect(first).rejects.toThrow('broken');
  expect(ends).toHaveLength(2);
  const second = ask('b');
  runners[2]?.say({ id: 2, answer: 'B' });
  expect(await second).toBe('B');
});

test('without an error of its own its end has a name', async () => {
  const { runners, ask } = open();
  const asked = ask('a');
  runners[0]?.end();
  await expect(asked).rejects.toMatchObject({ name: 'WorkerEnded', message: 'the worker ended' });
});

test('one that does not answer in time is killed', async () => {
  const { runners, ask } = open({ answerMs: 1 });
  await expect(ask('a')).rejects.toMatchObject({ name: 'WorkerLate' });
  expect(runners[0]?.isAlive()).toBe(false);
});

test('an abort is passed on and rejects with its reason', async () => {
  const { runners, ask } = open();
  const gone = new AbortController();
  const asked = ask('a', gone.signal);
  gone.abort(new Error('left'));
  await expect(asked).rejects.toThrow('left');
  expect(runners[0]?.sent).toEqual([{ id: 1, text: 'a' }, { cancel: 1 }]);
  await expect(ask('b', gone.signal)).rejects.toThrow('left');
});

test('it goes when it was not asked for a while, and comes again', async () => {
  const { worker, runners, ask } = open({ idleMs: 1 });
  const first = ask('a');
  runners[0]?.say({ id: 1, answer: 'A' });
  await first;
  await runners[0]?.gone;
  expect(worker.isRunning()).toBe(false);
  void ask('b');
  expect(runners).toHaveLength(2);
});

test('after the end there is no other one', async () => {
  const { worker, runners, ask } = open({ again: () => true, closeMessage: { end: true } });
  const asked = ask('a').catch((error: Error) => error.message);
  const closing = worker.close();
  expect(runners[0]?.sent.at(-1)).toEqual({ end: true });
  runners[0]?.end({ code: 0 });
  await closing;
  expect(await asked).toBe('the worker ended');
  await expect(ask('b')).rejects.toThrow('the worker ended');
  worker.post({ more: true });
  expect(runners).toHaveLength(1);
});
