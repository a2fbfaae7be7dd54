/** Queries a local model server for facts about a model: within a second, in parallel to other requests. */
import { untilAborted } from '../base/async/wait.js';
import { isLoopback, plainly, setHeader, type Reply, type Send } from '../base/net/outgoing.js';
import { joined, questions, type Question, type ServedFacts } from './local-answers.js';

export type { ServedFacts } from './local-answers.js';

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
