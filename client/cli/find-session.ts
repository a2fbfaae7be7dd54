/** Finds the session that `-S` or `-c` refers to (cli.md 3). */
import { realpath } from 'node:fs/promises';
import type { Session } from '../../schemas/generated/types.js';
import { ApiFailure, type Client } from '../api/client.js';
import { visibleLine } from '../view/clean.js';
import { CommandFailure } from './failures.js';

const PREFIX = 'session_';
const SHORTEST = 8;
const WHOLE = PREFIX.length + 26;
const SHOWN_MATCHES = 10;

/** Finds a session by its id or a unique prefix. Throws CommandFailure when none or several match. */
export async function sessionById(text: string, client: Client): Promise<Session> {
  const id = text.startsWith(PREFIX) ? text : `${PREFIX}${text}`;
  if (id.length === WHOLE) return await wholeId(id, client);
  if (id.length - PREFIX.length < SHORTEST) {
    throw new CommandFailure(`no session ${JSON.stringify(text)}: give at least ${SHORTEST} characters of its id`);
  }
  const matches: Session[] = [];
  for await (const session of allSessions(client, { include_archive: true }))
    if (session.id.startsWith(id)) matches.push(session);
  const [only, ...others] = matches;
  if (!only) throw new CommandFailure(`no session ${JSON.stringify(text)}`);
  if (others.length === 0) return only;
  const list = matches.slice(0, SHOWN_MATCHES).map((match) => `  ${match.id}  ${visibleLine(match.title)}`.trimEnd());
  throw new CommandFailure(`${matches.length} sessions begin with ${JSON.stringify(text)}`, { hint: list.join('\n') });
}

/** Returns the most recently changed session of this directory, without archived ones. */
export async function newestSessionIn(cwd: string, client: Client): Promise<Session | undefined> {
  const here = await canonical(cwd);
  for await (const session of allSessions(client, {})) {
    // the server stores canonical paths; a directory that has moved since counts as another one
    if (session.metadata.cwd === here || session.metadata.cwd === cwd) return session;
  }
  return undefined;
}

/** Returns whether a session belongs to this directory. */
export async function isFrom(session: Session, cwd: string): Promise<boolean> {
  return session.metadata.cwd === cwd || (await canonical(session.metadata.cwd)) === (await canonical(cwd));
}

async function wholeId(id: string, client: Client): Promise<Session> {
  try {
    return await client.getSession({ params: { session_id: id } });
  } catch (error) {
    if (error instanceof ApiFailure && error.name === 'SESSION_NOT_FOUND') throw new CommandFailure(`no session ${id}`);
    throw error;
  }
}

async function* allSessions(client: Client, filter: { include_archive?: boolean }): AsyncGenerator<Session> {
  let before: string | undefined;
  for (;;) {
    const page = await client.listSessions({ query: { ...filter, page_size: 100, before_id: before } });
    yield* page.items;
    before = page.items.at(-1)?.id;
    if (!page.has_more || before === undefined) return;
  }
}

async function canonical(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch {
    // a missing directory can only equal itself
    return path;
  }
}
