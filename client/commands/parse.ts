/** Classifies typed input: text, a command, a skill, or a probable typo of a command. */
import { closeNames } from '../view/nearest.js';
import type { Command, SurfaceKind } from './command.js';
import { commandsOf, findCommand } from './table.js';

export type Typed =
  | { kind: 'text' }
  | { kind: 'command'; command: Command; args: string }
  | { kind: 'skill'; name: string; args: string }
  /** held back once, with `hint`; typed again it is text */
  | { kind: 'suggestion'; name: string; hint: string };

export interface ParseOptions {
  surface: SurfaceKind;
  /** names of the skills that the user can load */
  skills: readonly string[];
}

/** Maximum edit distance between a typo and a command. */
const mostEdits = 2;
const word = /^\/(\S+)(?:\s+([\s\S]*))?$/;

/** Parses the input. A command begins at the first character; system commands win over skills of the same name. */
export function parseTyped(text: string, { surface, skills }: ParseOptions): Typed {
  const [, name = '', rest = ''] = word.exec(text) ?? [];
  if (name === '') return { kind: 'text' };
  const args = rest.trim();
  const command = findCommand(name);
  // an editor knows only the commands advertised to it; other surfaces say where a command is available
  if (command && (surface !== 'editor' || command.surfaces.includes(surface)))
    return { kind: 'command', command, args };
  const skill = name.startsWith('skill:') ? name.slice('skill:'.length) : name;
  if (skills.includes(skill)) return { kind: 'skill', name: skill, args };
  const meant = args === '' ? nearestName(name, surface, skills) : undefined;
  return meant === undefined ? { kind: 'text' } : { kind: 'suggestion', name: meant, hint: `Did you mean /${meant}?` };
}

/** Returns the nearest name within the maximum edit distance. */
function nearestName(typed: string, surface: SurfaceKind, skills: readonly string[]): string | undefined {
  // an editor sends anything but a command to the model
  if (surface === 'editor' || typed.length > longestTypo) return undefined;
  const names = [...commandsOf(surface).flatMap(({ name, aliases }) => [name, ...aliases]), ...skills];
  const long = names.filter((name) => name.length > mostEdits);
  return closeNames(typed, long, mostEdits)[0];
}

/** Maximum length of a typo in chars; longer words would cost time. */
const longestTypo = 80;

/** Returns the skills that a prompt names after a blank or line break, in order; they are loaded with the prompt. */
export function skillsIn(text: string, skills: readonly string[]): { name: string }[] {
  const known = new Set(skills);
  const named = [...text.matchAll(/(?<=\s)\/(?:skill:)?([A-Za-z0-9._-]+)(?=\s|$)/g)].map(([, name = '']) => name);
  // the maximum of the contract
  return [...new Set(named.filter((name) => known.has(name)))].slice(0, 20).map((name) => ({ name }));
}
