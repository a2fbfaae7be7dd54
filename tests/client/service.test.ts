/** `agent service` with fakes of systemctl and launchctl: the files that it writes and its calls (acp-cli.md 3.6). */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { launchdPlist, systemdUnit } from '../../client/cli/service-file.js';
import { command, remove, temporary } from './harness.js';

let home: string;
let tools: string;
let calls: string;
beforeAll(async () => {
  home = await temporary();
  tools = mkdtempSync(join(tmpdir(), 'tools-'));
  calls = join(tools, 'calls');
});
afterAll(async () => {
  await remove(home);
  await remove(tools);
});
beforeEach(() => {
  rmSync(calls, { force: true });
  for (const name of ['systemctl', 'launchctl']) standIn(name, 0, '');
});

/** Writes a fake program that records its arguments and prints a text. */
function standIn(name: string, code: number, output: string): void {
  const path = join(tools, name);
  writeFileSync(path, `#!/bin/sh\necho "${name} $*" >> '${calls}'\ncat <<'TEXT'\n${output}\nTEXT\nexit ${code}\n`);
  chmodSync(path, 0o755);
}

const called = (): string[] => (existsSync(calls) ? readFileSync(calls, 'utf8').trim().split('\n') : []);

type Platform = 'linux' | 'darwin' | 'win32';
const run = (argv: string[], platform: Platform = 'linux') =>
  command(argv, { home, cwd: home, platform, env: { PATH: `${tools}:/usr/bin:/bin` } });

const unit = (): string => join(home, '.config/systemd/user/agent-code.service');
const plist = (): string => join(home, 'Library/LaunchAgents/com.agent-code.web.plist');

const facts = {
  node: '/opt/node "20"/bin/node',
  program: '/opt/100%/agent.js',
  words: ['web', '--no-open', '--web-title=$HOME & <more>'],
  env: { PATH: '/usr/bin', AGENT_CODE_HOME: undefined },
};

test('the unit file of systemd', () => {
  expect(systemdUnit(facts)).toBe(`# Written by agent service install; agent service remove deletes it.
[Unit]
Description=agent web
After=network.target

[Service]
Type=exec
Environment="PATH=/usr/bin"
ExecStart="/opt/node \\"20\\"/bin/node" "/opt/100%%/agent.js" "web" "--no-open" "--web-title=$$HOME & <more>"
Restart=on-failure
RestartSec=2
KillMode=mixed
TimeoutStopSec=15
UMask=0077
NoNewPrivileges=yes

[Install]
WantedBy=default.target
`);
});

test('systemd itself finds nothing wrong with it', () => {
  const path = join(tools, 'agent-code.service');
  writeFileSync(path, systemdUnit({ ...facts, node: process.execPath, program: '/opt/100%/agent.js' }));
  const { error, stderr } = spawnSync('systemd-analyze', ['--user', 'verify', path], { encoding: 'utf8' });
  // systemd is not installed
  if (error) return;
  expect(stderr.split('\n').filter((line) => line.includes('agent-code.service'))).toEqual([]);
});

test('the property list of launchd', () => {
  const text = launchdPlist(facts);
  expect(text).toContain('<string>--web-title=$HOME &amp; &lt;more&gt;</string>');
  expect(text).toMatch(/<key>RunAtLoad<\/key>\s*<true\/>/);
  expect(text).toMatch(/<key>KeepAlive<\/key>\s*<dict>\s*<key>SuccessfulExit<\/key>\s*<false\/>/);
  expect(text).toContain('<key>PATH</key>\n    <string>/usr/bin</string>');
  expect(text).not.toContain('AGENT_CODE_HOME');
});

test('print writes nothing and runs no program', async () => {
  const { code, out } = await run(['service', 'print', '--port', '8080', '--allowed-host', 'a,b']);
  expect(code).toBe(0);
  expect(out).toContain('"web" "--no-open" "--host=127.0.0.1" "--port=8080" "--allowed-host=a" "--allowed-host=b"\n');
  expect(out).toContain(`Environment="AGENT_CODE_HOME=${home}"`);
  const onSocket = await run(['service', 'print', '--socket', 'agent.sock']);
  expect(onSocket.out).toContain(`"web" "--no-open" "--socket=${join(home, 'agent.sock')}"\n`);
  expect((await run(['service', 'print'], 'darwin')).out).toMatch(/^<\?xml/);
  expect([existsSync(unit()), existsSync(plist()), called()]).toEqual([false, false, []]);
});

describe('with systemd', () => {
  const ready = 'systemctl --user show-environment';
  const show = 'systemctl --user show agent-code.service --property=ActiveState,MainPID';
  const restart = 'systemctl --user restart agent-code.service';

  test('install, install again, install with other options, remove, remove again', async () => {
    expect(await run(['service', 'install'])).toMatchObject({ code: 0, out: `${unit()}\n` });
    expect(readFileSync(unit(), 'utf8')).toContain('"--port=58627"');
    const start = ['systemctl --user daemon-reload', 'systemctl --user enable --now agent-code.service'];
    expect(called()).toEqual([ready, ...start]);
    await run(['service', 'install']);
    expect(called().slice(3)).toEqual([ready, show, ...start]);
    await run(['service', 'install', '--port', '8080']);
    expect(called().slice(7)).toEqual([ready, ...start, restart]);
    rmSync(calls);
    expect(await run(['service', 'remove'])).toMatchObject({ code: 0, out: `removed ${unit()}\n` });
    expect(existsSync(unit())).toBe(false);
    const stop = ['systemctl --user disable --now agent-code.service', 'systemctl --user daemon-reload'];
    expect(called()).toEqual([ready, ...stop]);
    expect(await run(['service', 'remove'])).toMatchObject({ code: 0, out: 'no service to remove\n' });
  });

  test('status says whether it runs', async () => {
    expect(await run(['service', 'status'])).toMatchObject({ code: 1, out: 'not installed\n' });
    await run(['service', 'install']);
    standIn('systemctl', 0, 'ActiveState=inactive\nMainPID=0');
    expect(await run(['service', 'status'])).toMatchObject({ code: 1, out: 'not running (inactive)\n' });
    standIn('systemctl', 0, `ActiveState=active\nMainPID=${process.pid}`);
    const instances = join(home, 'server/instances');
    mkdirSync(instances, { recursive: true });
    const instance = {
      server_id: '01J00000000000000000000000',
      pid: process.pid,
      host: '127.0.0.1',
      port: 58_627,
      started_at: Date.now(),
      heartbeat_at: Date.now(),
      host_version: '1.0.0',
      lifetime: 'web',
      env_fingerprint: '0'.repeat(64),
    };
    writeFileSync(join(instances, `${instance.server_id}.json`), JSON.stringify(instance));
    const { code, out, err } = await run(['service', 'status']);
    expect([code, out]).toEqual([0, `running (active), pid ${process.pid}, http://127.0.0.1:58627\n`]);
    expect(err).toContain('the service runs version 1.0.0, this is 1.2.3; agent service install restarts it');
    rmSync(calls);
    await run(['service', 'install']);
    expect(called().at(-1)).toBe(restart);
    writeFileSync(
      join(instances, `${instance.server_id}.json`),
      JSON.stringify({ ...instance, host_version: '1.2.3' }),
    );
    await run(['service', 'install']);
    expect(called().at(-1)).not.toBe(restart);
    rmSync(instances, { recursive: true });
    standIn('systemctl', 0, '');
    await run(['service', 'remove']);
  });

  test('a file that is not ours stays', async () => {
    mkdirSync(dirname(unit()), { recursive: true });
    writeFileSync(unit(), '[Service]\n');
    for (const word of ['install', 'remove', 'status']) {
      expect(await run(['service', word])).toMatchObject({
        code: 1,
        err: expect.stringContaining('it stays as it is'),
      });
    }
    expect(readFileSync(unit(), 'utf8')).toBe('[Service]\n');
    rmSync(unit());
  });
});

test('with launchd', async () => {
  const id = `gui/${process.getuid?.()}`;
  expect(await run(['service', 'install'], 'darwin')).toMatchObject({ code: 0, out: `${plist()}\n` });
  expect(called()).toEqual([`launchctl bootout ${id}/com.agent-code.web`, `launchctl bootstrap ${id} ${plist()}`]);
  standIn('launchctl', 0, '  state = running\n  pid = 4711');
  expect(await run(['service', 'status'], 'darwin')).toMatchObject({ code: 0, out: 'running (running), pid 4711\n' });
  expect(await run(['service', 'remove'], 'darwin')).toMatchObject({ code: 0, out: `removed ${plist()}\n` });
});

test('a machine without either is named the ways out', async () => {
  standIn('systemctl', 1, '');
  const { code, err } = await run(['service', 'install']);
  expect([code, err]).toEqual([1, expect.stringContaining('agent service print')]);
  expect(existsSync(unit())).toBe(false);
  expect(await run(['service', 'install'], 'win32')).toMatchObject({
    code: 1,
    err: expect.stringContaining('schtasks /Create'),
  });
});

test.each([
  [['service']],
  [['service', 'start']],
  [['service', 'install', '--no-open']],
  [['service', 'print', '--port', 'x']],
])('%j is wrong use', async (argv) => {
  expect((await run(argv)).code).toBe(2);
});

test('install-desktop prints the page of the region, and says when the build knows none', async () => {
  const pages = { desktopPageUrlMainland: 'https://cn.example/app', desktopPageUrlGlobal: 'https://example/app' };
  const go = (argv: string[], constants = {}) => command(argv, { home, cwd: home, constants, tty: true });
  expect(await go(['install-desktop'])).toMatchObject({
    code: 1,
    out: '',
    err: expect.stringContaining('knows no page'),
  });
  const { code, out, io } = await go(['install-desktop'], pages);
  expect([code, out, io.pages]).toEqual([0, 'https://example/app\n', ['https://example/app']]);
  writeFileSync(join(home, 'region'), 'mainland-cn\n');
  expect((await go(['install-app'], pages)).out).toBe('https://cn.example/app\n');
  const quiet = await command(['install-desktop'], {
    home,
    cwd: home,
    constants: pages,
    tty: true,
    env: { BROWSER: 'none' },
  });
  expect([quiet.code, quiet.io.pages]).toEqual([0, []]);
  expect((await go(['install-desktop', 'now'], pages)).code).toBe(2);
});
