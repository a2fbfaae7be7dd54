/** The skills as the system prompt lists them (engine.md 3.1, block 9). */
import { plainName } from '../../base/text/visible.js';
import { shortened } from '../describe.js';
import { isForModel, type Skill } from './skill.js';

/** Chars of the whole list. */
const listLength = 32 * 1024;
const pathLimit = 1_024;

/** One line per skill that the model may load; empty when there is none. */
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
