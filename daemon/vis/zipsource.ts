/** The session of an export (cli.md 5.5), which may be deleted by now; opens no database. */
import { ApiError } from '../errors.js';
import { openSessionArchive } from '../../schemas/sessionarchive.js';
import { mediaTypeOf } from '../workspace/mediatypes.js';
import type { EventRow, EventRequest, Source } from './source.js';

/** Rejects with ZipProblem. */
export async function openZipSource(bytes: Uint8Array): Promise<Source> {
  const { session, agents, events: all, zip } = await openSessionArchive(bytes);

  function must(id: string): void {
    if (id !== session.id) throw new ApiError('SESSION_NOT_FOUND');
  }

  async function* events(id: string, { after, limit, types }: EventRequest): AsyncGenerator<EventRow> {
    must(id);
    let left = limit;
    for (const event of all) {
      if (event.seq <= after || (types && !types.includes(event.type))) continue;
      if (left-- <= 0) return;
      yield event;
    }
  }

  async function stored(name: string): Promise<{ bytes: Uint8Array } | undefined> {
    const found = await zip.read(name);
    return found && { bytes: found };
  }

  return {
    kind: 'zip',
    list({ query = '', beforeId }) {
      const text = `${session.title}\n${session.metadata.cwd}\n${session.id}`.toLowerCase();
      const isShown = beforeId === undefined && text.includes(query.trim().toLowerCase());
      return { items: isShown ? [session] : [], has_more: false };
    },
    session(id) {
      must(id);
      return {
        session,
        agents,
        firstSeq: all[0]?.seq ?? 0,
        lastSeq: all.at(-1)?.seq ?? 0,
        damaged: all.filter(({ payload }) => payload === undefined).length,
      };
    },
    last(id) {
      must(id);
      return all.at(-1)?.seq ?? 0;
    },
    events,
    async taskOutput(id, taskId) {
      must(id);
      return stored(`session/tasks/${taskId}.log`);
    },
    async log(id, which) {
      must(id);
      return stored(which === 'global' ? 'logs/agent-code.log' : 'session/logs/session.log');
    },
    async media(id, fileId) {
      must(id);
      const found = await stored(`session/media/${fileId}`);
      const mediaType = found && mediaTypeOf(Buffer.from(found.bytes.subarray(0, 64)));
      return found && mediaType ? { ...found, mediaType } : undefined;
    },
    close: () => undefined,
  };
}
