/** Sessions as a table with selection of several rows (web.md 5.1). */
import type { Operations } from '../../../schemas/generated/operations.js';
import type { SessionSummary } from '../../../schemas/generated/types.js';
import { formatMoney } from '../../../client/view/format.js';
import { entryOf, entryWord, nameOfPath, titleOf } from '../../live/entries.js';
import { workspaces } from '../../live/sessions.js';
import { formatNumber, text } from '../../live/text.js';
import { Clean } from '../../parts/clean.js';
import { Link } from '../../parts/link.js';
import { StateIcon } from '../../parts/state.js';
import { Time } from '../../parts/time.js';

export type Sort = NonNullable<NonNullable<Operations['querySessions']['query']>['sort']>;

interface SessionTableProps {
  items: readonly SessionSummary[];
  chosen: ReadonlySet<string>;
  sort: Sort;
  onChoose(chosen: ReadonlySet<string>): void;
  onSort(sort: string): void;
}

export function SessionTable({ items, chosen, sort, onChoose, onSort }: SessionTableProps) {
  const isAll = items.every(({ id }) => chosen.has(id));
  const isAscending = sort === 'meta.updated_at_asc';
  const isByChange = sort !== 'meta.created_at_desc';
  return (
    <div class="table-frame" role="group" tabIndex={0} aria-label={text('nav.sessions')}>
      <table aria-label={text('nav.sessions')} class="all-sessions">
        <thead>
          <tr>
            <th scope="col">
              <input
                type="checkbox"
                aria-label={text('all.selectAll')}
                checked={isAll}
                onChange={() => onChoose(new Set(isAll ? [] : items.map(({ id }) => id)))}
              />
            </th>
            <th scope="col">{text('all.title')}</th>
            <th scope="col">{text('all.workspace')}</th>
            <th scope="col">{text('all.state')}</th>
            <th scope="col" class="number">
              {text('all.messages')}
            </th>
            <th scope="col" class="number">
              {text('all.cost')}
            </th>
            <th scope="col" {...(isByChange && { 'aria-sort': isAscending ? 'ascending' : 'descending' })}>
              <button type="button" class="link" onClick={() => onSort(isByChange && !isAscending ? 'old' : '')}>
                {text('all.changed')}
              </button>
            </th>
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <Row
              key={item.id}
              item={item}
              isChosen={chosen.has(item.id)}
              onChoose={() => {
                const next = new Set(chosen);
                if (!next.delete(item.id)) next.add(item.id);
                onChoose(next);
              }}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Row({ item, isChosen, onChoose }: { item: SessionSummary; isChosen: boolean; onChoose(): void }) {
  const entry = entryOf(item);
  const title = titleOf(entry);
  const name = workspaces.value.find(({ id }) => id === entry.workspaceId)?.name ?? nameOfPath(entry.cwd);
  return (
    <tr data-session-id={item.id} data-state={entry.state}>
      <td>
        <input type="checkbox" aria-label={text('all.select', { title })} checked={isChosen} onChange={onChoose} />
      </td>
      <th scope="row">
        <Link to={`/sessions/${item.id}`}>
          <Clean text={title} />
        </Link>
        {entry.isArchived && <span class="dim small"> {text('all.isArchived')}</span>}
      </th>
      <td title={entry.cwd}>
        <Clean text={name} />
        {item.git?.branch && (
          <small class="dim small">
            {' '}
            <Clean text={item.git.branch} />
          </small>
        )}
      </td>
      <td>
        <span class="session-state">
          <StateIcon state={entry.state} word={entryWord(entry)} /> {entryWord(entry)}
        </span>
      </td>
      <td class="number">{formatNumber(item.message_count)}</td>
      <td class="number">{item.total_cost_usd === undefined ? '' : formatMoney(item.total_cost_usd)}</td>
      <td>
        <Time at={entry.updatedAt} />
      </td>
    </tr>
  );
}
