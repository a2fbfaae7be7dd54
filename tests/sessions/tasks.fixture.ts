/** What tests of background tasks share: sessions that ask no user, and reading results and infos. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TaskInfo } from '../../schemas/generated/types.js';
import { begin, trial } from '../helpers/trial.js';
import type { EventFrame, Follower, Talk } from '../helpers/turns.js';

const yolo = { agent_config: { permission_mode: 'yolo' } };
/** A session that asks no user. */
export const talk = (): Promise<Talk> => trial.talk(yolo);
export const configure = (text: string): void => {
  writeFileSync(join(trial.home, 'config.toml'), text);
};
/** The same in a trial whose configuration says this from its start. */
export async function withConfig(config: string): Promise<Talk> {
  await begin({ config });
  return talk();
}

export const infoOf = (frame: EventFrame): TaskInfo & { pid: number; exitCode: number | null } =>
  frame.payload['info'] as TaskInfo & { pid: number; exitCode: number | null };

/** The next task that begins. */
export const started = async (follower: Follower, from = 0) => infoOf(await follower.until('task.started', from));

/** How a task ended. */
export const ended = async (follower: Follower, taskId: string) =>
  infoOf(await follower.until((frame) => frame.type === 'task.terminated' && infoOf(frame).taskId === taskId));

/** Texts of the results of a tool, in order. */
export function results(follower: Follower, name: string): string[] {
  const ids = follower.frames
    .filter(({ type, payload }) => type === 'tool.call.started' && payload['name'] === name)
    .map(({ payload }) => payload['toolCallId']);
  return follower.frames
    .filter(({ type, payload }) => type === 'tool.result' && ids.includes(payload['toolCallId']))
    .map(({ payload }) => String(payload['output']));
}

/** The fields of a result, one a line. */
export function fields(text: string): Record<string, string> {
  return Object.fromEntries(
    [...text.matchAll(/^(?:<system>)?(\w+): (.*?)(?:<\/system>)?$/gm)].map((m) => [m[1], m[2]]),
  );
}

/** Texts of the messages that report ends. */
export function notices(follower: Follower): string[] {
  return follower.frames
    .filter(({ type }) => type === 'message.appended')
    .map(({ payload }) => payload['message'] as { content: { type: string; text?: string }[] })
    .flatMap(({ content }) => content.flatMap(({ text = '' }) => (text.startsWith('<notification ') ? [text] : [])));
}
