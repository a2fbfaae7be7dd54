/** The command palette: finds sessions, commands and files by a few letters (web.md 6). */
import { useEffect, useId, useMemo, useRef, useState } from 'preact/hooks';
import type { SessionSummary } from '../../../schemas/generated/types.js';
import { addressOf } from '../../live/base.js';
import { entryOf, nameOfPath, type Entry } from '../../live/entries.js';
import { route } from '../../live/routes.js';
import { server } from '../../live/server.js';
import { fits, sessions, shownEntry, workspaces } from '../../live/sessions.js';
import { text } from '../../live/text.js';
import { Clean } from '../../parts/clean.js';
import { Dialog } from '../../parts/dialog.js';
import { sessionItems } from '../lists/entry.js';
import { commandOffers, fileOffer, noteRecent, readRecent, sessionOffer, type Offer } from './offers.js';

interface Group {
  name: string;
  offers: readonly Offer[];
}

const mostSessions = 100;
const shownOfEach = 30;
const fewSessions = 8;
const filesAfterMs = 150;

export function Palette({ onClose }: { onClose(): void }) {
  const id = useId();
  const [words, setWords] = useState('');
  const [active, setActive] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  const entries = useEntries();
  const isFiles = words.startsWith('@');
  const files = useFiles(isFiles ? words.slice(1) : undefined);
  // the commands of the screen as they were when the palette opened
  const commands = useMemo(() => commandOffers(sessionActions()), []);
  const recent = useMemo(readRecent, []);

  const groups = useMemo((): Group[] => {
    if (isFiles) return [{ name: text('panel.files'), offers: files.map(fileOffer) }];
    const wanted = words.trim().toLowerCase();
    const begins = ({ offers: [first] }: Group): boolean => first?.name.toLowerCase().startsWith(wanted) === true;
    const nameOf = (entry: Entry): string =>
      workspaces.value.find((workspace) => workspace.id === entry.workspaceId)?.name ?? nameOfPath(entry.cwd);
    const found = entries.map((entry) => sessionOffer(entry, nameOf(entry)));
    return [
      {
        name: text('nav.sessions'),
        offers: ranked(found, words, recent).slice(0, words.trim() === '' ? fewSessions : shownOfEach),
      },
      { name: text('keys.group.commands'), offers: ranked(commands, words, recent) },
    ]
      .filter(({ offers }) => offers.length > 0)
      .sort((a, b) => Number(begins(b)) - Number(begins(a)));
  }, [isFiles, files, entries, commands, recent, words]);

  const offers = groups.flatMap((group) => group.offers);
  const chosen = Math.min(active, offers.length - 1);
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }, [chosen, groups]);

  function act(offer: Offer | undefined, inNewTab: boolean): void {
    if (!offer || offer.off !== undefined) return;
    noteRecent(offer.id);
    onClose();
    if (inNewTab && offer.to !== undefined) window.open(addressOf(offer.to), '_blank', 'noopener');
    // the palette has returned the focus by then, and the command may move it
    else setTimeout(() => offer.run());
  }

  function press(event: KeyboardEvent): void {
    if (event.isComposing || event.keyCode === 229) return;
    const { key } = event;
    if (key === 'ArrowDown') setActive((chosen + 1) % Math.max(1, offers.length));
    else if (key === 'ArrowUp') setActive((chosen - 1 + offers.length) % Math.max(1, offers.length));
    else if (key === 'PageDown') setActive(Math.min(offers.length - 1, chosen + 10));
    else if (key === 'PageUp') setActive(Math.max(0, chosen - 10));
    else if (key === 'Enter') act(offers[chosen], event.ctrlKey || event.metaKey);
    else return;
    event.preventDefault();
  }

  let at = -1;
  return (
    <Dialog title={text('keys.palette')} onClose={onClose}>
      <input
        class="palette-field"
        type="text"
        role="combobox"
        autoFocus
        autocomplete="off"
        spellcheck={false}
        aria-label={text('palette.search')}
        placeholder={text('palette.hint')}
        aria-expanded="true"
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        {...(chosen >= 0 && { 'aria-activedescendant': `${id}-${chosen}` })}
        value={words}
        onInput={({ currentTarget }) => {
          setWords(currentTarget.value);
          setActive(0);
        }}
        onKeyDown={press}
      />
      <div
        ref={list}
        id={`${id}-list`}
        class="palette-list"
        role="listbox"
        aria-label={text('keys.palette')}
        tabIndex={-1}
      >
        {groups.map((group) => (
          <div key={group.name} role="group" aria-label={group.name}>
            <p class="palette-group" role="presentation">
              {group.name}
            </p>
            {group.offers.map((offer) => {
              at += 1;
              const place = at;
              return (
                <div
                  key={offer.id}
                  id={`${id}-${place}`}
                  role="option"
                  class="palette-item"
                  aria-selected={place === chosen}
                  {...(offer.off !== undefined && { 'aria-disabled': true })}
                  onPointerMove={() => setActive(place)}
                  onClick={({ ctrlKey, metaKey }) => act(offer, ctrlKey || metaKey)}
                >
                  <span class="palette-name">
                    <Clean text={offer.name} />
                    {(offer.off ?? offer.hint) !== undefined && (
                      <small class="dim small">
                        {' '}
                        <Clean text={offer.off ?? offer.hint ?? ''} />
                      </small>
                    )}
                  </span>
                  {offer.keys !== undefined && <kbd>{offer.keys}</kbd>}
                </div>
              );
            })}
          </div>
        ))}
      </div>
      {offers.length === 0 && <p class="empty">{text('palette.none')}</p>}
    </Dialog>
  );
}

/** Returns matching entries, best first: by prefix, then by any occurrence, then others; recently used ones first. */
function ranked(offers: readonly Offer[], words: string, recent: readonly string[]): Offer[] {
  const wanted = words.trim().toLowerCase();
  const rank = (offer: Offer): number => {
    const at = recent.indexOf(offer.id);
    const name = offer.name.toLowerCase();
    const fitting = name.startsWith(wanted) ? 0 : name.includes(wanted) ? 1 : 2;
    return (wanted === '' ? 0 : fitting * 1_000) + (at < 0 ? 500 : at);
  };
  return offers
    .filter(({ name, hint = '' }) => wanted === '' || fits(`${name} ${hint}`.toLowerCase(), wanted))
    .map((offer, at) => ({ offer, at, rank: rank(offer) }))
    .sort((a, b) => a.rank - b.rank || a.at - b.at)
    .map(({ offer }) => offer);
}

/** Returns the menu entries of the shown session. */
function sessionActions(): Offer[] {
  const { parts } = route.peek();
  const entry = parts[0] === 'sessions' && parts[1] !== undefined ? shownEntry(parts[1]) : undefined;
  if (!entry) return [];
  const rename = (): void => document.querySelector<HTMLElement>('.session-names .icon-only')?.click();
  return sessionItems(entry, rename).map(({ name, off, run }) => ({
    id: `session ${name}`,
    name,
    ...(off !== undefined && { off }),
    run,
  }));
}

/** Returns the newest sessions; until they are loaded, those of the sidebar. */
function useEntries(): readonly Entry[] {
  const [entries, setEntries] = useState<readonly Entry[]>(() =>
    sessions.peek().groups.flatMap((group) => group.entries),
  );
  useEffect(() => {
    const client = server.peek()?.client;
    let isOver = false;
    client?.querySessions({ query: { page_size: mostSessions } }).then(
      (page) => {
        if (isOver || !('items' in page)) return;
        setEntries(page.items.filter((item): item is SessionSummary => 'meta' in item).map(entryOf));
      },
      // keeps the sessions of the sidebar
      () => undefined,
    );
    return () => void (isOver = true);
  }, []);
  return entries;
}

/** Returns matching files of the shown session's workspace. */
function useFiles(words: string | undefined): readonly string[] {
  const [paths, setPaths] = useState<readonly string[]>([]);
  useEffect(() => {
    const { parts } = route.peek();
    const client = server.peek()?.client;
    const id = parts[0] === 'sessions' ? parts[1] : undefined;
    if (words === undefined || !client || id === undefined) return setPaths([]);
    const abort = new AbortController();
    const timer = setTimeout(() => {
      client
        .searchFiles(
          { params: { session_id: id }, body: { query: words, limit: shownOfEach } },
          { signal: abort.signal },
        )
        .then(
          ({ items }) => setPaths(items.filter(({ kind }) => kind !== 'directory').map(({ path }) => path)),
          () => setPaths([]),
        );
    }, filesAfterMs);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [words]);
  return paths;
}
