/** Sessions with several agents: calls of agents, and their frames as text. */
import type { Follower } from './turns.js';

type Payload = Record<string, unknown>;

/** Returns words long enough for a report, so that the agent is not asked for a longer one. */
export function long(words: string): string {
  return `${words} `.repeat(Math.ceil(210 / (words.length + 1))).trim();
}

/** Returns a call of a subagent, as a scripted model makes it. */
export const callAgent = (input: Record<string, unknown>) => ({
  name: 'Agent',
  input: { description: 'do a small thing', ...input },
});

/** Returns durable frames as short lines that start with the agent, without bookkeeping frames of the session. */
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

/** Returns the results of an agent's calls as text. */
export function outputs(seen: Follower, agentId = 'main', from = 0): string[] {
  return payloads(seen, 'tool.result', agentId, from).map(({ output }) => String(output));
}
