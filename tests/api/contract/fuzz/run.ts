/** Fuzzes every operation of a running daemon with requests built from the schemas that it serves. */
import fc from 'fast-check';
import { operationTable } from '../../../../schemas/generated/operations.js';
import { until } from '../../../helpers/daemon.js';
import { trials } from '../requests/index.js';
import { readServed, type Served } from '../served.js';
import type { Prepared } from '../world.js';
import { casesOf, requestOf } from './cases.js';
import { idle, undecided } from './keys.js';
import { openPlayground, type Playground } from './playground.js';
import { tryRequest } from './send.js';
import { createValues } from './values.js';

export interface FuzzOptions {
  /** the same seed gives the same requests */
  seed: number;
  /** requests per operation */
  cases: number;
  /** names of operations; default: all */
  only?: readonly string[];
  report?(text: string): void;
}

export interface FuzzOutcome {
  operations: number;
  cases: number;
  /** number of successful answers, and operations that never had one */
  succeeded: number;
  neverSucceeded: string[];
  problems: string[];
}

/** Number of requests before a new good one is prepared. */
const renewal = 10;
/** Milliseconds that one operation may spend on finding a smaller request that also fails. */
const shrinkMs = 10_000;
/** Operations that run in parallel; most of the time goes into preparing good requests. */
const lanes = 3;

export async function runFuzz(options: FuzzOptions): Promise<FuzzOutcome> {
  const outcome: FuzzOutcome = { operations: 0, cases: 0, succeeded: 0, neverSucceeded: [], problems: [] };
  const wanted = (served: Served): boolean =>
    // other tests cover operations that end the server
    trials[served.name].ends === undefined && (options.only?.includes(served.name) ?? true);
  // operations that change the configuration would spoil the good requests of the others
  const isConfig = ({ name }: Served): boolean => operationTable[name].resource === 'config';
  await runIn(outcome, options, (served) => wanted(served) && !isConfig(served));
  await runIn(outcome, options, (served) => wanted(served) && isConfig(served), 'any configuration');
  return outcome;
}

/** Fuzzes the chosen operations on a daemon of their own. */
async function runIn(
  outcome: FuzzOutcome,
  options: FuzzOptions,
  choose: (served: Served) => boolean,
  left: 'as it was' | 'any configuration' = 'as it was',
): Promise<void> {
  const playground = await openPlayground();
  try {
    const contract = await readServed(playground.world.daemon);
    const values = createValues(contract);
    const waiting = contract.operations.filter(choose);
    if (outcome.operations === 0)
      outcome.problems.push(...idle(contract).map((key) => `no operation has the key ${key} any more`));
    const lane = async (): Promise<void> => {
      for (let served = waiting.shift(); served; served = waiting.shift()) {
        const open = undecided(served, contract);
        if (open.length > 0)
          outcome.problems.push(`${served.name}: pin in pins.ts, or say why it is harmless: ${open.join(', ')}`);
        else add(outcome, served, await fuzz(playground, served, casesOf(served, values), options), options);
      }
    };
    await Promise.all(Array.from({ length: lanes }, lane));
    outcome.problems.push(...(await afterwards(playground, left === 'as it was')), ...playground.defects());
  } finally {
    await playground.close();
  }
}

interface Tried {
  cases: number;
  succeeded: number;
  problem?: string;
}

function add(
  outcome: FuzzOutcome,
  { name }: Served,
  { cases, succeeded, problem }: Tried,
  { report }: FuzzOptions,
): void {
  outcome.operations += 1;
  outcome.cases += cases;
  outcome.succeeded += succeeded;
  if (succeeded === 0) outcome.neverSucceeded.push(name);
  if (problem !== undefined) outcome.problems.push(problem);
  report?.(`${name}: ${cases} requests, ${succeeded} succeeded${problem === undefined ? '' : ', BROKEN'}`);
}

async function fuzz(
  { world, died }: Playground,
  served: Served,
  cases: ReturnType<typeof casesOf>,
  { seed, cases: numRuns }: FuzzOptions,
): Promise<Tried> {
  const tried: Tried = { cases: 0, succeeded: 0 };
  let good: Prepared = {};
  const property = fc.asyncProperty(cases, async (one) => {
    // the daemon is gone, so a smaller failing request cannot be found
    if (tried.problem !== undefined) return;
    if (tried.cases % renewal === 0) good = await trials[served.name].good(world);
    tried.cases += 1;
    const request = requestOf(served.path, good, one, world.daemon.folder);
    try {
      if (await tryRequest(served, world.daemon, request)) tried.succeeded += 1;
    } catch (error) {
      const what = `${served.method} ${request.path.slice(0, 600)} ${(request.body ?? '').slice(0, 1_000)}`;
      const problem = `${served.name}: ${what}\n  ${error instanceof Error ? error.message : String(error)}`;
      if (isConnectionLost(error) && (await died())) tried.problem = problem;
      throw new Error(problem);
    }
  });
  const details = await fc.check(property, {
    seed,
    numRuns,
    interruptAfterTimeLimit: numRuns * 500 + shrinkMs,
    markInterruptAsFailure: false,
  });
  const { failed, errorInstance } = details;
  if (failed) tried.problem ??= errorInstance instanceof Error ? errorInstance.message : String(errorInstance);
  return tried;
}

const isConnectionLost = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string';

/** Checks the daemon after the run: sessions still work, and all of them can be read, also after a restart. */
async function afterwards({ world: { daemon } }: Playground, hasModel: boolean): Promise<string[]> {
  const look = async (): Promise<number> => {
    const { items } = await daemon.ok('listSessions', { query: { include_archive: true, page_size: 100 } });
    for (const { id } of items) await daemon.ok('getSessionSnapshot', daemon.session(id));
    return items.length;
  };
  try {
    const { id } = await daemon.createSession();
    const reason = hasModel ? (await daemon.run(id, 'say still here')).last_turn_reason : 'completed';
    if (reason !== 'completed') return [`a turn afterwards: ${reason}`];
    const before = await look();
    await daemon.restart();
    const after = await until('the sessions of before', look);
    return before === after ? [] : [`${before} sessions before a restart, ${after} after it`];
  } catch (error) {
    return [`afterwards: ${error instanceof Error ? error.message : String(error)}`];
  }
}
