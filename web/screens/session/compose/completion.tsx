/** Completion at the caret of the message box: what sources offer for what was typed, moved through by keys (web.md 5.6). */
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { isMissingPiece, logDefect } from '../../../live/defects.js';
import { server } from '../../../live/server.js';
import { text } from '../../../live/text.js';
import { Clean } from '../../../parts/clean.js';
import { reasonOf } from '../../../parts/failure.js';

export interface Offer {
  label: string;
  description?: string;
  /** takes the place of what was typed from `from` to the caret */
  insert: string;
  /** a path that counts as a mention from then on */
  mention?: string;
  /** only its description holds what was typed: Enter takes it when the user has moved to it */
  isRelated?: boolean;
}

export interface Found {
  /** name of the list */
  name: string;
  /** where the typed word begins */
  from: number;
  offers: readonly Offer[];
}

/** Looks at the text up to the caret; undefined at once when it is nothing for this source. */
export type Source = (head: string) => Promise<Found> | undefined;

export interface Completion {
  found: Found | undefined;
  /** why nothing can be offered */
  problem: string;
  /** index of the marked offer; -1 for none */
  at: number;
  listId: string;
  optionId: string | undefined;
  look(head: string): void;
  close(): void;
  /** Returns whether the key was for the list. */
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
  /** the word whose list was closed stays without one */
  const dismissed = useRef<number | undefined>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  function close(): void {
    turn.current += 1;
    clearTimeout(timer.current);
    setFound(undefined);
    setProblem('');
  }

  function look(head: string): void {
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
          // without an answer of the server nothing is offered; the text is sent as it is
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
    look,
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
        // Enter sends what no offer is marked for, and what is there already
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
          // the focus stays in the box
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

/** Files and directories behind an @. `workspace`: an id or an absolute path. */
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
