/** Attachments of a message: images and videos fetched with the token, other files as download chips (web.md 5.5). */
import { File as FileIcon, ZoomIn, ZoomOut } from 'lucide-preact';
import { useEffect, useState } from 'preact/hooks';
import type { TranscriptAttachment } from '../../../schemas/generated/types.js';
import { formatSize } from '../../../client/view/format.js';
import { showNote } from '../../live/notes.js';
import { text } from '../../live/text.js';
import { Button, IconButton } from '../../parts/button.js';
import { Clean } from '../../parts/clean.js';
import { Dialog, openDialog } from '../../parts/dialog.js';
import { reasonOf } from '../../parts/failure.js';
import type { ReadMedia } from './rowplace.js';

/** Types that the page shows directly; SVG is not one of them, because it may contain scripts. */
const drawn = /^(?:image\/(?:png|jpeg|gif|webp|avif|bmp)|video\/(?:mp4|webm|quicktime|ogg))$/;
/** Shown on demand: in an `img` element, an SVG neither runs scripts nor loads anything. */
const drawing = /^image\/svg\+xml$/;

export function Media({ readMedia, items }: { readMedia: ReadMedia; items: readonly TranscriptAttachment[] }) {
  if (items.length === 0) return null;
  return (
    <div class="media">
      {items.map((item) => {
        const { attachmentId, mediaType, source } = item;
        const fileId = source && source.kind !== 'url' ? source.fileId : undefined;
        const isPicture = mediaType.startsWith('image/');
        if (fileId !== undefined && drawing.test(mediaType))
          return <Drawing key={attachmentId} readMedia={readMedia} fileId={fileId} item={item} />;
        return fileId !== undefined && (isPicture || mediaType.startsWith('video/')) ? (
          <Picture key={attachmentId} readMedia={readMedia} fileId={fileId} name={item.name ?? text('attach.image')} />
        ) : (
          <FileChip key={attachmentId} readMedia={readMedia} fileId={fileId} item={item} />
        );
      })}
    </div>
  );
}

interface LoadedMedia {
  url?: string;
  type?: string;
  problem?: string;
}

/** Returns an object URL for the file and revokes it on unmount. */
function useMedia(readMedia: ReadMedia, fileId: string, types = drawn): LoadedMedia {
  const [found, setFound] = useState<LoadedMedia>({});
  useEffect(() => {
    const control = new AbortController();
    let url: string | undefined;
    readMedia(fileId, control.signal).then(
      (blob) => {
        const type = blob.type.split(';', 1)[0] ?? '';
        if (control.signal.aborted) return;
        if (!types.test(type)) return setFound({ problem: text('attach.lost') });
        url = URL.createObjectURL(blob.slice(0, blob.size, type));
        setFound({ url, type });
      },
      (error: unknown) => {
        if (!control.signal.aborted) setFound({ problem: reasonOf(error) });
      },
    );
    return () => {
      control.abort();
      if (url !== undefined) URL.revokeObjectURL(url);
    };
  }, [readMedia, fileId, types]);
  return found;
}

function Picture({ readMedia, fileId, name }: { readMedia: ReadMedia; fileId: string; name: string }) {
  const { url, type, problem } = useMedia(readMedia, fileId);
  if (problem !== undefined) return <span class="chip wrong">{`${name}: ${problem}`}</span>;
  if (url === undefined) return <span class="media-space" />;
  if (type?.startsWith('video/')) return <video controls preload="metadata" src={url} aria-label={name} />;
  return (
    <button
      type="button"
      class="thumbnail"
      aria-label={name}
      onClick={() =>
        openDialog((close) => <Enlarged readMedia={readMedia} fileId={fileId} name={name} onClose={close} />)
      }
    >
      <img src={url} alt={name} />
    </button>
  );
}

/** A chip for a file that the user can choose to view. */
function Drawing(props: { readMedia: ReadMedia; fileId: string; item: TranscriptAttachment }) {
  const [isShown, show] = useState(false);
  return (
    <>
      <FileChip {...props} />
      {isShown ? (
        <Drawn readMedia={props.readMedia} fileId={props.fileId} name={props.item.name ?? text('attach.image')} />
      ) : (
        <Button kind="quiet" onClick={() => show(true)}>
          {text('media.draw')}
        </Button>
      )}
    </>
  );
}

function Drawn({ readMedia, fileId, name }: { readMedia: ReadMedia; fileId: string; name: string }) {
  const { url, problem } = useMedia(readMedia, fileId, drawing);
  if (problem !== undefined) return <span class="chip wrong">{problem}</span>;
  return url === undefined ? <span class="media-space" /> : <img class="drawn" src={url} alt={name} />;
}

interface EnlargedProps {
  readMedia: ReadMedia;
  fileId: string;
  name: string;
  onClose(): void;
}

const zoomSteps = [1, 1.5, 2, 3, 4] as const;

/** Fetches the file itself, because the row of the transcript may unmount meanwhile. */
function Enlarged({ readMedia, fileId, name, onClose }: EnlargedProps) {
  const { url, problem } = useMedia(readMedia, fileId);
  const [step, setStep] = useState(0);
  const zoom = zoomSteps[step] ?? 1;
  return (
    <Dialog
      title={name}
      wide
      onClose={onClose}
      actions={
        <>
          <IconButton
            icon={ZoomOut}
            label={text('media.zoomOut')}
            off={step === 0 ? text('media.whole') : undefined}
            onClick={() => setStep(step - 1)}
          />
          <IconButton
            icon={ZoomIn}
            label={text('media.zoomIn')}
            off={step === zoomSteps.length - 1 ? text('media.most') : undefined}
            onClick={() => setStep(step + 1)}
          />
        </>
      }
    >
      {problem}
      {url !== undefined && (
        <div class="enlarged" tabIndex={0} role="group" aria-label={name}>
          <img src={url} alt={name} style={{ inlineSize: `${zoom * 100}%` }} />
        </div>
      )}
    </Dialog>
  );
}

function FileChip({
  readMedia,
  fileId,
  item: { name = '', size },
}: {
  readMedia: ReadMedia;
  fileId: string | undefined;
  item: TranscriptAttachment;
}) {
  async function download(id: string): Promise<void> {
    try {
      saveBlob(await readMedia(id), name);
    } catch (error) {
      showNote(reasonOf(error), { isError: true });
    }
  }

  const content = (
    <>
      <FileIcon aria-hidden="true" size="1em" />
      <span class="chip-name" title={name}>
        <Clean text={name} />
      </span>
      {size !== undefined && <span class="dim">{formatSize(size)}</span>}
    </>
  );
  if (fileId === undefined) return <span class="chip">{content}</span>;
  return (
    <button type="button" class="chip" title={text('media.download', { name })} onClick={() => void download(fileId)}>
      {content}
    </button>
  );
}

/** Saves a blob as a browser download. */
export function saveBlob(blob: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([blob], { type: 'application/octet-stream' }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
