/** What suites about background tasks share: sessions that ask no user, and readers of results and infos. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TaskInfo } from '../../schemas/generated/types.js';
import { begin, trial } from '../helpers/trial.js';
import type { EventFrame, Follower, Talk } from '../helpers/turns.js';

const yolo = { agent_config: { permission_mode: 'yolo' } };
/** Creates a session that asks no user. */
export const talk = (): Promise<Talk> => trial.talk(yolo);
export const configure = (text: string): void => {
  writeFileSync(join(trial.home, 'config.toml'), text);
};
/** Creates such a session in a trial that starts with this configuration. */
export async function withConfig(config: string): Promise<Talk> {
  await begin({ config });
  return talk();
}

export const infoOf = (frame: EventFrame): TaskInfo & { pid: number; exitCode: number | null } =>
  frame.payload['info'] as TaskInfo & { pid: number; exitCode: number | null };

/** Waits for the next task that begins; resolves with its info. */
export const started = async (follower: Follower, from = 0) => infoOf(await follower.until('task.started', from));

/** Waits for the end of a task; resolves with its info. */
export const ended = async (follower: Follower, taskId: string) =>
  infoOf(await follower.until((frame) => frame.type === 'task.terminated' && infoOf(frame).taskId === taskId));

/** Returns the results of a tool, in order. */
export function results(follower: Follower, name: string): string[] {
  const ids = follower.frames
    .filter(({ type, payload }) => type === 'tool.call.started' && payload['name'] === name)
    .map(({ payload }) => payload['toolCallId']);
  return follower.frames
    .filter(({ type, payload }) => type === 'tool.result' && ids.includes(payload['toolCallId']))
    .map(({ payload }) => String(payload['output']));
}

/** Parses the fields of a result, one per line. */
export function fields(text: string): Record<string, string> {
  return Object.fromEntries(
    [...text.matchAll(/^(?:<system>)?(\w+): (.*?)(?:<\/system>)?$/gm)].map((m) => [m[1], m[2]]),
  );
}

/** Returns the notifications about ended tasks. */
export function notices(follower: Follower): string[] {
  return follower.frames
    .filter(({ type }) => type === 'message.appended')
    .map(({ payload }) => payload['message'] as { content: { type: string; text?: string }[] })
    .flatMap(({ content }) => content.flatMap(({ text = '' }) => (text.startsWith('<notification ') ? [text] : [])));
}
