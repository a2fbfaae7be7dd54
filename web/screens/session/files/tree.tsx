/** The files of a session as a tree: reads directories when they open, and shows the git state (web.md 5.13). */
import { ChevronDown, ChevronRight, File, FolderClosed, FolderOpen, Link2 } from 'lucide-preact';
import { useRef, useState } from 'preact/hooks';
import type { FileEntry } from '../../../../schemas/generated/types.js';
import { text } from '../../../live/text.js';
import { Clean } from '../../../parts/clean.js';
import type { Directory } from './directories.js';

interface Row {
  entry: FileEntry;
  level: number;
  position: number;
  siblings: number;
}

export interface FilesTreeProps {
  label: string;
  known: ReadonlyMap<string, Directory>;
  open: ReadonlySet<string>;
  chosen: string | undefined;
  onToggle(path: string): void;
  onChoose(path: string): void;
  /** called when an entry receives the focus */
  onReach?(path: string): void;
}

function rowsOf(known: FilesTreeProps['known'], open: ReadonlySet<string>, path = '.', level = 1): Row[] {
  const items = known.get(path)?.items ?? [];
  return items.flatMap((entry, at) => [
    { entry, level, position: at + 1, siblings: items.length },
    ...(entry.kind === 'directory' && open.has(entry.path) ? rowsOf(known, open, entry.path, level + 1) : []),
  ]);
}

const badges = {
  modified: 'M',
  added: 'A',
  deleted: 'D',
  renamed: 'R',
  untracked: 'U',
  conflicted: '!',
} as const;

export function FilesTree({ label, known, open, chosen, onToggle, onChoose, onReach }: FilesTreeProps) {
  const tree = useRef<HTMLUListElement>(null);
  const [active, setActive] = useState<string | undefined>(undefined);
  const rows = rowsOf(known, open);
  const wanted = rows.findIndex(({ entry }) => entry.path === (active ?? chosen));
  const reachable = Math.max(0, wanted);

  function press(event: KeyboardEvent, at: number): void {
    const { key, ctrlKey, metaKey, altKey } = event;
    if (ctrlKey || metaKey || altKey) return;
    const row = rows[at];
    if (!row) return;
    const { entry, level } = row;
    const isOpen = open.has(entry.path);
    const go = (to: number): void => (tree.current?.children[to] as HTMLElement | undefined)?.focus();
    if (key === 'ArrowDown') go(at + 1);
    else if (key === 'ArrowUp') go(at - 1);
    else if (key === 'Home') go(0);
    else if (key === 'End') go(rows.length - 1);
    else if (key === 'ArrowRight' && entry.kind === 'directory') {
      if (isOpen) go(at + 1);
      else onToggle(entry.path);
    } else if (key === 'ArrowLeft') {
      if (isOpen) onToggle(entry.path);
      else go(rows.findLastIndex((each, index) => index < at && each.level < level));
    } else if (key === 'Enter' || key === ' ') choose(entry);
    else if (key.length === 1) {
      const ahead = [...rows.slice(at + 1), ...rows.slice(0, at + 1)];
      const next = ahead.find((each) => each.entry.name.toLowerCase().startsWith(key.toLowerCase()));
      if (next) go(rows.indexOf(next));
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  function choose({ kind, path }: FileEntry): void {
    if (kind === 'directory') onToggle(path);
    else onChoose(path);
  }

  return (
    <ul ref={tree} class="file-tree" role="tree" aria-label={label}>
      {rows.map(({ entry, level, position, siblings }, at) => {
        const { path, name, kind, git_status: status } = entry;
        const badge = status !== undefined && status in badges ? (status as keyof typeof badges) : undefined;
        const isDirectory = kind === 'directory';
        const isOpen = isDirectory && open.has(path);
        const Icon = isDirectory ? (isOpen ? FolderOpen : FolderClosed) : kind === 'symlink' ? Link2 : File;
        const Turn = isOpen ? ChevronDown : ChevronRight;
        return (
          <li
            key={path}
            role="treeitem"
            aria-level={level}
            aria-setsize={siblings}
            aria-posinset={position}
            aria-selected={path === chosen}
            {...(isDirectory && { 'aria-expanded': isOpen })}
            tabIndex={at === reachable ? 0 : -1}
            data-path={path}
            {...(status !== undefined && { 'data-git': status })}
            style={{ paddingInlineStart: `${level * 0.9}rem` }}
            title={path}
            onFocus={() => {
              setActive(path);
              onReach?.(path);
            }}
            onKeyDown={(event) => press(event, at)}
            onClick={() => choose(entry)}
          >
            <span class="tree-turn" aria-hidden="true">
              {isDirectory && <Turn size="1em" />}
            </span>
            <Icon aria-hidden="true" size="1em" />
            <span class="tree-name">
              <Clean text={name} />
            </span>
            {badge && <span class="unseen">{text(`changes.status.${badge}`)}</span>}
            {badge && (
              <span class="git-badge" aria-hidden="true" title={text(`changes.status.${badge}`)}>
                {badges[badge]}
              </span>
            )}
          </li>
        );
      })}
    </ul>
  );
}
