/** Slash commands of the message box: completion and execution, loaded with the first slash (web.md 5.7). */
import { createFiles } from '../../../../client/api/files.js';
import type { CommandContext, Outcome } from '../../../../client/commands/command.js';
import { parseTyped, skillsIn } from '../../../../client/commands/parse.js';
import { runTyped } from '../../../../client/commands/run.js';
import {
  suggestArguments,
  suggestNames,
  suggestSkills,
  type NamedSkill,
  type Suggestion,
} from '../../../../client/commands/suggest.js';
import { apiBase } from '../../../live/base.js';
import { showNote } from '../../../live/notes.js';
import { server } from '../../../live/server.js';
import { commandWords, text } from '../../../live/text.js';
import { token } from '../../../live/token.js';
import type { OpenSession } from '../open.js';
import type { Sent } from './box.js';
import type { Found } from './completion.js';
import { createSurface, showRows } from './surface.js';

const skillsReadFor = 30_000;

interface ReadSkills {
  at: number;
  skills: Promise<readonly NamedSkill[]>;
}

const read = new WeakMap<OpenSession, ReadSkills>();

/** Returns the skills of the session, cached for a while; empty when the server cannot be asked. */
function skillsOf(session: OpenSession): Promise<readonly NamedSkill[]> {
  const known = read.get(session);
  if (known && Date.now() - known.at < skillsReadFor) return known.skills;
  const client = server.peek()?.client;
  if (!client) return Promise.resolve([]);
  const skills = client.listSkills({ params: { session_id: session.id } }).then(
    (answer) => answer.skills,
    () => {
      read.delete(session);
      return [];
    },
  );
  read.set(session, { at: Date.now(), skills });
  return skills;
}

async function contextOf(session: OpenSession): Promise<CommandContext | undefined> {
  const client = server.peek()?.client;
  if (!client) return undefined;
  return {
    client,
    files: createFiles({ baseUrl: apiBase, token: () => token.peek() }),
    session: session.model,
    surface: createSurface(session),
    words: await commandWords(),
    server: { baseUrl: apiBase, isOwn: false },
  };
}

/** `head`: the text before the caret. */
export async function suggest(session: OpenSession, head: string): Promise<Found> {
  const name = text('complete.commands');
  const skills = await skillsOf(session);
  const offer = ({ text: insert, ...rest }: Suggestion) => ({ insert, ...rest });
  if (/^\/\S*$/.test(head))
    return {
      name,
      from: 0,
      offers: suggestNames(head, { surface: 'page', skills, words: await commandWords() }).map(offer),
    };
  const [word = ''] = /\/\S*$/.exec(head) ?? [];
  const isArgument = /^\/\S+\s/.test(head) && !head.includes('\n');
  const context = await contextOf(session);
  const values = isArgument && context ? await suggestArguments(head, context) : [];
  if (values.length > 0) return { name, from: 0, offers: values.map(offer) };
  return { name, from: head.length - word.length, offers: word === '' ? [] : suggestSkills(word, skills).map(offer) };
}

/** Returns the skills that a prompt names. */
export async function skillsNamed(session: OpenSession, words: string): Promise<{ name: string }[]> {
  const skills = await skillsOf(session);
  return skillsIn(
    words,
    skills.map(({ name }) => name),
  );
}

/** Runs a text that begins with a slash; returns undefined when it is text for the model. */
export async function runCommand(session: OpenSession, words: string): Promise<Sent | undefined> {
  const context = await contextOf(session);
  if (!context) return { kept: text('off.connection') };
  const skills = await skillsOf(session);
  const typed = parseTyped(words.trim(), { surface: 'page', skills: skills.map(({ name }) => name) });
  if (typed.kind === 'text' || typed.kind === 'suggestion') return undefined;
  return report(words.trim(), await runTyped(typed, context));
}

/** Shows one line as a note and more lines as a dialog; a refused command stays in the box with the reason. */
function report(typed: string, outcome: Outcome): Sent {
  if (outcome.kind === 'refused') return { kept: outcome.notice };
  const { rows = [], notice = '', reported = '' } = outcome;
  const line = [reported, notice].filter((each) => each !== '').join(' ');
  if (line !== '') showNote(line);
  const [first] = rows;
  if (rows.length === 1 && first !== undefined) showNote(first);
  else if (rows.length > 1) showRows(typed, rows);
  return 'sent';
}
