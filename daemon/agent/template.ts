/** Variables in texts that replace the system prompt (engine.md 3.4). */

/** Names of all variables. */
const names = [
  'base_prompt',
  'product_name',
  'cwd',
  'cwd_listing',
  'os',
  'shell',
  'now',
  'agents_md',
  'skills',
  'additional_dirs_info',
  'windows_notes',
  'additional_dirs_section',
  'skills_section',
] as const;

export type Variable = (typeof names)[number];

const pattern = new RegExp(String.raw`\$\{(${names.join('|')})\}`, 'g');

/** Variables that a text mentions. */
export function mentionedIn(text: string): Set<Variable> {
  return new Set([...text.matchAll(pattern)].map((match) => match[1] as Variable));
}

/** Replaces each variable once; a value is never read for variables, unknown names stay as written. */
export function fillTemplate(text: string, values: Record<Variable, string>): string {
  return text.replace(pattern, (_whole, name: Variable) => values[name]);
}
