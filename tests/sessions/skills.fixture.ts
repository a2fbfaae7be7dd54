/** Skill files, and requests to a scripted model. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { ScriptedModel } from '../helpers/model.js';

export function put(...parts: [...path: string[], content: string]): string {
  const file = join(...parts.slice(0, -1));
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, parts.at(-1) ?? '');
  return file;
}

/** Writes a bundle to the project's skills; returns its path. */
export function bundle(cwd: string, name: string, body = `Text of ${name}.`, more = ''): string {
  const front = `---\nname: ${name}\ndescription: about ${name}\n${more}\n---\n`;
  return put(cwd, '.agent-code/skills', name, 'SKILL.md', `${front}${body}\n`);
}

interface Sent {
  role: string;
  content: string;
}

/** Returns the messages of a request as plain text, the system prompt first. */
export function sent(model: ScriptedModel, at = -1): Sent[] {
  const body = model.requests.at(at)?.body as { messages: { role: string; content: unknown }[] } | undefined;
  return (body?.messages ?? []).map(({ role, content }) => ({
    role,
    content: typeof content === 'string' ? content : JSON.stringify(content),
  }));
}

export const systemOf = (model: ScriptedModel, at = -1): string => sent(model, at)[0]?.content ?? '';

/** Returns the names of the tools that a request offers. */
export function toolsOf(model: ScriptedModel, at = -1): string[] {
  const body = model.requests.at(at)?.body as { tools?: { function: { name: string } }[] } | undefined;
  return (body?.tools ?? []).map((tool) => tool.function.name);
}
