/** A host that a sandboxed command wants to reach: who decides, how long it holds (runtimes.md 6.2, 6.3, 8.3). */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { available } from '../runtimes/machine.js';
import { startTestDaemon, type TestDaemon } from '../helpers/daemon.js';
import { until } from '../helpers/daemon.js';
import { startRegistry, type Registry } from '../helpers/registry.js';

let daemon: TestDaemon;
/** a proxy that plays the internet */
let internet: Server;
let reached: string[] = [];
/** the npm registry behind `registry.test` */
let registry: Registry;

/** Reads from the registry, with its address replaced by the requested one. */
async function fromRegistry({ origin, pathname }: URL): Promise<Buffer> {
  const found = Buffer.from(await (await fetch(`${registry.url}${pathname}`)).arrayBuffer());
  return pathname.endsWith('.tgz') ? found : Buffer.from(found.toString().replaceAll(registry.url, origin));
}

(available ? describe : describe.skip)('a host that no rule speaks of', () => {
  beforeAll(async () => {
    internet = createServer((request, response) => {
      reached.push(request.url ?? '');
      const url = new URL(request.url ?? '');
      if (!url.hostname.endsWith('registry.test')) return void response.end('hello\n');
      void fromRegistry(url).then((bytes) => response.end(bytes));
    }).listen(0, '127.0.0.1');
    await new Promise((next) => internet.once('listening', next));
    const bound = internet.address();
    const proxy = `http://127.0.0.1:${typeof bound === 'object' && bound ? bound.port : 0}`;
    daemon = await startTestDaemon({
      config: '# mine\ndefault_runtime = "sandbox"\n\n[permission]\ndeny = ["Network(denied.test)"] # never\n',
      env: { HTTP_PROXY: proxy },
    });
  });
  afterAll(async () => {
    await daemon.close();
    internet.close();
  });
  beforeEach(() => {
    reached = [];
  });

  const session = async (permission_mode = 'manual') =>
    (await daemon.createSession({ agent_config: { permission_mode } })).id;
  const of = (id: string) => daemon.session(id);
  const decide = async (id: string, body: Record<string, unknown>) => {
    const { approval_id } = await daemon.approval(id);
    await daemon.ok('resolveApproval', { params: { session_id: id, approval_id }, body });
  };
  const result = async (id: string): Promise<string> => {
    await daemon.waitForEnd(id);
    const { items } = await daemon.ok('listMessages', { ...of(id), query: { page_size: 100 } });
    const parts = items.flatMap(({ content }) => content).filter((part) => part.type === 'tool_result');
    return String(parts.at(0)?.output);
  };
  const curl = (host: string, more = '') => `run curl -s ${more} http://${host}/`;

  test('is asked about while the command runs, and once holds for the call', async () => {
    const id = await session();
    await daemon.prompt(id, 'run curl -s http://one.test/a http://one.test/b');
    expect(await daemon.approval(id)).toMatchObject({
      tool_name: 'Bash',
      action: 'connect to one.test:80',
      asks: 'network',
      tool_input_display: { kind: 'url_fetch', url: 'https://one.test:80/', method: 'CONNECT' },
      session_scope: true,
      scope_rule: 'Network(one.test:80)',
      scopes: ['once', 'session', 'always'],
      editable: false,
      runtime_id: 'sandbox',
    });
    expect(reached).toEqual([]);
    await decide(id, { decision: 'approved' });
    expect(await result(id)).toBe('hello\nhello\n[sandbox] one.test:80 was allowed by the user');
    expect(reached).toEqual(['http://one.test:80/a', 'http://one.test:80/b']);
    await daemon.prompt(id, curl('one.test'));
    await decide(id, { decision: 'rejected' });
    expect(await result(id)).toBe(
      'refused by the sandbox: not allowed\n[sandbox] refused: network one.test:80 (not allowed)',
    );
  });

  test('the model reads what the user says about a host that is rejected', async () => {
    const id = await session();
    await daemon.prompt(id, curl('[2606:4700::1111]', '-g'));
    expect(await daemon.approval(id)).toMatchObject({ scope_rule: 'Network([2606:4700::1111]:80)' });
    await decide(id, { decision: 'rejected', feedback: 'use the\nmirror' });
    expect(await result(id)).toBe(
      [
        'refused by the sandbox: not allowed',
        '[sandbox] refused: network [2606:4700::1111]:80 (not allowed)',
        "[sandbox] the user's feedback on [2606:4700::1111]:80: use the mirror",
      ].join('\n'),
    );
  });

  test('for the session holds in its next commands, and in no other session', async () => {
    const id = await session();
    await daemon.prompt(id, curl('two.test'));
    await decide(id, { decision: 'approved', scope: 'session' });
    await result(id);
    await daemon.run(id, curl('two.test'));
    expect(await result(id)).toBe('hello');
    expect((await daemon.ok('listPermissionRules', of(id))).items).toMatchObject([{ pattern: 'Network(two.test:80)' }]);
    const other = await session();
    await daemon.prompt(other, curl('two.test'));
    await decide(other, { decision: 'rejected' });
    await result(other);
  });

  test('two connections join one question; one that no user answers ends with its command, and the turn continues', async () => {
    const id = await session();
    await daemon.prompt(
      id,
      `run curl -s http://three.test/a & curl -s http://three.test/b & wait; ${curl('four.test', '--max-time 1').slice(4)}; echo over`,
    );
    await daemon.approval(id);
    const pending = await daemon.ok('listApprovals', { ...of(id), query: { status: 'pending' } });
    expect(pending.items).toHaveLength(1);
    await decide(id, { decision: 'approved' });
    expect(await result(id)).toMatch(/^hello\nhello\nover/);
    expect((await daemon.ok('listApprovals', { ...of(id), query: { status: 'pending' } })).items).toEqual([]);
    expect((await daemon.ok('getSession', of(id))).last_turn_reason).toBe('completed');
  });

  test('is waited for beyond the time limit of the command, which stands still meanwhile', async () => {
    const id = await session();
    await daemon.prompt(id, `call Bash ${JSON.stringify({ command: 'curl -s http://slow.test/', timeout: 1 })}`);
    await daemon.approval(id);
    await new Promise((resolve) => setTimeout(resolve, 1_300));
    await decide(id, { decision: 'approved' });
    expect(await result(id)).toBe('hello\n[sandbox] slow.test:80 was allowed by the user');
  });

  test('is refused where no user is there to ask, by a deny rule, and where its address is private', async () => {
    const id = await session('auto');
    await daemon.run(id, curl('five.test'));
    expect(await result(id)).toContain('[sandbox] refused: network five.test:80 (nobody to ask)');
    await daemon.run(id, curl('denied.test'));
    expect(await result(id)).toContain('(not allowed)');
    await daemon.run(id, curl('10.0.0.1'));
    expect(await result(id)).toContain('(private address)');
    expect(reached).toEqual([]);
  });

  test('waits with its call: an abort and the end of the server cancel it', async () => {
    const id = await session();
    await daemon.prompt(id, curl('six.test'));
    const { approval_id } = await daemon.approval(id);
    await daemon.restart();
    const { items } = await daemon.ok('listApprovals', { ...of(id), query: { status: 'pending' } });
    expect(items).toEqual([]);
    await daemon.fails('resolveApproval', 'APPROVAL_ALREADY_RESOLVED', {
      params: { session_id: id, approval_id },
      body: { decision: 'approved' },
    });
    expect(reached).toEqual([]);
  });

  test('for good is a rule of the configuration, which keeps its comments', async () => {
    const id = await session();
    await daemon.prompt(id, curl('seven.test'));
    await decide(id, { decision: 'approved', scope: 'always' });
    expect(await result(id)).toContain('hello');
    const config = await until('the rule', () => {
      const text = readFileSync(join(daemon.home, 'config.toml'), 'utf8');
      return text.includes('Network(seven.test:80)') ? text : undefined;
    });
    expect(config).toMatch(/^# mine\n[^]*# never/);
    const other = await session();
    await daemon.run(other, curl('seven.test'));
    expect(await result(other)).toBe('hello');
  });

  describe('of a registry, which npm installs from', () => {
    beforeAll(async () => {
      const description = { name: 'left', version: '1.0.0' };
      mkdirSync(join(daemon.folder, 'package'));
      writeFileSync(join(daemon.folder, 'package/package.json'), JSON.stringify(description));
      const tarball = execFileSync('tar', ['-cz', '-C', daemon.folder, 'package']);
      registry = await startRegistry([{ description, tarball }]);
    });
    afterAll(() => registry.close());

    const flags = '--no-audit --no-fund --no-update-notifier --loglevel=error';
    /** Installs in a separate directory. */
    const npm = (name: string, directory: string) =>
      `run mkdir -p ${directory} && cd ${directory} && npm install ${flags} --registry=http://${name}.registry.test left`;
    const isInstalled = (directory: string) =>
      existsSync(join(daemon.cwd, directory, 'node_modules/left/package.json'));

    test.each(['once', 'session', 'always'] as const)('%s', async (scope) => {
      const id = await session();
      const place = `Network(${scope}.registry.test:80)`;
      await daemon.prompt(id, npm(scope, `${scope}1`));
      expect(await daemon.approval(id)).toMatchObject({ asks: 'network', scope_rule: place });
      // the connection is held, and nothing was sent yet
      expect(reached).toEqual([]);
      await decide(id, { decision: 'approved', ...(scope === 'once' ? {} : { scope }) });
      expect(await result(id)).toMatch(
        new RegExp(`added 1 package[^]*\\[sandbox\\] ${scope}\\.registry\\.test:80 was allowed by the user$`),
      );
      expect(isInstalled(`${scope}1`)).toBe(true);
      expect(reached).toContain(`http://${scope}.registry.test:80/left`);

      await daemon.prompt(id, npm(scope, `${scope}2`));
      if (scope === 'once') {
        await decide(id, { decision: 'rejected' });
        expect(await result(id)).toContain(`[sandbox] refused: network ${scope}.registry.test:80 (not allowed)`);
      } else await daemon.waitForEnd(id);
      expect(isInstalled(`${scope}2`)).toBe(scope !== 'once');

      const other = await session();
      await daemon.prompt(other, npm(scope, `${scope}3`));
      if (scope === 'session') await decide(other, { decision: 'rejected' });
      if (scope !== 'once') {
        await daemon.waitForEnd(other);
        expect(isInstalled(`${scope}3`)).toBe(scope === 'always');
      } else {
        await decide(other, { decision: 'rejected' });
        await daemon.waitForEnd(other);
      }
    });
  });

  test('is not reached by the known port either, once the configuration switches the network off', async () => {
    const id = await session('yolo');
    await daemon.ok('updateConfig', { body: { permission: { allow: ['Network(seven.test:80)'] } } });
    await daemon.run(id, 'run echo "$http_proxy"; curl -s http://seven.test/');
    const [proxy = '', answer] = (await result(id)).split('\n');
    expect(proxy).toMatch(/^http:\/\/call\d+@127\.0\.0\.1:\d+$/);
    expect(answer).toBe('hello');
    await daemon.ok('updateConfig', { body: { sandbox: { network: 'off' } } });
    reached = [];
    await daemon.run(id, `run curl -s -x ${proxy} http://seven.test/`);
    expect(await result(id)).toContain('refused by the sandbox: not allowed');
    expect(reached).toEqual([]);
  });
});
