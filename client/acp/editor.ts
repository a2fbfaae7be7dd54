/** The editor as the rest of the bridge sees it: what it can do, and what it is sent and asked. */
import type { AgentContext, JsonRpcId, SessionUpdate } from '@agentclientprotocol/sdk';
import type { EditorCapabilities } from './capabilities.js';
import { cancelled, isCancelled } from './failures.js';
import type { EditorOutput } from './output.js';

export interface Editor {
  readonly capabilities: EditorCapabilities;
  /** `state`: only the last update with this key counts while the editor is slow */
  update(sessionId: string, update: SessionUpdate, state?: string): void;
  /** Resolves when the editor has room again; undefined: it has room. */
  room(): Promise<void> | undefined;
  /** Resolves with the answer; undefined when the request was withdrawn. Rejects when the editor refuses it. */
  ask(method: string, params: object, signal: AbortSignal): Promise<unknown>;
  notify(method: string, params: object): void;
  /** Runs a step right behind the answer to a request. */
  afterAnswer(id: JsonRpcId, step: () => void): void;
  /** one line on stderr */
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
