/** Previews and performs the restoration of files by an undo or redo. */
import type { NewEvent } from '../../../schemas/generated/events.js';
import type { FileChange, FilesRestoration } from '../../../schemas/generated/types.js';
import type { Changes } from '../../checkpoints/changes.js';
import type { Keeper } from '../../checkpoints/keeper.js';
import { forced, planOf, presentContent, wantedOf, type FilesRecord, type Plan } from '../../checkpoints/plan.js';
import { restore, type ToClient } from '../../checkpoints/restore.js';
import { ApiError } from '../../errors.js';
import { diffDisplay } from '../../tools/diffs.js';
import { decodeText, encodeText } from '../../tools/encoding.js';
import { fits, textForHost } from '../../tools/hostfiles.js';
import type { SessionDeps } from '../deps.js';
import type { Checkpoints } from './checkpoints.js';
import { changeEvents } from './events.js';
import type { Recorder } from '../live/record.js';
import type { LiveSession } from '../live/state.js';
import { mainOf } from './undo.js';

export interface Files {
  /** what a restoration would do, with diffs */
  preview(session: LiveSession, records: FilesRecord[], force: boolean): Promise<FilesRestoration>;
  /** restores the files and records this together with the result of `events`, all or nothing */
  giveBack(session: LiveSession, records: FilesRecord[], order: Order): Promise<FilesRestoration>;
}

export interface Order {
  direction: 'undo' | 'redo';
  restoreId: string;
  force: boolean;
  /** further events for the commit; throws when the session has changed */
  events(): NewEvent[];
  /** called once the restoration is recorded */
  done(): void;
}

type Change = FilesRestoration['changes'][number];

/** Maximum number of conflicts in an error. */
const maxListed = 100;
const maxUnwatched = 100;
/** Maximum number of files with a diff, and bytes of each side: larger diffs take too long to create and to read. */
const maxDiffs = 200;
const maxDiffBytes = 256 * 1024;

export function createFiles(
  deps: Pick<SessionDeps, 'settings' | 'hostFiles' | 'home'>,
  checkpoints: Checkpoints,
  record: Recorder,
): Files {
  async function planFor(session: LiveSession, records: FilesRecord[], force: boolean) {
    const keeper = await checkpoints.keeper(session);
    const client = clientFilesOf(deps, session);
    const facts = {
      roots: session.workspace,
      store: keeper.store,
      maxFile: deps.settings().checkpoints.maxFile,
      force,
      ...(client && { client: client.readFromClient }),
    };
    return { keeper, client, plan: await planOf(wantedOf(records), facts) };
  }

  async function describe(keeper: Keeper, plan: Plan, applied: boolean): Promise<FilesRestoration> {
    return {
      applied,
      changes: plan.actions.map(({ path, action, movedTo, conflict }) => ({
        path,
        action,
        ...(movedTo === undefined || action !== 'recreate' ? {} : { moved_from: movedTo }),
        conflict,
      })),
      not_restorable: plan.left,
      // a dry run may scan the workspace for this
      unwatched: applied && keeper.scans() === 0 ? [] : await keeper.unwatched(maxUnwatched),
    };
  }

  return {
    async preview(session, records, force) {
      const { keeper, plan } = await planFor(session, records, force);
      const shown = force ? forced(plan) : plan;
      const answer = await describe(keeper, shown, false);
      await addDiffs(keeper, shown, answer.changes);
      return answer;
    },
    async giveBack(session, records, { direction, restoreId, force, events, done }) {
      const { keeper, client, plan: whole } = await planFor(session, records, force);
      const conflicts = whole.actions.filter(({ conflict }) => conflict !== undefined);
      if (conflicts.length > 0 && !force) throw changedFiles(conflicts);
      const plan = forced(whole);
      const paths = plan.actions.map(({ path }) => path);
      let now: FileChange[] = [];
      const commit = (changes: Changes): void => {
        now = changes.changes;
        record(session, [
          ...events(),
          ...changeEvents(session, { agentId: 'main', cause: direction, restoreId }, changes),
          {
            type: 'files.restored',
            agentId: 'main',
            direction,
            restoreId,
            paths,
            left: plan.left,
            ...(conflicts.length > 0 ? { forced: true } : {}),
          },
        ]);
      };
      await keeper.lock(() => restore(keeper, plan, restoreId, commit, client?.give));
      done();
      record(session, restoredSeen(session, plan, now));
      await checkpoints.passOver(session, new Set(paths));
      return describe(keeper, plan, true);
    },
  };
}

/** Marks files that are again as the agent last read them, so that it need not read them again. */
function restoredSeen(session: LiveSession, { actions }: Plan, now: FileChange[]): NewEvent[] {
  const { seen } = mainOf(session).memory;
  return actions.flatMap(({ path, target, hosted }, at): NewEvent[] => {
    // a file that the client holds is compared by its text
    if (hosted) return [];
    const [known, { mtimeMs, size } = {}] = [seen.get(path), now[at]?.after];
    const same = known !== undefined && known.mtimeMs === target.mtimeMs && known.size === target.size;
    if (!same || mtimeMs === undefined || size === undefined) return [];
    return [{ type: 'file.seen', agentId: 'main', path, mtimeMs, size }];
  });
}

function changedFiles(conflicts: Plan['actions']): ApiError {
  const files = conflicts.slice(0, maxListed).map(({ path, conflict }) => ({ path, reason: conflict }));
  return new ApiError('SESSION_FILES_CHANGED', { data: { files, count: conflicts.length } });
}

/** Adds diffs from the current to the restored content; files that only move have none. */
async function addDiffs(keeper: Keeper, { actions }: Plan, changes: Change[]): Promise<void> {
  const moved = new Set(actions.flatMap(({ movedTo }) => movedTo ?? []));
  for (const [at, action] of actions.slice(0, maxDiffs).entries()) {
    const change = changes[at] as Change;
    if (moved.has(action.path) || change.moved_from !== undefined) continue;
    if (action.current.kind === 'link' || action.target.kind === 'link') continue;
    if (Math.max(action.current.size ?? 0, action.target.size ?? 0) > maxDiffBytes) continue;
    const now =
      action.current.kind === 'none'
        ? Buffer.alloc(0)
        : (action.hosted ?? (await presentContent(keeper.options.roots(), action)));
    const then = action.target.kind === 'none' ? Buffer.alloc(0) : await keeper.store.read(action.target.hash ?? '');
    if (!now || !then) continue;
    const texts = [decodeText(now)?.text, decodeText(then)?.text] as const;
    if (texts[0] === undefined || texts[1] === undefined) {
      change.binary = true;
      continue;
    }
    const display = await diffDisplay(action.path, texts[0], texts[1]);
    if (display.kind !== 'diff') continue;
    change.diff = display.unified;
    if (display.added !== undefined) change.added = display.added;
    if (display.removed !== undefined) change.removed = display.removed;
    // comparing may take a while, and there may be many
    await new Promise(setImmediate);
  }
}

/** Texts of a session that a client holds; reads and writes them as the file tools do (acp-cli.md 1.13). */
interface ClientFiles {
  /** the content of a file as the client has it; undefined: use the disk */
  readFromClient(path: string): Promise<Buffer | undefined>;
  give: ToClient;
}

/** Undefined while no client accepts changes. */
function clientFilesOf(
  { hostFiles, home }: Pick<SessionDeps, 'hostFiles' | 'home'>,
  session: LiveSession,
): ClientFiles | undefined {
  const host = () => hostFiles.of(session.ref.id, 'main');
  if (!host()?.writes) return undefined;
  return {
    async readFromClient(path) {
      const found = await textForHost(path, { hostFiles: host, workspace: session.workspace, home });
      return found && host()?.writes && (await fits(found.file.text)) ? encodeText(found.file) : undefined;
    },
    async give(path, content) {
      const text = decodeText(content)?.text;
      if (text === undefined || !(await fits(text))) return 'it is not text that a client can take';
      const taker = host();
      return taker ? taker.write(path, text) : 'it does not answer';
    },
  };
}
