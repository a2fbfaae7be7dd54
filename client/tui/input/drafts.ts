/** Keeps unsent input on the server, per session, so that it survives any exit (tui.md 3.6). */
import type { Client } from '../../api/client.js';
import { attempt } from '../attempt.js';
import type { Buffer, Piece } from './buffer.js';
import type { Medium } from './media.js';

/** The unsent input; its pieces are read only when it is stored. */
export interface Draft {
  /** changes whenever the pieces change */
  version: string;
  isEmpty: boolean;
  pieces(): readonly Piece[];
}

export interface Drafts {
  /** Reports the draft; a changed one is stored after a second. */
  changed(draft: Draft): void;
  /** Stores the draft immediately. */
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
    // the input works without drafts
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

/** Returns the draft of an input; `mark`: a prefix for its mode. */
export function draftOf(buffer: Buffer, mark = ''): Draft {
  const uploads = buffer.hasUnits ? buffer.pieces().filter((piece) => typeof piece !== 'string' && piece.media) : [];
  return {
    version: `${mark}${uploads.length} ${buffer.text}`,
    isEmpty: mark === '' && buffer.isEmpty,
    pieces: () => [mark, ...buffer.pieces()].filter((piece) => piece !== ''),
  };
}

/** Returns the pieces after a mark; undefined without it. */
export function withoutMark([first, ...rest]: readonly Piece[], mark: string): Piece[] | undefined {
  return typeof first === 'string' && first.startsWith(mark) ? [first.slice(mark.length), ...rest] : undefined;
}

/** Serializes pieces: plain text, or a JSON list of texts and placeholders. */
export function writtenDraft(pieces: readonly Piece[]): string {
  const kept = pieces.map((piece) => {
    if (typeof piece === 'string') return piece;
    const { label, text, media, path } = piece;
    // an interrupted upload is not restarted automatically
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
    // a plain text, as earlier versions wrote it
    if (error instanceof SyntaxError) return [value];
    throw error;
  }
}

/** Splits a text into pieces at the media it names. */
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
