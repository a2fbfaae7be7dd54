/** Scenes of turns: text, tools, approvals, questions, queues, aborts, failures, retries, undo. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventually, hurried, type Talk } from '../../helpers/turns.js';
import { plain } from '../../helpers/pictures.js';
import { answers } from '../../helpers/site.js';
import { call, found, type Scene } from '../stage.js';

const text = (value: string) => ({ type: 'text', text: value });

async function answered(talk: Talk, answers: Record<string, unknown>): Promise<void> {
  const { payload } = await talk.until('event.question.requested');
  await talk.call('POST', `/questions/${String(payload['question_id'])}`, { answers });
}

export const turns: Scene[] = [
  {
    name: 'words and tools',
    async play({ trial, site, model, talk }) {
      writeFileSync(join(trial.cwd, 'a.txt'), 'one\nneedle\nthree\n');
      writeFileSync(join(trial.cwd, 'long.txt'), `${'a line of text '.repeat(40)}\n`.repeat(200));
      writeFileSync(join(trial.cwd, 'binary.bin'), Buffer.from([0, 1, 2, 0xff]));
      mkdirSync(join(trial.cwd, 'sub'));
      site.serve('/page', answers('<html><body><h1>Hats</h1></body></html>', 'text/html'));
      site.serve('/search', found);
      const session = await talk();
      await session.run('think hard of a hat');
      await session.run(
        [
          'list files',
          'read a.txt from 2',
          'search needle',
          'write new.txt: x',
          'write new.txt: y',
          'append new.txt: more',
          'edit a.txt: needle => pin',
          call('Read', { path: 'long.txt' }),
          `fetch ${site.at('/page')}`,
          'web hats',
          'todo a; b',
          'done 1',
          'read missing.txt',
          'call Read {no',
        ].join('\n'),
        { metadata: { from: 'a test' } },
      );
      await session.run(
        call('Bash', { command: 'echo out; echo err >&2; sleep 0.3', description: 'say hi', timeout: 60 }),
      );
      await session.run(call('Bash', { command: 'seq 1 200000' }));
      await session.run(`run exit 3\n+ ${call('Bash', { command: 'kill -TERM $$' })}`);
      model.reply(
        { thinking: 'a hat', text: 'A hat.', usage: { input: 100, output: 10 } },
        { text: 'the end', finishReason: 'length' },
        { text: 'of it' },
      );
      const scripted = await talk({ model: 'm', thinking: 'high' });
      await scripted.run('hello');
      await scripted.run('more');
    },
  },
  {
    name: 'pictures and files',
    async play({ trial, model, talk, api }) {
      const bytes = await plain(20, 10);
      writeFileSync(join(trial.cwd, 'pic.png'), bytes);
      model.reply(
        { text: 'a picture' },
        { calls: [{ name: 'ReadMediaFile', input: { path: 'pic.png' } }] },
        { text: 'seen' },
        { text: 'a film' },
      );
      const session = await talk({ model: 'm' });
      const form = new FormData();
      form.set('file', new File(['hello'], 'note.txt', { type: 'text/plain' }));
      const upload = await fetch(`${trial.daemon.baseUrl}/api/v1/files`, {
        method: 'POST',
        headers: { authorization: `Bearer ${trial.daemon.token ?? ''}` },
        body: form,
      });
      const { data } = (await upload.json()) as { data: { id: string } };
      const source = { kind: 'base64', media_type: 'image/png', data: bytes.toString('base64') };
      await session.run('', {
        content: [
          text('look'),
          { type: 'image', source },
          { type: 'file', file_id: data.id },
          { type: 'mention', path: 'pic.png' },
        ],
      });
      await session.run('view it');
      await session.run('', {
        content: [text('watch'), { type: 'video', source: { kind: 'url', url: 'https://docs.example/a.mp4' } }],
      });
      await api('GET', `/sessions/${session.id}/messages`);
    },
  },
  {
    name: 'approvals with changes',
    async play({ trial, talk }) {
      const session = await talk({ permission_mode: 'manual' });
      const lines = Array.from({ length: 30 }, (_, index) => `line ${index + 1}\n`);
      const changed = lines.map((line, index) => (index % 20 === 4 ? line.replace('\n', '\r\n') : line)).join('');
      writeFileSync(join(trial.cwd, 'ends.txt'), lines.join(''));
      writeFileSync(join(trial.cwd, 'large.txt'), 'x'.repeat(70_000));
      for (const [line, amend] of [
        [call('Write', { path: 'ends.txt', content: changed }), { hunks: ['h1'] }],
        [call('Write', { path: 'large.txt', content: 'small' }), { content: 'tiny' }],
        ['run echo no', { input: { command: 'echo yes' } }],
      ] as const) {
        const from = session.frames.length;
        void session.submit(line);
        await session.decide({ decision: 'approved', amend, feedback: 'so' }, from);
        await session.until('prompt.completed', from);
      }
    },
  },
  {
    name: 'approvals',
    head: '[permission]\nask = ["Bash(git *)"]\n',
    async play({ trial, talk }) {
      const session = await talk({ permission_mode: 'manual' });
      void session.submit('run echo hi');
      await session.decide({ decision: 'approved', scope: 'session' });
      await session.until('prompt.completed');
      let from = session.frames.length;
      void session.submit('run git push --force');
      await session.decide({ decision: 'rejected', feedback: 'not here' }, from);
      await session.until('prompt.completed', from);
      from = session.frames.length;
      void session.submit('plan first this | Fast | Slow');
      await session.decide({ decision: 'approved', selected_label: 'Fast' }, from);
      await session.until('prompt.completed', from);
      from = session.frames.length;
      void session.submit('agent: run expr 1 + 1');
      await session.decide({ decision: 'cancelled' }, from);
      await session.until((frame) => frame.type.startsWith('prompt.') && frame.type !== 'prompt.submitted', from);
      from = session.frames.length;
      void session.submit('run expr 2 + 2');
      await session.until('event.approval.requested', from);
      await session.call('POST', '/profile', { agent_config: { permission_mode: 'yolo' } });
      await session.until('prompt.completed', from);
      from = session.frames.length;
      void session.submit('goal paint the wall');
      await session.decide({ decision: 'rejected' }, from);
      await session.until('prompt.completed', from);
      const abandoned = await talk({ permission_mode: 'manual' });
      void abandoned.submit('run expr 3 + 3\nsay so');
      await abandoned.until('event.approval.requested');
      await eventually(
        () =>
          abandoned.statuses.some(
            ({ payload }) => (payload['phase'] as { kind?: string })?.kind === 'awaiting_approval',
          ),
        'a status that reports the approval',
      );
      await abandoned.call('POST', ':abort');
      await abandoned.until('prompt.aborted');
      writeFileSync(join(trial.cwd, '.env'), 'KEY=1');
      const auto = await talk({ permission_mode: 'auto' });
      await auto.run('read .env');
    },
  },
  {
    name: 'questions',
    async play({ talk, pass }) {
      const questions = [
        {
          question: 'Which?',
          header: 'Colour',
          multi_select: true,
          options: [{ label: 'Red', description: 'like fire' }, { label: 'Blue' }],
        },
      ];
      const session = await talk();
      void session.submit(call('AskUserQuestion', { questions }));
      await answered(session, { q_0: { kind: 'multi', option_ids: ['opt_0_0', 'opt_0_1'] } });
      await session.until('prompt.completed');
      let from = session.frames.length;
      void session.submit('ask This? A | B');
      const asked = await session.until('event.question.requested', from);
      await session.call('POST', `/questions/${String(asked.payload['question_id'])}:dismiss`);
      await session.until('prompt.completed', from);
      from = session.frames.length;
      await session.run(call('AskUserQuestion', { questions, background: true }));
      const behind = await session.until('event.question.requested', from);
      await session.call('POST', `/questions/${String(behind.payload['question_id'])}`, {
        answers: { q_0: { kind: 'multi', option_ids: ['opt_0_0'] } },
      });
      await session.until('task.terminated', from);
      await session.until(
        'turn.ended',
        session.frames.findIndex(({ type }) => type === 'task.terminated'),
      );
      from = session.frames.length;
      void session.submit('ask Too late? A | B');
      const late = await session.until('event.question.requested', from);
      pass(86_401_000);
      await session.call('POST', `/questions/${String(late.payload['question_id'])}`, { answers: {} });
      await session.until('prompt.completed', from);
    },
  },
  {
    name: 'the queue',
    async play({ talk }) {
      const session = await talk();
      const slow = 'slow 25 one two three four five six seven eight nine ten eleven twelve';
      await session.submit('run sleep 0.5\nsay on');
      const ids = await Promise.all(
        [slow, 'say three', 'say four', 'say five', 'say six'].map((words) => session.submit(words)),
      );
      const [two, three, four, five] = ids.map(({ data }) => data.prompt_id);
      await session.call('PATCH', `/prompts/${String(two)}`, { content: [text(slow)] });
      await session.call('PATCH', `/prompts/${String(three)}`, { position: 0 });
      await session.call('DELETE', `/prompts/${String(four)}`);
      await session.call('POST', `/prompts/${String(five)}:steer`);
      await session.until((frame) => frame.type === 'assistant.delta' && (frame.offset ?? 0) > 10);
      await session.call('POST', ':abort');
      await session.until('prompt.updated paused');
      await session.submit('say again');
      await session.until('prompt.updated resumed');
      await eventually(async () => {
        const { data } = await session.call<{ active: unknown; queued: unknown[] }>('GET', '/prompts');
        return data.active === null && data.queued.length === 0;
      }, 'an empty queue');
    },
  },
  {
    name: 'a step that is followed late',
    async play({ talk, listener, model }) {
      const session = await talk();
      await session.submit(`think about it\n+ slow 40 ${'word '.repeat(50)}`);
      await session.until((frame) => frame.type === 'assistant.delta' && (frame.offset ?? 0) > 20);
      const late = await session.follow({ resume_inflight: true });
      listener.frames.push(...late.frames.filter(({ payload }) => payload['recovered'] === true));
      await session.until('prompt.completed');
      await session.submit(call('Bash', { command: 'echo begun; sleep 1' }));
      await session.until((frame) => frame.type === 'tool.progress');
      const other = await session.follow({ resume_inflight: true });
      listener.frames.push(...other.frames.filter(({ volatile }) => volatile === true));
      await session.until('prompt.completed', session.frames.length);
      const slow = await talk({ model: 'm' });
      model.reply(
        {
          calls: [{ name: 'Write', input: { path: 'a.txt', content: 'word '.repeat(120) } }],
          chunkSize: 10,
          chunkDelayMs: 20,
        },
        { text: 'written' },
      );
      await slow.submit('write it');
      await slow.until((frame) => frame.type === 'tool.call.delta' && (frame.offset ?? 0) > 0);
      const third = await slow.follow({ resume_inflight: true });
      listener.frames.push(...third.frames.filter(({ payload }) => payload['recovered'] === true));
      await slow.until('prompt.completed');
    },
  },
  {
    name: 'failures',
    // longer than the time in which states of an agent are merged, so that each wait for a retry is reported
    options: { sleep: hurried(150) },
    head: '[loop_control]\nmax_attempts_per_step = 3\nmax_steps_per_turn = 4\n',
    async play({ talk, model }) {
      const session = await talk();
      await session.run('fail 529 2\nsay made it');
      await session.run('fail 500 9');
      await session.run('fail 401');
      await session.run('fail filtered');
      await session.run('list files\nlist files in .\nfind a\nfind b\nfind c');
      await session.call('POST', ':retry');
      await session.until('turn.started retry');
      await session.until(
        'turn.ended',
        session.frames.findIndex(({ payload }) => (payload['origin'] as { kind?: string })?.kind === 'retry'),
      );
      const slow = await talk({ model: 'm' });
      model.reply(
        { error: { status: 503, message: 'busy' } },
        { text: 'a'.repeat(400), chunkSize: 10, chunkDelayMs: 20, cutAfterChunks: 5 },
        { text: 'fine' },
      );
      await slow.run('hello');
    },
  },
  {
    name: 'undo and redo',
    async play({ talk, trial }) {
      writeFileSync(join(trial.cwd, 'a.txt'), 'before\n');
      const session = await talk();
      await session.run('read a.txt\nwrite a.txt: after');
      await session.call('POST', ':undo', { restore_files: true });
      await session.until('files.restored');
      await session.call('POST', ':redo');
      await session.until('context.redone');
      writeFileSync(join(trial.cwd, 'a.txt'), 'somebody else\n');
      await session.call('POST', ':undo', { restore_files: true });
      await session.call('POST', ':redo');
      await session.call('POST', ':undo', { restore_files: true, force: true });
    },
  },
];
