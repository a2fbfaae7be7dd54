/** The transcript of one agent in a panel, with its own message box (web.md 5.13). */
import { ArrowUp } from 'lucide-preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { showNote } from '../../live/notes.js';
import { isOnline, server } from '../../live/server.js';
import { text } from '../../live/text.js';
import { Button } from '../../parts/button.js';
import { reasonOf } from '../../parts/failure.js';
import { Skeleton } from '../../parts/skeleton.js';
import type { OpenSession } from './open.js';
import { RowView } from './row.js';
import type { RowPlace } from './rowplace.js';
import { createRows } from './rows.js';
import { useSessionPlace } from './sessionplace.js';
import { createToggles } from './toggles.js';

const noAttachments: RowPlace['attachments'] = new Map();

interface AgentViewProps {
  session: OpenSession;
  agentId: string;
  /** label of the message box; default: one that names the agent */
  label?: string;
}

/** Follows the transcript of the agent while it is mounted. */
export function AgentView({ session, agentId, label }: AgentViewProps) {
  const { model, state, id } = session;
  useEffect(() => {
    model.showAgent(agentId, true);
    return () => model.showAgent(agentId, false);
  }, [model, agentId]);
  const reader = useMemo(createRows, [agentId]);
  const toggles = useMemo(() => createToggles(`${id}/${agentId}`), [id, agentId]);
  const agent = state.value.agents.find((each) => each.agentId === agentId);
  const timeline = agent?.timeline;
  const rows = useMemo(() => (timeline ? reader.read(timeline, []) : undefined), [reader, timeline]);
  const place = {
    ...useSessionPlace(session),
    attachments: timeline?.attachments ?? noAttachments,
    toggles,
    isActive: agent?.isActive === true,
  };
  const current = server.value;

  async function stop(): Promise<void> {
    try {
      await current?.client.abortAgent({ params: { session_id: id, agent_id: agentId } });
    } catch (error) {
      showNote(reasonOf(error), { isError: true });
    }
  }

  return (
    <section class="agent-transcript" aria-label={text('agents.transcript', { name: agent?.label ?? agentId })}>
      <div class="row">
        {agent?.isActive && <Button onClick={() => void stop()}>{text('agents.stop')}</Button>}
        {timeline?.hasOlder && (
          <Button kind="quiet" onClick={() => void model.loadOlder(agentId)}>
            {text('agents.older')}
          </Button>
        )}
      </div>
      {!rows && <Skeleton />}
      {rows?.map((row) => (
        <div key={row.key} class={`agent-row row-${row.kind}`}>
          <RowView row={row} place={place} />
        </div>
      ))}
      {agent?.disposedAt === undefined && (
        <AsideBox
          label={label ?? text('agents.prompt', { name: agent?.label ?? agentId })}
          ask={async (words) =>
            await model.send([{ type: 'text', text: words }], { agent_id: agentId }).then(() => undefined)
          }
        />
      )}
    </section>
  );
}

/** A simple message box without the features of a session's box: Enter sends, Shift-Enter breaks the line. */
export function AsideBox({ label, ask }: { label: string; ask(words: string): Promise<void> }) {
  const [words, setWords] = useState('');
  const [reason, setReason] = useState('');
  const [isSending, setSending] = useState(false);
  const off = !isOnline.value ? text('off.connection') : words.trim() === '' ? text('composer.empty') : undefined;

  async function send(): Promise<void> {
    if (off !== undefined || isSending) return;
    setSending(true);
    setReason('');
    try {
      await ask(words);
      setWords('');
    } catch (error) {
      setReason(reasonOf(error));
    } finally {
      setSending(false);
    }
  }

  return (
    <form class="aside-box" aria-label={label} onSubmit={(event) => event.preventDefault()}>
      {reason !== '' && (
        <p class="reason" role="alert">
          {reason}
        </p>
      )}
      <div class="composer-box">
        <textarea
          rows={2}
          aria-label={label}
          placeholder={label}
          value={words}
          onInput={(event) => setWords(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.shiftKey || event.altKey || event.isComposing || event.keyCode === 229)
              return;
            event.preventDefault();
            void send();
          }}
        />
        <div class="composer-row">
          <span class="spring" />
          <Button kind="primary" icon={ArrowUp} off={off} onClick={() => void send()}>
            {text('agents.ask')}
          </Button>
        </div>
      </div>
    </form>
  );
}
