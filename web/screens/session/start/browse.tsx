/** Dialog that chooses a directory on the server: a tree, a path field, and new folders (web.md 5.3). */
import { FolderPlus, CornerLeftUp } from 'lucide-preact';
import { useEffect, useState } from 'preact/hooks';
import type { Client } from '../../../../client/api/client.js';
import type { BrowseHostData, FileEntry } from '../../../../schemas/generated/types.js';
import { server } from '../../../live/server.js';
import { text } from '../../../live/text.js';
import { Button, IconButton } from '../../../parts/button.js';
import { Dialog, openDialog } from '../../../parts/dialog.js';
import { reasonOf } from '../../../parts/failure.js';
import { Field } from '../../../parts/field.js';
import type { Directory } from '../files/directories.js';
import { FilesTree } from '../files/tree.js';

/** Starts at a directory, else at the home directory; resolves with the chosen path, or undefined. */
export function browseDirectories(start: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    openDialog((close) => (
      <Browse
        start={start}
        onDone={(path) => {
          close();
          resolve(path);
        }}
      />
    ));
  });
}

interface Known {
  /** path of the tree's root */
  top: string;
  parent: string | null;
  /** by absolute path */
  directories: ReadonlyMap<string, BrowseHostData>;
}

function Browse({ start, onDone }: { start: string; onDone(path: string | undefined): void }) {
  const client = server.value?.client;
  const [known, setKnown] = useState<Known | undefined>(undefined);
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const [chosen, choose] = useState('');
  const [typed, setTyped] = useState(start);
  const [reason, setReason] = useState<string | undefined>(undefined);
  const [isHiddenShown, showHidden] = useState(false);
  const [folder, setFolder] = useState<string | undefined>(undefined);

  const run = (action: (client: Client) => Promise<void>): void => {
    if (!client) return;
    setReason(undefined);
    action(client).catch((error: unknown) => setReason(reasonOf(error)));
  };

  /** Makes a directory the root of the tree. */
  const go = (path: string, isHome = false): void =>
    run(async ({ browseHost }) => {
      const found = await browseHost({ query: isHome ? {} : { path } });
      setKnown({ top: found.path, parent: found.parent, directories: new Map([[found.path, found]]) });
      setOpen(new Set([found.path]));
      choose(found.path);
      setTyped(found.path);
    });

  useEffect(() => {
    if (!client) return;
    // the path typed so far may not exist
    client.browseHost({ query: { path: start } }).then(
      () => go(start),
      () => go('', true),
    );
  }, [client, start]);

  const take = (path: string): void => {
    choose(path);
    setTyped(path);
  };

  function toggle(path: string): void {
    take(path);
    const next = new Set(open);
    if (!next.delete(path)) next.add(path);
    setOpen(next);
    if (next.has(path)) run(async ({ browseHost }) => addDirectory(await browseHost({ query: { path } }), path));
  }

  function addDirectory(found: BrowseHostData, path: string): void {
    // keyed by the path in the tree, because a symbolic link resolves to another path
    setKnown((now) => now && { ...now, directories: new Map(now.directories).set(path, found) });
  }

  const make = (): void =>
    run(async ({ browseHost, makeHostDirectory }) => {
      const { path } = await makeHostDirectory({ body: { path: `${chosen.replace(/[/\\]$/, '')}/${folder ?? ''}` } });
      addDirectory(await browseHost({ query: { path: chosen } }), chosen);
      setOpen(new Set(open).add(chosen));
      setFolder(undefined);
      take(path);
    });

  return (
    <Dialog
      title={text('browse.title')}
      onClose={() => onDone(undefined)}
      actions={
        <>
          <Button onClick={() => onDone(undefined)}>{text('dialog.cancel')}</Button>
          <Button
            kind="primary"
            off={chosen === '' ? text('new.noDirectory') : undefined}
            onClick={() => onDone(chosen)}
          >
            {text('browse.choose')}
          </Button>
        </>
      }
    >
      <Field label={text('browse.path')} error={reason}>
        {(bound) => (
          <div class="row">
            <input
              {...bound}
              class="grows"
              value={typed}
              autocomplete="off"
              spellcheck={false}
              onInput={(event) => setTyped(event.currentTarget.value)}
              onChange={() => typed !== chosen && typed.trim() !== '' && go(typed.trim())}
              onKeyDown={(event) => {
                if (event.key !== 'Enter' || event.isComposing) return;
                event.preventDefault();
                go(typed.trim(), typed.trim() === '');
              }}
            />
            <IconButton
              icon={CornerLeftUp}
              label={text('browse.up')}
              off={known?.parent === null ? text('browse.atTop') : undefined}
              onClick={() => known?.parent != null && go(known.parent)}
            />
          </div>
        )}
      </Field>
      <div class="browse-tree">
        {known && (
          <FilesTree
            label={text('browse.tree')}
            known={rowsOf(known, isHiddenShown)}
            open={open}
            chosen={chosen}
            onToggle={toggle}
            onChoose={take}
            onReach={take}
          />
        )}
      </div>
      <div class="row">
        {folder === undefined ? (
          <Button icon={FolderPlus} onClick={() => setFolder('')}>
            {text('browse.new')}
          </Button>
        ) : (
          <>
            <input
              class="grows"
              aria-label={text('browse.new.name')}
              placeholder={text('browse.new.name')}
              value={folder}
              ref={(field) => void (folder === '' && field?.focus())}
              onInput={(event) => setFolder(event.currentTarget.value)}
              onKeyDown={(event) => {
                if (event.key === 'Enter' && !event.isComposing && folder.trim() !== '') make();
                if (event.key !== 'Escape') return;
                event.preventDefault();
                setFolder(undefined);
              }}
            />
            <Button off={folder.trim() === '' ? text('browse.new.name') : undefined} onClick={make}>
              {text('browse.new.make')}
            </Button>
          </>
        )}
        <label class="check">
          <input
            type="checkbox"
            checked={isHiddenShown}
            onChange={(event) => showHidden(event.currentTarget.checked)}
          />
          <span>{text('browse.hidden')}</span>
        </label>
      </div>
    </Dialog>
  );
}

/** Returns the rows for the file tree component, which includes the root as an entry. */
function rowsOf({ top, directories }: Known, isHiddenShown: boolean): ReadonlyMap<string, Directory> {
  const entry = (path: string, name: string): FileEntry => ({ path, name, kind: 'directory', modified_at: '' });
  const rows = new Map<string, Directory>([['.', { items: [entry(top, top)], isTruncated: false }]]);
  for (const [path, { entries }] of directories) {
    const shown = entries.filter(({ name }) => isHiddenShown || !name.startsWith('.'));
    rows.set(path, { items: shown.map((each) => entry(each.path, each.name)), isTruncated: false });
  }
  return rows;
}
