/** Commands that show help, keys, state, usage, changes, transcript and version; and commands of the program itself. */
import {
  done,
  everywhere,
  group,
  inTerminal,
  performing,
  sessionParams,
  onPage,
  showing,
  type Command,
  type CommandContext,
  type Outcome,
} from './command.js';

/** `offered` returns the commands of a surface, for its help. */
export const informationCommands = (offered: (surface: CommandContext['surface']['kind']) => readonly Command[]) =>
  group('Information', [
    {
      name: 'help',
      aliases: ['h', '?'],
      when: 'any',
      surfaces: everywhere,
      async run(context) {
        const { surface, words } = context;
        if (surface.kind !== 'editor') return await showing({ kind: 'help' })(context);
        const { helpRows } = await import('./rows.js');
        return done({ rows: helpRows(offered(surface.kind), words) });
      },
    },
    {
      name: 'keys',
      when: 'any',
      run: showing({ kind: 'keys' }),
    },
    {
      name: 'status',
      when: 'any',
      surfaces: everywhere,
      run: onPage({ kind: 'status' }, showStatus),
    },
    {
      name: 'usage',
      aliases: ['cost'],
      when: 'any',
      surfaces: everywhere,
      run: onPage({ kind: 'usage' }, showUsage),
    },
    {
      name: 'diff',
      usage: '[path]',
      when: 'any',
      run: async (context, path) => await showing({ kind: 'diff', path })(context),
    },
    {
      name: 'transcript',
      when: 'any',
      run: showing({ kind: 'transcript' }),
    },
    {
      name: 'version',
      when: 'any',
      run: onPage({ kind: 'version' }, async (context) => done({ rows: [await versionIn(context)] })),
    },
  ]);

export const programCommands = group('Program', [
  {
    name: 'web',
    when: 'any',
    surfaces: inTerminal,
    run: performing({ kind: 'web' }),
  },
  {
    name: 'desktop',
    aliases: ['install-desktop'],
    when: 'any',
    surfaces: inTerminal,
    run: performing({ kind: 'desktop' }),
  },
  {
    name: 'exit',
    aliases: ['quit', 'q'],
    when: 'any',
    surfaces: inTerminal,
    run: performing({ kind: 'exit' }),
  },
]);

/** Returns the version of the client's program, or else that of the server. */
async function versionIn({ version, client }: CommandContext): Promise<string> {
  return version ?? (await client.getMeta()).server_version;
}

async function showStatus(context: CommandContext): Promise<Outcome> {
  const { client, session, server } = context;
  const [{ statusRows }, version, { connections }, { warnings }] = await Promise.all([
    import('./rows.js'),
    versionIn(context),
    client.listConnections(),
    client.listWarnings(sessionParams(context)),
  ]);
  return done({ rows: statusRows({ version, state: session.get(), server, clients: connections.length, warnings }) });
}

const dayMs = 24 * 60 * 60 * 1_000;

async function showUsage(context: CommandContext): Promise<Outcome> {
  const { client } = context;
  const now = context.now?.() ?? Date.now();
  // covers today in every time zone, with as little history as possible
  const from = new Date(now - dayMs).toISOString().slice(0, 10);
  const [{ usageRows }, session, usage, { managed_provider: account }] = await Promise.all([
    import('./rows.js'),
    client.getSessionUsage(sessionParams(context)),
    client.getUsage({ query: { from, limit: 2 } }),
    client.getAuth(),
  ]);
  const answer = account?.status === 'authenticated' ? await client.getAccountUsage() : undefined;
  const quota = answer?.kind === 'ok' ? answer.quota : undefined;
  const problem = answer?.kind === 'error' ? [`Account: ${answer.message}`] : [];
  return done({ rows: [...usageRows({ session, usage, now, ...(quota && { quota }) }), ...problem] });
}
