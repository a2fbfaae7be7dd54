/** The daemons that the contract is tested with, and calls of operations by name. */
import type { OperationFacts, OperationName } from '../../../schemas/generated/operations.js';
import { operationTable } from '../../../schemas/generated/operations.js';
import { startAccountServer } from '../../helpers/accountserver.js';
import { pathOf, startTestDaemon, type Request, type TestDaemon } from '../../helpers/daemon.js';
import { exchange } from '../../helpers/exchange.js';
import { startProtectedServer, type ProtectedServer } from '../../helpers/mcpauthserver.js';
import { startModel, type ScriptedModel } from '../../helpers/model.js';
import { ask as askRaw } from '../../http/harness.js';

/** A request of an operation that is known only by its name. */
export type Prepared = Request & { params?: Record<string, string> };

/** The result of a call; a stream or bytes count as a success of the operation. */
export interface Outcome {
  status: number;
  code: number;
  data?: unknown;
  details?: unknown;
}

export interface World {
  daemon: TestDaemon;
  /** shares the home, in which the first daemon owns everything */
  other: TestDaemon;
  /** reachable from other hosts; tests may get banned there */
  open: TestDaemon;
  /** the model `scripted` of the first daemon: answers with a few words */
  model: ScriptedModel;
  /** an MCP server that asks for a login */
  guarded(): Promise<ProtectedServer>;
  /** calls by name; the answer must fit the served document */
  call(name: OperationName, request: Prepared, on?: TestDaemon): Promise<Outcome>;
  /** calls with made-up parameters, these headers and this body */
  raw(
    name: OperationName,
    headers: Record<string, string | undefined>,
    on?: TestDaemon,
    body?: string | Buffer,
  ): Promise<Outcome>;
  /** starts a resource that all trials share under this key; it closes with the world */
  shared<T extends { close(): Promise<unknown> }>(key: unknown, start: () => Promise<T>): Promise<T>;
  /** runs this while the clocks are a day ahead */
  late<T>(work: () => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

export const facts = (name: OperationName): OperationFacts => operationTable[name];

const day = 24 * 60 * 60 * 1000;

export async function startWorld(): Promise<World> {
  const clock = { ahead: 0 };
  const now = () => Date.now() + clock.ahead;
  const model = await startModel();
  model.answer(() => ({ text: 'A few words' }));
  const account = await startAccountServer();
  const daemon = await startTestDaemon({ now, config: configOf(model), debugEndpoints: true, env: account.env });
  const other = await startTestDaemon({ home: daemon.home, now });
  // the clock never advances, so a ban lasts as long as the suite
  const started = Date.now();
  const open = await startTestDaemon({ host: '0.0.0.0', now: () => started });
  const world = worldOf({ daemon, other, open, model }, clock);
  return { ...world, close: () => world.close().finally(() => account.close()) };
}

/** The offline provider answers unless a test selects the scripted model. */
export const configOf = ({ baseUrl }: ScriptedModel): string =>
  `default_model = "offline/echo"\n[providers.p]\ntype = "openai"\nbase_url = "${baseUrl}"\napi_key = "sk-test"\n` +
  '[models.scripted]\nprovider = "p"\nmodel = "scripted"\nmax_context_size = 100000\n';

type Parts = Pick<World, 'daemon' | 'other' | 'open' | 'model'>;

export function worldOf(parts: Parts, clock = { ahead: 0 }): World {
  const { daemon, other, open, model } = parts;
  const started = new Map<unknown, Promise<{ close(): Promise<unknown> }>>();
  function shared<T extends { close(): Promise<unknown> }>(key: unknown, start: () => Promise<T>): Promise<T> {
    const known = started.get(key) ?? start();
    started.set(key, known);
    return known as Promise<T>;
  }
  return {
    ...parts,
    guarded: () => shared(startProtectedServer, startProtectedServer),
    shared,
    call: (name, request, on = daemon) => callByName(name, request, on),
    raw: (name, headers, on = daemon, body) => callRaw(name, headers, on, body),
    late(work) {
      clock.ahead = day + 1;
      // set back at once, because a server whose clock differs too much looks dead to the other one
      return work().finally(() => {
        clock.ahead = 0;
      });
    },
    async close() {
      await other.close();
      await daemon.close();
      await open.close();
      await model.close();
      for (const each of started.values()) await (await each).close();
    },
  };
}

async function callByName(name: OperationName, request: Prepared, on: TestDaemon): Promise<Outcome> {
  const { method, answer, successCode } = facts(name);
  if (answer === 'envelope' || answer === 'document')
    return on.ask(name as 'getSession', request as { params: { session_id: string } });
  const query = new URLSearchParams(
    Object.entries(request.query ?? {}).flatMap(([key, value]) =>
      (Array.isArray(value) ? value : [value]).map((each) => [key, String(each)]),
    ),
  );
  const body = request.text ?? (request.body === undefined ? undefined : JSON.stringify(request.body));
  const response = await exchange(`${on.baseUrl}${pathOf(name, request.params)}?${query.toString()}`, {
    method,
    ...(body === undefined ? {} : { body }),
    headers: {
      ...(request.token === null ? {} : { authorization: `Bearer ${request.token ?? on.token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...request.headers,
    },
  });
  const { status } = response;
  const text = response.bytes.toString();
  if (status < 400 && response.headers.get('x-request-id') && !text.startsWith('{"code":'))
    return { status, code: successCode, data: text };
  const envelope = JSON.parse(text) as Outcome;
  const findings = await on.check(name, status, envelope);
  if (findings.length > 0) throw new Error(`${name} breaks its contract: ${findings.join('; ')}\n${text}`);
  return { ...envelope, status };
}

async function callRaw(
  name: OperationName,
  headers: Record<string, string | undefined>,
  on: TestDaemon,
  body?: string | Buffer,
): Promise<Outcome> {
  const params = Object.fromEntries(
    facts(name).params.map((param) => [param, param === 'workspace_id' ? 'wd_x_0123456789ab' : 'x']),
  );
  const answer = await askRaw(on.port, {
    method: facts(name).method,
    path: pathOf(name, params),
    headers: { authorization: `Bearer ${on.token}`, ...headers },
    ...(body === undefined ? {} : { body }),
  });
  const findings = await on.check(name, answer.status, answer.json);
  if (findings.length > 0) throw new Error(`${name} breaks its contract: ${findings.join('; ')}\n${answer.text}`);
  const { data, details } = answer.json ?? {};
  return { status: answer.status, code: Number(answer.json?.['code']), data, details };
}
