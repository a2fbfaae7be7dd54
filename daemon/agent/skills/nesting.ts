/** How deep skills have called for skills within one turn (engine.md 13). */

/** Skills that call for skills: levels in all. */
export const maxNesting = 3;

/** A skill that a turn loaded. */
export interface LoadedSkill {
  name: string;
  /** as the model reads it */
  text: string;
}

/** Level of a skill that is loaded now: 1 when no skill of the turn names it, else one below the deepest that does. */
export function levelOf(name: string, loaded: readonly LoadedSkill[]): number {
  const levels: number[] = [];
  for (const [at, each] of [...loaded, { name, text: '' }].entries()) {
    const callers = loaded.slice(0, at).map((caller, index) => (calls(caller, each.name) ? (levels[index] ?? 0) : 0));
    levels.push(1 + Math.max(0, ...callers));
  }
  return levels.at(-1) ?? 1;
}

/** Whether the text of a skill names another one; its own tag does not count. */
function calls({ text }: LoadedSkill, name: string): boolean {
  const body = textOf(text).toLowerCase();
  const wanted = name.toLowerCase();
  for (let at = body.indexOf(wanted); at >= 0; at = body.indexOf(wanted, at + 1)) {
    const after = body.slice(at + wanted.length, at + wanted.length + 2);
    if (!/[\w.-]/.test(body.charAt(at - 1)) && !/^(?:[\w-]|\.\w)/.test(after)) return true;
  }
  return false;
}

/** The text between the tags. */
export function textOf(message: string): string {
  return message.slice(message.indexOf('\n') + 1, message.lastIndexOf('\n'));
}
