/** `agent -p` continues after its answer for background work and goals, up to a limit or a signal (cli.md 2.2, 4.1). */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { until } from '../helpers/daemon.js';
import { processesOf } from '../helpers/processes.js';
import { agent, launch, makePlace, resumed, startWeb, type Place, type Web } from './program.js';

jest.setTimeout(60_000);

const config = '[background]\nprint_wait_ceiling_s = 2\nkill_grace_period_ms = 200\n';
const seen = 'I have seen that the task ended.';
/** Returns the first line of each block of the answer. */
const blocks = (out: string): string[] => [...out.matchAll(/^• (.*)$/gm)].map(([, line = '']) => line);

describe.each(['embedded', 'attached'] as const)('%s', (kind) => {
  let place: Place;
  let web: Web | undefined;
  beforeAll(async () => {
    place = makePlace(config);
    if (kind === 'attached') web = await startWeb(place);
  });
  afterAll(() => place.leave());
  const directory = (name: string): string => {
    const path = join(place.cwd, name);
    mkdirSync(path);
    return path;
  };
  /** Whether the place runs processes besides the server. */
  const commandsRun = (): boolean => processesOf(place.user).length > (web ? 1 : 0);

  test('a task ends, and its end is answered', async () => {
    const { code, out, err } = await agent(place, ['-p', 'run in background sleep 0.4; echo hi\nsay main']);
    expect({ code, blocks: blocks(out) }).toEqual({ code: 0, blocks: ['main', seen] });
    expect(err).toMatch(/\[task\] (bash-\w{8}) started: [^]*\[wait\] for \1\n[^]*\[task\] \1 completed/);
  });

  test('the wait has a bound, and what is left ends with it', async () => {
    const began = Date.now();
    const { code, out, err } = await agent(place, ['-p', 'run in background sleep 61\nsay main']);
    expect({ code, blocks: blocks(out) }).toEqual({ code: 0, blocks: ['main'] });
    expect(err).toMatch(
      /^warning: background\.print_wait_ceiling_s \(2\) is over: not waiting any longer for bash-\w{8}$/m,
    );
    expect(Date.now() - began).toBeGreaterThan(2_000);
    await until('the end of the command', () => (commandsRun() ? undefined : true));
  });

  test('SIGINT while it waits: exit 130, and the command ends', async () => {
    const running = launch(place, ['-p', 'run in background sleep 62\nsay main', '--output-format', 'stream-json']);
    await until('the wait', () => (running.err().includes('[wait]') ? true : undefined));
    running.signal('SIGINT');
    const { code, out, err } = await running.ended;
    expect(code).toBe(130);
    expect(err).toMatch(/To resume this session: agent -r session_\w{26}\n$/);
    const roles = out
      .trimEnd()
      .split('\n')
      .map((line) => (JSON.parse(line) as { role: string }).role);
    expect(roles).toEqual(['assistant', 'tool', 'assistant']);
    await until('the end of the command', () => (commandsRun() ? undefined : true));
  });

  test('two signals: at once', async () => {
    const running = launch(place, ['-p', 'run in background sleep 63\nsay main']);
    await until('the wait', () => (running.err().includes('[wait]') ? true : undefined));
    running.signal('SIGTERM');
    running.signal('SIGINT');
    expect([130, 143]).toContain((await running.ended).code);
    // the client left before the end of the command
    const id = resumed(await agent(place, ['-p', 'say x', '-c']));
    for (const task of web ? (await web.ok('listTasks', { session_id: id })).items : [])
      if (task.status === 'running') await web?.ok('cancelTask', { session_id: id, task_id: task.id });
  });

  test.each([
    [0, 'say working', /^\[goal\] complete after 2 turns/m],
    [3, 'call UpdateGoal {"status":"blocked","reason":"no way"}', /^\[goal\] blocked: no way$/m],
    [6, 'fail 401', /^error: HTTP 401: failed as asked\.$/m],
  ])('a goal: exit %i', async (code, objective, message) => {
    const cwd = directory(`goal-${code}`);
    const outcome = await agent(place, ['-p', `/goal ${objective}`], { cwd });
    expect(outcome.code).toBe(code);
    expect(outcome.err).toMatch(message);
    const again = await agent(place, ['-p', `/goal ${objective}`, '-c'], { cwd });
    expect(resumed(again)).toBe(resumed(outcome));
    // an active goal refuses another one
    expect(again.code).toBe(code === 0 ? 0 : 1);
  });

  test('an agent and a skill of the project', async () => {
    const cwd = directory('custom');
    for (const [path, text] of [
      ['.agent-code/agents/terse.md', '---\ndescription: says little\n---\nBe terse.'],
      ['.agent-code/skills/hello.md', 'Say hello to $ARGUMENTS.'],
    ] as const) {
      mkdirSync(join(cwd, path, '..'), { recursive: true });
      writeFileSync(join(cwd, path), text);
    }
    const { code, err } = await agent(place, ['-p', '/hello Ada', '--agent', 'terse'], { cwd });
    expect({ code, err: err.replace(/^No model provider.*\n/, '') }).toEqual({
      code: 0,
      err: expect.stringMatching(/^To resume this session/),
    });
    const unknown = await agent(place, ['-p', '/skill:helo'], { cwd });
    expect(unknown).toEqual({ code: 1, out: '', err: 'error: unknown skill "helo"; did you mean hello?\n' });
    expect((await agent(place, ['-p', 'say x', '--agent', 'nobody'], { cwd })).err).toMatch(
      /^error: --agent: unknown agent: nobody \(there are: agent, coder, explore, plan, terse\)\n$/,
    );
  });

  test('nothing of it is continued', async () => {
    await until('the end of its processes', () =>
      processesOf(place.user).length === (web ? 1 : 0) ? true : undefined,
    );
    if (!web) return;
    const { items } = await web.ok('listSessions');
    expect(items.filter(({ busy }) => busy)).toEqual([]);
  });
});
