/** Commands for sessions: a new one, another one, a copy, the title. */
import { done, group, sessionParams, showing, type CommandContext, type Outcome } from './command.js';

export const sessionCommands = group('Sessions', [
  {
    name: 'new',
    aliases: ['clear'],
    usage: '[title]',
    description: 'Begin a new session',
    when: 'idle',
    run: create,
  },
  {
    name: 'sessions',
    aliases: ['resume'],
    description: 'List the sessions and open one',
    when: 'idle',
    run: showing({ kind: 'sessions' }),
  },
  {
    name: 'search',
    usage: '[words]',
    description: 'Search all sessions',
    when: 'any',
    surfaces: ['page'],
    run: async (context, text) => await showing({ kind: 'search', text })(context),
  },
  {
    name: 'fork',
    usage: '[title]',
    description: 'Copy this session and stay here',
    when: 'idle',
    async run({ session }, title) {
      const { id } = await session.fork(title === '' ? {} : { title });
      return done({ rows: [`Forked: ${id}`] });
    },
  },
  {
    name: 'title',
    aliases: ['rename'],
    usage: '[text]',
    description: 'Show or set the title',
    when: 'any',
    async run({ session }, title) {
      if (title === '') return done({ rows: [`Title: ${session.get().session?.title || 'none'}`] });
      await session.rename(title);
      return done({ notice: `Title: ${title}` });
    },
  },
]);

/** In the same directory, with the configured defaults. */
async function create(context: CommandContext, title: string): Promise<Outcome> {
  const { client, session, surface } = context;
  const here = session.get().session ?? (await client.getSession(sessionParams(context)));
  const { id } = await client.createSession({
    body: { metadata: { cwd: here.metadata.cwd }, ...(title !== '' && { title }) },
  });
  await surface.enter(id, true);
  return done({ rows: ['New session.'] });
}
