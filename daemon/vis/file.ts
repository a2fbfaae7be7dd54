/** Writes a session of a home or an export as one HTML file, without a server or a browser (web.md 8.5). */
import type { FileHandle } from 'node:fs/promises';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeNew } from '../direct/export.js';
import { createMasks } from '../home/mask.js';
import { createHomesHider, mapTexts } from '../../schemas/pathhider.js';
import {
  beginningOf,
  endOf,
  eventOf,
  mediaIn,
  mostMediaBytes,
  type FileFacts,
  type FileParts,
} from '../../schemas/sessionfile.js';
import type { SessionFileOutcome, SessionFileTarget } from '../../schemas/host.js';
import { createCleaner } from '../sessions/export/cleaning.js';
import { bytesOf, eventText } from './answers.js';
import { openSource, secretsOf, VisualizerProblem } from './start.js';
import type { Source } from './source.js';

/** Characters that are written at once. */
const pieceChars = 512 * 1024;
const mark = '***';

/** Throws VisualizerProblem and ExportProblem, with messages for the user; rejects when the signal aborts. */
export async function writeSessionFile(target: SessionFileTarget): Promise<SessionFileOutcome> {
  const { webDirectory, signal } = target;
  const parts = await readParts(webDirectory);
  const source = await openSource(target);
  try {
    const id = target.sessionId ?? source.list({ pageSize: 1, includeArchive: true }).items[0]?.id ?? '';
    const path = target.pathOf(id);
    return await writeNew(path, signal, async (file) => ({
      path,
      ...(await write(file, id, { ...target, source, parts })),
    }));
  } finally {
    source.close();
  }
}

async function write(
  file: FileHandle,
  id: string,
  { source, parts, signal, ...target }: SessionFileTarget & { source: Source; parts: FileParts },
): Promise<Omit<SessionFileOutcome, 'path'>> {
  const secrets = secretsOf(target);
  const masks = createMasks(secrets);
  const cleaner = createCleaner(secrets);
  const { session, agents, damaged } = source.session(id);
  const hider = createHomesHider(session.metadata.cwd);
  const shown = async <Value>(value: Value): Promise<Value> =>
    mapTexts(await cleaner.clean(value), hider.hide) as Value;
  let masked = 0;
  let held = '';
  const put = async (text: string): Promise<void> => {
    held += text;
    if (held.length < pieceChars) return;
    signal.throwIfAborted();
    await file.appendFile(held);
    held = '';
  };

  const seen = await shown({ session: { ...session, busy: false }, agents });
  await put(beginningOf(seen.session, parts.style, 'en', parts));
  const media = new Map<string, { type: string; base64: string } | undefined>();
  let isFirst = true;
  for await (const event of source.events(id, { after: 0, limit: Infinity, whole: true })) {
    const text = eventText(event);
    const mask = masks();
    const safe = Buffer.concat([mask.push(Buffer.from(text)), mask.end()]).toString('utf8');
    masked += safe.split(mark).length - text.split(mark).length;
    await put(eventOf(mapTexts(JSON.parse(safe), hider.hide), isFirst));
    isFirst = false;
    for (const name of mediaIn(safe)) if (!media.has(name)) media.set(name, await mediumOf(name));
  }
  const facts: FileFacts = {
    ...seen,
    damaged,
    media: Object.fromEntries([...media].flatMap(([name, found]) => (found ? [[name, found]] : []))),
    without: ['tasks', 'logs'],
  };
  await put(endOf(facts, parts.script));
  await file.appendFile(held);
  return { size: (await file.stat()).size, masked: masked + cleaner.masked(), paths: hider.count() };

  async function mediumOf(name: string): Promise<{ type: string; base64: string } | undefined> {
    const found = await source.media(id, name);
    if (!found) return undefined;
    const bytes = await bytesOf(found, (size) => [0, Math.min(size, mostMediaBytes + 1)]);
    if (bytes.length > mostMediaBytes) return undefined;
    return { type: found.mediaType, base64: cleaner.cleanBytes(bytes).toString('base64') };
  }
}

/** Reads the script and the style for inlining, with their hashes. */
async function readParts(webDirectory: string): Promise<FileParts> {
  const read = (name: string): Promise<string> =>
    readFile(join(webDirectory, name), 'utf8').catch((cause: unknown) => {
      throw new VisualizerProblem(`the page is not built: there is no ${join(webDirectory, name)}`, { cause });
    });
  const parts = JSON.parse(await read('sessionfile.json')) as FileParts;
  const [script, style] = await Promise.all([read(parts.script), read(parts.style)]);
  return { ...parts, script, style };
}
