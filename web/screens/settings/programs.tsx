/** Hooks, skills and agents from the configuration and from projects, read-only (web.md 5.15). */
import { useEffect, useState } from 'preact/hooks';
import type { AgentProfile, Skill } from '../../../schemas/generated/types.js';
import { useConfiguration } from '../../live/config.js';
import { server } from '../../live/server.js';
import { workspaces } from '../../live/sessions.js';
import { text } from '../../live/text.js';
import { Clean } from '../../parts/clean.js';
import { Failure } from '../../parts/failure.js';
import { Field } from '../../parts/field.js';
import { Skeleton } from '../../parts/skeleton.js';
import { Table } from '../../parts/table.js';
import { Reading } from './reading.js';

export function Hooks() {
  const found = useConfiguration();
  if (!found) return <Reading />;
  const hooks = found.config.hooks ?? [];
  return (
    <>
      <p class="dim">{text('hooks.lead')}</p>
      {hooks.length === 0 && <p class="empty">{text('hooks.none')}</p>}
      {hooks.length > 0 && (
        <Table
          label={text('settings.hooks')}
          columns={[text('hooks.event'), text('hooks.matcher'), text('hooks.command'), text('hooks.timeout')]}
        >
          {hooks.map(({ event, matcher = '', command, timeout }, at) => (
            <tr key={at}>
              <th scope="row">{event}</th>
              <td>
                <Clean text={matcher} />
              </td>
              <td>
                <code>
                  <Clean text={command} />
                </code>
              </td>
              <td>{timeout === undefined ? '' : `${timeout} s`}</td>
            </tr>
          ))}
        </Table>
      )}
    </>
  );
}

interface Entry {
  name: string;
  description: string;
  source: Skill['source'];
  path?: string;
}

type Kind = 'skills' | 'agents';

export function WorkspaceField({ id, choose }: { id: string; choose(id: string): void }) {
  return (
    <Field label={text('all.workspace')}>
      {(bound) => (
        <select {...bound} value={id} onChange={({ currentTarget }) => choose(currentTarget.value)}>
          {workspaces.value.map((workspace) => (
            <option key={workspace.id} value={workspace.id}>
              {workspace.name}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

/** The hooks, skills or agents of the chosen workspace. */
function WorkspacePrograms({ kind }: { kind: Kind }) {
  const known = workspaces.value;
  const [chosen, choose] = useState('');
  const id = known.some((workspace) => workspace.id === chosen) ? chosen : known[0]?.id;
  const current = server.value;
  const [entries, setEntries] = useState<readonly Entry[] | undefined>(undefined);
  const [error, setError] = useState<unknown>(undefined);
  useEffect(() => {
    if (!current || id === undefined) return;
    let isOver = false;
    const params = { workspace_id: id };
    const read: Promise<readonly (Skill | AgentProfile)[]> =
      kind === 'skills'
        ? current.client.listWorkspaceSkills({ params }).then(({ skills }) => skills)
        : current.client.listWorkspaceAgents({ params }).then(({ profiles }) => profiles);
    read.then(
      (items) => {
        if (isOver) return;
        setError(undefined);
        setEntries(items);
      },
      (refused: unknown) => isOver || setError(refused),
    );
    return () => void (isOver = true);
  }, [current, kind, id]);
  if (id === undefined) return <p class="empty">{text('skills.noWorkspace')}</p>;
  return (
    <>
      <WorkspaceField id={id} choose={choose} />
      {error !== undefined && <Failure error={error} />}
      {!entries && error === undefined && <Skeleton />}
      {entries?.length === 0 && <p class="empty">{text(`${kind}.none`)}</p>}
      {entries && entries.length > 0 && (
        <Table
          label={text(`settings.${kind}`)}
          columns={[text('skills.name'), text('skills.description'), text('skills.source')]}
        >
          {entries.map(({ name, description, source, path }) => (
            <tr key={`${source} ${name}`}>
              <th scope="row">
                <Clean text={name} />
              </th>
              <td>
                <Clean text={description} />
              </td>
              <td>
                {text(`skills.source.${source}`)}
                {/* built-in entries have no file */}
                {path !== undefined && source !== 'builtin' && (
                  <small class="dim small source-path">
                    <Clean text={path} />
                  </small>
                )}
              </td>
            </tr>
          ))}
        </Table>
      )}
    </>
  );
}

export function Skills() {
  return <WorkspacePrograms kind="skills" />;
}

export function Agents() {
  return <WorkspacePrograms kind="agents" />;
}
