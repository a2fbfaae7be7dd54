/** The server behind an editor's sessions is stopped or killed during turns, and comes back (acp-cli.md 1.17). */
import { afterAll, afterEach, describe, expect, test } from '@jest/globals';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createPrompts } from '../../client/acp/prompts.js';
import { ConnectionFailure } from '../../client/api/failure.js';
import type { EventFrame } from '../../client/api/stream.js';
import type { Actions } from '../../client/session/actions.js';
import { buildEntry } from '../helpers/daemonentry.js';
import { cleanUp, eventually, startEditor, temporaryFolder, type Answer } from './editor.fixture.js';

afterEach(cleanUp);
afterAll(cleanUp);

/** Starts `agent web` on this home, at a port that stays the same over restarts. */
async function startWeb(home: string, port: number) {
  const args = [await buildEntry('program'), 'web', '--no-open', '--port', String(port)];
  const env = { PATH: process.env['PATH'] ?? '', HOME: home, AGENT_CODE_HOME: join(home, 'home') };
  const child = spawn(process.execPath, args, { cwd: home, env, stdio: ['ignore', 'pipe', 'ignore'] });
  child.stdout.resume();
  const gone = once(child, 'exit');
  await eventually('the server', async () =>
    fetch(`http://127.0.0.1:${port}/api/v1/healthz`).then(
      ({ ok }) => ok || undefined,
      () => undefined,
    ),
  );
  return {
    child,
    gone,
    async kill() {
      child.kill('SIGKILL');
      await gone;
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

test('a server that is stopped in a turn ends it as cancelled, and the next one has the session', async () => {
  const folder = temporaryFolder();
  const port = await freePort();
  let web = await startWeb(folder, port);
  try {
    const editor = await startEditor({ home: join(folder, 'home') });
    const { sessionId } = await editor.open();
    const prompt = editor.prompt(sessionId, 'slow 500 one two three four five six');
    await eventually('the text', () => editor.text(sessionId).includes('two') || undefined);
    web.child.kill('SIGTERM');
    expect(await prompt).toMatchObject({ stopReason: 'cancelled' });
    await web.gone;
    web = await startWeb(folder, port);
    expect(await editor.prompt(sessionId, 'say again')).toMatchObject({ stopReason: 'end_turn' });
    expect(await editor.end()).toBe(0);
  } finally {
    web.child.kill('SIGKILL');
  }
});

test('a killed server that comes back: a turn is interrupted, an approval keeps waiting, and quiet sessions notice nothing', async () => {
  const folder = temporaryFolder();
  const port = await freePort();
  let web = await startWeb(folder, port);
  try {
    const editor = await startEditor({ home: join(folder, 'home') });
    const asked: Answer[] = [];
    let allow: () => void = () => undefined;
    editor.on('session/request_permission', async (params) => {
      asked.push(params);
      await new Promise<void>((resolve) => (allow = resolve));
      return { outcome: { outcome: 'selected', optionId: 'approve_once' } };
    });
    const [streaming, asking, quiet] = await Promise.all([editor.open(), editor.open(), editor.open()]);
    const interrupted = editor.prompt(streaming.sessionId, 'slow 500 one two three four five six seven eight nine ten');
    const refused = expect(interrupted).rejects.toMatchObject({
      code: -32603,
      data: { code: 'turn.interrupted', retryable: true },
    });
    const approved = editor.prompt(asking.sessionId, 'run echo allowed');
    await editor.prompt(quiet.sessionId, 'say quiet');
    await eventually('the text', () => editor.text(streaming.sessionId).includes('two') || undefined);
    await eventually('the request', () => asked.length > 0 || undefined);
    const before = editor.updates.filter(({ sessionId }) => sessionId === quiet.sessionId).length;
    await web.kill();
    web = await startWeb(folder, port);
    await refused;
    expect(await editor.prompt(streaming.sessionId, 'say again')).toMatchObject({ stopReason: 'end_turn' });
    allow();
    expect(await approved).toMatchObject({ stopReason: 'end_turn' });
    expect(JSON.stringify([...editor.calls(asking.sessionId).values()])).toContain('allowed');
    const texts = editor.updates
      .filter(({ sessionId }) => sessionId === quiet.sessionId)
      .slice(before)
      .filter(({ update }) => update.sessionUpdate.endsWith('_chunk'));
    expect(texts).toEqual([]);
    expect(await editor.prompt(quiet.sessionId, 'say still')).toMatchObject({ stopReason: 'end_turn' });
    expect(await editor.end()).toBe(0);
  } finally {
    web.child.kill('SIGKILL');
  }
});

test('an approval keeps waiting while its server is killed several times, also while the session moves', async () => {
  const folder = temporaryFolder();
  const port = await freePort();
  let web = await startWeb(folder, port);
  try {
    const editor = await startEditor({ home: join(folder, 'home') });
    let allow: () => void = () => undefined;
    const asked = new Promise<void>((isAsked) => {
      editor.on('session/request_permission', async () => {
        isAsked();
        await new Promise<void>((resolve) => (allow = resolve));
        return { outcome: { outcome: 'selected', optionId: 'approve_once' } };
      });
    });
    const { sessionId } = await editor.open();
    const prompt = editor.prompt(sessionId, 'run echo allowed');
    await asked;
    for (const restMs of [0, 300, 600]) {
      await web.kill();
      web = await startWeb(folder, port);
      await wait(restMs);
    }
    allow();
    expect(await prompt).toMatchObject({ stopReason: 'end_turn' });
    expect(await editor.prompt(sessionId, 'say again')).toMatchObject({ stopReason: 'end_turn' });
    expect(await editor.end()).toBe(0);
  } finally {
    web.child.kill('SIGKILL');
  }
});

test('a request is withdrawn when the sessions come back from a copy in which nothing waits', async () => {
  const folder = temporaryFolder();
  const port = await freePort();
  const [kept, copy] = [join(folder, 'home'), join(folder, 'copy')];
  let web = await startWeb(folder, port);
  try {
    const editor = await startEditor({ home: kept });
    const withdrawn: AbortSignal[] = [];
    editor.on('session/request_permission', async (_, signal) => {
      withdrawn.push(signal);
      await once(signal, 'abort');
      return { outcome: { outcome: 'cancelled' } };
    });
    const { sessionId } = await editor.open();
    await editor.prompt(sessionId, 'say hi');
    const stored = ({ from, to }: { from: string; to: string }): void => {
      for (const ending of ['', '-wal', '-shm']) rmSync(join(to, `agent.db${ending}`), { force: true });
      for (const ending of ['', '-wal'])
        if (existsSync(join(from, `agent.db${ending}`)))
          cpSync(join(from, `agent.db${ending}`), join(to, `agent.db${ending}`));
    };
    await web.kill();
    stored({ from: kept, to: copy });
    web = await startWeb(folder, port);
    const prompt = editor.prompt(sessionId, 'run echo allowed');
    await eventually('the request', () => withdrawn[0]);
    await web.kill();
    stored({ from: copy, to: kept });
    web = await startWeb(folder, port);
    expect(await prompt).toMatchObject({ stopReason: 'end_turn' });
    await eventually('its end', () => withdrawn[0]?.aborted || undefined);
    expect(await editor.prompt(sessionId, 'say again')).toMatchObject({ stopReason: 'end_turn' });
    expect(await editor.end()).toBe(0);
  } finally {
    web.child.kill('SIGKILL');
  }
});

test('a prompt that is sent while no server answers reaches one that comes back at another port', async () => {
  const folder = temporaryFolder();
  let web = await startWeb(folder, await freePort());
  try {
    const editor = await startEditor({ home: join(folder, 'home') });
    const { sessionId } = await editor.open();
    await web.kill();
    web = await startWeb(folder, await freePort());
    expect(await editor.prompt(sessionId, 'say moved')).toMatchObject({ stopReason: 'end_turn' });
    expect(editor.text(sessionId)).toContain('moved');
    expect(await editor.end()).toBe(0);
  } finally {
    await web.kill();
  }
});

describe('a prompt that no server has yet when its server goes away', () => {
  const content = [{ type: 'text' as const, text: 'hi' }];
  const idle = new AbortController().signal;

  /** Creates a server that is gone, and one that accepts prompts. */
  function twoServers() {
    const sent: unknown[][] = [];
    const server = (name: string, takes: boolean): Actions => {
      const send: Actions['send'] = (_content, _options, promptId = '') => {
        sent.push([name, promptId]);
        return takes ? Promise.resolve(promptId) : Promise.reject(new ConnectionFailure('no answer'));
      };
      return { send } as Actions;
    };
    let present = server('old', false);
    const prompts = createPrompts({ actions: () => present, sendText: () => undefined });
    return { sent, prompts, change: () => void (present = server('new', true)) };
  }

  test('goes to the next one under the same id', async () => {
    const { sent, prompts, change } = twoServers();
    const answer = prompts.run(content, {}, idle);
    await eventually('the first attempt', () => sent.length || undefined);
    change();
    prompts.moved();
    await eventually('the second attempt', () => sent[1]);
    const id = String(sent[0]?.[1]);
    expect(sent).toEqual([
      ['old', id],
      ['new', id],
    ]);
    expect(id).not.toBe('');
    await prompts.sent();
    const payload = { type: 'prompt.completed', agentId: 'main', promptId: id };
    prompts.take({ type: 'prompt.completed', payload } as unknown as EventFrame);
    expect(await answer).toEqual({ stopReason: 'end_turn' });
  });

  test('fails when there is none, and is not sent when the editor cancels it', async () => {
    const { sent, prompts } = twoServers();
    const failed = expect(prompts.run(content, {}, idle)).rejects.toThrow('no answer');
    await eventually('the attempt', () => sent.length || undefined);
    prompts.lost();
    await failed;
    const left = new AbortController();
    const cancelled = prompts.run(content, {}, left.signal);
    await eventually('the second attempt', () => sent[1]);
    left.abort();
    expect(await cancelled).toEqual({ stopReason: 'cancelled' });
    prompts.moved();
    expect(sent).toHaveLength(2);
  });
});
