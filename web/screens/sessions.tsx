/** All sessions as a table with filters, pages, and actions on several sessions at once (web.md 5.1). */
import { SlidersHorizontal } from 'lucide-preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Operations } from '../../schemas/generated/operations.js';
import type { SessionActivity, SessionBatch, SessionSummary } from '../../schemas/generated/types.js';
import { stateWord } from '../live/entries.js';
import { showNote } from '../live/notes.js';
import { route, setQuery } from '../live/routes.js';
import { server } from '../live/server.js';
import { refreshSessions, workspaces } from '../live/sessions.js';
import { counted, formatNumber, text } from '../live/text.js';
import { Button } from '../parts/button.js';
import { Clean } from '../parts/clean.js';
import { confirmAction } from '../parts/dialog.js';
import { Failure, reasonOf } from '../parts/failure.js';
import { Field } from '../parts/field.js';
import { Screen } from '../parts/screen.js';
import { Skeleton } from '../parts/skeleton.js';
import { SessionTable, type Sort } from './lists/sessiontable.js';

type Query = NonNullable<Operations['querySessions']['query']>;

interface Page {
  items: readonly SessionSummary[];
  total: number;
  next: string | null;
}

const pageSize = 50;
const readAfterMs = 300;
const states: readonly SessionActivity[] = ['approval', 'question', 'running', 'failed', 'idle'];
const archives = { no: 'false', only: 'true', all: 'all' } as const;
type Archive = keyof typeof archives;
/** number of days back; empty: any time */
const spans = ['', '1', '7', '30'] as const;

export function AllSessions() {
  const { query } = route.value;
  const current = server.value;
  const [page, setPage] = useState<Page | undefined>(undefined);
  const [error, setError] = useState<unknown>(undefined);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [tokens, setTokens] = useState<readonly string[]>([]);
  const [version, setVersion] = useState(0);
  const [isFilterOpen, openFilter] = useState(false);
  const [report, setReport] = useState<SessionBatch | undefined>(undefined);
  const isBusy = useRef(false);

  const state = states.find((each) => each === query.get('state'));
  const archived: Archive = archiveOf(query.get('archived'));
  const workspace = query.get('workspace') ?? '';
  const span = query.get('days') ?? '';
  const branch = query.get('branch') ?? '';
  const sort: Sort =
    query.get('sort') === 'old'
      ? 'meta.updated_at_asc'
      : query.get('sort') === 'created'
        ? 'meta.created_at_desc'
        : 'meta.updated_at_desc';
  const token = tokens.at(-1);
  const key = JSON.stringify([state, archived, workspace, span, sort]);

  // a changed filter starts again at the first page
  useEffect(() => {
    setTokens([]);
    setChosen(new Set());
  }, [key]);
  useEffect(() => {
    if (!current) return;
    const abort = new AbortController();
    const wanted: Query = {
      page_size: pageSize,
      include: 'git',
      sort,
      'meta.archived': archives[archived],
      ...(state && { 'activity.status': [state] }),
      ...(workspace !== '' && { 'workspace.id': [workspace] }),
      ...(span !== '' && { 'meta.updated_after': startOf(Number(span)) }),
      ...(token !== undefined && { page_token: token }),
    };
    current.client.querySessions({ query: wanted }, { signal: abort.signal }).then(
      (answer) => {
        if (!('items' in answer)) return;
        const items = answer.items.filter((item): item is SessionSummary => 'meta' in item);
        setPage({ items, total: answer.total, next: answer.next_page_token });
        setError(undefined);
      },
      (refused: unknown) => abort.signal.aborted || setError(refused),
    );
    return () => abort.abort();
  }, [current, key, token, version]);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const leave = current?.stream.onGlobalEvent(({ type }) => {
      if (!/^event\.session\.|^session\.meta\./.test(type) || timer !== undefined) return;
      timer = setTimeout(() => {
        timer = undefined;
        setVersion((count) => count + 1);
      }, readAfterMs);
    });
    return () => {
      clearTimeout(timer);
      leave?.();
    };
  }, [current]);

  const filter = (change: Record<string, string>): void =>
    setQuery(
      Object.fromEntries(Object.entries(change).map(([name, value]) => [name, value === '' ? undefined : value])),
      { replace: true },
    );
  const items = (page?.items ?? []).filter(({ git }) => branch === '' || (git?.branch ?? '').includes(branch));
  const selected = items.filter(({ id }) => chosen.has(id));

  async function act(action: 'archive' | 'restore' | 'delete'): Promise<void> {
    if (isBusy.current || selected.length === 0 || !current) return;
    const ids = selected.map(({ id }) => id);
    const isSure = await confirmAction({
      title: text(`all.${action}.title`),
      text: counted(`all.${action}.text`, ids.length),
      action: text(`all.${action}`),
      isDanger: action === 'delete',
    });
    if (!isSure) return;
    isBusy.current = true;
    try {
      const { client } = current;
      const result =
        action === 'archive'
          ? await client.archiveSessions({ body: { ids } })
          : action === 'restore'
            ? await client.restoreSessions({ body: { ids } })
            : await deleteAll(ids);
      setReport(result);
      showNote(text('all.result', { n: result.succeeded, m: result.failed }));
      setChosen(new Set(result.results.filter(({ ok }) => !ok).map(({ id }) => id)));
    } catch (refused) {
      showNote(reasonOf(refused), { isError: true });
    } finally {
      isBusy.current = false;
      setVersion((count) => count + 1);
      refreshSessions();
    }
  }

  /** Deletes the sessions one after the other, with a call for each. */
  async function deleteAll(ids: readonly string[]): Promise<SessionBatch> {
    const results: SessionBatch['results'] = [];
    for (const id of ids) {
      try {
        await current?.client.deleteSession({ params: { session_id: id } });
        results.push({ id, ok: true });
      } catch (refused) {
        results.push({ id, ok: false, error: { code: 0, message: reasonOf(refused) } });
      }
    }
    const failed = results.filter(({ ok }) => !ok).length;
    return { results, succeeded: results.length - failed, failed };
  }

  const none = selected.length === 0 ? text('all.noneChosen') : undefined;
  const failures = report?.results.filter(({ ok }) => !ok) ?? [];
  return (
    <Screen title={text('nav.sessions')}>
      <Button
        icon={SlidersHorizontal}
        class="all-filters-button"
        aria-expanded={isFilterOpen}
        onClick={() => openFilter(!isFilterOpen)}
      >
        {text('all.filters')}
      </Button>
      <div class="all-filters" data-open={String(isFilterOpen)}>
        <Field label={text('all.state')}>
          {(bound) => (
            <select
              {...bound}
              value={state ?? ''}
              onChange={({ currentTarget }) => filter({ state: currentTarget.value })}
            >
              <option value="">{text('all.any')}</option>
              {states.map((each) => (
                <option key={each} value={each}>
                  {stateWord(each)}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Field label={text('all.workspace')}>
          {(bound) => (
            <select
              {...bound}
              value={workspace}
              onChange={({ currentTarget }) => filter({ workspace: currentTarget.value })}
            >
              <option value="">{text('all.any')}</option>
              {workspaces.value.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Field label={text('all.changed')}>
          {(bound) => (
            <select {...bound} value={span} onChange={({ currentTarget }) => filter({ days: currentTarget.value })}>
              {spans.map((days) => (
                <option key={days} value={days}>
                  {days === '' ? text('all.anyTime') : counted('all.days', Number(days))}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Field label={text('all.archived')}>
          {(bound) => (
            <select
              {...bound}
              value={archived}
              onChange={({ currentTarget }) =>
                filter({ archived: currentTarget.value === 'no' ? '' : currentTarget.value })
              }
            >
              {(['no', 'only', 'all'] as const).map((each) => (
                <option key={each} value={each}>
                  {text(`all.archived.${each}`)}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Field label={text('all.branch')}>
          {(bound) => (
            <input
              {...bound}
              type="search"
              value={branch}
              onInput={({ currentTarget }) => filter({ branch: currentTarget.value })}
            />
          )}
        </Field>
      </div>
      <div class="row">
        {archived !== 'only' && (
          <Button off={none} onClick={() => void act('archive')}>
            {text('all.archive')}
          </Button>
        )}
        {archived !== 'no' && (
          <Button off={none} onClick={() => void act('restore')}>
            {text('all.restore')}
          </Button>
        )}
        <Button kind="danger" off={none} onClick={() => void act('delete')}>
          {text('all.delete')}
        </Button>
        <span role="status" class="dim small">
          {selected.length > 0 && counted('all.selected', selected.length)}
        </span>
      </div>
      {failures.length > 0 && (
        <ul class="plain-list details-list" aria-label={text('all.failures')}>
          {failures.map(({ id, error: why }) => (
            <li key={id}>
              <code>{id}</code> <Clean text={why?.message ?? ''} />
            </li>
          ))}
        </ul>
      )}
      {error !== undefined && <Failure error={error} onRetry={() => setVersion(version + 1)} />}
      {!page && error === undefined && <Skeleton lines={8} />}
      {page && items.length === 0 && <p class="empty">{text('all.none')}</p>}
      {items.length > 0 && (
        <SessionTable
          items={items}
          chosen={chosen}
          sort={sort}
          onChoose={setChosen}
          onSort={(next) => filter({ sort: next })}
        />
      )}
      {page && (tokens.length > 0 || page.next !== null) && (
        <div class="row">
          <Button
            off={tokens.length === 0 ? text('all.first') : undefined}
            onClick={() => setTokens(tokens.slice(0, -1))}
          >
            {text('all.previous')}
          </Button>
          <Button
            off={page.next === null ? text('all.last') : undefined}
            onClick={() => page.next !== null && setTokens([...tokens, page.next])}
          >
            {text('all.next')}
          </Button>
          <span class="dim small">
            {text('all.page', { n: tokens.length + 1, m: formatNumber(Math.max(1, Math.ceil(page.total / pageSize))) })}
          </span>
        </div>
      )}
    </Screen>
  );
}

function archiveOf(given: string | null): Archive {
  return given === 'only' || given === 'all' ? given : 'no';
}

function startOf(days: number): number {
  const start = new Date();
  start.setHours(0, 0, 0, 0);
  return start.getTime() - (days - 1) * 86_400_000;
}
