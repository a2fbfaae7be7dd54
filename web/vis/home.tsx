/** All sessions with a filter, and the opened exports (web.md 8.2). */
import { useEffect, useState } from 'preact/hooks';
import type { Session } from '../../schemas/generated/types.js';
import { formatNumber, text } from '../live/text.js';
import { Button } from '../parts/button.js';
import { Clean } from '../parts/clean.js';
import { Failure } from '../parts/failure.js';
import { Field } from '../parts/field.js';
import { Link } from '../parts/link.js';
import { Skeleton } from '../parts/skeleton.js';
import { Table } from '../parts/table.js';
import { Time } from '../parts/time.js';
import { useTitle } from './title.js';
import { listSessions, opened } from './source.js';

const typingMs = 200;

export function Home() {
  useTitle('');
  const [query, setQuery] = useState('');
  const [items, setItems] = useState<readonly Session[] | undefined>(undefined);
  const [hasMore, setMore] = useState(false);
  const [failure, setFailure] = useState<unknown>(undefined);

  function read(before?: Session): void {
    setFailure(undefined);
    listSessions({ ...(query === '' ? {} : { query }), ...(before ? { before_id: before.id } : {}) }).then((page) => {
      setItems((known) => (before ? [...(known ?? []), ...page.items] : page.items));
      setMore(page.has_more);
    }, setFailure);
  }
  useEffect(() => {
    const timer = setTimeout(read, items ? typingMs : 0);
    return () => clearTimeout(timer);
  }, [query]);

  const files = [...opened.value.values()].map(({ session }) => session);
  return (
    <>
      <h1>{text('vis.sessions')}</h1>
      {files.length > 0 && (
        <section>
          <h2>{text('vis.opened')}</h2>
          <Sessions label={text('vis.opened')} items={files} />
        </section>
      )}
      <Field label={text('vis.filterSessions')}>
        {(bound) => (
          <input {...bound} type="search" value={query} onInput={(event) => setQuery(event.currentTarget.value)} />
        )}
      </Field>
      {failure !== undefined && <Failure error={failure} onRetry={() => read()} />}
      {!items && failure === undefined && <Skeleton />}
      {items?.length === 0 && <p class="empty">{text(query === '' ? 'vis.none' : 'vis.noneFound')}</p>}
      {items && items.length > 0 && <Sessions label={text('vis.sessions')} items={items} />}
      {hasMore && <Button onClick={() => read(items?.at(-1))}>{text('vis.more')}</Button>}
    </>
  );
}

function Sessions({ label, items }: { label: string; items: readonly Session[] }) {
  const columns = (['title', 'state', 'directory', 'turns', 'events', 'active'] as const).map((name) =>
    text(`vis.column.${name}`),
  );
  return (
    <Table label={label} columns={columns}>
      {items.map(({ id, title, busy, archived, metadata, usage, last_seq: last, updated_at: at }) => (
        <tr key={id}>
          <th scope="row">
            <Link to={`/sessions/${encodeURIComponent(id)}`}>
              <Clean text={title === '' ? id : title} />
            </Link>
          </th>
          <td>{text(archived ? 'vis.state.archived' : busy ? 'vis.state.working' : 'vis.state.idle')}</td>
          <td>
            <Clean text={metadata.cwd} />
          </td>
          <td class="number">{formatNumber(usage.turn_count)}</td>
          <td class="number">{formatNumber(last)}</td>
          <td>
            <Time at={Date.parse(at)} />
          </td>
        </tr>
      ))}
    </Table>
  );
}
