/** How an operation is tried: a good request, what makes it fail, and the ways to spoil a good request. */
import type { ErrorName } from '../../../schemas/generated/errors.js';
import type { OperationName } from '../../../schemas/generated/operations.js';
import { startTestDaemon, type TestDaemon, type TestDaemonOptions } from '../../helpers/daemon.js';
import type { Outcome, Prepared, World } from './world.js';

export type Prepare = (world: World) => Prepared | Promise<Prepared>;

/** One operation that is to fail. */
export interface Attempt {
  world: World;
  name: OperationName;
  /** a good request of the operation, each time a new one */
  good(): Promise<Prepared>;
  /** the good request that all refused ones of the operation are made of: none of them changes what it is about */
  same(): Promise<Prepared>;
  /** calls the operation */
  call(request: Prepared, on?: TestDaemon): Promise<Outcome>;
}
export type Provoke = (attempt: Attempt) => Promise<Outcome>;
export type Provocations = Partial<Record<ErrorName, Provoke>>;

export interface Trial {
  /** a request that succeeds and, where the operation changes something, has something to change */
  good: Prepare;
  /** how errors come about that `provocations.ts` does not know, or knows another way for */
  errors?: Provocations;
  /** errors that cannot be provoked from outside, and why */
  never?: Partial<Record<ErrorName, string>>;
  /** its success ends the server, which must be one of its own */
  ends?: true;
}
export type Trials = Partial<Record<OperationName, Trial>>;

/** A good request, but for this. */
const but =
  (change: (request: Prepared) => Prepared | Promise<Prepared>): Provoke =>
  async ({ same, call }) =>
    call(await change(await same()));

/** A good request with more in its body. */
export const withBody = (more: Record<string, unknown>): Provoke =>
  but((request) => ({ ...request, body: { ...(request.body as object | undefined), ...more } }));

/** A good request with another query. */
export const withQuery = (query: Prepared['query']): Provoke => but((request) => ({ ...request, query }));

/** A good request with another value in its path. */
export const withParam = (param: string, value: string): Provoke =>
  but((request) => ({ ...request, params: { ...request.params, [param]: value } }));

/** This request instead of the good one. */
export const instead =
  (prepare: Prepare): Provoke =>
  async ({ world, call }) =>
    call(await prepare(world));

/** The same good request a second time. */
export const twice: Provoke = async ({ good, call }) => {
  const request = await good();
  await call(request);
  return call(request);
};

/** A good request a day later. */
export const late: Provoke = async ({ world, good, call }) => {
  const request = await good();
  return world.late(() => call(request));
};

/** This request at a daemon with these options; the same object leads to the same daemon. */
export const elsewhere =
  (options: TestDaemonOptions, prepare: (daemon: TestDaemon) => Prepared | Promise<Prepared>): Provoke =>
  async ({ world, call }) => {
    const daemon = await world.shared(options, () => startTestDaemon(options));
    return call(await prepare(daemon), daemon);
  };
