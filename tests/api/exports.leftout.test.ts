/** What an export of a session never contains (rest.md 9.9): secrets, links, special files. */
import { appendFileSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { exported, start, closeDaemons } from './exports.fixture.js';

closeDaemons();

describe('no secret is in an export', () => {
  /** secrets by source; a model could have written each of them */
  const canaries = {
    config: 'canary-config-key-0001',
    named: 'canary-named-key-0002',
    header: 'canary-header-value-0003',
    password: 'canary-password-0004',
    variable: 'canary "variable" 0005 ä',
    login: 'canary-login-token-0006',
    bearer: 'canary-bearer-0007',
  };

  test('whatever its source, in whatever place', async () => {
    const daemon = await start({
      config:
        `default_model = "offline/echo"\n[providers.p]\ntype = "openai"\nbase_url = "https://example.org"\napi_key = "${canaries.config}"\n` +
        `[providers.p.custom_headers]\nx-own = "${canaries.header}"\n` +
        `[providers.q]\ntype = "openai"\nbase_url = "https://example.org"\napi_key_env = "NAMED"\n`,
      env: {
        NAMED: canaries.named,
        AGENT_CODE_PASSWORD: canaries.password,
        DEPLOY_TOKEN: canaries.variable,
        MCP_VALUE: canaries.bearer,
        PLAIN_SETTING: 'not-a-secret-at-all',
      },
    });
    writeFileSync(
      join(daemon.home, 'mcp.json'),
      JSON.stringify({ mcpServers: { s: { url: 'https://example.org', bearerTokenEnvVar: 'MCP_VALUE' } } }),
    );
    mkdirSync(join(daemon.home, 'credentials'), { recursive: true });
    writeFileSync(
      join(daemon.home, 'credentials', 'managed_agent-code.json'),
      JSON.stringify({ access_token: canaries.login, oauth_host: 'https://auth.example.org' }),
    );
    const shapes = ['sk-0123456789abcdef', 'ghp_0123456789abcdef0123', 'Bearer abcdefghijklmnopqrst'];
    const secrets = [...Object.values(canaries), daemon.token];
    const all = [...secrets, ...shapes].join(' and ');
    const { id } = await daemon.createSession({
      title: canaries.config,
      metadata: { cwd: daemon.cwd, note: all, nested: { deep: [JSON.stringify({ all })] } },
    });
    await daemon.run(id, `say ${all}`);
    const directory = join(daemon.home, 'sessions', id);
    mkdirSync(join(directory, canaries.login), { recursive: true });
    writeFileSync(join(directory, 'text.txt'), `${'x '.repeat(40_000)}${all}\n`.repeat(3));
    writeFileSync(join(directory, 'data.json'), JSON.stringify({ all: JSON.stringify({ all }) }));
    writeFileSync(join(directory, 'picture.bin'), Buffer.concat([Buffer.alloc(100), Buffer.from(all)]));
    writeFileSync(join(directory, canaries.login, `${canaries.config}.txt`), 'x');
    writeFileSync(join(directory, 'url.txt'), `https://example.org/?q=${secrets.map(encodeURIComponent).join('&x=')}`);
    mkdirSync(join(directory, 'logs'), { recursive: true });
    writeFileSync(join(directory, 'logs', 'session.log'), `{"msg":${JSON.stringify(all)}}\n`);
    appendFileSync(join(daemon.home, 'logs', 'agent-code.log'), `{"msg":${JSON.stringify(all)}}\n`);
    writeFileSync(join(daemon.home, 'logs', 'agent-code-desktop.log'), `${all}\n`);
    const { files, names, text, manifest } = await exported(daemon, id, { web_log: `${all}\n`, desktop: true });
    expect(names).toContain('logs/agent-desktop.log');
    const forms = secrets.flatMap((secret) => {
      const once = JSON.stringify(secret).slice(1, -1);
      return [secret, once, JSON.stringify(once).slice(1, -1), encodeURIComponent(secret)];
    });
    for (const [name, content] of files)
      for (const form of forms)
        expect([name, form, content.includes(form) || name.includes(form)]).toEqual([name, form, false]);
    for (const name of ['events.jsonl', 'messages.jsonl', 'session.json', 'session/text.txt', 'logs/agent-web.jsonl'])
      for (const shape of shapes) expect([name, shape, text(name).includes(shape)]).toEqual([name, shape, false]);
    // text that is not secret stays
    expect(text('messages.jsonl')).toContain(' and ');
    expect(JSON.parse(text('session.json'))).toMatchObject({ session: { id } });
    expect(files.get('session/picture.bin')).toHaveLength(100 + Buffer.byteLength(all));
    expect(JSON.stringify(manifest)).not.toContain('not-a-secret-at-all');
  });
});

describe('what lies in the directory of a session', () => {
  test('links and special files are left out, names that would do harm are changed', async () => {
    const daemon = await start();
    const { id } = await daemon.createSession();
    const directory = join(daemon.home, 'sessions', id);
    const outside = join(daemon.folder, 'outside');
    mkdirSync(join(directory, 'real'), { recursive: true });
    mkdirSync(outside);
    writeFileSync(join(outside, 'canary.txt'), 'canary-outside');
    symlinkSync(join(outside, 'canary.txt'), join(directory, 'link.txt'));
    symlinkSync(outside, join(directory, 'linked'));
    symlinkSync('nowhere', join(directory, 'broken'));
    execFileSync('mkfifo', [join(directory, 'pipe')]);
    const hostile = [
      'a\nb',
      '..\\..\\evil.txt',
      'C:evil',
      'trailing. ',
      'right\u202etxt.exe',
      'CASE.txt',
      'case.txt',
      `${'long'.repeat(60)}.txt`,
      '-rf',
      '~',
      'q?*"<>|',
    ];
    for (const name of hostile) writeFileSync(join(directory, 'real', name), name);
    const { names, files, manifest } = await exported(daemon, id);
    const own = names.filter((name) => name.startsWith('session/'));
    expect(own).toHaveLength(hostile.length);
    expect(own.map((name) => String(files.get(name))).sort()).toEqual([...hostile].sort());
    expect(own).toEqual(
      expect.arrayContaining([
        'session/real/.._.._evil.txt',
        'session/real/CASE.txt',
        'session/real/case~2.txt',
        'session/real/trailing_',
      ]),
    );
    for (const name of own) expect(name).toMatch(/^session\/real\/[^\\:*?"<>|\n\u202e]{1,201}$/u);
    expect([...files.values()].some((content) => content.includes('canary-outside'))).toBe(false);
    expect(manifest.leftOut).toEqual([
      { path: 'session/broken', reason: 'link' },
      { path: 'session/link.txt', reason: 'link' },
      { path: 'session/linked', reason: 'link' },
      { path: 'session/pipe', reason: 'special file' },
    ]);
  });

  test('a directory that is a link itself is not followed', async () => {
    const daemon = await start();
    const { id } = await daemon.createSession();
    const outside = join(daemon.folder, 'outside');
    mkdirSync(outside);
    writeFileSync(join(outside, 'canary.txt'), 'canary-outside');
    rmSync(join(daemon.home, 'sessions', id), { recursive: true, force: true });
    symlinkSync(outside, join(daemon.home, 'sessions', id));
    const { names } = await exported(daemon, id);
    expect(names.filter((name) => name.startsWith('session/'))).toEqual([]);
    rmSync(join(daemon.home, 'sessions', id));
  });

  test('thousands of files, and one that grows meanwhile', async () => {
    const daemon = await start();
    const { id } = await daemon.createSession();
    const directory = join(daemon.home, 'sessions', id);
    for (let n = 0; n < 1_500; n += 1) {
      const below = join(directory, `d${n % 30}`);
      mkdirSync(below, { recursive: true });
      writeFileSync(join(below, `f${n}.txt`), `${n}`);
    }
    const growing = join(directory, 'zz.log');
    writeFileSync(growing, 'start\n');
    const timer = setInterval(() => appendFileSync(growing, 'x'.repeat(10_000)), 1);
    try {
      const { names, files } = await exported(daemon, id);
      expect(names.filter((name) => name.startsWith('session/'))).toHaveLength(1_501);
      expect(String(files.get('session/zz.log'))).toMatch(/^start\nx*$/);
    } finally {
      clearInterval(timer);
    }
  }, 60_000);
});
