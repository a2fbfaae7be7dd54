/** The directory of a new session: recent ones, completion of a typed path, creation of a missing one (web.md 5.3). */
import { FolderPlus, FolderSearch } from 'lucide-preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { ApiFailure } from '../../../../client/api/failure.js';
import { server, type Server } from '../../../live/server.js';
import { workspaces } from '../../../live/sessions.js';
import { text } from '../../../live/text.js';
import { Button } from '../../../parts/button.js';
import { attempt } from '../../lists/actions.js';
import { browseDirectories } from './browse.js';

const browsedAfterMs = 150;

export interface DirectoryProps {
  value: string;
  onInput(value: string): void;
  /** called with an existing directory that the user chose */
  onChoose(value: string): void;
}

/** Returns the paths of subdirectories; undefined when the directory does not exist. */
async function browse(client: Server['client'], path: string): Promise<string[] | undefined> {
  try {
    return (await client.browseHost({ query: { path } })).entries.map((entry) => entry.path);
  } catch (error) {
    if (error instanceof ApiFailure) return undefined;
    throw error;
  }
}

export function DirectoryField({ value, onInput, onChoose }: DirectoryProps) {
  const listId = useId();
  const [recent, setRecent] = useState<readonly string[]>([]);
  const [found, setFound] = useState<readonly string[]>([]);
  const [absent, setAbsent] = useState<'no' | 'alone' | 'with parent'>('no');
  const isAbsent = absent !== 'no';
  const [tries, setTries] = useState(0);
  const counter = useRef(0);
  /** whether the user has typed since the last choice */
  const isTyped = useRef(false);
  const current = server.value;

  useEffect(() => {
    current?.client.getHostHome().then(
      ({ recent_roots: roots }) => setRecent(roots),
      // offers only the workspaces
      () => undefined,
    );
  }, [current]);

  useEffect(() => {
    if (!current || !/^([/~]|[a-z]:[\\/])/i.test(value)) return;
    const turn = (counter.current += 1);
    const timer = setTimeout(() => {
      const parent = value.replace(/[^/\\]*$/, '') || '/';
      Promise.all([
        browse(current.client, parent),
        browse(current.client, value),
        // the directory that contains the name before the slash
        browse(current.client, value.replace(/[/\\]+$/, '').replace(/[^/\\]*$/, '') || '/'),
      ]).then(
        ([paths, own, above]) => {
          if (counter.current !== turn) return;
          setFound(paths ?? []);
          setAbsent(own ? 'no' : above ? 'alone' : 'with parent');
        },
        () => undefined,
      );
    }, browsedAfterMs);
    return () => clearTimeout(timer);
  }, [current, value, tries]);

  function settle(): void {
    if (isTyped.current) onChoose(value);
    isTyped.current = false;
  }

  const options = [...new Set([...recent, ...workspaces.value.map(({ root }) => root), ...found])]
    .filter((path) => path !== value)
    .slice(0, 50);
  return (
    <div class="field">
      <label for={`${listId}-field`}>{text('new.directory')}</label>
      <div class="row">
        <input
          id={`${listId}-field`}
          class="grows"
          list={listId}
          value={value}
          autocomplete="off"
          spellcheck={false}
          placeholder={text('new.directory.hint')}
          {...(isAbsent && { 'aria-describedby': `${listId}-absent` })}
          onInput={(event) => {
            isTyped.current = true;
            onInput(event.currentTarget.value);
          }}
          onBlur={settle}
          onKeyDown={({ key, isComposing }) => key === 'Enter' && !isComposing && settle()}
        />
        <Button
          icon={FolderSearch}
          onClick={() =>
            void browseDirectories(value).then((path) => {
              if (path === undefined) return;
              onInput(path);
              onChoose(path);
            })
          }
        >
          {text('new.browse')}
        </Button>
      </div>
      <datalist id={listId}>
        {options.map((path) => (
          <option key={path} value={path} />
        ))}
      </datalist>
      {isAbsent && (
        <div class="row">
          <span class="reason" id={`${listId}-absent`}>
            {text(absent === 'alone' ? 'new.absent' : 'new.absent.parent')}
          </span>
          {absent === 'alone' && (
            <Button
              icon={FolderPlus}
              onClick={() =>
                void attempt((client) => client.makeHostDirectory({ body: { path: value } })).then((isMade) => {
                  setTries(tries + 1);
                  if (isMade) onChoose(value);
                })
              }
            >
              {text('new.create')}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}
