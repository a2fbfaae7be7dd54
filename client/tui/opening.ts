/** Chooses the session to open, and asks about it (tui.md 2.3). */
import type { Launch, Session } from '../../schemas/generated/types.js';
import { isFrom, newestSessionIn, sessionById } from '../cli/find-session.js';
import type { Io } from '../cli/io.js';
import { visibleRow } from '../view/clean.js';
import type { App, Link } from './app.js';
import type { createKeymap } from './keys/actions.js';
import type { TuiSettings } from './settings.js';
import type { createPager } from './views/pager.js';

export interface TuiRequest {
  /** `choose`: shows a list first */
  session: 'new' | 'newest' | 'choose' | { id: string };
  model: string | undefined;
  agent: string | undefined;
  mode: 'manual' | 'auto' | 'yolo' | undefined;
  plan: boolean;
  launch: Launch;
  /** whether the UI prints lines instead of a screen */
  isLinear: boolean;
  settings: TuiSettings;
}

/** Returns the session that the command line names, after the questions about it; undefined: a new one. */
export async function sessionFor(
  { session, model, mode, plan, launch }: TuiRequest,
  app: App,
  link: Link,
  io: Io,
  keymap: ReturnType<typeof createKeymap>,
  pager: ReturnType<typeof createPager>,
): Promise<Session | 'leave' | undefined> {
  const { client } = link;
  const isAutomatic = true;
  if (session === 'new') return undefined;
  let found: Session | undefined;
  if (session === 'newest') {
    found = await newestSessionIn(io.cwd, client);
    if (!found) {
      app.notice('No session in this directory yet: this is a new one');
      return undefined;
    }
  } else if (session === 'choose') {
    const { openSessions } = await import('./views/show.js');
    const id = await new Promise<string | undefined>((resolve) => {
      const lists = { app, keymap, pager, ...link, cwd: io.cwd, userHome: io.userHome, now: io.now };
      openSessions(
        lists,
        async (chosen) => resolve(chosen),
        () => resolve(undefined),
      );
    });
    if (id === undefined) return 'leave';
    found = await client.getSession({ params: { session_id: id } });
  } else found = await sessionById(session.id, client);
  if (!(await isFrom(found, io.cwd))) {
    const title = `This session belongs to ${visibleRow(found.metadata.cwd)}.`;
    const choice = await app.ask({ title, choices: ['Open it there', 'Cancel'], isAutomatic });
    if (choice !== 1) return 'leave';
  }
  if (found.archived) {
    const choice = await app.ask({
      title: 'This session is archived.',
      choices: ['Restore and open', 'Cancel'],
      isAutomatic,
    });
    if (choice !== 1) return 'leave';
    await client.restoreSession({ params: { session_id: found.id } });
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
