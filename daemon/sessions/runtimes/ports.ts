/** Client requests for the ports of a session's network: list, open and close (runtimes.md 6.4, 10.2). */
import type { Operations, Requests } from '../../../schemas/generated/operations.js';
import type { SessionRuntime } from '../../../schemas/generated/types.js';
import { ApiError, invalid } from '../../errors.js';
import type { Ports } from '../../runtimes/ports.js';
import type { SessionDeps } from '../deps.js';
import type { LiveSession } from '../live/state.js';
import type { SessionRow } from '../store.js';
import { containmentOf, runtimeUnavailable } from './containment.js';

type Port = SessionRuntime['ports'][number];

export interface PortFront {
  list(found: SessionRow): Promise<Port[]>;
  /** throws VALIDATION_FAILED, RUNTIME_UNAVAILABLE, SESSION_BUSY */
  openPort(id: string, request: Requests['openRuntimePort']['body']): Promise<Operations['openRuntimePort']['data']>;
  /** throws RESOURCE_NOT_FOUND, SESSION_BUSY */
  closePort(id: string, port: string): Promise<{ deleted: true }>;
}

const none = (reason: string, hint: string): ApiError =>
  new ApiError('RUNTIME_UNAVAILABLE', { message: hint, details: { reason, hint } });

export function createPortFront(
  deps: Pick<SessionDeps, 'settings' | 'home' | 'userHome' | 'runtimes'>,
  { loaded, open }: { loaded(id: string): LiveSession | undefined; open(id: string): LiveSession },
): PortFront {
  /** The network of the session's sandbox; throws RUNTIME_UNAVAILABLE. */
  async function networkOf(id: string): Promise<Ports> {
    const { workspace, runtimeId } = open(id);
    const request = { runtimeId: 'sandbox', workspace, readsOnly: false } as const;
    const { unavailable } = await containmentOf(deps, request);
    if (unavailable) throw runtimeUnavailable(unavailable);
    if (deps.settings().sandbox.network === 'host')
      throw none('network', 'network = "host" of [sandbox] gives commands the ports of this machine');
    const known = await deps.runtimes.ports(id);
    if (!known && runtimeId === 'local')
      throw none('local', 'the commands of this session have the ports of this machine');
    const made = known ?? (await deps.runtimes.ports(id, true).catch(() => undefined));
    if (!made) throw runtimeUnavailable({ reason: 'failed', hint: 'no network could be made' });
    return made;
  }

  return {
    async list({ id, runtime_id: runtimeId }) {
      const { network, hostPorts } = deps.settings().sandbox;
      const ports = await deps.runtimes.ports(id);
      if (!ports) {
        const reached = runtimeId === 'sandbox' && network !== 'host' ? hostPorts : [];
        return [...reached].sort((a, b) => a - b).map((port) => ({ port, direction: 'reach', host_port: port }));
      }
      const tasks = [...(loaded(id)?.tasks.values() ?? [])].flatMap(({ info }) =>
        info.kind === 'process' ? [[info.taskId, info.pid] as const] : [],
      );
      const listening = await ports.listening(new Map(tasks));
      const opened = ports.opened().map(({ port, direction, hostPort }): Port => {
        const task = listening.get(port);
        listening.delete(port);
        return { port, direction, host_port: hostPort, task_id: task };
      });
      const rest = [...listening].map(([port, task]): Port => ({
        port,
        direction: 'listening',
        task_id: task,
      }));
      return [...opened, ...rest].sort((a, b) => a.port - b.port);
    },
    async openPort(id, { port, direction, host_port: hostPort }) {
      const ports = await networkOf(id);
      const opened = await ports.open({ port, direction, hostPort });
      if ('hostPort' in opened) return { port, direction, host_port: opened.hostPort };
      if (opened.refused === 'limit')
        throw new ApiError('SESSION_BUSY', { message: `${opened.most} ports are open already in this session` });
      throw invalid(opened.refused === 'port' ? 'port' : 'host_port', opened.problem);
    },
    async closePort(id, port) {
      open(id);
      const ports = /^[1-9]\d{0,4}$/.test(port) ? await deps.runtimes.ports(id) : undefined;
      if (ports?.close(Number(port)) !== true)
        throw new ApiError('RESOURCE_NOT_FOUND', { message: 'no client opened such a port' });
      return { deleted: true };
    },
  };
}
