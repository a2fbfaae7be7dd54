/** Fuzzes every operation of a running daemon with requests made from the schemas it serves. */
import fc from 'fast-check';
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
  /** makes the same requests again */
  seed: number;
  /** requests per operation */
  cases: number;
  /** names of operations; default: all */
  only?: readonly string[];
  tell?(text: string): void;
}

export interface FuzzOutcome {
  operations: number;
  cases: number;
  /** answers that were a success, and operations that never had one */
  succeeded: number;
  neverSucceeded: string[];
  problems: string[];
}

/** Requests until a new good one is prepared. */
const renewal = 10;
/** How long one operation may look for a smaller request that fails too; ms. */
const shrinkMs = 10_000;

export async function runFuzz(options: FuzzOptions): Promise<FuzzOutcome> {
  const playground = await openPlayground();
  const outcome: FuzzOutcome = { operations: 0, cases: 0, succeeded: 0, neverSucceeded: [], problems: [] };
  try {
    const contract = await readServed(playground.world.daemon);
    const { operations, resolve } = contract;
    const values = createValues({ resolve });
    // those that end the server are tried elsewhere
    const chosen = operations.filter(({ name }) => !trials[name].ends && (options.only?.includes(name) ?? true));
    outcome.problems.push(...idle(contract).map((key) => `no operation has the key ${key} any more`));
    for (const served of chosen) {
      const open = undecided(served, contract);
      if (open.length > 0) {
        outcome.problems.push(`${served.name}: pin in pins.ts, or say why it is harmless: ${open.join(', ')}`);
        continue;
      }
      const tried = await fuzz(playground, served, casesOf(served, values), options);
      outcome.operations += 1;
      outcome.cases += tried.cases;
      outcome.succeeded += tried.succeeded;
      if (tried.succeeded === 0) outcome.neverSucceeded.push(served.name);
      if (tried.problem !== undefined) outcome.problems.push(tried.problem);
      options.tell?.(
        `${served.name}: ${tried.cases} requests, ${tried.succeeded} succeeded${tried.problem === undefined ? '' : ', BROKEN'}`,
      );
    }
    outcome.problems.push(...(await afterwards(playground)), ...playground.defects());
  } finally {
    await playground.close();
  }
  return outcome;
}

async function fuzz(
  { world }: Playground,
  served: Served,
  cases: ReturnType<typeof casesOf>,
  { seed, cases: numRuns }: FuzzOptions,
): Promise<{ cases: number; succeeded: number; problem?: string }> {
  const { daemon } = world;
  let good: Prepared = {};
  let sent = 0;
  let succeeded = 0;
  const property = fc.asyncProperty(cases, async (one) => {
    if (sent % renewal === 0) good = await trials[served.name].good(world);
    sent += 1;
    const request = requestOf(served.path, good, one, daemon.folder);
    const success = await tryRequest(served, daemon, request).catch((error: unknown) => {
      const what = `${served.method} ${request.path.slice(0, 600)} ${(request.body ?? '').slice(0, 1_000)}`;
      throw new Error(`${served.name}: ${what}\n  ${error instanceof Error ? error.message : String(error)}`);
    });
    if (success) succeeded += 1;
  });
  const details = await fc.check(property, {
    seed,
    numRuns,
    interruptAfterTimeLimit: numRuns * 500 + shrinkMs,
    markInterruptAsFailure: false,
  });
  const { failed, errorInstance } = details;
  if (!failed) return { cases: sent, succeeded };
  return {
    cases: sent,
    succeeded,
    problem: errorInstance instanceof Error ? errorInstance.message : String(errorInstance),
  };
}

/** What must hold when all is over: work goes on, everything can be read, and another start finds it again. */
async function afterwards({ world: { daemon } }: Playground): Promise<string[]> {
  const look = async (): Promise<number> => {
    const { items } = await daemon.ok('listSessions', { query: { include_archive: true, page_size: 100 } });
    for (const { id } of items) await daemon.ok('getSessionSnapshot', daemon.session(id));
    return items.length;
  };
  try {
    const { id } = await daemon.createSession();
    const { last_turn_reason: reason } = await daemon.run(id, 'say still here');
    if (reason !== 'completed') return [`a turn afterwards: ${reason}`];
    const before = await look();
    await daemon.restart();
    const after = await until('the sessions of before', look);
    return before === after ? [] : [`${before} sessions before a restart, ${after} after it`];
  } catch (error) {
    return [`afterwards: ${error instanceof Error ? error.message : String(error)}`];
  }
}
