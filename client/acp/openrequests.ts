/** The requests to the editor that wait for the user, at most one for each approval or question. */
import { ApiFailure, ConnectionFailure } from '../api/failure.js';

/** The part of open requests that the session controls. */
export interface Withdrawals {
  /** Withdraws the request of an item that is decided or no longer waited for. */
  withdraw(id: string): void;
  withdrawAll(): void;
  /** Returns the ids of the open requests. */
  openIds(): string[];
}

export interface OpenRequests extends Withdrawals {
  /** Runs a request unless one with this id is open. Ignores failures of the server and of the connection to it. */
  run(id: string, request: (signal: AbortSignal) => Promise<void>): Promise<void>;
}

export function createOpenRequests(): OpenRequests {
  const open = new Map<string, AbortController>();
  return {
    async run(id, request) {
      if (open.has(id)) return;
      const controller = new AbortController();
      open.set(id, controller);
      try {
        await request(controller.signal);
      } catch (error) {
        // after a reconnect the server asks again; after a refusal it has a decision
        if (!(error instanceof ApiFailure || error instanceof ConnectionFailure)) throw error;
      } finally {
        if (open.get(id) === controller) open.delete(id);
      }
    },
    withdraw(id) {
      open.get(id)?.abort();
      open.delete(id);
    },
    withdrawAll() {
      for (const controller of open.values()) controller.abort();
      open.clear();
    },
    openIds: () => [...open.keys()],
  };
}
