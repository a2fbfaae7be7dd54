/** Asks whether a project may start the MCP servers that its files configure (web.md 5.3). */
import { ShieldQuestion } from 'lucide-preact';
import { useEffect, useId, useState } from 'preact/hooks';
import { ApiFailure } from '../../../client/api/failure.js';
import type { Client } from '../../../client/api/client.js';
import type { GetWorkspaceTrustData } from '../../../schemas/generated/types.js';
import {
  declineTrust,
  readTrustQuestion,
  type ProjectServer,
  type TrustQuestion,
} from '../../../client/session/trust.js';
import { showNote } from '../../live/notes.js';
import { server } from '../../live/server.js';
import { text } from '../../live/text.js';
import { Button } from '../../parts/button.js';
import { Clean } from '../../parts/clean.js';
import { Dialog, openDialog } from '../../parts/dialog.js';
import { Failure, reasonOf } from '../../parts/failure.js';
import type { SessionPart } from './places.js';

/** Renders nothing while no server waits; a changed `trigger` asks the server again. */
export function TrustPanel({ workspaceId, trigger }: { workspaceId: string | undefined; trigger?: unknown }) {
  const id = useId();
  const client = server.value?.client;
  const [question, setQuestion] = useState<TrustQuestion | undefined>(undefined);
  const [isChanged, setChanged] = useState(false);
  const [isBusy, setBusy] = useState(false);

  useEffect(() => {
    let isOver = false;
    if (!client || workspaceId === undefined) setQuestion(undefined);
    else
      readTrustQuestion(client, workspaceId).then(
        (found) => !isOver && setQuestion(found),
        // without an answer nothing is trusted; the next trigger asks again
        () => undefined,
      );
    return () => void (isOver = true);
  }, [client, workspaceId, trigger]);

  if (!client || !question || workspaceId === undefined) return null;
  const { root, servers, shown } = question;

  async function decide(action: (client: Client, workspace: string) => Promise<unknown>): Promise<void> {
    if (!client || workspaceId === undefined || isBusy) return;
    setBusy(true);
    try {
      await action(client, workspaceId);
      setQuestion(undefined);
    } catch (error) {
      if (error instanceof ApiFailure && error.name === 'VALIDATION_FAILED') {
        // the files changed while they were shown: show the current content before the user decides
        setChanged(true);
        setQuestion(await readTrustQuestion(client, workspaceId).catch(() => question));
      } else showNote(reasonOf(error), { isError: true });
    } finally {
      setBusy(false);
    }
  }

  return (
    <section class="card attention trust" role="region" aria-labelledby={id}>
      <h2 id={id}>
        <ShieldQuestion aria-hidden="true" size="1.1em" /> {text('trust.title')}
      </h2>
      <p>
        <Clean text={text('trust.lead', { root })} />
      </p>
      {isChanged && (
        <p class="reason" role="alert">
          {text('trust.changed')}
        </p>
      )}
      <ul class="trust-servers">
        {servers
          .filter(({ trusted }) => !trusted)
          .map((each) => (
            <li key={`${each.origin} ${each.name}`}>
              <ServerFacts server={each} />
            </li>
          ))}
      </ul>
      <div class="row">
        <Button onClick={() => void decide((api, workspace) => declineTrust(api, workspace, shown))}>
          {text('trust.decline')}
        </Button>
        <Button
          onClick={() =>
            void decide((api, workspace) =>
              api.trustWorkspace({ params: { workspace_id: workspace }, body: { shown } }),
            )
          }
        >
          {text('trust.accept')}
        </Button>
      </div>
    </section>
  );
}

function ServerFacts({ server: each }: { server: ProjectServer }) {
  const { name, origin, command, url, cwd, env_keys: env = [], header_keys: headers = [], variables, enabled } = each;
  const facts: readonly (readonly [string, string | undefined])[] = [
    [text('trust.command'), command],
    [text('trust.address'), url],
    [text('trust.cwd'), command === undefined ? undefined : (cwd ?? text('trust.cwd.session'))],
    [text('trust.env'), env.join(', ')],
    [text('trust.headers'), headers.join(', ')],
    [text('trust.variables'), variables.join(', ')],
    [text('trust.file'), origin],
  ];
  return (
    <>
      <h3>
        <Clean text={name} />
        {!enabled && <span class="dim small"> {text('trust.off')}</span>}
      </h3>
      <dl class="facts">
        {facts.map(
          ([label, value]) =>
            value !== undefined &&
            value !== '' && (
              <div key={label}>
                <dt>{label}</dt>
                <dd>
                  <code>
                    <Clean text={value} />
                  </code>
                </dd>
              </div>
            ),
        )}
      </dl>
    </>
  );
}

/** The question in a running session, when the project gets new entries. */
export function SessionTrust({ session: { state } }: SessionPart) {
  const { session, mcpServers, fileChanges } = state.value;
  const [trigger, setTrigger] = useState(0);
  useEffect(() => setTrigger((count) => count + 1), [mcpServers, fileChanges]);
  if (session?.archived !== false || session.owner !== undefined) return null;
  return <TrustPanel workspaceId={session.workspace_id} trigger={trigger} />;
}

/** Opens what a project's files configure and the user's decision, from the workspace menu and the settings. */
export function openTrust(workspaceId: string, onDone?: () => void): void {
  openDialog((close) => (
    <Review
      workspaceId={workspaceId}
      onClose={() => {
        close();
        onDone?.();
      }}
    />
  ));
}

function Review({ workspaceId, onClose }: { workspaceId: string; onClose(): void }) {
  const client = server.value?.client;
  const [found, setFound] = useState<GetWorkspaceTrustData | undefined>(undefined);
  const [failure, setFailure] = useState<unknown>(undefined);
  const params = { workspace_id: workspaceId };

  async function run(action?: (client: Client) => Promise<unknown>): Promise<void> {
    if (!client) return;
    try {
      await action?.(client);
      setFailure(undefined);
    } catch (error) {
      setFailure(error);
    }
    setFound(await client.getWorkspaceTrust({ params }));
  }
  useEffect(() => void run().catch(setFailure), [client, workspaceId]);

  const servers = found?.servers ?? [];
  const waits = servers.some(({ trusted }) => !trusted);
  const isTrusted = servers.some(({ trusted }) => trusted);
  const shown = found?.shown;
  return (
    <Dialog
      title={text('trust.review')}
      wide
      onClose={onClose}
      actions={
        <>
          {isTrusted && (
            <Button onClick={() => void run((api) => api.untrustWorkspace({ params }))}>
              {text('trust.withdraw')}
            </Button>
          )}
          {waits && shown !== undefined && (
            <Button onClick={() => void run((api) => api.trustWorkspace({ params, body: { shown } }))}>
              {text('trust.accept')}
            </Button>
          )}
        </>
      }
    >
      <div class="trust">
        {failure !== undefined && <Failure error={failure} />}
        {found && <p>{text(servers.length === 0 ? 'trust.none' : waits ? 'trust.waits' : 'trust.isTrusted')}</p>}
        <ul class="trust-servers">
          {servers.map((each) => (
            <li key={`${each.origin} ${each.name}`}>
              <ServerFacts server={each} />
            </li>
          ))}
        </ul>
      </div>
    </Dialog>
  );
}
