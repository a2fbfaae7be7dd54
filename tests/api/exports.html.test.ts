/** A session as one HTML file (web.md 8.5, additions.md A6): its content, what stays out, and that nothing runs. */
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { parseHTML } from 'linkedom';
import { startTestDaemon, until, type TestDaemon } from '../helpers/daemon.js';
import { plain } from '../helpers/pictures.js';
import { nameless, post, withDatabase } from './exports.fixture.js';

const password = `p<&"'ä ss-canary`;
const sectionIds = ['summary', 'timeline', 'context', 'tools', 'agents', 'conversation', 'events'];

let daemon: TestDaemon;
let userHome: string;
let cwd: string;
beforeAll(async () => {
  const people = realpathSync(mkdtempSync(join(tmpdir(), 'agent-people-')));
  userHome = join(people, 'lovelace');
  cwd = join(userHome, 'project');
  mkdirSync(cwd, { recursive: true });
  daemon = await startTestDaemon({ userHome, env: { AGENT_CODE_PASSWORD: password } });
});
afterAll(() => daemon.close());

interface Page {
  response: Response;
  text: string;
  document: Document;
  events: [number, string, string, string, number, Record<string, unknown> | null][];
}

async function exported(id: string, include?: Record<string, boolean>): Promise<Page> {
  const response = await post(daemon, id, { format: 'html', ...(include ? { include } : {}) });
  const text = await response.text();
  expect([response.headers.get('content-type'), text.slice(0, 15)]).toEqual([
    'text/html; charset=utf-8',
    '<!doctype html>',
  ]);
  const { document } = parseHTML(text);
  const events = JSON.parse(document.getElementById('event-data')?.textContent ?? '') as Page['events'];
  return { response, text, document, events };
}

const newSession = async (title = 'A title'): Promise<string> =>
  (await daemon.createSession({ title, metadata: { cwd }, agent_config: { permission_mode: 'auto' } })).id;
/** Waits for the `.part` file only: deleted pipes of commands that ran stay open. */
const fileGone = () =>
  until('the temporary file to go', () =>
    nameless(realpathSync(daemon.home)).some((path) => path.includes('.part')) ? undefined : true,
  );
const textOf = ({ document }: Page, id: string): string => document.getElementById(id)?.textContent ?? '';

test('has every part, of every agent, and says what it took', async () => {
  const id = await newSession();
  await daemon.run(id, 'write notes.txt: first line\nread notes.txt\nrun expr 41 + 1\ncall Read {"path":"none.txt"}');
  await daemon.run(id, 'think about it\nedit notes.txt: first => second');
  await daemon.run(id, 'agent explore: say from below');
  await daemon.ok('compactSession', { ...daemon.session(id), body: {} });
  await until('the compaction', async () => ((await exported(id)).text.includes('was compacted') ? true : undefined));
  const page = await exported(id);
  const { response, document, events } = page;
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-disposition': `attachment; filename="agent-session-${id}.html"`,
    'cache-control': 'no-store',
    'content-length': String(Buffer.byteLength(page.text)),
    'x-content-type-options': 'nosniff',
  });
  expect(document.title).toBe('A title');
  expect([...document.querySelectorAll('main > section')].map((each) => each.id)).toEqual(sectionIds);
  expect([...document.querySelectorAll('nav a')].map((each) => each.getAttribute('href'))).toEqual(
    sectionIds.map((each) => `#${each}`),
  );
  for (const link of document.querySelectorAll('a'))
    expect([link.getAttribute('href'), document.getElementById(link.getAttribute('href')?.slice(1) ?? '')]).toEqual([
      expect.stringMatching(/^#/),
      expect.anything(),
    ]);
  const session = await daemon.ok('getSession', daemon.session(id));
  const summary = textOf(page, 'summary');
  for (const part of [id, session.created_at, 'Files changed', 'Read failed']) expect(summary).toContain(part);
  expect(factOf(page, 'Failed calls')).toBe('1');
  expect(factOf(page, 'Files changed')).toBe('1');
  expect(factOf(page, 'Secrets replaced')).toBe('0');
  expect(factOf(page, 'Cost')).toBe('unknown');
  expect(factOf(page, 'Largest context')).toMatch(/^\d+ tokens$/);
  const tools = [...document.querySelectorAll('#tools tbody tr')].map((row) =>
    [...row.children].slice(0, 3).map((cell) => cell.textContent),
  );
  expect(tools).toEqual([
    ['Agent', '1', '0'],
    ['Bash', '1', '0'],
    ['Edit', '1', '0'],
    ['Read', '3', '1'],
    ['Write', '1', '0'],
  ]);
  expect(document.querySelectorAll('#agents tbody tr')).toHaveLength(2);
  expect(document.querySelectorAll('#timeline svg').length).toBeGreaterThan(10);
  const conversation = textOf(page, 'conversation');
  for (const part of ['write notes.txt: first line', 'about it', '42', 'from below', '-first line', '+second line'])
    expect(conversation).toContain(part);
  expect(events.map(([seq]) => seq)).toEqual(Array.from({ length: session.last_seq }, (_, n) => n + 1));
  expect(events.find(([, , type]) => type === 'turn.started')?.[5]).toMatchObject({ turnId: 1 });
  await fileGone();
});

test('a long history: all turns in their order', async () => {
  const id = await newSession();
  for (let n = 1; n <= 53; n += 1) await daemon.run(id, `say number-${n}.`);
  const { document } = await exported(id);
  const turns = [...document.querySelectorAll('#conversation article')];
  expect(turns.map((each) => each.id)).toEqual(turns.map((_, index) => `main/t${index + 1}`));
  expect(turns.map((each) => /number-(\d+)\./.exec(each.textContent ?? '')?.[1])).toEqual(
    turns.map((_, index) => String(index + 1)),
  );
  expect(turns).toHaveLength(53);
});

describe('nothing in it runs or loads', () => {
  const hostile = [
    '</script><script>window.x = 1</script>',
    '<img src=x onerror="window.x = 1">',
    `"'><svg/onload=alert(1)>`,
    '<!--<script>',
    ']]><a href="javascript:alert(1)">',
    '&lt;b&gt; &amp;',
    '<link rel=stylesheet href=https://example.org/x.css>',
  ];

  test('texts of every origin stay texts', async () => {
    const id = await newSession(`Title ${hostile[0]}`);
    writeFileSync(join(cwd, 'hostile.txt'), hostile.join('\n'));
    await daemon.run(
      id,
      [...hostile.map((text) => `say ${text}`), 'read hostile.txt', `run echo '${hostile[1]}'`].join('\n'),
    );
    const page = await exported(id);
    const { document } = page;
    const conversation = textOf(page, 'conversation');
    for (const text of hostile) expect(conversation).toContain(text);
    expect(document.title).toBe(`Title ${hostile[0]}`);
    expect([...document.querySelectorAll('script')].map((each) => each.getAttribute('type'))).toEqual([
      'application/json',
      null,
    ]);
    for (const selector of ['svg[onload]', '[onerror]', 'link', 'iframe', 'object', 'base', 'form', '[style]', 'img'])
      expect([selector, document.querySelectorAll(selector).length]).toEqual([selector, 0]);
    expect(page.text).not.toMatch(/(?:src|href|action)="(?!#|data:)/);
    expect(JSON.stringify(page.events)).toContain('window.x');
  });

  test('signs that turn what follows around are named', async () => {
    const id = await newSession('Fix \u202egnp.exe\u2066');
    await daemon.run(id, 'say \u202eback');
    const { document, text } = await exported(id);
    expect(document.title).toBe('Fix ⟦U+202E⟧gnp.exe⟦U+2066⟧');
    expect(document.querySelector('h1')?.textContent).toBe('Fix ⟦U+202E⟧gnp.exe⟦U+2066⟧');
    expect(document.querySelector('#conversation')?.textContent).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
    expect(text).toContain('⟦U+202E⟧back');
    for (const head of document.querySelectorAll('th')) expect(head.textContent).not.toBe('');
  });

  test('its policy allows its own style and script alone', async () => {
    const { document } = await exported(await newSession());
    const policy = document.querySelector('meta[http-equiv="Content-Security-Policy"]')?.getAttribute('content') ?? '';
    const hashOf = (selector: string): string =>
      createHash('sha256')
        .update(document.querySelector(selector)?.textContent ?? '')
        .digest('base64');
    expect(policy).toBe(
      `default-src 'none'; style-src 'sha256-${hashOf('style')}'; script-src 'sha256-${hashOf('script:not([type])')}'; img-src data:; media-src data:; base-uri 'none'; form-action 'none'`,
    );
  });
});

describe('what stays out', () => {
  test('secrets, as they are and as they are written', async () => {
    const id = await newSession(`About ${password}`);
    await daemon.run(id, `say ${password} and sk-abcdefghijkl0123\nrun printf %s "sk-abcdefghijkl0123"`);
    const page = await exported(id);
    expect(page.text).not.toContain('ss-canary');
    expect(page.text).not.toContain('sk-abcdefghijkl0123');
    expect(page.document.title).toBe('About ***');
    expect(Number(factOf(page, 'Secrets replaced'))).toBeGreaterThan(4);
    expect(page.text).not.toContain(daemon.token ?? '');
  });

  test('names of directories and of the user, unless they are wanted', async () => {
    const id = await newSession();
    const text = `say ${cwd}/a.txt ${cwd}-other ${userHome}/b lovelace Lovelace2`;
    await daemon.run(id, text);
    const page = await exported(id);
    expect(page.text).not.toMatch(/\blovelace\b/);
    expect(textOf(page, 'conversation')).toContain('say ./a.txt ~/project-other ~/b *** Lovelace2');
    expect(factOf(page, 'Directory')).toBe('.');
    expect(factOf(page, 'Left out')).toBe('paths');
    const whole = await exported(id, { paths: true });
    expect(textOf(whole, 'conversation')).toContain(text);
    expect(factOf(whole, 'Directory')).toBe(cwd);
    expect(factOf(whole, 'Left out')).toBe('nothing');
  });

  test.each<[string, string[], string[]]>([
    ['tool_output', ['output-mark', 'file-mark'], ['thought-mark', 'written-mark']],
    ['thinking', ['thought-mark'], ['output-mark', 'file-mark', 'written-mark']],
    ['file_contents', ['file-mark', 'written-mark', 'changed-mark'], ['output-mark', 'thought-mark']],
  ])('%s, when it is not wanted', async (name, missing, kept) => {
    const id = await newSession();
    writeFileSync(join(cwd, 'text.txt'), `file-${'mark'}`);
    // commands and prompts are always shown, so they must not contain the marks
    await daemon.run(id, "read text.txt\nrun printf '%s-%s' output mark");
    const call = (tool: string, input: object) => `call ${tool} ${JSON.stringify(input)}`;
    await daemon.run(
      id,
      [
        call('Write', { path: 'other.txt', content: 'written-mark' }),
        call('Read', { path: 'other.txt' }),
        call('Edit', { path: 'other.txt', old_string: 'written-mark', new_string: 'changed-mark' }),
      ].join('\n'),
    );
    await daemon.run(id, 'think thought-mark');
    const own = (page: Page): string =>
      [...page.document.querySelectorAll('#conversation details, #conversation .note')]
        .map((each) => each.textContent)
        .join('\n') + JSON.stringify(page.events);
    const all = own(await exported(id));
    for (const mark of [...missing, ...kept]) expect([mark, all.includes(mark)]).toEqual([mark, true]);
    const page = await exported(id, { [name]: false });
    for (const mark of missing) expect([mark, own(page).includes(mark)]).toEqual([mark, false]);
    const shown = own(page);
    for (const mark of kept) expect([mark, shown.includes(mark)]).toEqual([mark, true]);
    expect(page.events.every(([, , , , , payload]) => payload === null)).toBe(true);
    expect(factOf(page, 'Left out')).toBe(`${name.replace('_', ' ')}, paths`);
  });
});

test('media up to 1 MiB are part of it, others are named', async () => {
  const id = await newSession();
  const picture = await plain(20, 10);
  const image = (data: Buffer) => ({
    type: 'image',
    source: { kind: 'base64', media_type: 'image/png', data: data.toString('base64') },
  });
  await daemon.ok('submitPrompt', {
    ...daemon.session(id),
    body: { content: [{ type: 'text', text: 'say seen' }, image(picture)] },
  });
  await daemon.waitForEnd(id);
  const { document } = await exported(id);
  const shown = document.querySelector('#conversation article img')?.getAttribute('src') ?? '';
  expect(shown).toMatch(/^data:image\/png;base64,/);
  expect(
    Buffer.from(shown.split(',')[1] ?? '', 'base64')
      .subarray(1, 4)
      .toString(),
  ).toBe('PNG');
  const without = await exported(id, { file_contents: false });
  expect(without.document.querySelector('img')).toBeNull();
  expect(textOf(without, 'conversation')).toContain('Attachment: without a name (image/');
});

test('over 50 MiB it is refused; a long event is listed without its content', async () => {
  const id = await newSession();
  await daemon.run(id, 'say hi');
  const { last_seq: last } = await daemon.ok('getSession', daemon.session(id));
  const fill = (count: number, length: number): void =>
    withDatabase(daemon, (db) => {
      const add = db.prepare(
        `INSERT INTO events (session_key, seq, type, agent_id, visibility, time, payload)
         SELECT key, last_seq + 1, 'warning', 'main', 1, 0, ? FROM sessions WHERE id = ?`,
      );
      const step = db.prepare('UPDATE sessions SET last_seq = last_seq + 1 WHERE id = ?');
      const payload = JSON.stringify({ message: 'x'.repeat(length) });
      db.transaction(() => {
        for (let n = 0; n < count; n += 1) {
          add.run(payload, id);
          step.run(id);
        }
      })();
    });
  fill(1, 100_000);
  const { events, text } = await exported(id);
  expect(events[last]).toEqual([last + 1, '1970-01-01T00:00:00.000Z', 'warning', 'main', expect.any(Number), null]);
  expect(events[last]?.[4]).toBeGreaterThan(100_000);
  expect(text.length).toBeLessThan(100_000);
  fill(900, 60_000);
  const refused = await daemon.fails('exportSession', 'FILE_TOO_LARGE', {
    ...daemon.session(id),
    body: { format: 'html' },
  });
  expect(refused.msg).toContain('50 MiB');
  await fileGone();
});

test('what is asked for is checked', async () => {
  const id = await newSession();
  for (const [body, path] of [
    [{ format: 'pdf' }, 'format'],
    [{ include: { paths: true } }, 'include'],
    [{ format: 'html', include: { secrets: true } }, 'include'],
    [{ format: 'html', include: { thinking: 'no' } }, 'include.thinking'],
  ] as const) {
    const answer = await daemon.fails('exportSession', 'VALIDATION_FAILED', { ...daemon.session(id), body });
    expect(answer.details).toEqual([expect.objectContaining({ path: expect.stringContaining(path) })]);
  }
  await daemon.fails('exportSession', 'SESSION_NOT_FOUND', {
    params: { session_id: 'session_none' },
    body: { format: 'html' },
  });
});

function factOf({ document }: Page, name: string): string | undefined {
  const found = [...document.querySelectorAll('#summary dt')].find((each) => each.textContent === name);
  return found?.nextElementSibling?.textContent ?? undefined;
}
