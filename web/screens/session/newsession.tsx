/** A new session: directory, model and first prompt; nothing is created before the prompt is sent (web.md 5.3). */
import { useEffect, useMemo, useState } from 'preact/hooks';
import { createActions, createOwn } from '../../../client/session/actions.js';
import type { Config, PermissionMode } from '../../../schemas/generated/types.js';
import { showNote } from '../../live/notes.js';
import { navigate, route } from '../../live/routes.js';
import { auth, isOnline, server } from '../../live/server.js';
import { refreshSessions, sessions, workspaces } from '../../live/sessions.js';
import { text } from '../../live/text.js';
import { Menu } from '../../parts/menu.js';
import { Screen } from '../../parts/screen.js';
import { SetUpHint } from '../setuphint.js';
import { MessageBox, type Sent } from './compose/box.js';
import { fileSource } from './compose/completion.js';
import { contentOf } from './compose/content.js';
import { ModelChoice } from './compose/modelchoice.js';
import { modeItems, useModels } from './compose/settings.js';
import { keepChoices, keepDraftNow, keepReason, readChoices, type Draft } from './drafts.js';
import { createId } from './open.js';
import { DirectoryField } from './start/directory.js';
import { MoreOptions } from './start/more.js';
import { TrustPanel } from './trust.js';

const draftId = 'new';
const nothing = (): void => undefined;

export function NewSession() {
  return (
    <Screen title={text('nav.new')}>
      <SetUpHint draftId={draftId} />
      <NewSessionForm />
    </Screen>
  );
}

/** The form, also used on the home screen. */
export function NewSessionForm() {
  const { query } = route.value;
  const given = query.get('cwd') ?? workspaces.value.find(({ id }) => id === query.get('workspace'))?.root;
  const [kept] = useState(readChoices);
  const [typed, setDirectory] = useState<string | undefined>(kept.directory);
  const first = useFirstDirectory(sessions.value.isLoaded && workspaces.value.length === 0);
  const directory = typed ?? given ?? workspaces.value[0]?.root ?? first;
  const config = useConfig();
  const models = useModels();
  const [model, setModel] = useState(kept.model);
  const [effort, setEffort] = useState(kept.effort);
  const [mode, setMode] = useState<PermissionMode | undefined>(kept.mode);
  const [isPlan, setPlan] = useState(kept.isPlan ?? false);
  const [agent, setAgent] = useState(kept.agent ?? '');
  const [dirs, setDirs] = useState(kept.dirs ?? '');
  const { workspaceId, register } = useWorkspace(directory);
  // without a provider the server answers with its offline model
  const standIn =
    auth.value?.providers_count === 0 ? models.find((each) => each.model.startsWith('offline/')) : undefined;
  const chosenModel = (model ?? config?.default_model) || (standIn?.model ?? '');
  const chosenMode = mode ?? config?.default_permission_mode ?? 'manual';
  const efforts = models.find((each) => each.model === chosenModel)?.support_efforts ?? [];
  const off = isOnline.value ? undefined : text('off.connection');

  const sources = useMemo(() => [fileSource(directory === '' ? undefined : directory)], [directory]);
  const capabilities = models.find((each) => each.model === chosenModel)?.capabilities;

  useEffect(
    () =>
      keepChoices({
        ...(typed !== undefined && { directory: typed }),
        ...(model !== undefined && { model }),
        ...(effort !== undefined && { effort }),
        ...(mode !== undefined && { mode }),
        ...(isPlan && { isPlan }),
        ...(agent !== '' && { agent }),
        ...(dirs !== '' && { dirs }),
      }),
    [typed, model, effort, mode, isPlan, agent, dirs],
  );

  async function send(draft: Draft): Promise<Sent> {
    const current = server.peek();
    if (!current) return { kept: text('off.connection') };
    const further = dirs.split('\n').flatMap((line) => (line.trim() === '' ? [] : [line.trim()]));
    const { client, stream } = current;
    const { visit } = route.peek();
    const { id } = await client.createSession({
      body: {
        metadata: { cwd: directory },
        launch: { client_type: 'web', ...(further.length > 0 && { additional_dirs: further }) },
        agent_config: {
          ...(model !== undefined && { model }),
          ...(effort !== undefined && { thinking: effort }),
          ...(mode !== undefined && { permission_mode: mode }),
          ...(isPlan && { plan_mode: true }),
          ...(agent !== '' && { profile: agent }),
        },
      },
    });
    try {
      const own = createOwn();
      await createActions({ sessionId: id, client, stream, own, changed: nothing, refresh: nothing, createId }).send(
        contentOf(draft),
      );
    } catch (error) {
      // the session exists: keep the message in its box, with the reason above it
      keepDraftNow(id, draft);
      keepReason(id, error);
    }
    keepChoices({});
    const open = (): void => navigate(`/sessions/${id}`);
    // the user may have gone to another screen while the server worked
    if (route.peek().visit === visit) open();
    else showNote(text('new.started'), { action: { label: text('new.open'), run: open } });
    return 'sent';
  }

  return (
    <form class="new-session" aria-label={text('composer.name')} onSubmit={(event) => event.preventDefault()}>
      <DirectoryField value={directory} onInput={setDirectory} onChoose={(path) => void register(path)} />
      <TrustPanel workspaceId={workspaceId} />
      <MessageBox
        draftId={draftId}
        rows={4}
        off={off ?? (directory === '' ? text('new.noDirectory') : undefined)}
        sources={sources}
        seesImages={capabilities?.includes('image_in')}
        submit={send}
        controls={
          <>
            <ModelChoice models={models} value={chosenModel} onChange={setModel} />
            {efforts.length > 0 && (
              <select
                aria-label={text('composer.effort')}
                value={effort ?? efforts[0]}
                onChange={(event) => setEffort(event.currentTarget.value)}
              >
                {efforts.map((each) => (
                  <option key={each} value={each}>
                    {each}
                  </option>
                ))}
              </select>
            )}
            <Menu
              kind="quiet"
              label={text('composer.mode', { mode: text(`mode.${chosenMode}`) })}
              items={modeItems(chosenMode, setMode)}
            >
              {text(`mode.${chosenMode}`)}
            </Menu>
            <label class="check switch">
              <input
                type="checkbox"
                role="switch"
                checked={isPlan}
                onChange={(event) => setPlan(event.currentTarget.checked)}
              />
              <span>{text('composer.plan')}</span>
            </label>
          </>
        }
      />
      <MoreOptions workspaceId={workspaceId} agent={agent} onAgent={setAgent} dirs={dirs} onDirs={setDirs} />
    </form>
  );
}

/** The directory when none was opened before: where the server was started, else the user's home directory. */
function useFirstDirectory(isNeeded: boolean): string {
  const [first, setFirst] = useState('');
  const current = server.value;
  useEffect(() => {
    if (!isNeeded) return;
    current?.client.getHostHome().then(
      ({ home, started_in: started }) => setFirst(started ?? home),
      // the user types a directory
      () => undefined,
    );
  }, [current, isNeeded]);
  return first;
}

function useConfig(): Config | undefined {
  const [config, setConfig] = useState<Config | undefined>(undefined);
  const current = server.value;
  useEffect(() => {
    let isOver = false;
    current?.client.getConfig().then(
      (found) => !isOver && setConfig(found),
      // the presets stay empty, and the server applies its own
      () => undefined,
    );
    return () => void (isOver = true);
  }, [current]);
  return config;
}

/** Returns the workspace of a directory, known already or registered once the user chooses the directory. */
function useWorkspace(directory: string): { workspaceId: string | undefined; register(root: string): Promise<void> } {
  const [registered, setRegistered] = useState<{ root: string; id: string } | undefined>(undefined);
  const known = workspaces.value.find(({ root }) => root === directory)?.id;
  return {
    workspaceId: known ?? (registered?.root === directory ? registered.id : undefined),
    async register(root) {
      const client = server.peek()?.client;
      if (!client || root.trim() === '') return;
      try {
        const { id } = await client.registerWorkspace({ body: { root } });
        setRegistered({ root, id });
        refreshSessions();
      } catch (error) {
        // the field reports a missing directory itself; after a lost connection, creating the session registers it
        if (error instanceof TypeError) throw error;
      }
    },
  };
}
