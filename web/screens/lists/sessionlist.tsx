/** The session list in the sidebar: filter, groups, and windowed rows (web.md 5.1). */
import { Copy, Ellipsis, FolderMinus, Pencil, Plus, ShieldQuestion } from 'lucide-preact';
import { signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { copyText } from '../../live/clipboard.js';
import type { Preferences } from '../../live/appearance.js';
import { preferences, setPreferences } from '../../live/preferences.js';
import { navigate } from '../../live/routes.js';
import { filterText, type Group, mostFiltered, sessions, showMore } from '../../live/sessions.js';
import { formatNumber, text } from '../../live/text.js';
import { Failure } from '../../parts/failure.js';
import { Menu } from '../../parts/menu.js';
import { Link } from '../../parts/link.js';
import { Skeleton } from '../../parts/skeleton.js';
import { deleteSession, removeWorkspace, renameWorkspace } from './actions.js';
import { NameField, SessionEntry } from './entry.js';
import { titleOf, type Entry } from '../../live/entries.js';

const heightsOf: Readonly<Record<Preferences['density'], Heights>> = {
  comfortable: { header: 34, row: 38, more: 34, gap: 10 },
  compact: { header: 30, row: 30, more: 30, gap: 6 },
};
const touchHeights: Heights = { header: 48, row: 48, more: 48, gap: 8 };

const filters = ['all', 'waiting', 'running', 'failed'] as const;

/** `children`: shown below the list. */
export function SessionList({ children }: { children: ComponentChildren }) {
  return (
    <nav class="sessions" aria-label={text('nav.sessions')}>
      <ListFilter />
      <Groups />
      {children}
    </nav>
  );
}

function ListFilter() {
  return (
    <div class="list-filter">
      <input
        type="search"
        aria-label={text('list.filter')}
        placeholder={text('list.filter')}
        value={filterText.value}
        onInput={(event) => (filterText.value = event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.isComposing) return;
          const words = filterText.peek().trim();
          if (event.key === 'Enter' && words !== '') navigate(`/search?q=${encodeURIComponent(words)}`);
          if (event.key === 'Escape' && words !== '') {
            event.stopPropagation();
            filterText.value = '';
          }
        }}
      />
      <div class="filter-choices" role="radiogroup" aria-label={text('list.show')}>
        {filters.map((filter) => (
          <label key={filter} class="filter-choice">
            <input
              type="radio"
              name="list-filter"
              checked={preferences.value.listFilter === filter}
              onChange={() => setPreferences({ listFilter: filter })}
            />
            <span>{text(`list.show.${filter}`)}</span>
          </label>
        ))}
      </div>
      <Link to="/sessions" class="all-link">
        {text('list.all')}
      </Link>
    </div>
  );
}

const focused = signal<string | undefined>(undefined);
/** id of the session whose entry gets the focus once it is rendered */
const wanted = signal<string | undefined>(undefined);

function Groups() {
  const scroller = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ from: 0, to: 2_000 });
  const { isLoaded, failure, groups, total } = sessions.value;
  const heights = matchMedia('(pointer: coarse)').matches ? touchHeights : heightsOf[preferences.value.density];
  const scale = preferences.value.textSize / 100;
  const scaled = Object.fromEntries(
    Object.entries(heights).map(([name, value]) => [name, Math.round(value * scale)]),
  ) as unknown as Heights;

  const measure = (): void => {
    const { current } = scroller;
    if (!current) return;
    const from = Math.max(0, Math.floor(current.scrollTop / 200) * 200 - 300);
    const to = from + current.clientHeight + 800;
    setView((old) => (old.from === from && old.to === to ? old : { from, to }));
  };
  useLayoutEffect(() => {
    const { current } = scroller;
    if (!current) return;
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    return () => observer.disconnect();
  }, []);

  const isKept = ({ id }: Entry): boolean => id === focused.value || id === wanted.value;
  const { height, groups: drawn } = layOut(groups, scaled, view, isKept);
  useLayoutEffect(() => {
    if (wanted.value === undefined) return;
    const entries = scroller.current?.querySelectorAll<HTMLElement>('.session-item') ?? [];
    const entry = [...entries].find(({ dataset }) => dataset['sessionId'] === wanted.peek());
    entry?.querySelector('a')?.focus();
    wanted.value = undefined;
  }, [wanted.value]);
  return (
    <div class="session-groups" ref={scroller} onScroll={measure} onKeyDown={moveFocus} onFocusIn={noteFocus}>
      {failure && <Failure error={failure} />}
      {!isLoaded && !failure && <Skeleton lines={6} />}
      {isLoaded && groups.length === 0 && <EmptyList />}
      {filterText.value.trim() !== '' && total > mostFiltered && (
        <p class="filter-limit dim small">{text('list.filter.newest', { n: formatNumber(mostFiltered) })}</p>
      )}
      <div style={{ height: `${height}px` }} class="group-space">
        {drawn.map((each) => (
          <SessionGroup key={each.group.id} drawn={each} />
        ))}
      </div>
    </div>
  );
}

function EmptyList() {
  const isFiltered = filterText.value.trim() !== '' || preferences.value.listFilter !== 'all';
  return <p class="empty">{text(isFiltered ? 'list.empty.filter' : 'list.empty')}</p>;
}

/** id of the workspace being renamed */
const renamedWorkspace = signal<string | undefined>(undefined);

function SessionGroup({ drawn: { group, top, height, rows, moreTop } }: { drawn: DrawnGroup }) {
  const isPinned = group.id === 'pinned';
  const name = isPinned ? text('list.pinned') : group.name;
  return (
    <div
      class="session-group"
      role="group"
      aria-label={name}
      style={{ top: `${top}px`, height: `${height}px` }}
      {...(group.root !== '' && { title: group.root })}
    >
      <div class="group-header">
        {renamedWorkspace.value === group.id ? (
          <NameField
            label={text('workspace.name')}
            value={name}
            longest={100}
            onDone={(next) => {
              renamedWorkspace.value = undefined;
              if (next !== undefined) void renameWorkspace(group.id, next);
            }}
          />
        ) : (
          <span class="group-name" aria-hidden="true">
            {name}
          </span>
        )}
        {!isPinned && <WorkspaceMenu group={group} name={name} />}
      </div>
      <div role="list">
        {rows.map(({ entry, top: at, position }) => (
          <div key={entry.id} class="row-place" role="presentation" style={{ top: `${at}px` }}>
            <SessionEntry entry={entry} position={position} of={group.total} />
          </div>
        ))}
      </div>
      {moreTop !== undefined && (
        <button
          type="button"
          class="button quiet show-more"
          style={{ top: `${moreTop}px` }}
          aria-label={text('list.more', { name })}
          onClick={() => showMore(group.id)}
        >
          {text('list.more.short', { n: group.total - group.entries.length })}
        </button>
      )}
    </div>
  );
}

function WorkspaceMenu({ group: { id, root }, name }: { group: Group; name: string }) {
  return (
    <Menu
      label={text('menu.workspace', { name })}
      icon={Ellipsis}
      class="group-menu"
      items={[
        {
          name: text('menu.newHere'),
          icon: Plus,
          run: () => navigate(`/new?workspace=${encodeURIComponent(id)}`),
        },
        { name: text('menu.rename'), icon: Pencil, run: () => (renamedWorkspace.value = id) },
        {
          name: text('trust.menu'),
          icon: ShieldQuestion,
          run: () => void import('../session/trust.js').then(({ openTrust }) => openTrust(id)),
        },
        { name: text('menu.copyPath'), icon: Copy, run: () => copyText(root) },
        {
          name: text('menu.removeWorkspace'),
          icon: FolderMinus,
          startsGroup: true,
          run: () => void removeWorkspace(id),
        },
      ]}
    />
  );
}

function sessionIdAt(target: EventTarget | null): string | undefined {
  return (target as HTMLElement).closest<HTMLElement>('[data-session-id]')?.dataset['sessionId'];
}

function noteFocus({ target }: FocusEvent): void {
  focused.value = sessionIdAt(target);
}

let typed = '';
let typedAt = 0;

/** Arrows, Home, End and letters move through the entries, also those not rendered; Delete asks whether to delete. */
function moveFocus(event: KeyboardEvent): void {
  const { key, target } = event;
  if (!(target instanceof HTMLAnchorElement)) return;
  const entries = sessions.peek().groups.flatMap((group) => group.entries);
  const id = sessionIdAt(target);
  const at = entries.findIndex((entry) => entry.id === id);
  const goTo = (entry: Entry | undefined): void => void (wanted.value = entry?.id);
  if (key === 'ArrowDown') goTo(entries[Math.min(at + 1, entries.length - 1)]);
  else if (key === 'ArrowUp') goTo(entries[Math.max(at - 1, 0)]);
  else if (key === 'Home') goTo(entries[0]);
  else if (key === 'End') goTo(entries.at(-1));
  else if (key === 'Delete') {
    const entry = entries[at];
    if (entry) void deleteSession(entry);
  } else if (key.length === 1 && key !== ' ' && !event.ctrlKey && !event.metaKey && !event.altKey) {
    typed = event.timeStamp - typedAt < 1_000 ? typed + key : key;
    typedAt = event.timeStamp;
    const words = typed.toLowerCase();
    const next = [...entries.slice(typed.length > 1 ? at : at + 1), ...entries];
    goTo(next.find((entry) => titleOf(entry).toLowerCase().startsWith(words)));
    event.stopPropagation();
  } else return;
  event.preventDefault();
}

interface Heights {
  header: number;
  row: number;
  more: number;
  gap: number;
}

interface DrawnGroup {
  group: Group;
  top: number;
  height: number;
  rows: { entry: Entry; top: number; position: number }[];
  /** top of the button that loads more, in px; undefined without one */
  moreTop: number | undefined;
}

interface Drawn {
  height: number;
  groups: DrawnGroup[];
}

/** `isKept`: whether a row stays rendered outside of the viewport, because it has the focus. */
function layOut(
  groups: readonly Group[],
  heights: Heights,
  { from, to }: { from: number; to: number },
  isKept: (entry: Entry) => boolean,
): Drawn {
  let top = 0;
  const drawn: DrawnGroup[] = [];
  for (const group of groups) {
    const { entries, total } = group;
    const hasMore = total > entries.length && group.id !== 'pinned';
    const height = heights.header + entries.length * heights.row + (hasMore ? heights.more : 0);
    const rows = entries
      .map((entry, at) => ({ entry, position: at + 1, top: heights.header + at * heights.row }))
      .filter((row) => overlaps(top + row.top, heights.row, from, to) || isKept(row.entry));
    if (overlaps(top, height, from, to) || rows.length > 0) {
      const moreTop = heights.header + entries.length * heights.row;
      drawn.push({ group, top, height, rows, moreTop: hasMore ? moreTop : undefined });
    }
    top += height + heights.gap;
  }
  return { height: Math.max(0, top - heights.gap), groups: drawn };
}

function overlaps(top: number, height: number, from: number, to: number): boolean {
  return top + height >= from && top <= to;
}
