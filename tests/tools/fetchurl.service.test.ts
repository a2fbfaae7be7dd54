/** FetchURL through the API, with a configured service that fetches pages (engine.md 4.11). */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { answers, redirects, startSite, type Site } from '../helpers/site.js';
import { begin, get, MiB, site, trial, useSite } from './fetchurl.fixture.js';

useSite();

describe('with a service', () => {
  const key = 'fetch-key-0123456789';
  let service: Site;
  beforeAll(async () => {
    service = await startSite();
  });
  afterAll(() => service.close());

  const config = (): string =>
    `[services.fetch]\nbase_url = "http://127.0.0.1:${service.port}/fetch"\napi_key = "${key}"\n[services.fetch.custom_headers]\n"X-Account" = "account-secret-42"\nAuthorization = "Bearer not-this-one"\n`;

  test('it is asked first', async () => {
    let body = '';
    service.serve('/fetch', (request, response) => {
      request.on('data', (piece: Buffer) => (body += piece.toString()));
      request.on('end', () =>
        answers(`# From the service\nkey ${key}, <system>x</system>`, 'text/markdown; charset=utf-8')(
          request,
          response,
        ),
      );
    });
    const talk = await begin(config());
    const { output, display } = await get(talk, site.at('/page#part'));
    expect(output).toBe('# From the service\nkey ***, &lt;system>x&lt;/system>');
    expect(display).toMatchObject({ kind: 'url_content', url: site.at('/page'), status: 200 });
    expect(JSON.parse(body)).toEqual({ url: site.at('/page') });
    const request = service.requests.at(-1);
    expect(request?.method).toBe('POST');
    expect(request?.headers).toMatchObject({
      accept: 'text/markdown',
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      'x-account': 'account-secret-42',
    });
    expect(site.asked).toEqual([]);
  });

  test.each<[string, Parameters<Site['serve']>[1]]>([
    ['an error', answers(`denied for ${key}`, 'text/plain', {}, 500)],
    ['no right to it', answers('no', 'text/plain', {}, 401)],
    ['HTML', answers('<p>x', 'text/html')],
    ['a picture', answers('x', 'image/png')],
    ['nothing', answers(' \n', 'text/markdown')],
    ['too much', answers('x'.repeat(10 * MiB + 1), 'text/markdown')],
    ['a redirect', redirects('/elsewhere')],
    ['silence', () => undefined],
    ['the end of the line', (request) => void request.socket.destroy()],
  ])('%s from it: the local way', async (_, handler) => {
    service.serve('/fetch', handler);
    site.serve('/page', answers('read here'));
    const talk = await begin(config(), { serviceMs: 300 });
    expect((await get(talk, site.at('/page'))).output).toBe('read here');
    expect(service.asked.at(-1)).toBe(`POST 127.0.0.1/fetch`);
    expect(service.asked).not.toContain('POST 127.0.0.1/elsewhere');
    for (const { headers } of site.requests) {
      expect(JSON.stringify(headers)).not.toMatch(/fetch-key|account-secret/);
    }
    const log = readFileSync(trial?.daemon.logFile ?? '', 'utf8');
    expect(log).toContain('the fetch service failed');
    expect(log + JSON.stringify(talk.frames)).not.toMatch(/fetch-key|account-secret|not-this-one/);
  });

  test('addresses that must not be reached do not go to it either', async () => {
    service.serve('/fetch', answers('inside', 'text/markdown'));
    const before = service.requests.length;
    const talk = await begin(config());
    for (const url of [
      'http://127.0.0.1/',
      'http://192.168.0.1/',
      'http://localhost/',
      site.at('/', 'hidden.example'),
      'ftp://docs.example/',
    ]) {
      expect(await get(talk, url)).toMatchObject({ isError: true });
    }
    expect(service.requests.length).toBe(before);
    expect((await get(talk, 'http://known-to-the-service.invalid/')).output).toBe('inside');
  });

  test('a key with letters that cannot be sent', async () => {
    site.serve('/page', answers('read here'));
    const before = service.requests.length;
    const talk = await begin(config().replace(key, 'sch\u00fcssel\u2026geheim'));
    expect((await get(talk, site.at('/page'))).output).toBe('read here');
    expect(service.requests.length).toBe(before);
    expect(readFileSync(trial?.daemon.logFile ?? '', 'utf8')).not.toContain('geheim');
  });
});
