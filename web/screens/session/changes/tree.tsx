/** The changed files with their counts, and which of them the user has viewed (web.md 5.11). */
import { useRef, useState } from 'preact/hooks';
import { formatNumber, text } from '../../../live/text.js';
import { Clean } from '../../../parts/clean.js';
import type { ShownFile } from './read.js';
import type { Viewed } from './viewed.js';

export interface TreeProps {
  files: readonly { file: ShownFile; name: string }[];
  viewed: Viewed;
  onChoose(path: string): void;
}

export function FileTree({ files, viewed, onChoose }: TreeProps) {
  const tree = useRef<HTMLUListElement>(null);
  const [active, setActive] = useState(0);
  const reachable = Math.min(active, files.length - 1);

  function move(event: KeyboardEvent, at: number): void {
    if (event.target instanceof HTMLInputElement) return;
    const goals: Readonly<Record<string, number>> = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      Home: 0,
      End: files.length - 1,
    };
    const goal = goals[event.key];
    const { file } = files[at] ?? {};
    if (goal !== undefined) (tree.current?.children[goal] as HTMLElement | undefined)?.focus();
    else if (event.key === 'Enter' && file) onChoose(file.path);
    else return;
    event.preventDefault();
  }

  return (
    <ul ref={tree} class="changed-files plain-list" role="tree" aria-label={text('changes.files')}>
      {files.map(({ file, name }, at) => (
        <li
          key={file.id}
          role="treeitem"
          aria-label={`${name} ${text(`changes.status.${file.status}`)} +${formatNumber(file.added)} −${formatNumber(file.removed)}`}
          tabIndex={at === reachable ? 0 : -1}
          data-path={file.path}
          data-status={file.status}
          onFocus={() => setActive(at)}
          onKeyDown={(event) => move(event, at)}
          onClick={({ target }) => {
            if (!(target instanceof HTMLInputElement)) onChoose(file.path);
          }}
        >
          {file.sha256 !== undefined && (
            <input
              type="checkbox"
              aria-label={text('changes.viewed', { path: name })}
              title={text('changes.viewed', { path: name })}
              checked={viewed.has(file)}
              onChange={({ currentTarget }) => viewed.set(file, currentTarget.checked)}
            />
          )}
          <code title={file.path}>
            <Clean text={name} />
          </code>{' '}
          <span class="dim small">{text(`changes.status.${file.status}`)}</span>{' '}
          <span class="diff-counts small">
            <span class="added">+{formatNumber(file.added)}</span>{' '}
            <span class="removed">−{formatNumber(file.removed)}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}
