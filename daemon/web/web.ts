/** Access to the web: pages and searches, through a configured service or directly. */
import { webAddress } from './address.js';
import { startDeadline, untilAborted } from '../base/async/wait.js';
import { WebFailure } from './failure.js';
import { getPage, pageLimit, type ProxyRoute, type Page } from './get.js';
import { HostUnknown, publicAddresses, realOutside, type Outside } from './hosts.js';
import { kindOfType, mediaType } from './media.js';
import { searchWeb, type Hit } from './search.js';
import { askService, withoutSecrets, type Endpoint, type ServiceAnswer } from './service.js';

/** The current `[services]` of the configuration. */
export interface Services {
  search?: Endpoint;
  fetch?: Endpoint;
}

export interface WebDeps {
  services(): Services;
  /** the program's name */
  userAgent(): string;
  /** the fetch for services; pages use their own connections */
  fetch: typeof globalThis.fetch;
  /** returns the proxy for a page, if there is one; throws when it cannot be used */
  proxyRoute?(url: URL): ProxyRoute | undefined;
  log: { warn(message: string): void };
  outside?: Partial<Outside>;
}

export interface FetchOptions {
  signal: AbortSignal;
  /** why a rule forbids a redirect to an address; undefined when none does */
  denied(url: string): Promise<string | undefined>;
}

export interface Web {
  /** throws WebFailure, or the signal's reason */
  fetchPage(url: string, options: FetchOptions): Promise<Page>;
  /** throws WebFailure, also when no service is configured, or the signal's reason */
  search(query: string, signal: AbortSignal): Promise<Hit[]>;
  /** time limit for converting a page to Markdown, in milliseconds */
  convertMs: number;
}

export function createWeb(deps: WebDeps): Web {
  const outside: Outside = { ...realOutside, ...deps.outside };
  // replace characters that headers cannot carry instead of failing
  const userAgent = (): string => deps.userAgent().replace(/[^\x21-\x7e]+/g, '-') || 'agent';

  async function throughService(url: URL, service: Endpoint, signal: AbortSignal): Promise<Page | undefined> {
    const late = new WebFailure(`it did not answer within ${outside.serviceMs / 1000} s`);
    const deadline = startDeadline(outside.serviceMs, late, signal);
    try {
      const answer = await untilAborted(
        askService(
          service,
          { url: url.href },
          {
            fetch: deps.fetch,
            accept: 'text/markdown',
            userAgent: userAgent(),
            signal: deadline.signal,
            limit: pageLimit,
          },
        ),
        deadline.signal,
      );
      return servedPage(url, answer, service);
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof WebFailure)) throw error;
      deps.log.warn(`the fetch service failed: ${withoutSecrets(error.message, service)}; the page is read directly`);
      return undefined;
    } finally {
      deadline.close();
    }
  }

  /** Refuses private addresses for a service, which may be inside a private network; names may be known only there. */
  async function refusePrivate(url: URL): Promise<void> {
    try {
      await publicAddresses(url, outside);
    } catch (error) {
      if (!(error instanceof HostUnknown)) throw error;
    }
  }

  return {
    convertMs: outside.convertMs,
    async fetchPage(address, options) {
      const url = webAddress(address);
      const late = new WebFailure(`${url.host} did not give the page within ${outside.fetchMs / 1000} s.`);
      const deadline = startDeadline(outside.fetchMs, late, options.signal);
      const { signal } = deadline;
      const read = async (): Promise<Page> => {
        const service = deps.services().fetch;
        if (service) {
          await refusePrivate(url);
          const page = await throughService(url, service, signal);
          if (page) return page;
        }
        const { proxyRoute = () => undefined } = deps;
        return await getPage(url, { userAgent: userAgent(), outside, proxyRoute, signal, denied: options.denied });
      };
      try {
        return await untilAborted(read(), signal);
      } finally {
        deadline.close();
      }
    },
    async search(query, signal) {
      const service = deps.services().search;
      if (!service) throw new WebFailure('No search service is configured.');
      return await searchWeb(service, query, {
        fetch: deps.fetch,
        userAgent: userAgent(),
        signal,
        timeMs: outside.searchMs,
      });
    },
  };
}

/** The page that a service returned; throws WebFailure when it is not readable. */
function servedPage(url: URL, answer: ServiceAnswer, service: Endpoint): Page {
  const kind = kindOfType(mediaType(answer.contentType));
  if (kind === 'html' || kind === 'other') throw new WebFailure('its answer is not Markdown');
  const bytes = Buffer.from(answer.bytes.buffer);
  if (!bytes.some((byte) => byte > 0x20)) throw new WebFailure('its answer is empty');
  const page = { url: url.href, status: 200, contentType: answer.contentType ?? 'text/markdown; charset=utf-8' };
  // check first, so that a large text is decoded only if it contains a secret
  if (!service.secrets.some((secret) => bytes.includes(secret))) return { ...page, bytes: answer.bytes };
  const masked = withoutSecrets(new TextDecoder().decode(bytes), service);
  return { ...page, contentType: 'text/markdown; charset=utf-8', bytes: new TextEncoder().encode(masked) };
}
