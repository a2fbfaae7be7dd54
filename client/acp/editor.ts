/** The interface to the editor for the rest of the bridge: capabilities, updates and requests. */
import type { AgentContext, JsonRpcId, SessionUpdate } from '@agentclientprotocol/sdk';
import type { EditorCapabilities } from './capabilities.js';
import { cancelled, isCancelled } from './failures.js';
import type { EditorOutput } from './output.js';

export interface Editor {
  readonly capabilities: EditorCapabilities;
  /** `state`: only the last update with this key is sent while the editor is slow */
  update(sessionId: string, update: SessionUpdate, state?: string): void;
  /** Resolves when the editor can take more; undefined: it can now. */
  room(): Promise<void> | undefined;
  /** Resolves with the answer, or undefined when the request was withdrawn. Rejects when the editor refuses it. */
  ask(method: string, params: object, signal: AbortSignal): Promise<unknown>;
  notify(method: string, params: object): void;
  /** Runs a step right after the answer to a request. */
  afterAnswer(id: JsonRpcId, step: () => void): void;
  /** writes one line to stderr */
  warn(message: string): void;
}

export function createEditor(deps: {
  output: EditorOutput;
  client(): AgentContext;
  capabilities(): EditorCapabilities;
  warn(message: string): void;
}): Editor {
  const { output, client, capabilities, warn } = deps;
  return {
    get capabilities() {
      return capabilities();
    },
    update: (sessionId, update, state) => output.update(sessionId, update, state),
    room: () => output.room(),
    async ask(method, params, signal) {
      if (signal.aborted) return undefined;
      try {
        const options = { cancellationSignal: signal, stopWaitingOnCancel: true };
        return await client().request(method, params, options);
      } catch (error) {
        if (signal.aborted) return undefined;
        if (isCancelled(error)) throw cancelled();
        throw error;
      }
    },
    notify: (method, params) => output.send({ jsonrpc: '2.0', method, params }),
    afterAnswer: (id, step) => output.afterAnswer(id, step),
    warn,
  };
}
