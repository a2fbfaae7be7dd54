/** Reading and patching the configuration over HTTP: the answer, the file, and what clients receive from whom. */
import { afterEach, describe, expect, test } from '@jest/globals';
import { readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseToml } from '../../schemas/toml/document.js';
import type { ConfigPatch } from '../../schemas/generated/types.js';
import {
  startTestDaemon,
  until,
  type Seen,
  type TestDaemon,
  type TestDaemonOptions,
  type TestSocket,
} from '../helpers/daemon.js';

const open: TestDaemon[] = [];
async function start(options: TestDaemonOptions = {}): Promise<TestDaemon> {
  const daemon = await startTestDaemon(options);
  open.push(daemon);
  return daemon;
}
afterEach(async () => {
  for (const daemon of open.splice(0).reverse()) await daemon.close();
});

const fileOf = ({ home }: TestDaemon): string => join(home, 'config.toml');
const textOf = (daemon: TestDaemon): string => readFileSync(fileOf(daemon), 'utf8');
const patch = (daemon: TestDaemon, body: ConfigPatch) => daemon.ok('updateConfig', { body });
const told = (socket: TestSocket, type = 'event.config.changed'): Seen[] =>
  socket.frames.filter((frame) => frame.type === type);
const changed = (socket: TestSocket, field: string): Promise<Seen> =>
  socket.until(
    `the change of ${field}`,
    ({ type, payload }) => type === 'event.config.changed' && (payload['changedFields'] as string[]).includes(field),
  );
/** Saves as many editors do, through a temporary file. */
function save(daemon: TestDaemon, text: string): void {
  writeFileSync(`${fileOf(daemon)}~`, text);
  renameSync(`${fileOf(daemon)}~`, fileOf(daemon));
}

const COMMENTED = `# my settings
default_permission_mode = "manual" # careful

# where the work is done
[providers.work]
type = "openai"
api_key = "sk-canary" # do not share
custom_headers = { "X-Team" = "canary-team" }

[thinking]
# effort = "high"
enabled = true
`;

test('the whole new configuration is answered, the file keeps its comments, clients are notified once', async () => {
  const daemon = await start({ config: COMMENTED });
  const socket = await daemon.socket();
  const answer = await patch(daemon, {
    thinking: { effort: 'low' },
    providers: { work: { baseUrl: 'https://w.example' } },
  });
  expect(answer).toMatchObject({ thinking: { enabled: true, effort: 'low', keep: 'all' }, telemetry: false });
  expect(answer.providers).toEqual({ work: { type: 'openai', base_url: 'https://w.example', has_api_key: true } });
  expect(await daemon.ok('getConfig', {})).toEqual(answer);
  expect(textOf(daemon)).toBe(
    COMMENTED.replace('enabled = true\n', 'enabled = true\neffort = "low"\n').replace(
      '"canary-team" }\n',
      '"canary-team" }\nbase_url = "https://w.example"\n',
    ),
  );
  const event = await changed(socket, 'thinking');
  expect(event).toMatchObject({
    session_id: '__global__',
    payload: { changedFields: ['thinking', 'providers'], changed_fields: ['thinking', 'providers'], config: answer },
  });
  expect(JSON.stringify([answer, event])).not.toContain('canary');
  // neither the watch of the file nor later requests report the change again
  await wait(900);
  expect(told(socket)).toHaveLength(1);
});

test('two changes at once, one value of a secret, and nothing at all', async () => {
  const daemon = await start({ config: COMMENTED });
  const socket = await daemon.socket();
  await Promise.all([patch(daemon, { plan_mode: true }), patch(daemon, { yolo: true })]);
  await patch(daemon, { providers: { work: { api_key: 'sk-other' } } });
  await patch(daemon, { providers: { work: { has_api_key: false } }, unknown: 1 });
  const event = await changed(socket, 'providers');
  expect(JSON.stringify(event)).not.toMatch(/sk-/);
  const fields = told(socket).map(({ payload }) => payload['changedFields']);
  expect(fields).toEqual([['plan_mode'], ['yolo'], ['providers']]);
  expect(textOf(daemon)).toContain('api_key = "sk-other" # do not share\n');
});

describe('refused over HTTP, and nothing changed', () => {
  const rows: Array<[unknown, number, unknown]> = [
    [{ raw: {} }, 40001, [{ path: 'raw', message: 'cannot be set' }]],
    [{ default_model: 'none' }, 40001, [{ path: 'default_model', message: 'is not a configured model' }]],
    [
      { loop_control: { maxStepsPerTurn: 'x' } },
      40001,
      [{ path: 'loop_control.maxStepsPerTurn', message: 'must be a whole number' }],
    ],
    [{ providers: { env: { type: 'openai' } } }, 40001, [{ path: 'providers.env', message: 'is a reserved name' }]],
    [[1], 40001, [{ path: '', message: 'must be an object' }]],
    [null, 40001, [{ path: '', message: 'must be an object' }]],
  ];
  test.each(rows)('%j', async (body, code, details) => {
    const daemon = await start({ config: COMMENTED });
    const socket = await daemon.socket();
    const answer = await daemon.ask('updateConfig', { body });
    expect([answer.code, answer.details]).toEqual([code, details]);
    expect(textOf(daemon)).toBe(COMMENTED);
    await patch(daemon, { plan_mode: true });
    await changed(socket, 'plan_mode');
    expect(told(socket)).toHaveLength(1);
  });

  test('while the file is broken', async () => {
    const daemon = await start({ config: COMMENTED });
    writeFileSync(fileOf(daemon), 'a = 1\nb = \n');
    const answer = await daemon.fails('updateConfig', 'PERSISTENCE_FAILURE', { body: { plan_mode: true } });
    expect(answer.msg).toMatch(/config\.toml is broken at line 2, column \d+ .*fix it first/);
    expect(textOf(daemon)).toBe('a = 1\nb = \n');
  });

  test('when the event cannot be stored', async () => {
    const daemon = await start({ config: COMMENTED });
    const { default: Database } = await import('better-sqlite3');
    const db = new Database(join(daemon.home, 'agent.db'));
    db.exec("CREATE TRIGGER stop BEFORE INSERT ON events BEGIN SELECT RAISE(ABORT, 'no writes'); END");
    const answer = await daemon.fails('updateConfig', 'PERSISTENCE_FAILURE', { body: { plan_mode: true } });
    expect(answer.msg).not.toContain('no writes');
    expect(textOf(daemon)).toBe(COMMENTED);
    db.exec('DROP TRIGGER stop');
    db.close();
    expect((await patch(daemon, { plan_mode: true })).plan_mode).toBe(true);
  });
});

describe('several servers of a home', () => {
  test('the clients of each are notified once, within a second, by whichever wrote', async () => {
    const first = await start({ config: COMMENTED });
    const second = await start({ home: first.home, env: { AGENT_LOOP_MAX_STEPS_PER_TURN: '7' } });
    const [a, b] = await Promise.all([first.socket(), second.socket()]);
    const since = performance.now();
    await patch(first, { plan_mode: true });
    // each client receives the configuration of its own server
    expect((await changed(b, 'plan_mode')).payload['config']).toMatchObject({
      plan_mode: true,
      loop_control: { maxStepsPerTurn: 7 },
    });
    expect(performance.now() - since).toBeLessThan(5_000);
    expect((await changed(a, 'plan_mode')).payload['config']).toMatchObject({ loop_control: { maxStepsPerTurn: 0 } });
    expect((await second.ok('getConfig', {})).plan_mode).toBe(true);
    // the same when a server reads the event from the log, whichever server wrote it
    for (const [server, steps] of [
      [first, 0],
      [second, 7],
    ] as const) {
      const late = await server.socket();
      await late.send('subscribe', { session_ids: ['__global__'], cursors: { __global__: { seq: 0 } } });
      const replayed = (await changed(late, 'plan_mode')).payload;
      expect(replayed['config']).toMatchObject({ plan_mode: true, loop_control: { maxStepsPerTurn: steps } });
    }
    await patch(second, { identity: { name: 'Other' } });
    await changed(a, 'identity');
    await changed(b, 'identity');
    await wait(900);
    for (const socket of [a, b]) {
      expect(told(socket).map(({ payload }) => payload['changedFields'])).toEqual([['plan_mode'], ['identity']]);
    }
  });

  test('an edit by hand reaches the clients of each server once', async () => {
    const first = await start({ config: COMMENTED });
    const second = await start({ home: first.home });
    const sockets = await Promise.all([first.socket(), second.socket()]);
    save(first, COMMENTED.replace('sk-canary', 'sk-changed'));
    for (const socket of sockets) await changed(socket, 'providers');
    save(first, COMMENTED.replace('enabled = true', 'enabled = false'));
    for (const socket of sockets) await changed(socket, 'thinking');
    await wait(700);
    for (const socket of sockets) {
      expect(told(socket).map(({ payload }) => payload['changedFields'])).toEqual([
        ['providers'],
        ['providers', 'thinking'],
      ]);
    }
  });

  test('fifty patches by two at once, and an editor that saves in between: nothing is lost', async () => {
    const text = `${COMMENTED}${Array.from({ length: 20 }, (_, i) => `\n# note ${i}\n[experiment${i}]\nx = ${i} # ${i}\n`).join('')}`;
    const first = await start({ config: text });
    const second = await start({ home: first.home });
    const socket = await second.socket();
    let saved = 0;
    const patches = Array.from({ length: 50 }, async (_, index) => {
      await wait(index * 15);
      await patch(index % 2 === 0 ? first : second, {
        experimental: { [`flag-${index}`]: index % 3 === 0 },
        models: { [`work/m.${index}`]: { provider: 'work', model: `m${index}`, maxContextSize: 1000 + index } },
      });
      // saves by hand, synchronously, so that no writer of this process can interfere
      if (index % 10 === 5)
        save(first, `${readFileSync(fileOf(first), 'utf8')}\n# by hand ${(saved += 1)}\n[hand${saved}]\n`);
    });
    await Promise.all(patches);
    const now = textOf(first);
    const lines = now.split('\n');
    // every earlier line is still there, in the same order
    let at = 0;
    for (const line of text.split('\n').filter((each) => each !== '')) {
      const found = lines.indexOf(line, at);
      expect([line, found >= at]).toEqual([line, true]);
      at = found + 1;
    }
    expect(saved).toBe(5);
    for (let hand = 1; hand <= saved; hand++) expect(now).toContain(`# by hand ${hand}\n[hand${hand}]\n`);
    const document = parseToml(now) as { experimental: object; models: Record<string, object> };
    expect(Object.keys(document.experimental)).toHaveLength(50);
    for (let index = 0; index < 50; index++) {
      expect(document.experimental).toHaveProperty(`flag-${index}`, index % 3 === 0);
      expect(document.models[`work/m.${index}`]).toEqual({
        provider: 'work',
        model: `m${index}`,
        max_context_size: 1000 + index,
      });
    }
    const config = await until('both to know everything', async () => {
      const [a, b] = await Promise.all([first.ok('getConfig', {}), second.ok('getConfig', {})]);
      return Object.keys(a.models ?? {}).length === 50 && JSON.stringify(a) === JSON.stringify(b) ? a : undefined;
    });
    // one event per patch; a save by hand may also report what another server is about to report
    const events = await until('all events', () => {
      const models = told(socket).filter(({ payload }) => (payload['changedFields'] as string[]).includes('models'));
      return models.length >= 50 ? models : undefined;
    });
    expect(events.length).toBeLessThanOrEqual(50 + saved);
    expect(events.at(-1)?.payload['config']).toEqual(config);
  }, 60_000);
});

describe('an edited file', () => {
  const edits: Array<[string, (daemon: TestDaemon, text: string) => void]> = [
    ['by another file', save],
    ['in place', (daemon, text) => writeFileSync(fileOf(daemon), text)],
    [
      'by deleting it and writing it again',
      (daemon, text) => {
        rmSync(fileOf(daemon));
        setTimeout(() => writeFileSync(fileOf(daemon), text), 50);
      },
    ],
    [
      'by a link in its place',
      (daemon, text) => {
        writeFileSync(join(daemon.folder, 'target.toml'), text);
        rmSync(fileOf(daemon));
        symlinkSync(join(daemon.folder, 'target.toml'), fileOf(daemon));
      },
    ],
  ];
  test.each(edits)('%s is picked up within a second', async (_how, edit) => {
    const daemon = await start({ config: COMMENTED });
    const socket = await daemon.socket();
    for (const mode of ['auto', 'yolo'] as const) {
      const since = performance.now();
      edit(daemon, COMMENTED.replace('"manual"', `"${mode}"`));
      await until('the event', () =>
        told(socket).find(
          ({ payload }) => (payload['config'] as { default_permission_mode: string }).default_permission_mode === mode,
        ),
      );
      expect(performance.now() - since).toBeLessThan(5_000);
    }
    expect(told(socket)).toHaveLength(2);
    // no client was warned that the file was missing for a moment
    expect(told(socket, 'event.config.warning')).toEqual([]);
  });

  test('behind a link is watched where it is, also after the link was turned', async () => {
    const daemon = await start();
    const socket = await daemon.socket();
    const [one, two] = ['one.toml', 'two.toml'].map((name) => join(daemon.folder, name)) as [string, string];
    writeFileSync(one, '');
    writeFileSync(two, 'default_plan_mode = true\n');
    rmSync(fileOf(daemon));
    symlinkSync(one, fileOf(daemon));
    // the watch needs a moment to follow the link
    await wait(400);
    writeFileSync(one, '[identity]\nname = "One"\n');
    await changed(socket, 'identity');
    symlinkSync(two, `${fileOf(daemon)}~`);
    renameSync(`${fileOf(daemon)}~`, fileOf(daemon));
    await changed(socket, 'default_plan_mode');
    writeFileSync(two, 'default_permission_mode = "auto"\n');
    await changed(socket, 'default_permission_mode');
  });

  const broken: Array<[string, string, string | undefined]> = [
    ['no TOML', 'default_plan_mode = \n', undefined],
    ['a bad rule', '[permission]\nallow = ["Bash("]\n', 'permission'],
    ['a bad hook', '[[hooks]]\nevent = "Stop"\n', 'hooks'],
    ['bad tools', '[tools]\nenabled = "all"\n', 'tools'],
    ['a bad value', '[image]\nmax_edge_px = "big"\n', 'image'],
  ];
  test.each(broken)('%s is reported and listed, and so is its repair', async (name, text, domain) => {
    const good = '[permission]\ndeny = ["Read"]\n[hooks_]\n';
    const first = await start({ config: good });
    const second = await start({ home: first.home });
    const sockets = await Promise.all([first.socket(), second.socket()]);
    const { id } = await first.createSession();
    save(first, text);
    for (const socket of sockets) {
      const [event, ...more] = await until('the warning', () => {
        const found = told(socket, 'event.config.warning');
        return found.length > 0 ? found : undefined;
      });
      expect(more).toEqual([]);
      const warnings = event?.payload['warnings'] as Array<{ domain?: string; message: string }>;
      expect(warnings).toHaveLength(1);
      expect(warnings[0]?.domain).toBe(domain);
      expect(warnings[0]?.message).toMatch(name === 'a bad value' ? /image is ignored/ : /last good version stays/);
    }
    if (name !== 'a bad value') {
      expect((await first.ok('getConfig', {})).permission).toMatchObject({ deny: ['Read'] });
    }
    const { warnings } = await first.ok('listWarnings', first.session(id));
    expect(warnings.filter(({ code }) => code === 'config-invalid')).toHaveLength(1);
    expect(readFileSync(join(first.home, 'logs', 'agent-code.log'), 'utf8')).toMatch(/configuration: \d+:\d+/);
    save(first, `${good}[identity]\nname = "Back"\n`);
    for (const socket of sockets) {
      await until('the repair', () => told(socket, 'event.config.warning')[1]);
      await changed(socket, 'identity');
      expect(told(socket, 'event.config.warning')[1]?.payload['warnings']).toEqual([]);
      expect(told(socket, 'event.config.warning')).toHaveLength(2);
    }
    expect((await first.ok('listWarnings', first.session(id))).warnings).toEqual([]);
  });
});
