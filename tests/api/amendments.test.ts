/** Approvals decided with changes: hunks, another text, other arguments (additions.md A1). */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Operations } from '../../schemas/generated/operations.js';
import { startTestDaemon, until, type TestDaemon } from '../helpers/daemon.js';

type Body = Operations['resolveApproval']['body'];

let daemon: TestDaemon;
let cwd: string;
beforeAll(async () => {
  daemon = await startTestDaemon({
    config: `[permission]\ndeny = ["Bash(rm *)"]\n[[hooks]]\nevent = "PreToolUse"\nmatcher = "Bash"\ncommand = "grep -q forbidden && { echo not this >&2; exit 2; } || true"\n`,
  });
});
afterAll(() => daemon.close());
beforeEach(() => {
  cwd = realpathSync(mkdtempSync(join(tmpdir(), 'agent-amend-')));
});
afterEach(() => rmSync(cwd, { recursive: true, force: true }));

const at = (name: string) => join(cwd, name);
const numbered = (count: number, end = '\n') =>
  Array.from({ length: count }, (_, index) => `line ${index + 1}${end}`).join('');

async function asked(...lines: string[]) {
  const session_id = (await daemon.createSession({ metadata: { cwd } })).id;
  await daemon.prompt(session_id, lines.join('\n'));
  const approval = await daemon.approval(session_id);
  const params = { session_id, approval_id: approval.approval_id };
  return {
    session_id,
    approval,
    params,
    detail: () => daemon.ok('getApproval', { params }),
    async decide(body: Body) {
      await daemon.ok('resolveApproval', { params, body });
      await daemon.waitForEnd(session_id);
    },
    async refused(body: object, path: string, message: RegExp) {
      const { details } = await daemon.fails('resolveApproval', 'VALIDATION_FAILED', { params, body });
      expect(details).toEqual([{ path, message: expect.stringMatching(message) }]);
      expect(await daemon.approval(session_id)).toEqual(approval);
    },
    abort: () => daemon.ok('abortSession', daemon.session(session_id)),
    async events(...types: string[]): Promise<Record<string, unknown>[]> {
      const answer = await fetch(`${daemon.baseUrl}/api/v1/sessions/${session_id}/events?types=${types.join(',')}`, {
        headers: { authorization: `Bearer ${daemon.token}` },
      });
      return (await answer.text())
        .split('\n')
        .filter((line) => line.startsWith('data: {'))
        .map((line) => (JSON.parse(line.slice(6)) as { payload: Record<string, unknown> }).payload);
    },
    /** text of the last result that the model reads */
    async result(): Promise<string> {
      const { items } = await daemon.ok('listMessages', { ...daemon.session(session_id), query: { page_size: 100 } });
      const part = items.flatMap(({ content }) => content).find(({ type }) => type === 'tool_result');
      return part?.type === 'tool_result' ? JSON.stringify(part.output).replaceAll('\\n', '\n') : '';
    },
  };
}

const call = (tool: string, input: object) => `call ${tool} ${JSON.stringify(input)}`;
const write = (name: string, content: string) => call('Write', { path: name, content });
/** Changes lines 5, 20 and 35 of 40. */
const threeHunks = (before: string) =>
  before.replace('line 5', 'row 5').replace('line 20', 'row 20').replace('line 35', 'row 35');

describe('what is shown', () => {
  test('an edit in hunks, with its whole texts in the item alone', async () => {
    const before = numbered(40, '\r\n');
    writeFileSync(at('a.txt'), before);
    const waiting = await asked(write('a.txt', threeHunks(before)));
    expect(waiting.approval).toMatchObject({
      editable: true,
      edit: { path: at('a.txt'), exists: true, newline: 'crlf', final_newline: { before: true, after: true } },
    });
    expect(waiting.approval.edit?.base_sha256).toMatch(/^[0-9a-f]{64}$/);
    expect(waiting.approval.edit?.hunks.map(({ id, old_start }) => [id, old_start])).toEqual([
      ['h1', 2],
      ['h2', 17],
      ['h3', 32],
    ]);
    expect(await waiting.detail()).toEqual({
      ...waiting.approval,
      input: { path: 'a.txt', content: threeHunks(before) },
      edit: { ...waiting.approval.edit, before, after: threeHunks(before) },
    });
    const { pending_approvals } = await daemon.ok('getSessionSnapshot', daemon.session(waiting.session_id));
    expect(pending_approvals).toEqual([waiting.approval]);
    await waiting.decide({ decision: 'rejected' });
    expect((await waiting.detail()).edit).toMatchObject({ before });
  });

  test('a new file, an edit of a text, an addition at the end', async () => {
    writeFileSync(at('b.txt'), 'one\ntwo\n');
    const fresh = await asked(write('new.txt', 'hello\n'));
    expect(fresh.approval.edit).toMatchObject({ exists: false, base_sha256: null, hunks: [{ lines: ['+hello'] }] });
    await fresh.abort();
    const edited = await asked(call('Edit', { path: 'b.txt', old_string: 'two', new_string: 'three' }));
    expect((await edited.detail()).edit).toMatchObject({ before: 'one\ntwo\n', after: 'one\nthree\n' });
    await edited.abort();
    const added = await asked(call('Write', { path: 'b.txt', content: 'more', mode: 'append' }));
    expect((await added.detail()).edit).toMatchObject({
      after: 'one\ntwo\nmore',
      final_newline: { before: true, after: false },
    });
    await added.abort();
  });

  test.each([
    ['binary', Buffer.from([0, 1, 2])],
    ['over 1 MiB', 'x'.repeat(1024 * 1024 + 1)],
  ])('no edit of a file that is %s', async (_what, content) => {
    writeFileSync(at('c.txt'), content);
    const waiting = await asked(write('c.txt', 'text'));
    expect(waiting.approval).toMatchObject({ editable: true });
    expect(waiting.approval).not.toHaveProperty('edit');
    await waiting.refused({ decision: 'approved', amend: { content: 'x' } }, 'amend.content', /no edit/);
    await waiting.abort();
  });

  test('long texts come whole', async () => {
    const before = numbered(60_000);
    writeFileSync(at('long.txt'), before);
    const waiting = await asked(call('Edit', { path: 'long.txt', old_string: 'line 30000\n', new_string: 'row\n' }));
    expect((await waiting.detail()).edit).toMatchObject({ before, after: before.replace('line 30000\n', 'row\n') });
    await waiting.abort();
  });

  test('reviews of plans cannot be changed', async () => {
    const waiting = await asked('plan Do it');
    expect(waiting.approval.tool_name).toBe('ExitPlanMode');
    expect(waiting.approval.editable).toBe(false);
    await waiting.refused({ decision: 'approved', amend: { input: {} } }, 'amend', /cannot be changed/);
    await waiting.abort();
  });
});

describe('some hunks', () => {
  test('what is taken is written; the model reads what was not', async () => {
    const before = numbered(40, '\r\n');
    writeFileSync(at('a.txt'), before);
    const waiting = await asked(
      write('a.txt', threeHunks(before)),
      'read a.txt',
      call('Edit', { path: 'a.txt', old_string: 'line 1\n', new_string: 'first\n' }),
    );
    await daemon.ok('resolveApproval', {
      params: waiting.params,
      body: { decision: 'approved', amend: { hunks: ['h3', 'h1'] }, feedback: 'line 20 stays' },
    });
    // the stale guard knows the content that was written
    const next = await until('the next approval', async () => {
      const found = await daemon.approval(waiting.session_id);
      return found.tool_name === 'Edit' ? found : undefined;
    });
    await daemon.ok('resolveApproval', {
      params: { session_id: waiting.session_id, approval_id: next.approval_id },
      body: { decision: 'approved' },
    });
    await daemon.waitForEnd(waiting.session_id);
    const applied = before.replace('line 5', 'row 5').replace('line 35', 'row 35');
    expect(readFileSync(at('a.txt'), 'utf8')).toBe(applied.replace('line 1\r', 'first\r'));
    const transcript = JSON.stringify(
      await daemon.ok('getTranscript', { ...daemon.session(waiting.session_id), query: { agent_id: 'main' } }),
    );
    expect(transcript).toContain('"amended":"hunks","accepted":["h1","h3"],"rejected":["h2"]');
    expect(transcript).toContain('"proposedInput"');
    const [resolved] = await waiting.events('event.approval.resolved');
    expect(resolved).toMatchObject({
      decision: 'approved',
      amended: 'hunks',
      accepted: ['h1', 'h3'],
      rejected: ['h2'],
      feedback: 'line 20 stays',
    });
    const [started] = await waiting.events('tool.call.started');
    expect(started).toMatchObject({
      args: { path: 'a.txt', content: applied },
      proposed_args: { path: 'a.txt', content: threeHunks(before) },
    });
    const { items } = await daemon.ok('listMessages', {
      ...daemon.session(waiting.session_id),
      query: { page_size: 100 },
    });
    const text = JSON.stringify(items);
    expect(text).toContain('The user applied 2 of 3 changes of this call.\\nRefused:\\n@@ -17,7 +17,7 @@');
    expect(text).toContain("The user's note: line 20 stays");
  });

  test('of an Edit', async () => {
    const before = numbered(40).replaceAll('line 2', 'same');
    writeFileSync(at('e.txt'), before);
    const waiting = await asked(
      'read e.txt',
      call('Edit', { path: 'e.txt', old_string: 'same', new_string: 'other', replace_all: true }),
    );
    const ids = waiting.approval.edit?.hunks.map(({ id }) => id) ?? [];
    expect(ids.length).toBeGreaterThan(1);
    await waiting.decide({ decision: 'approved', amend: { hunks: [ids[0] as string] } });
    expect(readFileSync(at('e.txt'), 'utf8')).toBe(before.replace('same\n', 'other\n'));
    const started = (await waiting.events('tool.call.started')).at(-1);
    expect(started).toMatchObject({
      name: 'Edit',
      args: { path: 'e.txt', new_string: expect.stringContaining('other') },
    });
  });

  test('a file that changed since: an error, and nothing is written', async () => {
    writeFileSync(at('a.txt'), 'one\n');
    const waiting = await asked(write('a.txt', 'two\n'));
    writeFileSync(at('a.txt'), 'three\n');
    await waiting.decide({ decision: 'approved', amend: { hunks: ['h1'] } });
    expect(readFileSync(at('a.txt'), 'utf8')).toBe('three\n');
    expect(await waiting.result()).toContain('changed since it was shown');
    const gone = await asked(write('a.txt', 'two\n'));
    rmSync(at('a.txt'));
    await gone.decide({ decision: 'approved', amend: { content: 'x' } });
    expect(existsSync(at('a.txt'))).toBe(false);
    const made = await asked(write('n.txt', 'two\n'));
    writeFileSync(at('n.txt'), '');
    await made.decide({ decision: 'approved', amend: { content: 'x' } });
    expect(readFileSync(at('n.txt'), 'utf8')).toBe('');
  });
});

describe('another text', () => {
  test.each([
    ['\ufeffone\r\ntwo', '\ufeffone\r\n2\r\n'],
    ['', 'text'],
    ['one\n', ''],
  ])('%j becomes %j', async (before, content) => {
    writeFileSync(at('t.txt'), before);
    const waiting = await asked(write('t.txt', 'proposed\n'));
    await waiting.decide({ decision: 'approved', amend: { content }, feedback: 'so' });
    expect(readFileSync(at('t.txt'), 'utf8')).toBe(content);
    expect(await waiting.result()).toMatch(
      /^"The user changed the text of this call.*\n@@.*proposed.*The user's note: so/s,
    );
    expect((await waiting.events('event.approval.resolved'))[0]).toMatchObject({ amended: 'content' });
  });

  test('a file in UTF-16 keeps its encoding', async () => {
    writeFileSync(at('u.txt'), Buffer.from('\ufeffone\n', 'utf16le'));
    const waiting = await asked(write('u.txt', 'two\n'));
    await waiting.decide({ decision: 'approved', amend: { content: 'three\n' } });
    expect(readFileSync(at('u.txt'), 'utf16le')).toBe('\ufeffthree\n');
  });

  test('the model reads at most 200 lines of the difference', async () => {
    const waiting = await asked(write('l.txt', 'x\n'));
    await waiting.decide({ decision: 'approved', amend: { content: numbered(1_000) } });
    expect(readFileSync(at('l.txt'), 'utf8')).toBe(numbered(1_000));
    const result = await waiting.result();
    expect(result.split('\n').length).toBeLessThan(210);
    expect(result).toMatch(/more lines of the difference/);
  });
});

describe('other arguments', () => {
  test('run in place of those of the model, which its message keeps', async () => {
    const waiting = await asked('run echo one');
    await waiting.decide({ decision: 'approved', amend: { input: { command: 'echo two > out.txt; cat out.txt' } } });
    expect(readFileSync(at('out.txt'), 'utf8')).toBe('two\n');
    expect(await waiting.result()).toMatch(/The user changed the arguments.*-.*echo one.*\+.*echo two.*\n\ntwo/s);
    expect((await waiting.events('tool.call.started'))[0]).toMatchObject({
      args: { command: 'echo two > out.txt; cat out.txt' },
      proposed_args: { command: 'echo one' },
      display: { kind: 'command', command: 'echo two > out.txt; cat out.txt' },
    });
    expect((await waiting.detail()).input).toEqual({ command: 'echo one' });
  });

  test('a note without changes is read too', async () => {
    const waiting = await asked('run echo one');
    await waiting.decide({ decision: 'approved', feedback: 'only this once' });
    expect(await waiting.result()).toBe(`"The user's note: only this once\n\none"`);
  });

  test('what asks again is covered by the answer', async () => {
    const waiting = await asked('run echo one');
    await waiting.decide({ decision: 'approved', amend: { input: { command: 'touch x && touch y' } } });
    expect(existsSync(at('y'))).toBe(true);
  });
});

describe('refused changes leave it pending', () => {
  test.each([
    [{ decision: 'rejected', amend: { input: { command: 'ls' } } }, 'amend', /rejected/],
    [{ decision: 'cancelled', amend: { input: { command: 'ls' } } }, 'amend', /cancelled/],
    [{ decision: 'approved', scope: 'session', amend: { input: { command: 'ls' } } }, 'scope', /this call only/],
    [{ decision: 'approved', amend: { hunks: ['h1'] } }, 'amend.hunks', /no edit/],
    [{ decision: 'approved', amend: { input: { command: 5 } } }, 'amend.input', /not valid.*command/],
    [{ decision: 'approved', amend: { input: {} } }, 'amend.input', /not valid.*command/],
    [
      { decision: 'approved', amend: { input: { command: 'rm -f x' } } },
      'amend.input',
      /denied by the rule Bash\(rm \*\)/,
    ],
    [
      { decision: 'approved', amend: { input: { command: 'echo forbidden' } } },
      'amend.input',
      /A hook refused this call: not this/,
    ],
    [
      { decision: 'approved', amend: { input: { command: 'cat ~/.ssh/id_rsa' } } },
      'amend.input',
      /~\/\.ssh\/id_rsa may hold secrets/,
    ],
    [{ decision: 'approved', amend: {} }, 'amend', /./],
    [{ decision: 'approved', amend: { hunks: ['h1'], content: 'x' } }, 'amend', /./],
    [{ decision: 'approved', amend: { hunks: [] } }, 'amend.hunks', /./],
  ])('%j of a command', async (body, path, message) => {
    const waiting = await asked('run echo one');
    await waiting.refused(body, path, message);
    await waiting.abort();
  });

  test.each([
    [{ hunks: ['h9'] }, 'amend.hunks', /no such hunk: h9/],
    [{ hunks: ['h1', 'h1'] }, 'amend.hunks', /twice/],
    [{ content: 'one\n' }, 'amend.content', /there already/],
    [{ content: 'x'.repeat(1024 * 1024 + 1) }, 'amend.content', /1 MiB/],
    [{ content: 'a\0b' }, 'amend.content', /NUL/],
    [{ input: { path: '.env', content: 'x' } }, 'amend.input', /\.env may hold secrets/],
    [{ input: { path: '../x', content: 'x' } }, 'amend.input', /leaves the workspace/],
  ])('a text, case %#', async (amend, path, message) => {
    writeFileSync(at('a.txt'), 'one\n');
    const waiting = await asked(write('a.txt', 'two\n'));
    await waiting.refused({ decision: 'approved', amend }, path, message);
    await waiting.abort();
  });

  test('a sensitive file that the call names itself is no reason', async () => {
    mkdirSync(at('sub'));
    const waiting = await asked(write('.env', 'A=1\n'));
    await waiting.decide({ decision: 'approved', amend: { input: { path: '.env', content: 'A=2\n' } } });
    expect(readFileSync(at('.env'), 'utf8')).toBe('A=2\n');
  });
});

test('of many who decide with and without changes exactly one wins', async () => {
  const waiting = await asked('run echo one >> log.txt');
  const codes = await Promise.all(
    Array.from({ length: 8 }, (_, index) =>
      daemon
        .ask('resolveApproval', {
          params: waiting.params,
          body:
            index % 2 === 0
              ? { decision: 'approved' }
              : { decision: 'approved', amend: { input: { command: `echo ${index} >> log.txt` } } },
        })
        .then(({ code }) => code),
    ),
  );
  expect(codes.sort((a, b) => a - b)).toEqual([0, ...Array.from({ length: 7 }, () => 40902)]);
  await daemon.waitForEnd(waiting.session_id);
  expect(readFileSync(at('log.txt'), 'utf8').trim().split('\n')).toHaveLength(1);
});
