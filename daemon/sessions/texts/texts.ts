/** Stores long texts of events in files beside the log, so that rows stay short and fast to read and write. */
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { ulid } from 'ulid';
import { isSmallJson, jsonText, jsonWith } from '../../base/text/pieces.js';
import { wellFormedJson } from '../../base/text/json.js';
import type { ContentPart } from '../../../schemas/generated/types.js';
import type { Db } from '../log/database.js';
import { promptText } from '../../../schemas/folds/said.js';
import { readBytesSync, readPieces, writeTexts, writeTextsSync } from './files.js';
import { createMemory } from './memory.js';
import { hasReferences, parseReferring, placeOf, splitJson, writeReference, type Reference } from './references.js';

/** Length of a value, in characters, from which its long texts go into a file, and length of these texts. */
const longValue = 256 * 1024;
const longText = 4 * 1024;

export interface Texts {
  /** Writes the long texts of a value into a file before the value is stored; undefined when there are none. */
  keep(sessionId: string, value: unknown): Promise<void> | undefined;
  /** Like `keep`, for a prompt; also writes its text as a whole, which its turn will repeat. */
  keepPrompt(sessionId: string, content: readonly ContentPart[]): Promise<void> | undefined;
  /** The JSON of a value for a row; writes texts now that `keep` has not written. */
  json(sessionId: string, value: unknown): string;
  /** the same JSON, in short pieces of work and without writing texts */
  jsonInPieces(sessionId: string, value: unknown): Promise<string>;
  /** the value of such JSON, with a note in place of each lost text (engine.md 19) */
  parse(json: string): unknown;
  /** If its texts together exceed `most`: the value, reading little more than `chars` of each text; else undefined. */
  cut(json: string, most: number, chars: number): unknown;
  /** Reads the texts that the JSON refers to into memory, for `parse`; undefined when none is missing there. */
  load(json: string): Promise<void> | undefined;
  /** The result of `read`, which must change nothing: it is called again when the texts that it needs are in memory. */
  ready<T>(read: () => T): Promise<T>;
  /** a text as JSON, piece by piece, without being remembered */
  jsonPieces(reference: Reference): AsyncGenerator<Buffer>;
  /** whether texts of a file were written or read a moment ago */
  isFresh(sessionId: string, file: string): boolean;
  /** absolute path of the file that holds a text */
  locate(reference: Reference): string;
  /** absolute path of the directory with the texts of a session */
  directory(sessionId: string): string;
}

/** Texts that a call of `ready` has read so far, and texts that it still needs. */
interface Pass {
  found: Map<string, string>;
  wanted: Map<string, Reference>;
}

const textsByDatabase = new WeakMap<Db, Texts>();

/** The texts of a database. */
export function textsOf(db: Db): Texts {
  let texts = textsByDatabase.get(db);
  if (!texts) textsByDatabase.set(db, (texts = createTexts(path.join(path.dirname(db.name), 'sessions'))));
  return texts;
}

/** `sessions`: absolute path of the directory of all sessions. */
function createTexts(sessions: string): Texts {
  const memory = createMemory();
  const loading = new Map<string, Promise<string>>();
  let pass: Pass | undefined;

  const directory = (sessionId: string): string => path.join(sessions, sessionId, 'texts');
  const locate = ({ sessionId, file }: Reference): string => path.join(directory(sessionId), file);

  function remember(sessionId: string, file: string, texts: readonly string[], sizes: readonly number[]): void {
    let at = 0;
    texts.forEach((text, index) => {
      const bytes = sizes[index] as number;
      memory.add({ sessionId, file, at, bytes, chars: text.length }, text);
      at += bytes;
    });
  }

  /** Long texts of a value that no file has yet. */
  function newTexts(sessionId: string, value: unknown): string[] {
    return [...new Set(longTexts(value))].filter((text) => !memory.reference(sessionId, text));
  }

  async function write(sessionId: string, texts: readonly string[]): Promise<void> {
    const file = newName();
    remember(sessionId, file, texts, await writeTexts(path.join(directory(sessionId), file), texts));
  }

  function writeNow(sessionId: string, texts: readonly string[]): void {
    const file = newName();
    remember(sessionId, file, texts, writeTextsSync(path.join(directory(sessionId), file), texts));
  }

  /** The JSON that refers to a text; undefined for a text that stays in the row. */
  function referTo(sessionId: string): (text: string) => string | undefined {
    return (text) => {
      const reference = text.length < longText ? undefined : memory.reference(sessionId, text);
      return reference && writeReference(reference);
    };
  }

  function read(reference: Reference): string {
    const place = placeOf(reference);
    const text = memory.text(reference) ?? pass?.found.get(place);
    if (text !== undefined) return text;
    if (pass) {
      pass.wanted.set(place, reference);
      return '';
    }
    return readSync(reference);
  }

  function readSync(reference: Reference): string {
    try {
      return rememberComplete(reference, readBytesSync(locate(reference), reference.at, reference.bytes).toString());
    } catch {
      return lost(reference);
    }
  }

  /** Remembers a complete text and returns it; returns a note in place of an incomplete one. */
  function rememberComplete(reference: Reference, text: string): string {
    if (text.length !== reference.chars) return lost(reference);
    memory.add(reference, text);
    return text;
  }

  async function* stringsOf(reference: Reference): AsyncGenerator<string> {
    const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
    for await (const piece of readPieces(locate(reference), reference.at, reference.bytes))
      yield decoder.decode(piece, { stream: true });
  }

  async function load(reference: Reference): Promise<string> {
    const pieces: string[] = [];
    try {
      for await (const piece of stringsOf(reference)) pieces.push(piece);
    } catch {
      return lost(reference);
    }
    return rememberComplete(reference, pieces.join(''));
  }

  async function* jsonPieces(reference: Reference): AsyncGenerator<Buffer> {
    const found = await stat(locate(reference)).catch(() => undefined);
    if (!found || found.size < reference.at + reference.bytes) {
      yield Buffer.from(JSON.stringify(lost(reference)));
      return;
    }
    yield Buffer.from('"');
    for await (const piece of stringsOf(reference)) yield Buffer.from(JSON.stringify(piece).slice(1, -1));
    yield Buffer.from('"');
  }

  function loadOnce(reference: Reference): Promise<string> {
    const place = placeOf(reference);
    let text = loading.get(place);
    if (!text) loading.set(place, (text = load(reference).finally(() => loading.delete(place))));
    return text;
  }

  function cut(json: string, most: number, chars: number): unknown {
    const sum = referencesIn(json).reduce((total, reference) => total + reference.chars, 0);
    if (sum <= most) return undefined;
    return parseReferring(json, (reference) => memory.text(reference) ?? head(reference, chars));
  }

  /** The beginning of a text, with one character more than wanted, which shows that there is more. */
  function head(reference: Reference, chars: number): string {
    try {
      const bytes = Math.min(reference.bytes, 3 * (chars + 1));
      return readBytesSync(locate(reference), reference.at, bytes)
        .toString()
        .slice(0, chars + 1);
    } catch {
      return lost(reference);
    }
  }

  function referencesIn(json: string): Reference[] {
    return splitJson(json).filter((part): part is Reference => typeof part !== 'string');
  }

  async function loadAll(references: readonly Reference[]): Promise<void> {
    for (const reference of references) await loadOnce(reference);
  }

  async function ready<T>(compute: () => T): Promise<T> {
    const mine: Pass = { found: new Map(), wanted: new Map() };
    for (;;) {
      const outer = pass;
      pass = mine;
      let result: { value: T } | undefined;
      try {
        result = { value: compute() };
      } catch (error) {
        // the failure may come from a text that is not read yet
        if (mine.wanted.size === 0) throw error;
      } finally {
        pass = outer;
      }
      if (result && mine.wanted.size === 0) return result.value;
      for (const [place, reference] of mine.wanted) mine.found.set(place, await loadOnce(reference));
      mine.wanted.clear();
    }
  }

  function keep(sessionId: string, value: unknown, also?: () => string): Promise<void> | undefined {
    if (isSmallJson(value, longValue)) return undefined;
    const texts = newTexts(sessionId, also ? [value, also()] : value);
    return texts.length === 0 ? undefined : write(sessionId, texts);
  }

  return {
    keep,
    keepPrompt: (sessionId, content) => keep(sessionId, content, () => promptText(content)),
    json(sessionId, value) {
      if (isSmallJson(value, longValue)) return wellFormedJson(value);
      const texts = newTexts(sessionId, value);
      if (texts.length > 0) writeNow(sessionId, texts);
      return jsonWith(value, referTo(sessionId));
    },
    jsonInPieces: (sessionId, value) => jsonText(value, referTo(sessionId)),
    parse: (json) => parseReferring(json, read),
    cut,
    load(json) {
      if (!hasReferences(json)) return undefined;
      const references = referencesIn(json).filter((each) => memory.text(each) === undefined);
      return references.length === 0 ? undefined : loadAll(references);
    },
    ready,
    jsonPieces,
    isFresh: memory.hasFile,
    locate,
    directory,
  };
}

function newName(): string {
  return `text_${ulid().toLowerCase()}`;
}

function lost({ sessionId, file, chars }: Reference): string {
  return `[A text of ${chars} characters is lost: sessions/${sessionId}/texts/${file} cannot be read.]`;
}

function* longTexts(value: unknown): Generator<string> {
  if (typeof value === 'string') {
    if (value.length >= longText) yield value;
  } else if (typeof value === 'object' && value !== null)
    for (const item of Object.values(value)) yield* longTexts(item);
}
