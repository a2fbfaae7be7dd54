/** Logging in from the editor, and the answers while no model is usable (acp-cli.md 1.4). */
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { startAccountServer, type AccountServer } from '../helpers/accountserver.js';
import { cleanUp, startEditor, type Answer } from './editor.fixture.js';

let account: AccountServer;
let env: Record<string, string>;
beforeAll(async () => {
  account = await startAccountServer();
  account.settings.interval = 1;
  env = { ...account.env, AGENT_CODE_OFFLINE: '0' };
});
afterEach(cleanUp);
afterAll(() => account.close());

test('without a model a session asks for a login, and an editor without pages gets the command', async () => {
  const editor = await startEditor({ env });
  await expect(editor.open()).rejects.toMatchObject({ code: -32000, data: { server_code: 40110 } });
  await expect(editor.ask('authenticate', { methodId: 'login' })).rejects.toMatchObject({
    code: -32000,
    message: expect.stringMatching(/agent login/),
    data: { methods: ['login'] },
  });
  expect(await editor.ask('session/list')).toEqual({ sessions: [] });
});

test('an editor that opens pages logs in by device code, out again, and may be refused', async () => {
  const editor = await startEditor({ env, capabilities: { elicitation: { url: {} } } });
  const asked: Answer[] = [];
  editor.on('elicitation/create', (params) => {
    asked.push(params);
    if (asked.length === 1) account.deny();
    else account.approve();
    return { action: 'accept' };
  });
  await expect(editor.ask('authenticate', { methodId: 'login' })).rejects.toMatchObject({ code: -32000 });
  expect(asked[0]).toMatchObject({
    mode: 'url',
    url: expect.stringContaining(account.host),
    requestId: expect.anything(),
  });
  expect(await editor.ask('authenticate', { methodId: 'login' })).toEqual({});
  const complete = editor.lines.find((line) => line['method'] === 'elicitation/complete');
  expect(complete?.['params']).toEqual({ elicitationId: asked[1]?.['elicitationId'] });
  expect(await editor.open()).toHaveProperty('sessionId');
  expect(await editor.ask('logout')).toEqual({});
  await expect(editor.open()).rejects.toMatchObject({ code: -32000 });
});

test('a login that the editor declines is given up', async () => {
  const editor = await startEditor({ env, capabilities: { elicitation: { url: {} } } });
  editor.on('elicitation/create', () => ({ action: 'decline' }));
  await expect(editor.ask('authenticate', { methodId: 'login' })).rejects.toMatchObject({ code: -32000 });
});
