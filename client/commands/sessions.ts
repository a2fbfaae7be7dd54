/** Commands for sessions: create, switch, fork, rename. */
import { done, group, sessionParams, showing, type CommandContext, type Outcome } from './command.js';

export const sessionCommands = group('Sessions', [
  {
    name: 'new',
    aliases: ['clear'],
    usage: '[title]',
    when: 'idle',
    run: create,
  },
  {
    name: 'sessions',
    aliases: ['resume'],
    when: 'idle',
    run: showing({ kind: 'sessions' }),
  },
  {
    name: 'search',
    usage: '[words]',
    when: 'any',
    surfaces: ['page'],
    run: async (context, text) => await showing({ kind: 'search', text })(context),
  },
  {
    name: 'fork',
    usage: '[title]',
    when: 'idle',
    async run({ session, words }, title) {
      const { id } = await session.fork(title === '' ? {} : { title });
      return done({ rows: [words.text('forked', { id })] });
    },
  },
  {
    name: 'title',
    aliases: ['rename'],
    usage: '[text]',
    when: 'any',
    async run({ session, words: { text } }, given) {
      const title = given || session.get().session?.title || '';
      if (given === '') return done({ rows: [title === '' ? text('untitled') : text('titled', { title })] });
      await session.rename(title);
      return done({ notice: text('titled', { title }) });
    },
  },
]);

/** Creates a session in the same directory, with the configured defaults. */
async function create(context: CommandContext, title: string): Promise<Outcome> {
  const { client, session, surface, words } = context;
  const here = session.get().session ?? (await client.getSession(sessionParams(context)));
  const { id } = await client.createSession({
    body: { metadata: { cwd: here.metadata.cwd }, ...(title !== '' && { title }) },
  });
  await surface.enter(id, true);
  return done({ rows: [words.text('created')] });
}
