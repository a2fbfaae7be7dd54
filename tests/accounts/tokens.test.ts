/** Without working file locks, a process that refreshes too late uses the token of the other process. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { createCredentialStore } from '../../daemon/accounts/credential.js';
import type { TokenAnswer } from '../../daemon/accounts/service.js';
import { createTokens } from '../../daemon/accounts/tokens.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'agent-tokens-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function open(refresh: (token: string) => Promise<TokenAnswer>) {
  const store = createCredentialStore({
    path: join(folder, 'login.json'),
    lock: (work) => work(),
  });
  return createTokens({
    store,
    service: { refresh: (_host, token) => refresh(token) },
    now: Date.now,
    log: { warn: () => undefined },
  });
}

test('a refusal of a token that another process has replaced meanwhile is no end of the login', async () => {
  const tokens = (name: string) => ({ access_token: `a-${name}`, refresh_token: `r-${name}`, expires_in: 3600 });
  const late = open(async () => {
    expect(await early.accessToken('a-1')).toBe('a-2');
    return { kind: 'refused', message: 'invalid_grant' };
  });
  const early = open(() => Promise.resolve({ kind: 'tokens', tokens: tokens('2') }));
  await late.keep(tokens('1'), { host: 'https://h', base: 'https://b', region: 'global' });
  expect(await late.accessToken('a-1')).toBe('a-2');
  expect([late.status(), early.status()]).toEqual(['authenticated', 'authenticated']);
});

test('a refusal of the token that is valid now ends it', async () => {
  const only = open(() => Promise.resolve({ kind: 'refused', message: 'invalid_grant' }));
  await only.keep(
    { access_token: 'a', refresh_token: 'r', expires_in: 3600 },
    { host: 'https://h', base: 'https://b', region: 'global' },
  );
  await expect(only.accessToken('a')).rejects.toThrow('log in again');
  expect(only.status()).toBe('revoked');
});
