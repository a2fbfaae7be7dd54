/** Expands a skill's placeholders, builds its message for the model, and limits nesting (engine.md 13, 4.16). */
import type { Skill, SkillText } from './skill.js';

/** Maximum length of a loaded skill in chars; the model reads the rest from the file. */
const maxChars = 100_000;

export interface Loaded {
  skill: Pick<Skill, 'name' | 'source' | 'path' | 'directory' | 'type' | 'argumentNames'>;
  body: string;
  args?: string;
  trigger: 'user-slash' | 'model-tool' | 'nested-skill';
  sessionId: string;
}

/** Returns the message text of a loaded skill. */
export function skillMessage({ skill, body, args, trigger, sessionId }: Loaded): string {
  const attributes = Object.entries({
    name: skill.name,
    trigger,
    source: skill.source,
    dir: skill.directory ?? skill.path,
    ...(args === undefined || args === '' ? {} : { args }),
  }).map(([name, value]) => `${name}="${escapeXml(value)}"`);
  const text = expandSkill(body, {
    args: args ?? '',
    argumentNames: skill.argumentNames,
    directory: skill.directory ?? skill.path,
    sessionId,
  });
  const lead = skill.type === 'flow' ? `${flowNote}\n\n` : '';
  return `<skill-loaded ${attributes.join(' ')}>\n${lead}${text}\n</skill-loaded>`;
}

const flowNote = 'This is a flow: follow it step by step, in order, and name the step you are at.';

export interface Placeholders {
  /** the arguments as one text; blank without any */
  args: string;
  argumentNames: SkillText['argumentNames'];
  /** value of `${AGENT_SKILL_DIR}` */
  directory: string;
  sessionId: string;
}

/** Replaces each placeholder once, without replacing placeholders in values. */
export function expandSkill(body: string, given: Placeholders): string {
  const args = given.args.trim();
  const words = splitWords(args);
  let used = false;
  let room = maxChars;
  let out = '';
  let from = 0;
  const append = (text: string): void => {
    out += text.slice(0, room);
    room -= Math.min(room, text.length);
  };
  const argument = (value: string | undefined): string => {
    used = true;
    return escapeXml(value ?? '');
  };
  for (const match of body.matchAll(placeholderPattern(given.argumentNames))) {
    const [whole, variable, index, all, number, name] = match;
    append(body.slice(from, match.index));
    from = match.index + whole.length;
    if (variable !== undefined) append(escapeXml(variable === 'AGENT_SKILL_DIR' ? given.directory : given.sessionId));
    else if (all !== undefined) append(argument(args));
    else append(argument(words[name === undefined ? Number(index ?? number) : given.argumentNames.indexOf(name)]));
    if (room === 0) break;
  }
  append(body.slice(from));
  if (args !== '' && !used) append(`\n\nARGUMENTS: ${escapeXml(args)}`);
  return room > 0
    ? out
    : `${out}\n[...truncated; read the rest in the file of the skill, in ${escapeXml(given.directory)}]`;
}

function placeholderPattern(names: readonly string[]): RegExp {
  const known = [...names].sort((a, b) => b.length - a.length).map((name) => name.replace(/[^\w]/g, '\\$&'));
  const parts = [
    String.raw`\$\{(AGENT_SKILL_DIR|AGENT_SESSION_ID)\}`,
    String.raw`\$ARGUMENTS\[(\d{1,4})\]`,
    String.raw`\$(ARGUMENTS)(?!\w)`,
    String.raw`\$(\d{1,4})(?!\w)`,
    ...(known.length === 0 ? [] : [String.raw`\$(${known.join('|')})(?!\w)`]),
  ];
  return new RegExp(parts.join('|'), 'g');
}

/** Splits a text at blanks as a shell does; quotes and backslashes keep words together. The end closes open quotes. */
export function splitWords(text: string): string[] {
  const words: string[] = [];
  let word: string | undefined;
  let quote = '';
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charAt(at);
    const next = text.charAt(at + 1);
    if (char === '\\' && (quote === '' ? next !== '' : quote === '"' && /["\\]/.test(next))) {
      word = (word ?? '') + next;
      at += 1;
    } else if (quote !== '') {
      if (char === quote) quote = '';
      else word = (word ?? '') + char;
    } else if (char === '"' || char === "'") {
      quote = char;
      word ??= '';
    } else if (/\s/.test(char)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else {
      word = (word ?? '') + char;
    }
  }
  return word === undefined ? words : [...words, word];
}

function escapeXml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&apos;');
}

/** Maximum number of levels of skills that load skills. */
export const maxNesting = 3;

/** A skill that the turn has loaded. */
export interface LoadedSkill {
  name: string;
  /** the text that the model reads */
  text: string;
}

/** Returns the level of a new skill: one below the deepest loaded skill that names it, or 1 without any. */
export function levelOf(name: string, loaded: readonly LoadedSkill[]): number {
  const levels: number[] = [];
  for (const [at, each] of [...loaded, { name, text: '' }].entries()) {
    const callers = loaded.slice(0, at).map((caller, index) => (calls(caller, each.name) ? (levels[index] ?? 0) : 0));
    levels.push(1 + Math.max(0, ...callers));
  }
  return levels.at(-1) ?? 1;
}

/** Whether the text of a skill names another one. Its own tag does not count. */
function calls({ text }: LoadedSkill, name: string): boolean {
  const body = textOf(text).toLowerCase();
  const wanted = name.toLowerCase();
  for (let at = body.indexOf(wanted); at >= 0; at = body.indexOf(wanted, at + 1)) {
    const after = body.slice(at + wanted.length, at + wanted.length + 2);
    if (!/[\w.-]/.test(body.charAt(at - 1)) && !/^(?:[\w-]|\.\w)/.test(after)) return true;
  }
  return false;
}

/** Returns the text between the tags. */
export function textOf(message: string): string {
  return message.slice(message.indexOf('\n') + 1, message.lastIndexOf('\n'));
}
