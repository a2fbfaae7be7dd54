/** A changed file: its changes as a diff, each of which can be reverted, or all of them (web.md 5.11). */
import { useRef, useState } from 'preact/hooks';
import { ApiFailure } from '../../../../client/api/failure.js';
import type { TextHunk } from '../../../../schemas/generated/types.js';
import { showNote } from '../../../live/notes.js';
import { text } from '../../../live/text.js';
import { Button } from '../../../parts/button.js';
import { DiffFrame } from '../../../parts/diff.js';
import { reasonOf } from '../../../parts/failure.js';
import type { OpenSession } from '../open.js';
import { CommentedHunk } from './commented.js';
import type { ShownFile } from './read.js';

export interface FileProps {
  file: ShownFile;
  /** from the directory of the session */
  name: string;
  session: OpenSession;
  fromTurn: number | undefined;
  isViewed: boolean;
  refresh(): void;
  /** a change went: the focus needs a place */
  onReverted(): void;
}

/** What could not be reverted because the file is another one now; no hunk: the whole file. */
interface Refused {
  hunk?: TextHunk;
}

export function ChangedFileView({ file, name, session, fromTurn, isViewed, refresh, onReverted }: FileProps) {
  const { path, sha256, hunks = [], added, removed } = file;
  const [refused, refuse] = useState<Refused | undefined>(undefined);
  const [reason, setReason] = useState<string | undefined>(undefined);
  const isBusy = useRef(false);

  async function revert(hunk: TextHunk | undefined, force: boolean): Promise<void> {
    if (isBusy.current || sha256 === undefined) return;
    isBusy.current = true;
    refuse(undefined);
    setReason(undefined);
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
      onReverted();
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
    } catch (error) {
      showNote(reasonOf(error), { isError: true });
    } finally {
      refresh();
    }
  }

  function revertAnyway({ hunk }: Refused): void {
    // the list may have been read again: the same lines may have another number
    const now = hunk && hunks.find(({ lines }) => lines.join('\n') === hunk.lines.join('\n'));
    if (hunk && !now) {
      refuse(undefined);
      setReason(text('changes.gone'));
    } else void revert(now, true);
  }

  return (
    <section class="changed-file" data-path={path}>
      <DiffFrame path={name} added={added} removed={removed}>
        {sha256 !== undefined && (
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
          hunks.map((hunk, at) => (
            <div key={hunk.id} class="diff-hunk" data-change={`${path} ${hunk.id}`} tabIndex={-1}>
              {at > 0 && <div class="diff-gap" aria-hidden="true" />}
              {sha256 !== undefined && (
                <div class="changed-tools">
                  <Button kind="quiet" onClick={() => void revert(hunk, false)}>
                    {text('changes.revert', { i: at + 1 })}
                  </Button>
                </div>
              )}
              <CommentedHunk sessionId={session.id} path={path} name={name} hunk={hunk} />
            </div>
          ))}
      </DiffFrame>
    </section>
  );
}
