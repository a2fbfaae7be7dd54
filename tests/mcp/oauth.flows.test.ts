/** Logins that wait for the user: how long, for whom, how many; and checking which login a server needs. */
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { startToolServer } from '../helpers/mcpserver.js';
import { openPlace, type Place } from './oauth.fixture.js';

let place: Place;
/** pending sleeps, which the test ends itself */
let sleeping: { ms: number; wake(): void }[];
beforeEach(async () => {
  sleeping = [];
  place = await openPlace(fetch, (ms, signal) => {
    return new Promise((resolve, reject) => {
      sleeping.push({ ms, wake: resolve });
      signal?.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
    });
  });
});
afterEach(() => place.close());

const quarter = 15 * 60_000;
const failure = (message: string) => ({ errorName: 'MCP_OAUTH_FAILED', message });
const unknown = { errorName: 'VALIDATION_FAILED' };

async function begin(target = place.target): Promise<{ flowId: string; url: string }> {
  const begun = await place.logins.begin(target);
  if (begun === 'authorized') throw new Error('there is a login already');
  return begun;
}
function complete(flowId: string, timeoutMs = quarter) {
  const stop = new AbortController();
  const answer = place.logins.complete(flowId, { timeoutMs, signal: stop.signal });
  answer.catch(() => undefined);
  return { answer, stop };
}
const portOf = (url: string) => new URL(url).searchParams.get('redirect_uri') ?? '';
const isOpen = (url: string) =>
  fetch(portOf(url)).then(
    () => true,
    () => false,
  );

describe('a flow', () => {
  test('is dropped after 15 minutes in which no caller waits', async () => {
    const { flowId, url } = await begin();
    expect(sleeping.map(({ ms }) => ms)).toEqual([quarter]);
    expect(await isOpen(url)).toBe(true);
    sleeping[0]?.wake();
    await new Promise(setImmediate);
    await expect(complete(flowId).answer).rejects.toMatchObject(unknown);
    expect(await isOpen(url)).toBe(false);
  });

  test('lasts as long as a caller waits, and ends with the time limit of the caller', async () => {
    const { flowId, url } = await begin();
    const { answer } = complete(flowId, 2 ** 31 - 1);
    sleeping[0]?.wake();
    await new Promise(setImmediate);
    expect(await isOpen(url)).toBe(true);
    expect(sleeping[1]?.ms).toBe(2 ** 31 - 1);
    sleeping[1]?.wake();
    await expect(answer).rejects.toMatchObject(failure('the user did not log in in time'));
    await expect(complete(flowId).answer).rejects.toMatchObject(unknown);
    expect(await isOpen(url)).toBe(false);
  });

  test('that was made keeps its outcome for who asks later, and is forgotten then', async () => {
    const { flowId, url } = await begin();
    await place.server.auth.visit(url);
    expect(await isOpen(url)).toBe(false);
    await complete(flowId).answer;
    await expect(complete(flowId).answer).rejects.toMatchObject(unknown);
  });

  test('ends when the last one who waits for it is gone', async () => {
    const { flowId, url } = await begin();
    const [one, other] = [complete(flowId), complete(flowId)];
    one.stop.abort();
    await expect(one.answer).rejects.toMatchObject(failure('the client that waited for the login is gone'));
    expect(await isOpen(url)).toBe(true);
    other.stop.abort();
    await expect(other.answer).rejects.toMatchObject(failure('the client that waited for the login is gone'));
    expect(await isOpen(url)).toBe(false);
  });

  test('is one of several of the same page, which goes with the last of them', async () => {
    const [one, other] = await Promise.all([begin(), begin()]);
    expect([one.url, one.flowId === other.flowId]).toEqual([other.url, false]);
    const waits = complete(one.flowId);
    place.logins.cancel(one.flowId);
    await expect(waits.answer).rejects.toMatchObject(failure('the login was cancelled'));
    expect(await isOpen(other.url)).toBe(true);
    place.logins.cancel(other.flowId);
    place.logins.cancel(other.flowId);
    expect(await isOpen(other.url)).toBe(false);
    // the next flow has another page
    expect((await begin()).url).not.toBe(other.url);
  });

  test('of another daemon of the home is another page, and what it brings serves both', async () => {
    const other = place.another();
    const [mine, theirs] = [await begin(), await other.begin(place.target)];
    if (theirs === 'authorized') throw new Error('no user has logged in');
    expect(theirs.url).not.toBe(mine.url);
    await place.server.auth.visit(mine.url);
    await complete(mine.flowId).answer;
    expect(await other.auth(place.target).token()).toBe(place.stored()?.access_token);
    await place.server.auth.visit(theirs.url);
    expect(await place.logins.auth(place.target).token()).toBe(place.stored()?.access_token);
  });

  test('gives way when there are too many', async () => {
    const first = await begin();
    const waits = complete(first.flowId);
    for (let count = 0; count < 63; count += 1) await begin();
    expect((await Promise.race([waits.answer.catch(() => 'over'), Promise.resolve('open')])) ?? '').toBe('open');
    await begin();
    await expect(waits.answer).rejects.toMatchObject(failure('too many logins were begun'));
  });

  test('that failed to begin leaves nothing behind: the next one starts again', async () => {
    place.server.auth.fail('/register', { status: 500 });
    await expect(begin()).rejects.toMatchObject({ errorName: 'MCP_OAUTH_FAILED' });
    expect(await isOpen((await begin()).url)).toBe(true);
  });

  test('whose code is on its way is finished when the server stops', async () => {
    const { url } = await begin();
    let free: () => void = () => undefined;
    place.server.auth.hold('/token', new Promise<void>((resolve) => (free = resolve)));
    const visit = place.server.auth.visit(url);
    for (let turn = 0; turn < 500 && place.server.auth.sent('/token').length === 0; turn += 1)
      await new Promise((resolve) => setTimeout(resolve, 10));
    const closed = place.logins.close();
    free();
    await closed;
    await visit;
    expect(place.stored()?.access_token).toMatch(/^canary-access/);
  });

  test('notifies listeners of logins that come and go', async () => {
    const heard: string[] = [];
    const stop = place.logins.onChange((key) => void heard.push(key));
    const { url, flowId } = await begin();
    await place.server.auth.visit(url);
    await complete(flowId).answer;
    await place.logins.reset(place.target);
    stop();
    await place.logins.reset(place.target);
    expect(heard).toHaveLength(2);
    expect(new Set(heard).size).toBe(1);
    expect(place.logins.state(place.target)).toBe('none');
  });
});

describe('a server that is asked', () => {
  test('wants a login, takes one, refuses one, or cannot be asked', async () => {
    const { server, target, logins, clock } = place;
    expect(await logins.check(target)).toEqual({ kind: 'required' });
    const { url, flowId } = await begin();
    await server.auth.visit(url);
    await complete(flowId).answer;
    expect(await logins.check(target)).toEqual({ kind: 'authorized' });
    clock.ahead = 60_000;
    // the server refuses the token, and the check renews it
    server.auth.endAccess();
    expect(await logins.check(target)).toEqual({ kind: 'authorized' });
    clock.ahead = 120_000;
    server.auth.endAccess();
    server.auth.revokeAll();
    expect(await logins.check(target)).toEqual({ kind: 'expired' });
    expect(logins.state(target)).toBe('refused');
    expect(await logins.check(target)).toEqual({ kind: 'expired' });
    expect(await logins.check({ url: 'http://127.0.0.1:4/', headers: {} })).toEqual({
      kind: 'unavailable',
      error: 'the connection was refused',
    });
    // no check leaves a session at the server
    expect(server.tools.sessions()).toBe(0);
  });

  test.each(['http', 'sse'] as const)(
    'lets every client in, or wants a login without saying more: %s',
    async (kind) => {
      const open = await startToolServer({ kind });
      try {
        expect(await place.logins.check({ url: open.url, headers: {} })).toEqual({ kind: 'open' });
        open.script.token = 'open-sesame';
        expect(await place.logins.check({ url: open.url, headers: {} })).toEqual({ kind: 'required' });
        const known = { authorization: 'Bearer open-sesame' };
        expect(await place.logins.check({ url: open.url, headers: known })).toEqual({ kind: 'open' });
        open.script.instead = (_, response) => !!response.writeHead(503).end();
        const answer = { kind: 'unavailable', error: 'it answered HTTP 503' };
        expect(await place.logins.check({ url: open.url, headers: {} })).toEqual(answer);
        open.script.instead = (_, response) => !!response.writeHead(302, { location: 'http://127.0.0.1:4/' }).end();
        expect(await place.logins.check({ url: open.url, headers: {} })).toMatchObject({
          error: 'it answered HTTP 302',
        });
      } finally {
        await open.close();
      }
    },
  );
});
