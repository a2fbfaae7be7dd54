/** A prompt that calls a skill: `/skill:<name> [args]`, or `/<name> [args]` when there is such a skill (cli.md 4.1). */
import type { Client } from '../api/client.js';
import { CommandFailure } from './failures.js';
import { closeNames } from './nearest.js';

export interface SkillCall {
  name: string;
  args?: string;
}

const pattern = /^\s*\/(skill:)?([A-Za-z0-9._-]{1,200})(?:\s+(.*))?$/s;

/** Undefined for ordinary text. Throws CommandFailure for a skill that is named in full and not there. */
export async function skillCall(text: string, sessionId: string, client: Client): Promise<SkillCall | undefined> {
  const [, inFull, name, rest] = pattern.exec(text) ?? [];
  if (name === undefined) return undefined;
  const { skills } = await client.listSkills({ params: { session_id: sessionId } });
  const found = skills.find((skill) => skill.name.toLowerCase() === name.toLowerCase());
  const args = rest?.trim() ?? '';
  if (found) return { name: found.name, ...(args !== '' && { args }) };
  if (inFull === undefined) return undefined;
  const names = skills.map((skill) => skill.name);
  const close = closeNames(name, names);
  const hint = close.length > 0 ? `did you mean ${close.slice(0, 3).join(', ')}?` : `known skills: ${names.join(', ')}`;
  throw new CommandFailure(`unknown skill ${JSON.stringify(name)}; ${hint}`);
}
