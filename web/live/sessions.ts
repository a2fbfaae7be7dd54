/** The sessions of the home in groups, for the sidebar: events keep them current, reconnects reload them. */
import { computed, effect, signal } from '@preact/signals';
import { ApiFailure, type Client } from '../../client/api/client.js';
import { keepCurrent, onEachConnection, type Reading } from '../../client/session/reading.js';
import type { SessionActivity, Workspace } from '../../schemas/generated/types.js';
import { entryOf, entryOfSession, nameOfPath, stateOf, type Entry } from './entries.js';
import { pins, readStoredMarks } from './marks.js';
import { preferences } from './preferences.js';
import { server, type Server } from './server.js';
import { afterFirstScreen } from './firstscreen.js';

export interface Group {
  /** workspace id, or `pinned` */
  id: string;
  name: string;
  root: string;
  entries: readonly Entry[];
  /** number of sessions in the group, including those not loaded */
  total: number;
}

export interface Sessions {
  isLoaded: boolean;
  failure: ApiFailure | undefined;
  groups: readonly Group[];
  /** number of sessions in all groups */
  total: number;
}

const firstSize = 5;
const moreSize = 20;
/** Maximum number of sessions that a text filter searches. */
export const mostFiltered = 1_000;
const pageSize = 100;
const spacingMs = 250;

export const workspaces = signal<readonly Workspace[]>([]);
const read = signal<Sessions>({ isLoaded: false, failure: undefined, groups: [], total: 0 });
const pinned = signal<readonly Entry[]>([]);
export const filterText = signal('');
/** all sessions that a text filter searches; undefined without a filter */
const searched = signal<readonly Entry[] | undefined>(undefined);
/** workspace id → number of sessions shown */
const sizes = new Map<string, number>();

const filterStates: Readonly<Record<string, SessionActivity[] | undefined>> = {
  waiting: ['approval', 'question'],
  running: ['running'],
  failed: ['failed'],
};

const isFiltering = computed(() => filterText.value.trim() !== '');

let reading: Reading | undefined;

function nameOf(id: string, root: string): string {
  return workspaces.value.find((workspace) => workspace.id === id)?.name ?? nameOfPath(root);
}

/** The list: pinned sessions first, then the groups; with a filter only sessions that match. */
export const sessions = computed<Sessions>(() => {
  const { groups, ...rest } = read.value;
  const words = filterText.value.trim().toLowerCase();
  if (words !== '') return { ...rest, groups: matching(words) };
  const pinnedIds = new Set(pins.value);
  const states = filterStates[preferences.value.listFilter];
  const first = pinned.value.filter((entry) => !states || states.includes(entry.state));
  const others = groups
    .map((group) => ({
      ...group,
      name: nameOf(group.id, group.root),
      entries: group.entries.filter((entry) => !pinnedIds.has(entry.id)),
    }))
    .filter((group) => group.entries.length > 0 || group.total > firstSize);
  return {
    ...rest,
    groups:
      first.length === 0
        ? others
        : [{ id: 'pinned', name: '', root: '', entries: first, total: first.length }, ...others],
  };
});

function matching(words: string): Group[] {
  const byWorkspace = new Map<string, Entry[]>();
  for (const entry of searched.value ?? []) {
    if (!fits(`${entry.title} ${nameOf(entry.workspaceId, entry.cwd)}`.toLowerCase(), words)) continue;
    const list = byWorkspace.get(entry.workspaceId);
    if (list) list.push(entry);
    else byWorkspace.set(entry.workspaceId, [entry]);
  }
  return [...byWorkspace].map(([id, entries]) => {
    const root = entries[0]?.cwd ?? '';
    return { id, name: nameOf(id, root), root, entries, total: entries.length };
  });
}

/** Whether the text contains each word, possibly with other letters between the word's letters. */
export function fits(hay: string, words: string): boolean {
  return words.split(/\s+/).every((word) => {
    if (hay.includes(word)) return true;
    for (let first = hay.indexOf(word[0] ?? ''); first >= 0; first = hay.indexOf(word[0] ?? '', first + 1))
      if (isSpread(word, hay, first)) return true;
    return false;
  });
}

/** Whether the letters of the word follow in order from a position, not far apart. */
function isSpread(word: string, hay: string, first: number): boolean {
  let at = first - 1;
  for (const letter of word) {
    at = hay.indexOf(letter, at + 1);
    if (at < 0) return false;
  }
  return at - first < word.length * 2;
}

const mostRecent = 8;
/** the newest sessions of all workspaces, regardless of the list's filter */
export const recent = signal<readonly Entry[] | undefined>(undefined);
let isRecentShown = false;

/** Loads `recent` while a screen shows it; returns a function that stops it. */
export function showRecent(): () => void {
  isRecentShown = true;
  if (read.peek().isLoaded) reading?.refresh();
  return () => void (isRecentShown = false);
}

export function showMore(workspaceId: string): void {
  sizes.set(workspaceId, (sizes.get(workspaceId) ?? firstSize) + moreSize);
  reading?.refresh();
}

export function refreshSessions(): void {
  reading?.refresh();
}

/** Returns a session that is shown anywhere in the list. */
export function shownEntry(id: string): Entry | undefined {
  for (const { entries } of sessions.value.groups) {
    const found = entries.find((entry) => entry.id === id);
    if (found) return found;
  }
  return undefined;
}

/** Follows the session list of each server that the page signs in to. */
export function watchSessions(): void {
  effect(() => {
    const current = server.value;
    return current && follow(current);
  });
}

function follow({ client, stream }: Server): () => void {
  const own = keepCurrent({
    stream,
    spacingMs,
    read: () => afterFirstScreen(() => readAll(client)),
    onRefused: (failure) => (read.value = { ...read.peek(), failure }),
    onEvent({ type, session_id: id, payload }) {
      if (!/^event\.(?:session|workspace)\.|^session\.meta\.updated$/.test(type)) return;
      if (payload.type === 'event.session.work_changed') {
        const { busy, main_turn_active: isTurn, pending_interaction: pending, last_turn_reason: last } = payload;
        const facts = { busy, pending_interaction: pending ?? 'none', last_turn_reason: last };
        patch(id, stateOf(facts), isTurn !== true);
      }
      own.refresh();
    },
  });
  reading = own;
  const readMarks = (): void => void afterFirstScreen(() => readStoredMarks(client)).catch(ignoreLoss);
  const leaveMarks = onEachConnection(stream, readMarks);
  const onVisible = (): void => {
    if (document.visibilityState === 'visible') readMarks();
  };
  document.addEventListener('visibilitychange', onVisible);
  let isFirst = true;
  const leaveFilter = effect(() => {
    void [preferences.value.listFilter, isFiltering.value, pins.value];
    if (!isFirst) own.refresh();
    isFirst = false;
  });
  return () => {
    leaveMarks();
    leaveFilter();
    document.removeEventListener('visibilitychange', onVisible);
    own.close();
  };
}

/** Ignores a lost connection: the page reports that elsewhere, and reloads marks after the reconnect. */
function ignoreLoss(error: unknown): void {
  if (error instanceof TypeError) throw error;
}

function patch(id: string, state: SessionActivity, mayBeBehind: boolean): void {
  const change = (entry: Entry): Entry => {
    if (entry.id !== id) return entry;
    // only a reload of the list shows whether a compaction runs
    const isBehind = state === 'running' && mayBeBehind && entry.isBehind;
    return entry.state === state && entry.isBehind === isBehind ? entry : { ...entry, state, isBehind };
  };
  const { groups, ...rest } = read.peek();
  read.value = { ...rest, groups: groups.map((group) => ({ ...group, entries: group.entries.map(change) })) };
  pinned.value = pinned.peek().map(change);
  recent.value = recent.peek()?.map(change);
}

async function readAll(client: Client): Promise<void> {
  const readsRecent = isRecentShown;
  const states = filterStates[preferences.peek().listFilter];
  const condition = states && { 'activity.status': states };
  const [listed, answer] = await Promise.all([
    client.listWorkspaces(),
    client.querySessions({
      query: { ...condition, view: 'by_workspace', 'group.page_size': firstSize, page_size: pageSize },
    }),
    readPinned(client),
    readsRecent ? readFlat(client, {}, mostRecent).then((found) => (recent.value = found)) : undefined,
    isFiltering.peek() ? readSearched(client) : undefined,
  ]);
  if (!('groups' in answer)) return;
  const groups = await Promise.all(
    answer.groups.map(async ({ workspace, sessions: some, total }) => {
      const wanted = Math.min(sizes.get(workspace.id) ?? firstSize, total);
      const entries =
        wanted > firstSize
          ? await readFlat(client, { ...condition, 'workspace.id': [workspace.id] }, wanted)
          : some.flatMap((item) => ('activity' in item ? [entryOf(item)] : []));
      return { id: workspace.id, name: '', root: workspace.cwd ?? '', entries, total };
    }),
  );
  workspaces.value = listed.items;
  const total = groups.reduce((sum, group) => sum + group.total, 0);
  read.value = { isLoaded: true, failure: undefined, groups, total };
  if (isRecentShown && !readsRecent) reading?.refresh();
}

type Condition = { 'activity.status'?: SessionActivity[]; 'workspace.id'?: string[] };

async function readFlat(client: Client, condition: Condition, wanted: number): Promise<Entry[]> {
  const found: Entry[] = [];
  let pageToken: string | undefined;
  while (found.length < wanted) {
    const answer = await client.querySessions({
      query: {
        ...condition,
        page_size: Math.min(pageSize, wanted),
        ...(pageToken !== undefined && { page_token: pageToken }),
      },
    });
    if (!('items' in answer)) break;
    for (const item of answer.items) if ('activity' in item) found.push(entryOf(item));
    if (answer.next_page_token === null) break;
    pageToken = answer.next_page_token;
  }
  return found.slice(0, wanted);
}

async function readSearched(client: Client): Promise<void> {
  const states = filterStates[preferences.peek().listFilter];
  searched.value = await readFlat(client, states ? { 'activity.status': states } : {}, mostFiltered);
}

async function readPinned(client: Client): Promise<void> {
  const found = await Promise.all(
    pins.peek().map(async (id) => {
      try {
        return entryOfSession(await client.getSession({ params: { session_id: id } }));
      } catch (error) {
        // the session was deleted since it was pinned
        if (error instanceof ApiFailure && error.name === 'SESSION_NOT_FOUND') return undefined;
        throw error;
      }
    }),
  );
  pinned.value = found.filter((entry) => entry !== undefined && !entry.isArchived) as Entry[];
}
