/** The sessions of the home: open, preview, search, rename, archive, delete (tui.md 3.16). */
import { transcriptOf } from '../../../schemas/folds/transcript.js';
import type { SearchHit, SessionSummary } from '../../../schemas/generated/types.js';
import { openSessionList } from '../../session/list.js';
import { visibleRow } from '../../view/clean.js';
import { counted, formatAge, formatPath } from '../../view/format.js';
import { createListPanel, type ListItem } from '../panels/list.js';
import { lineOf } from '../text/line.js';
import { createBlocks, wholeLines } from '../transcript/blocks.js';
import type { TranscriptLayout } from '../transcript/forms.js';
import { createAskPanels } from './askpanels.js';
import { createListOpener, type ListsDeps } from './openlist.js';

interface Row {
  id: string;
  title: string;
  isArchived: boolean;
}

/** Minimum length for a full-text search; shorter words match only titles. */
const shortestSearch = 3;
const searchPauseMs = 150;
const hint =
  'Enter open · → last turn · Tab all directories and archived ones · Ctrl-R rename · Ctrl-A archive or restore · Ctrl-X delete';

export function openSessions(
  deps: ListsDeps,
  enter: (id: string) => Promise<void>,
  cancelled: () => void = () => undefined,
): void {
  const { app, keymap, client, stream, pager, now } = deps;
  const { attempt } = createListOpener(deps);
  let isHere = true;
  let words = '';
  let hits: readonly SearchHit[] = [];
  let timer: NodeJS.Timeout | undefined;
  let isReading = false;
  let pages = 1;
  /** ids of sessions archived in this list, which the same key restores */
  const justArchived = new Set<string>();
  const list = openSessionList({ client, stream, query: { 'meta.archived': 'all' }, pageSize: 100 });
  const leave = list.subscribe(app.changed);
  const { askText } = createAskPanels(app, keymap, () => panel);

  function close(): void {
    clearTimeout(timer);
    leave();
    list.close();
    app.show(undefined);
  }

  /** Searches the full text of all sessions, a moment after the last key. */
  function search(next: string): void {
    words = next;
    hits = [];
    clearTimeout(timer);
    const query = next.trim();
    if (query.length < shortestSearch) return;
    timer = setTimeout(() => {
      void attempt(async () => {
        const { items } = await client.searchSessions({ body: { query, mode: 'literal', page_size: 50 } });
        if (words !== next) return;
        hits = items;
        app.changed();
      });
    }, searchPauseMs);
  }

  function rowOf(item: SessionSummary): ListItem<Row> {
    const { id, meta, workspace, activity, message_count: messages } = item;
    const title = meta.title ?? meta.last_prompt ?? 'no prompt yet';
    const isWaiting = activity.status === 'approval' || activity.status === 'question';
    const facts = [
      ...(activity.status === 'idle' ? [] : [isWaiting ? 'waiting' : activity.status]),
      ...(activity.background === true ? ['in the background'] : []),
      ...(meta.archived ? ['archived'] : []),
      counted(messages, 'message'),
      ...(isHere ? [] : [formatPath(workspace.cwd ?? '', deps.userHome)]),
    ];
    return {
      value: { id, title, isArchived: meta.archived },
      label: title,
      about: facts.join(' · '),
      right: formatAge(meta.updated_at, now()),
    };
  }

  function rows(): ListItem<Row>[] {
    const all = list.get().items;
    const shown = all
      .filter(
        ({ id, meta, workspace }) =>
          !isHere || (workspace.cwd === deps.cwd && (!meta.archived || justArchived.has(id))),
      )
      .map(rowOf);
    const known = new Map(all.map((item) => [item.id, item]));
    const seen = new Set<string>();
    const found = hits.flatMap((hit): ListItem<Row>[] => {
      const item = known.get(hit.session_id);
      const isElsewhere = isHere && item !== undefined && item.workspace.cwd !== deps.cwd;
      if (seen.has(hit.session_id) || isElsewhere) return [];
      seen.add(hit.session_id);
      const title = item?.meta.title ?? (hit.session_title || (item?.meta.last_prompt ?? hit.session_id));
      const value = { id: hit.session_id, title, isArchived: item?.meta.archived ?? false };
      return [
        { value, label: title, about: `found: ${hit.snippet}`, right: formatAge(hit.time, now()), isFound: true },
      ];
    });
    return [...shown.filter(({ value }) => !seen.has(value.id)), ...found];
  }

  async function rename({ id, title }: Row): Promise<void> {
    const text = await askText({ title: 'Rename the session', text: title });
    if (text === undefined || text === '' || text === title) return;
    await client.updateSessionProfile({ params: { session_id: id }, body: { title: text } });
  }

  async function remove({ id, title }: Row): Promise<void> {
    const choice = await app.ask({ title: `Delete “${visibleRow(title)}”?`, choices: ['Delete', 'Cancel'], preset: 2 });
    if (choice === 1) await client.deleteSession({ params: { session_id: id } });
  }

  async function archive({ id, isArchived }: Row): Promise<void> {
    const params = { session_id: id };
    justArchived.add(id);
    await (isArchived ? client.restoreSession({ params }) : client.archiveSession({ params }));
  }

  /** Doubles the number of loaded sessions, since a match may be far back. */
  async function readMore(): Promise<void> {
    if (isReading) return;
    isReading = true;
    await list.loadMore(pages).finally(() => (isReading = false));
    pages *= 2;
    app.changed();
  }

  async function preview({ id, title }: Row): Promise<void> {
    const page = await client.getTranscript({ params: { session_id: id }, query: { agent_id: 'main', page_size: 1 } });
    const transcript = transcriptOf(page);
    const layout: TranscriptLayout = {
      width: 200,
      height: 40,
      thinking: 'line',
      toolLines: 10,
      isWrapped: false,
      hyperlinks: false,
      places: { cwd: deps.cwd, home: deps.userHome },
    };
    const blocks = createBlocks()({
      timeline: { items: [...transcript.items], hasOlder: false, attachments: new Map(), prompts: new Map() },
      tasks: [...transcript.tasks.values()],
      interaction: (each) => transcript.interactions.get(each),
    });
    pager.open(
      `Last turn of ${visibleRow(title)}`,
      blocks.length > 0 ? wholeLines(blocks, layout) : [lineOf('Nothing was said in it yet.', 'textDim')],
    );
  }

  const acting =
    (action: (row: Row) => Promise<unknown>) =>
    (row: Row | undefined): void =>
      void (row && attempt(async () => void (await action(row))));

  const panel = createListPanel<Row>({
    keymap,
    title: 'Sessions',
    hint,
    items: rows,
    isLoading: () => !list.get().isLoaded,
    hasMore: () => list.get().hasMore,
    more: () => void readMore(),
    filtered: search,
    choose({ id }) {
      close();
      void attempt(() => enter(id));
    },
    cancel() {
      close();
      cancelled();
    },
    keys: {
      tab: () => (isHere = !isHere),
      right: acting(preview),
      'ctrl+r': acting(rename),
      'ctrl+a': acting(archive),
      'ctrl+x': acting(remove),
    },
    changed: app.changed,
  });
  app.show(panel);
}
