/** An editor beside other clients of its sessions: permissions, directories, trust (acp-cli.md 1.5, 1.6, 1.12). */
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startTestDaemon, type TestDaemon } from '../helpers/daemon.js';
import { cleanUp, eventually, startEditor, type Answer, type Editor } from './editor.fixture.js';

let daemon: TestDaemon;
let editor: Editor;
let asked: Answer[];
let withdrawn: number;
beforeAll(async () => {
  daemon = await startTestDaemon();
  mkdirSync(join(daemon.cwd, '.agent-code'));
  writeFileSync(join(daemon.cwd, '.agent-code/mcp.json'), '{"mcpServers":{"theirs":{"command":"true"}}}');
  editor = await startEditor({
    home: daemon.home,
    cwd: daemon.cwd,
    capabilities: { session: { notices: {} } },
  });
});
afterAll(async () => {
  expect(await editor.end()).toBe(0);
  expect(editor.errors()).toBe('');
  await daemon.close();
  cleanUp();
});
beforeEach(() => {
  [asked, withdrawn] = [[], 0];
  // an editor whose user never decides: the request waits until it is withdrawn
  editor.on('session/request_permission', async (params, signal) => {
    asked.push(params);
    await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
    withdrawn += 1;
    return { outcome: { outcome: 'selected', optionId: 'reject' } };
  });
});

const at = (sessionId: string) => ({ sessionId, cwd: daemon.cwd, mcpServers: [] });

/** Sends a prompt whose call waits for a permission. */
async function waiting(text: string) {
  const { sessionId } = await editor.open();
  const answer = editor.prompt(sessionId, text);
  await eventually('the request', () => asked.length > 0 || undefined);
  const { items } = await daemon.ok('listApprovals', { ...daemon.session(sessionId), query: { status: 'pending' } });
  return { sessionId, answer, approval: items[0]?.approval_id ?? '' };
}

test('a permission that another client gives is withdrawn here, and the late answer changes nothing', async () => {
  const { sessionId, answer, approval } = await waiting('run echo allowed');
  const params = { session_id: sessionId, approval_id: approval };
  await daemon.ok('resolveApproval', { params, body: { decision: 'approved' } });
  expect(await answer).toMatchObject({ stopReason: 'end_turn' });
  await eventually('the end of the request', () => withdrawn === 1 || undefined);
  expect([...editor.calls(sessionId).values()][0]).toMatchObject({ status: 'completed' });
  expect(editor.lines).toContainEqual(expect.objectContaining({ method: '$/cancel_request' }));
});

test('a mode that allows the call withdraws the request', async () => {
  const { sessionId, answer } = await waiting('run echo allowed');
  await editor.ask('session/set_mode', { sessionId, modeId: 'yolo' });
  expect(await answer).toMatchObject({ stopReason: 'end_turn' });
  await eventually('the end of the request', () => withdrawn === 1 || undefined);
});

test('an editor that opens the session is asked too, and allows the rest of the session', async () => {
  const { sessionId, answer } = await waiting('run echo the same');
  const second = await startEditor({ home: daemon.home, cwd: daemon.cwd });
  const there: Answer[] = [];
  second.on('session/request_permission', (params) => {
    there.push(params);
    return { outcome: { outcome: 'selected', optionId: 'approve_always' } };
  });
  await second.ask('session/resume', at(sessionId));
  const opened = second.lines.findIndex((line) => 'result' in line && JSON.stringify(line).includes('availableModes'));
  expect(await answer).toMatchObject({ stopReason: 'end_turn' });
  const request = second.lines.findIndex((line) => line['method'] === 'session/request_permission');
  expect(request).toBeGreaterThan(opened);
  expect(await editor.prompt(sessionId, 'run echo the same')).toMatchObject({ stopReason: 'end_turn' });
  expect([asked.length, there.length]).toEqual([1, 1]);
  expect(await second.end()).toBe(0);
});

test('a busy session is neither forked nor deleted under another client', async () => {
  const { sessionId } = await editor.open();
  const answer = editor.prompt(sessionId, `slow 200 ${'words '.repeat(300)}`);
  await eventually('the turn', () => editor.text(sessionId).includes('words') || undefined);
  const busy = { code: -32603, data: { server_code: 40901, name: 'SESSION_BUSY', retryable: false } };
  await expect(editor.ask('session/fork', at(sessionId))).rejects.toMatchObject({
    ...busy,
    message: 'session is busy',
  });
  const second = await startEditor({ home: daemon.home, cwd: daemon.cwd });
  await expect(second.ask('session/delete', { sessionId })).rejects.toMatchObject(busy);
  await expect(second.prompt(sessionId, 'say x')).rejects.toMatchObject({ code: -32002 });
  expect(await second.end()).toBe(0);
  await editor.notify('session/cancel', { sessionId });
  expect(await answer).toMatchObject({ stopReason: 'cancelled' });
});

test('further directories are those of the last call that opened the session', async () => {
  const [one, two] = ['one', 'two'].map((name) => join(daemon.folder, name)) as [string, string];
  for (const path of [one, two]) mkdirSync(path);
  const { sessionId } = await editor.open({ additionalDirectories: [one] });
  await editor.prompt(sessionId, 'say kept');
  const now = async () => (await daemon.ok('getDirectories', daemon.session(sessionId))).additional_dirs;
  expect(await now()).toEqual([one]);
  await editor.ask('session/resume', { ...at(sessionId), additionalDirectories: [two] });
  expect(await now()).toEqual([two]);
  await editor.ask('session/load', at(sessionId));
  expect(await now()).toEqual([]);
});

test('servers of a project that is not trusted stay off, said once in each session', async () => {
  const { sessionId } = await editor.open();
  for (const words of ['say one', 'say two']) await editor.prompt(sessionId, words);
  const notices = editor.updates.filter(({ sessionId: of, update }) => of === sessionId && isNotice(update));
  expect(notices.map(({ update }) => update)).toEqual([
    expect.objectContaining({
      severity: 'warning',
      title: expect.stringContaining('theirs'),
      description: 'Start agent in the directory of the project to answer.',
    }),
  ]);
  expect(existsSync(join(daemon.home, 'trust.json'))).toBe(false);
});

function isNotice(update: { sessionUpdate: string }): boolean {
  return update.sessionUpdate === 'notice';
}
