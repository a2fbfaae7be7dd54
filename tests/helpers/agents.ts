/** Sessions with several agents: calls of them, and looks at their frames. */
import type { Follower } from './turns.js';

type Payload = Record<string, unknown>;

/** Words that fill a report, so that no fuller one is requested. */
export function long(words: string): string {
  return `${words} `.repeat(Math.ceil(210 / (words.length + 1))).trim();
}

/** A call of a subagent, as a scripted model makes it. */
export const callAgent = (input: Record<string, unknown>) => ({
  name: 'Agent',
  input: { description: 'do a small thing', ...input },
});

/** Durable frames as short lines with their agent in front, without the bookkeeping of the session. */
export function agentLines(seen: Follower, from = 0): string[] {
  const durable = seen.frames.slice(from).filter((frame) => !frame.volatile);
  const texts = seen.lines(from);
  return durable
    .map((frame, at) => `${String(frame.payload['agentId'])}: ${texts[at] ?? ''}`)
    .filter((line) => !/session\.(meta|work)/.test(line));
}

export function payloads(seen: Follower, type: string, agentId?: string, from = 0): Payload[] {
  return seen.frames
    .slice(from)
    .filter((frame) => frame.type === type && (agentId === undefined || frame.payload['agentId'] === agentId))
    .map(({ payload }) => payload);
}

/** What calls of an agent gave, as text. */
export function outputs(seen: Follower, agentId = 'main', from = 0): string[] {
  return payloads(seen, 'tool.result', agentId, from).map(({ output }) => String(output));
}
