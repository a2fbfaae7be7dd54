/** Runs a scenario through a protocol and records the outcome, in the same terms for all protocols. */
import { createProvider, type ProviderSettings } from '../../daemon/providers/index.js';
import { ProviderError, type ModelEvent, type ModelRequest } from '../../daemon/providers/provider.js';
import type { Timeouts } from '../../daemon/providers/http.js';
import type { RawModel, RawReply, RawRequest } from '../helpers/rawmodel.js';
import type { Dialect, Part, Reply, Seen } from './dialects/dialect.js';
import { deps, request } from './fixtures.js';

export const key = 'sk-very-secret-key';

/** The outcome of a request. A row of the table names only the fields that matter to it. */
export interface Outcome {
  text: string;
  thinking: string;
  /** `input` is parsed; text that is not JSON stays as it is; missing arguments are an empty object */
  calls: { id?: string; name?: string; input: unknown }[];
  signatures: string[];
  usage?: Extract<ModelEvent, { type: 'usage' }>['usage'];
  finish?: string;
  /** kind of the ProviderError; its facts follow */
  failed?: string;
  status?: number;
  retryAfterMs?: number;
  refusedPart?: string;
  /** message of the abort reason, if that was thrown */
  aborted?: string;
  /** whether the server saw the connection end before its answer was complete */
  closedEarly?: boolean;
  /** number of requests that reached the server */
  requests: number;
  /** the last request */
  sent?: Seen & Pick<RawRequest, 'path' | 'headers'>;
}

export interface Ask {
  answer: RawReply | ((request: RawRequest) => RawReply);
  asked?: Partial<ModelRequest>;
  settings?: Partial<ProviderSettings>;
  timeouts?: Timeouts;
  /** when to abort, with the reason "stop" */
  abort?: 'at the request' | 'at the first text';
}

export interface Bench {
  dialect: Dialect;
  raw: RawModel;
  ask(ask: Ask): Promise<Outcome>;
}

export interface Scenario extends Partial<Omit<Ask, 'answer'>> {
  name: string;
  /** the server's answer, in the format of the protocol */
  answer?(dialect: Dialect): RawReply;
  /** for scenarios with more than one request */
  run?(bench: Bench): Promise<Outcome>;
  expected: Record<string, unknown> | ((dialect: Dialect) => Record<string, unknown>);
}

/** Joins events into the bytes of a stream. */
export function stream(events: readonly string[]): string {
  return events.map((event) => `${event}\n\n`).join('');
}

/** The events of a complete reply. */
export function events(dialect: Dialect, parts: Part[], more: Partial<Reply> = {}): string[] {
  const calls = parts.some((part) => 'call' in part);
  const { start, content, finish, end } = dialect.reply({ parts, ending: calls ? 'tool_use' : 'end_turn', ...more });
  return [...start, ...content, ...finish, ...end];
}

/** A reply that ends after "Hel". */
export function half(dialect: Dialect): string[] {
  const { start, content } = dialect.reply({ parts: [{ text: ['Hel', '@'] }], ending: 'end_turn' });
  return [
    ...start,
    ...content.slice(
      0,
      content.findIndex((event) => event.includes('@')),
    ),
  ];
}

export function createBench(dialect: Dialect, raw: RawModel): Bench {
  return {
    dialect,
    raw,
    async ask({ answer, asked, settings, timeouts, abort }) {
      const controller = new AbortController();
      const reason = new Error('stop');
      raw.reply((sent) => {
        if (abort === 'at the request') controller.abort(reason);
        return typeof answer === 'function' ? answer(sent) : answer;
      });
      const before = raw.requests.length;
      const all = { type: dialect.type, apiKey: key, baseUrl: raw.url, ...dialect.settings, ...settings };
      const provider = createProvider(all, { ...deps, ...(timeouts ? { timeouts } : {}) });
      const log = createLog();
      try {
        for await (const event of provider.stream(request(asked), controller.signal)) {
          log.add(event);
          if (abort === 'at the first text' && event.type === 'text') controller.abort(reason);
        }
        log.checkEnd();
      } catch (error) {
        log.fail(error, reason);
      }
      const last = raw.requests.at(-1);
      const requests = raw.requests.length - before;
      if (last && requests > 0) {
        log.outcome.sent = { ...dialect.seen(record(last.body)), path: last.path, headers: last.headers };
        if (abort) log.outcome.closedEarly = (await last.closed).early;
      }
      return { ...log.outcome, requests };
    },
  };
}

interface Log {
  outcome: Omit<Outcome, 'requests'>;
  add(event: ModelEvent): void;
  /** throws unless the reply ended with exactly one `usage` and one `finish` */
  checkEnd(): void;
  /** records a ProviderError or the abort's `reason`; rethrows any other error */
  fail(error: unknown, reason: Error): void;
}

function createLog(): Log {
  const outcome: Log['outcome'] = { text: '', thinking: '', calls: [], signatures: [] };
  const calls: { id?: string; name?: string; pieces: string[] }[] = [];
  const order: string[] = [];
  const pieces = { text: [] as string[], thinking: [] as string[] };
  const settle = (): void => {
    outcome.text = pieces.text.join('');
    outcome.thinking = pieces.thinking.join('');
    outcome.calls = calls.map(({ pieces: parts, ...call }) => ({ ...call, input: parsed(parts.join('')) }));
  };
  return {
    outcome,
    add(event) {
      order.push(event.type);
      if (event.type === 'text' || event.type === 'thinking') {
        if (!event.text.isWellFormed()) throw new Error('half a character was passed on');
        pieces[event.type].push(event.text);
      } else if (event.type === 'thinking_signature') outcome.signatures.push(event.signature);
      else if (event.type === 'usage') outcome.usage = event.usage;
      else if (event.type === 'finish') outcome.finish = event.reason;
      else {
        const call = (calls[event.index] ??= { pieces: [] });
        if (event.id !== undefined) call.id = event.id;
        if (event.name !== undefined) call.name = event.name;
        call.pieces.push(event.arguments);
      }
    },
    checkEnd() {
      settle();
      if (order.at(-1) !== 'finish') throw new Error('a reply ended without finish');
      for (const type of ['usage', 'finish'])
        if (order.filter((each) => each === type).length !== 1) throw new Error(`${type} did not come once`);
    },
    fail(error, reason) {
      settle();
      if (error === reason) return void (outcome.aborted = reason.message);
      if (!(error instanceof ProviderError)) throw error;
      const { status, retryAfterMs, refusedPart } = error.facts;
      if (`${error.message} ${error.stack}`.includes(key)) throw new Error('the failure holds the key');
      Object.assign(outcome, { failed: error.kind, status, retryAfterMs, refusedPart });
    },
  };
}

function parsed(text: string): unknown {
  if (text === '') return {};
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function record(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
