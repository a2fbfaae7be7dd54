/** The transcript of an agent, read-only, with the same rows as on the page (web.md 5.5). */
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { text } from '../../live/text.js';
import { Skeleton } from '../../parts/skeleton.js';
import { RowList, useRowWindow } from '../../screens/session/rowlist.js';
import type { RowPlace } from '../../screens/session/rowplace.js';
import { createRows, type Row } from '../../screens/session/rows.js';
import { createToggles } from '../../screens/session/toggles.js';
import { filter } from '../place.js';
import type { Recording } from '../record.js';
import type { StoredTranscript } from '../source.js';
import { transcriptOf } from '../transcripts.js';
import { AgentFilter } from './filters.js';

interface Conversation {
  rows: readonly Row[];
  attachments: RowPlace['attachments'];
}

export function ConversationView({ record }: { record: Recording }) {
  const [wanted = 'main'] = filter.value.agents;
  const conversation = useConversation(record, wanted);
  void record.version.value;
  return (
    <>
      {record.spans.agents.size > 1 && (
        <div class="vis-filters">
          <AgentFilter record={record} atFirst="main" />
        </div>
      )}
      {conversation ? <Rows key={wanted} record={record} {...conversation} /> : <Skeleton />}
    </>
  );
}

function useConversation({ events, version, source }: Recording, agentId: string): Conversation | undefined {
  const read = version.value;
  const [found, setFound] = useState<Conversation | undefined>(undefined);
  const reader = useMemo(createRows, [agentId]);
  useEffect(() => {
    let isOver = false;
    void (async () => {
      const found = source.transcript?.(agentId) ?? (await transcriptOf(events, agentId, () => isOver));
      reader.forget();
      if (found && !isOver) setFound({ rows: rowsOf(found, reader), attachments: found.attachments });
    })();
    return () => void (isOver = true);
  }, [events, read, agentId]);
  return found;
}

function rowsOf(
  { items, attachments, prompts, tasks }: StoredTranscript,
  reader: ReturnType<typeof createRows>,
): Row[] {
  return reader.read({ items, attachments, prompts, hasOlder: false }, [], [...tasks.values()]);
}

function Rows({ record, rows, attachments }: Conversation & { record: Recording }) {
  const scroller = useRef<HTMLDivElement>(null);
  const toggles = useMemo(() => createToggles(`vis.${record.id}`), [record.id]);
  const window = useRowWindow(rows, { getScrollElement: () => scroller.current });
  if (rows.length === 0) return <p class="empty">{text('vis.conversation.none')}</p>;
  const place = {
    cwd: record.facts.value?.session.metadata.cwd ?? '',
    attachments,
    readMedia: record.source.media,
    toggles,
    isActive: false,
  };
  return (
    <div
      ref={scroller}
      class="vis-conversation"
      role="log"
      aria-live="off"
      aria-label={text('vis.view.conversation')}
      tabIndex={0}
      data-testid="transcript"
    >
      <RowList rows={rows} window={window} place={place} />
    </div>
  );
}
