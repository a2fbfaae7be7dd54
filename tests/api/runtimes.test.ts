/** Where the commands of a session run: selecting it, and what runs inside without asking (runtimes.md 3, 8, 16). */
import { afterAll, expect, test } from '@jest/globals';
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { startTestDaemon, until } from '../helpers/daemon.js';
import { approvals, daemon, last, of, sandboxed, session } from './runtimes.fixture.js';

sandboxed('the runtime of a session', () => {
  test('is in every place that shows a session, survives a restart, and goes along with a fork', async () => {
    const id = await session('local');
    expect(await daemon.ok('getRuntime', of(id))).toMatchObject({
      runtime_id: 'local',
      profile: 'full',
      network: { mode: 'host', rules: [] },
      ports: [],
      quarantine: [],
    });
    const chosen = await daemon.ok('setRuntime', { ...of(id), body: { runtime_id: 'sandbox' } });
    expect(chosen).toMatchObject({ runtime_id: 'sandbox', profile: 'workspace', network: { mode: 'ask' } });
    expect(chosen).toEqual(await daemon.ok('getRuntime', of(id)));
    await daemon.restart();
    expect((await daemon.ok('getSession', of(id))).runtime_id).toBe('sandbox');
    expect((await daemon.ok('getSessionStatus', of(id))).runtime).toEqual({
      runtime_id: 'sandbox',
      profile: 'workspace',
      enforced: true,
    });
    const listed = await daemon.ok('querySessions', {});
    expect('items' in listed && listed.items.find((each) => each.id === id)).toMatchObject({ runtime_id: 'sandbox' });
    expect((await daemon.ok('forkSession', { ...of(id), body: {} })).runtime_id).toBe('sandbox');
    await daemon.ok('loadSession', { ...of(id), body: { launch: { runtime_id: 'local' } } });
    expect((await daemon.ok('getRuntime', of(id))).runtime_id).toBe('local');
    expect(
      (await daemon.fails('setRuntime', 'RUNTIME_NOT_FOUND', { ...of(id), body: { runtime_id: 'cloud' } })).msg,
    ).toBe('no runtime "cloud"; there are local and sandbox');
  });

  test('is said with what it can, and asked for where it cannot be it is refused', async () => {
    const { items } = await daemon.ok('listRuntimes', {});
    expect(items).toEqual([
      { runtime_id: 'local', kind: 'local', state: 'available', profiles: ['full', 'read-only'], default: true },
      {
        runtime_id: 'sandbox',
        kind: 'sandbox',
        state: 'available',
        profiles: ['workspace', 'read-only'],
        default: false,
      },
    ]);
    const everything = await daemon.ok('listRuntimes', { query: { cwd: '/' } });
    expect(everything.items[1]).toMatchObject({ state: 'unavailable', reason: 'workspace', profiles: [] });
    const { details } = await daemon.fails('createSession', 'RUNTIME_UNAVAILABLE', {
      body: { metadata: { cwd: '/' }, launch: { runtime_id: 'sandbox' } },
    });
    expect(details).toEqual({ reason: 'workspace', hint: 'choose a project directory' });
  });

  test('changes with an event, and calls that wait are judged again', async () => {
    const id = await session('local');
    await daemon.prompt(id, 'run echo $AGENT_SANDBOX');
    await daemon.approval(id);
    await daemon.ok('setRuntime', { ...of(id), body: { runtime_id: 'sandbox' } });
    await daemon.waitForEnd(id);
    expect((await last(id)).text).toContain('workspace');
    const events = await fetch(`${daemon.baseUrl}/api/v1/sessions/${id}/events?types=runtime.changed`, {
      headers: { authorization: `Bearer ${daemon.token}` },
    });
    expect(await events.text()).toContain('"runtimeId":"sandbox","previous":"local","by":"client"');
  });
});

const ordinary = [
  ...['ls', 'cat a.txt', 'pwd', 'echo hello', 'date +%Y', 'wc -l a.txt', 'sort a.txt', 'head -1 a.txt'],
  ...['node -e "1"', 'mkdir -p out', 'cp a.txt out/b.txt', 'touch out/c', 'sed -i s/one/two/ out/b.txt', 'env'],
  ...['for i in 1 2; do echo $i; done', 'echo x > out/d', 'git init -q .', 'git status --short', 'id', 'printf x'],
];

sandboxed('in manual mode', () => {
  test.each([
    ['sandbox', 0],
    ['local', 20],
  ])('20 ordinary commands ask in %s %i times', async (runtime, expected) => {
    const id = await session(runtime);
    let asked = 0;
    await daemon.prompt(id, ordinary.map((line) => `run ${line}`).join('\n'));
    for (;;) {
      const { busy, pending_interaction } = await daemon.ok('getSession', of(id));
      if (pending_interaction === 'approval')
        for (const { approval_id } of await approvals(id)) {
          asked += 1;
          await daemon.ok('resolveApproval', {
            params: { session_id: id, approval_id },
            body: { decision: 'rejected' },
          });
        }
      else if (!busy) break;
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    expect(asked).toBe(expected);
    expect(existsSync(join(daemon.cwd, 'out', 'd'))).toBe(runtime === 'sandbox' || expected === 20);
  });

  test('what the boundary does not mend still asks, and then runs inside', async () => {
    const id = await session('sandbox');
    await daemon.prompt(id, 'run rm -rf out; echo $AGENT_SANDBOX');
    const approval = await daemon.approval(id);
    expect(approval).toMatchObject({ runtime_id: 'sandbox', profile: 'workspace', scopes: ['once', 'session'] });
    expect(approval).not.toHaveProperty('asks');
    await daemon.ok('resolveApproval', {
      params: { session_id: id, approval_id: approval.approval_id },
      body: { decision: 'approved' },
    });
    await daemon.waitForEnd(id);
    expect((await last(id)).text).toContain('workspace');
  });

  test('writes outside of the workspace fail, and nothing there is changed', async () => {
    const id = await session('sandbox');
    const outside = join(daemon.userHome, 'planted.txt');
    await daemon.run(id, `run echo x > ${outside}`);
    expect((await last(id)).isError).toBe(true);
    expect(existsSync(outside)).toBe(false);
  });
});

sandboxed('file tools in the sandbox', () => {
  const write = (path: string, content = 'echo "written outside: $0"\n') =>
    `call Write ${JSON.stringify({ path, content })}`;
  const call = (tool: string, input: Record<string, unknown>) => `call ${tool} ${JSON.stringify(input)}`;
  /** a file in the machine's own /tmp */
  const hostFile = join('/tmp', `agent-of-the-machine-${process.pid}.txt`);
  afterAll(() => rmSync(hostFile, { force: true }));

  test('write /tmp where commands have it, unasked, and show the path that it has', async () => {
    const id = await session('sandbox');
    const own = join(daemon.home, 'sessions', id, 'tmp');
    await daemon.run(id, `${write('/tmp/a.sh')}\nrun sh /tmp/a.sh`);
    expect((await last(id)).text).toContain('written outside: /tmp/a.sh');
    expect(existsSync(join(own, 'a.sh'))).toBe(true);
    expect(existsSync('/tmp/a.sh')).toBe(false);
    const shown = JSON.stringify(await daemon.ok('listMessages', of(id)));
    expect(shown).toContain(join(own, 'a.sh'));
    await daemon.run(id, `${write('$TMPDIR/b.sh')}\nrun sh $TMPDIR/b.sh; echo made > /tmp/c; ln -s /tmp/c /tmp/d`);
    expect((await last(id)).text).toContain('written outside');
    for (const path of ['/tmp/c', '$TMPDIR/c', '/tmp/d', join(own, 'c')]) {
      await daemon.run(id, call('Read', { path }));
      expect(await last(id)).toEqual({ text: expect.stringContaining('1\\tmade'), isError: false });
    }
    await daemon.run(id, call('Grep', { pattern: 'made', path: '/tmp', output_mode: 'content' }));
    expect((await last(id)).text).toContain('made');
    await daemon.run(
      id,
      call('Edit', { path: '/tmp/c', old_string: 'made', new_string: 'edited' }) + '\nrun cat /tmp/d',
    );
    expect((await last(id)).text).toContain('edited');
  });

  test('read a file of the machine where the session has none, and never write it', async () => {
    writeFileSync(hostFile, 'of the machine');
    const id = await session('sandbox');
    await daemon.run(id, call('Read', { path: hostFile }));
    expect((await last(id)).text).toContain('of the machine');
    await daemon.run(id, write(hostFile, 'of the session'));
    await daemon.run(id, call('Read', { path: hostFile }));
    expect((await last(id)).text).toContain('of the session');
    expect(readFileSync(hostFile, 'utf8')).toBe('of the machine');
    // a path of the workspace keeps its meaning, even when the workspace is below /tmp
    await daemon.prompt(id, write(join(daemon.cwd, 'w.txt')));
    await daemon.ok('resolveApproval', {
      params: { session_id: id, approval_id: (await daemon.approval(id)).approval_id },
      body: { decision: 'approved' },
    });
    await daemon.waitForEnd(id);
    expect(existsSync(join(daemon.cwd, 'w.txt'))).toBe(true);
  });

  test('ask for what is hidden, are refused it in auto mode, and leave it out of searches, through links too', async () => {
    const secret = join(daemon.userHome, '.ssh/note.txt');
    mkdirSync(dirname(secret), { recursive: true });
    writeFileSync(secret, 'needle of the user\n');
    const own = join(daemon.cwd, 'own');
    mkdirSync(own);
    writeFileSync(join(own, 'secret.txt'), 'needle of the project\n');
    await daemon.ok('updateConfig', { body: { sandbox: { hide: [own] } } });
    symlinkSync(dirname(secret), join(daemon.cwd, 'link'));
    const calls = ['Read', 'Write', 'Edit', 'ReadMediaFile'].flatMap((tool) =>
      [secret, join(daemon.cwd, 'link/note.txt'), join(own, 'secret.txt')].map((path) => ({ tool, path })),
    );
    const arguments_ = { Write: { content: 'x' }, Edit: { old_string: 'needle', new_string: 'x' } };
    const id = await session('sandbox', 'auto');
    for (const { tool, path } of calls) {
      await daemon.run(id, call(tool, { path, ...arguments_[tool as 'Write'] }));
      expect({ tool, path, ...(await last(id)) }).toEqual({
        tool,
        path,
        text: expect.stringMatching(/is hidden from the sandbox/),
        isError: true,
      });
    }
    for (const path of [dirname(secret), join(daemon.cwd, 'link'), own, daemon.cwd]) {
      await daemon.run(id, call('Grep', { pattern: 'needle', path, output_mode: 'content' }));
      expect((await last(id)).text).not.toContain('needle of');
      await daemon.run(id, call('Glob', { pattern: '*.txt', path }));
      expect((await last(id)).text).not.toMatch(/note\.txt|secret\.txt/);
    }
    const asking = await session('sandbox', 'yolo');
    await daemon.prompt(asking, call('Read', { path: secret }));
    expect(await daemon.approval(asking)).toMatchObject({ reason: expect.stringContaining('may hold secrets') });
    // a local session still sees the files
    const free = await session('local', 'yolo');
    await daemon.run(free, call('Grep', { pattern: 'needle', path: own, output_mode: 'content' }));
    expect((await last(free)).text).toContain('needle of the project');
    await daemon.ok('updateConfig', { body: { sandbox: { hide: [] } } });
  });
});

sandboxed('two servers, and two sessions of one', () => {
  test('have rules and loopbacks of their own, and a task keeps the runtime that it began in', async () => {
    const more = await startTestDaemon({ config: 'default_runtime = "sandbox"\n' });
    try {
      const free = await session('sandbox', 'yolo');
      const rules = [{ pattern: 'Network(denied.test)', decision: 'deny' }];
      const { id: strict } = await daemon.createSession({
        launch: { runtime_id: 'sandbox', rules },
        agent_config: { permission_mode: 'auto' },
      });
      const { id: away } = await more.createSession({});
      const serving = `node -e 'require("http").createServer((q, r) => r.end("served")).listen(3100)'`;
      await daemon.prompt(free, `run in background exec ${serving}`);
      const asks = 'curl -s localhost:3100 || echo none';
      const said = async () => {
        await daemon.prompt(free, `run ${asks}`);
        await until('the turn', async () => ((await daemon.ok('listPrompts', of(free))).active ? undefined : true));
        return (await last(free)).text;
      };
      await until('the server', async () => ((await said()) === '"served"' ? true : undefined));
      await daemon.run(strict, `run ${asks}`);
      expect((await last(strict)).text).toBe('"none"');
      await more.run(away, `run ${asks}`);
      expect(JSON.stringify(await more.ok('listMessages', more.session(away)))).toContain('"none"');
      for (const id of [free, strict]) {
        await daemon.prompt(id, 'run curl -s http://denied.test/');
        await until('the turn', async () => ((await daemon.ok('listPrompts', of(id))).active ? undefined : true));
        expect((await last(id)).text.includes('denied.test:80 (not allowed)')).toBe(id === strict);
      }
      await daemon.ok('setRuntime', { ...of(free), body: { runtime_id: 'local' } });
      const [task] = (await daemon.ok('listTasks', { ...of(free), query: {} })).items;
      expect(task).toMatchObject({ status: 'running', runtime_id: 'sandbox' });
      await daemon.ok('cancelTask', { params: { session_id: free, task_id: task?.id ?? '' } });
    } finally {
      await more.close();
    }
  });
});

sandboxed('plan mode in the sandbox', () => {
  test('runs what local asks about, and lets it read only', async () => {
    const id = await session('sandbox', 'manual', { plan_mode: true });
    await daemon.run(id, 'run echo x > planned.txt');
    expect(await last(id)).toMatchObject({ isError: true });
    expect(existsSync(join(daemon.cwd, 'planned.txt'))).toBe(false);
    expect((await daemon.ok('getSessionStatus', of(id))).runtime).toMatchObject({
      profile: 'read-only',
      enforced: true,
    });
  });
});
