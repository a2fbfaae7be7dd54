/** Defines a skill, parses its file, and lists skills for the system prompt (engine.md 3.1, 13). */
import type { SkillFile } from '../../../schemas/generated/types.js';
import { head } from '../../base/text/cut.js';
import type { Problem } from '../../workspace/textfile.js';
import { plainName } from '../../base/text/visible.js';
import { oneLine, shortened } from '../describe.js';
import { splitFrontMatter, readFields } from '../frontmatter.js';

export interface Skill {
  /** `parent.child` for a sub-skill */
  name: string;
  /** on one line */
  description: string;
  source: 'project' | 'user' | 'extra' | 'builtin';
  /** absolute, or `builtin:<name>` */
  path: string;
  /** directory of its files; absent for built-in ones */
  directory?: string;
  /** only `prompt` and `flow` are usable */
  type: string;
  /** on one line */
  whenToUse?: string;
  disableModelInvocation: boolean;
  /** declared names of arguments, by position */
  argumentNames: string[];
}

/** A skill as its file defines it, without its location. */
export interface SkillText extends Omit<Skill, 'source' | 'path' | 'directory'> {
  body: string;
  hasSubSkills: boolean;
}

/** Maximum length of a description taken from the text, in chars. */
const firstLineLength = 240;
const namePattern = /^(?!\.+$)[A-Za-z0-9._-]{1,64}$/;

const fieldNames = [
  'name',
  'description',
  'type',
  'whenToUse',
  'disableModelInvocation',
  'arguments',
  'has-sub-skill',
] as const;

/** Parses the text of a skill. `fileName`, without `.md`, is the name of a flat file. */
export async function readSkill(text: string, fileName?: string): Promise<SkillText | Problem> {
  const parts = splitFrontMatter(text);
  if ('problem' in parts) return parts;
  const read = await fieldsOf(parts.front);
  if ('problem' in read) return read;
  const { fields } = read;
  const name = fields.name ?? fileName;
  const description = fields.description ?? (fileName === undefined ? undefined : firstLine(parts.body));
  if (name === undefined) return { problem: 'its front matter has no name' };
  if (!namePattern.test(name))
    return { problem: `${plainName(name)} is not a valid name for a skill (letters, digits, - _ .)` };
  if (parts.body === '') return { problem: 'it has no text' };
  if (description === undefined || description.trim() === '') return { problem: 'its front matter has no description' };
  return {
    name,
    description: oneLine(description),
    type: fields.type === undefined || fields.type === 'inline' ? 'prompt' : fields.type,
    ...(fields.whenToUse?.trim() ? { whenToUse: oneLine(fields.whenToUse) } : {}),
    disableModelInvocation: fields.disableModelInvocation ?? false,
    argumentNames: namesOf(fields.arguments),
    hasSubSkills: fields['has-sub-skill'] ?? false,
    body: parts.body,
  };
}

/** Whether the model may load a skill itself. */
export function isForModel(skill: Pick<Skill, 'type' | 'disableModelInvocation'>): boolean {
  return skill.type === 'prompt' && !skill.disableModelInvocation;
}

/** Whether the user may start a skill. */
export function isForUser(skill: Pick<Skill, 'type'>): boolean {
  return skill.type === 'prompt' || skill.type === 'flow';
}

async function fieldsOf(front: string | undefined): Promise<{ fields: SkillFile } | Problem> {
  return front === undefined ? { fields: {} } : await readFields<SkillFile>('SkillFile', fieldNames, front);
}

function namesOf(given: SkillFile['arguments']): string[] {
  const names = typeof given === 'string' ? given.split(/\s+/) : (given ?? []);
  return names.filter((name) => name !== '');
}

function firstLine(body: string): string | undefined {
  const line = body
    .split('\n')
    .map((each) => each.replace(/^\s*(?:#+|[-*>]|\d+\.)\s+/, '').trim())
    .find((each) => /[\p{L}\p{N}]/u.test(each));
  return line === undefined ? undefined : head(line, firstLineLength);
}

/** Maximum length of the whole list in chars. */
const listLength = 32 * 1024;
const pathLimit = 1_024;

/** Returns one line for each skill that the model may load; empty without any. */
export function skillLines(skills: readonly Skill[]): string {
  const lines: string[] = [];
  let room = listLength;
  const listed = skills.filter(isForModel);
  for (const skill of listed) {
    const line = skillLine(skill);
    room -= line.length + 1;
    if (room < 0) {
      lines.push(`- … and ${listed.length - lines.length} more`);
      break;
    }
    lines.push(line);
  }
  return lines.join('\n');
}

function skillLine({ name, description, whenToUse, path }: Skill): string {
  const when = whenToUse === undefined ? '' : ` When: ${shortened(whenToUse)}`;
  return `- ${name}: ${shortened(description)}${when} (${plainName(path, pathLimit)})`;
}

export const skillsHead = `# Skills
When a task fits one, load it with Skill before you begin.`;
