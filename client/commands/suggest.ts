/** Completion of input that begins with a slash: commands, skills, and argument values, best match first. */
import { aboutOf, signatureOf, type CommandContext, type SurfaceKind } from './command.js';
import { commandsOf, findCommand } from './table.js';
import type { CommandWords } from './texts.js';

export interface NamedSkill {
  name: string;
  description: string;
}

export interface Suggestion {
  kind: 'command' | 'skill' | 'argument';
  /** the input after the suggestion is accepted; ends with a blank when further words follow */
  text: string;
  /** name and arguments, or the value */
  label: string;
  /** one line; may be empty */
  description: string;
  /** only its description matches: used only when the user selects it */
  isRelated?: true;
}

interface SuggestOptions {
  surface: SurfaceKind;
  skills: readonly NamedSkill[];
  words: CommandWords;
}

/** `typed`: the text from the slash to the caret, without a blank. */
export function suggestNames(typed: string, { surface, skills, words }: SuggestOptions): Suggestion[] {
  const wanted = typed.replace(/^\//, '');
  const offered = commandsOf(surface).map((command) => ({
    names: [command.name, ...command.aliases],
    suggestion: {
      kind: 'command' as const,
      text: `/${command.name}`,
      label: signatureOf(command, words),
      description: aboutOf(command, words),
    },
  }));
  const others = skills
    // a command with the same name wins
    .filter(({ name }) => findCommand(name)?.surfaces.includes(surface) !== true)
    .map(({ name, description }) => ({
      names: [name, `skill:${name}`],
      suggestion: { kind: 'skill' as const, text: `/${name}`, label: `/${name}`, description },
    }));
  return ranked([...offered, ...others], ({ names, suggestion }) => best(wanted, names, suggestion.description)).map(
    ({ item: { suggestion }, points }) => ({ ...suggestion, ...related(points) }),
  );
}

/** Suggests only skills, after a blank inside a prompt. */
export function suggestSkills(typed: string, skills: readonly NamedSkill[]): Suggestion[] {
  const wanted = typed.replace(/^\//, '');
  return ranked(skills, ({ name, description }) => best(wanted, [name], description)).map(
    ({ item: { name, description }, points }) => ({
      kind: 'skill',
      text: `/${name}`,
      label: `/${name}`,
      description,
      ...related(points),
    }),
  );
}

/** Suggests values for the arguments of `/<name> <args>`, if any. Rejects when the server cannot be asked. */
export async function suggestArguments(typed: string, context: CommandContext): Promise<Suggestion[]> {
  const [, name = '', wanted = ''] = /^\/(\S+)\s(.*)$/s.exec(typed) ?? [];
  const command = findCommand(name);
  if (!command?.complete || !command.surfaces.includes(context.surface.kind)) return [];
  const values = await command.complete(context);
  return ranked(values, ({ value, description = '' }) => best(wanted.trim(), [value], description)).map(
    ({ item: { value, description = '', isOpen } }) => ({
      kind: 'argument',
      text: `/${name} ${value}${isOpen ? ' ' : ''}`,
      label: value,
      description,
    }),
  );
}

/** Returns the items that have a score, lowest first, in a stable order. */
function ranked<Item>(items: readonly Item[], score: (item: Item) => number | undefined): Ranked<Item>[] {
  return items
    .map((item) => ({ item, points: score(item) }))
    .filter((each): each is Ranked<Item> => each.points !== undefined)
    .sort((a, b) => a.points - b.points);
}

interface Ranked<Item> {
  item: Item;
  points: number;
}

/** Weights of a match by place: a name counts more than an alias, an alias more than the description. */
const aliasPenalty = 15;
const descriptionPenalty = 1_000;

function related(points: number): { isRelated?: true } {
  return points >= descriptionPenalty ? { isRelated: true } : {};
}

/** Scores how well letters match: less is better, undefined is no match. */
function best(wanted: string, [name = '', ...aliases]: readonly string[], description: string): number | undefined {
  if (wanted === '') return 0;
  const letters = wanted.toLowerCase();
  const scores = [
    fit(letters, name),
    // a completely typed alias is what the user means
    ...aliases.map((alias) => (alias === letters ? 1 : plus(fit(letters, alias), aliasPenalty))),
    plus(description.toLowerCase().includes(letters) ? 0 : undefined, descriptionPenalty),
  ].filter((score) => score !== undefined);
  return scores.length === 0 ? undefined : Math.min(...scores);
}

function plus(score: number | undefined, penalty: number): number | undefined {
  return score === undefined ? undefined : score + penalty;
}

/** Ranks: the whole name, its beginning, a part at the start of a word, any part, or the letters in order with gaps. */
function fit(letters: string, given: string): number | undefined {
  const name = given.toLowerCase();
  if (name === letters) return 0;
  const at = name.indexOf(letters);
  const rest = Math.min(9, name.length - letters.length);
  if (at === 0) return 10 + rest;
  if (at > 0) return (/[-._:/]/.test(name.charAt(at - 1)) ? 20 : 30) + rest;
  let place = -1;
  for (const letter of letters) {
    place = name.indexOf(letter, place + 1);
    if (place === -1) return undefined;
  }
  return 40 + Math.min(50, place);
}
