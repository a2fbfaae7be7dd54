/** Copies a session's log into a new session, in slices so that other requests need not wait (rest.md 9.6). */
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { eventReaders, type NewEvent } from '../../../schemas/generated/events.js';
import type { Session } from '../../../schemas/generated/types.js';
import { objectsOf } from '../../checkpoints/keeper.js';
import { copyStore } from '../../checkpoints/store.js';
import { ApiError, invalid } from '../../errors.js';
import { titled } from './create.js';
import { checkMetadata, clientKeys } from '../settings/metadata.js';
import type { SessionDeps } from '../deps.js';
import type { Columns } from '../facts/fact.js';
import { facts } from '../facts/index.js';
import type { Messages } from '../messages/messages.js';
import type { Registry } from '../live/registry.js';
import { iso, type SessionRow } from '../store.js';
import { linkTexts } from '../texts/collect.js';
import { textsOf } from '../texts/texts.js';

export interface ForkRequest {
  title?: string;
  metadata?: Record<string, unknown>;
  message_id?: string;
  turn_id?: number;
}

/** `child`: the copy names the session as its parent (rest.md 9.7). */
export type Fork = (id: string, request: ForkRequest, kind?: 'child') => Promise<Session>;

/** Rows copied in one transaction. */
const slice = 2_000;
/** Events that a copy hides, because they concern only the original session. */
const left = eventReaders.own.map((type) => `'${type}'`).join(', ');

/** Events that are committed together with the end of a turn. */
const closing: ReadonlySet<string> = new Set(eventReaders.closing);

/** Columns of all facts, and the SQL of their values. */
function columnsOf(of: 'session' | 'agent'): { names: string; values: string } {
  const columns = Object.entries(Object.assign({}, ...facts.map(({ fork }) => fork?.[of])) as Columns);
  return { names: columns.map(([name]) => name).join(', '), values: columns.map(([, value]) => value).join(', ') };
}

const ofSession = columnsOf('session');
const ofAgents = columnsOf('agent');

/** Statements that copy the rows of a session, limited to the events copied. */
const copies = [
  `INSERT INTO texts (session_key, name, seq)
   SELECT @to, name, seq FROM texts WHERE session_key = @from AND seq <= @cut`,
  ...facts.flatMap(({ fork }) => fork?.rows ?? []),
  `INSERT INTO agents (session_key, agent_id, ${ofAgents.names})
   SELECT @to, agent_id, ${ofAgents.values} FROM agents a
   WHERE session_key = @from AND (kind = 'main' OR created_at <= (SELECT time FROM events e WHERE e.session_key = @from AND e.seq = @cut))`,
];

export function createFork(
  deps: Pick<SessionDeps, 'db' | 'log' | 'store' | 'workspaces' | 'serverId' | 'sessionDirectory' | 'now' | 'newId'>,
  registry: Pick<Registry, 'repair' | 'load' | 'record'>,
  messages: Messages,
): Fork {
  const make = deps.db.prepare(
    `INSERT INTO sessions (id, epoch, owner, forming, workspace_id, cwd, created_at, updated_at, metadata, last_seq, copied, ${ofSession.names})
     SELECT @id, @epoch, @owner, 1, workspace_id, cwd, @now, @now, @metadata, @cut, @cut, ${ofSession.values}
     FROM sessions s WHERE key = @from RETURNING key`,
  );
  const copyEvents = deps.db.prepare(
    `INSERT INTO events (session_key, seq, type, agent_id, visibility, time, payload)
     SELECT @to, seq, type, agent_id, CASE WHEN type IN (${left}) THEN 0 ELSE visibility END, time, replace(payload, @old, @new)
     FROM events WHERE session_key = @from AND seq > @after AND seq <= @until`,
  );
  const finish = deps.db.prepare('UPDATE sessions SET forming = 0 WHERE key = ?');
  const turnEnd = deps.db.prepare<[number, number], { ended_seq: number | null; undone: number }>(
    `SELECT ended_seq, undone FROM turns WHERE session_key = ? AND agent_id = 'main' AND turn_id = ?`,
  );
  const laterInTurn = deps.db.prepare<[number, number, number], { seq: number }>(
    `SELECT seq FROM messages WHERE session_key = ? AND agent_id = 'main' AND turn_id = ? AND seq > ? LIMIT 1`,
  );
  const texts = textsOf(deps.db);
  const named = deps.db
    .prepare<[number, number], string>('SELECT name FROM texts WHERE session_key = ? AND seq <= ?')
    .pluck();
  const waiting = deps.db.prepare<[number], { prompt_id: string; agent_id: string }>(
    `SELECT prompt_id, agent_id FROM prompts WHERE session_key = ? AND status = 'queued'`,
  );
  const openTurn = deps.db.prepare<[number], { n: number }>(
    `SELECT (SELECT count(*) FROM turns WHERE session_key = s.key AND ended_seq IS NULL)
       + (SELECT count(*) FROM agents WHERE session_key = s.key AND compacting IS NOT NULL) + main_turn_active AS n FROM sessions s WHERE key = ?`,
  );

  /** The number of the last event to copy. */
  function cutOf(row: SessionRow, { message_id: messageId, turn_id: turnId }: ForkRequest): number {
    if (turnId !== undefined) {
      if (messageId !== undefined) throw invalid('turn_id', 'excludes `message_id`');
      return cutAtTurn(row, turnId);
    }
    if (messageId === undefined) {
      if (openTurn.get(row.key)?.n) throw new ApiError('SESSION_BUSY');
      return row.last_seq;
    }
    const place = messages.position(row.key, messageId);
    if (!place) throw new ApiError('MESSAGE_NOT_FOUND');
    const ended = place.turnId === null ? place.seq : turnEnd.get(row.key, place.turnId)?.ended_seq;
    if (ended === null || ended === undefined) throw new ApiError('SESSION_BUSY');
    return laterInTurn.get(row.key, place.turnId ?? 0, place.seq) ? place.seq : endOf(row.key, ended);
  }

  function cutAtTurn({ key }: SessionRow, turnId: number): number {
    const turn = turnEnd.get(key, turnId);
    if (!turn || turn.undone === 1) throw invalid('turn_id', `no turn ${turnId} of the main agent in the conversation`);
    if (turn.ended_seq === null) throw new ApiError('SESSION_BUSY');
    return endOf(key, turn.ended_seq);
  }

  /** The last event of a turn's end; a turn without these would look interrupted. */
  function endOf(key: number, ended: number): number {
    const rows = deps.log.read(key, ended, closing.size);
    const other = rows.findIndex(({ type }) => !closing.has(type));
    return ended + (other < 0 ? rows.length : other);
  }

  return async (id, request, kind) => {
    checkMetadata(request.metadata);
    registry.repair(id);
    const row = deps.store.row(id);
    if (!row) throw new ApiError('SESSION_NOT_FOUND');
    const cut = cutOf(row, request);
    const newId = deps.newId('session');
    const metadata = {
      // what the server stores about the source does not apply to the copy
      ...clientKeys(JSON.parse(row.metadata) as Record<string, unknown>),
      ...clientKeys(request.metadata),
      forked_from: id,
      ...(kind === 'child' ? { parent_session_id: id, child_session_kind: kind } : {}),
    };
    checkMetadata(metadata);
    const { key } = make.get({
      id: newId,
      epoch: deps.newId('ep'),
      owner: deps.serverId,
      now: deps.now(),
      metadata: JSON.stringify(metadata),
      cut,
      from: row.key,
    }) as { key: number };
    for (let after = 0; after < cut; after += slice) {
      copyEvents.run({ to: key, from: row.key, old: id, new: newId, after, until: Math.min(cut, after + slice) });
      await new Promise((resolve) => setImmediate(resolve));
    }
    await copyFiles(deps.sessionDirectory(id), deps.sessionDirectory(newId));
    const files = named.all(row.key, cut);
    await linkTexts(texts.directory(id), texts.directory(newId), files);
    deps.log.commit(() => {
      const facts = { to: key, from: row.key, old: id, new: newId, cut, whole: cut === row.last_seq ? 1 : 0 };
      for (const copy of copies) {
        const statement = deps.db.prepare(copy);
        const used = Object.fromEntries(Object.entries(facts).filter(([name]) => copy.includes(`@${name}`)));
        statement.run(used);
      }
      finish.run(key);
      deps.workspaces.renew(row.workspace_id);
      // closes a turn that was cut in the middle
      const live = registry.load(newId);
      const title = request.title ?? `${kind === 'child' ? 'Child' : 'Fork'}: ${row.title === '' ? id : row.title}`;
      // waiting prompts stay with the original session
      const dropped = waiting.all(row.key).map((prompt): NewEvent => ({
        type: 'prompt.aborted',
        agentId: prompt.agent_id,
        promptId: prompt.prompt_id,
        abortedAt: iso(deps.now()),
      }));
      registry.record(live, dropped);
      registry.record(live, [
        {
          type: 'event.session.created',
          agentId: 'main',
          session: {
            ...deps.store.session(deps.store.row(newId) as SessionRow),
            ...titled(title.slice(0, 200)),
            last_seq: deps.log.lastSeq(key) + 1,
          },
        },
      ]);
    });
    return deps.store.session(deps.store.row(newId) as SessionRow);
  };
}

/** Files of running commands besides their output: pipes, and records of their end. */
const ofRunning = /[/\\]tasks[/\\](?:\.pipe-[^/\\]+|[^/\\]+\.(?:pipe|exit))$/u;

/** Copies the files of a session; shares stored contents of the workspace, because they never change. */
async function copyFiles(from: string, to: string): Promise<void> {
  const kept = join(from, 'checkpoints');
  const texts = join(from, 'texts');
  const isCopied = (path: string): boolean => path !== kept && path !== texts && !ofRunning.test(path);
  await cp(from, to, { recursive: true, filter: isCopied }).catch((error: NodeJS.ErrnoException) => {
    // most sessions have no files
    if (error.code !== 'ENOENT') throw error;
  });
  await copyStore(objectsOf(kept), objectsOf(join(to, 'checkpoints')));
}
