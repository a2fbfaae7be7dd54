/** Undo and redo in tests: a daemon with a scripted model that needs no approvals, and its workspace as lines. */
import { lstatSync, mkdirSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FilesRestoration } from '../../schemas/generated/types.js';
import { startModel, type ScriptedModel, type ScriptedReply } from '../helpers/model.js';
import { modelConfig, startTrial, type Envelope, type Talk, type Trial, type TrialOptions } from '../helpers/turns.js';

export let model: ScriptedModel;
export let trial: Trial;

export interface Answer {
  prompts: { prompt_id: string; text: string }[];
  files?: FilesRestoration;
  messages: { items: unknown[] };
}

export async function start(config = '', more: TrialOptions = {}): Promise<void> {
  model = await startModel();
  trial = await startTrial({
    config: modelConfig(model.baseUrl, 'default_permission_mode = "auto"') + config,
    ...more,
  });
}

export async function stop(): Promise<void> {
  await trial.close();
  model.checkInvariants();
  await model.close();
}
export const at = (...parts: string[]): string => join(trial.cwd, ...parts);
export const put = (name: string, content: string | Buffer): void => {
  mkdirSync(join(at(name), '..'), { recursive: true });
  writeFileSync(at(name), content);
};
export const text = (name: string): string => readFileSync(at(name), 'utf8');
export const bash = (command: string): ScriptedReply => ({ calls: [{ name: 'Bash', input: { command } }] });
export const call = (name: string, input: Record<string, unknown>): ScriptedReply => ({ calls: [{ name, input }] });

/** Runs one turn in which the model makes these calls, one per step. */
export async function turn(talk: Talk, ...replies: ScriptedReply[]): Promise<void> {
  model.reply(...replies, { text: 'done' });
  await talk.run('please');
}
export const undo = (talk: Talk, body: Record<string, unknown> = { restore_files: true }): Promise<Envelope<Answer>> =>
  talk.call<Answer>('POST', ':undo', body);
export const redo = (talk: Talk, body: Record<string, unknown> = {}): Promise<Envelope<Answer>> =>
  talk.call<Answer>('POST', ':redo', body);
export async function done(answer: Promise<Envelope<Answer>>): Promise<Answer> {
  const { code, msg, data } = await answer;
  if (code !== 0) throw new Error(`${code} ${msg} ${JSON.stringify(data)}`);
  return data;
}

/** Returns all that a directory contains, as lines. */
export function tree(directory = trial.cwd, below = ''): string[] {
  return readdirSync(join(directory, below))
    .sort()
    .flatMap((name) => {
      const path = join(below, name);
      const facts = lstatSync(join(directory, path));
      if (facts.isSymbolicLink()) return [`${path} -> ${readlinkSync(join(directory, path))}`];
      if (facts.isDirectory()) return [`${path}/`, ...tree(directory, path)];
      return [`${path} ${(facts.mode & 0o777).toString(8)} ${readFileSync(join(directory, path), 'latin1')}`];
    });
}
