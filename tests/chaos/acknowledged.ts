/**
 * Kills the server right after it acknowledged a prompt. The prompt must then be in the messages, the transcript and the
 * next model request exactly once.
 */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { startProcess, type DaemonProcess } from '../helpers/daemonprocess.js';
import { startModel, type ScriptedModel } from '../helpers/model.js';
import { eventually, modelConfig, request } from '../helpers/turns.js';
import { createRandom } from './random.js';

export interface AcknowledgedOptions {
  kills: number;
  seed: number;
  report?(text: string): void;
}

export interface AcknowledgedOutcome {
  kills: number;
  /** by kind of prompt */
  kinds: Record<string, number>;
  problems: string[];
}

/** How a prompt is sent before the kill. */
export const promptKinds = ['plain', 'queued', 'steered', 'skill', 'picture'] as const;
export type PromptKind = (typeof promptKinds)[number];

interface Trial {
  home: string;
  cwd: string;
  model: ScriptedModel;
  daemon: DaemonProcess;
}

const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

export async function runAcknowledged({ kills, seed, report }: AcknowledgedOptions): Promise<AcknowledgedOutcome> {
  const random = createRandom(seed);
  const home = mkdtempSync(join(tmpdir(), 'agent-acknowledged-'));
  const cwd = realpathSync(mkdtempSync(join(tmpdir(), 'agent-cwd-')));
  const skill = join(home, 'skills', 'greet');
  mkdirSync(skill, { recursive: true });
  writeFileSync(join(skill, 'SKILL.md'), '---\nname: greet\ndescription: Greets\n---\nGreet politely.\n');
  const model = await startModel();
  // a slow stream keeps the turn running until the kill
  model.answer((body) =>
    JSON.stringify(body).includes('work long') && !JSON.stringify(body).includes('go on')
      ? { text: 'word '.repeat(400), chunkSize: 5, chunkDelayMs: 20 }
      : { text: 'done' },
  );
  writeFileSync(join(home, 'config.toml'), modelConfig(model.baseUrl));
  const outcome: AcknowledgedOutcome = { kills: 0, kinds: {}, problems: [] };
  const trial: Trial = { home, cwd, model, daemon: await startProcess({ home, cwd }) };
  try {
    for (let run = 0; run < kills; run += 1) {
      const kind = promptKinds[run % promptKinds.length] as PromptKind;
      outcome.kinds[kind] = (outcome.kinds[kind] ?? 0) + 1;
      const mark = `mark-${seed}-${run}-end`;
      const delayMs = random.between(0, 100);
      for (const problem of await runOnce(trial, kind, mark, delayMs)) {
        const text = `kill ${run + 1}, ${kind}, ${delayMs} ms after: ${problem}`;
        outcome.problems.push(text);
        report?.(`broken: ${text}`);
      }
      outcome.kills = run + 1;
      if (outcome.kills % 20 === 0) report?.(`${outcome.kills} kills, ${outcome.problems.length} broken`);
    }
  } finally {
    await trial.daemon.kill();
    await model.close();
    rmSync(home, { recursive: true, force: true });
    rmSync(cwd, { recursive: true, force: true });
  }
  return outcome;
}

function api<T = Record<string, unknown>>({ daemon }: Trial, method: string, path: string, body?: unknown) {
  return request<T>(daemon, method, `/api/v1/sessions${path}`, body);
}

function submit(trial: Trial, id: string, text: string, more: Record<string, unknown> = {}, parts: unknown[] = []) {
  return api<{ prompt_id: string }>(trial, 'POST', `/${id}/prompts`, {
    content: [{ type: 'text', text }, ...parts],
    ...more,
  });
}

async function runOnce(trial: Trial, kind: PromptKind, mark: string, delayMs: number): Promise<string[]> {
  const made = await api<{ id: string }>(trial, 'POST', '', { metadata: { cwd: trial.cwd }, title: 'Trial' });
  const { id } = made.data;
  if (kind === 'queued' || kind === 'steered') await submit(trial, id, 'work long');
  const parts =
    kind === 'picture' ? [{ type: 'image', source: { kind: 'base64', media_type: 'image/png', data: pixel } }] : [];
  const sent = await submit(trial, id, mark, kind === 'skill' ? { skills: [{ name: 'greet' }] } : {}, parts);
  if (sent.code !== 0) return [`refused: ${sent.msg}`];
  if (kind === 'steered') {
    const steered = await api(trial, 'POST', `/${id}/prompts/${sent.data.prompt_id}:steer`);
    if (steered.code !== 0) return [`not steered: ${steered.msg}`];
  }
  if (delayMs > 0) await wait(delayMs);
  await trial.daemon.kill();
  trial.daemon = await startProcess({ home: trial.home, cwd: trial.cwd });
  return [
    ...(await checkShown(trial, id, mark, 'right after the kill')),
    ...(await checkRequests(trial, id, mark)),
    ...(await checkShown(trial, id, mark, 'after the next turn')),
  ];
}

async function checkShown(trial: Trial, id: string, mark: string, when: string): Promise<string[]> {
  const messages = await api<{ items: { content: unknown }[] }>(trial, 'GET', `/${id}/messages?page_size=100`);
  const found = messages.data.items.filter(({ content }) => JSON.stringify(content).includes(mark)).length;
  const { data } = await api<{ prompts: unknown[] }>(trial, 'GET', `/${id}/transcript?agent_id=main`);
  return [
    ...(found === 1 ? [] : [`${found} times in the messages ${when}`]),
    ...(JSON.stringify(data.prompts).includes(mark) ? [] : [`not in the transcript ${when}`]),
  ];
}

/** Sends another prompt and checks that each model request contains the first one once. */
async function checkRequests(trial: Trial, id: string, mark: string): Promise<string[]> {
  const before = trial.model.bodies.length;
  const next = await submit(trial, id, 'go on');
  if (next.code !== 0) return [`the next prompt is refused: ${next.msg}`];
  await eventually(
    async () => !(await api<{ busy: boolean }>(trial, 'GET', `/${id}`)).data.busy,
    'the next turn ends',
    30_000,
  );
  const [first, last] = [trial.model.bodies[before], trial.model.bodies.at(-1)];
  return [first, last].flatMap((body, at) => {
    const times = (JSON.stringify(body?.messages).match(new RegExp(mark, 'g')) ?? []).length;
    return times === 1 ? [] : [`${times} times in the ${at === 0 ? 'first' : 'last'} request after the kill`];
  });
}
