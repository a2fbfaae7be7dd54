/** A changed file as a diff: each change can be reverted, or all of them together (web.md 5.11). */
import { Fragment, type ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { ApiFailure } from '../../../../client/api/failure.js';
import type { TextHunk } from '../../../../schemas/generated/types.js';
import { showNote } from '../../../live/notes.js';
import { text } from '../../../live/text.js';
import { Button } from '../../../parts/button.js';
import { DiffFrame } from '../../../parts/diff.js';
import { reasonOf } from '../../../parts/failure.js';
import { isFocusLost } from '../../../parts/focus.js';
import type { OpenSession } from '../open.js';
import { CommentedHunk } from './commented.js';
import type { ShownFile } from './read.js';
import { Unchanged, usePresentText } from './unchanged.js';

export interface FileProps {
  file: ShownFile;
  /** relative to the directory of the session */
  name: string;
  session: OpenSession;
  fromTurn: number | undefined;
  isViewed: boolean;
  /** all changes of the file are reverted */
  isGone: boolean;
  refresh(): void;
  onRevert(): void;
}

/** A change that the user reverted here. It keeps its place, so that later changes keep place and number. */
interface Reverted {
  revertId: string;
  /** key of the change; absent: the whole file */
  key?: string;
  number?: number;
  isBack: boolean;
}

interface Numbered {
  hunk: TextHunk;
  key: string;
  number: number;
}

/** Identifies a change: reverts of other changes affect neither its lines nor its old start. */
function keyOf({ old_start, lines }: TextHunk): string {
  return [old_start, ...lines].join('\n');
}

/** Numbers the changes of a file and remembers the reverted ones; a new change resets both. */
function useNumbers(hunks: readonly TextHunk[]) {
  const [given, setGiven] = useState<{ numbers: ReadonlyMap<string, number>; reverted: readonly Reverted[] }>({
    numbers: new Map(),
    reverted: [],
  });
  const keys = hunks.map(keyOf);
  const isKnown = keys.every((key) => given.numbers.has(key));
  const numbered = hunks.map((hunk, at): Numbered => {
    const key = keyOf(hunk);
    return { hunk, key, number: (isKnown && given.numbers.get(key)) || at + 1 };
  });
  const all = isKnown ? given.reverted : [];
  return {
    numbered,
    /** reverted changes that are shown as placeholders */
    reverted: all.filter(({ key, isBack }) => (key === undefined ? !isBack : !keys.includes(key))),
    isRunning: (wanted: string) => all.some(({ key, isBack }) => key === wanted && !isBack),
    wasReverted: (wanted: string) => all.some(({ key }) => key === wanted),
    note(entry: Reverted): void {
      const numbers =
        isKnown && all.length > 0 ? given.numbers : new Map(numbered.map((each) => [each.key, each.number]));
      setGiven({ numbers, reverted: [...all, entry] });
    },
    noteBack: (revertId: string) =>
      setGiven((now) => ({
        ...now,
        reverted: now.reverted.map((each) => (each.revertId === revertId ? { ...each, isBack: true } : each)),
      })),
  };
}

/** A refused revert, because the file has changed meanwhile; no hunk: the whole file. */
interface Refused {
  hunk?: TextHunk;
}

export function ChangedFileView({ file, name, session, fromTurn, isViewed, isGone, refresh, onRevert }: FileProps) {
  const { path, sha256, hunks = [], added, removed } = file;
  const [refused, refuse] = useState<Refused | undefined>(undefined);
  const [reason, setReason] = useState<string | undefined>(undefined);
  const isBusy = useRef(false);
  const { canUnfold, present, read } = usePresentText({ file, name, sessionId: session.id, refresh, fail: setReason });
  const { numbered, reverted, isRunning, wasReverted, note, noteBack } = useNumbers(hunks);

  async function revert(hunk: TextHunk | undefined, force: boolean): Promise<void> {
    const of = numbered.find((each) => each.hunk === hunk);
    if (isBusy.current || sha256 === undefined || (of && isRunning(of.key))) return;
    isBusy.current = true;
    refuse(undefined);
    setReason(undefined);
    onRevert();
    try {
      const { revert_id: id } = await session.model.revert({
        path,
        sha256,
        ...(fromTurn !== undefined && { from_turn: fromTurn }),
        ...(hunk && { hunks: [hunk.id] }),
        ...(force && { force }),
      });
      showNote(text('changes.reverted', { path: name }), {
        action: { label: text('note.undo'), run: () => void bringBack(id) },
      });
      note({ revertId: id, isBack: false, ...(of && { key: of.key, number: of.number }) });
    } catch (error) {
      if (error instanceof ApiFailure && error.name === 'SESSION_FILES_CHANGED') refuse(hunk ? { hunk } : {});
      else setReason(reasonOf(error));
    } finally {
      isBusy.current = false;
      refresh();
    }
  }

  async function bringBack(id: string): Promise<void> {
    try {
      await session.model.unrevert(id);
      noteBack(id);
    } catch (error) {
      showNote(reasonOf(error), { isError: true });
    } finally {
      refresh();
    }
  }

  function revertAnyway({ hunk }: Refused): void {
    // a reload of the list may have changed the number of the same lines
    const now = hunk && hunks.find(({ lines }) => lines.join('\n') === hunk.lines.join('\n'));
    if (hunk && !now) {
      refuse(undefined);
      setReason(text('changes.gone'));
    } else void revert(now, true);
  }

  /** Renders the unchanged lines above a change, or below the last one. */
  const unchanged = (at: number): ComponentChildren => {
    const [above, below] = [hunks[at - 1], hunks[at]];
    if (!canUnfold) return above && below && <div class="diff-gap" aria-hidden="true" />;
    return (
      <Unchanged
        above={above}
        below={below}
        present={present}
        read={read}
        draw={(lines) => <CommentedHunk sessionId={session.id} path={path} name={name} hunk={lines} />}
      />
    );
  };

  const places = [...reverted, ...numbered].sort((one, other) => (one.number ?? 0) - (other.number ?? 0));
  if (isGone && places.length === 0 && !isBusy.current) return null;
  return (
    <section class="changed-file" data-path={path}>
      <DiffFrame path={name} added={added} removed={removed} canIgnoreSpace={hunks.length > 0}>
        {sha256 !== undefined && !isGone && (
          <div class="changed-tools">
            {file.moved_from !== undefined && (
              <span class="dim small">{text('changes.moved', { path: file.moved_from })}</span>
            )}
            {file.conflict && <span class="badge warning">{text(`changes.${file.conflict}`)}</span>}
            <Button kind="quiet" onClick={() => void revert(undefined, false)}>
              {text('changes.revertFile')}
            </Button>
          </div>
        )}
        {refused && (
          <div class="conflict" role="alert" data-testid="revert-conflict">
            <p>{text('changes.conflict')}</p>
            <div class="row">
              <Button kind="danger" onClick={() => revertAnyway(refused)}>
                {text('changes.revertAnyway')}
              </Button>
              <Button onClick={() => refuse(undefined)}>{text('changes.keep')}</Button>
            </div>
          </div>
        )}
        {reason !== undefined && (
          <p class="reason" role="alert">
            {reason}
          </p>
        )}
        {file.binary && <p class="dim small">{text('changes.binary')}</p>}
        {file.truncated && <p class="dim small">{text('changes.truncated')}</p>}
        {!isViewed &&
          places.map((place) =>
            'revertId' in place ? (
              <RevertedPlace key={place.revertId} reverted={place} bringBack={() => void bringBack(place.revertId)} />
            ) : (
              <Fragment key={place.key}>
                {unchanged(hunks.indexOf(place.hunk))}
                <Change name={`${path} ${place.hunk.id}`} isBack={wasReverted(place.key)}>
                  {sha256 !== undefined && (
                    <div class="changed-tools">
                      <Button kind="quiet" onClick={() => void revert(place.hunk, false)}>
                        {text('changes.revert', { i: place.number })}
                      </Button>
                    </div>
                  )}
                  <CommentedHunk sessionId={session.id} path={path} name={name} hunk={place.hunk} />
                </Change>
              </Fragment>
            ),
          )}
        {!isViewed && hunks.length > 0 && unchanged(hunks.length)}
      </DiffFrame>
    </section>
  );
}

interface ChangeProps {
  name: string;
  /** the change was reverted before: it takes the focus of the button that restored it */
  isBack: boolean;
  children: ComponentChildren;
}

function Change({ name, isBack, children }: ChangeProps) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isBack && isFocusLost()) place.current?.focus();
  }, []);
  return (
    <div ref={place} class="diff-hunk" data-change={name} tabIndex={-1}>
      {children}
    </div>
  );
}

function RevertedPlace({ reverted: { number }, bringBack }: { reverted: Reverted; bringBack(): void }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isFocusLost()) place.current?.focus();
  }, []);
  return (
    <div ref={place} class="reverted-place" data-testid="reverted" tabIndex={-1}>
      <Button kind="quiet" onClick={bringBack}>
        {number === undefined ? text('changes.back.file') : text('changes.back.change', { i: number })}
      </Button>
      <span class="dim small">
        {number === undefined ? text('changes.reverted.file') : text('changes.reverted.change', { i: number })}
      </span>
    </div>
  );
}
