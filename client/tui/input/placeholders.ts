/** Placeholder units of the input: long pasted texts, images and videos (tui.md 3.6). */
import type { Buffer, Piece, Unit } from './buffer.js';
import type { Media, Medium } from './media.js';
import type { MediaOrigin } from './mediafiles.js';
import { insertText, longestLine } from './paste.js';

export interface PlaceholderDeps {
  buffer: Buffer;
  media: Media;
  changed(): void;
  notice(text: string): void;
  /** sends input that waited for an upload */
  send(): void;
}

export interface Placeholders {
  /** Inserts a pasted text; `takesMedia`: uploads images and videos whose paths it consists of. */
  paste(text: string, takesMedia: boolean): void;
  attach(origin: MediaOrigin): void;
  /** Returns the media in the buffer, without duplicates. */
  media(): Medium[];
  /** During an upload: sends when it is done, unless the text changes first. Returns false without an upload. */
  waits(): boolean;
  edited(): void;
  /** Called before the text leaves the buffer: its placeholders become active again when it returns. */
  remember(): void;
  /** Inserts a returned text; its media are active if it was here before, or if `isOwn` is set. */
  insert(text: string, isOwn: boolean): void;
  /** Inserts the pieces of a draft. */
  restore(pieces: readonly Piece[]): void;
  /** Replaces the placeholder before the caret by its text, if that is short enough to edit. */
  expand(): void;
}

/** Maximum number of lines to expand; longer texts are shown only in the editor. */
const mostShownLines = 200;
const placeholder = /(\[(?:Image|Video) #\d+\])/;

export function createPlaceholders({ buffer, media, changed, notice, send }: PlaceholderDeps): Placeholders {
  const known = new Map<string, Unit>();
  /** texts with media that were in the input */
  const own = new Set<string>();
  let isSentLater = false;
  let pasted = 0;

  function put(text: string, isPaste: boolean): void {
    if (insertText(buffer, text, { isPaste, count: pasted })) pasted += 1;
  }

  function units(): Unit[] {
    const found = [...buffer.text].flatMap((char) => buffer.unit(char) ?? []);
    return [...new Set(found)];
  }

  async function follow(origin: MediaOrigin, unit: Unit, char: string): Promise<void> {
    const outcome = await media.attach(origin, (label) => {
      unit.label = label;
      known.set(label, unit);
      changed();
    });
    unit.isPending = false;
    if (typeof outcome === 'object') unit.media = outcome;
    else {
      known.delete(unit.label);
      buffer.replaceUnit(char, outcome === 'absent' && 'path' in origin ? origin.path : '');
      // after a failure the text would differ from what the user saw
      isSentLater = isSentLater && outcome === 'absent';
    }
    changed();
    if (!isSentLater || units().some(({ isPending }) => isPending)) return;
    isSentLater = false;
    send();
  }

  function attach(origin: MediaOrigin): void {
    const path = 'path' in origin ? { path: origin.path } : {};
    const unit: Unit = { label: '[reading the file]', isPending: true, ...path };
    void follow(origin, unit, buffer.insertUnit(unit));
  }

  return {
    paste(text, takesMedia) {
      const paths = takesMedia ? media.pathsIn(text) : undefined;
      if (!paths) return put(text, true);
      for (const [at, path] of paths.entries()) {
        if (at > 0) buffer.insert(' ');
        attach({ path });
      }
    },
    attach,
    media: () => units().flatMap(({ media: each }) => each ?? []),
    waits() {
      if (!units().some(({ isPending }) => isPending)) return false;
      isSentLater = true;
      notice('Sent as soon as the upload is finished');
      return true;
    },
    edited: () => void (isSentLater = false),
    remember() {
      if (units().some((unit) => unit.media)) own.add(buffer.expanded());
    },
    insert(text, isOwn) {
      if (!isOwn && !own.has(text)) return put(text, false);
      for (const piece of text.split(placeholder)) {
        const unit = known.get(piece);
        if (unit) buffer.insertUnit(unit);
        else put(piece, false);
      }
    },
    restore(pieces) {
      for (const piece of pieces) {
        if (typeof piece === 'string') {
          put(piece, false);
          continue;
        }
        const { media: medium } = piece;
        if (medium) {
          media.reserve(medium);
          known.set(piece.label, piece);
        } else pasted += 1;
        buffer.insertUnit(piece);
      }
    },
    expand() {
      const char = /[\u{f0000}-\u{ffffd}]$/u.exec(buffer.text.slice(0, buffer.caret))?.[0];
      const text = char === undefined ? undefined : buffer.unit(char)?.text;
      if (char === undefined || text === undefined) return;
      const lines = text.split('\n');
      if (lines.length > mostShownLines || lines.some((line) => line.length > longestLine))
        return notice('This text is too long to be shown here: open it in the editor.');
      buffer.replace(buffer.caret - char.length, buffer.caret, text);
    },
  };
}
