/** Calls of an MCP server's tools: approvals, arguments, progress and logins (engine.md 5, 6). */
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { ServerFailure } from '../../daemon/mcp/server.js';
import type { BeginLogin } from '../../daemon/tools/servertools.js';
import type { ToolDisplay } from '../../schemas/generated/types.js';
import { createPlace, type Place } from './fake.js';
import { answerOf, connectionOf, onlyTool, runOf, toolOf, toolsOf } from './servertool.fixture.js';
import { programTimers } from '../helpers/programglobal.js';

let place: Place;
beforeEach(() => {
  place = createPlace();
});
afterEach(() => place.remove());

describe('permission', () => {
  test.each([
    ['nothing said', {}, 'all', undefined],
    ['read-only', { readOnly: true }, 'none', undefined],
    ['idempotent', { idempotent: true }, 'all', undefined],
    ['destructive', { destructive: true }, 'all', 'do of box is marked as destructive'],
    ['both at once', { readOnly: true, destructive: true }, 'none', undefined],
  ])('%s', async (_, said, access, risk) => {
    const tool = onlyTool(toolOf('do', said));
    expect(tool).toMatchObject({ permission: 'ask', server: 'box', ...(risk === undefined ? {} : { risk }) });
    expect(tool.risk).toBe(risk);
    expect(await tool.plan({}, place.run())).toMatchObject({ subject: { kind: 'none' }, access: { kind: access } });
  });

  test('the user sees the server, the tool and the arguments', async () => {
    const tool = onlyTool(toolOf('make it', { description: 'Makes\nit.' }));
    expect((await tool.plan({ title: 'x', n: [1, null] }, place.run())).display).toEqual({
      kind: 'generic',
      summary: 'box: make it {"title":"x","n":[1,null]}',
      detail: {
        server: 'box',
        tool: 'make it',
        description: 'Makes\nit.',
        read_only: false,
        arguments: { title: 'x', n: [1, null] },
      },
    });
  });

  test('what cannot be seen is written out', async () => {
    const hidden = 'a\u202eb\u200bc\u{e0041}d\u001b[2Je';
    const tool = onlyTool(toolOf(hidden, { description: hidden }));
    const json = JSON.stringify((await tool.plan({ [hidden]: { x: [hidden] } }, place.run())).display);
    for (const char of `\u001b\u202e\u200b\u{e0041}`) expect(json).not.toContain(char);
    expect(json.match(/\\\\u\{202e\}/g)?.length).toBeGreaterThanOrEqual(4);
  });

  test('huge arguments are shown in part, and sent whole', async () => {
    const connection = connectionOf([toolOf('do')]);
    const [tool] = toolsOf({ box: connection }).tools;
    let deep: unknown = 'x';
    for (let at = 0; at < 90; at++) deep = [deep];
    const input = {
      text: 'x'.repeat(1_000_000),
      list: Array.from({ length: 100_000 }, (_, at) => at),
      deep,
      ...Object.fromEntries(Array.from({ length: 10_000 }, (_, at) => [`k${at}`, 'y'.repeat(50)])),
    };
    const display = (await tool?.plan(input, place.run()))?.display as Extract<ToolDisplay, { kind: 'generic' }>;
    expect(JSON.stringify(display).length).toBeLessThan(60_000);
    expect(display.summary.length).toBeLessThan(250);
    await runOf(place, tool, input);
    expect(connection.calls).toEqual([{ tool: 'do', input }]);
  });
});

test('arguments go to the server as they are, whatever its schema says', async () => {
  const inputSchema = { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] };
  const connection = connectionOf([toolOf('do it', { inputSchema })]);
  const [tool] = toolsOf({ box: connection }).tools;
  const input = { b: 1, a: 7 };
  expect(tool?.faultOf(input)).toBeUndefined();
  expect(await runOf(place, tool, input)).toEqual({ output: 'fine' });
  expect(connection.calls).toEqual([{ tool: 'do it', input: { b: 1, a: 7 } }]);
});

test('progress is reported', async () => {
  const connection = connectionOf([toolOf('do')]);
  connection.answer = async (_tool, _input, { progress }) => {
    progress('1/3');
    progress(`se\u202econd\n${'x'.repeat(10_000)}`);
    return answerOf();
  };
  await runOf(place, toolsOf({ box: connection }).tools[0]);
  expect(place.updates.map(({ update }) => update)).toEqual([
    { kind: 'progress', text: '1/3', replace: true },
    { kind: 'progress', text: `se\\u{202e}cond\\n${'x'.repeat(1_992)}…`, replace: true },
  ]);
});

describe('a server that wants a login', () => {
  const begun =
    (done: Promise<void>, url = 'https://login.example/start?x=1'): BeginLogin =>
    async () => ({ url, done });
  const waiting = () => {
    const connection = connectionOf([toolOf('do')]);
    connection.state = 'needs-auth';
    return connection;
  };

  test('has a tool for its login in place of its tools', () => {
    const { tools } = toolsOf({ 'my box': waiting() }, begun(Promise.resolve()));
    expect(tools.map(({ name, server, permission }) => [name, server, permission])).toEqual([
      ['mcp__my_box__authenticate', 'my box', 'ask'],
    ]);
    expect(tools[0]?.definition.inputSchema).toEqual({ type: 'object', properties: {} });
    // without a way to log in, no tool is offered
    expect(toolsOf({ box: waiting() }).tools).toEqual([]);
  });

  test('shows the address, waits, and its tools are there', async () => {
    const connection = waiting();
    let loggedIn = (): void => undefined;
    const login = new Promise<void>((resolve) => (loggedIn = resolve));
    const list = () => toolsOf({ box: connection }, begun(login)).tools;
    const [tool] = list();
    expect(await tool?.plan({}, place.run())).toEqual({
      subject: { kind: 'none' },
      access: { kind: 'none' },
      display: { kind: 'generic', summary: 'box: log in', detail: { server: 'box' } },
    });
    const result = runOf(place, tool);
    await new Promise((resolve) => setImmediate(resolve));
    expect(place.updates.map(({ update }) => update)).toEqual([
      { kind: 'status', text: 'Open this address to log in to box: https://login.example/start?x=1' },
    ]);
    loggedIn();
    expect(await result).toMatchObject({ output: 'Logged in to box. Its tools can be used from now on.' });
    expect(connection.restarts).toBe(1);
    expect(list().map(({ name }) => name)).toEqual(['mcp__box__do']);
  });

  test('what is stored serves: no server is asked', async () => {
    const connection = waiting();
    const begin: BeginLogin = async () => ({ done: Promise.resolve() });
    expect(await runOf(place, toolsOf({ box: connection }, begin).tools[0])).toMatchObject({
      output: 'Logged in to box. Its tools can be used from now on.',
    });
    expect([connection.restarts, place.updates]).toEqual([1, []]);
  });

  test('the login fails', async () => {
    const failing = async () => {
      throw new ServerFailure('auth', 'access was denied');
    };
    for (const begin of [failing, begun(failing())]) {
      expect(await runOf(place, toolsOf({ box: waiting() }, begin).tools[0])).toMatchObject({
        isError: true,
        display: { code: 'mcp.auth', message: expect.stringContaining('access was denied') },
      });
    }
  });

  test.each(['javascript:alert(1)', 'file:///etc/passwd', 'nothing'])('%s is not shown', async (url) => {
    const begin = begun(new Promise(() => undefined), url);
    expect(await runOf(place, toolsOf({ box: waiting() }, begin).tools[0])).toMatchObject({ isError: true });
    expect(place.updates).toEqual([]);
  });

  test('an abort withdraws', async () => {
    const controller = new AbortController();
    let seen: AbortSignal | undefined;
    const begin: BeginLogin = async (signal) => {
      seen = signal;
      return { url: 'https://login.example/', done: new Promise(() => undefined) };
    };
    const result = runOf(place, toolsOf({ box: waiting() }, begin).tools[0], {}, { signal: controller.signal });
    await new Promise((resolve) => setImmediate(resolve));
    controller.abort();
    expect(await result).toEqual({ output: 'Interrupted by the user.', isError: true });
    expect(seen?.aborted).toBe(true);
  });

  test('15 minutes', async () => {
    programTimers.useFakeTimers();
    try {
      const begin = begun(new Promise(() => undefined));
      const result = runOf(place, toolsOf({ box: waiting() }, begin).tools[0]);
      await programTimers.advanceTimersByTimeAsync(15 * 60_000 - 1);
      let over = false;
      void result.then(() => (over = true));
      await programTimers.advanceTimersByTimeAsync(0);
      expect(over).toBe(false);
      await programTimers.advanceTimersByTimeAsync(1);
      expect(await result).toMatchObject({
        isError: true,
        output: expect.stringContaining('https://login.example/start?x=1'),
        display: { code: 'mcp.auth' },
      });
    } finally {
      programTimers.useRealTimers();
    }
  });
});
