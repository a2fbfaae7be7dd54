/** What was typed: text, a command, a skill, or a word that was probably meant as a command. */
import { closeNames } from '../view/nearest.js';
import type { Command, SurfaceKind } from './command.js';
import { commandsOf, findCommand } from './table.js';

export type Typed =
  | { kind: 'text' }
  | { kind: 'command'; command: Command; args: string }
  | { kind: 'skill'; name: string; args: string }
  /** it is held once, with `hint`; typed once more it is text */
  | { kind: 'suggestion'; name: string; hint: string };

export interface ParseOptions {
  surface: SurfaceKind;
  /** names of the skills that the user can load */
  skills: readonly string[];
}

/** Edits between a word and the command that it is taken for. */
const mostEdits = 2;
const word = /^\/(\S+)(?:\s+([\s\S]*))?$/;

/** A command begins with the first character. The system's commands win over skills of the same name. */
export function parseTyped(text: string, { surface, skills }: ParseOptions): Typed {
  const [, name = '', rest = ''] = word.exec(text) ?? [];
  if (name === '') return { kind: 'text' };
  const args = rest.trim();
  const command = findCommand(name);
  // an editor knows only what was advertised to it; the others say where a command belongs
  if (command && (surface !== 'editor' || command.surfaces.includes(surface)))
    return { kind: 'command', command, args };
  const skill = name.startsWith('skill:') ? name.slice('skill:'.length) : name;
  if (skills.includes(skill)) return { kind: 'skill', name: skill, args };
  const meant = args === '' ? nearestName(name, surface, skills) : undefined;
  return meant === undefined ? { kind: 'text' } : { kind: 'suggestion', name: meant, hint: `Did you mean /${meant}?` };
}

/** A name that says something, at most so many edits away. */
function nearestName(typed: string, surface: SurfaceKind, skills: readonly string[]): string | undefined {
  // an editor sends what is no command to the model
  if (surface === 'editor' || typed.length > longestTypo) return undefined;
  const names = [...commandsOf(surface).flatMap(({ name, aliases }) => [name, ...aliases]), ...skills];
  const long = names.filter((name) => name.length > mostEdits);
  return closeNames(typed, long, mostEdits)[0];
}

/** Longer words are no typing mistakes of a name, and would cost time. */
const longestTypo = 80;

/** Skills that a prompt names after a blank or a line break, in their order; they are loaded with it in one turn. */
export function skillsIn(text: string, skills: readonly string[]): { name: string }[] {
  const known = new Set(skills);
  const named = [...text.matchAll(/(?<=\s)\/(?:skill:)?([A-Za-z0-9._-]+)(?=\s|$)/g)].map(([, name = '']) => name);
  // the contract takes so many
  return [...new Set(named.filter((name) => known.has(name)))].slice(0, 20).map((name) => ({ name }));
}
