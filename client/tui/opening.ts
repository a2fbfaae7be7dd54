/** Which session opens, and what is asked before the first prompt (tui.md 2.3, 2.5). */
import type { Launch, Session } from '../../schemas/generated/types.js';
import { isFrom, newestSessionIn, sessionById } from '../cli/find-session.js';
import type { Io } from '../cli/io.js';
import { visibleRow } from '../view/clean.js';
import type { App, Link } from './app.js';
import type { createKeymap } from './keys/actions.js';
import type { TuiSettings } from './settings.js';
import { lineOf } from './text/line.js';
import { createLists } from './views/lists.js';
import type { createPager } from './views/pager.js';

const offlineModel = 'offline/echo';
/** that the user chose it, kept by the server */
const offlineChosen = 'tui/offline-chosen';

export interface TuiRequest {
  /** `choose`: a list comes first */
  session: 'new' | 'newest' | 'choose' | { id: string };
  model: string | undefined;
  agent: string | undefined;
  mode: 'manual' | 'auto' | 'yolo' | undefined;
  plan: boolean;
  launch: Launch;
  settings: TuiSettings;
}

/** The session that the command line names, after the questions about it; undefined: a new one. */
export async function sessionFor(
  { session, model, mode, plan, launch }: TuiRequest,
  app: App,
  link: Link,
  io: Io,
  keymap: ReturnType<typeof createKeymap>,
  pager: ReturnType<typeof createPager>,
): Promise<Session | 'leave' | undefined> {
  const { client } = link;
  if (session === 'new') return undefined;
  let found: Session | undefined;
  if (session === 'newest') {
    found = await newestSessionIn(io.cwd, client);
    if (!found) {
      app.notice('No session in this directory yet: this is a new one');
      return undefined;
    }
  } else if (session === 'choose') {
    const id = await new Promise<string | undefined>((resolve) => {
      const lists = createLists({ app, keymap, pager, ...link, cwd: io.cwd, userHome: io.userHome, now: io.now });
      lists.sessions(
        async (chosen) => resolve(chosen),
        () => resolve(undefined),
      );
    });
    if (id === undefined) return 'leave';
    found = await client.getSession({ params: { session_id: id } });
  } else found = await sessionById(session.id, client);
  if (found.archived) {
    const choice = await app.ask({ title: 'This session is archived.', choices: ['Restore and open', 'Cancel'] });
    if (choice !== 1) return 'leave';
    await client.restoreSession({ params: { session_id: found.id } });
  }
  if (!(await isFrom(found, io.cwd))) {
    const title = `This session belongs to ${visibleRow(found.metadata.cwd)}.`;
    const choice = await app.ask({ title, choices: ['Open it there', 'Cancel'] });
    if (choice !== 1) return 'leave';
  }
  const config = {
    ...(model !== undefined && { model }),
    ...(mode !== undefined && { permission_mode: mode }),
    ...(plan && { plan_mode: true }),
  };
  return await client.loadSession({
    params: { session_id: found.id },
    body: { launch, ...(Object.keys(config).length > 0 && { agent_config: config }) },
  });
}

/** What is asked before the first prompt of a home without a provider (tui.md 2.5). */
export async function firstQuestions({ model: wanted }: TuiRequest, { client }: Link, app: App): Promise<void> {
  const { conversation } = app;
  const model = conversation?.session.get().settings.model;
  const isOffline = model === offlineModel;
  if (!conversation || wanted !== undefined || (model !== '' && !isOffline)) return;
  const { default_model: configured } = await client.getConfig();
  if (configured) return;
  const { value } = await client.getGuiItem({ query: { key: offlineChosen } });
  const said = `${offlineModel} answers: a provider without a network. /provider adds a real model.`;
  if (isOffline && value !== null) return app.commit([lineOf(said, 'textMuted'), []]);
  const offline = 'Try the built-in offline stand-in';
  const choices = ['Log in', 'Add a provider', ...(isOffline ? [offline] : []), 'Quit'];
  const choice = await app.ask({ title: 'No model provider is configured.', choices });
  const chosen = choice === undefined ? 'Quit' : choices[choice - 1];
  if (chosen === 'Log in') return await conversation.submit({ mode: 'prompt', text: '/login' });
  if (chosen === 'Add a provider') return await conversation.submit({ mode: 'prompt', text: '/provider' });
  if (chosen !== offline) return await app.leave();
  await client.setGuiItem({ body: { key: offlineChosen, value: 'true' } });
  app.commit([lineOf(said, 'textDim'), []]);
}
