/** The file changes of a session as a review: the range, the files with their counts, and their diffs (web.md 5.11). */
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { formatPathFrom } from '../../../../client/view/format.js';
import type { TranscriptItem } from '../../../../schemas/generated/types.js';
import { route, setQuery } from '../../../live/routes.js';
import { server } from '../../../live/server.js';
import { counted, formatNumber, text } from '../../../live/text.js';
import { Button } from '../../../parts/button.js';
import { Clean } from '../../../parts/clean.js';
import { Failure } from '../../../parts/failure.js';
import { Field } from '../../../parts/field.js';
import { Link } from '../../../parts/link.js';
import { Skeleton } from '../../../parts/skeleton.js';
import type { OpenSession } from '../open.js';
import { turnWords } from '../origins.js';
import type { SessionPart } from '../places.js';
import { CommentList } from './commented.js';
import { ChangedFileView } from './file.js';
import { createChangesReader, type Changes, type Scope, type ShownFile } from './read.js';
import { FileTree } from './tree.js';
import { viewedIn, type Viewed } from './viewed.js';

export function ChangesPanel({ session }: SessionPart) {
  return (
    <>
      <p class="panel-note">
        <Link to={`/sessions/${session.id}/changes`}>{text('changes.page')}</Link>
      </p>
      <ChangesView session={session} heading="h3" />
    </>
  );
}

interface Turn {
  ordinal: number;
  words: string;
}

function turnsOf(items: readonly TranscriptItem[]): Turn[] {
  return items.flatMap((item) =>
    item.kind === 'turn' && item.state !== 'queued' ? [{ ordinal: item.ordinal, words: turnWords(item, 60) }] : [],
  );
}

/** Converts the value of the field: `start`, `last`, `git`, or the number of a turn. */
function scopeOf(value: string, turns: readonly Turn[]): Scope {
  const turn = value === 'last' ? turns.at(-1)?.ordinal : Number(value);
  if (value === 'git') return { kind: 'git' };
  return turn === undefined || Number.isNaN(turn) ? { kind: 'start' } : { kind: 'turn', turn };
}

interface ChangesProps extends SessionPart {
  heading: 'h2' | 'h3';
  /** path or name of the file to scroll to */
  wanted?: string | undefined;
}

export function ChangesView({ session, heading, wanted }: ChangesProps) {
  const { timeline, fileChanges } = session.state.value;
  const from = route.value.query.get('from') ?? 'last';
  const since = /^(?:start|last|git|[1-9]\d{0,8})$/.test(from) ? from : 'last';
  const turns = useMemo(() => turnsOf(timeline.items), [timeline.items]);
  const scope = scopeOf(since, turns);
  const turn = scope.kind === 'turn' ? scope.turn : undefined;
  const current = server.value;
  const reader = useMemo(
    () => current && createChangesReader(current.client, session.id, scope),
    [current, session.id, scope.kind, turn],
  );
  const viewed = useMemo(() => viewedIn(session.id), [session.id]);
  useEffect(() => () => reader?.close(), [reader]);
  useEffect(() => reader?.refresh(), [reader, fileChanges]);
  const changes = reader?.changes.value;
  const failure = reader?.failure.value;
  return (
    <div class="changes">
      <Field label={text('changes.since')}>
        {(bound) => (
          <select
            {...bound}
            value={since}
            onChange={(event) => setQuery({ from: event.currentTarget.value }, { replace: true })}
          >
            <option value="start">{text('changes.start')}</option>
            {turn !== undefined && !turns.some(({ ordinal }) => ordinal === turn) && (
              <option value={since}>{text('changes.turn', { n: turn })}</option>
            )}
            {turns.map(({ ordinal, words }) => (
              <option key={ordinal} value={String(ordinal)}>
                {text('turn.heading', { n: ordinal, words })}
              </option>
            ))}
            <option value="last">{text('changes.last')}</option>
            <option value="git">{text('changes.git')}</option>
          </select>
        )}
      </Field>
      <CommentList session={session} />
      {failure && <Failure error={failure} onRetry={() => reader?.refresh()} />}
      {!changes && !failure && <Skeleton />}
      {changes && (
        <Found
          key={`${scope.kind} ${turn}`}
          changes={changes}
          session={session}
          heading={heading}
          fromTurn={turn}
          wanted={wanted}
          viewed={viewed}
          refresh={() => reader?.refresh()}
        />
      )}
    </div>
  );
}

interface FoundProps {
  changes: Changes;
  session: OpenSession;
  heading: 'h2' | 'h3';
  fromTurn: number | undefined;
  wanted: string | undefined;
  viewed: Viewed;
  refresh(): void;
}

/** A file with a revert, finished or not, which the next list may not contain; `at`: its index. */
interface Touched {
  file: ShownFile;
  at: number;
}

function Found({ changes, session, heading: Heading, fromTurn, wanted, viewed, refresh }: FoundProps) {
  const { files, notRecorded, unwatched } = changes;
  const place = useRef<HTMLDivElement>(null);
  const [touched, touch] = useState<readonly Touched[]>([]);
  const cwd = session.state.value.session?.metadata.cwd ?? '';
  const nameOf = (path: string): string => formatPathFrom(path, { cwd });
  const sum = (of: 'added' | 'removed'): number => files.reduce((total, file) => total + file[of], 0);
  const named = files.map((file) => ({ file, name: nameOf(file.path) }));
  // a file stays in place after the user reverted all of it, so that no other file moves under the pointer
  const shown: { file: ShownFile; isGone: boolean }[] = files.map((file) => ({ file, isGone: false }));
  for (const { file, at } of touched)
    if (!files.some(({ id }) => id === file.id))
      shown.splice(at, 0, { file: { ...file, hunks: [], added: 0, removed: 0 }, isGone: true });

  function show(path: string): void {
    const found = [...(place.current?.querySelectorAll('.changed-file') ?? [])].find(
      (each) => each.getAttribute('data-path') === path,
    );
    found?.scrollIntoView({ block: 'start' });
  }

  const found = named.find(({ file, name }) => wanted === name || wanted === file.path)?.file.path;
  useEffect(() => {
    if (found !== undefined) show(found);
  }, [found]);

  /** N and P: next and previous change; F and Shift-F: next and previous file; V: mark viewed; C: comment. */
  function press(event: KeyboardEvent): void {
    const { target, key, ctrlKey, metaKey, altKey, shiftKey } = event;
    if (ctrlKey || metaKey || altKey || (target instanceof HTMLElement && target.matches('input, select, textarea')))
      return;
    const letter = key.toLowerCase();
    const step = letter === 'n' || (letter === 'f' && !shiftKey) ? 1 : letter === 'p' || letter === 'f' ? -1 : 0;
    const focus = document.activeElement;
    if (letter === 'v') {
      const path = focus?.closest('[data-path]')?.getAttribute('data-path');
      const file = files.find((each) => each.path === path);
      if (file) viewed.set(file, !viewed.has(file));
    } else if (letter === 'c') {
      const line = focus?.closest('.diff-hunk')?.querySelector<HTMLElement>('.diff-line:not(.context) button');
      if (!line) return;
      line.click();
    } else if (step !== 0) {
      const selector = letter === 'f' ? '.changed-file' : '[data-change]';
      const all = [...(place.current?.querySelectorAll<HTMLElement>(selector) ?? [])];
      const at = all.findIndex((each) => each.contains(focus));
      const next = at < 0 ? all[step > 0 ? 0 : all.length - 1] : all[at + step];
      if (!next) return;
      const goal = letter === 'f' ? (next.querySelector<HTMLElement>('button, [data-change]') ?? next) : next;
      goal.focus();
      next.scrollIntoView({ block: 'nearest' });
    } else return;
    event.preventDefault();
  }

  return (
    <div ref={place} class="changes-found" onKeyDown={press}>
      <Heading class="changes-totals">
        {files.length === 0 ? text('changes.none') : counted('changes.total', files.length)}{' '}
        {files.length > 0 && (
          <span class="diff-counts">
            <span class="added">+{formatNumber(sum('added'))}</span>{' '}
            <span class="removed">−{formatNumber(sum('removed'))}</span>
          </span>
        )}
      </Heading>
      {files.length === 0 && fromTurn !== undefined && (
        <Button onClick={() => setQuery({ from: 'start' }, { replace: true })}>{text('changes.fromStart')}</Button>
      )}
      {files.length > 0 && <FileTree files={named} viewed={viewed} onChoose={show} />}
      {notRecorded.map(({ path }) => (
        <p key={path} class="dim small">
          {text('changes.notRecorded', { path: nameOf(path) })}
        </p>
      ))}
      {unwatched.length > 0 && (
        <p class="dim small" data-testid="unwatched">
          <Clean text={text('changes.unwatched', { places: unwatched.map(({ path }) => nameOf(path)).join(', ') })} />
        </p>
      )}
      {shown.map(({ file, isGone }, at) => (
        <ChangedFileView
          key={file.id}
          file={file}
          name={nameOf(file.path)}
          isGone={isGone}
          session={session}
          fromTurn={fromTurn}
          isViewed={viewed.has(file)}
          refresh={refresh}
          onRevert={() => touch([...touched.filter((each) => each.file.id !== file.id), { file, at }])}
        />
      ))}
    </div>
  );
}
