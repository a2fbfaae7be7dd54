/** The header of a session: title, state, panel buttons with counts, and its problems (web.md 5.4). */
import { Ellipsis, GitBranch, ListTree, Pencil, Redo2, TriangleAlert } from 'lucide-preact';
import { useComputed } from '@preact/signals';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { createReading } from '../../../client/session/reading.js';
import { isTurnActive, isWorking } from '../../../client/session/working.js';
import { runtimeWords } from '../../../client/view/status.js';
import { entryOfSession, entryWord, nameOfPath, stateOf, titleOf } from '../../live/entries.js';
import { route, setQuery } from '../../live/routes.js';
import { server, type Server } from '../../live/server.js';
import { counted, text } from '../../live/text.js';
import { Button, IconButton } from '../../parts/button.js';
import { Clean } from '../../parts/clean.js';
import { Dialog, openDialog } from '../../parts/dialog.js';
import { Menu, type MenuItem } from '../../parts/menu.js';
import { useScreenHeading } from '../../parts/screen.js';
import { StateIcon } from '../../parts/state.js';
import { renameSession } from '../lists/actions.js';
import { longestTitle, NameField, sessionItems } from '../lists/entry.js';
import type { OpenSession } from './open.js';
import { panels, type PanelName } from './places.js';
import { openPrompts } from './prompts.js';

const toolbar = panels.filter(({ name }) => name !== 'side');

/** Whether a redo is possible; asks the server only while an undo is the newest item of the session. */
function useRedo({ id, state }: OpenSession): boolean {
  const undone = useComputed(() => {
    const last = state.value.timeline.items.at(-1);
    return last?.kind === 'marker' && last.marker === 'undo' ? last.markerId : undefined;
  }).value;
  const client = server.value?.client;
  const [offered, offer] = useState<string | undefined>(undefined);
  useEffect(() => {
    if (!client || undone === undefined) return;
    client.redoSession({ params: { session_id: id }, body: { dry_run: true, page_size: 1 } }).then(
      () => offer(undone),
      // nothing to redo
      () => offer(undefined),
    );
  }, [client, id, undone]);
  return undone !== undefined && offered === undone;
}

function redoItem(session: OpenSession): MenuItem {
  return {
    name: text('undo.redo'),
    icon: Redo2,
    run: () => void import('./compose/undo.js').then(({ openRedo }) => openRedo(session)),
  };
}

export function Header({ session }: { session: OpenSession }) {
  const facts = session.state.value.session;
  const [isRenaming, rename] = useState(false);
  const entry = facts && entryOfSession({ ...facts, updated_at: new Date(0).toISOString() });
  const title = entry ? titleOf(entry) : '';
  const heading = useScreenHeading(title);
  const canRedo = useRedo(session);
  const counts = useCounts(session);
  if (!facts || !entry) return null;
  const activity = stateOf(facts);
  const word = entryWord({ state: activity, isBehind: activity === 'running' && !isWorking(session.state.value) });
  const { query } = route.value;
  return (
    <header class="session-header">
      <div class="session-names">
        {isRenaming && <h1 class="unseen">{title}</h1>}
        {isRenaming ? (
          <NameField
            label={text('session.title')}
            value={title}
            longest={longestTitle}
            onDone={(next) => {
              rename(false);
              if (next !== undefined) void renameSession(session.id, next);
            }}
          />
        ) : (
          <>
            <h1 ref={heading} tabIndex={-1}>
              {title}
            </h1>
            <IconButton icon={Pencil} label={text('session.rename')} onClick={() => rename(true)} />
          </>
        )}
      </div>
      <p class="session-facts dim small">
        <span class="session-state" data-testid="session-state" data-state={activity}>
          <StateIcon state={activity} word={word} /> {word}
        </span>
        {runtimeWords(session.state.value.settings.runtime).map((word) => (
          <span key={word} data-testid="session-runtime">
            {word}
          </span>
        ))}
        <span title={facts.metadata.cwd}>
          <Clean text={nameOfPath(facts.metadata.cwd)} />
        </span>
        <Branch session={session} />
      </p>
      <div class="session-tools" role="toolbar" aria-label={text('session.toolbar')}>
        <div class="session-tabs">
          {toolbar.map(({ name }) => (
            <Button
              key={name}
              kind="quiet"
              data-opens={name}
              aria-pressed={query.get('panel') === name}
              onClick={() => setQuery({ panel: query.get('panel') === name ? undefined : name }, { replace: true })}
            >
              {counts[name] ?? text(`panel.${name}`)}
            </Button>
          ))}
          <Warnings session={session} />
        </div>
        <Menu
          label={text('session.actions')}
          icon={Ellipsis}
          items={[
            ...(canRedo ? [redoItem(session)] : []),
            { name: text('prompts.title'), icon: ListTree, run: () => openPrompts(session) },
            ...sessionItems(entry, () => rename(true)),
          ]}
        />
      </div>
    </header>
  );
}

/** Counts for the buttons of panels: changed files, agents besides the main one, running tasks. */
function useCounts({ id, state }: OpenSession): Partial<Record<PanelName, string>> {
  const { fileChanges, agents, tasks } = state.value;
  const client = server.value?.client;
  const [files, setFiles] = useState(0);
  const reading = useMemo(
    () =>
      client &&
      createReading({
        spacingMs: 1_000,
        read: async () => setFiles((await client.listChanges({ params: { session_id: id } })).files.length),
      }),
    [client, id],
  );
  useEffect(() => () => reading?.close(), [reading]);
  useEffect(() => reading?.refresh(), [reading, fileChanges]);
  const others = agents.filter(({ agentId, disposedAt }) => agentId !== 'main' && disposedAt === undefined).length;
  const running = tasks.filter((task) => task.state === 'running').length;
  return {
    ...(files > 0 && { changes: counted('panel.changes.count', files) }),
    ...(others > 0 && { agents: counted('panel.agents.count', others) }),
    ...(running > 0 && { tasks: counted('panel.tasks.count', running) }),
  };
}

/** Asks the server when the session opens, and again after each turn. */
function useAfterTurns<Found>(
  { id, state }: OpenSession,
  ask: (client: Server['client'], params: { session_id: string }) => Promise<Found>,
): Found | undefined {
  const isWorking = useComputed(() => isTurnActive(state.value)).value;
  const turns = useComputed(() => state.value.timeline.items.length).value;
  const client = server.value?.client;
  const [found, setFound] = useState<Found | undefined>(undefined);
  const asked = useRef('');
  useEffect(() => {
    if (!client || (isWorking && asked.current === id)) return;
    asked.current = id;
    let isOver = false;
    ask(client, { session_id: id }).then(
      (answer) => isOver || setFound(answer),
      // the next turn asks again
      () => undefined,
    );
    return () => void (isOver = true);
  }, [client, id, turns, isWorking]);
  return found;
}

function Branch({ session }: { session: OpenSession }) {
  // the answer includes the branch; no file has this name, so git compares none
  const found = useAfterTurns(session, (client, params) => client.getGitStatus({ params, body: { paths: ['.git'] } }));
  if (!found || found.branch === '') return null;
  return (
    <span class="session-branch" title={text('all.branch')} data-testid="session-branch">
      <GitBranch aria-hidden="true" size="1em" />
      <Clean text={found.branch} />
    </span>
  );
}

function Warnings({ session }: { session: OpenSession }) {
  const { warnings = [] } = useAfterTurns(session, (client, params) => client.listWarnings({ params })) ?? {};
  if (warnings.length === 0) return null;
  const name = counted('session.warnings', warnings.length);
  return (
    <Button
      kind="quiet"
      icon={TriangleAlert}
      onClick={() =>
        openDialog((close) => (
          <Dialog title={name} onClose={close}>
            <ul>
              {warnings.map(({ code, message }, at) => (
                <li key={at} data-code={code}>
                  <Clean text={message} />
                </li>
              ))}
            </ul>
          </Dialog>
        ))
      }
    >
      {name}
    </Button>
  );
}
