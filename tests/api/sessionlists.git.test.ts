/** `GET /api/v2/sessions`: branch and pull request (rest.md 25). */
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import type { SessionGit, SessionSummary } from '../../schemas/generated/types.js';
import { start, flatOf, groupsOf } from './sessionlistscene.js';

describe('git', () => {
  test('branch and pull request of each directory, asked for once a minute', async () => {
    const daemon = await start({ env: {} });
    const bin = join(daemon.folder, 'bin');
    mkdirSync(bin);
    const calls = join(daemon.folder, 'calls');
    const file = join(bin, 'gh');
    const found = JSON.stringify({ number: 3, state: 'OPEN', isDraft: true, url: 'https://example.org/a/pull/3' });
    writeFileSync(file, `#!/bin/sh\nenv > "${calls}.env"\necho "$PWD" >> "${calls}"\necho '${found}'\n`);
    chmodSync(file, 0o755);
    const PATH = `${bin}${delimiter}${process.env['PATH'] ?? ''}`;
    await daemon.restart({ env: { PATH, AGENT_CODE_PASSWORD: 'canary-password' } });
    const repository = join(daemon.folder, 'repository');
    const plain = join(daemon.folder, 'plain');
    for (const directory of [repository, plain]) mkdirSync(directory);
    for (const args of [
      ['init', '-b', 'trunk'],
      ['remote', 'add', 'origin', 'https://example.org/a.git'],
    ])
      execFileSync('git', args, { cwd: repository, stdio: 'ignore' });
    for (const cwd of [repository, repository, plain]) await daemon.createSession({ metadata: { cwd } });
    const git: SessionGit = {
      branch: 'trunk',
      pull_request: { number: 3, state: 'open', url: 'https://example.org/a/pull/3' },
    };
    const none: SessionGit = { branch: null, pull_request: null };
    const items = async () => (await flatOf(daemon, { include: 'git' })).items as SessionSummary[];
    expect((await items()).map((item) => item.git)).toEqual([none, git, git]);
    expect((await items()).map((item) => item.git)).toEqual([none, git, git]);
    const { groups } = await groupsOf(daemon, { include: 'git,git' });
    expect(groups.map(({ sessions }) => (sessions as SessionSummary[]).map((item) => item.git))).toEqual([
      [none],
      [git, git],
    ]);
    expect((await flatOf(daemon)).items.every((item) => !('git' in item))).toBe(true);
    expect(readFileSync(calls, 'utf8')).toBe(`${repository}\n`);
    expect(readFileSync(`${calls}.env`, 'utf8')).not.toContain('canary-password');
  });

  test('a program that takes its time holds no list up', async () => {
    const daemon = await start();
    const bin = join(daemon.folder, 'bin');
    mkdirSync(bin);
    writeFileSync(join(bin, 'gh'), '#!/bin/sh\nexec sleep 4\n');
    chmodSync(join(bin, 'gh'), 0o755);
    await daemon.restart({ env: { PATH: `${bin}${delimiter}${process.env['PATH'] ?? ''}` } });
    for (const args of [
      ['init', '-b', 'trunk'],
      ['remote', 'add', 'origin', 'https://example.org/a.git'],
    ])
      execFileSync('git', args, { cwd: daemon.cwd, stdio: 'ignore' });
    await daemon.createSession();
    const from = performance.now();
    const [item] = (await flatOf(daemon, { include: 'git' })).items as SessionSummary[];
    expect(item?.git).toEqual({ branch: 'trunk', pull_request: null });
    expect(performance.now() - from).toBeLessThan(3_000);
  });
});
