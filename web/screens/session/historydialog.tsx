/** The input history of the session's directory: finds an entry and puts it into the message box (web.md 5.6). */
import { useEffect, useState } from 'preact/hooks';
import { server } from '../../live/server.js';
import { fits } from '../../live/sessions.js';
import { text } from '../../live/text.js';
import { Clean } from '../../parts/clean.js';
import { Dialog, openDialog } from '../../parts/dialog.js';
import { Failure } from '../../parts/failure.js';
import { Skeleton } from '../../parts/skeleton.js';
import { boxes } from './compose/box.js';

const mostShown = 200;

export function openHistory(sessionId: string): void {
  openDialog((close) => <History sessionId={sessionId} onClose={close} />);
}

function History({ sessionId, onClose }: { sessionId: string; onClose(): void }) {
  const [entries, setEntries] = useState<readonly string[] | undefined>(undefined);
  const [failure, setFailure] = useState<unknown>(undefined);
  const [words, setWords] = useState('');
  const client = server.value?.client;

  async function read(): Promise<void> {
    if (!client) return;
    setFailure(undefined);
    const { workspace_id: id } = await client.getSession({ params: { session_id: sessionId } });
    setEntries((await client.listInputHistory({ params: { workspace_id: id } })).items);
  }
  useEffect(() => void read().catch(setFailure), [client, sessionId]);

  function take(entry: string): void {
    onClose();
    const box = boxes.get(sessionId);
    box?.put({ text: entry, mentions: [], files: [] });
    requestAnimationFrame(() => box?.focus());
  }

  const wanted = words.trim().toLowerCase();
  const found = entries?.filter((entry) => fits(entry.toLowerCase(), wanted)).slice(0, mostShown);
  return (
    <Dialog title={text('history.title')} wide onClose={onClose}>
      <input
        type="search"
        aria-label={text('history.filter')}
        placeholder={text('history.filter')}
        value={words}
        onInput={(event) => setWords(event.currentTarget.value)}
      />
      {failure !== undefined && <Failure error={failure} onRetry={() => void read().catch(setFailure)} />}
      {!found && failure === undefined && <Skeleton lines={5} />}
      {found?.length === 0 && <p class="empty">{text(wanted === '' ? 'history.empty' : 'history.none')}</p>}
      {found && found.length > 0 && (
        <ul class="plain-list prompts">
          {found.map((entry, at) => (
            <li key={at}>
              <button type="button" class="list-row" title={entry} onClick={() => take(entry)}>
                <span class="list-title">
                  <Clean text={entry} />
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}
