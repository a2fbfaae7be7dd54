/** Selects the text of a message that can be searched (rest.md 23). */
import { promptText } from '../../../schemas/folds/said.js';
import type { Message } from '../../../schemas/generated/types.js';
import { head } from '../../base/text/cut.js';

/** Maximum characters of a message or title that can be searched. */
const searchedLength = 20_000;

/** Origins of engine messages that have the role of the user but are not prompts. */
const engineOrigins: ReadonlySet<string> = new Set(['task', 'hook_result', 'injection', 'compaction_summary']);

/** The searchable text of a message: prompts and answers, without thinking, outputs, engine texts and skill texts. */
export function searchedText(message: Message): string {
  if (message.metadata?.hidden === true || (message.role !== 'user' && message.role !== 'assistant')) return '';
  const origin = message.metadata?.origin;
  if (origin && engineOrigins.has(origin.kind)) return '';
  if (origin?.kind === 'shell_command') return origin.phase === 'input' ? typedLine(promptText(message.content)) : '';
  if (origin?.kind === 'skill_activation')
    return origin.trigger === 'user-slash' ? `/${origin.skillName} ${origin.skillArgs ?? ''}`.trim() : '';
  const skills = origin?.kind === 'user' ? (origin.skillActivations?.length ?? 0) : 0;
  return searchedPart(promptText(message.content.slice(skills)));
}

/** As much of a text as can be searched, never half of a surrogate pair. */
export function searchedPart(text: string): string {
  return head(text, searchedLength);
}

/** The shell command of the user, without the tag in which the model reads it. */
function typedLine(text: string): string {
  return searchedPart(/^<bash-input>([\s\S]*)<\/bash-input>$/.exec(text)?.[1] ?? text);
}
