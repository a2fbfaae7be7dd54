/** Texts of a prompt for lists and titles. */
import type { ContentPart } from '../../../schemas/generated/types.js';
import { promptText } from '../../../schemas/folds/said.js';
import { head } from '../../base/text/cut.js';

const titleLength = 200;
const lastPromptLength = 4_000;
/** Characters of a prompt that its title is derived from; scanning a whole long prompt would block the server. */
const titleSource = 20_000;

/** Shapes of credentials that must not end up in a title. */
const secrets = [
  /\b(?:sk|pk|rk|ghp|gho|ghu|ghs|github_pat|xox[abprs]|glpat|AKIA|ASIA|AIza)[-_A-Za-z0-9]{12,}/g,
  /\beyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]*/g,
  /\b(password|passwd|secret|token|api[_-]?key)(\s*[:=]\s*)\S+/gi,
];

/** The title of a session from its first prompt: whitespace folded, secrets masked (engine.md 18). */
export function firstTitle(text: string): string {
  const beginning = head(text.trimStart(), titleSource);
  return head(maskSecrets(beginning).replace(/\s+/g, ' ').trim(), titleLength);
}

export function lastPromptText(content: readonly ContentPart[]): string {
  return head(promptText(content), lastPromptLength);
}

/** The text without anything that looks like a credential. */
export function maskSecrets(text: string): string {
  return secrets.reduce(
    (masked, shape) =>
      masked.replace(shape, (found, name?: string, sign?: string) =>
        typeof name === 'string' && typeof sign === 'string' ? `${name}${sign}***` : `${found.slice(0, 4)}***`,
      ),
    text,
  );
}
