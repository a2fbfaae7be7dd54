/** How an operation is tried: a good request, how its errors are provoked, and ways to spoil a good request. */
import type { ErrorName } from '../../../schemas/generated/errors.js';
import type { OperationName } from '../../../schemas/generated/operations.js';
import { startTestDaemon, type TestDaemon, type TestDaemonOptions } from '../../helpers/daemon.js';
import type { Outcome, Prepared, World } from './world.js';

export type Prepare = (world: World) => Prepared | Promise<Prepared>;

/** One attempt to make an operation fail. */
export interface Attempt {
  world: World;
  name: OperationName;
  /** returns a new good request of the operation */
  good(): Promise<Prepared>;
  /** returns the good request that all refused ones are derived from: none of them changes its subject */
  same(): Promise<Prepared>;
  /** calls the operation */
  call(request: Prepared, on?: TestDaemon): Promise<Outcome>;
}
export type Provoke = (attempt: Attempt) => Promise<Outcome>;
export type Provocations = Partial<Record<ErrorName, Provoke>>;

export interface Trial {
  /** a request that succeeds and, where the operation changes something, has something to change */
  good: Prepare;
  /** how to provoke errors that `provocations.ts` does not cover, or covers in another way */
  errors?: Provocations;
  /** errors that no request can provoke, and why */
  never?: Partial<Record<ErrorName, string>>;
  /** a success ends the server, so the trial needs a server of its own */
  ends?: true;
}
export type Trials = Partial<Record<OperationName, Trial>>;

/** Sends a good request after this change. */
const but =
  (change: (request: Prepared) => Prepared | Promise<Prepared>): Provoke =>
  async ({ same, call }) =>
    call(await change(await same()));

/** Sends a good request with more fields in its body. */
export const withBody = (more: Record<string, unknown>): Provoke =>
  but((request) => ({ ...request, body: { ...(request.body as object | undefined), ...more } }));

/** Sends a good request with another query. */
export const withQuery = (query: Prepared['query']): Provoke => but((request) => ({ ...request, query }));

/** Sends a good request with another value in its path. */
export const withParam = (param: string, value: string): Provoke =>
  but((request) => ({ ...request, params: { ...request.params, [param]: value } }));

/** Sends this request instead of the good one. */
export const instead =
  (prepare: Prepare): Provoke =>
  async ({ world, call }) =>
    call(await prepare(world));

/** Sends the same good request twice. */
export const twice: Provoke = async ({ good, call }) => {
  const request = await good();
  await call(request);
  return call(request);
};

/** Sends a good request a day after it was prepared. */
export const late: Provoke = async ({ world, good, call }) => {
  const request = await good();
  return world.late(() => call(request));
};

/** Sends this request to a daemon with these options; the same object selects the same daemon. */
export const elsewhere =
  (options: TestDaemonOptions, prepare: (daemon: TestDaemon) => Prepared | Promise<Prepared>): Provoke =>
  async ({ world, call }) => {
    const daemon = await world.shared(options, () => startTestDaemon(options));
    return call(await prepare(daemon), daemon);
  };
