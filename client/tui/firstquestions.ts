/** Questions at the start of a session: import of an old installation, trust in the project, a model (tui.md 2.5). */
import { ApiFailure } from '../api/failure.js';
import type { Client } from '../api/client.js';
import type { Stream } from '../api/stream.js';
import type { Io } from '../cli/io.js';
import { offlineModel, takeDefaultModel } from '../session/account.js';
import { declineTrust, readTrustQuestion, type ProjectServer } from '../session/trust.js';
import { visibleRow } from '../view/clean.js';
import { counted } from '../view/format.js';
import type { App } from './app.js';
import type { Keymap } from './keys/actions.js';
import { textLines } from './text/calls.js';
import { lineOf, span, type Line } from './text/line.js';
import type { Pager } from './views/pager.js';

/** Key under which the server remembers that the user chose the offline model. */
const offlineChosen = 'tui/offline-chosen';

export interface QuestionsDeps {
  io: Io;
  app: App;
  keymap: Keymap;
  pager: Pick<Pager, 'open'>;
  client: Client;
  stream: Stream;
}

export interface OpenedSession {
  /** model of the command line */
  model: string | undefined;
  workspaceId: string;
  /** Whether the session was created for this start. */
  isNew: boolean;
}

/** Resolves with `leave` when the user wants no session. */
export async function firstQuestions(deps: QuestionsDeps, opened: OpenedSession): Promise<'leave' | undefined> {
  await askImport(deps, opened);
  if ((await askTrust(deps, opened.workspaceId)) === 'leave') return 'leave';
  return await askProvider(deps, opened);
}

/** Offers an old installation until it was imported or declined (cli.md 5.6). */
async function askImport({ io, app, pager, client }: QuestionsDeps, { model }: OpenedSession): Promise<void> {
  if (!io.env['AGENT_LEGACY_HOME'] && io.constants.legacyHomes.length === 0) return;
  const { declineMigration, importOffer, offeredHome, readOffer } = await import('../cli/migrate.js');
  const path = offeredHome(io);
  if (path === undefined) return;
  const choice = await app.ask({
    title: 'An old installation is there.',
    body: [lineOf(visibleRow(path), { bold: true })],
    choices: ['Import now', 'Later', 'Never'],
    isAutomatic: true,
  });
  if (choice === 3) declineMigration(io);
  if (choice !== 1) return;
  const stop = new AbortController();
  const off = io.onSignal(() => stop.abort());
  try {
    const { found, servers, sessions, hasSettings } = await readOffer(path, io, stop.signal);
    const title = 'What is imported?';
    const body = [lineOf(visibleRow(found)), ...servers.map((row) => lineOf(visibleRow(row), 'textDim'))];
    const what = await app.ask({
      title,
      body,
      choices: ['Configuration only', `Configuration and ${counted(sessions, 'session')}`, 'Cancel'],
      preset: sessions > 0 ? 2 : hasSettings ? 1 : 3,
      preview: () => pager.open(title, body),
    });
    if (what !== 1 && what !== 2) return;
    const rows = await importOffer(path, what === 2, io, {
      signal: stop.signal,
      onProgress: (done, of) => app.notice(`Importing session ${done} of ${of}`),
    });
    app.commit([...rows.map((row) => lineOf(visibleRow(row), 'textDim')), []]);
    const { session } = app.conversation ?? {};
    await session?.reload();
    if (session && model === undefined) await takeDefaultModel(client, session);
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'MigrationProblem') throw error;
    app.commit([lineOf(visibleRow(error.message), 'error'), []]);
  } finally {
    off();
  }
}

/** Asks whether to trust the project's MCP servers; the decision covers their present configuration. */
async function askTrust({ client, app, pager }: QuestionsDeps, workspaceId: string): Promise<'leave' | undefined> {
  for (;;) {
    const question = await readTrustQuestion(client, workspaceId);
    if (!question) return undefined;
    const { root, servers, shown } = question;
    const title = 'Trust this project?';
    const body = [lineOf(visibleRow(root), { bold: true }), ...servers.flatMap(serverLines)];
    const choice = await app.ask({
      title,
      body,
      choices: ["Don't trust", 'Trust this workspace', 'Exit'],
      isAutomatic: true,
      preview: () => pager.open(title, body),
    });
    if (choice === 3) return 'leave';
    if (choice !== 2) {
      await declineTrust(client, workspaceId, shown);
      return undefined;
    }
    try {
      await client.trustWorkspace({ params: { workspace_id: workspaceId }, body: { shown } });
      return undefined;
    } catch (error) {
      // the files changed while they were shown: ask again about the new ones
      if (!(error instanceof ApiFailure) || error.name !== 'VALIDATION_FAILED') throw error;
      app.notice('The servers of the project changed meanwhile: look at them again');
    }
  }
}

/** Describes what a server would execute or call, and which variables it gets. */
function serverLines({ name, command, url, cwd, variables, trusted, enabled }: ProjectServer): Line[] {
  const state = trusted ? '  trusted already' : enabled ? '' : '  switched off';
  return [
    [span(visibleRow(name), { bold: true }), span(state, 'textMuted')],
    ...textLines(`  ${command ?? url ?? ''}`),
    ...(cwd === undefined ? [] : textLines(`  in ${cwd}`, 'textDim')),
    ...(variables.length === 0 ? [] : textLines(`  gets ${variables.join(', ')}`, 'textDim')),
  ];
}

async function askProvider(
  { app, keymap, client, stream }: QuestionsDeps,
  { model: wanted, isNew }: OpenedSession,
): Promise<'leave' | undefined> {
  const { conversation } = app;
  const model = conversation?.session.get().settings.model;
  const isOffline = model === offlineModel;
  if (!conversation || wanted !== undefined || (model !== '' && !isOffline) || (isOffline && !isNew)) return undefined;
  const { session } = conversation;
  const useModel = async (alias: string): Promise<void> => await session.configure({ model: alias });
  const { default_model: configured } = await client.getConfig();
  if (configured) return undefined;
  const { value } = await client.getGuiItem({ query: { key: offlineChosen } });
  const notice = `${offlineModel} answers: a provider without a network. /provider adds a real model.`;
  const showNotice = (): void => app.commit([lineOf(notice, 'textMuted'), []]);
  if (isOffline && value !== null) return void showNotice();
  const offline = isOffline ? 'Try the built-in offline stand-in' : undefined;
  const choice = await app.ask({
    title: 'No model provider is configured.',
    choices: ['Log in', 'Add a provider', offline, 'Quit'],
    isAutomatic: true,
  });
  switch (choice) {
    case 1:
      return void (await conversation.submit({ mode: 'prompt', text: '/login' }));
    case 2: {
      const { createAccounts } = await import('./views/show.js');
      return void (await createAccounts({ app, keymap, client, stream, useModel }).addProvider());
    }
    case 3:
      await client.setGuiItem({ body: { key: offlineChosen, value: 'true' } });
      return void showNotice();
    default:
      return 'leave';
  }
}
