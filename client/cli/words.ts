/** Parses a prompt of `-p`: text, a goal, or a call of a skill (cli.md 4.1). */
import type { Client } from '../api/client.js';
import { CommandFailure, UsageFailure } from './failures.js';
import { closeNames } from '../view/nearest.js';

export interface PromptWords {
  /** text of the user message */
  text: string;
  goal?: string;
  skill?: SkillCall;
}

/** Subcommands of `/goal` in the terminal UI, which are unlikely objectives. */
const goalWords = new Set(['cancel', 'pause', 'resume', 'status']);

/** Throws UsageFailure for a command without its argument; needs no server. */
export function checkCommand(text: string): void {
  goalOf(text);
  if (/^\s*\/skill:(?:\s|$)/.test(text)) throw new UsageFailure('--prompt: /skill: needs the name of a skill');
}

/** Throws CommandFailure for an unknown skill. */
export async function readWords(text: string, sessionId: string, client: Client): Promise<PromptWords> {
  const goal = goalOf(text);
  if (goal !== undefined) return { text: goal, goal };
  const skill = await skillCall(text, sessionId, client);
  if (!skill) return { text };
  const { name, args } = skill;
  // the server recognizes exactly this form as a call of the skill
  return { text: args === undefined ? `/${name}` : `/${name} ${args}`, skill };
}

/** Returns the objective of `/goal <objective>`; after `--` any words are allowed. */
function goalOf(text: string): string | undefined {
  const match = /^\s*\/goal(?:\s+(--(?=\s|$))?(.*))?$/s.exec(text);
  if (!match) return undefined;
  const [, literally, words = ''] = match;
  const objective = words.trim();
  if (objective === '') throw new UsageFailure('--prompt: /goal needs an objective');
  if (literally === undefined && goalWords.has(objective))
    throw new UsageFailure(`--prompt: /goal ${objective} has no meaning here; give an objective: /goal <objective>`);
  return objective;
}

interface SkillCall {
  name: string;
  args?: string;
}

const pattern = /^\s*\/(skill:)?([A-Za-z0-9._-]{1,200})(?:\s+(.*))?$/s;

/** Returns undefined for ordinary text. Throws CommandFailure for an unknown skill with its full name. */
async function skillCall(text: string, sessionId: string, client: Client): Promise<SkillCall | undefined> {
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
