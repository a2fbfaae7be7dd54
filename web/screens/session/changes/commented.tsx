/** A diff whose lines accept comments, and the list of all comments, which are sent together (web.md 5.11). */
import { MessageSquareText } from 'lucide-preact';
import type { ComponentChildren } from 'preact';
import { useRef, useState } from 'preact/hooks';
import type { DiffRow } from '../../../../client/view/diff.js';
import { isWorking } from '../../../../client/session/working.js';
import type { TextHunk } from '../../../../schemas/generated/types.js';
import { isOnline } from '../../../live/server.js';
import { counted, text } from '../../../live/text.js';
import { Button } from '../../../parts/button.js';
import { Clean } from '../../../parts/clean.js';
import { CommentForm } from '../../../parts/decisions/review.js';
import { HunkRows, LineNotes, useHunkRows, type Notes } from '../../../parts/diff.js';
import { reasonOf } from '../../../parts/failure.js';
import { Field } from '../../../parts/field.js';
import { ListItem, messageBox, useFocusOnLeaving } from '../../../parts/focus.js';
import type { OpenSession } from '../open.js';
import { commentsIn, placeOf, promptOf, type LineComment } from './comments.js';

const isRemoved = ({ kind }: DiffRow): boolean => kind === 'del';

function numberOf(row: DiffRow): number {
  return (isRemoved(row) ? row.old : row.new) ?? 0;
}

interface CommentedProps {
  sessionId: string;
  path: string;
  name: string;
  hunk: TextHunk;
}

export function CommentedHunk({ sessionId, path, name, hunk }: CommentedProps) {
  const comments = commentsIn(sessionId);
  const half = comments.halves.value[path];
  const chosen = half?.rows ?? [];
  const pressed = useRef<HTMLElement | null>(null);
  const isPressed = useRef(false);
  const rows = useHunkRows(hunk);
  const own = comments.all.value.filter((each) => each.path === path);
  const last = chosen.at(-1);
  const isAt = (row: DiffRow, of: DiffRow | undefined): boolean =>
    of !== undefined && isRemoved(of) === isRemoved(row) && numberOf(of) === numberOf(row) && of.text === row.text;

  const notes: Notes = {
    label: (row) => text(isRemoved(row) ? 'comments.onRemoved' : 'comments.on', { n: numberOf(row) }),
    press(row, element) {
      if (isAt(row, last)) return comments.write(path, undefined);
      pressed.current = element;
      isPressed.current = true;
      comments.write(path, { rows: selectedRows(element, rows, row), text: half?.text ?? '' });
    },
    below(row) {
      const here = own.filter((each) => each.isRemoved === isRemoved(row) && each.to === numberOf(row));
      const isWriting = isAt(row, last);
      if (here.length === 0 && !isWriting) return undefined;
      return (
        <div class="line-comments">
          {here.map((each) => (
            <p key={each.id} class="line-comment">
              <MessageSquareText aria-hidden="true" size="1em" /> <Clean text={each.text} />
              {each.isSent && <span class="badge">{text('comments.sent')}</span>}
            </p>
          ))}
          {isWriting && (
            <CommentForm
              words={half?.text ?? ''}
              setWords={(next) => comments.write(path, { rows: chosen, text: next })}
              isPressed={isPressed}
              opener={(form) => {
                if (pressed.current?.isConnected) return pressed.current;
                const buttons = form.closest('.diff-hunk')?.querySelectorAll<HTMLElement>('button.diff-number') ?? [];
                return [...buttons].find((button) => button.ariaLabel === notes.label(row));
              }}
              add={(words) => {
                const kept = chosen.filter((each) => isRemoved(each) === isRemoved(row));
                comments.add({
                  path,
                  name,
                  from: numberOf(kept[0] ?? row),
                  to: numberOf(row),
                  isRemoved: isRemoved(row),
                  quoted: kept.map((each) => each.text),
                  text: words,
                });
                comments.write(path, undefined);
              }}
            />
          )}
        </div>
      );
    },
  };
  return (
    <LineNotes.Provider value={notes}>
      <HunkRows path={path} rows={rows} />
    </LineNotes.Provider>
  );
}

/** Returns the selected lines of the change, or the line of the clicked button if none are selected. */
function selectedRows(element: HTMLElement, rows: readonly DiffRow[], row: DiffRow): readonly DiffRow[] {
  const selection = getSelection();
  const change = element.closest('.diff-hunk');
  if (!selection || selection.isCollapsed || !change) return [row];
  const ends = [selection.anchorNode, selection.focusNode].map((node) => {
    const line = (node instanceof Element ? node : node?.parentElement)?.closest<HTMLElement>('.diff-line');
    if (!line || !change.contains(line)) return -1;
    const { kind, old, new: fresh } = line.dataset;
    return rows.findIndex(
      (each) =>
        each.kind === kind && String(each.old ?? '') === (old ?? '') && String(each.new ?? '') === (fresh ?? ''),
    );
  });
  const [from, to] = [Math.min(...ends), Math.max(...ends)];
  if (from < 0 || from === to) return [row];
  const within = rows.slice(from, to + 1);
  // lines of one side: the present ones, or the removed ones if only those are selected
  const left = within.filter((each) => !isRemoved(each));
  return left.length > 0 ? left : within;
}

export function CommentList({ session: { id, model, state } }: { session: OpenSession }) {
  const comments = commentsIn(id);
  const all = comments.all.value;
  const [reason, setReason] = useState('');
  const [isSending, setSending] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  if (all.length === 0) return null;
  const open = all.filter(({ isSent }) => !isSent);
  const off = isOnline.value ? undefined : text('off.connection');

  async function send(how: 'queue' | 'steer'): Promise<void> {
    if (isSending) return;
    setSending(true);
    setReason('');
    try {
      const promptId = await model.send([{ type: 'text', text: promptOf(open) }]);
      comments.markSent(open.map((each) => each.id));
      if (how === 'steer') await model.steer([promptId]);
    } catch (error) {
      for (const { promptId, failure } of state.peek().outgoing) if (failure) model.discard(promptId);
      setReason(reasonOf(error));
    } finally {
      setSending(false);
    }
  }

  return (
    <div class="comment-list card">
      <ul ref={list} class="comments plain-list" aria-label={text('review.comments')} tabIndex={-1}>
        {all.map((each) => (
          <ListItem key={each.id} otherwise={() => since() ?? messageBox()}>
            <Entry comment={each} edit={comments.edit} remove={comments.remove} />
          </ListItem>
        ))}
      </ul>
      {reason !== '' && (
        <p class="reason" role="alert">
          {reason}
        </p>
      )}
      {open.length > 0 && (
        <SendRow next={() => list.current}>
          <Button kind="primary" off={off} onClick={() => void send('queue')}>
            {counted('comments.send', open.length)}
          </Button>
          {isWorking(state.value) && (
            <Button off={off} onClick={() => void send('steer')}>
              {counted('comments.steer', open.length)}
            </Button>
          )}
        </SendRow>
      )}
    </div>
  );
}

/** The button that sends the comments; when it disappears, `next` receives the focus. */
function SendRow({ next, children }: { next(): HTMLElement | null; children: ComponentChildren }) {
  const place = useRef<HTMLDivElement>(null);
  useFocusOnLeaving(place, next);
  return (
    <div ref={place} class="row">
      {children}
    </div>
  );
}

/** Returns the field above the list. */
function since(): HTMLElement | null {
  return document.querySelector<HTMLElement>('.changes select');
}

interface EntryProps {
  comment: LineComment;
  edit(id: string, words: string): void;
  remove(id: string): void;
}

function Entry({ comment, edit, remove }: EntryProps) {
  const { id, quoted, isSent } = comment;
  return (
    <>
      <p class="row">
        <code>
          <Clean text={placeOf(comment)} />
        </code>
        {isSent && <span class="badge">{text('comments.sent')}</span>}
      </p>
      <q class="dim">
        <Clean text={(quoted[0] ?? '').trim()} />
      </q>
      {isSent ? (
        <p>
          <Clean text={comment.text} />
        </p>
      ) : (
        <Field label={text('review.comment.field')}>
          {(bound) => (
            <textarea
              {...bound}
              rows={2}
              value={comment.text}
              onInput={(event) => edit(id, event.currentTarget.value)}
            />
          )}
        </Field>
      )}
      <Button kind="quiet" onClick={() => remove(id)}>
        {text('review.comment.remove')}
      </Button>
    </>
  );
}
