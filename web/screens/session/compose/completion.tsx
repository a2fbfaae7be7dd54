/** Completion at the caret of the message box, with offers from several sources (web.md 5.6). */
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { isMissingPiece, logDefect } from '../../../live/defects.js';
import { server } from '../../../live/server.js';
import { text } from '../../../live/text.js';
import { Clean } from '../../../parts/clean.js';
import { reasonOf } from '../../../parts/failure.js';

export interface Offer {
  label: string;
  description?: string;
  /** replaces the text from `from` to the caret */
  insert: string;
  /** path that counts as a mention once inserted */
  mention?: string;
  /** only the description matches the typed text: Enter takes it only if the user moved to it */
  isRelated?: boolean;
}

export interface Found {
  /** label of the list */
  name: string;
  /** index where the typed word begins */
  from: number;
  offers: readonly Offer[];
}

/** Completes the text before the caret; returns undefined when the text does not concern this source. */
export type Source = (head: string) => Promise<Found> | undefined;

export interface Completion {
  found: Found | undefined;
  /** why there are no offers */
  problem: string;
  /** index of the marked offer; -1 for none */
  at: number;
  listId: string;
  optionId: string | undefined;
  complete(head: string): void;
  close(): void;
  /** Returns whether the list handled the key. */
  onKey(event: KeyboardEvent): boolean;
}

const filesShown = 20;
const askedAfterMs = 60;

export function useCompletion(sources: readonly Source[], take: (offer: Offer, from: number) => void): Completion {
  const listId = useId();
  const [found, setFound] = useState<Found | undefined>(undefined);
  const [problem, setProblem] = useState('');
  const [at, setAt] = useState(0);
  const turn = useRef(0);
  const typed = useRef('');
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  /** start of the word whose list the user closed; that word gets no list again */
  const dismissed = useRef<number | undefined>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  function close(): void {
    turn.current += 1;
    clearTimeout(timer.current);
    setFound(undefined);
    setProblem('');
  }

  function complete(head: string): void {
    close();
    typed.current = head;
    if (head.length <= (dismissed.current ?? -1)) dismissed.current = undefined;
    const asked = turn.current;
    timer.current = setTimeout(() => {
      const answer = sources.map((source) => source(head)).find((each) => each !== undefined);
      if (!answer) {
        dismissed.current = undefined;
        return;
      }
      answer.then(
        (next) => {
          if (turn.current !== asked || next.offers.length === 0 || dismissed.current === next.from) return;
          dismissed.current = undefined;
          setAt(next.offers[0]?.isRelated ? -1 : 0);
          setFound(next);
        },
        (error: unknown) => {
          // without an answer from the server there are no offers, and the text can still be sent
          if (turn.current !== asked || !isMissingPiece(error)) return;
          logDefect(error);
          setProblem(reasonOf(error));
        },
      );
    }, askedAfterMs);
  }

  return {
    found,
    problem,
    at,
    listId,
    optionId: found && at >= 0 ? `${listId}-${at}` : undefined,
    complete,
    close,
    onKey(event) {
      if (!found) return false;
      const { key } = event;
      const { length } = found.offers;
      if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return false;
      if (key === 'ArrowDown') setAt((at + 1) % length);
      else if (key === 'ArrowUp') setAt(at > 0 ? at - 1 : length - 1);
      else if (key === 'Escape') {
        dismissed.current = found.from;
        close();
      } else if (key === 'Enter' || key === 'Tab') {
        const offer = found.offers[key === 'Tab' ? Math.max(0, at) : at];
        // Enter sends when no offer is marked or the text already equals the offer
        if (key === 'Enter' && (!offer || offer.insert.trimEnd() === typed.current.slice(found.from))) return false;
        close();
        if (offer) take(offer, found.from);
      } else return false;
      event.preventDefault();
      event.stopPropagation();
      return true;
    },
  };
}

export function CompletionList({
  completion: { found, problem, at, listId },
  onTake,
}: {
  completion: Completion;
  onTake(offer: Offer, from: number): void;
}) {
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => list.current?.children[at]?.scrollIntoView({ block: 'nearest' }), [at, found]);
  if (problem !== '')
    return (
      <p class="completion reason" role="alert">
        {problem}
      </p>
    );
  if (!found) return null;
  return (
    <ul ref={list} id={listId} class="completion" role="listbox" aria-label={found.name}>
      {found.offers.map((offer, index) => (
        <li
          key={offer.label}
          id={`${listId}-${index}`}
          role="option"
          aria-selected={index === at}
          // keeps the focus in the box
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onTake(offer, found.from)}
        >
          <span class="completion-label">
            <Clean text={offer.label} />
          </span>
          {offer.description !== undefined && (
            <span class="dim">
              <Clean text={offer.description} />
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}

/** Completes files and directories after an @. `workspace`: an id or an absolute path. */
export function fileSource(workspace: string | undefined): Source {
  return (head) => {
    const [, query] = /(?:^|\s)@([^\s@]*)$/.exec(head) ?? [];
    const client = server.peek()?.client;
    if (query === undefined || workspace === undefined || !client) return undefined;
    return client.suggestWorkspaceFiles({ body: { workspace, query, limit: filesShown } }).then(({ items }) => ({
      name: text('complete.files'),
      from: head.length - query.length - 1,
      offers: items.map(({ path, kind }) => {
        const shown = kind === 'directory' ? `${path}/` : path;
        return { label: shown, insert: `@${shown} `, mention: shown };
      }),
    }));
  };
}
