/** One session of the list: a link with title, state and age, its menu, and the field to rename it. */
import {
  ChartGantt,
  Download,
  Ellipsis,
  GitFork,
  Link2,
  Archive,
  Pencil,
  Pin,
  PinOff,
  Sparkles,
  Server,
  Trash2,
  ExternalLink,
  Mail,
  MailOpen,
} from 'lucide-preact';
import { computed, signal } from '@preact/signals';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { addressOf } from '../../live/base.js';
import { copyText } from '../../live/clipboard.js';
import { entryWord, titleOf, type Entry } from '../../live/entries.js';
import { isUnread, markSeen, markUnread, pins, setPinned } from '../../live/marks.js';
import { navigate, route } from '../../live/routes.js';
import { text } from '../../live/text.js';
import { Link } from '../../parts/link.js';
import { Menu, type MenuItem } from '../../parts/menu.js';
import { hasAddress, openAtOwner } from '../../parts/owner.js';
import { StateIcon } from '../../parts/state.js';
import { Time } from '../../parts/time.js';
import {
  archiveSession,
  attempt,
  deleteSession,
  forkSession,
  generateTitle,
  renameSession,
  sessionLink,
} from './actions.js';

/** id of the session being renamed in the list */
const renaming = signal<string | undefined>(undefined);

/** Whether the session changed since the user saw it, and is not shown now. */
function shownUnread({ id, updatedAt }: Entry): boolean {
  return isUnread(id, updatedAt) && !isOpen(id);
}

function isOpen(id: string): boolean {
  const [screen, open] = route.value.parts;
  return screen === 'sessions' && open === id;
}

export function SessionEntry({ entry, position, of }: { entry: Entry; position: number; of: number }) {
  const row = useRef<HTMLDivElement>(null);
  const { id, state } = entry;
  const title = titleOf(entry);
  // renders only when its own value changes, not when another session gets a mark
  const unread = useMemo(() => computed(() => shownUnread(entry)), [entry]).value;
  const isCurrent = isOpen(id);
  const values = { title, state: entryWord(entry) };
  return (
    <div
      ref={row}
      class="session-item"
      role="listitem"
      aria-setsize={of}
      aria-posinset={position}
      data-testid="session-item"
      data-session-id={id}
      data-state={state}
      data-unread={String(unread)}
    >
      {renaming.value === id ? (
        <TitleField entry={entry} onDone={() => row.current?.querySelector('a')?.focus()} />
      ) : (
        <Link
          to={`/sessions/${id}`}
          aria-label={text(unread ? 'session.entry.unread' : 'session.entry', values)}
          title={title}
          {...(isCurrent && { 'aria-current': 'page' as const })}
        >
          <StateIcon state={state} word={values.state} />
          <span class="session-title">{title}</span>
          {entry.owner && (
            <span class="elsewhere" title={text('owner.elsewhere')} aria-hidden="true">
              <Server size="0.9em" />
            </span>
          )}
          {unread && <span class="unread-dot" aria-hidden="true" />}
        </Link>
      )}
      {renaming.value !== id && <Time at={entry.updatedAt} class="session-age" />}
      <Menu
        label={text('menu.session', { title })}
        icon={Ellipsis}
        class="session-menu"
        area={() => row.current}
        items={sessionItems(entry, () => (renaming.value = id), unread)}
      />
    </div>
  );
}

/** Returns the menu of a session, the same in every list. `unread`: it offers to mark the session as read. */
export function sessionItems(entry: Entry, rename: () => void, unread = false): MenuItem[] {
  const { id, updatedAt, owner } = entry;
  const isPinned = pins.value.includes(id);
  return [
    {
      name: text('menu.openTab'),
      icon: ExternalLink,
      run: () => void window.open(addressOf(`/sessions/${id}`), '_blank', 'noopener'),
    },
    ...(owner && hasAddress(owner)
      ? [{ name: text('owner.open'), icon: Server, hint: text('owner.elsewhere'), run: () => openAtOwner(owner, id) }]
      : []),
    { name: text('menu.rename'), icon: Pencil, run: rename },
    {
      name: text(isPinned ? 'menu.unpin' : 'menu.pin'),
      icon: isPinned ? PinOff : Pin,
      run: () => void attempt(() => setPinned(id, !isPinned)),
    },
    unread
      ? { name: text('menu.read'), icon: MailOpen, run: () => markSeen(id, updatedAt) }
      : { name: text('menu.unread'), icon: Mail, run: () => markUnread(id) },
    { name: text('menu.fork'), icon: GitFork, startsGroup: true, run: () => void forkSession(entry) },
    { name: text('menu.generate'), icon: Sparkles, run: () => void generateTitle(id) },
    {
      name: text('menu.timeline'),
      icon: ChartGantt,
      run: () => navigate(`/sessions/${encodeURIComponent(id)}/timeline?view=timeline`),
    },
    { name: text('menu.copyLink'), icon: Link2, run: () => copyText(sessionLink(id)) },
    {
      name: text('menu.export'),
      icon: Download,
      run: () => void import('../session/details/export.js').then(({ openExport }) => openExport(id, titleOf(entry))),
    },
    { name: text('menu.archive'), icon: Archive, startsGroup: true, run: () => void archiveSession(entry) },
    { name: text('menu.delete'), icon: Trash2, isDanger: true, run: () => void deleteSession(entry) },
  ];
}

export const longestTitle = 200;

interface NameFieldProps {
  label: string;
  value: string;
  /** maximum length; the server refuses longer names, and the user would lose the text */
  longest: number;
  /** undefined: the name stays as it is */
  onDone(value: string | undefined): void;
}

/** Edits a name in place: Enter saves, Escape cancels; keys of an input method do neither. */
export function NameField({ label, value, longest, onDone }: NameFieldProps) {
  const field = useRef<HTMLInputElement>(null);
  const isOver = useRef(false);
  useEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, []);
  const finish = (next: string | undefined): void => {
    if (isOver.current) return;
    isOver.current = true;
    onDone(next === undefined || next.trim() === '' || next.trim() === value ? undefined : next.trim());
  };
  return (
    <input
      ref={field}
      class="name-field"
      aria-label={label}
      defaultValue={value}
      maxLength={longest}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.isComposing || event.keyCode === 229) return;
        if (event.key === 'Enter') finish(event.currentTarget.value);
        if (event.key === 'Escape') finish(undefined);
      }}
      onBlur={(event) => finish(event.currentTarget.value)}
    />
  );
}

function TitleField({ entry, onDone }: { entry: Entry; onDone(): void }) {
  return (
    <NameField
      label={text('session.title')}
      value={titleOf(entry)}
      longest={longestTitle}
      onDone={(title) => {
        renaming.value = undefined;
        if (title !== undefined) void renameSession(entry.id, title);
        requestAnimationFrame(onDone);
      }}
    />
  );
}
