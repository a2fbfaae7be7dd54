/** The prompts of a session: how many an undo removes, and a dialog that lists all (web.md 5.5). */
import { useEffect, useState } from 'preact/hooks';
import type { TranscriptMessage } from '../../../schemas/generated/types.js';
import { server } from '../../live/server.js';
import { setQuery } from '../../live/routes.js';
import { text } from '../../live/text.js';
import { Clean } from '../../parts/clean.js';
import { Dialog, openDialog } from '../../parts/dialog.js';
import { Failure } from '../../parts/failure.js';
import { Skeleton } from '../../parts/skeleton.js';
import { Time } from '../../parts/time.js';
import type { OpenSession } from './open.js';

/** Reads the prompts of the user, oldest first. */
async function readPrompts({ id }: OpenSession): Promise<TranscriptMessage[]> {
  const client = server.peek()?.client;
  if (!client) throw new Error(text('off.connection'));
  const { agents } = await client.listUserMessages({ params: { session_id: id }, query: { agent_id: 'main' } });
  return agents
    .flatMap(({ messages }) => messages)
    .filter(({ origin }) => origin.kind === 'user' || origin.payload?.kind === 'skill_activation');
}

/** Returns how many prompts an undo from a turn on removes. Throws when the turn no longer has a prompt. */
export async function promptsFrom(session: OpenSession, turnId: string): Promise<number> {
  const prompts = await readPrompts(session);
  const at = prompts.findIndex((each) => each.turn_id === turnId);
  if (at === -1) throw new Error(text('prompts.gone'));
  return prompts.length - at;
}

export function openPrompts(session: OpenSession): void {
  openDialog((close) => <Prompts session={session} onClose={close} />);
}

function Prompts({ session, onClose }: { session: OpenSession; onClose(): void }) {
  const [prompts, setPrompts] = useState<readonly TranscriptMessage[] | undefined>(undefined);
  const [error, setError] = useState<unknown>(undefined);
  const [wanted, setWanted] = useState('');
  const [tries, setTries] = useState(0);
  useEffect(() => {
    setError(undefined);
    readPrompts(session).then((found) => setPrompts(found.reverse()), setError);
  }, [tries]);
  const shown = prompts?.filter(({ prompt }) => prompt.toLowerCase().includes(wanted.toLowerCase()));
  return (
    <Dialog title={text('prompts.title')} wide onClose={onClose}>
      <input
        type="search"
        autoFocus
        aria-label={text('prompts.filter')}
        placeholder={text('prompts.filter')}
        value={wanted}
        onInput={(event) => setWanted(event.currentTarget.value)}
      />
      {error !== undefined && <Failure error={error} onRetry={() => setTries(tries + 1)} />}
      {!prompts && error === undefined && <Skeleton />}
      {shown?.length === 0 && <p class="empty">{text('prompts.none')}</p>}
      <ul class="plain-list prompts">
        {shown?.map(({ turn_id, ordinal, prompt, started_at: at }) => (
          <li key={turn_id}>
            <button
              type="button"
              class="list-row"
              onClick={() => {
                onClose();
                setQuery({ turn: String(ordinal) }, { replace: true });
              }}
            >
              <span class="dim">{ordinal}</span>
              <span class="list-title">
                <Clean text={prompt.trim().split('\n', 1)[0] ?? ''} />
              </span>
              {at !== undefined && <Time at={Date.parse(at)} class="dim" />}
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
