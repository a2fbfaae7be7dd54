/** Server and page with no network at all except loopback (web.md 2.1, 13). */
import { expect, test } from '@jest/globals';
import { execFile, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';
import { buildEntry } from '../helpers/daemonentry.js';
import { browserPath } from './harness.js';

interface Seen {
  networks: string[];
  origins: string[];
  own: string;
  problems: string[];
  shown: string[];
}

// a new network namespace has only loopback
const apart = ['--dev-bind', '/', '/', '--unshare-net'];
const withNamespaces = spawnSync('bwrap', [...apart, 'true']).status === 0 ? test : test.skip;

withNamespaces(
  'every main screen works, nothing is asked of another address, and nothing fails',
  async () => {
    const inside = [process.execPath, await buildEntry('offline'), browserPath()];
    const { stdout } = await promisify(execFile)('bwrap', [...apart, ...inside], {
      timeout: 100_000,
    });
    const { networks, origins, own, problems, shown } = JSON.parse(stdout) as Seen;
    expect(networks).toEqual(['lo']);
    expect(problems).toEqual([]);
    expect(origins).toEqual([own]);
    expect(new Set(shown)).toEqual(
      new Set(['Home', 'Inbox', 'New session', 'Sessions', 'Search', 'Usage', 'Settings', 'Without a network']),
    );
  },
  120_000,
);
