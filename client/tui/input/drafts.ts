/** What is typed and not sent, kept by the server for each session: it is there again after any end (tui.md 3.6). */
import type { Client } from '../../api/client.js';
import { attempt } from '../attempt.js';
import type { Buffer, Piece } from './buffer.js';
import type { Medium } from './media.js';

/** What is typed: it is read only when it is kept. */
export interface Draft {
  /** different whenever the pieces are */
  version: string;
  isEmpty: boolean;
  pieces(): readonly Piece[];
}

export interface Drafts {
  /** It may be different; what is different is kept a second later. */
  changed(draft: Draft): void;
  /** Keeps it now. */
  flush(): Promise<void>;
  read(): Promise<readonly Piece[]>;
}

const afterMs = 1_000;
const longest = 1024 * 1024;

export function createDrafts(
  client: Pick<Client, 'getGuiItem' | 'setGuiItem' | 'removeGuiItem'>,
  sessionId: string,
): Drafts {
  const key = `draft/${sessionId}`;
  let kept = '';
  let draft: Draft = { version: '', isEmpty: true, pieces: () => [] };
  let timer: NodeJS.Timeout | undefined;

  async function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const value = writtenDraft(draft.pieces());
    if (value === kept || value.length > longest) return;
    kept = value;
    // without it the input works as well
    await attempt<unknown>(() =>
      value === '' ? client.removeGuiItem({ body: { key } }) : client.setGuiItem({ body: { key, value } }),
    );
  }

  return {
    changed(next) {
      if (next.version === draft.version) return;
      draft = next;
      timer ??= setTimeout(() => void flush(), afterMs);
    },
    flush,
    async read() {
      await attempt(async () => {
        const { value } = await client.getGuiItem({ query: { key } });
        kept = value ?? '';
      });
      draft = { version: kept, isEmpty: kept === '', pieces: () => readDraft(kept) };
      return readDraft(kept);
    },
  };
}

/** What is in an input; `mark`: in front of it, for the mode. */
export function draftOf(buffer: Buffer, mark = ''): Draft {
  const uploads = buffer.hasUnits ? buffer.pieces().filter((piece) => typeof piece !== 'string' && piece.media) : [];
  return {
    version: `${mark}${uploads.length} ${buffer.text}`,
    isEmpty: mark === '' && buffer.isEmpty,
    pieces: () => [mark, ...buffer.pieces()].filter((piece) => piece !== ''),
  };
}

/** The pieces behind a mark; undefined without it. */
export function withoutMark([first, ...rest]: readonly Piece[], mark: string): Piece[] | undefined {
  return typeof first === 'string' && first.startsWith(mark) ? [first.slice(mark.length), ...rest] : undefined;
}

/** A text as it is; with placeholders in it, a list of texts and of what they stand for. */
export function writtenDraft(pieces: readonly Piece[]): string {
  const kept = pieces.map((piece) => {
    if (typeof piece === 'string') return piece;
    const { label, text, media, path } = piece;
    // an upload that was cut off begins again when the user wants it
    if (media) return { label, media };
    return text === undefined ? (path ?? '') : { label, text };
  });
  const text = kept.every((piece) => typeof piece === 'string') ? kept.join('') : undefined;
  return text === undefined || text.startsWith('[') ? JSON.stringify(kept) : text;
}

export function readDraft(value: string): readonly Piece[] {
  if (!value.startsWith('[')) return value === '' ? [] : [value];
  try {
    const pieces = JSON.parse(value) as unknown;
    return Array.isArray(pieces) && pieces.every(isPiece) ? pieces : [value];
  } catch (error) {
    // a text of an earlier version
    if (error instanceof SyntaxError) return [value];
    throw error;
  }
}

/** Pieces of a text that names its media. */
export function piecesOf(text: string, media: readonly Medium[] = []): Piece[] {
  return text.split(/(\[(?:Image|Video) #\d+\])/).flatMap((part): Piece[] => {
    const found = media.find(({ label }) => label === part);
    return part === '' ? [] : [found ? { label: part, media: found } : part];
  });
}

function isPiece(piece: unknown): piece is Piece {
  if (typeof piece === 'string') return true;
  if (typeof piece !== 'object' || piece === null || !('label' in piece)) return false;
  const { label, text, media } = piece as { label: unknown; text?: unknown; media?: Partial<Medium> | null };
  if (typeof label !== 'string') return false;
  return typeof text === 'string' || (typeof media?.fileId === 'string' && typeof media.kind === 'string');
}
