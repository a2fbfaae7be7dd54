/** Search over all sessions while the user types; each result links to its turn (web.md 5.14). */
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Operations } from '../../schemas/generated/operations.js';
import type { SearchHit } from '../../schemas/generated/types.js';
import { route, setQuery } from '../live/routes.js';
import { isOnline, server } from '../live/server.js';
import { workspaces } from '../live/sessions.js';
import { counted, formatNumber, text } from '../live/text.js';
import { Button } from '../parts/button.js';
import { Clean } from '../parts/clean.js';
import { Failure } from '../parts/failure.js';
import { Field, Switch } from '../parts/field.js';
import { Link } from '../parts/link.js';
import { Screen } from '../parts/screen.js';
import { Time } from '../parts/time.js';

type Answer = Operations['searchSessions']['data'];
type Role = SearchHit['role'] | '';
const waitMs = 250;
/** choices of how many days back to search */
const spans = [1, 7, 30, 90] as const;

/** Returns the start of the first of the last `days`, including today; constant all day, as later pages require. */
function sinceDays(days: number): number {
  const today = new Date();
  return new Date(today.getFullYear(), today.getMonth(), today.getDate() - days + 1).getTime();
}

export function Search() {
  const { query } = route.value;
  const [words, setWords] = useState(query.get('q') ?? '');
  const [isExact, setExact] = useState(false);
  const [role, setRole] = useState<Role>('');
  const [workspace, setWorkspace] = useState('');
  const [days, setDays] = useState(0);
  const [hits, setHits] = useState<readonly SearchHit[]>([]);
  const [answer, setAnswer] = useState<Answer | undefined>(undefined);
  const [failure, setFailure] = useState<unknown>(undefined);
  /** the words of the last search */
  const searched = useRef('');
  /** number of the latest search; answers to earlier ones are ignored */
  const latest = useRef(0);
  const isLive = isOnline.value;

  async function search(pageToken?: string): Promise<void> {
    const wanted = words.trim();
    const number = (latest.current += 1);
    if (wanted === '' || (isExact && wanted.length < 2)) {
      setHits([]);
      setAnswer(undefined);
      return;
    }
    try {
      const found = await server.peek()?.client.searchSessions({
        body: {
          query: wanted,
          mode: isExact ? 'literal' : 'terms',
          ...(role !== '' && { role }),
          ...(workspace !== '' && { container: { workspace_id: workspace } }),
          ...(days > 0 && { start_time: sinceDays(days) }),
          ...(pageToken !== undefined && { page_token: pageToken }),
        },
      });
      if (number !== latest.current || !found) return;
      setFailure(undefined);
      setAnswer(found);
      setHits(pageToken === undefined ? found.items : [...hits, ...found.items]);
    } catch (error) {
      if (number === latest.current) setFailure(error);
    }
  }

  useEffect(() => {
    // words from the address and chosen filters are complete; only typed words need a delay
    const isTyping = searched.current !== words && query.get('q') !== words;
    const timer = setTimeout(
      () => {
        searched.current = words;
        if ((query.get('q') ?? '') !== words) setQuery({ q: words === '' ? undefined : words }, { replace: true });
        void search();
      },
      isTyping ? waitMs : 0,
    );
    return () => clearTimeout(timer);
  }, [words, isExact, role, workspace, days, isLive]);

  const state = answer?.index_state;
  return (
    <Screen title={text('nav.search')}>
      <form role="search" class="form" onSubmit={(event) => event.preventDefault()}>
        <Field label={text('search.field')}>
          {(bound) => (
            <input
              {...bound}
              type="search"
              autoFocus
              value={words}
              onInput={(event) => setWords(event.currentTarget.value)}
            />
          )}
        </Field>
        <div class="row search-choices">
          <Switch label={text('search.exact')} isOn={isExact} onChange={setExact} />
          <Field label={text('search.role')}>
            {(bound) => (
              <select {...bound} value={role} onChange={(event) => setRole(event.currentTarget.value as Role)}>
                <option value="">{text('search.role.all')}</option>
                <option value="user">{text('search.role.user')}</option>
                <option value="assistant">{text('search.role.assistant')}</option>
                <option value="title">{text('search.role.title')}</option>
              </select>
            )}
          </Field>
          <Field label={text('all.workspace')}>
            {(bound) => (
              <select {...bound} value={workspace} onChange={(event) => setWorkspace(event.currentTarget.value)}>
                <option value="">{text('all.any')}</option>
                {workspaces.value.map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </select>
            )}
          </Field>
          <Field label={text('search.time')}>
            {(bound) => (
              <select {...bound} value={days} onChange={(event) => setDays(Number(event.currentTarget.value))}>
                <option value={0}>{text('all.anyTime')}</option>
                {spans.map((span) => (
                  <option key={span} value={span}>
                    {counted('all.days', span)}
                  </option>
                ))}
              </select>
            )}
          </Field>
        </div>
      </form>
      {state?.state === 'building' && (
        <p role="status">
          {text('search.building', {
            n: formatNumber(state.indexed_sessions),
            m: formatNumber(state.total_sessions),
          })}
        </p>
      )}
      {failure !== undefined && <Failure error={failure} onRetry={() => void search()} />}
      {words.trim() === '' ? (
        <p class="empty">{text('search.empty')}</p>
      ) : (
        answer && hits.length === 0 && <p class="empty">{text('search.none')}</p>
      )}
      <ol class="hits" aria-label={text('search.results')}>
        {hits.map((hit) => (
          <li key={`${hit.session_id} ${hit.agent_id} ${hit.step_id ?? hit.role} ${hit.turn} ${hit.time}`}>
            <Hit hit={hit} words={words} isExact={isExact} />
          </li>
        ))}
      </ol>
      {answer?.has_more && <Button onClick={() => void search(answer.page_token)}>{text('search.more')}</Button>}
    </Screen>
  );
}

function Hit({ hit, words, isExact }: { hit: SearchHit; words: string; isExact: boolean }) {
  const { session_id: id, session_title: title, turn, role, snippet, time } = hit;
  return (
    <Link to={`/sessions/${id}${turn === undefined ? '' : `?turn=${turn}`}`} class="hit">
      <span class="hit-head">
        <strong>
          <Clean text={title === '' ? text('session.untitled') : title} />
        </strong>
        <span class="dim">{text(`search.role.${role}`)}</span>
        <Time at={time} class="dim" />
      </span>
      <span class="hit-text">
        {marked(snippet, isExact ? [words.trim()] : words.split(/\s+/)).map(({ part, isHit }, at) =>
          isHit ? (
            <mark key={at}>
              <Clean text={part} />
            </mark>
          ) : (
            <Clean key={at} text={part} />
          ),
        )}
      </span>
    </Link>
  );
}

/** Splits a text at the occurrences of the words, ignoring case. */
function marked(whole: string, words: readonly string[]): { part: string; isHit: boolean }[] {
  const escaped = words.filter((word) => word !== '').map((word) => word.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  if (escaped.length === 0) return [{ part: whole, isHit: false }];
  const pattern = new RegExp(`(${escaped.join('|')})`, 'giu');
  return whole.split(pattern).map((part, at) => ({ part, isHit: at % 2 === 1 }));
}
