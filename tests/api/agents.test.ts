/** Agents through REST: the list, aborts, side agents (`btw`), and the agent that writes AGENTS.md (rest.md 9.6, 9.10, 28). */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, jest, test } from '@jest/globals';
import { agentLines, long, payloads } from '../helpers/agents.js';
import { requestText, scripted, trial, useTrial } from '../helpers/trial.js';
import type { Talk } from '../helpers/turns.js';

jest.setTimeout(60_000);

useTrial();

interface Item {
  agentId: string;
  type: string;
  status: string;
  disposedAt?: string;
  usage: { turn_count: number };
}
const list = async (talk: Talk) => (await talk.call<{ items: Item[] }>('GET', '/agents')).data.items;
const aside = async (talk: Talk) => (await talk.call<{ agent_id: string }>('POST', ':btw')).data.agent_id;
/** messages of an agent as the log has them */
const texts = (talk: Talk, agentId: string) =>
  payloads(talk, 'message.appended', agentId).map(({ message }) =>
    (message as { content: { text?: string }[] }).content.map(({ text }) => text ?? '').join(''),
  );

describe('listAgents', () => {
  test('main, children and side agents, running or not, loaded or cold', async () => {
    const talk = await trial.talk();
    await talk.submit(`agent plan: slow 40 one two three four five\\nsay ${long('x')}`);
    await talk.until('subagent.started');
    expect(await list(talk)).toMatchObject([
      { agentId: 'main', type: 'main', status: 'running', profile: 'agent', model: 'offline/echo' },
      {
        agentId: 'agent_1',
        type: 'sub',
        status: 'running',
        profile: 'plan',
        parentAgentId: 'main',
        label: expect.stringContaining('slow 40'),
        createdAt: expect.any(String),
      },
    ]);
    await talk.until('prompt.completed');
    await aside(talk);
    const shown = await list(talk);
    expect(shown).toMatchObject([
      { agentId: 'main', status: 'idle', usage: { turn_count: 1 } },
      { agentId: 'agent_1', status: 'idle', usage: { turn_count: 1 } },
      { agentId: 'agent_2', type: 'independent', status: 'idle', parentAgentId: 'main', usage: { turn_count: 0 } },
    ]);
    await trial.restart();
    expect((await trial.call<{ items: Item[] }>('GET', `/api/v1/sessions/${talk.id}/agents`)).data.items).toEqual(
      shown,
    );
  });
});

describe('snapshot.subagents', () => {
  test('holds the foreground children of the last turn of main until its next turn', async () => {
    const talk = await trial.talk();
    await talk.run('agent plan: say x\n+ agent: fail 400 9');
    const { data } = await talk.call<{ subagents: unknown[] }>('GET', '/snapshot');
    expect(data.subagents).toMatchObject([
      {
        id: 'agent_1',
        session_id: talk.id,
        kind: 'subagent',
        status: 'completed',
        engine_status: 'completed',
        subagent_phase: 'completed',
        subagent_type: 'plan',
        agent_id: 'agent_1',
        model: 'offline/echo',
        parent_tool_call_id: payloads(talk, 'tool.call.started')[0]?.['toolCallId'],
        run_in_background: false,
        completed_at: expect.any(String),
      },
      { id: 'agent_2', status: 'failed', engine_status: 'failed', subagent_phase: 'failed' },
    ]);
    await talk.run('say next');
    expect((await talk.call<{ subagents: unknown[] }>('GET', '/snapshot')).data.subagents).toEqual([]);
  });
});

describe('abortAgent', () => {
  test('main with what it waits for; nothing when idle; 40401 for an unknown one', async () => {
    const talk = await trial.talk();
    await talk.submit('agent: slow 50 one two three four five six seven eight');
    await talk.until((frame) => frame.type === 'assistant.delta' && frame.payload['agentId'] === 'agent_1');
    expect((await talk.call('POST', '/agents/main:abort')).data).toEqual({ aborted: true });
    await talk.until('prompt.aborted');
    expect(agentLines(talk)).toContain('agent_1: turn.ended cancelled user_cancelled');
    const before = talk.frames.length;
    expect((await talk.call('POST', '/agents/main:abort')).data).toEqual({ aborted: true });
    expect((await talk.call('POST', '/agents/agent_1:abort')).data).toEqual({ aborted: true });
    expect((await talk.call('POST', '/agents/agent_9:abort')).code).toBe(40401);
    expect((await talk.call('POST', '/agents/a%2Fb:abort')).code).toBe(40001);
    expect(talk.frames).toHaveLength(before);
  });
});

describe('startSideAgent', () => {
  test('knows the conversation, has no tools, writes nothing into main; several questions', async () => {
    const asked = await scripted();
    writeFileSync(join(trial.cwd, 'a.txt'), 'the answer is 42\n');
    asked.reply(
      { calls: [{ name: 'Read', input: { path: 'a.txt' } }] },
      { text: 'I have read it.' },
      { text: 'It says 42.' },
      { text: 'Yes, as I said: 42.' },
      { text: 'main again' },
    );
    const talk = await trial.talk();
    await talk.run('Read a.txt please');
    const id = await aside(talk);
    expect(id).toBe('agent_1');
    expect(payloads(talk, 'agent.created')).toMatchObject([{ agentId: id, agentKind: 'independent' }]);
    await talk.run('What does it say?', { agent_id: id });
    await talk.run('Are you sure?', { agent_id: id });
    const first = requestText(2);
    expect(first).toContain('the answer is 42');
    expect(first).toContain('side conversation');
    expect(asked.requests[2]?.body).not.toHaveProperty('tools.0');
    expect(first).not.toContain('tool_calls');
    expect(requestText(3)).toContain('It says 42.');
    expect(requestText(3).match(/side conversation/g)).toHaveLength(1);
    await talk.run('And now?');
    expect(requestText(4)).not.toContain('It says 42');
    expect(requestText(4)).not.toContain('What does it say?');
    expect((await talk.messages()).map(({ role }) => role)).toEqual([
      'user',
      'assistant',
      'tool',
      'assistant',
      'user',
      'assistant',
    ]);
  });

  test('while main works: the open step is left out, both answer', async () => {
    const talk = await trial.talk();
    await talk.run('say a first answer');
    await talk.submit('run sleep 0.4', { unattended: true });
    await talk.until('tool.call.started');
    const id = await aside(talk);
    await talk.run('say beside', { agent_id: id });
    expect(texts(talk, id)).toEqual(['say beside', 'beside']);
    await talk.until(
      'turn.ended',
      talk.frames.findLastIndex(({ type }) => type === 'tool.call.started'),
    );
  });

  test('keeps its copy over an undo of main and a restart', async () => {
    const asked = await scripted();
    asked.reply({ text: 'The word is hat.' }, { text: 'It was hat.' });
    const talk = await trial.talk();
    await talk.run('Which word?');
    const id = await aside(talk);
    await talk.call('POST', ':undo', {});
    await trial.restart();
    const again = await trial.join(talk.id);
    await again.run('Say it again', { agent_id: id });
    expect(requestText(1)).toContain('The word is hat.');
    expect(requestText(1)).toContain('Which word?');
  });

  test('knows what a compaction left, over a restart too', async () => {
    const asked = await scripted();
    asked.reply({ text: 'The word is hat.' }, { text: long('A summary of hats.') }, { text: 'It was hat.' });
    const talk = await trial.talk();
    await talk.run('Which word?');
    expect((await talk.call('POST', ':compact', {})).code).toBe(0);
    await talk.until('compaction.completed');
    const id = await aside(talk);
    await trial.restart();
    const again = await trial.join(talk.id);
    await again.run('Say it again', { agent_id: id });
    expect(requestText(2)).toContain('A summary of hats.');
    expect(requestText(2)).toContain('Which word?');
    expect(requestText(2)).not.toContain('The word is hat.');
  });

  test('goes with a fork', async () => {
    const asked = await scripted();
    asked.reply({ text: 'The word is hat.' }, { text: 'It was hat.' });
    const talk = await trial.talk();
    await talk.run('Which word?');
    const id = await aside(talk);
    const { data } = await talk.call<{ id: string }>('POST', ':fork', {});
    const copy = await trial.join(data.id);
    await copy.run('Say it again', { agent_id: id });
    expect(requestText(1)).toContain('The word is hat.');
  });
});

describe('closeAgent', () => {
  test('a side agent is gone for good', async () => {
    const talk = await trial.talk();
    await talk.run('say hi');
    const id = await aside(talk);
    await talk.submit('slow 50 one two three four five six', { agent_id: id });
    await talk.submit('say later', { agent_id: id });
    await talk.until((frame) => frame.type === 'assistant.delta' && frame.payload['agentId'] === id);
    expect((await talk.call('POST', `/agents/${id}:close`)).data).toEqual({ closed: true });
    await talk.until('agent.disposed');
    expect(
      agentLines(talk).filter((line) => line.startsWith(id) && /disposed|aborted$|turn\.ended/.test(line)),
    ).toEqual([
      `${id}: prompt.aborted`,
      `${id}: turn.step.interrupted 1 aborted`,
      `${id}: turn.ended cancelled user_cancelled`,
      `${id}: prompt.aborted`,
      `${id}: agent.disposed`,
    ]);
    expect((await talk.submit('say x', { agent_id: id })).code).toBe(40401);
    expect((await talk.call('POST', `/agents/${id}:close`)).code).toBe(40401);
    expect(await list(talk)).toMatchObject([{ agentId: 'main' }, { agentId: id, status: 'ended' }]);
    await trial.restart();
    const again = await trial.join(talk.id);
    expect((await again.submit('say x', { agent_id: id })).code).toBe(40401);
  });

  test('main and subagents cannot be closed', async () => {
    const talk = await trial.talk();
    await talk.run('agent: say x');
    expect((await talk.call('POST', '/agents/main:close')).code).toBe(40001);
    expect((await talk.call('POST', '/agents/agent_1:close')).code).toBe(40001);
    expect((await talk.call('POST', '/agents/agent_5:close')).code).toBe(40401);
  });
});

describe('initSession', () => {
  test('a subagent writes AGENTS.md in the root; main is notified and its prompt rendered again', async () => {
    const asked = await scripted();
    mkdirSync(join(trial.cwd, '.git'));
    mkdirSync(join(trial.cwd, 'sub'));
    const made = await trial.call<{ id: string }>('POST', '/api/v1/sessions', {
      metadata: { cwd: join(trial.cwd, 'sub') },
      title: 'Trial',
      agent_config: { permission_mode: 'auto' },
    });
    const talk = await trial.join(made.data.id);
    asked.reply(
      { text: 'before' },
      { calls: [{ name: 'Write', input: { path: join(trial.cwd, 'AGENTS.md'), content: 'Use tabs, always.' } }] },
      { text: long('I wrote the file.') },
      { text: 'after' },
    );
    await talk.run('hello');
    expect(requestText(0)).not.toContain('Use tabs');
    const { data } = await talk.call<{ agent_id: string }>('POST', ':init');
    expect(data.agent_id).toBe('agent_1');
    await talk.until('subagent.completed');
    expect(agentLines(talk).filter((line) => /agent\.created|subagent/.test(line))).toEqual([
      'agent_1: agent.created',
      'main: subagent.spawned',
      'main: subagent.started',
      'main: subagent.completed',
    ]);
    expect(payloads(talk, 'subagent.spawned')).toMatchObject([{ parentToolCallId: '', subagentName: 'coder' }]);
    expect(requestText(1)).toContain(join(trial.cwd, 'AGENTS.md'));
    expect(readFileSync(join(trial.cwd, 'AGENTS.md'), 'utf8')).toBe('Use tabs, always.');
    const told = payloads(talk, 'message.appended', 'main').at(-1)?.['message'] as Record<string, unknown>;
    expect(told).toMatchObject({
      role: 'system',
      metadata: { hidden: true, origin: { kind: 'injection', variant: 'agents_md' } },
    });
    expect(payloads(talk, 'turn.started', 'main')).toHaveLength(1);
    await talk.run('and now?');
    const [system] = (asked.requests[3]?.body as { messages: { role: string; content: string }[] }).messages;
    expect(system?.content).toContain('Use tabs, always.');
    expect(requestText(3)).toContain('I wrote the file.');
  });

  test('one at a time, not beside a turn of main, and the abort of the session ends it', async () => {
    const talk = await trial.talk();
    await talk.submit('ask Sure?');
    await talk.until('event.question.requested');
    expect((await talk.call('POST', ':init')).code).toBe(40901);
    await talk.call('POST', ':abort');
    await talk.until('prompt.aborted');
    const asked = await scripted();
    asked.reply({ text: 'x', delayMs: 1_000 });
    const other = await trial.talk();
    expect((await other.call('POST', ':init')).code).toBe(0);
    expect((await other.call('POST', ':init')).code).toBe(40901);
    await other.until((frame) => frame.type === 'turn.step.started');
    await other.call('POST', ':abort');
    await other.until('subagent.failed');
    expect(payloads(other, 'message.appended', 'main')).toEqual([]);
    expect((await other.call('GET', '')).data).toMatchObject({ busy: false });
  });
});
