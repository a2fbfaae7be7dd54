/** The terminals of a session as tabs, which resume after a lost connection (web.md 5.13). */
import { Plus } from 'lucide-preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { ApiFailure, isFailure } from '../../../../client/api/failure.js';
import type { AttachedTerminal } from '../../../../client/api/terminals.js';
import type { Terminal } from '../../../../schemas/generated/types.js';
import { showNote } from '../../../live/notes.js';
import { preferences, theme } from '../../../live/preferences.js';
import { route, setQuery } from '../../../live/routes.js';
import { server, type Server } from '../../../live/server.js';
import { text } from '../../../live/text.js';
import { Button } from '../../../parts/button.js';
import { Failure, reasonOf } from '../../../parts/failure.js';
import { Switch } from '../../../parts/field.js';
import { Skeleton } from '../../../parts/skeleton.js';
import type { SessionPart } from '../places.js';
import { createTerminalScreen, type TerminalScreen } from './screen.js';

type Listing = { kind: 'items'; items: readonly Terminal[] } | { kind: 'absent' } | { kind: 'failed'; error: unknown };

export function TerminalsPanel({ session: { id, model } }: SessionPart) {
  const current = server.value;
  const [listing, setListing] = useState<Listing | undefined>(undefined);
  const [isReadable, setReadable] = useState(false);
  const chosen = route.value.query.get('terminal');
  const tabs = useRef<HTMLDivElement>(null);
  const isBusy = useRef(false);
  /** Terminals seen running. The server keeps ended ones; only those that ended here are shown, until closed. */
  const seen = useRef(new Set<string>());

  async function read(server: Server, signal?: AbortSignal): Promise<void> {
    try {
      const { items } = await server.client.listTerminals({ params: { session_id: id } }, signal ? { signal } : {});
      for (const item of items) if (item.status === 'running') seen.current.add(item.id);
      setListing({ kind: 'items', items: items.filter((item) => seen.current.has(item.id)) });
    } catch (error) {
      if (signal?.aborted) return;
      // this server has no terminal API, because it listens beyond this machine
      const isAbsent = error instanceof ApiFailure && error.status === 404 && error.name !== 'SESSION_NOT_FOUND';
      setListing(isAbsent ? { kind: 'absent' } : { kind: 'failed', error });
    }
  }
  useEffect(() => {
    if (!current) return;
    const abort = new AbortController();
    void read(current, abort.signal);
    return () => abort.abort();
  }, [current, id]);

  if (!current || !listing) return <Skeleton />;
  if (listing.kind === 'absent') return <p class="empty">{text('terminals.absent')}</p>;
  if (listing.kind === 'failed') return <Failure error={listing.error} onRetry={() => void read(current)} />;
  const { items } = listing;
  const shown = items.find((item) => item.id === chosen) ?? items[0];
  const choose = (terminal: string | undefined): void => setQuery({ terminal }, { replace: true });

  async function attempt(action: (server: Server) => Promise<string | undefined>): Promise<void> {
    if (isBusy.current || !current) return;
    isBusy.current = true;
    try {
      choose(await action(current));
      await read(current);
    } catch (error) {
      showNote(reasonOf(error), { isError: true });
    } finally {
      isBusy.current = false;
    }
  }

  const open = () =>
    attempt(async ({ client }) => (await client.createTerminal({ params: { session_id: id }, body: {} })).id);
  const end = (terminal: Terminal) =>
    attempt(async () => {
      await model.closeTerminal(terminal.id).catch((error: unknown) => {
        // the terminal is closed already
        if (!isFailure(error, 'TERMINAL_NOT_FOUND')) throw error;
      });
      seen.current.delete(terminal.id);
      return items.find((each) => each !== terminal)?.id;
    });

  function move(event: KeyboardEvent): void {
    const at = items.findIndex((item) => item === shown);
    const goals: Readonly<Record<string, number>> = {
      ArrowRight: at + 1,
      ArrowLeft: at - 1,
      Home: 0,
      End: items.length - 1,
    };
    const goal = goals[event.key];
    const next = goal === undefined ? undefined : items.at(goal % items.length);
    if (!next) return;
    event.preventDefault();
    choose(next.id);
    tabs.current?.querySelector<HTMLElement>(`[data-terminal="${next.id}"]`)?.focus();
  }

  return (
    <div class="terminals">
      <div class="row terminal-bar">
        {items.length > 0 && (
          <div ref={tabs} class="tabs" role="tablist" aria-label={text('panel.terminals')} onKeyDown={move}>
            {items.map((item, at) => (
              <button
                key={item.id}
                type="button"
                role="tab"
                id={`tab-${item.id}`}
                aria-controls={`panel-${item.id}`}
                aria-selected={item === shown}
                tabIndex={item === shown ? 0 : -1}
                data-terminal={item.id}
                onClick={() => choose(item.id)}
              >
                {text('terminals.tab', { n: at + 1, shell: item.shell.split('/').at(-1) ?? item.shell })}
              </button>
            ))}
          </div>
        )}
        <Button icon={Plus} kind="quiet" onClick={() => void open()}>
          {text('terminals.new')}
        </Button>
        {shown && (
          <Button kind="quiet" onClick={() => void end(shown)}>
            {text('terminals.close')}
          </Button>
        )}
      </div>
      {!shown && <p class="empty">{text('terminals.none')}</p>}
      {shown && (
        <div
          key={shown.id}
          class="terminal-panel"
          role="tabpanel"
          id={`panel-${shown.id}`}
          aria-labelledby={`tab-${shown.id}`}
        >
          <Shown
            server={current}
            terminal={shown}
            isReadable={isReadable}
            onLeave={() => tabs.current?.querySelector<HTMLElement>('[aria-selected=true]')?.focus()}
          />
        </div>
      )}
      {shown && (
        <div class="terminal-foot small dim">
          <span>{text('terminals.leave')}</span>
          <Switch label={text('terminals.readable')} isOn={isReadable} onChange={setReadable} />
        </div>
      )}
    </div>
  );
}

interface ShownProps {
  server: Server;
  terminal: Terminal;
  isReadable: boolean;
  onLeave(): void;
}

type Ending = { kind: 'exited'; code: number | null } | { kind: 'failed'; error: unknown };

const resizedAfterMs = 100;

function Shown({ server: { stream }, terminal, isReadable, onLeave }: ShownProps) {
  const place = useRef<HTMLDivElement>(null);
  const screen = useRef<TerminalScreen | undefined>(undefined);
  const [ending, setEnding] = useState<Ending | undefined>(undefined);
  const { id, session_id: sessionId } = terminal;
  const { textSize, codeSize } = preferences.value;

  useEffect(() => {
    const { current } = place;
    if (!current) return;
    let attached: AttachedTerminal | undefined;
    let isOver = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    // input lost with a connection needs no error: the user sees that it is not echoed
    const quietly = (sending: Promise<void> | undefined): void => void sending?.catch(() => undefined);
    const drawn = createTerminalScreen({
      place: current,
      isReadable,
      onInput: (data) => quietly(attached?.write(data)),
      onLeave,
    });
    screen.current = drawn;
    const fit = (): void => {
      const size = drawn.fit();
      if (size) quietly(attached?.resize(size.cols, size.rows));
    };
    const observer = new ResizeObserver(() => {
      clearTimeout(timer);
      timer = setTimeout(fit, resizedAfterMs);
    });
    observer.observe(current);
    stream
      .attachTerminal({
        sessionId,
        terminalId: id,
        onOutput: drawn.write,
        onExit: (code) => setEnding({ kind: 'exited', code }),
        onTruncated: drawn.clear,
        onGone: (error) => setEnding({ kind: 'failed', error }),
      })
      .then(
        (now) => {
          if (isOver) return now.detach();
          attached = now;
          const size = drawn.fit() ?? { cols: 0, rows: 0 };
          if (size.cols > 0) quietly(now.resize(size.cols, size.rows));
          drawn.focus();
        },
        (error: unknown) => isOver || setEnding({ kind: 'failed', error }),
      );
    return () => {
      isOver = true;
      clearTimeout(timer);
      observer.disconnect();
      attached?.detach();
      drawn.close();
    };
  }, [stream, sessionId, id]);
  useEffect(() => screen.current?.setReadable(isReadable), [isReadable]);
  useEffect(() => screen.current?.paint(), [theme.value, textSize, codeSize]);

  return (
    <>
      <div
        ref={place}
        class="terminal-place"
        data-testid="terminal"
        data-terminal-id={id}
        aria-label={text('terminals.input')}
      />
      {ending?.kind === 'exited' && (
        <p class="panel-note" role="status" data-testid="terminal-ended">
          {ending.code === null ? text('terminals.ended') : text('terminals.exited', { code: ending.code })}
        </p>
      )}
      {ending?.kind === 'failed' && (
        <p class="reason panel-note" role="alert">
          {reasonOf(ending.error)}
        </p>
      )}
    </>
  );
}
