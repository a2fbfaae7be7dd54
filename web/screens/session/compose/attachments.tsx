/** Attachments of the message box: uploaded immediately, shown as chips with their progress (web.md 5.6). */
import { File as FileIcon, Image, Video, X } from 'lucide-preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { ApiFailure } from '../../../../client/api/failure.js';
import { formatSize, formatPercent } from '../../../../client/view/format.js';
import { showNote } from '../../../live/notes.js';
import { text } from '../../../live/text.js';
import { mostUploadBytes, uploadFile } from '../../../live/uploads.js';
import { IconButton } from '../../../parts/button.js';
import { Clean } from '../../../parts/clean.js';
import { reasonOf } from '../../../parts/failure.js';
import type { DraftFile } from '../drafts.js';
import { mediaKind } from './content.js';

export interface Attachment extends Omit<DraftFile, 'fileId'> {
  key: number;
  /** present once it is uploaded */
  fileId?: string;
  /** 0 to 1 */
  progress: number;
  /** why the upload failed */
  problem?: string;
}

let lastKey = 0;

function attachmentOf(file: DraftFile): Attachment {
  return { ...file, key: (lastKey += 1), progress: 1 };
}

export interface Attachments {
  items: readonly Attachment[];
  add(files: readonly File[]): void;
  remove(key: number): void;
  /** replaces all attachments by stored ones */
  replace(files: readonly DraftFile[]): void;
  /** marks these as no longer on the server */
  markExpired(): void;
}

export function uploaded(items: readonly Attachment[]): DraftFile[] {
  return items.flatMap(({ fileId, name, mediaType, size, expiresAt, isKept }) =>
    fileId === undefined
      ? []
      : [{ fileId, name, mediaType, size, ...(expiresAt !== undefined && { expiresAt }), ...(isKept && { isKept }) }],
  );
}

/** `onChange` receives the uploaded attachments after each change. */
export function useAttachments(given: readonly DraftFile[], onChange: (files: DraftFile[]) => void): Attachments {
  const [items, setItems] = useState<readonly Attachment[]>(() => given.map(attachmentOf));
  const current = useRef(items);
  const uploads = useRef(new Map<number, AbortController>());
  const changed = useRef(onChange);
  changed.current = onChange;

  function put(next: readonly Attachment[]): void {
    const before = uploaded(current.current);
    current.current = next;
    setItems(next);
    const after = uploaded(next);
    if (after.map(({ fileId }) => fileId).join() !== before.map(({ fileId }) => fileId).join()) changed.current(after);
  }

  function change(key: number, part: Partial<Attachment>): void {
    put(current.current.map((each) => (each.key === key ? { ...each, ...part } : each)));
  }

  // aborts unfinished uploads on unmount
  useEffect(
    () => () => {
      for (const upload of uploads.current.values()) upload.abort();
    },
    [],
  );

  function start(file: File): void {
    if (file.size > mostUploadBytes) {
      showNote(text('attach.tooLarge', { name: file.name }), { isError: true });
      return;
    }
    const key = (lastKey += 1);
    const control = new AbortController();
    uploads.current.set(key, control);
    const mediaType = file.type || 'application/octet-stream';
    put([...current.current, { key, name: file.name, mediaType, size: file.size, progress: 0 }]);
    uploadFile(file, (progress) => change(key, { progress }), control.signal)
      .then(
        ({ id, media_type, size, expires_at }) =>
          change(key, {
            fileId: id,
            mediaType: media_type,
            size,
            progress: 1,
            ...(expires_at !== undefined && { expiresAt: Date.parse(expires_at) }),
          }),
        (error: unknown) => {
          if (!control.signal.aborted) change(key, { problem: reasonOf(error) });
        },
      )
      .finally(() => uploads.current.delete(key));
  }

  return {
    items,
    add: (files) => files.forEach(start),
    remove(key) {
      uploads.current.get(key)?.abort();
      put(current.current.filter((each) => each.key !== key));
    },
    replace(files) {
      for (const upload of uploads.current.values()) upload.abort();
      current.current = files.map(attachmentOf);
      setItems(current.current);
    },
    markExpired() {
      put(current.current.map((each) => ({ ...each, problem: text('attach.expired') })));
    },
  };
}

/** Whether an error reports that the server no longer has an upload. */
export function isExpiry(error: unknown): boolean {
  return error instanceof ApiFailure && (error.name === 'FILE_EXPIRED' || error.name === 'FILE_NOT_FOUND');
}

const icons = { image: Image, video: Video, file: FileIcon } as const;

export function Chips({ attachments }: { attachments: Attachments }) {
  if (attachments.items.length === 0) return null;
  return (
    <ul class="chips" aria-label={text('attach.list')}>
      {attachments.items.map((item) => {
        const { key, name, mediaType, size, progress, fileId, expiresAt } = item;
        const Icon = icons[mediaKind(mediaType)];
        const problem =
          item.problem ?? (expiresAt !== undefined && expiresAt < Date.now() ? text('attach.expired') : undefined);
        return (
          <li key={key} class={`chip${problem === undefined ? '' : ' wrong'}`} data-testid="attachment">
            <Icon aria-hidden="true" size="1em" />
            <span class="chip-name" title={name}>
              <Clean text={name} />
            </span>
            <span class="dim">{formatSize(size)}</span>
            {problem !== undefined && <span class="chip-problem">{problem}</span>}
            {problem === undefined && fileId === undefined && (
              <>
                <progress aria-label={text('attach.uploads', { name })} value={progress} max={1} />
                <span class="dim">{formatPercent(progress)}</span>
              </>
            )}
            <IconButton icon={X} label={text('attach.remove', { name })} onClick={() => attachments.remove(key)} />
          </li>
        );
      })}
    </ul>
  );
}

/** Returns the files of a paste or a drop; omits folders and shows a note about them. */
export function filesIn(data: DataTransfer | null): File[] {
  if (!data) return [];
  const files: File[] = [];
  for (const item of data.items) {
    if (item.kind !== 'file') continue;
    const entry = item.webkitGetAsEntry();
    const file = item.getAsFile();
    if (entry?.isDirectory) showNote(text('attach.folder', { name: entry.name }), { isError: true });
    else if (file) files.push(file);
  }
  return files;
}

/** Covers the window while the user drags files over it, so that they can be dropped anywhere. */
export function DropTarget({ onFiles }: { onFiles(files: File[]): void }) {
  const [isOver, setOver] = useState(false);
  const take = useRef(onFiles);
  take.current = onFiles;
  useEffect(() => {
    let depth = 0;
    const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes('Files') === true;
    const show = (by: number): void => setOver((depth = Math.max(0, depth + by)) > 0);
    const listeners = {
      dragenter: (event: DragEvent) => hasFiles(event) && show(1),
      dragleave: (event: DragEvent) => hasFiles(event) && show(-1),
      dragover: (event: DragEvent) => hasFiles(event) && event.preventDefault(),
      drop(event: DragEvent) {
        show(-depth);
        if (!hasFiles(event)) return;
        event.preventDefault();
        take.current(filesIn(event.dataTransfer));
      },
    };
    for (const [name, listener] of Object.entries(listeners)) window.addEventListener(name, listener as EventListener);
    return () => {
      for (const [name, listener] of Object.entries(listeners))
        window.removeEventListener(name, listener as EventListener);
    };
  }, []);
  return isOver ? (
    <div class="drop-target" data-testid="drop-target">
      {text('attach.drop')}
    </div>
  ) : null;
}
