/** Web search through the configured service (engine.md 4.10). */
import { setTimeout as pause } from 'node:timers/promises';
import { startDeadline, untilAborted } from '../base/async/wait.js';
import { recordOf } from '../base/text/values.js';
import { WebFailure } from './failure.js';
import { askService, ServiceFailure, withoutSecrets, type AskOptions, type Endpoint } from './service.js';

/** One search result; fields that the service did not send are absent. */
export interface Hit {
  title: string;
  url: string;
  site?: string;
  date?: string;
  snippet?: string;
  /** text of the page itself */
  text?: string;
}

export interface SearchOptions extends Omit<AskOptions, 'accept' | 'limit'> {
  /** time limit of one answer, in milliseconds */
  timeMs: number;
}

const attempts = 2;
const pauseMs = 300;
/** Maximum bytes. */
const answerLimit = 4 * 1024 * 1024;

/** Calls the service at most twice; throws WebFailure, or the signal's reason. */
export async function searchWeb(endpoint: Endpoint, query: string, options: SearchOptions): Promise<Hit[]> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await searchOnce(endpoint, query, options);
    } catch (error) {
      options.signal.throwIfAborted();
      if (!(error instanceof ServiceFailure)) throw error;
      if (attempt === attempts || !error.passing) {
        throw new WebFailure(`The search service failed: ${withoutSecrets(error.message, endpoint)}.`);
      }
      await pause(pauseMs, undefined, { signal: options.signal });
    }
  }
}

async function searchOnce(endpoint: Endpoint, query: string, options: SearchOptions): Promise<Hit[]> {
  const late = new ServiceFailure(`it did not answer within ${options.timeMs / 1000} s`, true);
  const deadline = startDeadline(options.timeMs, late, options.signal);
  try {
    const { bytes } = await untilAborted(
      askService(
        endpoint,
        { text_query: query },
        { ...options, accept: 'application/json', limit: answerLimit, signal: deadline.signal },
      ),
      deadline.signal,
    );
    return hitsOf(withoutSecrets(new TextDecoder().decode(bytes), endpoint));
  } finally {
    deadline.close();
  }
}

function hitsOf(text: string): Hit[] {
  const results = recordOf(parse(text))['search_results'];
  if (!Array.isArray(results)) throw new ServiceFailure('its answer holds no search_results', false);
  return results.flatMap((entry) => {
    const fields = recordOf(entry);
    const hit = {
      ...given('site', fields['site_name']),
      ...given('date', fields['date']),
      ...given('snippet', fields['snippet']),
      ...given('text', fields['content']),
    };
    const { title = '', url = '' } = { ...given('title', fields['title']), ...given('url', fields['url']) };
    return title === '' && url === '' ? [] : [{ title, url, ...hit }];
  });
}

function given<Name extends string>(name: Name, value: unknown): Partial<Record<Name, string>> {
  const text = typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : '';
  return (text === '' ? {} : { [name]: text }) as Partial<Record<Name, string>>;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ServiceFailure('its answer is not JSON', true);
  }
}
