/** Queries a local model server for facts about a model, for at most a second. Its answers are untrusted data. */
import { untilAborted } from '../base/async/wait.js';
import { isLoopback, plainly, setHeader, type Reply, type Send } from '../base/net/outgoing.js';
import { recordOf } from '../base/text/values.js';
import { list, string } from './wire.js';

/** A model as configured. */
export interface LocalTarget {
  providerType: string;
  baseUrl?: string | undefined;
  /** the server's name of the model */
  model: string;
  apiKey?: string | undefined;
  headers: Readonly<Record<string, string>>;
}

export interface Answers {
  facts: ServedFacts;
  /** every question was answered, whether or not with facts */
  complete: boolean;
}

/** Time limit for all questions together, in milliseconds. */
const limitMs = 1_000;
/** Maximum bytes of one answer. */
const mostBytes = 256 * 1_024;

/** Whether to ask a server: it has an open protocol and a loopback address (`*.localhost` may lead elsewhere). */
export function isLocal({ providerType, baseUrl }: Pick<LocalTarget, 'providerType' | 'baseUrl'>): boolean {
  if (providerType !== 'openai' && providerType !== 'openai_responses') return false;
  return baseUrl !== undefined && isLoopback(baseUrl) && !new URL(baseUrl).hostname.endsWith('.localhost');
}

/** The context window in effect, in tokens: the server's current one, else the model's maximum. */
export function windowOf({ serving, largest }: ServedFacts): number | undefined {
  return serving ?? largest;
}

/** Sends all questions in parallel; never rejects. Only the server of the base address gets a request or the key. */
export async function askServer(target: LocalTarget, send: Send): Promise<Answers> {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), limitMs);
  timer.unref();
  try {
    const answers = await Promise.all(questions.map((question) => ask(question, target, send, controller.signal)));
    const received = answers.filter((answer) => answer !== undefined);
    return { facts: joined(received), complete: received.length === answers.length };
  } finally {
    clearTimeout(timer);
    controller.abort();
  }
}

/** The facts of one question; undefined without an answer, empty for an answer without facts. */
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
      // a `send` that ignores its signal does not block the caller
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
    // on any failure there are no facts
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

/** Reads the body; undefined when it exceeds the limit. */
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

/** The facts of one answer; all of them may be missing. */
export interface ServedFacts {
  /** maximum tokens of a request and its reply in the server's current configuration */
  serving?: number;
  /** maximum tokens that the model supports */
  largest?: number;
  /** whether the model can call tools */
  tools?: boolean;
  /** names of the server's models when the requested one is not among them */
  others?: string[];
  /** the server runs one model and ignores the requested name */
  anyName?: boolean;
  /** the model is not loaded yet, and its window is only known when it is */
  later?: boolean;
}

/** Maximum number of list entries that are read. */
const mostEntries = 2_000;
/** Tokens; other numbers are not valid windows. */
const smallestWindow = 256;
const largestWindow = 2 ** 31;

/** One request, relative to the base address without its `/v1`, and how to read its answer, which is parsed JSON. */
interface Question {
  /** relative to the full base address */
  underBase?: boolean;
  path: string;
  /** the JSON body; absent: GET */
  body?: (model: string) => unknown;
  read(answer: unknown, model: string): ServedFacts;
}

/** In order of priority, with running state first: the first answer with a fact decides about it. */
const questions: readonly Question[] = [
  { path: '/api/ps', read: readRunning },
  { path: '/props', read: readProps },
  { path: '/api/v0/models', read: readModelList },
  { underBase: true, path: '/models', read: readModels },
  { path: '/api/show', body: (model) => ({ model }), read: readShow },
];

/** Merges the facts of the answers, in the order of `questions`. */
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

/** The model list of the protocol: vLLM adds `max_model_len`, llama.cpp `meta`. */
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

/** llama.cpp: the window of one slot, and whether the chat template supports tools. */
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

/** Ollama: the model's capabilities, its maximum window, and the window in its parameters. */
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

/** Ollama: the loaded models. */
function readRunning(answer: unknown, model: string): ServedFacts {
  if (!Array.isArray(recordOf(answer)['models'])) return {};
  const found = listIn(answer, 'models').find((entry) =>
    [entry['model'], entry['name']].some((name) => sameName(string(name), model)),
  );
  return found ? windows(tokens(found['context_length'])) : { later: true };
}

/** LM Studio: its models with their state. */
function readModelList(answer: unknown, model: string): ServedFacts {
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

/** Compares names; a name without a tag means the tag `latest`. */
function sameName(one: string, other: string): boolean {
  const full = (name: string): string => (name.includes(':') ? name : `${name}:latest`);
  return full(one) === full(other);
}
