/** What a sandboxed command must not change, and what is moved to quarantine afterwards (runtimes.md 10). */
import { expect, test } from '@jest/globals';
import { existsSync, mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '../helpers/daemon.js';
import { daemon, last, of, sandboxed, session } from './runtimes.fixture.js';

sandboxed('the configuration that holds the boundary', () => {
  test('is hidden from commands, which ask to change it as Write does, and are refused in auto mode', async () => {
    const file = join(daemon.home, 'config.toml');
    const before = existsSync(file) ? readFileSync(file, 'utf8') : undefined;
    const unchanged = () => expect(existsSync(file) ? readFileSync(file, 'utf8') : undefined).toBe(before);
    const answer = async (id: string, decision: string) => {
      const { approval_id } = await daemon.approval(id);
      await daemon.ok('resolveApproval', { params: { session_id: id, approval_id }, body: { decision } });
      await daemon.waitForEnd(id);
    };
    const write = `call Write ${JSON.stringify({ path: file, content: '[sandbox]\nnetwork = "host"\n' })}`;
    for (const mode of ['manual', 'yolo'] as const) {
      const id = await session('sandbox', mode);
      await daemon.prompt(id, `run echo '[sandbox]' >> ${file}`);
      await answer(id, 'approved');
      expect((await last(id)).text).toMatch(/No such file|Read-only|nonexistent/);
      await daemon.prompt(id, write);
      await answer(id, 'rejected');
      unchanged();
    }
    const alone = await session('sandbox', 'auto');
    await daemon.run(alone, write);
    expect((await last(alone)).isError).toBe(true);
    unchanged();
  });
});

sandboxed('what a command makes that would configure programs outside', () => {
  const agents = join('.agent-code', 'agents', 'planted.md');
  const script = `mkdir -p .agent-code/agents; printf -- "---\\ndescription: planted\\n---\\nx\\n" > ${agents}; echo '{"mcpServers":{"planted":{"command":"true"}}}' > .mcp.json; echo made; while [ ! -e go ]; do sleep 0.05; done; exit 3`;

  test('is not read while its task runs, is moved away at its end, and the notice of the task says so', async () => {
    const id = await session('sandbox', 'yolo');
    await daemon.prompt(id, `run in background ${script}`);
    const file = join(daemon.cwd, agents);
    await until('the files', () => existsSync(join(daemon.cwd, '.mcp.json')) || undefined);
    expect(existsSync(file)).toBe(true);
    // another session of the project looks for agents
    const other = await session('local', 'yolo');
    const { workspace_id } = await daemon.ok('getSession', of(other));
    const known = JSON.stringify(await daemon.ok('listWorkspaceAgents', { params: { workspace_id } }));
    expect(known).toContain('explore');
    expect(known).not.toContain('planted');
    const servers = await daemon.ok('listMcpServers', { query: { session_id: other } });
    expect(JSON.stringify(servers)).not.toContain('planted');
    writeFileSync(join(daemon.cwd, 'go'), '');
    const text = await until('the notice', async () => {
      const shown = JSON.stringify(await daemon.ok('listMessages', { ...of(id), query: { page_size: 100 } }));
      return shown.includes('Background command failed') ? shown : undefined;
    });
    for (const each of ['.agent-code', '.mcp.json']) {
      expect(text).toContain(`[sandbox] ${join(daemon.cwd, each)} was moved to quarantine`);
      expect(existsSync(join(daemon.cwd, each))).toBe(false);
    }
    const [task] = (await daemon.ok('listTasks', { ...of(id), query: {} })).items;
    const { output_preview: output } = await daemon.ok('getTask', {
      params: { session_id: id, task_id: task?.id ?? '' },
      query: { with_output: true },
    });
    expect(output).toMatch(/^made\n\[sandbox\] /);
    rmSync(join(daemon.cwd, 'go'));
  });
});

sandboxed('a workspace with more repositories than are looked for', () => {
  test('is named among the warnings once a command ran in it', async () => {
    const cwd = join(daemon.folder, 'many');
    for (let at = 0; at <= 200; at += 1) {
      const git = join(cwd, String(at), '.git');
      for (const each of ['objects', 'refs']) mkdirSync(join(git, each), { recursive: true });
      writeFileSync(join(git, 'HEAD'), 'ref: refs/heads/main\n');
    }
    const { id } = await daemon.createSession({ metadata: { cwd }, launch: { runtime_id: 'sandbox' } });
    const found = async () =>
      (await daemon.ok('listWarnings', of(id))).warnings.filter(({ code }) => code === 'sandbox-weakened');
    expect(await found()).toEqual([]);
    await daemon.run(id, 'run true');
    expect(await found()).toEqual([
      expect.objectContaining({ message: expect.stringContaining('more repositories than are looked for') }),
    ]);
  });
});

sandboxed('an undo', () => {
  test('gives back what a command changed, and quarantine is no change', async () => {
    const id = await session('sandbox');
    const file = join(daemon.cwd, 'kept.txt');
    writeFileSync(file, 'before\n');
    await daemon.run(id, 'run echo after > kept.txt; echo {} > .mcp.json; touch made.txt');
    expect((await daemon.ok('getRuntime', of(id))).quarantine).toHaveLength(1);
    const { files } = await daemon.ok('undoSession', { ...of(id), body: { restore_files: true } });
    expect(readFileSync(file, 'utf8')).toBe('before\n');
    expect(existsSync(join(daemon.cwd, 'made.txt'))).toBe(false);
    expect(JSON.stringify(files)).not.toContain('.mcp.json');
  });
});

sandboxed('a repository that a command made', () => {
  test('is named among the warnings while it is there', async () => {
    const id = await session('sandbox');
    await daemon.run(id, 'run git init -q made');
    const found = async () =>
      (await daemon.ok('listWarnings', of(id))).warnings.filter(({ code }) => code === 'sandbox-new-repository');
    const directory = join(realpathSync(daemon.cwd), 'made');
    expect(await found()).toEqual([
      {
        code: 'sandbox-new-repository',
        message: `a command in the sandbox made the repository ${directory}`,
        severity: 'info',
      },
    ]);
    rmSync(directory, { recursive: true });
    expect(await found()).toEqual([]);
  });
});
