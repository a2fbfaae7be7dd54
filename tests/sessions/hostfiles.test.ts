/** Host files: how Read, Write, Edit and an undo use a client's files over a real connection (acp-cli.md 1.13). */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { WebSocket } from 'ws';
import { createStream, type Stream } from '../../client/api/stream.js';
import { startTestDaemon, until, type TestDaemon } from '../helpers/daemon.js';

let daemon: TestDaemon;
beforeAll(async () => {
  daemon = await startTestDaemon({ hostFilesLimits: { readMs: 250, writeMs: 250, staleMs: 20 } });
});
afterAll(() => daemon.close());

let stream: Stream;
let id: string;
let count = 0;
beforeEach(async () => {
  stream = openStream();
  ({ id } = await daemon.createSession({ agent_config: { permission_mode: 'yolo' } }));
});
afterEach(() => stream.close());

function openStream(): Stream {
  return createStream({
    baseUrl: () => daemon.baseUrl,
    token: () => daemon.token,
    WebSocket,
    clientId: 'editor',
    reconnect: { delaysMs: [10], endless: true },
    onEnd: () => undefined,
  });
}

/** Names a file of the workspace, and writes it when there is a text. */
function file(text?: string): { name: string; path: string; text(): string } {
  const name = `f${(count += 1)}.txt`;
  const path = join(daemon.cwd, name);
  if (text !== undefined) writeFileSync(path, text);
  return { name, path, text: () => readFileSync(path, 'utf8') };
}

interface Editor {
  buffers: Map<string, string>;
  asked: string[];
  withdraw(): void;
}

/** Offers files as an editor does; `does`: which requests it serves. */
async function edit(does: { read?: boolean; write?: boolean } = { read: true, write: true }): Promise<Editor> {
  const buffers = new Map<string, string>();
  const asked: string[] = [];
  const withdraw = await stream.offerFiles({
    sessionId: id,
    ...(does.read && {
      read({ path, agentId }) {
        asked.push(`read ${agentId}`);
        return buffers.get(path);
      },
    }),
    ...(does.write && {
      write({ path, agentId }, content) {
        asked.push(`write ${agentId}`);
        buffers.set(path, content);
      },
    }),
  });
  return { buffers, asked, withdraw };
}

/** Runs a line of the offline provider; returns the results of its calls. */
async function run(line: string): Promise<string[]> {
  const before = (await messages()).length;
  await daemon.run(id, line);
  return (await messages())
    .slice(before)
    .flatMap(({ content }) => content.flatMap((part) => (part.type === 'tool_result' ? [outputOf(part.output)] : [])));
}

const messages = async () =>
  (await daemon.ok('listMessages', { ...daemon.session(id), query: { page_size: 100 } })).items.toReversed();
const outputOf = (output: unknown): string => (typeof output === 'string' ? output : JSON.stringify(output));
const undo = (body: Record<string, unknown> = {}) =>
  daemon.ok('undoSession', { ...daemon.session(id), body: { restore_files: true, ...body } });

test('a text that is the same on both sides is read without a word; line ends do not count', async () => {
  const { name, path } = file('one\r\ntwo\r\n');
  const { buffers, asked } = await edit();
  buffers.set(path, '\ufeffone\ntwo\n');
  const [output] = await run(`read ${name}`);
  expect(output).toContain('2\ttwo');
  expect(output).toContain('Line endings are CRLF');
  expect(output).not.toContain('unsaved');
  expect(asked).toEqual(['read main']);
});

test('another text is asked for twice more; then the one of the editor wins', async () => {
  const { name, path } = file('old\n');
  const { buffers, asked } = await edit();
  buffers.set(path, 'unsaved line\n');
  const [output] = await run(`read ${name}`);
  expect(output).toContain('1\tunsaved line');
  expect(output?.endsWith('\n(unsaved changes of the editor)')).toBe(true);
  expect(asked).toHaveLength(3);
});

test('a text that is late is not an unsaved one', async () => {
  const { name, path } = file('new\n');
  const texts = ['stale\n', 'new\n'];
  await stream.offerFiles({ sessionId: id, read: (asked) => (asked.path === path ? texts.shift() : undefined) });
  const [output] = await run(`read ${name}`);
  expect(output).toContain('1\tnew');
  expect(output).not.toContain('unsaved');
  expect(texts).toEqual([]);
});

test('a file that only the editor has is read and edited', async () => {
  const { name, path } = file();
  const { buffers } = await edit();
  buffers.set(path, 'draft one\n');
  expect((await run(`read ${name}`))[0]).toContain('1\tdraft one');
  const [, output] = await run(`edit ${name}: one => two`);
  expect(output).toContain('Replaced 1 occurrence');
  expect(buffers.get(path)).toBe('draft two\n');
  expect(existsSync(path)).toBe(false);
});

test('what the client does not know, fails at or leaves unanswered is read from the disk', async () => {
  const { name } = file('disk\n');
  await edit();
  expect((await run(`read ${name}`))[0]).toContain('1\tdisk');
  await stream.offerFiles({ sessionId: id, read: () => Promise.reject(new Error('no')) });
  expect((await run(`read ${name}`))[0]).toContain('1\tdisk');
  await stream.offerFiles({ sessionId: id, read: () => new Promise(() => undefined) });
  expect((await run(`read ${name}`))[0]).toContain('1\tdisk');
});

test('after three requests without answer the session asks no more until the next prompt', async () => {
  const { name } = file('disk\n');
  let asked = 0;
  await stream.offerFiles({
    sessionId: id,
    read() {
      asked += 1;
      return new Promise(() => undefined);
    },
  });
  await run([1, 2, 3, 4, 5].map((line) => `read ${name} from ${line}`).join('\n'));
  expect(asked).toBe(3);
  await run(`read ${name}`);
  expect(asked).toBe(4);
});

test('Edit and Write go to the editor alone; the difference is that of the texts', async () => {
  const { name, path, text } = file('one\ntwo\n');
  const { buffers, asked } = await edit();
  buffers.set(path, 'one\ntwo\nthree\n');
  const [, output] = await run(`edit ${name}: two => 2`);
  expect(output).toContain('Replaced 1 occurrence');
  expect(buffers.get(path)).toBe('one\n2\nthree\n');
  // the agent knows the result of its edit
  expect((await run(`append ${name}: four`))[0]).toContain('Appended');
  expect(buffers.get(path)).toBe('one\n2\nthree\nfour');
  expect((await run(`write ${name}: all new`))[0]).toContain('Replaced');
  expect(buffers.get(path)).toBe('all new');
  expect(text()).toBe('one\ntwo\n');
  expect(asked.filter((each) => each === 'write main')).toHaveLength(3);
  const other = file();
  expect((await run(`write ${other.name}: fresh`))[0]).toContain('Created');
  expect(buffers.get(other.path)).toBe('fresh');
  expect(existsSync(other.path)).toBe(false);
});

test('a text keeps the line ends of its file', async () => {
  const { name, path } = file('one\r\ntwo\r\n');
  const { buffers } = await edit();
  buffers.set(path, 'one\ntwo\nthree\n');
  await run(`edit ${name}: two => 2`);
  expect(buffers.get(path)).toBe('one\r\n2\r\nthree\r\n');
});

test('a change that the editor does not take is an error, and nothing is written', async () => {
  const { name, path, text } = file('one\n');
  const read = () => 'one\n';
  await stream.offerFiles({ sessionId: id, read, write: () => Promise.reject(new Error('the buffer is locked')) });
  const [, locked] = await run(`edit ${name}: one => two`);
  expect(locked).toBe(`the editor did not take the change to ${path}: the buffer is locked`);
  await stream.offerFiles({ sessionId: id, read, write: () => new Promise(() => undefined) });
  const [, silent] = await run(`edit ${name}: one => two`);
  expect(silent).toBe(`the editor did not take the change to ${path}: no answer within 0.25 s`);
  expect(text()).toBe('one\n');
});

test('what changed in the editor since it was read has to be read again', async () => {
  const { name, path, text } = file('one\n');
  const { buffers, withdraw } = await edit();
  buffers.set(path, 'one\n');
  await run(`read ${name}`);
  buffers.set(path, 'one\nof the user\n');
  expect((await run(`write ${name}: mine`))[0]).toContain('changed since it was last read');
  await run(`read ${name}`);
  // the disk has another text than the one that the agent read
  withdraw();
  await until('the end of the offer', async () => (await run(`write ${name}: mine`))[0]?.includes('changed on disk'));
  expect(text()).toBe('one\n');
  writeFileSync(path, 'one\nof the user\n');
  expect((await run(`write ${name}: mine`))[0]).toContain('Replaced');
  expect(text()).toBe('mine');
});

test('only reading: changes of what the editor has go to the disk', async () => {
  const { name, path, text } = file('one\n');
  const { buffers } = await edit({ read: true });
  buffers.set(path, 'one\nmore\n');
  await run(`edit ${name}: one => two`);
  expect(text()).toBe('two\nmore\n');
});

test('only writing: what is on the disk is read', async () => {
  const { name, path, text } = file('one\n');
  const { buffers, asked } = await edit({ write: true });
  await run(`edit ${name}: one => two`);
  expect(buffers.get(path)).toBe('two\n');
  expect(text()).toBe('one\n');
  expect(asked).toEqual(['write main']);
});

test('binary files, files outside of the workspace and long ones stay with the disk', async () => {
  const { asked } = await edit();
  const { path } = file();
  writeFileSync(path, Buffer.from([0x89, 0x50, 0, 1]));
  await run(`read ${path}`);
  const outside = join(daemon.folder, 'outside.txt');
  writeFileSync(outside, 'x\n');
  expect((await run(`read ${outside}`))[0]).toContain('1\tx');
  writeFileSync(path, 'x'.repeat(4 * 1024 * 1024 + 1));
  await run(`read ${path}`);
  expect(asked).toEqual([]);
});

test('a subagent asks the same client', async () => {
  const { name, path } = file('one\n');
  const { buffers, asked } = await edit();
  buffers.set(path, 'one\n');
  await run(`agent: read ${name}`);
  expect(asked).toEqual([expect.stringMatching(/^read (?!main)/)]);
});

test('an undo with files gives the text back through the editor, a redo again', async () => {
  const { name, path, text } = file('saved\n');
  const { buffers } = await edit();
  buffers.set(path, 'saved\nunsaved\n');
  await run(`edit ${name}: unsaved => changed`);
  const { files: shown } = await undo({ dry_run: true });
  expect(shown?.changes).toMatchObject([{ path, action: 'restore', added: 1, removed: 1 }]);
  expect((await undo()).files?.changes).toMatchObject([{ path, action: 'restore' }]);
  expect(buffers.get(path)).toBe('saved\nunsaved\n');
  await daemon.ok('redoSession', daemon.session(id));
  expect(buffers.get(path)).toBe('saved\nchanged\n');
  expect(text()).toBe('saved\n');
  // an undo does not discard what the user has typed since
  buffers.set(path, 'saved\nchanged\nby hand\n');
  await daemon.fails('undoSession', 'SESSION_FILES_CHANGED', { ...daemon.session(id), body: { restore_files: true } });
  expect(buffers.get(path)).toBe('saved\nchanged\nby hand\n');
});

test('an undo goes to an editor that only takes changes, too', async () => {
  const { name, path, text } = file('one\n');
  const { buffers } = await edit({ write: true });
  await run(`edit ${name}: one => two`);
  writeFileSync(path, 'two\n');
  await undo();
  expect([buffers.get(path), text()]).toEqual(['one\n', 'two\n']);
});

test('an undo that the editor does not take changes nothing', async () => {
  const [one, two] = [file('one\n'), file('two\n')];
  const { buffers } = await edit();
  buffers.set(one.path, 'one\n').set(two.path, 'two\n');
  await run(`edit ${one.name}: one => 1\nedit ${two.name}: two => 2`);
  let writes = 0;
  await stream.offerFiles({
    sessionId: id,
    read: ({ path }) => buffers.get(path),
    write({ path }, content) {
      if ((writes += 1) === 2) throw new Error('read-only');
      buffers.set(path, content);
    },
  });
  const before = await messages();
  const { msg } = await daemon.fails('undoSession', 'PERSISTENCE_FAILURE', {
    ...daemon.session(id),
    body: { restore_files: true },
  });
  expect(msg).toContain('the editor did not take the change');
  expect([buffers.get(one.path), buffers.get(two.path)]).toEqual(['1\n', '2\n']);
  expect(await messages()).toEqual(before);
});

test('an undo without the editor gives back what is on the disk', async () => {
  const { name, path, text } = file('one\n');
  const { buffers } = await edit();
  buffers.set(path, 'one\n');
  await run(`edit ${name}: one => two`);
  // the editor saves the file and closes
  writeFileSync(path, 'two\n');
  stream.close();
  await until('the undo', async () => {
    const { files } = await undo({ dry_run: true });
    return files?.changes.length === 1 ? true : undefined;
  });
  await undo();
  expect(text()).toBe('one\n');
});

test('an approval shows the text of the editor, and the chosen one goes there', async () => {
  const { name, path, text } = file('disk\n');
  ({ id } = await daemon.createSession());
  const { buffers } = await edit();
  buffers.set(path, 'of the editor\n');
  await daemon.prompt(id, `read ${name}\nwrite ${name}: mine\\n`);
  const approval = await daemon.approval(id);
  expect(approval.edit?.hunks[0]?.lines).toEqual(['-of the editor', '+mine']);
  const decide = { params: { session_id: id, approval_id: approval.approval_id } };
  await daemon.ok('resolveApproval', { ...decide, body: { decision: 'approved', amend: { content: 'ours\n' } } });
  await daemon.waitForEnd(id);
  expect(buffers.get(path)).toBe('ours\n');
  expect(text()).toBe('disk\n');
});

test('what the agent knows of a text of the editor outlives a restart; saving it is no change of another program', async () => {
  const { name, path, text } = file('one\n');
  const { buffers } = await edit();
  buffers.set(path, 'one\n');
  await run(`edit ${name}: one => two`);
  writeFileSync(path, 'two\n');
  await daemon.restart();
  await until('the offer on the new connection', async () => {
    const [output] = await run(`write ${name}: three`);
    return output?.includes('Replaced') && buffers.get(path) === 'three' ? true : undefined;
  });
  expect(text()).toMatch(/^(?:two\n|three)$/);
  expect(JSON.stringify(await messages())).not.toContain('changed on disk since');
});
