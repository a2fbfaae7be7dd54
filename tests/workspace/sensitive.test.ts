/** Which files count as sensitive. */
import { describe, expect, test } from '@jest/globals';
import { isSensitive } from '../../daemon/workspace/sensitive.js';

const places = { home: '/home/u/.agent-code', userHome: '/home/u', operation: 'read' as const };

describe('isSensitive', () => {
  test.each([
    '/w/.env',
    '/w/.env.local',
    '/w/.ENV',
    '/w/.env.example.local',
    '/home/u/.ssh/id_rsa',
    '/w/id_dsa',
    '/w/id_ecdsa',
    '/w/id_ed25519',
    '/w/id_rsa-work',
    '/w/id_rsa_work',
    '/w/id_rsa.bak',
    '/w/id_rsa.backup',
    '/w/id_rsa.copy',
    '/w/id_rsa.disabled',
    '/w/id_rsa.key',
    '/w/id_rsa.old',
    '/w/id_rsa.orig',
    '/w/id_rsa.pem',
    '/w/id_rsa.save',
    '/w/id_rsa.tmp',
    '/w/credentials',
    '/w/credentials.bak',
    '/w/credentials-old',
    '/home/u/.aws/credentials',
    '/home/u/.gcp/credentials',
    '/home/u/.netrc',
    '/home/u/.pgpass',
    '/home/u/.npmrc',
    '/home/u/.pypirc',
    '/home/u/.agent-code/credentials/a/b.json',
    '/home/u/.agent-code/server.token',
    '/home/u/.agent-code/config.toml',
    '/w/id_rsa-a\nb',
  ])('%j is', (file) => expect(isSensitive(file, places)).toBe(true));

  test.each([
    '/w/.env.example',
    '/w/.env.sample',
    '/w/.env.template',
    '/w/env',
    '/w/.environment',
    '/w/id_rsa.pub',
    '/w/id_rsa-work.pub',
    '/w/id_rsa.txt',
    '/w/id_rsax',
    '/w/credentials.ts',
    '/w/mycredentials',
    '/w/.npmrc',
    '/w/.pypirc',
    '/home/u/.agent-code/sessions/a',
    '/home/u/.agent-code/config.toml.txt',
    '/w/config.toml',
  ])('%j is not', (file) => expect(isSensitive(file, places)).toBe(false));

  test('the configuration only when read', () => {
    expect(isSensitive('/home/u/.agent-code/config.toml', { ...places, operation: 'write' })).toBe(false);
    expect(isSensitive('/home/u/.agent-code/server.token', { ...places, operation: 'write' })).toBe(true);
  });
});
