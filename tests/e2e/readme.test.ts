/** Checks the README: its walk-through runs as printed; its commands, example files and links exist. */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { readDocument } from '../../daemon/mcp/files/entries.js';
import { parseRule } from '../../daemon/agent/permission/rules.js';
import { readConfig } from '../../daemon/config/read.js';
import { until } from '../helpers/daemon.js';
import { follow, makePlace, root, startWeb, type Outcome, type Place } from './program.js';

const readme = readFileSync(join(root, 'README.md'), 'utf8');

/** Returns the code blocks of a language. */
function blocks(language: string): string[] {
  return [...readme.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)]
    .filter((match) => match[1] === language)
    .map((match) => match[2] ?? '');
}

describe('the walk-through', () => {
  let place: Place;
  let outcome: Outcome;
  let outputs: string[];
  const steps = blocks('sh').filter((block) => block.startsWith('# walk-through\n'));

  beforeAll(async () => {
    place = makePlace();
    writeFileSync(join(place.cwd, 'README.md'), '# A project\n');
    const web = await startWeb(place);
    const script = steps.map((step) => `${step}\necho '=== end of step'\n`).join('');
    const bash = spawn('bash', ['-c', script], {
      cwd: place.cwd,
      env: { ...place.env, BASE: web.baseUrl },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    outcome = await follow(place, bash).ended;
    outputs = outcome.out.split('=== end of step\n');
  }, 60_000);
  afterAll(() => place.leave());

  test('runs to its end without a complaint', () => {
    expect(steps).toHaveLength(9);
    expect(outcome).toMatchObject({ code: 0, err: '' });
    expect(outputs).toHaveLength(steps.length + 1);
    expect(outputs[0]).toBe('');
  });

  /** Parses the JSON values of an output, plain ones and those of events. */
  const values = (output: string | undefined): Record<string, unknown>[] =>
    (output ?? '').split('\n').flatMap((line) => {
      const json = line.replace(/^data: /, '');
      return json.startsWith('{') ? [JSON.parse(json) as Record<string, unknown>] : [];
    });

  test('the server answers', () => {
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
    expect(values(outputs[1])).toEqual([
      expect.objectContaining({ code: 0, msg: 'success', data: expect.objectContaining({ server_version: version }) }),
    ]);
    expect(outputs[2]).toMatch(/^session_[0-9a-z]{26}\n$/);
  });

  test('the prompt is taken, and its events are those that are shown', () => {
    const [taken, ...events] = values(outputs[3]);
    expect(taken).toMatchObject({ code: 0, data: { status: 'running' } });
    expect(events.map(({ type }) => type)).toEqual(['turn.started', 'tool.call.started', 'tool.result', 'turn.ended']);
    expect(events[1]).toMatchObject({ payload: { name: 'Read', args: { path: 'README.md' } } });
    expect(events[3]).toMatchObject({ payload: { reason: 'completed' } });
    expect(outputs[3]).toMatch(/^retry: 1000$/m);
    const shown = blocks('').find((block) => block.includes('retry: 1000')) ?? '';
    // the README prints the same numbers
    expect([...shown.matchAll(/^id: \d+$/gm)].map(String)).toEqual(
      [...(outputs[3] ?? '').matchAll(/^id: \d+$/gm)].map(String),
    );
  });

  test('the command waits for its approval, runs, and the answer holds its output', () => {
    expect(values(outputs[4])).toMatchObject([
      { code: 0, data: { prompt_id: expect.any(String) } },
      { code: 0, data: { items: [{ action: 'Run: echo hi', scope_rule: 'Bash(echo hi)' }] } },
      { code: 0, msg: 'success', data: { resolved: true, resolved_at: expect.any(String) } },
      {
        code: 0,
        data: {
          items: [{ role: 'assistant', content: [{ type: 'text', text: 'Bash: ok\n\n    hi' }] }],
          has_more: true,
        },
      },
    ]);
  });

  test('files are read and found, the turn is shown, what was said is found, and the session is taken along', () => {
    expect(values(outputs[5])).toMatchObject([
      { code: 0, data: { path: 'README.md', content: '# A project\n' } },
      { code: 0, data: { items: [{ path: 'README.md', score: 1, match_positions: [0, 1, 2, 3] }] } },
      { code: 0, data: { files: [{ path: 'README.md', matches: [{ line: 1, col: 5, text: '# A project' }] }] } },
      { code: 0, data: { items: [{ kind: 'turn', turnId: 't2', state: 'completed', prompt: 'run echo hi' }] } },
      { code: 0, data: { index_state: { total_sessions: 1 } } },
    ]);
    expect(outputs[5]).toMatch(/^session\.zip$/m);
    expect(readFileSync(join(place.cwd, 'session.zip')).subarray(0, 2).toString()).toBe('PK');
  });

  test('a session is followed from the last turn on', () => {
    const [taken, ...events] = values(outputs[6]);
    expect(taken).toMatchObject({ code: 0, data: { status: 'running' } });
    expect(events.map(({ type }) => type)).toEqual([
      'turn.started',
      'message.appended',
      'message.appended',
      'turn.ended',
    ]);
    expect(outputs[6]?.match(/^id: \d+$/gm)).toHaveLength(4);
  });

  test('the undo shows what it would do, does it, and is taken back', () => {
    const note = { path: join(place.cwd, 'note.txt') };
    const change = (applied: boolean, action: string) => ({
      code: 0,
      data: { files: { applied, changes: [{ ...note, action }] } },
    });
    expect(values(outputs[7])).toMatchObject([
      { code: 0, data: { prompt_id: expect.any(String) } },
      change(false, 'remove'),
      change(true, 'remove'),
      change(true, 'recreate'),
    ]);
    expect(readFileSync(note.path, 'utf8')).toBe('hello');
  });

  test('an MCP server is configured, tried, called, and taken away', () => {
    const [configured, tried, accepted, messages, servers, rest] = values(outputs[8]);
    const notes = { name: 'notes', source: 'global', mutable: true };
    expect(configured).toMatchObject({ code: 0, data: [notes] });
    expect(tried).toMatchObject({ code: 0, data: { success: true, output: expect.stringContaining('count') } });
    expect(accepted).toMatchObject({ code: 0 });
    expect(messages).toMatchObject({
      data: { items: [{ content: [{ text: expect.stringContaining('3 words') }] }] },
    });
    expect(servers).toMatchObject({ data: { servers: [{ id: 'notes', status: 'connected', tool_count: 1 }] } });
    expect(rest).toMatchObject({ code: 0, data: [] });
  });
});

describe('the client of your own', () => {
  let place: Place;
  beforeAll(() => {
    place = makePlace();
  });
  afterAll(() => place.leave());

  const [script = ''] = blocks('ts');
  const spread = (word: string): string =>
    Array.from({ length: 40 }, (_, at) =>
      [5, 20, 35].includes(at + 1) ? `the ${word} ${at + 1}\n` : `line ${at + 1}\n`,
    ).join('');

  test('lists what waits, shows the edit, and approves two of three changes', async () => {
    expect(blocks('ts')).toHaveLength(1);
    expect(script.trimEnd().split('\n').length).toBeLessThanOrEqual(30);
    writeFileSync(join(place.cwd, 'notes.txt'), spread('colour'));
    const web = await startWeb(place);
    const [editing, asking] = [await web.session({ title: 'Spelling' }), await web.session({ title: 'Choice' })];
    const edit = { path: 'notes.txt', old_string: 'colour', new_string: 'color', replace_all: true };
    await web.prompt(editing, `read notes.txt\ncall Edit ${JSON.stringify(edit)}`);
    await web.event(editing, 'event.approval.requested');
    await web.prompt(asking, 'ask Which one? A | B');
    await web.event(asking, 'event.question.requested');
    // with its own dependencies, as in a checkout
    writeFileSync(join(place.folder, 'approve.mts'), script);
    for (const name of ['client', 'schemas', 'node_modules']) symlinkSync(join(root, name), join(place.folder, name));
    const node = spawn(process.execPath, [join(root, 'node_modules/tsx/dist/cli.mjs'), 'approve.mts'], {
      cwd: place.folder,
      env: { ...place.env, BASE: web.baseUrl, TOKEN: web.token },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const { code, out, err } = await follow(place, node).ended;
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out.split('\n').filter((line) => /^(?:\w+:|h\d|[-+]|done)/.test(line))).toEqual([
      `Spelling: Edit ${join(place.cwd, 'notes.txt')}`,
      ...[5, 20, 35].flatMap((line, at) => [
        `h${at + 1}, line ${line - 3}`,
        `-the colour ${line}`,
        `+the color ${line}`,
      ]),
      'done',
      'Choice: Which one?',
    ]);
    await web.event(editing, 'prompt.completed');
    const wanted = spread('color').replace('the color 35', 'the colour 35');
    expect(readFileSync(join(place.cwd, 'notes.txt'), 'utf8')).toBe(wanted);
  });
});

test('the script for the socket shows each event once, also after a restart of the server', async () => {
  const place = makePlace();
  const [script = ''] = blocks('js');
  const first = await startWeb(place);
  const { port } = new URL(first.baseUrl);
  const id = await first.session();
  const given = `const [token, sid] = ${JSON.stringify([first.token, id])};`;
  // with the change for Node 20 that the README describes
  const whole = ["import { WebSocket } from 'ws';", given, script.replaceAll('58627', port), 'follow();'];
  expect(readme).toContain(whole[0]);
  writeFileSync(join(place.folder, 'follow.mjs'), whole.join('\n'));
  symlinkSync(join(root, 'node_modules'), join(place.folder, 'node_modules'));
  const node = follow(
    place,
    spawn(process.execPath, ['follow.mjs'], { cwd: place.folder, env: place.env, stdio: ['ignore', 'pipe', 'pipe'] }),
  );
  const ends = (): number => node.out().match(/^turn\.ended /gm)?.length ?? 0;
  await until('the subscription', () => node.out().includes('ack ') || undefined);
  await first.prompt(id, 'say one');
  await until('the first turn', () => ends() === 1 || undefined);
  await first.stop();
  const second = await startWeb(place, ['--port', port]);
  await second.prompt(id, 'say two');
  await until('the second turn', () => ends() === 2 || undefined);
  expect(node.out().match(/^prompt\.submitted /gm)).toHaveLength(2);
  expect(node.err()).toBe('');
  await place.leave();
});

describe('configuration', () => {
  test('the MCP servers of the example are accepted', () => {
    const document = blocks('json').find((block) => block.startsWith('{\n'));
    const read = readDocument(document ?? '');
    expect('error' in read ? read : [...read.entries.values()]).toMatchObject([
      { transport: 'stdio' },
      { transport: 'http' },
      { transport: 'sse' },
    ]);
  });

  const check = (text: string): string | undefined => {
    const rule = parseRule(text);
    return 'error' in rule ? rule.error : undefined;
  };

  test.each(blocks('toml').map((block, index) => [index + 1, block] as const))(
    'example %i is taken without a warning',
    (_, block) => {
      const { raw, warnings } = readConfig(block, { checkRule: check });
      expect(warnings).toEqual([]);
      expect(Object.keys(raw).length).toBeGreaterThan(0);
    },
  );

  test('there are five examples', () => {
    expect(blocks('toml')).toHaveLength(5);
  });
});

test('the two commands exist, and what they start does', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  for (const name of ['start', 'test']) {
    expect(blocks('sh')).toContain(`npm ${name}\n`);
    const [, file = ''] = /\bnode (\S+)/.exec(scripts[name] ?? '') ?? [];
    expect(existsSync(join(root, file))).toBe(true);
  }
});

test('relative links and anchors lead somewhere', () => {
  const links = [...readme.matchAll(/\]\(([^)\s]+)\)/g)]
    .map((match) => match[1] ?? '')
    .filter((link) => !/^[a-z]+:/.test(link));
  expect(links.length).toBeGreaterThan(2);
  const headings = [...readme.matchAll(/^#+ (.+)$/gm)].map((match) =>
    (match[1] ?? '')
      .toLowerCase()
      .replace(/[^\w\- ]/g, '')
      .replaceAll(' ', '-'),
  );
  const dead = links.filter((link) =>
    link.startsWith('#')
      ? !headings.includes(link.slice(1))
      : !existsSync(join(dirname(join(root, 'README.md')), link)),
  );
  expect(dead).toEqual([]);
});
