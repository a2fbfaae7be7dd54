/** What people ask of the terminals of a session (rest.md 18). */
import type { Terminal as Shown } from '../../schemas/generated/types.js';
import { ApiError } from '../errors.js';
import type { LiveSession } from './live/state.js';
import type { LiveTerminal, TerminalRequest } from './live/terminals.js';
import type { Registry } from './registry.js';
import type { SessionRow } from './store.js';

export interface TerminalFront {
  /** oldest first */
  list(id: string): Shown[];
  one(id: string, terminalId: string): Shown;
  open(id: string, wish: TerminalRequest): Promise<Shown>;
  close(id: string, terminalId: string): Promise<void>;
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
  return {
    list(id) {
      must(id);
      return [...(registry.loaded(id)?.terminals.values() ?? [])].map(({ shown }) => shown);
    },
    one: (id, terminalId) => find(id, terminalId).shown,
    open: (id, wish) => registry.terminals.open(open(id), wish),
    close: async (id, terminalId) => find(id, terminalId).terminal?.close(),
  };
}
