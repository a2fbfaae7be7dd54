/** Without bubblewrap, a session is the same as in a program without sandboxes (runtimes.md 16, rows 1 and 2). */
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startModel, type ScriptedReply } from '../helpers/model.js';
import { modelConfig, startTrial, type Talk, type Trial } from '../helpers/turns.js';
import { available } from '../runtimes/machine.js';

jest.setTimeout(60_000);

/** What a server sent and asked in one part of the trial. */
interface Recorded {
  requests: string[];
  events: string[];
  /** [tool, what it asks, why] of each approval */
  asked: unknown[][];
  /** [text, whether it is an error] of each result */
  results: [string, boolean][];
}

interface Run {
  ordinary: Recorded;
  looking: Recorded;
}

const bash = (...commands: string[]): ScriptedReply => ({
  calls: commands.map((command) => ({ name: 'Bash', input: { command } })),
});
const done: ScriptedReply = { text: 'done' };

async function ordinary(trial: Trial, script: (...replies: ScriptedReply[]) => void): Promise<Talk[]> {
  const talk = await trial.talk({ agent_config: { permission_mode: 'manual' } });
  script(
    bash('cat a.txt', 'echo made > made.txt; echo "[$AGENT_SANDBOX]"'),
    { calls: [{ name: 'Bash', input: { command: 'sleep 0; exit 3', leave_sandbox: 'it wants to' } }] },
    { calls: [{ name: 'Write', input: { path: 'written.txt', content: 'x' } }] },
    done,
  );
  const turn = talk.run('change something');
  for (let at = 0; at < 4; at += 1) {
    const approval = () => talk.frames.filter(({ type }) => type === 'event.approval.requested')[at];
    await talk.until(() => approval() !== undefined);
    await talk.call('POST', `/approvals/${String(approval()?.payload['approval_id'])}`, { decision: 'approved' });
  }
  await turn;
  return [talk];
}

async function looking(trial: Trial, script: (...replies: ScriptedReply[]) => void): Promise<Talk[]> {
  const planned = await trial.talk({ agent_config: { permission_mode: 'yolo', plan_mode: true } });
  script(bash('cat a.txt'), bash('perl -e \'open(F, ">", "planned.txt")\''), bash('rm -f none.txt'), done);
  await planned.run('plan something');
  const asking = await trial.talk({ agent_config: { permission_mode: 'auto' } });
  const explore = { prompt: 'look around', description: 'look', subagent_type: 'explore' };
  script(
    { calls: [{ name: 'Agent', input: explore }] },
    bash('cat a.txt'),
    bash('echo x > explored.txt'),
    bash('sed -i s/a/b/ a.txt'),
    { text: `${'It is as it was. '.repeat(20)}` },
    done,
    done,
  );
  await asking.run('look around');
  return [planned, asking];
}

async function record(
  env: Record<string, string>,
  config: string,
  part: (trial: Trial, script: (...replies: ScriptedReply[]) => void) => Promise<Talk[]>,
): Promise<Recorded> {
  const model = await startModel();
  const home = { HOME: '/nowhere/user', TZ: 'UTC' };
  const trial = await startTrial({
    config: modelConfig(model.baseUrl, config),
    env: { PATH: process.env['PATH'], ...home, ...env },
  });
  try {
    writeFileSync(join(trial.cwd, 'a.txt'), 'one\n');
    const talks = await part(trial, model.reply);
    const frames = talks.flatMap((talk) => talk.frames.filter(({ volatile }) => volatile !== true));
    const plain = (value: unknown): string => plainText(value, trial);
    const of = (type: string) => frames.filter((frame) => frame.type === type).map(({ payload }) => payload);
    return {
      requests: model.bodies.map(plain),
      events: frames.map(({ type, payload }) => plain({ type, payload })),
      asked: of('event.approval.requested').map((each) => [
        each['tool_name'],
        JSON.parse(plain(each['action'])),
        each['reason'],
      ]),
      results: of('tool.result').map(({ output, isError }) => [plain(output), isError === true]),
    };
  } finally {
    await trial.close();
    await model.close();
  }
}

/** Returns a value as JSON, without what differs between runs. */
function plainText(value: unknown, { home, cwd }: Trial): string {
  const text = JSON.stringify(value, (key, each: unknown) =>
    // the random name of a plan has a random length, which changes these counts
    /^(?:usage|contextTokens|pid)$|(?:_at|At|Ms|_ms|[tT]ime)$/.test(key) ? 'n' : each,
  );
  return text
    .replaceAll(cwd, '/cwd')
    .replaceAll(home, '/home')
    .replaceAll(/\b([a-z]+)_[0-9a-z]{26}\b/g, '$1_id')
    .replaceAll(/\bwd_[\w.-]+/g, 'wd_id')
    .replaceAll(/plans\/[a-z-]+\.md/g, 'plan.md')
    .replaceAll(/\b(agent|bash)-[0-9a-z]{8}\b/g, '$1_id')
    .replaceAll(/\bcall_[\w-]{16}/g, 'call_id')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'time');
}

describe('a server', () => {
  let without: string;
  let switchedOff: Run;
  beforeAll(async () => {
    without = mkdtempSync(join(tmpdir(), 'agent-without-'));
    for (const directory of ['/bin', '/usr/bin'])
      for (const name of readdirSync(directory))
        if (name !== 'bwrap')
          try {
            symlinkSync(join(directory, name), join(without, name));
          } catch {
            // the name is in both directories
          }
    switchedOff = await run({ AGENT_CODE_SANDBOX: '0' });
  });
  afterAll(() => rmSync(without, { recursive: true, force: true }));

  const run = async (env: Record<string, string>, config = ''): Promise<Run> => ({
    ordinary: await record(env, config, ordinary),
    looking: await record(env, config, looking),
  });

  test('that is to have none asks, runs and denies as ever, and no request or event speaks of it', () => {
    const { ordinary: one, looking: two } = switchedOff;
    expect(one.asked).toEqual([
      ['Bash', 'Run: cat a.txt', 'Bash asks in manual mode'],
      ['Bash', 'Run: echo made > made.txt; echo "[$AGENT_SANDBOX]"', 'Bash asks in manual mode'],
      ['Bash', 'Run: sleep 0; exit 3', 'Bash asks in manual mode'],
      ['Write', expect.stringContaining('written.txt'), 'Write asks in manual mode'],
    ]);
    expect(one.results).toEqual([
      ['"one"', false],
      ['"[]"', false],
      ['"failed with exit code 3"', true],
      [expect.stringContaining('written.txt'), false],
    ]);
    expect(two.asked).toEqual([]);
    expect(two.results.slice(0, 3)).toEqual([
      ['"one"', false],
      [expect.stringContaining('no output'), false],
      [expect.stringContaining('no output'), false],
    ]);
    for (const { requests, events } of [one, two]) {
      expect(requests.length).toBeGreaterThan(3);
      const text = [...requests, ...events]
        .join('\n')
        .replaceAll(/AGENT_SANDBOX|leave_sandbox[\\"]+:[\\"]+it wants/g, '');
      expect(text).not.toMatch(/sandbox|read-only here|"profile":"(?:read-only|workspace)"/);
    }
  });

  test('without the program is the same, byte for byte', async () => {
    expect(await run({ PATH: without })).toEqual(switchedOff);
  });

  (available ? test : test.skip)('with it is the same, where nothing only looks', async () => {
    expect(await record({}, '', ordinary)).toEqual(switchedOff.ordinary);
  });

  (available ? test : test.skip)('with it and plan = false is the same everywhere', async () => {
    expect(await run({}, '[sandbox]\nplan = false\n')).toEqual(switchedOff);
  });

  (available ? test : test.skip)(
    'with it asks no more where something only looks, and says what it may do',
    async () => {
      const held = await record({}, '', looking);
      expect(held.asked).toEqual([]);
      expect(held.requests).not.toEqual(switchedOff.looking.requests);
      expect(held.requests[0]?.replace(' Commands are read-only: writing fails.', '')).toBe(
        switchedOff.looking.requests[0],
      );
      expect(held.results[0]).toEqual(['"one"', false]);
    },
  );
});
