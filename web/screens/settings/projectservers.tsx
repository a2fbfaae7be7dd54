/** The MCP servers in a project's files, read-only, and whether they may be started (web.md 5.3, 5.15). */
import { ShieldQuestion } from 'lucide-preact';
import { useEffect, useState } from 'preact/hooks';
import type { GetWorkspaceTrustData } from '../../../schemas/generated/types.js';
import { server } from '../../live/server.js';
import { workspaces } from '../../live/sessions.js';
import { text } from '../../live/text.js';
import { Button } from '../../parts/button.js';
import { Clean } from '../../parts/clean.js';
import { Failure } from '../../parts/failure.js';
import { Table } from '../../parts/table.js';
import { openTrust } from '../session/trust.js';
import { WorkspaceField } from './programs.js';

export function ProjectServers() {
  const known = workspaces.value;
  const [chosen, choose] = useState('');
  const id = known.some((workspace) => workspace.id === chosen) ? chosen : known[0]?.id;
  const client = server.value?.client;
  const [found, setFound] = useState<GetWorkspaceTrustData | undefined>(undefined);
  const [failure, setFailure] = useState<unknown>(undefined);
  const [round, setRound] = useState(0);
  useEffect(() => {
    if (!client || id === undefined) return;
    let isOver = false;
    setFailure(undefined);
    client.getWorkspaceTrust({ params: { workspace_id: id } }).then(
      (answer) => isOver || setFound(answer),
      (error: unknown) => isOver || setFailure(error),
    );
    return () => void (isOver = true);
  }, [client, id, round]);
  if (id === undefined) return null;
  const again = (): void => setRound(round + 1);
  const servers = found?.servers ?? [];
  return (
    <section aria-label={text('mcp.ofProject')}>
      <h3>{text('mcp.ofProject')}</h3>
      <WorkspaceField id={id} choose={choose} />
      {failure !== undefined && <Failure error={failure} onRetry={again} />}
      {found && servers.length === 0 && <p class="empty">{text('trust.none')}</p>}
      {servers.length > 0 && (
        <>
          <Table
            label={text('mcp.ofProject')}
            columns={[text('models.name'), text('mcp.what'), text('mcp.file'), text('mcp.trust')]}
          >
            {servers.map(({ name, origin, command, url, trusted }) => (
              <tr key={`${origin} ${name}`}>
                <th scope="row">
                  <Clean text={name} />
                </th>
                <td>
                  <code>
                    <Clean text={command ?? url ?? ''} />
                  </code>
                </td>
                <td>
                  <Clean text={origin} />
                </td>
                <td>{text(trusted ? 'mcp.trusted' : 'mcp.untrusted')}</td>
              </tr>
            ))}
          </Table>
          <div class="row">
            <Button icon={ShieldQuestion} onClick={() => openTrust(id, again)}>
              {text('trust.menu')}
            </Button>
          </div>
        </>
      )}
    </section>
  );
}
