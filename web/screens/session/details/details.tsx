/** Details of a session: usage, permissions, places where it works, and what it waits for (web.md 5.13). */
import type { ComponentChildren } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import type { Client } from '../../../../client/api/client.js';
import { formatMoney, formatTokens } from '../../../../client/view/format.js';
import { copyText } from '../../../live/clipboard.js';
import { showNote } from '../../../live/notes.js';
import { server } from '../../../live/server.js';
import { counted, formatMoment, formatNumber, text } from '../../../live/text.js';
import { Button } from '../../../parts/button.js';
import { Clean } from '../../../parts/clean.js';
import { openDialog } from '../../../parts/dialog.js';
import { Failure, reasonOf } from '../../../parts/failure.js';
import { Field } from '../../../parts/field.js';
import { Skeleton } from '../../../parts/skeleton.js';
import { Table } from '../../../parts/table.js';
import type { OpenSession } from '../open.js';
import type { SessionPart } from '../places.js';
import { ExportButtons } from './export.js';
import { GoalDialog } from './goal.js';
import { createDetailsReader, type Details } from './read.js';
import { RuntimePart } from './runtime.js';

export function DetailsPanel({ session }: SessionPart) {
  const current = server.value;
  const { session: facts, timeline, mcpServers } = session.state.value;
  const reader = useMemo(() => current && createDetailsReader(current.client, session.id), [current, session.id]);
  useEffect(() => () => reader?.close(), [reader]);
  useEffect(() => reader?.refresh(), [reader, facts, timeline, mcpServers]);
  const details = reader?.details.value;
  const failure = reader?.failure.value;
  return (
    <div class="details">
      <Facts session={session} />
      {details && <Spent details={details} />}
      {failure !== undefined && <Failure error={failure} onRetry={() => reader?.refresh()} />}
      {!details && failure === undefined && <Skeleton lines={8} />}
      {details && reader && <Sections session={session} details={details} refresh={reader.refresh} />}
      <Part title={text('details.export')}>
        <ExportButtons id={session.id} />
      </Part>
    </div>
  );
}

function Part({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <section class="details-part">
      <h3>{title}</h3>
      {children}
    </section>
  );
}

function Facts({ session }: { session: OpenSession }) {
  const { session: facts, settings, usage, goal } = session.state.value;
  if (!facts) return null;
  const rows: readonly (readonly [string, ComponentChildren])[] = [
    [text('composer.model'), <Clean text={settings.model === '' ? text('composer.noModel') : settings.model} />],
    [text('details.mode'), text(`mode.${settings.permissionMode}`)],
    [
      text('details.context'),
      usage.maxContextTokens === undefined
        ? formatTokens(usage.contextTokens ?? 0)
        : `${formatTokens(usage.contextTokens ?? 0)} / ${formatTokens(usage.maxContextTokens)}`,
    ],
    ...(usage.costUsd === undefined ? [] : [[text('details.cost'), formatMoney(usage.costUsd)] as const]),
    [text('details.directory'), <Clean text={facts.metadata.cwd} />],
    [text('details.created'), formatMoment(Date.parse(facts.created_at))],
  ];
  return (
    <>
      <Part title={text('details.session')}>
        <dl class="facts">
          {rows.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
          <div>
            <dt>{text('details.id')}</dt>
            <dd>
              <code>{session.id}</code>{' '}
              <Button kind="quiet" onClick={() => copyText(session.id)}>
                {text('details.copyId')}
              </Button>
            </dd>
          </div>
        </dl>
        {!goal && (
          <div class="row">
            <Button onClick={() => openDialog((close) => <GoalDialog session={session} onClose={close} />)}>
              {text('details.goal')}
            </Button>
          </div>
        )}
      </Part>
    </>
  );
}

/** Usage by model and by agent; shows costs only if a model has a price. */
function Spent({ details: { usage, agents } }: { details: Details }) {
  const labels = new Map(agents.map(({ agentId, label }) => [agentId, label]));
  const rows = [
    ...Object.entries(usage.by_model).map(([name, used]) => ({ key: `model ${name}`, name, used })),
    ...Object.entries(usage.by_agent).map(([id, used]) => ({
      key: `agent ${id}`,
      name: text('details.agent', { name: labels.get(id) ?? id }),
      used,
    })),
  ];
  if (rows.length === 0) return null;
  const hasCosts = usage.total.total_cost_usd !== undefined;
  const columns = ['who', 'in', 'out', 'cached', ...(hasCosts ? (['cost'] as const) : [])] as const;
  return (
    <Part title={text('details.tokens')}>
      <Table label={text('details.tokens')} columns={columns.map((key) => text(`details.${key}`))}>
        {rows.map(({ key, name, used }) => (
          <tr key={key}>
            <th scope="row">
              <Clean text={name} />
            </th>
            <td class="number">{formatNumber(used.input_tokens + used.cache_creation_tokens)}</td>
            <td class="number">{formatNumber(used.output_tokens)}</td>
            <td class="number">{formatNumber(used.cache_read_tokens)}</td>
            {hasCosts && (
              <td class="number">{used.total_cost_usd === undefined ? '–' : formatMoney(used.total_cost_usd)}</td>
            )}
          </tr>
        ))}
      </Table>
      {usage.total.unknown_tokens !== undefined && (
        <p class="dim small">{text('usage.unknown', { n: formatNumber(usage.total.unknown_tokens) })}</p>
      )}
    </Part>
  );
}

interface SectionsProps {
  session: OpenSession;
  details: Details;
  refresh(): void;
}

function Sections({ session, details, refresh }: SectionsProps) {
  const { model, state, id } = session;
  const { todos, mcpServers, planReviewPath } = state.value;
  const { rules, directories, reminders, tools, warnings } = details;
  const params = { session_id: id };

  async function attempt(action: () => Promise<unknown>): Promise<void> {
    try {
      await action();
    } catch (error) {
      showNote(reasonOf(error), { isError: true });
    } finally {
      refresh();
    }
  }

  const call = (action: (client: Client) => Promise<unknown>): Promise<void> =>
    attempt(async () => {
      const client = server.peek()?.client;
      if (client) await action(client);
    });

  return (
    <>
      {warnings.length > 0 && (
        <Part title={text('details.warnings')}>
          <ul class="plain-list details-list" aria-label={text('details.warnings')}>
            {warnings.map(({ code, message, severity }, at) => (
              <li key={`${code} ${at}`} data-severity={severity}>
                <Clean text={message} />
              </li>
            ))}
          </ul>
        </Part>
      )}
      <Part title={text('runtime.title')}>
        <RuntimePart
          details={details}
          change={(runtime_id) => void call((client) => client.setRuntime({ params, body: { runtime_id } }))}
          putBack={(n) => void call((client) => client.restoreQuarantined({ params: { ...params, n: String(n) } }))}
        />
      </Part>
      <Part title={text('details.rules')}>
        {rules.length === 0 && <p class="dim">{text('details.rules.none')}</p>}
        {rules.length > 0 && (
          <ul class="plain-list details-list" aria-label={text('details.rules')}>
            {rules.map((rule) => (
              <li key={rule.id}>
                <code>
                  <Clean text={rule.pattern} />
                </code>
                <Button
                  kind="quiet"
                  aria-label={text('details.rule.remove', { pattern: rule.pattern })}
                  onClick={() => void attempt(() => model.removeRule(rule.id))}
                >
                  {text('details.remove')}
                </Button>
              </li>
            ))}
          </ul>
        )}
      </Part>
      <Part title={text('details.directories')}>
        <ul class="plain-list details-list" aria-label={text('details.directories')}>
          {[directories.cwd, ...directories.additional_dirs].map((path) => (
            <li key={path}>
              <code>
                <Clean text={path} />
              </code>
            </li>
          ))}
        </ul>
        <AddDirectory onAdd={(path, remember) => model.addDirectory({ path, remember }).finally(refresh)} />
      </Part>
      <Part title={text('details.reminders')}>
        {reminders.length === 0 && <p class="dim">{text('details.reminders.none')}</p>}
        {reminders.length > 0 && (
          <ul class="plain-list details-list" aria-label={text('details.reminders')}>
            {reminders.map(({ id: job, human_schedule: schedule, prompt, next_fire_at: next }) => (
              <li key={job}>
                <span>
                  <Clean text={prompt} />
                  <small class="dim small">
                    <Clean text={schedule} />
                    {next !== null && ` · ${text('details.next', { time: formatMoment(Date.parse(next)) })}`}
                  </small>
                </span>
                <Button
                  kind="quiet"
                  onClick={() => void call((client) => client.deleteCronJob({ params: { ...params, job_id: job } }))}
                >
                  {text('details.reminder.delete')}
                </Button>
              </li>
            ))}
          </ul>
        )}
      </Part>
      {mcpServers.length > 0 && (
        <Part title={text('details.mcp')}>
          <ul class="plain-list details-list" aria-label={text('details.mcp')}>
            {mcpServers.map(
              ({ id: serverId, name, status, runtime_id: runtime, tool_count: count, last_error: error }) => (
                <li key={serverId} data-state={status}>
                  <span>
                    <Clean text={name} />
                    <small class="dim small">
                      {text(`details.mcp.${status}`)} · {counted('details.mcp.tools', count)}
                      {runtime === 'sandbox' && ` · ${text('details.mcp.sandbox')}`}
                    </small>
                    {error !== undefined && (
                      <small class="reason small">
                        <Clean text={error} />
                      </small>
                    )}
                  </span>
                  <Button kind="quiet" onClick={() => void attempt(() => model.restartMcpServer(serverId))}>
                    {text('details.mcp.restart', { name })}
                  </Button>
                </li>
              ),
            )}
          </ul>
        </Part>
      )}
      {todos.length > 0 && (
        <Part title={text('details.todos')}>
          <ul class="plain-list details-list" aria-label={text('details.todos')}>
            {todos.map(({ title, status }, at) => (
              <li key={at} data-state={status}>
                <Clean text={title} /> <span class="dim small">{text(`todo.${status}`)}</span>
              </li>
            ))}
          </ul>
        </Part>
      )}
      {planReviewPath !== undefined && (
        <Part title={text('details.plan')}>
          <p>
            <code>
              <Clean text={planReviewPath} />
            </code>
          </p>
          <div class="row">
            <Button onClick={() => void attempt(() => model.clearPlan())}>{text('details.plan.clear')}</Button>
          </div>
        </Part>
      )}
      {tools.length > 0 && (
        <Part title={text('details.tools')}>
          <ul class="tool-names" aria-label={text('details.tools')}>
            {tools.map(({ name, active, description }) => (
              <li key={name} title={description.slice(0, 300)} data-active={String(active)}>
                <Clean text={name} />
                {!active && <span class="dim"> {text('details.tools.off')}</span>}
              </li>
            ))}
          </ul>
        </Part>
      )}
    </>
  );
}

function AddDirectory({ onAdd }: { onAdd(path: string, remember: boolean): Promise<unknown> }) {
  const [path, setPath] = useState('');
  const [remember, setRemember] = useState(false);
  const [error, setError] = useState<string | undefined>(undefined);
  return (
    <form
      class="form"
      onSubmit={(event) => {
        event.preventDefault();
        if (path.trim() === '') return;
        onAdd(path.trim(), remember).then(
          () => {
            setPath('');
            setError(undefined);
          },
          (reason: unknown) => setError(reasonOf(reason)),
        );
      }}
    >
      <Field label={text('details.directory.path')} error={error}>
        {(bound) => (
          <input {...bound} type="text" value={path} onInput={({ currentTarget }) => setPath(currentTarget.value)} />
        )}
      </Field>
      <label class="check">
        <input type="checkbox" checked={remember} onChange={() => setRemember(!remember)} />
        {text('details.directory.remember')}
      </label>
      <div class="row">
        <Button type="submit">{text('details.directory.add')}</Button>
      </div>
    </form>
  );
}
