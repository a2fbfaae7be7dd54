/** Builds the short directory listing of the system prompt: two levels, few entries (engine.md 3.1, blocks 6 and 7). */
import type { Dirent } from 'node:fs';
import { opendir } from 'node:fs/promises';
import path from 'node:path';
import { plainName } from '../base/text/visible.js';

interface Level {
  /** number of entries that are shown */
  shown: number;
  /** number of entries that are read; the rest of a larger directory stays unread */
  read: number;
}

const rootLevel: Level = { shown: 30, read: 5_000 };
const childLevel: Level = { shown: 10, read: 500 };
/** Maximum number of hidden directories that their line names. */
const hiddenShown = 10;

interface Entries {
  shown: Dirent[];
  hidden: Dirent[];
  /** number of entries beyond the shown ones; a lower bound when `atLeast` is true, after an incomplete read */
  left: number;
  atLeast: boolean;
}

/**
 * Lists the names in a directory and in its directories, sorted by code unit. Directories end in `/`; links are named
 * but not followed. Reads at most 5,000 entries of the directory and 500 of each child, and stops early when `signal`
 * aborts. Never throws: the text marks unreadable directories.
 */
export async function listDirectory(directory: string, signal?: AbortSignal): Promise<string> {
  const root = await readEntries(directory, rootLevel, signal);
  if (root === undefined) return '(cannot be read)';
  const blocks = await Promise.all(
    root.shown.map(async (entry) => {
      if (!entry.isDirectory()) return [label(entry)];
      const children = await readEntries(path.join(directory, entry.name), childLevel, signal);
      return [
        label(entry),
        ...(children === undefined ? ['(cannot be read)'] : lines(children)).map((line) => `  ${line}`),
      ];
    }),
  );
  const text = [...blocks.flat(), ...tailLines(root)].join('\n');
  return text === '' ? '(empty)' : text;
}

function lines(entries: Entries): string[] {
  return [...entries.shown.map(label), ...tailLines(entries)];
}

function tailLines({ hidden, left, atLeast }: Entries): string[] {
  const names = hidden.slice(0, hiddenShown).map(label).join(' ');
  const others = hidden.length > hiddenShown ? ` and ${hidden.length - hiddenShown} more` : '';
  return [
    ...(hidden.length > 0 ? [`${names}${others} (hidden)`] : []),
    ...(left > 0 || atLeast ? [`… and ${atLeast ? 'at least ' : ''}${Math.max(left, 1)} more`] : []),
  ];
}

function label(entry: Dirent): string {
  const name = plainName(entry.name);
  if (entry.isDirectory()) return `${name}/`;
  return entry.isSymbolicLink() ? `${name} (link)` : name;
}

async function readEntries(
  directory: string,
  level: Level,
  signal: AbortSignal | undefined,
): Promise<Entries | undefined> {
  const found: Dirent[] = [];
  let atLeast = false;
  try {
    for await (const entry of await opendir(directory, { bufferSize: 128 })) {
      if (found.length === level.read || signal?.aborted) {
        atLeast = true;
        break;
      }
      found.push(entry);
    }
  } catch {
    // Unreadable, or gone in the meantime: the listing marks it.
    return undefined;
  }
  const isHidden = (entry: Dirent) => entry.isDirectory() && entry.name.startsWith('.');
  const sorted = found.sort((a, b) => (a.name < b.name ? -1 : 1));
  const open = sorted.filter((entry) => !isHidden(entry));
  const shown = open.slice(0, level.shown);
  // also count the entry that was read and dropped at the limit
  return { shown, hidden: sorted.filter(isHidden), left: open.length - shown.length + (atLeast ? 1 : 0), atLeast };
}
