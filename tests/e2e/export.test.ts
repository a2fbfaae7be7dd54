/** `agent export` with and without servers: content of the archive, failed writes that change nothing (acp-cli.md 2.1). */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createHash } from 'node:crypto';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { interruptedAtQuestion } from '../client/harness.js';
import { unzip } from '../helpers/unzip.js';
import { agent, makePlace, resumed, startWeb, type Place } from './program.js';

const canary = 'canary-Zx81-secret-value';

let place: Place;
let id: string;
beforeAll(async () => {
  place = makePlace(
    `[providers.mine]\ntype = "openai"\napi_key = "${canary}"\nbase_url = "http://127.0.0.1:9"\n[models.mine]\nprovider = "mine"\nmodel = "m"\nmax_context_size = 1000\n`,
  );
  writeFileSync(
    join(place.home, 'mcp.json'),
    JSON.stringify({ mcpServers: { x: { command: 'true', env: { KEY: `${canary}-mcp` } } } }),
  );
  const run = await agent(place, ['-m', 'offline/echo', '-p', `run echo ${canary} ${canary}-mcp`]);
  expect(run).toMatchObject({ code: 0 });
  id = resumed(run);
  appendFileSync(join(place.home, 'logs/agent-code.log'), `{"msg":"${canary}"}\n`);
});
afterAll(() => place.leave());

const zips = (directory: string): string[] => readdirSync(directory).filter((name) => /zip|part/.test(name));

test('a session by a start of its id, without a question, from another directory; entries are as the manifest says', async () => {
  const cwd = join(place.folder, 'elsewhere');
  mkdirSync(cwd);
  const { code, out, err } = await agent(place, ['export', id.slice(8, 24)], { cwd });
  expect([code, out]).toEqual([0, expect.stringMatching(new RegExp(`^${cwd}/${id}-\\d{8}-\\d{6}\\.zip\\n$`))]);
  expect(err).toMatch(/^\d+ files, \d+ kB; holds the whole conversation and command output\n$/);
  const path = out.trim();
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(zips(cwd)).toHaveLength(1);
  const entries = await unzip(readFileSync(path));
  const manifest = JSON.parse(String(entries.get('manifest.json')));
  expect(manifest).toMatchObject({ sessionId: id, workspaceDir: place.cwd });
  for (const { path: name, size, sha256 } of manifest.files) {
    const bytes = entries.get(name) ?? Buffer.alloc(0);
    expect([name, bytes.length, createHash('sha256').update(bytes).digest('hex')]).toEqual([name, size, sha256]);
  }
  expect(String(entries.get('events.jsonl'))).toContain('"type":"turn.ended"');
  expect([...entries.keys()]).toContain('logs/global/agent-code.log');
  const all = Buffer.concat([...entries.values()]).toString('latin1');
  expect(all).toContain('echo');
  expect(all).not.toContain(canary);
});

test('a home that cannot be written to: the log of the database needs a file beside it, so a copy is read', async () => {
  const taken = join(place.home, 'agent.db-shm');
  rmSync(taken, { force: true });
  mkdirSync(taken);
  const target = join(place.folder, 'from-read-only.zip');
  const { code, out } = await agent(place, ['export', id, '-o', target]);
  rmSync(taken, { recursive: true });
  expect([code, out]).toEqual([0, `${target}\n`]);
  expect(String((await unzip(readFileSync(target))).get('events.jsonl'))).toContain('"type":"turn.ended"');
});

test('the newest session of the directory needs a terminal or --yes; -o names a file or a directory', async () => {
  const asked = await agent(place, ['export']);
  expect([asked.code, asked.out, asked.err]).toEqual([1, '', expect.stringContaining('--yes')]);
  const into = `${place.folder}/into/`;
  mkdirSync(into);
  const named = await agent(place, ['export', '-y', '-o', into, '--no-include-global-log']);
  expect(named).toMatchObject({ code: 0, out: expect.stringContaining(`${into}${id}-`) });
  const entries = await unzip(readFileSync(named.out.trim()));
  expect([...entries.keys()]).not.toContain('logs/global/agent-code.log');
  const file = await agent(place, ['export', '-y', '-o', '../own.zip']);
  expect(file.out).toBe(`${place.folder}/own.zip\n`);
});

test('Ctrl-C at the question ends with 130 and writes nothing', async () => {
  const before = readdirSync(place.cwd);
  const left = await interruptedAtQuestion(['export'], { home: place.home, cwd: place.cwd });
  expect(left).toMatchObject({
    code: 130,
    out: '',
    err: expect.stringMatching(/^Export "[^]*\? \[Y\/n\] \ncancelled\n$/),
  });
  expect(readdirSync(place.cwd)).toEqual(before);
});

test('a session that works is exported up to the last event', async () => {
  const web = await startWeb(place);
  const live = await web.session({ agent_config: { model: 'offline/echo' } });
  await web.prompt(live, 'run sleep 30', { permission_mode: 'yolo' });
  await web.event(live, 'tool.call.started');
  const { code, out } = await agent(place, ['export', live]);
  expect(code).toBe(0);
  const entries = await unzip(readFileSync(out.trim()));
  const lines = String(entries.get('events.jsonl')).trim().split('\n');
  expect(lines.map((line) => JSON.parse(line).seq)).toEqual(lines.map((_, index) => index + 1));
  expect(String(entries.get('events.jsonl'))).toContain('tool.call.started');
  expect(await web.stop()).toBe(0);
});

test('one file to read, in three formats, says what it holds and leaves out what is not wished for', async () => {
  const cwd = join(place.folder, 'readable');
  mkdirSync(cwd);
  const words = `think a pondered thought\nwrite <b>.txt: beta\nedit <b>.txt: beta => gamma\ntodo dry the dishes\nrun echo ${canary} sk-ant-api03-${'k'.repeat(40)}`;
  const ran = await agent(place, ['-m', 'offline/echo', '-p', words], { cwd });
  expect(ran).toMatchObject({ code: 0 });
  const read = async (format: string, ...more: string[]): Promise<string> => {
    const { code, out, err } = await agent(
      place,
      ['export', '-y', '--format', format, '-o', `${cwd}/out.${format}`, ...more],
      {
        cwd,
      },
    );
    expect([code, out]).toEqual([0, `${cwd}/out.${format}\n`]);
    expect(err).toMatch(/^\d+ kB; holds the conversation(, tools with their output, thinking)?\n$/);
    expect(statSync(out.trim()).mode & 0o777).toBe(0o600);
    const text = readFileSync(out.trim(), 'utf8');
    expect(text).not.toMatch(/canary-|sk-ant-api03-k/);
    rmSync(out.trim());
    return text;
  };
  const html = await read('html');
  expect(html).toContain(`content="default-src 'none'; style-src 'unsafe-inline'; img-src data:"`);
  expect(html).not.toMatch(/<script|<b>\.txt|(?:src|href)="(?!data:)/);
  const markdown = await read('markdown');
  const json = JSON.parse(await read('json'));
  for (const text of [html, markdown, JSON.stringify(json)]) {
    for (const part of ['a pondered thought', 'dry the dishes', 'Write', 'gamma', 'calls of tools with their output'])
      expect(text).toContain(part);
  }
  expect(markdown).toMatch(/<summary><b>Bash<\/b> echo .*<\/summary>\n\n```sh\necho /);
  expect(markdown).toContain('```diff\n');
  expect(json).toMatchObject({
    version: 1,
    about: { contains: expect.stringContaining('thinking'), left_out: 'nothing' },
    todos: [{ title: 'dry the dishes' }],
    agents: [{ agentId: 'main', items: [{ kind: 'turn', state: 'completed' }] }],
  });
  for (const format of ['html', 'markdown', 'json']) {
    const short = await read(format, '--no-tools', '--no-thinking');
    expect(short).toMatch(/tools, thinking/);
    expect(short).not.toMatch(/>Thinking<|"kind":"(tool|thinking)"|<details/);
  }
});

test('what cannot be written changes nothing', async () => {
  const taken = join(place.folder, 'taken.zip');
  writeFileSync(taken, 'mine');
  const refused = await agent(place, ['export', id, '-o', taken]);
  expect([refused.code, refused.out, refused.err]).toEqual([1, '', expect.stringContaining('exists already')]);
  expect(readFileSync(taken, 'utf8')).toBe('mine');
  const absent = await agent(place, ['export', id, '-o', join(place.folder, 'absent/x.zip')]);
  expect([absent.code, absent.err]).toEqual([1, expect.stringContaining('no such directory')]);
  expect(existsSync(join(place.folder, 'absent'))).toBe(false);
});

test.each([
  [['export', 'session_00000000'], 1, 'no session "session_00000000"'],
  [['export', 'session_0'], 1, 'at least 8 characters'],
  [['export', 'a', 'b'], 2, 'export takes one session'],
  [['export', '-o', '-'], 2, '--output needs the path'],
  [['export', '-o', ' '], 2, '--output needs the path'],
  [['export', '--format', 'pdf'], 2, '--format must be one of zip, html, markdown, json'],
  [['export', '--no-tools'], 2, '--no-tools needs --format html, markdown or json'],
  [['export', '--format', 'json', '--no-include-global-log'], 2, 'needs --format zip'],
])('%j ends with %d', async (argv, wanted, message) => {
  const { code, out, err } = await agent(place, argv);
  expect([code, out, err]).toEqual([wanted, '', expect.stringContaining(message)]);
});

test('without sessions there is nothing to export, and nothing is made', async () => {
  const cwd = join(place.folder, 'bare');
  mkdirSync(cwd);
  const none = await agent(place, ['export'], { cwd });
  expect([none.code, none.err]).toEqual([1, expect.stringMatching(/^error: no session in this directory\n.*agent -S/)]);
  const home = join(place.folder, 'nohome');
  const { code, err } = await agent(place, ['export', id], { env: { AGENT_CODE_HOME: home } });
  expect([code, err]).toEqual([1, `error: no sessions in ${home}\n`]);
  expect(existsSync(home)).toBe(false);
});
