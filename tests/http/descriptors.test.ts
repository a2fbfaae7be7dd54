/** A server without free file descriptors refuses each request with the reason, survives, and recovers later. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { startProcess, type DaemonProcess } from '../helpers/daemonprocess.js';
import { filePart, formBody, formType } from '../helpers/forms.js';
import { eventually, type Envelope } from '../helpers/turns.js';

jest.setTimeout(60_000);

let home: string;
let cwd: string;
let daemon: DaemonProcess;
/** connected before the descriptors run out */
let agent: Agent;

beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'agent-descriptors-'));
  cwd = realpathSync(mkdtempSync(join(tmpdir(), 'agent-cwd-')));
  mkdirSync(join(cwd, 'sub'));
  writeFileSync(join(cwd, 'a.txt'), 'hat\n');
  execFileSync('git', ['init', '-q'], { cwd });
  daemon = await startProcess({ home, cwd, descriptors: 256, steered: true });
  agent = new Agent({ keepAlive: true, maxSockets: 1 });
});

afterEach(async () => {
  agent.destroy();
  await daemon.kill();
  for (const path of [home, cwd]) rmSync(path, { recursive: true, force: true });
});

type Answer = Envelope<Record<string, unknown>>;

async function call(method: string, path: string, body?: unknown, type = 'application/json'): Promise<Answer> {
  const bytes = body === undefined || Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body));
  const text = await new Promise<string>((resolve, reject) => {
    const headers = { authorization: `Bearer ${daemon.token}`, ...(bytes ? { 'content-type': type } : {}) };
    const asked = request(`${daemon.baseUrl}/api/v1${path}`, { method, agent, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => resolve(Buffer.concat(chunks).toString()));
    });
    asked.on('error', reject).end(bytes);
  });
  // files are sent without an envelope
  return text.startsWith('{') ? (JSON.parse(text) as Answer) : { code: 0, msg: text, data: {} };
}

test('requests answer 50003 with the reason and tools fail with it, also at their first use, and all work afterwards', async () => {
  const made = await call('POST', '/sessions', { metadata: { cwd }, agent_config: { permission_mode: 'yolo' } });
  const session = `/sessions/${String(made.data['id'])}`;
  const requests: Record<string, () => Promise<Answer>> = {
    read: () => call('POST', `${session}/fs:read`, { path: 'a.txt' }),
    list: () => call('POST', `${session}/fs:list`, { path: '.' }),
    stat: () => call('POST', `${session}/fs:stat`, { path: 'a.txt' }),
    grep: () => call('POST', `${session}/fs:grep`, { pattern: 'hat' }),
    search: () => call('POST', `${session}/fs:search`, { query: 'a' }),
    gitStatus: () => call('POST', `${session}/fs:git_status`, {}),
    diff: () => call('POST', `${session}/fs:diff`, { path: 'a.txt' }),
    download: () => call('GET', `${session}/fs/a.txt:download`),
    content: () => call('GET', `/fs:content?path=${encodeURIComponent(join(cwd, 'a.txt'))}`),
    upload: () => call('POST', '/files', formBody([filePart('abc')]), formType),
    export: () => call('POST', `${session}/export`, {}),
    terminal: () => call('POST', `${session}/terminals`, {}),
  };
  const prompts = ['run echo hi', 'read a.txt', 'search hat', 'list files', 'write b.txt: x'];

  async function tryRequests(): Promise<Record<string, [number, string]>> {
    const answers: Record<string, [number, string]> = {};
    for (const [name, ask] of Object.entries(requests)) {
      const { code, msg } = await ask();
      answers[name] = [code, code === 0 ? '' : msg];
    }
    return answers;
  }

  /** Runs each prompt, and returns the result of the tool that it makes the model use. */
  async function tryTools(): Promise<{ error: boolean; output: string }[]> {
    const results = [];
    for (const text of prompts) {
      expect((await call('POST', `${session}/prompts`, { content: [{ type: 'text', text }] })).code).toBe(0);
      await eventually(async () => (await call('GET', session)).data['busy'] === false, `the end of ${text}`);
      const { items } = (await call('GET', `${session}/messages?page_size=3`)).data as {
        items: { content: { type: string; is_error?: boolean; output?: unknown }[] }[];
      };
      const [result] = items.flatMap(({ content }) => content).filter(({ type }) => type === 'tool_result');
      results.push({ error: result?.is_error === true, output: JSON.stringify(result?.output) });
    }
    return results;
  }

  const names = Object.keys(requests);
  const done = [0, ''];
  const refused = [50003, expect.stringMatching(/no file descriptors are left/)];
  const failed = { error: true, output: expect.stringMatching(/no file descriptors are left|too many open files/) };
  const fine = { error: false, output: expect.any(String) };
  for (let round = 1; round <= 2; round += 1) {
    await daemon.takeDescriptors();
    expect({ round, ...(await tryRequests()) }).toEqual({
      round,
      ...Object.fromEntries(names.map((name) => [name, refused])),
      // by then the search runs in a process with its own descriptors
      ...(round === 2 ? { search: done } : {}),
    });
    expect(await tryTools()).toEqual(prompts.map(() => failed));
    expect((await call('GET', '/healthz')).code).toBe(0);
    await daemon.giveDescriptors();
    expect({ round, ...(await tryRequests()) }).toEqual({
      round,
      ...Object.fromEntries(names.map((name) => [name, done])),
    });
    expect(await tryTools()).toEqual(prompts.map(() => fine));
  }
});
