/** The configured MCP servers, their state, and a form for one of them (web.md 5.15). */
import { FileInput, Plus } from 'lucide-preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { McpInspection, McpServer } from '../../../schemas/generated/types.js';
import { showNote } from '../../live/notes.js';
import { server } from '../../live/server.js';
import { formatNumber, text, type MessageKey } from '../../live/text.js';
import { Button } from '../../parts/button.js';
import { Clean } from '../../parts/clean.js';
import { confirmAction, Dialog, openDialog } from '../../parts/dialog.js';
import { Failure, reasonOf } from '../../parts/failure.js';
import { Menu, type MenuItem } from '../../parts/menu.js';
import { Skeleton } from '../../parts/skeleton.js';
import { Table } from '../../parts/table.js';
import { ProjectServers } from './projectservers.js';
import { ToolImport } from './toolimport.js';
import { ToolServerDialog } from './toolserver.js';

export function ToolServers() {
  const [found, setFound] = useState<readonly McpInspection[] | undefined>(undefined);
  const [running, setRunning] = useState<readonly McpServer[]>([]);
  const [failure, setFailure] = useState<unknown>(undefined);

  function read(): void {
    setFailure(undefined);
    const client = server.peek()?.client;
    client?.inspectMcpServers({ body: {} }).then(setFound, setFailure);
    client?.listMcpServers({ query: {} }).then(
      ({ servers }) => setRunning(servers),
      // the list of configured servers works without their state
      () => undefined,
    );
  }
  useEffect(read, []);

  return (
    <>
      <div class="section-head">
        <p class="dim small">{text('mcp.lead')}</p>
        <span class="row">
          <Button
            icon={Plus}
            kind="primary"
            onClick={() => openDialog((close) => <ToolServerDialog onClose={close} onSaved={read} />)}
          >
            {text('mcp.add')}
          </Button>
          <Button
            icon={FileInput}
            off={found ? undefined : text('loading')}
            onClick={() =>
              openDialog((close) => (
                <ToolImport
                  known={found?.map(({ runtimeName }) => runtimeName) ?? []}
                  onClose={close}
                  onImported={read}
                />
              ))
            }
          >
            {text('mcp.import')}
          </Button>
        </span>
      </div>
      {failure !== undefined && <Failure error={failure} onRetry={read} />}
      {found === undefined && failure === undefined && <Skeleton />}
      {found?.length === 0 && <p class="empty">{text('mcp.none')}</p>}
      {found !== undefined && found.length > 0 && (
        <Table
          label={text('mcp.table')}
          columns={[text('models.name'), text('models.state'), text('mcp.tools'), text('mcp.origin'), '']}
        >
          {found.map((each) => (
            <Row
              key={each.serverId}
              found={each}
              running={running.find(({ name }) => name === each.runtimeName)}
              read={read}
            />
          ))}
        </Table>
      )}
      <ProjectServers />
    </>
  );
}

/** Makes a call and shows a failure as a note. */
async function attempt(call: () => Promise<void>): Promise<void> {
  try {
    await call();
  } catch (error) {
    showNote(reasonOf(error), { isError: true });
  }
}

interface RowProps {
  found: McpInspection;
  /** the state of the running server */
  running: McpServer | undefined;
  read(): void;
}

function Row({ found, running, read }: RowProps) {
  const { config, runtimeName: name, locator, editable, authStatus, enabled } = found;
  const what = config.transport === 'stdio' ? [config.command, ...(config.args ?? [])].join(' ') : config.url;

  async function remove(): Promise<void> {
    const isSure = await confirmAction({
      title: text('mcp.remove.title', { name }),
      text: text('mcp.remove.text', { name }),
      action: text('models.remove.action'),
    });
    if (!isSure) return;
    await attempt(async () => {
      await server.peek()?.client.deleteManagedMcpServer({ params: { name } });
      showNote(text('models.removed', { name }));
      read();
    });
  }

  async function setEnabled(isEnabled: boolean): Promise<void> {
    await attempt(async () => {
      const body = { ...config, enabled: isEnabled };
      await server.peek()?.client.replaceManagedMcpServer({ params: { name }, body });
      read();
    });
  }

  async function authorize(): Promise<void> {
    await attempt(async () => {
      const client = server.peek()?.client;
      const begun = await client?.beginMcpAuth({ body: locator });
      if (begun?.status !== 'authorization-required') return read();
      const { authorizationUrl, flowId } = begun;
      if (!/^https?:/.test(authorizationUrl)) throw new Error(authorizationUrl);
      window.open(authorizationUrl, '_blank', 'noopener,noreferrer');
      openDialog((close) => (
        <Authorizing
          name={name}
          url={authorizationUrl}
          wait={() => client?.completeMcpAuth({ body: { flowId } })}
          onCancel={() => void attempt(async () => void (await client?.cancelMcpAuth({ body: { flowId } })))}
          onClose={close}
          onDone={read}
        />
      ));
    });
  }

  async function forget(): Promise<void> {
    await attempt(async () => {
      await server.peek()?.client.resetMcpAuth({ body: locator });
      read();
    });
  }

  const items: MenuItem[] = editable
    ? [
        {
          name: text('models.edit'),
          run: () =>
            openDialog((close) => <ToolServerDialog name={name} config={config} onClose={close} onSaved={read} />),
        },
        { name: text(enabled ? 'mcp.disable' : 'mcp.enable'), run: () => void setEnabled(!enabled) },
        { name: text('menu.delete'), isDanger: true, startsGroup: true, run: () => void remove() },
      ]
    : [];

  return (
    <tr>
      <th scope="row">
        <Clean text={name} />{' '}
        <small class="dim">
          <code>
            <Clean text={what} />
          </code>
        </small>
      </th>
      <td>
        {text(enabled ? 'mcp.enabled' : 'mcp.disabled')}
        {authStatus !== 'not-applicable' && (
          <small class="dim"> {text('mcp.login', { state: text(authKeys[authStatus]) })}</small>
        )}
        {found.error !== undefined && (
          <small class="danger-text">
            {' '}
            <Clean text={found.error} />
          </small>
        )}
      </td>
      <td>{running && running.tool_count > 0 ? formatNumber(running.tool_count) : text('mcp.tools.unknown')}</td>
      <td>
        {text('mcp.origin.file')} <small class="dim">{text(editable ? 'mcp.editable' : 'mcp.project')}</small>
      </td>
      <td>
        <div class="row">
          <Button
            kind="quiet"
            aria-label={text('mcp.test.title', { name })}
            onClick={() => openDialog((close) => <Test name={name} onClose={close} />)}
          >
            {text('mcp.test')}
          </Button>
          {(authStatus === 'oauth-required' || authStatus === 'oauth-expired') && (
            <Button kind="quiet" onClick={() => void authorize()}>
              {text('mcp.authorize', { name })}
            </Button>
          )}
          {authStatus === 'oauth-authorized' && (
            <Button kind="quiet" onClick={() => void forget()}>
              {text('mcp.forget', { name })}
            </Button>
          )}
          {items.length > 0 && (
            <Menu label={text('models.actionsOf', { name })} items={items}>
              …
            </Menu>
          )}
        </div>
      </td>
    </tr>
  );
}

const authKeys: Readonly<Record<McpInspection['authStatus'], MessageKey>> = {
  'not-applicable': 'mcp.auth.none',
  'bearer-token': 'mcp.auth.bearer',
  'oauth-required': 'mcp.auth.required',
  'oauth-expired': 'mcp.auth.expired',
  'oauth-authorized': 'mcp.auth.authorized',
  unavailable: 'mcp.auth.unavailable',
};

interface AuthorizingProps {
  name: string;
  url: string;
  wait(): Promise<unknown> | undefined;
  onCancel(): void;
  onClose(): void;
  onDone(): void;
}

/** Waits until the login in the other tab has ended. */
function Authorizing({ name, url, wait, onCancel, onClose, onDone }: AuthorizingProps) {
  const [error, setError] = useState<unknown>(undefined);
  const isOver = useRef(false);
  useEffect(() => {
    wait()?.then(
      () => {
        if (isOver.current) return;
        isOver.current = true;
        showNote(text('mcp.authorized', { name }));
        onDone();
        onClose();
      },
      (failure: unknown) => {
        if (!isOver.current) setError(failure);
        isOver.current = true;
      },
    );
  }, []);
  function leave(): void {
    if (!isOver.current) onCancel();
    isOver.current = true;
    onClose();
  }
  return (
    <Dialog
      title={text('mcp.authorize', { name })}
      onClose={leave}
      actions={<Button onClick={leave}>{text('dialog.cancel')}</Button>}
    >
      {error === undefined ? <p role="status">{text('mcp.authorizing')}</p> : <Failure error={error} />}
      <p>
        <a href={url} target="_blank" rel="noopener noreferrer">
          {text('account.open')}
        </a>
      </p>
    </Dialog>
  );
}

function Test({ name, onClose }: { name: string; onClose(): void }) {
  const [answer, setAnswer] = useState<{ success: boolean; output: string } | undefined>(undefined);
  useEffect(() => {
    server
      .peek()
      ?.client.testMcpServer({ body: { name } })
      .then(setAnswer, (error: unknown) => setAnswer({ success: false, output: reasonOf(error) }));
  }, []);
  return (
    <Dialog title={text('mcp.test.title', { name })} onClose={onClose}>
      <div role="status">
        {answer === undefined ? (
          text('mcp.test.runs')
        ) : (
          <>
            <p>
              <strong>{text(answer.success ? 'mcp.test.fine' : 'mcp.test.failed')}</strong>
            </p>
            <pre>
              {answer.output.split('\n').map((line, at) => (
                <div key={at}>
                  <Clean text={line} />
                </div>
              ))}
            </pre>
          </>
        )}
      </div>
    </Dialog>
  );
}
