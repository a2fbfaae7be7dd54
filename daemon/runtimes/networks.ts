/** The networks of the sessions that need one, made when the first command does (runtimes.md 6). */
import type { Server } from 'node:net';
import { errorCode } from '../base/fs/errno.js';
import { later } from '../base/later.js';
import type { SessionNetwork } from './network.js';
import type { CallConnections, NetworkDesk, Proxy } from './proxy.js';
import type { SandboxSettings } from './runtimes.js';

const loadNetwork = later(() => import('./network.js'));
const loadProxy = later(() => import('./proxy.js'));

/** How a call has a network. */
export interface CallNetwork {
  /** a program and its arguments before those of the command; empty: it has the machine's network */
  enter: readonly string[];
  variables: Readonly<Record<string, string>>;
  /** set when it has a way out */
  connections?: CallConnections;
  /** milliseconds that its connections were held so far */
  heldMs(): number;
  /** the call is over */
  end(): void;
}

export interface SessionNetworks {
  join(
    call: { sessionId: string; toolCallId: string | undefined },
    mode: SandboxSettings['network'],
    hostPorts: readonly number[],
    bubblewrap: string,
  ): Promise<CallNetwork>;
  release(sessionId: string): Promise<void>;
}

interface Held {
  network: SessionNetwork;
  proxy?: Proxy;
  reached: Map<number, Server>;
}

const machineNetwork: CallNetwork = { enter: [], variables: {}, heldMs: () => 0, end: () => undefined };

export function createSessionNetworks(deskOf: () => NetworkDesk | undefined, searched: string): SessionNetworks {
  const all = new Map<string, Promise<Held>>();

  async function make(sessionId: string, bubblewrap: string): Promise<Held> {
    const { createNetwork } = await loadNetwork();
    const { network, port, socket } = await createNetwork(bubblewrap, searched);
    const held: Held = { network, reached: new Map() };
    const desk = deskOf();
    if (desk) held.proxy = await (await loadProxy()).createProxy({ sessionId, port, socket }, desk);
    else socket.close();
    return held;
  }

  async function of(sessionId: string, bubblewrap: string): Promise<Held> {
    let held = all.get(sessionId);
    if (!held) {
      held = make(sessionId, bubblewrap);
      all.set(sessionId, held);
      // the next command tries again
      held.catch(() => all.delete(sessionId));
    }
    return await held;
  }

  return {
    async join({ sessionId, toolCallId }, mode, hostPorts, bubblewrap) {
      if (mode === 'host') return machineNetwork;
      const held = await of(sessionId, bubblewrap);
      const { reachPort } = await loadNetwork();
      const { heldMs } = await loadProxy();
      for (const port of hostPorts) {
        if (held.reached.has(port)) continue;
        try {
          held.reached.set(port, await reachPort(held.network, port, port));
        } catch (error) {
          // a command of the session has it
          if (errorCode(error) !== 'EADDRINUSE') throw error;
        }
      }
      const { enter } = held.network;
      const { proxy } = held;
      if (mode === 'off' || !proxy) return { ...machineNetwork, enter };
      const connections: CallConnections = {
        toolCallId,
        refused: [],
        allowed: [],
        count: 0,
        held: { ms: 0, since: 0, open: 0 },
        over: new AbortController(),
      };
      const variables = proxy.variables(connections);
      return {
        enter,
        variables,
        connections,
        heldMs: () => heldMs(connections),
        end: () => proxy.forget(connections),
      };
    },
    async release(sessionId) {
      const held = await all.get(sessionId)?.catch(() => undefined);
      all.delete(sessionId);
      held?.proxy?.close();
      for (const server of held?.reached.values() ?? []) server.close();
      held?.network.close();
    },
  };
}
