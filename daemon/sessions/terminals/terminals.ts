/** The terminals of a loaded session: started for the user, ended with the session (rest.md 18). */
import { randomUUID } from 'node:crypto';
import { isAbsolute } from 'node:path';
import type { Requests } from '../../../schemas/generated/operations.js';
import type { Terminal as Shown } from '../../../schemas/generated/types.js';
import { ApiError, invalid } from '../../errors.js';
import type { Terminal } from '../../terminals/terminals.js';
import { withPath } from '../../workspace/files/reach.js';
import { findProgram } from '../../base/process/programs.js';
import type { SessionDeps } from '../deps.js';
import { iso } from '../store.js';
import { openVariables } from '../shells/environment.js';
import type { LiveSession } from '../live/state.js';

/** Terminals of a session that may run at once. */
const maxRunning = 16;
/** Ended ones that can still be asked for. */
const maxEnded = 16;

export type TerminalRequest = Requests['createTerminal']['body'];

export interface LiveTerminal {
  shown: Shown;
  /** absent until its program runs */
  terminal?: Terminal;
}

export interface Terminals {
  /** throws VALIDATION_FAILED, SESSION_BUSY, errors of the path */
  open(session: LiveSession, wish: TerminalRequest): Promise<Shown>;
  /** ends all of a session, and the network that its commands share; resolves when they are gone */
  close(session: LiveSession): Promise<void>;
}

export function createTerminals(deps: SessionDeps): Terminals {
  async function open(session: LiveSession, wish: TerminalRequest): Promise<Shown> {
    const cwd = await directoryOf(session, wish.cwd ?? '.');
    const program = await programOf(wish.shell ?? deps.shell, deps.env['PATH']);
    const { cols, rows } = wish;
    const shown: Shown = {
      id: `term_${randomUUID()}`,
      session_id: session.ref.id,
      cwd,
      shell: program,
      cols,
      rows,
      status: 'running',
      created_at: iso(deps.now()),
    };
    requireRoom(session);
    const live: LiveTerminal = { shown };
    session.terminals.set(shown.id, live);
    try {
      const env = {
        ...openVariables(deps, session.cwd, session.launchEnv),
        COLORTERM: 'truecolor',
        SHELL: deps.shell,
        AGENT_SESSION_ID: session.ref.id,
      };
      const terminal = (live.terminal = await deps.terminals.open(shown.id, { program, cwd, env, cols, rows }));
      terminal.read({ output: () => undefined, exit: (code) => ended(session, live, code) });
      if (session.dead || session.closing) {
        await terminal.close();
        throw new ApiError('SESSION_BUSY', { message: 'the session is being closed' });
      }
      return shown;
    } catch (error) {
      session.terminals.delete(shown.id);
      if (error instanceof ApiError) throw error;
      throw new ApiError('INTERNAL_ERROR', {
        message: `the terminal could not be started: ${error instanceof Error ? error.message : String(error)}`,
        cause: error,
      });
    }
  }

  function ended(session: LiveSession, { shown }: LiveTerminal, code: number | null): void {
    Object.assign(shown, { status: 'exited', exited_at: iso(deps.now()), exit_code: code });
    session.lastUsedAt = deps.now();
    const over = [...session.terminals.values()].filter((each) => each.shown.status === 'exited');
    for (const each of over.slice(0, Math.max(0, over.length - maxEnded))) session.terminals.delete(each.shown.id);
  }

  return {
    open,
    async close(session) {
      await Promise.all([...session.terminals.values()].map(async ({ terminal }) => terminal?.close()));
      await deps.runtimes.release(session.ref.id);
    },
  };
}

export function isRunning({ shown }: LiveTerminal): boolean {
  return shown.status === 'running';
}

function requireRoom({ terminals }: LiveSession): void {
  if ([...terminals.values()].filter(isRunning).length >= maxRunning)
    throw new ApiError('SESSION_BUSY', { message: `${maxRunning} terminals run already in this session` });
}

/** The directory that a path of the request leads to. */
async function directoryOf({ cwd, workspace }: LiveSession, given: string): Promise<string> {
  if (isAbsolute(given)) throw invalid('cwd', 'must be relative to the working directory of the session');
  return withPath({ cwd, directories: workspace }, given, async (pin) => {
    if (!pin.stats.isDirectory()) throw new ApiError('FS_PATH_NOT_FOUND', { message: `no directory: ${given}` });
    return pin.real;
  });
}

/** The program meant by its path, or by its name in PATH; throws VALIDATION_FAILED. */
async function programOf(given: string, path: string | undefined): Promise<string> {
  const found = await findProgram(given, path);
  if (found === undefined) throw invalid('shell', 'is no program that can be run');
  return found;
}
