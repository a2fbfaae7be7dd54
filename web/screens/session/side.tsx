/** The side conversation of a session: its agent knows the session, and the session never sees it (web.md 5.6). */
import { useEffect, useRef, useState } from 'preact/hooks';
import { setQuery } from '../../live/routes.js';
import { server } from '../../live/server.js';
import { text } from '../../live/text.js';
import { Button } from '../../parts/button.js';
import { attempt } from '../lists/actions.js';
import { AgentView, AsideBox } from './agentview.js';
import { askedAside } from './open.js';
import type { SessionPart } from './places.js';

export function SidePanel({ session }: SessionPart) {
  const { id, model, state } = session;
  const [started, setStarted] = useState<string | undefined>(undefined);
  const open = state.value.agents.findLast(
    ({ type, disposedAt }) => type === 'independent' && disposedAt === undefined,
  );
  const agentId = open?.agentId ?? started;
  const params = { session_id: id };

  /** Starts the agent with the first question, so that opening the panel changes nothing. */
  async function ask(question: string): Promise<void> {
    const client = server.peek()?.client;
    if (!client) throw new Error(text('off.connection'));
    const agent = agentId ?? (await client.startSideAgent({ params })).agent_id;
    setStarted(agent);
    await model.send([{ type: 'text', text: question }], { agent_id: agent });
  }

  const pending = askedAside.value?.id === id ? askedAside.value.question : undefined;
  useEffect(() => {
    if (pending === undefined) return;
    askedAside.value = undefined;
    void attempt(() => ask(pending));
  }, [pending]);

  async function end(): Promise<void> {
    if (
      agentId === undefined ||
      (await attempt((client) => client.closeAgent({ params: { ...params, agent_id: agentId } })))
    )
      setQuery({ panel: undefined }, { replace: true });
  }

  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // a user who opens the panel by its button wants to write
    if (document.activeElement?.matches('[data-opens="side"]')) place.current?.querySelector('textarea')?.focus();
  }, []);

  return (
    <div ref={place} class="side">
      <div class="row">
        <p class="dim small grows">{text('side.lead')}</p>
        <Button onClick={() => void end()}>{text('dialog.close')}</Button>
      </div>
      {agentId === undefined ? (
        <AsideBox label={text('side.ask')} ask={ask} />
      ) : (
        <AgentView key={agentId} session={session} agentId={agentId} label={text('side.ask')} />
      )}
    </div>
  );
}
