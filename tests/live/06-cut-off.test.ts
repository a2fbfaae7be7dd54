/** A client that reconnects in the middle of a step (ws.md 9.3). */
import { afterEach, describe, expect, test } from '@jest/globals';
import { setTimeout as wait } from 'node:timers/promises';
import { startRawModel, type RawModel, type RawReply } from '../helpers/rawmodel.js';
import { eventually, modelConfig, startTrial, type Follower, type Talk, type Trial } from '../helpers/turns.js';
import { startNaive, type Naive } from './naive.js';
import { createShown, type Shown } from './shown.js';
import { callPart, say, think, whole } from './streamed.js';

let trial: Trial;
let talk: Talk;
let model: RawModel | undefined;
const clients: Naive[] = [];
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.close()));
  await trial.close();
  await model?.close();
  model = undefined;
});

const words = Array.from({ length: 60 }, (_, n) => `word${n}😀`).join(' ');

function client(
  name: string,
  id: string,
  more: { resumes?: boolean } = {},
): { shown: Shown; naive: Naive; recovered(): number } {
  const shown = createShown(name);
  let recovered = 0;
  const naive = startNaive({
    baseUrl: trial.daemon.baseUrl,
    token: trial.daemon.token ?? '',
    sessionId: id,
    shown,
    pause: () => 5,
    seen: ({ payload }) => void (recovered += payload['recovered'] ? 1 : 0),
    ...more,
  });
  clients.push(naive);
  return { shown, naive, recovered: () => recovered };
}

/** Starts a session whose model answers by the newest text; a text without a reply gets `done`. */
async function begin(replies: Record<string, RawReply>, mode = 'yolo'): Promise<void> {
  model = await startRawModel();
  model.reply(({ body }) => {
    const { messages } = body as { messages: { role: string; content: unknown }[] };
    const newest = messages.at(-1);
    const text = newest?.role === 'user' ? JSON.stringify(newest.content) : '';
    const name = Object.keys(replies).find((each) => text.includes(each));
    return replies[name ?? ''] ?? whole(say('done'));
  });
  trial = await startTrial({ config: modelConfig(`${model.url}/v1`) });
  talk = await trial.talk({ agent_config: { permission_mode: mode } });
}

const longWait = 20_000;
const volatiles = ({ frames }: Follower) => frames.filter((frame) => frame.volatile);

async function stop(): Promise<void> {
  await talk.call('POST', ':abort');
  await talk.until('prompt.aborted');
}

describe('check 6: a client cut off at random points of a streaming step and back with resume_inflight shows exactly the final text; without the flag no recovered frame is ever sent', () => {
  test('forty times in one turn with thinking, text, calls and agents', async () => {
    trial = await startTrial();
    talk = await trial.talk({ agent_config: { permission_mode: 'yolo' } });
    const whole = client('never cut', talk.id);
    const cut = client('cut off', talk.id);
    const bare = client('without the flag', talk.id, { resumes: false });
    await eventually(() => clients.every((each) => each.connections() > 0), 'all are there');
    await talk.submit(
      `slow 10 ${words}\nrun for i in 1 2 3; do echo $i; sleep 0.1; done\nagent: slow 10 ${words}\n+ agent: slow 8 ${words}\nslow 10 ${words}`,
    );
    const isOver = (): boolean => talk.frames.some(({ type }) => type === 'prompt.completed');
    let cuts = 0;
    for (; cuts < 40 || !isOver(); cuts += 1) {
      if (isOver()) break;
      await wait(Math.floor(Math.random() * 90));
      cut.naive.cut();
      if (cuts % 4 === 0) bare.naive.cut();
    }
    expect(cuts).toBeGreaterThan(15);
    await talk.until('prompt.completed');
    await eventually(
      () => [cut, bare].every(({ shown }) => shown.events.at(-1) === whole.shown.events.at(-1)),
      'all have the end',
    );
    expect(whole.shown.problems).toEqual([]);
    expect(cut.shown.problems).toEqual([]);
    expect(cut.shown.events).toEqual(whole.shown.events);
    expect(bare.shown.events).toEqual(whole.shown.events);
    expect([...cut.shown.steps]).toEqual([...whole.shown.steps]);
    expect([...bare.shown.steps]).toEqual([...whole.shown.steps]);
    expect([...whole.shown.steps.values()].filter(([text]) => text.trim().startsWith(words))).toHaveLength(4);
    expect(cut.recovered()).toBeGreaterThan(3);
    expect([whole.recovered(), bare.recovered()]).toEqual([0, 0]);
  });

  test('what comes: after the replay, before the ack, agent by agent: thinking, text, calls; then the streams continue', async () => {
    const tail = [say(' and'), 30, say(' on')];
    await begin({
      'go main': whole(
        think('hm '),
        say('Hello 😀'),
        30,
        think('so'),
        say(' world'),
        callPart(0, { id: 'call_a', name: 'Bash', arguments: '{"command":' }),
        callPart(0, { arguments: '"echo' }),
        callPart(1, { id: 'call_b', name: 'TodoList', arguments: '' }),
        900,
        callPart(0, { arguments: ' hi"}' }),
        callPart(1, { arguments: '{"todos":[]}' }),
        ...tail,
      ),
    });
    await talk.submit('go main');
    await talk.until(({ type, payload }) => type === 'tool.call.delta' && payload['toolCallId'] === 'call_b');
    const late = await talk.follow({ cursors: { [talk.id]: { seq: 0 } }, resume_inflight: true });
    const live = await talk.follow({ resume_inflight: true });
    const bare = await talk.follow({ cursors: { [talk.id]: { seq: 0 } } });
    const at = late.frames.findIndex((frame) => frame.volatile);
    const { stepId } = talk.frames.find(({ type }) => type === 'turn.step.started')?.payload ?? {};
    const where = { agentId: 'main', sessionId: talk.id, turnId: 1, step: 1, recovered: true };
    const expected = [
      { type: 'thinking.delta', ...where, stepId, delta: 'hm so' },
      { type: 'assistant.delta', ...where, stepId, delta: 'Hello 😀 world' },
      { type: 'tool.call.delta', ...where, toolCallId: 'call_a', name: 'Bash', argumentsPart: '{"command":"echo' },
      { type: 'tool.call.delta', ...where, toolCallId: 'call_b', name: 'TodoList', argumentsPart: '' },
    ];
    const ackSeq = (late.ack.payload['cursors'] as Record<string, { seq: number }>)[talk.id]?.seq;
    for (const frames of [late.frames.slice(at, at + 4), live.frames.slice(0, 4)]) {
      expect(frames.map(({ payload }) => payload)).toEqual(expected);
      expect(frames.map(({ offset, volatile, seq }) => ({ offset, volatile, seq }))).toEqual(
        frames.map(() => ({ offset: 0, volatile: true, seq: ackSeq })),
      );
    }
    expect(late.frames.slice(0, at).map(({ type }) => type)).toContain('turn.step.started');
    expect(bare.frames.some((frame) => frame.volatile)).toBe(false);
    await talk.until('prompt.completed');
    for (const follower of [late, live]) {
      await follower.until('prompt.completed');
      const shown = createShown('back');
      const first = follower.frames.findIndex((frame) => frame.volatile);
      follower.frames.forEach((frame, index) => shown.take(frame, index >= first + expected.length));
      expect(shown.problems).toEqual([]);
      const next = follower.frames.slice(first + 4).find(({ type }) => type === 'assistant.delta');
      expect(next).toMatchObject({
        offset: 'Hello 😀 world'.length,
        payload: { delta: expect.stringMatching(/^ and/) },
      });
    }
    expect(talk.frames.some(({ payload }) => payload['recovered'])).toBe(false);
  });

  test('agents that pass the filter, each with its own step; none of the others', async () => {
    const prompt = (name: string) => ({ prompt: name, description: 'a part of it' });
    await begin({
      'go main': whole(
        say('calling'),
        callPart(0, { id: 'call_a', name: 'Agent', arguments: JSON.stringify(prompt('child one')) }),
        callPart(1, { id: 'call_b', name: 'Agent', arguments: JSON.stringify(prompt('child two')) }),
      ),
      'child one': whole(think('one thinks'), say('one says'), longWait),
      'child two': whole(say('two says'), longWait),
    });
    await talk.submit('go main');
    for (const text of ['one says', 'two says']) await talk.until(({ payload }) => payload['delta'] === text);
    const calledBy = (callId: string) => {
      const spawned = talk.frames.find(
        ({ type, payload }) => type === 'subagent.spawned' && payload['parentToolCallId'] === callId,
      );
      return String(spawned?.payload['subagentId']);
    };
    const [one, two] = [calledBy('call_a'), calledBy('call_b')];
    // calls of one step run in parallel, so either agent may be the first
    const inOrder = <T>(ofOne: T, ofTwo: T): T[] => (one < two ? [ofOne, ofTwo] : [ofTwo, ofOne]);
    const told = async (agents?: string[]) => {
      const late = await talk.follow({
        resume_inflight: true,
        ...(agents === undefined ? {} : { agent_filter: { [talk.id]: agents } }),
      });
      return volatiles(late).map(({ type, payload }) => [type, payload['agentId'], payload['delta']]);
    };
    const ofOne = [
      ['thinking.delta', one, 'one thinks'],
      ['assistant.delta', one, 'one says'],
    ];
    // the message of main is already stored
    expect(await told()).toEqual(inOrder(ofOne, [['assistant.delta', two, 'two says']]).flat());
    expect(await told([one])).toEqual(ofOne);
    expect(await told(['main'])).toEqual([]);
    const { data } = await talk.call('GET', '/snapshot');
    expect(data).toMatchObject({
      in_flight_turn: {
        turn_id: 1,
        step: 1,
        assistant_text: '',
        thinking_text: '',
        running_tools: [
          { tool_call_id: 'call_a', name: 'Agent', args: prompt('child one'), display: { kind: 'agent_call' } },
          { tool_call_id: 'call_b', name: 'Agent', args: prompt('child two') },
        ],
      },
      in_flight_agents: inOrder<object>(
        {
          agent_id: one,
          turn_id: 1,
          step: 1,
          assistant_text: 'one says',
          thinking_text: 'one thinks',
          running_tools: [],
        },
        { agent_id: two, assistant_text: 'two says', thinking_text: '' },
      ),
      subagents: inOrder<object>(
        {
          agent_id: one,
          subagent_phase: 'working',
          status: 'running',
          parent_tool_call_id: 'call_a',
          run_in_background: false,
        },
        { agent_id: two, subagent_phase: 'working', subagent_type: 'coder', kind: 'subagent', session_id: talk.id },
      ),
      agent_status: {
        main: { phase: { kind: 'tool_call' } },
        [one]: { phase: { kind: 'streaming', stream: 'assistant' } },
      },
    });
    await stop();
    const ended = await talk.call<{ subagents: object[] }>('GET', '/snapshot');
    expect(ended.data).toMatchObject({
      in_flight_turn: null,
      in_flight_agents: [],
      subagents: [{ subagent_phase: 'failed' }, { status: 'cancelled' }],
    });
    await talk.run('something else');
    expect((await talk.call('GET', '/snapshot')).data).toMatchObject({ subagents: [] });
  });

  test('a running call: its newest progress; nothing of calls that are done', async () => {
    const bash = (command: string) => JSON.stringify({ command });
    await begin({
      'go main': whole(
        callPart(0, { id: 'call_a', name: 'Bash', arguments: bash('echo over; sleep 0.2') }),
        callPart(1, { id: 'call_b', name: 'Bash', arguments: bash('echo one; sleep 0.3; echo two; sleep 20') }),
      ),
    });
    await talk.submit('go main');
    await talk.until(({ type, payload }) => type === 'tool.progress' && JSON.stringify(payload).includes('two'));
    const late = await talk.follow({ resume_inflight: true });
    const progress = talk.frames.filter(({ type }) => type === 'tool.progress');
    expect(new Set(progress.map(({ payload }) => payload['toolCallId']))).toEqual(new Set(['call_a', 'call_b']));
    expect(late.frames.map(({ payload }) => payload)).toEqual([progress.at(-1)?.payload]);
    const { data } = await talk.call('GET', '/snapshot');
    expect(data).toMatchObject({
      in_flight_turn: {
        running_tools: [
          {
            tool_call_id: 'call_b',
            name: 'Bash',
            display: { kind: 'command' },
            last_progress: { kind: 'stdout', text: expect.stringContaining('two') },
          },
        ],
        current_prompt_id: expect.any(String),
        step_id: expect.any(String),
      },
    });
    await stop();
  });

  test('nothing comes once the message of the step is written, or its turn is over', async () => {
    await begin(
      {
        'go main': whole(
          say('text'),
          callPart(0, { id: 'call_a', name: 'Write', arguments: '{"path":"x.txt","content":"x"}' }),
        ),
      },
      'manual',
    );
    await talk.submit('go main');
    await talk.until('event.approval.requested');
    const late = await talk.follow({ resume_inflight: true });
    expect(late.frames).toEqual([]);
    await talk.decide({ decision: 'approved' });
    await talk.until('prompt.completed');
    const after = await talk.follow({ resume_inflight: true, cursors: { [talk.id]: { seq: 0 } } });
    expect(volatiles(after)).toEqual([]);
  });
});
