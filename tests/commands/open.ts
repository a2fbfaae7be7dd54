/** Types slash commands into a session of a test daemon, with a surface that records what it is asked to do. */
import { createFiles } from '../../client/api/files.js';
import type {
  Act,
  Asked,
  CommandContext,
  Outcome,
  SavedFile,
  Surface,
  SurfaceKind,
  View,
} from '../../client/commands/command.js';
import { parseTyped } from '../../client/commands/parse.js';
import { runTyped } from '../../client/commands/run.js';
import { english } from '../../client/commands/texts.js';
import type { SessionModel } from '../../client/session/session.js';
import { openClient, type Server } from '../client-session/open.js';

export interface Noted {
  views: View[];
  acts: Act[];
  asked: Asked[];
  entered: string[];
  prefilled: string[];
  copied: string[];
  saved: SavedFile[];
}

export interface Typist {
  session: SessionModel;
  context: CommandContext;
  noted: Noted;
  /** answers to the next questions; further ones get the preset */
  choices: (number | undefined)[];
  type(text: string): Promise<Outcome>;
  /** returns the rows of the answer, or the notice of a refusal */
  rows(text: string): Promise<readonly string[]>;
}

interface TypistOptions {
  kind?: SurfaceKind;
  skills?: readonly string[];
  savedAs?: { path: string } | { problem: string };
}

/** Sessions that the tests of a file opened. */
const opened: SessionModel[] = [];

export function closeTypists(): void {
  for (const session of opened.splice(0)) session.close();
}

export function openTypist(server: Server, sessionId: string, options: TypistOptions = {}): Typist {
  const open = openClient(server);
  const { kind = 'terminal', skills = [], savedAs = { path: '/saved/here' } } = options;
  const noted: Noted = { views: [], acts: [], asked: [], entered: [], prefilled: [], copied: [], saved: [] };
  const choices: (number | undefined)[] = [];
  const surface: Surface = {
    kind,
    ...(kind === 'terminal' && { busyNotice: (name) => `A turn runs: press Esc first, then /${name}` }),
    show: (view) => void noted.views.push(view),
    perform: (act) => void noted.acts.push(act),
    async ask(asked) {
      noted.asked.push(asked);
      return choices.length > 0 ? choices.shift() : asked.preset;
    },
    enter: async (id) => void noted.entered.push(id),
    prefill: (text) => void noted.prefilled.push(text),
    async copy(text) {
      noted.copied.push(text);
      return 'Copied with a test.';
    },
    async save(file) {
      noted.saved.push(file);
      return savedAs;
    },
  };
  const session = open.open(sessionId);
  opened.push(session);
  const context: CommandContext = {
    client: open.client,
    files: createFiles({ baseUrl: () => server.baseUrl, token: () => server.token }),
    session,
    surface,
    words: english,
    server: { baseUrl: server.baseUrl, isOwn: false },
    version: '9.8.7',
  };

  async function type(text: string): Promise<Outcome> {
    const typed = parseTyped(text, { surface: kind, skills });
    if (typed.kind === 'text' || typed.kind === 'suggestion') throw new Error(`${text} is no command`);
    await session.settled();
    return await runTyped(typed, context);
  }

  return {
    session,
    context,
    noted,
    choices,
    type,
    async rows(text) {
      const outcome = await type(text);
      if (outcome.kind === 'refused') return [`refused: ${outcome.notice}`];
      return [...(outcome.rows ?? []), ...[outcome.notice, outcome.reported].filter((line) => line !== undefined)];
    },
  };
}
