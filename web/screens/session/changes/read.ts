/** The files changed by a session, or according to git; reloaded when they may differ (additions.md A3). */
import { signal, type ReadonlySignal } from '@preact/signals';
import type { Client } from '../../../../client/api/client.js';
import { share } from '../../../../client/api/share.js';
import { createReading } from '../../../../client/session/reading.js';
import type { GitFileStatus } from '../../../../schemas/generated/types.js';
import type { Operations } from '../../../../schemas/generated/operations.js';
import { readUnified } from '../../../parts/unified.js';

type Listed = Operations['listChanges']['data'];

/** The start of the range of changes shown. */
export type Scope = { kind: 'start' } | { kind: 'turn'; turn: number } | { kind: 'git' };

/** A changed file of the session or of git. */
export type ShownFile = Omit<Listed['files'][number], 'status' | 'base_sha256' | 'sha256' | 'turns' | 'agent_ids'> & {
  id: string;
  status: Exclude<GitFileStatus, 'clean' | 'ignored'>;
  /** hash of the current content; undefined: the file cannot be reverted here */
  sha256?: string | null;
};

export interface Changes {
  files: readonly ShownFile[];
  notRecorded: Listed['not_recorded'];
  unwatched: Listed['unwatched'];
}

export interface ChangesReader {
  /** undefined until the first load */
  changes: ReadonlySignal<Changes | undefined>;
  /** why the last load failed */
  failure: ReadonlySignal<Error | undefined>;
  refresh(): void;
  close(): void;
}

/** Maximum number of files whose diffs come from git; further files are listed without their lines. */
const mostDiffs = 100;

export function createChangesReader(client: Client, sessionId: string, scope: Scope): ChangesReader {
  const params = { session_id: sessionId };
  const changes = signal<Changes | undefined>(undefined);
  const failure = signal<Error | undefined>(undefined);

  async function readRecorded(): Promise<Changes> {
    const query = { hunks: true, ...(scope.kind === 'turn' && { from_turn: scope.turn }) };
    const { files, not_recorded: notRecorded, unwatched } = await client.listChanges({ params, query });
    return { files: files.map((file) => ({ ...file, id: file.path })), notRecorded, unwatched };
  }

  async function readGit(): Promise<Changes> {
    const { entries } = await client.getGitStatus({ params, body: {} });
    const changed = Object.entries(entries).flatMap(([path, status]) =>
      status === 'clean' || status === 'ignored' || path.endsWith('/') ? [] : [{ path, status }],
    );
    const files: ShownFile[] = [];
    for (const [at, { path, status }] of changed.entries()) {
      const bare = { id: path, path, status, added: 0, removed: 0 };
      if (at >= mostDiffs) files.push({ ...bare, truncated: true });
      else {
        const { diff, truncated } = await client.diffFile({ params, body: { path } });
        files.push({ ...bare, ...readUnified(diff), ...(truncated && { truncated: true }) });
      }
    }
    return { files, notRecorded: [], unwatched: [] };
  }

  const reading = createReading({
    async read() {
      const fresh = await (scope.kind === 'git' ? readGit() : readRecorded());
      failure.value = undefined;
      changes.value = share(changes.peek(), fresh);
    },
    onRefused: (refused) => void (failure.value = refused),
  });
  return { changes, failure, refresh: () => void reading.refresh(), close: () => reading.close() };
}
