/** Custom subagents: called by name, nested, and with their own model (engine.md 4.14, 14). */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, jest, test } from '@jest/globals';
import { callAgent, long, outputs, payloads } from '../helpers/agents.js';
import { begin, requestText, scripted, trial, useTrial } from '../helpers/trial.js';

jest.setTimeout(60_000);

useTrial();

describe('custom agents', () => {
  const agentFile = (name: string, front: string, body: string) => {
    mkdirSync(join(trial.cwd, '.agent-code', 'agents'), { recursive: true });
    writeFileSync(
      join(trial.cwd, '.agent-code', 'agents', `${name}.md`),
      `---\nname: ${name}\ndescription: ${name} does it\n${front}---\n${body}\n`,
    );
  };

  test('are offered and called by name, with their own prompt and tools', async () => {
    const asked = await scripted();
    agentFile('hatter', 'whenToUse: for hats\ntools: [Read, Grep]\n', 'You know hats.');
    asked.reply(
      { calls: [callAgent({ prompt: 'go', subagent_type: 'hatter' })] },
      { text: long('A hat.') },
      { text: 'ok' },
    );
    const talk = await trial.talk();
    await talk.run('x');
    expect(requestText(0)).toContain('hatter: hatter does it');
    expect(requestText(1)).toContain('You know hats.');
    expect(requestText(1)).toContain('Reporting back');
    const tools = (asked.requests[1]?.body as { tools: { function: { name: string } }[] }).tools;
    expect(tools.map((each) => each.function.name)).toEqual(['Grep', 'Read']);
    expect(outputs(talk)[0]).toContain('actual_subagent_type: hatter');
  });

  test('may call others, three deep; deny rules hold at the bottom', async () => {
    await begin({ config: '[permission]\ndeny = ["Bash(cat *)", "Write"]\n' });
    agentFile('nest', '', 'You call others.');
    writeFileSync(join(trial.cwd, 'kept.txt'), 'kept');
    const talk = await trial.talk({ agent_config: { permission_mode: 'auto' } });
    await talk.run('agent nest: agent nest: agent nest: run cat kept.txt');
    expect(payloads(talk, 'agent.created').map(({ agentId, parentAgentId }) => [agentId, parentAgentId])).toEqual([
      ['agent_1', 'main'],
      ['agent_2', 'agent_1'],
      ['agent_3', 'agent_2'],
    ]);
    expect(payloads(talk, 'tool.result', 'agent_3')).toMatchObject([
      { isError: true, output: expect.stringMatching(/denied by the rule Bash\(cat \*\)/) },
    ]);
    await talk.run('agent nest: agent nest: agent nest: agent nest: say too deep');
    expect(payloads(talk, 'agent.created')).toHaveLength(6);
    expect(outputs(talk, 'agent_6')).toEqual([]);
    expect(outputs(talk, 'agent_5')[0]).toContain('The tool Agent is not available here.');
  });

  test('call only those they name; none with an empty list', async () => {
    agentFile('picky', 'subagents: [explore]\n', 'You call explorers.');
    agentFile('alone', 'subagents: []\n', 'You work alone.');
    const talk = await trial.talk();
    await talk.run('agent picky: agent: say x\\nagent explore: say y');
    expect(outputs(talk, 'agent_1')[0]).toMatch(/no agent type "coder" for you. Types: explore\./);
    expect(outputs(talk, 'agent_1')[1]).toContain('actual_subagent_type: explore');
    await talk.run('agent alone: agent: say x');
    expect(outputs(talk).at(-1)).toContain('The tool Agent is not available here.');
  });

  test('use their own model when there is one of that name', async () => {
    const asked = await scripted('[models.other]\nprovider = "p"\nmodel = "other-model"\nmax_context_size = 100000\n');
    agentFile('own', 'model: other\n', 'x');
    agentFile('lost', 'model: nowhere\n', 'x');
    asked.reply(
      { calls: [callAgent({ prompt: 'go', subagent_type: 'own' })] },
      { text: long('A.') },
      { calls: [callAgent({ prompt: 'go', subagent_type: 'lost' })] },
      { text: long('B.') },
      { text: 'ok' },
    );
    const talk = await trial.talk();
    await talk.run('x');
    expect(asked.requests.map(({ body }) => (body as { model: string }).model)).toEqual([
      'scripted',
      'other-model',
      'scripted',
      'scripted',
      'scripted',
    ]);
  });
});
