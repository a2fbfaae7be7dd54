/** Queries a local model server for facts about a model: within a second, in parallel to other requests. */
import { untilAborted } from '../base/async/wait.js';
import { isLoopback } from '../base/net/outgoing.js';
import { joined, questions, type Question, type Told } from './local-answers.js';

export type { Told } from './local-answers.js';

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
  told: Told;
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
export function windowOf({ serving, largest }: Told): number | undefined {
  return serving ?? largest;
}

/** Asks everything at once; never rejects. Only the server of the base address hears anything, the key included. */
export async function askServer(target: LocalTarget, fetcher: typeof globalThis.fetch): Promise<Heard> {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), limitMs);
  timer.unref();
  try {
    const answers = await Promise.all(questions.map((question) => ask(question, target, fetcher, controller.signal)));
    const heard = answers.filter((answer) => answer !== undefined);
    return { told: joined(heard), complete: heard.length === answers.length };
  } finally {
    clearTimeout(timer);
    controller.abort();
  }
}

/** Undefined when there was no answer; empty for one without facts. */
async function ask(
  question: Question,
  target: LocalTarget,
  fetcher: typeof globalThis.fetch,
  signal: AbortSignal,
): Promise<Told | undefined> {
  const base = (target.baseUrl ?? '').replace(/\/+$/, '');
  const address = (question.underBase ? base : base.replace(/\/v1$/, '')) + question.path;
  try {
    const body = question.body && JSON.stringify(question.body(target.model));
    const response = await untilAborted(
      // a `fetch` that ignores its signal does not block the caller
      fetcher(address, {
        ...(body === undefined ? {} : { method: 'POST', body }),
        headers: headersOf(target, body !== undefined),
        signal,
        redirect: 'manual',
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

function headersOf({ headers: custom, apiKey }: LocalTarget, hasBody: boolean): Headers {
  const headers = new Headers(custom);
  if (apiKey?.trim()) headers.set('authorization', `Bearer ${apiKey.trim()}`);
  headers.set('accept', 'application/json');
  if (hasBody) headers.set('content-type', 'application/json');
  return headers;
}

/** Undefined for more than is read. */
async function readText(response: Response): Promise<string | undefined> {
  const reader = response.body?.getReader();
  if (!reader) return '';
  const decoder = new TextDecoder();
  const pieces: string[] = [];
  for (let size = 0; ;) {
    const { done, value } = await reader.read();
    if (done) return pieces.join('') + decoder.decode();
    size += value.byteLength;
    if (size > mostBytes) {
      await reader.cancel();
      return undefined;
    }
    pieces.push(decoder.decode(value, { stream: true }));
  }
}

function readAnswer(question: Question, text: string, model: string): Told {
  let answer: unknown;
  try {
    answer = JSON.parse(text);
  } catch {
    return {};
  }
  return question.read(answer, model);
}
