/** Agents and skills on the command line: their options, and prompts that call a skill (cli.md 3, 4.1). */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startTestDaemon, type TestDaemon } from '../helpers/daemon.js';
import { command } from './harness.js';

let daemon: TestDaemon;
const put = (file: string, text: string | Buffer): string => {
  const path = join(daemon.cwd, file);
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, text);
  return path;
};
beforeAll(async () => {
  daemon = await startTestDaemon();
  put('.agent-code/agents/reviewer.md', '---\ndescription: reviews\ntools: [Read]\n---\nYou review.');
  put('.agent-code/skills/release.md', 'Release $0.');
  put('.agent-code/skills/odd.md', '---\ntype: widget\n---\nText.');
});
afterAll(() => daemon.close());

const agent = (...argv: string[]) => command(argv, { home: daemon.home, cwd: daemon.cwd });
const sessionOf = (err: string) =>
  daemon.ok('getSession', daemon.session(/agent -r (session_\w+)/.exec(err)?.[1] ?? ''));

describe('agents', () => {
  test('--agent and --agent-file choose the agent of the new session', async () => {
    const named = await agent('-p', 'say x', '--agent', 'reviewer');
    expect(named.code).toBe(0);
    expect((await sessionOf(named.err)).agent_config.profile).toBe('reviewer');
    put('mine.md', '---\ndescription: mine\n---\nYou are mine.');
    const filed = await agent('-p', 'say x', '--agent-file', 'mine.md');
    expect((await sessionOf(filed.err)).agent_config.profile).toBe('mine');
    expect((await sessionOf((await agent('-p', 'say x')).err)).agent_config.profile).toBe('agent');
  });

  test.each<[string, string[], () => unknown, RegExp]>([
    [
      'an unknown name',
      ['--agent', 'revewer'],
      () => undefined,
      /^error: --agent: unknown agent: revewer \(there are: agent, coder, explore, plan, reviewer\)\n$/,
    ],
    ['no file', ['--agent-file', 'none.md'], () => undefined, /^error: --agent-file: no such file: .*none\.md\n$/],
    ['a directory', ['--agent-file', '.'], () => undefined, /is not a file\n$/],
    ['not UTF-8', ['--agent-file', 'latin.md'], () => put('latin.md', Buffer.from([0xe9])), /is not UTF-8 text\n$/],
    [
      'too large',
      ['--agent-file', 'big.md'],
      () => put('big.md', 'x'.repeat(1024 * 1024 + 1)),
      /is larger than 1 MiB\n$/,
    ],
    [
      'no front matter',
      ['--agent-file', 'bare.md'],
      () => put('bare.md', 'x'),
      /^error: --agent-file: .*bare\.md: it has no front matter\n$/,
    ],
    [
      'no such skills',
      ['--skills-dir', 'nowhere'],
      () => undefined,
      /^error: --skills-dir: no such directory: .*nowhere\n$/,
    ],
  ])('%s: exit 1', async (_name, argv, make, message) => {
    make();
    const { code, out, err } = await agent('-p', 'say x', ...argv);
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toMatch(message);
  });
});

describe('skills', () => {
  const toldIn = async (err: string) => {
    const { id } = await sessionOf(err);
    const { items } = await daemon.ok('listMessages', daemon.session(id));
    return items.find(({ role }) => role === 'user')?.content.map((part) => (part.type === 'text' ? part.text : ''));
  };

  test.each(['/skill:Release 1.4', ' /release 1.4'])('%s calls the skill and says nothing besides', async (prompt) => {
    const { code, err } = await agent('-p', prompt);
    expect(code).toBe(0);
    expect(await toldIn(err)).toEqual([expect.stringMatching(/<skill-loaded name="release"[^]*Release 1\.4\./)]);
    expect((await sessionOf(err)).last_prompt).toBe('/release 1.4');
  });

  test('a word that is no skill is ordinary text', async () => {
    for (const prompt of ['/nothing here', '/tmp/file is broken'])
      expect(await toldIn((await agent('-p', prompt)).err)).toEqual([prompt]);
  });

  test('--skills-dir replaces what was found; built-in ones stay', async () => {
    put('more/extra.md', 'Extra.');
    const { code, err } = await agent('-p', '/skill:extra', '--skills-dir', 'more');
    expect(code).toBe(0);
    expect((await toldIn(err))?.[0]).toContain('Extra.');
    const gone = await agent('-p', '/skill:release', '--skills-dir', 'more');
    expect(gone.code).toBe(1);
  });

  test.each([
    ['/skill:relese', /^error: unknown skill "relese"; did you mean release\?\n/m],
    ['/skill:zzz', /unknown skill "zzz"; known skills: custom-theme, mcp-config, odd, release/],
    ['/skill:odd', /The skill odd has the type widget, which cannot be used/],
  ])('%s: exit 1', async (prompt, message) => {
    const { code, err } = await agent('-p', prompt);
    expect(code).toBe(1);
    expect(err).toMatch(message);
    // no session is left behind that cannot be used
    if (prompt !== '/skill:odd') expect(err).not.toContain('agent -r');
  });
});
