/** The content of a session's file: text read in pieces, an image, or a description of any other file. */
import { signal, type ReadonlySignal } from '@preact/signals';
import type { Client } from '../../../../client/api/client.js';
import { ApiFailure } from '../../../../client/api/failure.js';
import { fileCalls } from '../../../live/bytes.js';

export type Content =
  | { kind: 'text'; lines: readonly string[]; size: number; isWhole: boolean }
  | { kind: 'image'; url: string; size: number; mime: string }
  | { kind: 'other'; size: number | undefined; mime: string };

export interface FileContent {
  content: ReadonlySignal<Content | undefined>;
  failure: ReadonlySignal<unknown>;
  /** Reads the next piece of a text, unless a read is running. */
  more(): void;
  /** Reads everything again that was read so far. */
  refresh(): void;
  close(): void;
}

const pieceBytes = 1024 * 1024;
/** image types that browsers draw and that cannot run scripts */
const images = new Set([
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'image/avif',
  'image/bmp',
  'image/x-icon',
]);

export function createFileContent(client: Client, sessionId: string, path: string): FileContent {
  const content = signal<Content | undefined>(undefined);
  const failure = signal<unknown>(undefined);
  const params = { session_id: sessionId };
  let words = '';
  let bytes = 0;
  let isOver = false;
  let reading: Promise<void> | undefined;
  let isAskedAgain = false;

  function show(next: Content): void {
    const before = content.peek();
    if (before?.kind === 'image') URL.revokeObjectURL(before.url);
    content.value = next;
  }

  async function readPiece(offset: number, length: number): Promise<void> {
    const part = await client.readFile({ params, body: { path, offset, length } });
    if (isOver) return;
    if (images.has(part.mime)) return showImage(part.mime, part.size);
    if (part.is_binary) return show({ kind: 'other', size: part.size, mime: part.mime });
    words = offset === 0 ? part.content : words + part.content;
    bytes = offset + new TextEncoder().encode(part.content).length;
    const lines = words.split('\n');
    if (lines.length > 1 && lines.at(-1) === '') lines.pop();
    show({
      kind: 'text',
      lines: lines.map((line) => line.replace(/\r$/, '')),
      size: part.size,
      isWhole: !part.truncated,
    });
  }

  async function showImage(mime: string, size: number): Promise<void> {
    const answer = await fileCalls().downloadFile({ params: { ...params, path } });
    const blob = new Blob([await answer.arrayBuffer()], { type: mime });
    if (!isOver) show({ kind: 'image', url: URL.createObjectURL(blob), size, mime });
  }

  /** Describes a file that is too large to read: its size and type are known. */
  async function describe(error: unknown): Promise<void> {
    if (!(error instanceof ApiFailure) || (error.name !== 'FS_TOO_LARGE' && error.name !== 'FS_IS_BINARY')) throw error;
    const { size, mime } = await client.statFile({ params, body: { path } });
    if (!isOver) show({ kind: 'other', size, mime: mime ?? 'application/octet-stream' });
  }

  function read(offset: number, length: number): void {
    if (reading) {
      isAskedAgain ||= offset === 0;
      return;
    }
    reading = readPiece(offset, length)
      .catch(describe)
      .then(
        () => void (failure.value = undefined),
        (error: unknown) => void (failure.value = error),
      )
      .finally(() => {
        reading = undefined;
        if (!isAskedAgain || isOver) return;
        isAskedAgain = false;
        refresh();
      });
  }

  function refresh(): void {
    read(0, Math.max(pieceBytes, bytes));
  }

  refresh();
  return {
    content,
    failure,
    more() {
      const { value } = content;
      if (value?.kind === 'text' && !value.isWhole) read(bytes, pieceBytes);
    },
    refresh,
    close() {
      isOver = true;
      const { value } = content;
      if (value?.kind === 'image') URL.revokeObjectURL(value.url);
    },
  };
}
