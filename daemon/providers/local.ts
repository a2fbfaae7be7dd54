/** Queries a local model server for facts about a model: within a second, in parallel to other requests. Its answers are foreign data. */
import { untilAborted } from '../base/async/wait.js';
import { isLoopback, plainly, setHeader, type Reply, type Send } from '../base/net/outgoing.js';
import { recordOf } from '../base/text/values.js';
import { list, string } from './wire.js';

/** A model as the configuration has it. */
export interface LocalTarget {
  providerType: string;
  baseUrl?: string | undefined;
  /** the server's name of the model */
  model: string;
  apiKey?: string | undefined;
  headers: Readonly<Record<string, string>>;
}

export interface Heard {
  facts: ServedFacts;
  /** every question got an answer, whatever it was */
  complete: boolean;
}

/** Milliseconds for all questions together. */
const limitMs = 1_000;
/** Bytes of one answer. */
const mostBytes = 256 * 1_024;

/** Whether a server is asked at all: the open protocols, at an address of this machine. Names under `localhost` may lead elsewhere. */
export function isLocal({ providerType, baseUrl }: Pick<LocalTarget, 'providerType' | 'baseUrl'>): boolean {
  if (providerType !== 'openai' && providerType !== 'openai_responses') return false;
  return baseUrl !== undefined && isLoopback(baseUrl) && !new URL(baseUrl).hostname.endsWith('.localhost');
}

/** The window that counts: the one the server works with, else the most that the model could take. Tokens. */
export function windowOf({ serving, largest }: ServedFacts): number | undefined {
  return serving ?? largest;
}

/** Asks everything at once; never rejects. Only the server of the base address hears anything, the key included. */
export async function askServer(target: LocalTarget, send: Send): Promise<Heard> {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), limitMs);
  timer.unref();
  try {
    const answers = await Promise.all(questions.map((question) => ask(question, target, send, controller.signal)));
    const heard = answers.filter((answer) => answer !== undefined);
    return { facts: joined(heard), complete: heard.length === answers.length };
  } finally {
    clearTimeout(timer);
    controller.abort();
  }
}

/** Undefined when there was no answer; empty for one without facts. */
async function ask(
  question: Question,
  target: LocalTarget,
  send: Send,
  signal: AbortSignal,
): Promise<ServedFacts | undefined> {
  const base = (target.baseUrl ?? '').replace(/\/+$/, '');
  const address = (question.underBase ? base : base.replace(/\/v1$/, '')) + question.path;
  try {
    const body = question.body && JSON.stringify(question.body(target.model));
    const response = await untilAborted(
      // one that ignores its signal does not block the caller
      send(address, {
        method: body === undefined ? 'GET' : 'POST',
        body,
        headers: headersOf(target, body !== undefined),
        signal,
        ...plainly,
      }),
      signal,
    );
    const text = await untilAborted(readText(response), signal);
    if (response.status >= 500) return undefined;
    return response.ok && text !== undefined ? readAnswer(question, text, target.model) : {};
  } catch {
    // whatever failed: there are no facts
    return undefined;
  }
}

function headersOf({ headers: custom, apiKey }: LocalTarget, hasBody: boolean): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(custom)) setHeader(headers, name, value);
  if (apiKey?.trim()) setHeader(headers, 'authorization', `Bearer ${apiKey.trim()}`);
  headers['accept'] = 'application/json';
  if (hasBody) headers['content-type'] = 'application/json';
  return headers;
}

/** Undefined for more than is read. */
async function readText({ body }: Reply): Promise<string | undefined> {
  const decoder = new TextDecoder();
  let text = '';
  let size = 0;
  for await (const piece of body ?? []) {
    size += piece.byteLength;
    if (size > mostBytes) return undefined;
    text += decoder.decode(piece, { stream: true });
  }
  return text + decoder.decode();
}

function readAnswer(question: Question, text: string, model: string): ServedFacts {
  let answer: unknown;
  try {
    answer = JSON.parse(text);
  } catch {
    return {};
  }
  return question.read(answer, model);
}

/** The facts in one answer; all of them may be missing. */
export interface ServedFacts {
  /** tokens of a request and its reply that the server takes as it runs now */
  serving?: number;
  /** tokens that the model could take at most */
  largest?: number;
  /** whether the model can call tools */
  tools?: boolean;
  /** names of models that the server lists, when the asked one is not among them */
  others?: string[];
  /** the server runs one model, whatever name it is asked for */
  anyName?: boolean;
  /** the model is not in memory yet: its window is only known when it is */
  later?: boolean;
}

/** Entries of a list that are looked at. */
const mostEntries = 2_000;
/** Tokens; numbers outside are no windows. */
const smallestWindow = 256;
const largestWindow = 2 ** 31;

/** Who is asked what, relative to the base address without its `/v1`; the readers get parsed JSON. */
interface Question {
  /** under the base address itself */
  underBase?: boolean;
  path: string;
  /** sent as JSON; absent: GET */
  body?: (model: string) => unknown;
  read(answer: unknown, model: string): ServedFacts;
}

/** What is running now comes first: of two equal facts, the earlier one counts. */
const questions: readonly Question[] = [
  { path: '/api/ps', read: readRunning },
  { path: '/props', read: readProps },
  { path: '/api/v0/models', read: readRoster },
  { underBase: true, path: '/models', read: readModels },
  { path: '/api/show', body: (model) => ({ model }), read: readShow },
];

/** Joins the facts of the answers, in the order of `questions`. */
function joined(answers: readonly ServedFacts[]): ServedFacts {
  const serving = answers.find((each) => each.serving !== undefined)?.serving;
  const largest = answers.find((each) => each.largest !== undefined)?.largest;
  const tools = answers.find((each) => each.tools !== undefined)?.tools;
  const others = answers.find((each) => each.others !== undefined)?.others;
  const namesCount = !answers.some((each) => each.anyName === true && (others?.length ?? 0) <= 1);
  return {
    ...(serving === undefined ? {} : { serving }),
    ...(largest === undefined ? {} : { largest }),
    ...(tools === undefined ? {} : { tools }),
    ...(others === undefined || !namesCount ? {} : { others }),
    ...(answers.some((each) => each.later === true) ? { later: true } : {}),
  };
}

/** The list of the protocol: vLLM adds `max_model_len`, llama.cpp `meta`. */
function readModels(answer: unknown, model: string): ServedFacts {
  const entries = listIn(answer, 'data').filter((entry) => string(entry['id']) !== '');
  const [only, ...more] = entries;
  const isAlone = only !== undefined && more.length === 0 && only['owned_by'] === 'llamacpp';
  const found = entries.find((entry) => sameName(string(entry['id']), model)) ?? (isAlone ? only : undefined);
  if (!found) return entries.length === 0 ? {} : { others: entries.map((entry) => string(entry['id'])) };
  const meta = recordOf(found['meta']);
  return windows(
    tokens(found['max_model_len']) ?? tokens(meta['n_ctx']) ?? tokens(found['loaded_context_length']),
    tokens(meta['n_ctx_train']) ?? tokens(found['max_context_length']),
  );
}

/** llama.cpp: the window of one slot, and what the chat template can express. */
function readProps(answer: unknown): ServedFacts {
  const props = recordOf(answer);
  const serving = tokens(recordOf(props['default_generation_settings'])['n_ctx']);
  const { supports_tools: tools } = recordOf(props['chat_template_caps']);
  return {
    ...windows(serving),
    ...(serving === undefined ? {} : { anyName: true }),
    ...(typeof tools === 'boolean' ? { tools } : {}),
  };
}

/** Ollama: what the model can do, its own limit, and the window written into it. */
function readShow(answer: unknown): ServedFacts {
  const facts = recordOf(answer);
  const info = recordOf(facts['model_info']);
  const key = Object.keys(info).find((each) => each.endsWith('.context_length'));
  const [, written] = /^\s*num_ctx\s+"?(\d{1,10})"?\s*$/m.exec(string(facts['parameters'])) ?? [];
  const { capabilities } = facts;
  return {
    ...windows(
      written === undefined ? undefined : tokens(Number(written)),
      key === undefined ? undefined : tokens(info[key]),
    ),
    ...(Array.isArray(capabilities) ? { tools: capabilities.includes('tools') } : {}),
  };
}

/** Ollama: the models in memory. */
function readRunning(answer: unknown, model: string): ServedFacts {
  if (!Array.isArray(recordOf(answer)['models'])) return {};
  const found = listIn(answer, 'models').find((entry) =>
    [entry['model'], entry['name']].some((name) => sameName(string(name), model)),
  );
  return found ? windows(tokens(found['context_length'])) : { later: true };
}

/** LM Studio: its models with their state. */
function readRoster(answer: unknown, model: string): ServedFacts {
  const found = listIn(answer, 'data').find((entry) => string(entry['id']) === model);
  if (!found) return {};
  const { capabilities, state } = found;
  return {
    ...windows(tokens(found['loaded_context_length']), tokens(found['max_context_length'])),
    ...(Array.isArray(capabilities) ? { tools: capabilities.includes('tool_use') } : {}),
    ...(state === 'not-loaded' ? { later: true } : {}),
  };
}

function windows(serving: number | undefined, largest?: number): ServedFacts {
  return { ...(serving === undefined ? {} : { serving }), ...(largest === undefined ? {} : { largest }) };
}

function tokens(value: unknown): number | undefined {
  const fits = typeof value === 'number' && Number.isInteger(value) && value >= smallestWindow;
  return fits && value <= largestWindow ? value : undefined;
}

function listIn(answer: unknown, field: string): Record<string, unknown>[] {
  return list(recordOf(answer)[field]).slice(0, mostEntries).map(recordOf);
}

/** A name without a tag means the tag `latest`. */
function sameName(one: string, other: string): boolean {
  const full = (name: string): string => (name.includes(':') ? name : `${name}:latest`);
  return full(one) === full(other);
}
