/** The files of a session: a tree, search by name and text, and the chosen file, all kept current (web.md 5.13). */
import { RefreshCw } from 'lucide-preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { ApiFailure } from '../../../../client/api/failure.js';
import { route, setQuery } from '../../../live/routes.js';
import { server, type Server } from '../../../live/server.js';
import { text } from '../../../live/text.js';
import { IconButton } from '../../../parts/button.js';
import { Failure } from '../../../parts/failure.js';
import { Skeleton } from '../../../parts/skeleton.js';
import type { SessionPart } from '../places.js';
import { createDirectories, parentOf, pathWithin } from './directories.js';
import { GrepChoices, LineHits, NameHits, nothingWanted, type Wanted } from './find.js';
import { FilesTree } from './tree.js';
import { Viewer } from './viewer.js';

/** maximum number of watched paths, below the server's limit per connection */
const mostWatched = 60;

export function FilesPanel({ session }: SessionPart) {
  const current = server.value;
  const cwd = session.state.value.session?.metadata.cwd;
  if (!current || cwd === undefined) return <Skeleton />;
  return <Files key={session.id} server={current} sessionId={session.id} cwd={cwd} />;
}

function Files({ server: current, sessionId, cwd }: { server: Server; sessionId: string; cwd: string }) {
  const { query } = route.value;
  const given = query.get('file');
  const file = given === null ? undefined : (pathWithin(given, cwd) ?? given);
  const line = Number(query.get('line')) || undefined;
  const [isHiddenShown, showHidden] = useState(false);
  const [open, setOpen] = useState<ReadonlySet<string>>(() => new Set(file === undefined ? [] : above(file)));
  const [name, setName] = useState('');
  const [wanted, setWanted] = useState<Wanted>(nothingWanted);
  const [versions, setVersion] = useState(0);
  const [isBlind, setBlind] = useState(false);
  const directories = useMemo(
    () => createDirectories(current.client, sessionId, isHiddenShown),
    [current, sessionId, isHiddenShown],
  );
  const known = directories.known.value;

  const opened = useRef(open);
  opened.current = open;
  useEffect(() => void directories.read(['.', ...opened.current]), [directories]);
  useEffect(() => {
    if (file === undefined) return;
    const missing = above(file).filter((path) => !directories.known.peek().has(path));
    setOpen((before) => new Set([...before, ...above(file)]));
    if (missing.length > 0) void directories.read(missing);
  }, [file, directories]);

  const shownFile = useRef(file);
  shownFile.current = file;
  const watched = ['.', ...open, ...(file === undefined ? [] : [parentOf(file)])];
  const paths = [...new Set(watched)].slice(0, mostWatched).sort();
  const pathsKey = paths.join('\n');
  useEffect(() => {
    let end: (() => void) | undefined;
    let isOver = false;
    const all = (): void => {
      void directories.read();
      setVersion((version) => version + 1);
    };
    const watch = current.stream.watch(sessionId, {
      paths,
      recursive: false,
      onMissed: all,
      onEnd: () => setBlind(true),
      onChange({ changes, truncated }) {
        if (truncated) return all();
        const places = new Set(changes.map(({ path }) => parentOf(path)));
        const mine = [...places].filter((path) => directories.known.peek().has(path));
        if (mine.length > 0) void directories.read(mine);
        if (changes.some(({ path }) => path === shownFile.current)) setVersion((version) => version + 1);
      },
    });
    watch.then(
      (ended) => {
        setBlind(false);
        if (isOver) ended();
        else end = ended;
      },
      (error: unknown) => {
        // a lost connection is no reason: the panel reads again after the reconnect
        if (!isOver && error instanceof ApiFailure) setBlind(true);
      },
    );
    return () => {
      isOver = true;
      end?.();
    };
  }, [current, sessionId, directories, pathsKey]);

  function toggle(path: string): void {
    const next = new Set(open);
    if (next.delete(path)) return setOpen(next);
    next.add(path);
    setOpen(next);
    void directories.read([path]);
  }

  function choose(path: string, at?: number): void {
    setQuery({ file: path, line: at === undefined ? undefined : String(at) }, { replace: file !== undefined });
  }

  const failure = directories.failure.value;
  const isFinding = name.trim() !== '' || wanted.pattern !== '';
  const find = { client: current.client, sessionId, onChoose: choose };
  return (
    <div class={`files${file === undefined ? '' : ' with-file'}`}>
      <div class="file-find">
        <div class="find-row">
          <input
            type="search"
            aria-label={text('files.find')}
            placeholder={text('files.find')}
            value={name}
            onInput={({ currentTarget }) => {
              setName(currentTarget.value);
              setWanted(nothingWanted);
            }}
          />
          <IconButton
            icon={RefreshCw}
            label={text('files.refresh')}
            onClick={() => {
              void directories.read();
              setVersion((version) => version + 1);
            }}
          />
        </div>
        <input
          type="search"
          aria-label={text('files.grep')}
          placeholder={text('files.grep')}
          value={wanted.pattern}
          onInput={({ currentTarget }) => {
            setName('');
            setWanted({ ...wanted, pattern: currentTarget.value });
          }}
        />
        {wanted.pattern !== '' && <GrepChoices wanted={wanted} onChange={setWanted} />}
        <label class="check small">
          <input type="checkbox" checked={isHiddenShown} onChange={() => showHidden(!isHiddenShown)} />
          {text('files.hidden')}
        </label>
      </div>
      {isBlind && (
        <p class="panel-note" role="status" data-testid="files-unwatched">
          {text('files.blind')}
        </p>
      )}
      <div class="file-places">
        {isFinding ? (
          wanted.pattern === '' ? (
            <NameHits {...find} query={name} />
          ) : (
            <LineHits {...find} wanted={wanted} />
          )
        ) : failure === undefined ? (
          known.has('.') ? (
            <>
              <FilesTree
                label={text('panel.files')}
                known={known}
                open={open}
                chosen={file}
                onToggle={toggle}
                onChoose={choose}
              />
              {known.get('.')?.items.length === 0 && <p class="empty">{text('files.noFiles')}</p>}
              {known.get('.')?.isTruncated && <p class="dim small">{text('files.more')}</p>}
            </>
          ) : (
            <Skeleton lines={6} />
          )
        ) : (
          <Failure error={failure} onRetry={() => void directories.read(['.', ...open])} />
        )}
      </div>
      {file !== undefined && (
        <Viewer
          key={file}
          server={current}
          sessionId={sessionId}
          path={file}
          line={line}
          version={versions}
          onClose={() => setQuery({ file: undefined, line: undefined }, { replace: true })}
        />
      )}
    </div>
  );
}

/** Returns the directories above a path, outermost first. */
function above(path: string): string[] {
  const parts = path.split('/').slice(0, -1);
  return parts.map((_, at) => parts.slice(0, at + 1).join('/')).filter((each) => each !== '');
}
