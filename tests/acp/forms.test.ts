/** Editors with their own forms, terminals, notices and files (acp-cli.md 1.10-1.13). */
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cleanUp, startEditor, type Answer, type Editor } from './editor.fixture.js';

let editor: Editor;
let id: string;
const buffers = new Map<string, string>();
let forms: Answer[];
let form: Answer;
beforeAll(async () => {
  editor = await startEditor({
    capabilities: {
      fs: { readTextFile: true, writeTextFile: true },
      elicitation: { form: {} },
      session: { notices: {}, compaction: {} },
      _meta: { terminal_output: true, 'agent-code': { subagents: true } },
    },
  });
  editor.on('fs/read_text_file', ({ path }) => {
    const content = buffers.get(String(path));
    if (content === undefined) throw new Error('no such buffer');
    return { content };
  });
  editor.on('fs/write_text_file', ({ path, content }) => {
    if (String(path).endsWith('locked.txt')) throw new Error('the buffer is read-only');
    buffers.set(String(path), String(content));
    return {};
  });
  editor.on('elicitation/create', (params) => {
    forms.push(params);
    return form;
  });
});
afterAll(async () => {
  expect(await editor.end()).toBe(0);
  cleanUp();
});
beforeEach(async () => {
  forms = [];
  form = { action: 'decline' };
  ({ sessionId: id } = await editor.open());
});

const set = (modeId: string) => editor.ask('session/set_mode', { sessionId: id, modeId });
const results = () => JSON.stringify([...editor.calls(id).values()]);
const updates = () => editor.updates.filter(({ sessionId }) => sessionId === id).map(({ update }) => update);

test('an unsaved text is read, and a change goes into the buffer, not to the disk', async () => {
  await set('yolo');
  const path = join(editor.cwd, 'open.txt');
  writeFileSync(path, 'on disk\n');
  buffers.set(path, 'in the editor\n');
  await editor.prompt(id, `read ${path}`);
  expect(results()).toContain('in the editor');
  expect(results()).toContain('unsaved changes of the editor');
  await editor.prompt(id, `edit ${path}: in the editor => changed there`);
  expect(buffers.get(path)).toBe('changed there\n');
  expect(readFileSync(path, 'utf8')).toBe('on disk\n');
});

test('a change that the editor refuses is an error of the call, and nothing is written', async () => {
  await set('yolo');
  const path = join(editor.cwd, 'locked.txt');
  writeFileSync(path, 'before\n');
  await editor.prompt(id, `read ${path}`);
  await editor.prompt(id, `edit ${path}: before => after`);
  expect(results()).toContain('the editor did not take the change');
  expect(readFileSync(path, 'utf8')).toBe('before\n');
});

test('a question is a form, with a field for other words; declined it is dismissed', async () => {
  form = { action: 'accept', content: { q_0: 'opt_0_1' } };
  await editor.prompt(id, 'ask Which one? red | green');
  expect(forms[0]).toMatchObject({
    sessionId: id,
    mode: 'form',
    requestedSchema: {
      properties: {
        q_0: {
          type: 'string',
          oneOf: [
            { const: 'opt_0_0', title: 'red' },
            { const: 'opt_0_1', title: 'green' },
          ],
        },
        q_0_other: { type: 'string' },
      },
    },
  });
  expect(results()).toContain('green');
  form = { action: 'accept', content: { q_0_other: 'blue' } };
  await editor.prompt(id, 'ask Which one? red | green');
  expect(results()).toContain('blue');
  form = { action: 'decline' };
  expect(await editor.prompt(id, 'ask Which one? red | green')).toMatchObject({ stopReason: expect.any(String) });
});

test('several answers are taken from one form', async () => {
  const questions = [
    {
      question: 'Which ones?',
      header: 'Ones',
      multi_select: true,
      options: [{ label: 'a' }, { label: 'b' }, { label: 'c' }],
    },
  ];
  form = { action: 'accept', content: { q_0: ['opt_0_0', 'opt_0_2'], q_0_other: 'd' } };
  await editor.prompt(id, `call AskUserQuestion ${JSON.stringify({ questions })}`);
  expect(forms[0]).toMatchObject({ requestedSchema: { properties: { q_0: { type: 'array' } } } });
  expect(results()).toMatch(/a.*c.*d/);
});

test('a plan that is to be revised brings what should change', async () => {
  await set('plan');
  let asked = 0;
  editor.on('session/request_permission', () => {
    asked += 1;
    return { outcome: { outcome: 'selected', optionId: asked === 1 ? 'plan_revise' : 'plan_reject_and_exit' } };
  });
  form = { action: 'accept', content: { feedback: 'make it shorter' } };
  await editor.prompt(id, 'plan First this, then that');
  expect(forms[0]).toMatchObject({ message: 'What should change?', toolCallId: expect.stringMatching(/^1:/) });
  expect(results()).toContain('make it shorter');
});

test('output of a command is drawn as a terminal, to its exit', async () => {
  await set('yolo');
  await editor.prompt(id, 'run echo one; sleep 0.4; echo two; exit 3');
  const metas = updates().flatMap((update) => ('_meta' in update && update._meta ? [update._meta] : []));
  expect(metas).toContainEqual({ terminal_info: { terminal_id: expect.any(String), cwd: editor.cwd } });
  const data = metas.map((meta) => (meta['terminal_output'] as Answer | undefined)?.['data'] ?? '').join('');
  expect(data).toContain('one');
  expect(data).toContain('two');
  expect(metas.at(-1)).toMatchObject({ terminal_exit: { exit_code: 3 } });
  expect([...editor.calls(id).values()][0]).toMatchObject({ content: [{ type: 'terminal' }] });
});

test('a compaction is an update of its own, and reads of subagents are shown', async () => {
  await set('yolo');
  writeFileSync(join(editor.cwd, 'inner.txt'), 'x\n');
  await editor.prompt(id, 'agent: list files');
  expect([...editor.calls(id).values()].some((call) => call['kind'] === 'search')).toBe(true);
  await editor.prompt(id, '/compact');
  const states = updates().flatMap((update) => (update.sessionUpdate === 'compaction_update' ? [update.status] : []));
  expect(states[0]).toBe('in_progress');
  expect(states).toHaveLength(2);
});
