/** Client requests for the terminals of a session (rest.md 18). */
import type { Terminal as Shown } from '../../../schemas/generated/types.js';
import { ApiError } from '../../errors.js';
import type { Terminal } from '../../terminals/terminals.js';
import type { LiveSession } from '../live/state.js';
import type { LiveTerminal, TerminalRequest } from './terminals.js';
import type { Registry } from '../live/registry.js';
import type { SessionRow } from '../store.js';

export interface TerminalFront {
  /** oldest first */
  list(id: string): Shown[];
  one(id: string, terminalId: string): Shown;
  open(id: string, request: TerminalRequest): Promise<Shown>;
  close(id: string, terminalId: string): Promise<void>;
  /** the terminal itself, whether it runs or has ended; throws SESSION_NOT_FOUND, TERMINAL_NOT_FOUND */
  find(id: string, terminalId: string): Terminal;
  /** throws TERMINAL_NOT_FOUND, also for a terminal that has ended; so does `resize` */
  write(id: string, terminalId: string, data: string): void;
  resize(id: string, terminalId: string, cols: number, rows: number): void;
}

export function createTerminalFront(
  registry: Registry,
  must: (id: string) => SessionRow,
  open: (id: string) => LiveSession,
): TerminalFront {
  function find(id: string, terminalId: string): LiveTerminal {
    must(id);
    const found = registry.loaded(id)?.terminals.get(terminalId);
    if (!found) throw new ApiError('TERMINAL_NOT_FOUND');
    return found;
  }
  /** Throws TERMINAL_NOT_FOUND for a terminal whose program has not started yet. */
  function started(id: string, terminalId: string): Required<LiveTerminal> {
    const { shown, terminal } = find(id, terminalId);
    if (!terminal) throw new ApiError('TERMINAL_NOT_FOUND');
    return { shown, terminal };
  }

  function running(id: string, terminalId: string): Required<LiveTerminal> {
    const found = started(id, terminalId);
    if (found.terminal.exited()) throw new ApiError('TERMINAL_NOT_FOUND', { message: 'The terminal has ended.' });
    return found;
  }

  return {
    list(id) {
      must(id);
      return [...(registry.loaded(id)?.terminals.values() ?? [])].map(({ shown }) => shown);
    },
    one: (id, terminalId) => find(id, terminalId).shown,
    open: (id, request) => registry.terminals.open(open(id), request),
    close: async (id, terminalId) => find(id, terminalId).terminal?.close(),
    find: (id, terminalId) => started(id, terminalId).terminal,
    write: (id, terminalId, data) => running(id, terminalId).terminal.write(data),
    resize(id, terminalId, cols, rows) {
      const { shown, terminal } = running(id, terminalId);
      Object.assign(shown, { cols, rows });
      terminal.resize(cols, rows);
    },
  };
}
