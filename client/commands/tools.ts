/** Commands for what the agent uses: skills, MCP servers, accounts, providers, settings. */
import {
  done,
  everywhere,
  group,
  inTerminal,
  onOrOff,
  performing,
  refuse,
  sessionParams,
  onPage,
  showing,
  type CommandContext,
  type Outcome,
} from './command.js';

export const toolCommands = group('Tools and accounts', [
  {
    name: 'skills',
    when: 'any',
    run: showing({ kind: 'skills' }),
  },
  {
    name: 'mcp',
    when: 'any',
    surfaces: everywhere,
    run: showServers,
  },
  {
    name: 'login',
    when: 'idle',
    run: showing({ kind: 'login' }),
  },
  {
    name: 'logout',
    aliases: ['disconnect'],
    when: 'idle',
    run: onPage({ kind: 'login' }, logOut),
  },
  {
    name: 'provider',
    aliases: ['providers'],
    when: 'any',
    run: showing({ kind: 'providers' }),
  },
  {
    name: 'reload',
    when: 'idle',
    async run({ session, words }) {
      await session.reload();
      return done({ notice: words.text('reloaded') });
    },
  },
]);

export const settingCommands = group('Settings', [
  {
    name: 'settings',
    aliases: ['config'],
    when: 'any',
    run: showing({ kind: 'settings' }),
  },
  {
    name: 'theme',
    when: 'any',
    run: showing({ kind: 'themes' }),
  },
  {
    name: 'editor',
    when: 'any',
    surfaces: inTerminal,
    run: showing({ kind: 'editors' }),
  },
  {
    name: 'vim',
    usage: '[on|off]',
    when: 'any',
    surfaces: inTerminal,
    complete: onOrOff,
    async run(context, args) {
      if (args !== '' && args !== 'on' && args !== 'off') return refuse('/vim takes on or off');
      return await performing({ kind: 'vim', ...(args !== '' && { isOn: args === 'on' }) })(context);
    },
  },
  {
    name: 'reload-tui',
    when: 'any',
    surfaces: inTerminal,
    run: performing({ kind: 'reload' }),
  },
]);

async function showServers(context: CommandContext): Promise<Outcome> {
  if (context.surface.kind !== 'editor') return await showing({ kind: 'mcp' })(context);
  const { mcpRows } = await import('./rows.js');
  const { servers } = await context.client.listMcpServers({ query: sessionParams(context).params });
  return done({ rows: mcpRows(servers) });
}

async function logOut({ client }: CommandContext): Promise<Outcome> {
  const { managed_provider: account } = await client.getAuth();
  if (account === null || account.status === 'unauthenticated') return done({ notice: 'You are not logged in.' });
  await client.logout();
  return done({ rows: ['Logged out.'] });
}
