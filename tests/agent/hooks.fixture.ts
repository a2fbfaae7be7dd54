/** Hooks of a trial: commands that record their input, a configuration with them, and a scripted model. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect } from '@jest/globals';
import { startModel, type ScriptedModel } from '../helpers/model.js';
import { eventually, hurried, modelConfig, startTrial, type Talk, type Trial } from '../helpers/turns.js';

export interface HookEntry {
  event: string;
  command: string;
  matcher?: string;
  timeout?: number;
}

/** The input of a hook. */
export type Told = Record<string, unknown> & { hook_event_name: string };

/** Returns the hooks' part of `config.toml`. */
export function hooksConfig(entries: readonly HookEntry[]): string {
  return entries
    .map(({ event, command, matcher, timeout }) =>
      [
        '[[hooks]]',
        `event = ${JSON.stringify(event)}`,
        `command = ${JSON.stringify(command)}`,
        ...(matcher === undefined ? [] : [`matcher = ${JSON.stringify(matcher)}`]),
        ...(timeout === undefined ? [] : [`timeout = ${timeout}`]),
      ].join('\n'),
    )
    .join('\n');
}

export interface Recording {
  /** returns a command that writes its input into a separate file, and then runs `rest` */
  command(rest?: string): string;
  /** inputs of the hooks in start order, of one event if given */
  told(event?: string): Told[];
  /** waits until this many hooks received the event */
  until(event: string, count?: number): Promise<Told[]>;
}

/** Records inputs as files in the directory; `$$` distinguishes the processes. */
export function recordInto(directory: string): Recording {
  mkdirSync(directory, { recursive: true });
  const told = (event?: string): Told[] =>
    (existsSync(directory) ? readdirSync(directory) : [])
      .filter((name) => name.endsWith('.json'))
      .sort()
      .map((name) => JSON.parse(readFileSync(join(directory, name), 'utf8')) as Told)
      .filter((each) => event === undefined || each.hook_event_name === event);
  return {
    told,
    // renamed once complete, so that no reader sees a partial file
    command: (rest = '') =>
      `f=${directory}/$(date +%s%N)-$$; cat > $f.part && mv $f.part $f.json${rest === '' ? '' : `; ${rest}`}`,
    async until(event, count = 1) {
      await eventually(() => told(event).length >= count, `${count} × ${event}`);
      return told(event);
    },
  };
}

/** Rewrites the configuration of a trial, hooks included; a running trial must notice the change. */
export function writeHooks(trial: Trial, before: string, entries: readonly HookEntry[]): void {
  writeFileSync(join(trial.home, 'config.toml'), `${before}\n${hooksConfig(entries)}\n`);
}

export let trial: Trial;
export let model: ScriptedModel;
/** temporary directory of the running test */
export let folder: string;
export let recording: Recording;

/** Registers what each test of hooks in sessions needs; `open` starts the trial. */
export function useHooks(): void {
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'agent-hooks-'));
    recording = recordInto(join(folder, 'told'));
    model = await startModel();
  });
  afterEach(async () => {
    try {
      model.checkInvariants();
    } finally {
      await trial.close();
      await model.close();
      rmSync(folder, { recursive: true, force: true });
    }
  });
}

/** Opens a session with hooks. `config`: of its agent; `more`: text added to the configuration file. */
export async function open(entries: HookEntry[], config: Record<string, unknown> = {}, more = ''): Promise<Talk> {
  trial = await startTrial({
    config: `${modelConfig(model.baseUrl)}${more}\n${hooksConfig(entries)}\n`,
    sleep: hurried(5),
    env: { PATH: process.env['PATH'], HOME: folder, AGENT_CODE_PASSWORD: 'pass-word-1' },
  });
  return trial.talk({ agent_config: { permission_mode: 'yolo', ...config } });
}

/** Hooks that record each of the events. */
export const record = (...events: string[]): HookEntry[] =>
  events.map((event) => ({ event, command: recording.command() }));

export const result = (talk: Talk, at = 0) =>
  payloads(talk, 'tool.result')[at] as { output: string; isError?: boolean };

export const payloads = (talk: Talk, type: string) =>
  talk.frames.filter((frame) => frame.type === type).map(({ payload }) => payload);

/** Returns the body of the newest model request. */
export const sent = () => JSON.stringify(model.requests.at(-1)?.body);

export const bash = (command: string) => ({ name: 'Bash', input: { command } });

/** Returns the fields that every event reports. */
export const common = (talk: Talk, event: string) => ({
  hook_event_name: event,
  session_id: talk.id,
  session_title: expect.any(String),
  client_type: 'api',
  cwd: trial.cwd,
  permission_mode: 'yolo',
  runtime_id: 'local',
  profile: 'full',
});
