/** Keeps the networks of sessions; the first command that needs one creates it (runtimes.md 6). */
import { later } from '../base/later.js';
import type { SessionNetwork } from './network.js';
import type { Ports } from './ports.js';
import type { CallConnections, NetworkPolicy, Proxy, ProxyPlace } from './proxy.js';
import type { SandboxSettings } from './runtimes.js';

const loadNetwork = later(() => import('./network.js'));
const loadProxy = later(() => import('./proxy.js'));

/** The network access of one call. */
export interface CallNetwork {
  /** the program and arguments before those of the command; empty: it uses the machine's network */
  enter: readonly string[];
  variables: Readonly<Record<string, string>>;
  /** present when the call can connect through the proxy */
  connections?: CallConnections;
  proxy?: ProxyPlace;
  /** returns for how many milliseconds its connections waited for a decision so far */
  heldMs(): number;
  /** to be called at the end of the call */
  end(): void;
}

/** A command that outlived its server. */
export interface KeptCommand {
  sessionId: string;
  toolCallId: string | undefined;
  /** the process that started the command */
  pid: number;
  /** the proxy address that it knows; undefined: it has no way out */
  proxy: ProxyPlace | undefined;
}

export interface SessionNetworks {
  join(
    call: { sessionId: string; toolCallId: string | undefined },
    mode: SandboxSettings['network'],
    hostPorts: readonly number[],
    bubblewrap: string,
  ): Promise<CallNetwork>;
  /** Reopens a command's network and way out. Returns a function that closes it. Rejects with the system error. */
  adopt(command: KeptCommand): Promise<() => void>;
  /** returns undefined when there is no network and `bubblewrap` is missing to create one */
  ports(sessionId: string, bubblewrap?: string): Promise<Ports | undefined>;
  release(sessionId: string): Promise<void>;
}

interface Held {
  network: SessionNetwork;
  proxy?: Proxy;
  ports: Ports;
}

const machineNetwork: CallNetwork = { enter: [], variables: {}, heldMs: () => 0, end: () => undefined };

export function createSessionNetworks(
  currentPolicy: () => NetworkPolicy | undefined,
  searched: string,
): SessionNetworks {
  /** by session; undefined: the command whose network was looked for has ended */
  const all = new Map<string, Promise<Held | undefined>>();

  async function holdOf(network: SessionNetwork): Promise<Held> {
    const { createPorts } = await loadNetwork();
    const held: Held = { network, ports: createPorts(network, () => held.proxy?.port) };
    return held;
  }

  async function make(sessionId: string, bubblewrap: string): Promise<Held> {
    const { createNetwork } = await loadNetwork();
    const { network, ...listening } = await createNetwork(bubblewrap, searched);
    const held = await holdOf(network);
    const policy = currentPolicy();
    if (policy) held.proxy = await (await loadProxy()).createProxy({ sessionId, ...listening }, policy);
    else listening.socket.close();
    return held;
  }

  async function find(pid: number): Promise<Held | undefined> {
    const { findNetwork } = await loadNetwork();
    const network = await findNetwork(pid, searched);
    return network && (await holdOf(network));
  }

  /** Stores a network while it is created. Drops a failed one, so that the next command tries again. */
  function keep(sessionId: string, making: Promise<Held | undefined>): Promise<Held | undefined> {
    all.set(sessionId, making);
    const drop = (): void => {
      if (all.get(sessionId) === making) all.delete(sessionId);
    };
    making.then((held) => held ?? drop(), drop);
    return making;
  }

  async function of(sessionId: string, bubblewrap: string): Promise<Held> {
    for (;;) {
      const held = await (all.get(sessionId) ?? keep(sessionId, make(sessionId, bubblewrap)));
      if (held) return held;
    }
  }

  /** Opens the proxy of a network that has none. `port`: the one that running commands already use; 0: any. */
  async function openProxy(sessionId: string, held: Held, port: number): Promise<Proxy | undefined> {
    const policy = currentPolicy();
    if (held.proxy || !policy) return held.proxy;
    const listening = await held.network.listen(port);
    const { createProxy } = await loadProxy();
    const proxy = await createProxy({ sessionId, ...listening }, policy);
    // another call has opened one in the meantime
    if (held.proxy) proxy.close();
    return (held.proxy ??= proxy);
  }

  return {
    async join({ sessionId, toolCallId }, mode, hostPorts, bubblewrap) {
      if (mode === 'host') return machineNetwork;
      const held = await of(sessionId, bubblewrap);
      await held.ports.configure(hostPorts);
      const { enter } = held.network;
      const proxy = mode === 'off' ? undefined : await openProxy(sessionId, held, 0);
      if (!proxy) return { ...machineNetwork, enter };
      const { connectionsOf, heldMs, proxyVariables } = await loadProxy();
      const connections = connectionsOf(toolCallId);
      const place = proxy.join(connections);
      return {
        enter,
        variables: proxyVariables(place),
        connections,
        proxy: place,
        heldMs: () => heldMs(connections),
        end: () => proxy.forget(connections),
      };
    },
    async adopt({ sessionId, toolCallId, pid, proxy: place }) {
      const held = await (all.get(sessionId) ?? keep(sessionId, find(pid)));
      const proxy = held && place && (await openProxy(sessionId, held, place.port));
      if (!proxy || proxy.port !== place.port) return () => undefined;
      const connections = (await loadProxy()).connectionsOf(toolCallId);
      proxy.join(connections, place.user);
      return () => proxy.forget(connections);
    },
    async ports(sessionId, bubblewrap) {
      if (bubblewrap !== undefined) return (await of(sessionId, bubblewrap)).ports;
      return (await all.get(sessionId)?.catch(() => undefined))?.ports;
    },
    async release(sessionId) {
      const known = all.get(sessionId);
      all.delete(sessionId);
      const held = await known?.catch(() => undefined);
      held?.proxy?.close();
      held?.ports.closeAll();
      held?.network.close();
    },
  };
}
