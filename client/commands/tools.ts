/** Commands for what the agent works with: skills, MCP servers, accounts, providers, settings. */
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
import { mcpRows } from './rows.js';

export const toolCommands = group('Tools and accounts', [
  {
    name: 'skills',
    description: 'List the skills',
    when: 'any',
    run: showing({ kind: 'skills' }),
  },
  {
    name: 'mcp',
    description: 'Show the MCP servers; restart one or log in to it',
    when: 'any',
    surfaces: everywhere,
    run: showServers,
  },
  {
    name: 'login',
    description: 'Log in',
    when: 'idle',
    run: showing({ kind: 'login' }),
  },
  {
    name: 'logout',
    aliases: ['disconnect'],
    description: 'Log out',
    when: 'idle',
    run: onPage({ kind: 'login' }, logOut),
  },
  {
    name: 'provider',
    aliases: ['providers'],
    description: 'List, add or remove model providers',
    when: 'any',
    run: showing({ kind: 'providers' }),
  },
  {
    name: 'reload',
    description: 'Read configuration, skills and MCP servers again',
    when: 'idle',
    async run({ session }) {
      await session.reload();
      return done({ notice: 'Configuration, skills and MCP servers are read again.' });
    },
  },
]);

export const settingCommands = group('Settings', [
  {
    name: 'settings',
    aliases: ['config'],
    description: 'Show and change settings',
    when: 'any',
    run: showing({ kind: 'settings' }),
  },
  {
    name: 'theme',
    description: 'Choose the colours',
    when: 'any',
    run: showing({ kind: 'themes' }),
  },
  {
    name: 'editor',
    description: 'Choose the external editor',
    when: 'any',
    surfaces: inTerminal,
    run: showing({ kind: 'editors' }),
  },
  {
    name: 'vim',
    usage: '[on|off]',
    description: 'Keys of vim in the input on or off',
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
    description: 'Read tui.toml, keys and theme again',
    when: 'any',
    surfaces: inTerminal,
    run: performing({ kind: 'reload' }),
  },
]);

async function showServers(context: CommandContext): Promise<Outcome> {
  if (context.surface.kind !== 'editor') return await showing({ kind: 'mcp' })(context);
  const { servers } = await context.client.listMcpServers({ query: sessionParams(context).params });
  return done({ rows: mcpRows(servers) });
}

async function logOut({ client }: CommandContext): Promise<Outcome> {
  const { managed_provider: account } = await client.getAuth();
  if (account === null || account.status === 'unauthenticated') return done({ notice: 'You are not logged in.' });
  await client.logout();
  return done({ rows: ['Logged out.'] });
}
