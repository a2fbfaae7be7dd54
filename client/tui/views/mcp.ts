/** The MCP servers of a session with state and tools; the user can restart one or log in to it (tui.md 3.7). */
import { openMcpServers } from '../../session/mcp.js';
import { visibleRow } from '../../view/clean.js';
import { counted } from '../../view/format.js';
import type { Conversation } from '../conversation.js';
import { textLines } from '../text/calls.js';
import { lineOf, span, type Line } from '../text/line.js';
import { createAskPanels } from './askpanels.js';
import { createListOpener, sessionParams as params, type ListsDeps } from './openlist.js';

export function openMcpList(deps: ListsDeps, conversation: Conversation): void {
  const { app, keymap, pager, client, stream } = deps;
  const { open, attempt } = createListOpener(deps);
  const { session } = conversation;
  open({
    title: 'MCP servers',
    hint: 'Enter tools · r restart · l log in',
    follows: session,
    async read() {
      const { servers } = await client.listMcpServers({ query: params(conversation) });
      return servers.map((server) => ({
        value: server,
        label: server.name,
        about: `${server.status}${server.runtime_id === 'sandbox' ? ' in the sandbox' : ''}${server.last_error === undefined ? '' : `: ${server.last_error}`}`,
        right: counted(server.tool_count, 'tool'),
      }));
    },
    async choose({ id, name }) {
      const { tools } = await client.listTools({ query: params(conversation) });
      const prefix = `mcp__${id}__`;
      const lines = tools
        .filter((tool) => tool.mcp_server_id === id || tool.name.startsWith(prefix))
        .flatMap((tool): Line[] => [
          [span(visibleRow(tool.name), { bold: true })],
          ...textLines(tool.description).map((line): Line => [span('  '), ...line]),
        ]);
      pager.open(`Tools of ${visibleRow(name)}`, lines.length > 0 ? lines : [lineOf('No tools.', 'textDim')]);
    },
    keys: {
      async r({ id, name }) {
        await session.restartMcpServer(id);
        app.notice(`${name} is restarted`);
      },
      async 'ctrl+r'({ id, name }) {
        await session.restartMcpServer(id);
        app.notice(`${name} is restarted`);
      },
      l: ({ id }) => void attempt(() => logIn(id)),
    },
  });

  /** Shows the address for the user's browser, until the login has ended. */
  async function logIn(name: string): Promise<void> {
    const cwd = session.get().session?.metadata.cwd;
    const servers = openMcpServers({ client, stream, ...(cwd !== undefined && { cwd }) });
    const leave = servers.subscribe(app.changed);
    const hide = createAskPanels(app, keymap).showNote(
      () => {
        const { login } = servers.get();
        return [
          [span(`Log in to ${visibleRow(name)}`, { token: 'primary', bold: true })],
          login
            ? [span('Open  ', 'textDim'), span(visibleRow(login.url))]
            : lineOf('Asking for an address…', 'textDim'),
          lineOf('Esc to cancel', 'textMuted'),
        ];
      },
      () => void attempt(() => servers.cancelLogin()),
    );
    try {
      const login = await servers.logIn(name);
      if (!login) app.notice(`${name}: the stored login is valid`);
      else if (login.status === 'authorized') app.commit([lineOf(`Logged in to ${visibleRow(name)}.`, 'success')]);
      else
        app.commit([
          lineOf(`Not logged in to ${visibleRow(name)}: ${visibleRow(login.error ?? login.status)}`, 'warning'),
        ]);
    } finally {
      leave();
      servers.close();
      hide();
    }
  }
}
