/** The probe names each reason why a machine cannot contain commands (runtimes.md 3.1). */
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { probe } from '../../daemon/runtimes/probe.js';
import { createRuntimes } from '../../daemon/runtimes/runtimes.js';
import { sandboxDefaults } from './settings.js';

let place: string;
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'agent-probe-'));
});
afterEach(() => rmSync(place, { recursive: true, force: true }));

/** Writes a fake of bubblewrap; returns its path. */
function stub(script: string, mode = 0o755): string {
  const path = join(place, 'bwrap');
  writeFileSync(path, `#!/bin/sh\n[ "$1" = --version ] && echo "\${VERSION:-bubblewrap 0.8.0}" && exit 0\n${script}\n`);
  chmodSync(path, mode);
  return path;
}

const ask = (env: Record<string, string>, more = {}): ReturnType<typeof probe> =>
  probe({ env, platform: 'linux', architecture: 'x64', directory: join(place, 'sandbox'), ...more });

test.each<[string, string, string, string | undefined]>([
  [
    'namespaces are off',
    "echo 'bwrap: Creating new namespace failed: Operation not permitted' >&2; exit 1",
    'userns',
    'user namespaces are switched off',
  ],
  [
    'too many namespaces',
    "echo 'bwrap: Creating new namespace failed: No space left on device' >&2; exit 1",
    'userns',
    'sysctl',
  ],
  ['no permission', "echo 'bwrap: No permissions to create a new namespace' >&2; exit 1", 'userns', 'sysctl'],
  [
    'a container',
    'echo "bwrap: Can\'t mount proc on /newroot/proc: Operation not permitted" >&2; exit 1',
    'container',
    'it is the boundary',
  ],
  ['anything else', "echo 'bwrap: strange' >&2; echo more >&2; exit 1", 'failed', 'bwrap: strange'],
  ['no word', 'exit 3', 'failed', 'it ended with 3'],
])('%s', async (_, script, reason, hint) => {
  const found = await ask({ AGENT_CODE_BWRAP: stub(script) });
  expect(found).toEqual({ available: false, reason, hint: expect.stringContaining(hint ?? '') });
});

test.each([
  'bwrap: setting up uid map: Permission denied',
  'bwrap: loopback: Failed RTM_NEWADDR: Operation not permitted',
])('AppArmor, where the kernel says that it restricts: %s', async (text) => {
  writeFileSync(join(place, 'apparmor_restrict_unprivileged_userns'), '1\n');
  const env = { AGENT_CODE_BWRAP: stub(`echo '${text}' >&2; exit 1`) };
  expect(await ask(env, { kernel: place })).toMatchObject({
    reason: 'apparmor',
    hint: expect.stringContaining('profile that grants userns'),
  });
  writeFileSync(join(place, 'apparmor_restrict_unprivileged_userns'), '0\n');
  expect(await ask(env, { kernel: place })).toMatchObject({ reason: 'failed', hint: text });
});

test('switched off, absent, relative, too old, setuid, changeable by others, another system', async () => {
  expect(await ask({ AGENT_CODE_SANDBOX: '0', AGENT_CODE_BWRAP: stub('') })).toEqual({
    available: false,
    reason: 'off',
  });
  expect(await ask({ PATH: join(place, 'nowhere') })).toMatchObject({
    reason: 'missing',
    hint: /apt install bubblewrap/,
  });
  expect(await ask({ AGENT_CODE_BWRAP: 'bwrap', PATH: place })).toMatchObject({
    reason: 'missing',
    hint: /absolute path/,
  });
  const old = stub('').replace(/$/, '');
  writeFileSync(old, '#!/bin/sh\necho bubblewrap 0.4.1\n');
  expect(await ask({ AGENT_CODE_BWRAP: old })).toEqual({
    available: false,
    reason: 'too-old',
    hint: 'bubblewrap 0.4.1 is too old; 0.8.0 is advised',
  });
  expect(await ask({ AGENT_CODE_BWRAP: stub('', 0o4755) })).toMatchObject({ reason: 'setuid' });
  expect(await ask({ AGENT_CODE_BWRAP: stub('', 0o777) })).toMatchObject({
    reason: 'failed',
    hint: /changed by other users/,
  });
  expect(await ask({ AGENT_CODE_BWRAP: stub('') }, { platform: 'darwin' })).toEqual({
    available: false,
    reason: 'platform',
  });
});

test('one that works: its version, and a filter that only the user can read', async () => {
  const found = await ask({ AGENT_CODE_BWRAP: stub('exit 0') });
  const filter = join(place, 'sandbox/filter.bpf');
  const path = join(place, 'bwrap');
  expect(found).toEqual({
    available: true,
    path,
    version: '0.8.0',
    filter,
    nestedFilter: join(place, 'sandbox/nested.bpf'),
    refusesUserNamespaces: true,
  });
  expect(statSync(filter).mode & 0o777).toBe(0o600);
  expect(statSync(filter).size % 8).toBe(0);
  expect(await ask({ AGENT_CODE_BWRAP: path }, { architecture: 'riscv64' })).not.toHaveProperty('filter');
});

test('an older one gets a filter that refuses user namespaces', async () => {
  writeFileSync(stub(''), '#!/bin/sh\n[ "$1" = --version ] && echo bubblewrap 0.6.2\nexit 0\n');
  const path = join(place, 'bwrap');
  const before = statSync(join(place, 'bwrap')).size;
  expect(before).toBeGreaterThan(0);
  expect(await ask({ AGENT_CODE_BWRAP: path })).toMatchObject({ available: true, refusesUserNamespaces: false });
  expect(await ask({ AGENT_CODE_BWRAP: path }, { architecture: 'riscv64' })).toMatchObject({ reason: 'too-old' });
});

test('a machine that could not is asked again when the settings have changed, and not before', async () => {
  const failing = (text: string) => stub(`echo 'bwrap: ${text}' >&2; exit 1`);
  let settings = sandboxDefaults;
  const runtimes = createRuntimes({
    home: place,
    env: { AGENT_CODE_BWRAP: failing('No permissions to create a new namespace') },
    platform: 'linux',
    architecture: 'x64',
    settings: () => ({ ...settings }),
  });
  expect(await runtimes.capability()).toMatchObject({ reason: 'userns' });
  failing('strange');
  expect(await runtimes.capability()).toMatchObject({ reason: 'userns' });
  settings = { ...settings, plan: false };
  expect(await runtimes.capability()).toMatchObject({ reason: 'failed', hint: 'bwrap: strange' });
});
