/** Finds files of a session by name, and lines in them by text (web.md 5.13). */
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Operations } from '../../../../schemas/generated/operations.js';
import type { FileHit } from '../../../../schemas/generated/types.js';
import type { Client } from '../../../../client/api/client.js';
import { text, counted } from '../../../live/text.js';
import { Clean } from '../../../parts/clean.js';
import { Failure } from '../../../parts/failure.js';
import { Field } from '../../../parts/field.js';
import { Skeleton } from '../../../parts/skeleton.js';

type Grep = Operations['grepFiles']['data'];

export interface FindProps {
  client: Client;
  sessionId: string;
  onChoose(path: string, line?: number): void;
}

const afterMs = 150;
const timeoutMs = 40_000;

type Answer<Data> = { data: Data } | { error: unknown };

/** Returns the answer to the latest query; ignores late answers to earlier ones. */
function useAnswer<Data>(key: string, ask: (signal: AbortSignal) => Promise<Data>): Answer<Data> | undefined {
  const [answer, setAnswer] = useState<(Answer<Data> & { key: string }) | undefined>(undefined);
  const latest = useRef(ask);
  latest.current = ask;
  useEffect(() => {
    if (key === '') return;
    const abort = new AbortController();
    const timer = setTimeout(() => {
      latest.current(AbortSignal.any([abort.signal, AbortSignal.timeout(timeoutMs)])).then(
        (data) => abort.signal.aborted || setAnswer({ key, data }),
        (error: unknown) => abort.signal.aborted || setAnswer({ key, error }),
      );
    }, afterMs);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [key]);
  return key === '' ? undefined : answer;
}

/** Matches by file name; empty without a query. */
export function NameHits({ client, sessionId, query, onChoose }: FindProps & { query: string }) {
  const answer = useAnswer(query.trim(), (signal) =>
    client.searchFiles({ params: { session_id: sessionId }, body: { query: query.trim() } }, { signal }),
  );
  if (!answer) return <Skeleton />;
  if ('error' in answer) return <Failure error={answer.error} />;
  const { items, truncated } = answer.data;
  const files = items.filter(({ kind }) => kind !== 'directory');
  return (
    <>
      {files.length === 0 && <p class="empty">{text('files.none')}</p>}
      <ul class="find-hits" aria-label={text('files.found')}>
        {files.map((hit) => (
          <li key={hit.path}>
            <button type="button" class="find-hit" title={hit.path} onClick={() => onChoose(hit.path)}>
              <HitPath hit={hit} />
            </button>
          </li>
        ))}
      </ul>
      {truncated && <p class="dim small">{text('files.more')}</p>}
    </>
  );
}

/** A path with its matched characters marked. */
function HitPath({ hit: { path, match_positions: positions } }: { hit: FileHit }) {
  const marked = new Set(positions);
  const pieces: { words: string; isHit: boolean }[] = [];
  for (const [at, letter] of [...path].entries()) {
    const isHit = marked.has(at);
    const last = pieces.at(-1);
    if (last?.isHit === isHit) last.words += letter;
    else pieces.push({ words: letter, isHit });
  }
  return (
    <>
      {pieces.map(({ words, isHit }, at) =>
        isHit ? (
          <mark key={at}>
            <Clean text={words} />
          </mark>
        ) : (
          <Clean key={at} text={words} />
        ),
      )}
    </>
  );
}

export interface Wanted {
  pattern: string;
  isRegex: boolean;
  isCaseSensitive: boolean;
  globs: string;
}

export const nothingWanted: Wanted = { pattern: '', isRegex: false, isCaseSensitive: false, globs: '' };

/** Options of the text search. */
export function GrepChoices({ wanted, onChange }: { wanted: Wanted; onChange(wanted: Wanted): void }) {
  return (
    <div class="grep-choices">
      <label class="check">
        <input
          type="checkbox"
          checked={wanted.isRegex}
          onChange={({ currentTarget }) => onChange({ ...wanted, isRegex: currentTarget.checked })}
        />
        {text('files.regex')}
      </label>
      <label class="check">
        <input
          type="checkbox"
          checked={wanted.isCaseSensitive}
          onChange={({ currentTarget }) => onChange({ ...wanted, isCaseSensitive: currentTarget.checked })}
        />
        {text('files.case')}
      </label>
      <Field label={text('files.globs')}>
        {(bound) => (
          <input
            {...bound}
            type="text"
            value={wanted.globs}
            placeholder="src/**, *.ts"
            onInput={({ currentTarget }) => onChange({ ...wanted, globs: currentTarget.value })}
          />
        )}
      </Field>
    </div>
  );
}

export function LineHits({ client, sessionId, wanted, onChoose }: FindProps & { wanted: Wanted }) {
  const { pattern, isRegex, isCaseSensitive, globs } = wanted;
  const include = globs
    .split(',')
    .map((glob) => glob.trim())
    .filter((glob) => glob !== '');
  const answer = useAnswer<Grep>(pattern === '' ? '' : JSON.stringify(wanted), (signal) =>
    client.grepFiles(
      {
        params: { session_id: sessionId },
        body: {
          pattern,
          regex: isRegex,
          case_sensitive: isCaseSensitive,
          context_lines: 0,
          max_total_matches: 500,
          ...(include.length > 0 && { include_globs: include }),
        },
      },
      { signal },
    ),
  );
  if (!answer) return <Skeleton />;
  if ('error' in answer) return <Failure error={answer.error} />;
  const { files, truncated } = answer.data;
  const count = files.reduce((sum, { matches }) => sum + matches.length, 0);
  return (
    <>
      <p class="dim small" role="status">
        {count === 0 ? text('files.none') : counted('files.lines', count)}
        {truncated && ` ${text('files.more')}`}
      </p>
      <ul class="find-hits" aria-label={text('files.foundLines')}>
        {files.map(({ path, matches }) => (
          <li key={path}>
            <p class="hit-file">
              <Clean text={path} />
            </p>
            <ul class="find-hits">
              {matches.map(({ line, text: words }) => (
                <li key={line}>
                  <button
                    type="button"
                    class="find-hit"
                    aria-label={`${path}:${line} ${words.trim().slice(0, 200)}`}
                    onClick={() => onChoose(path, line)}
                  >
                    <span class="hit-line">{line}</span> <code>{<Clean text={words.trim().slice(0, 200)} />}</code>
                  </button>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </>
  );
}
