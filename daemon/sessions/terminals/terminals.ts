/** The terminals of a loaded session: started for the user, ended with the session (rest.md 18). */
import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import type { Requests } from '../../../schemas/generated/operations.js';
import type { Terminal as Shown } from '../../../schemas/generated/types.js';
import { ApiError, invalid } from '../../errors.js';
import type { Terminal } from '../../terminals/terminals.js';
import { withPath } from '../../workspace/files/reach.js';
import { findProgram } from '../../base/process/programs.js';
import type { SessionDeps } from '../deps.js';
import { iso } from '../store.js';
import type { Confinement } from '../../runtimes/runtimes.js';
import { confineOwn, wantedRuntime } from '../runtimes/containment.js';
import { openVariables } from '../shells/environment.js';
import type { LiveSession } from '../live/state.js';

/** Maximum number of running terminals in a session. */
const maxRunning = 16;
/** Maximum number of ended terminals that a session keeps. */
const maxEnded = 16;

export type TerminalRequest = Requests['createTerminal']['body'];

export interface LiveTerminal {
  shown: Shown;
  /** absent until its program runs */
  terminal?: Terminal;
}

export interface Terminals {
  /** throws VALIDATION_FAILED, RUNTIME_NOT_FOUND, RUNTIME_UNAVAILABLE, SESSION_BUSY, errors of the path */
  open(session: LiveSession, request: TerminalRequest): Promise<Shown>;
  /** ends all terminals of a session, and the network of its commands; resolves when they have ended */
  close(session: LiveSession): Promise<void>;
}

export function createTerminals(deps: SessionDeps): Terminals {
  async function open(session: LiveSession, request: TerminalRequest): Promise<Shown> {
    const cwd = await directoryOf(session, request.cwd ?? '.');
    const program = await programOf(request.shell ?? deps.shell, deps.env['PATH']);
    const runtimeId = await wantedRuntime(deps, request.runtime_id, session.workspace);
    const confinement = await confineOwn(deps, session, runtimeId);
    const { cols, rows } = request;
    const shown: Shown = {
      id: `term_${randomUUID()}`,
      session_id: session.ref.id,
      cwd,
      shell: program,
      runtime_id: runtimeId,
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
      const started = confinement
        ? await contained(confinement, { program, cwd, env }, deps.sessionDirectory(session.ref.id))
        : { program, args: [], env };
      const terminal = (live.terminal = await deps.terminals.open(shown.id, { ...started, cwd, cols, rows }));
      terminal.read({
        output: () => undefined,
        exit(code) {
          ended(session, live, code);
          settle(confinement, session.ref.id);
        },
      });
      if (session.dead || session.closing) {
        await terminal.close();
        throw new ApiError('SESSION_BUSY', { message: 'the session is being closed' });
      }
      return shown;
    } catch (error) {
      session.terminals.delete(shown.id);
      settle(confinement, session.ref.id);
      if (error instanceof ApiError) throw error;
      throw new ApiError('INTERNAL_ERROR', {
        message: `the terminal could not be started: ${error instanceof Error ? error.message : String(error)}`,
        cause: error,
      });
    }
  }

  /** Checks what a terminal left in the sandbox. */
  function settle(confinement: Confinement | undefined, sessionId: string): void {
    confinement?.settle().catch((error: unknown) =>
      // the next load of the session finds it
      deps.logger.error('what a terminal of the sandbox left could not be looked at', {
        session_id: sessionId,
        err: error,
      }),
    );
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

/** The first descriptor that a shell may give a program, beyond the standard ones. */
const firstDescriptor = 4;

/** A terminal passes no descriptors on: a shell opens the files that the sandboxed program uses, then executes it. */
async function contained(
  confinement: Confinement,
  { program, cwd, env }: { program: string; cwd: string; env: Record<string, string> },
  sessionDirectory: string,
): Promise<{ program: string; args: string[]; env: Record<string, string> }> {
  const launch = await confinement.contain({
    argv: [program],
    cwd,
    env: { ...env, TERM: 'xterm-256color' },
    descriptor: firstDescriptor,
    isTerminal: true,
  });
  const files: string[] = [];
  const passing: string[] = [];
  const given: number[] = [];
  for (const [at, input] of launch.inputs.entries()) {
    passing.push(`${firstDescriptor + at}${'write' in input ? '>' : '<'}"$${at + 1}"`);
    if (!('bytes' in input)) files.push('write' in input ? input.write : input.read);
    else {
      const file = join(sessionDirectory, 'sandbox', `${randomUUID()}.terminal`);
      await writeFile(file, input.bytes, { mode: 0o600 });
      given.push(at + 1);
      files.push(file);
    }
  }
  const script = `exec ${passing.join(' ')}
command -p rm -f ${given.map((at) => `"$${at}"`).join(' ')}
shift ${files.length}
exec "$@"`;
  return { program: '/bin/sh', args: ['-c', script, 'sh', ...files, launch.program, ...launch.args], env: {} };
}

export function isRunning({ shown }: LiveTerminal): boolean {
  return shown.status === 'running';
}

function requireRoom({ terminals }: LiveSession): void {
  if ([...terminals.values()].filter(isRunning).length >= maxRunning)
    throw new ApiError('SESSION_BUSY', { message: `${maxRunning} terminals run already in this session` });
}

/** The directory at a path of the request. */
async function directoryOf({ cwd, workspace }: LiveSession, given: string): Promise<string> {
  if (isAbsolute(given)) throw invalid('cwd', 'must be relative to the working directory of the session');
  return withPath({ cwd, directories: workspace }, given, async (pin) => {
    if (!pin.stats.isDirectory()) throw new ApiError('FS_PATH_NOT_FOUND', { message: `no directory: ${given}` });
    return pin.real;
  });
}

/** The program with this path, or with this name in PATH; throws VALIDATION_FAILED. */
async function programOf(given: string, path: string | undefined): Promise<string> {
  const found = await findProgram(given, path);
  if (found === undefined) throw invalid('shell', 'is not a program that can be run');
  return found;
}
