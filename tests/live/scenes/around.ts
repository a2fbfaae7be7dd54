/** Scenes around turns: sessions, workspaces, configuration, and a crash. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { programEntry } from '../../helpers/mcpserver.js';
import { eventually, follow, request, type EventFrame } from '../../helpers/turns.js';
import { startProcess } from '../../helpers/daemonprocess.js';
import { listen, type Scene } from '../stage.js';

export const around: Scene[] = [
  {
    name: 'sessions',
    async play({ talk, api, listener, trial }) {
      const session = await talk({}, { title: undefined });
      await session.run('say hello to the world');
      await api('POST', `/sessions/${session.id}/profile`, { title: 'Mine', metadata: { colour: 'red' } });
      await api('POST', `/sessions/${session.id}:fork`, {});
      await api('POST', `/sessions/${session.id}/children`, {});
      await api('POST', `/sessions/${session.id}:archive`);
      await listener.until(({ type }) => type === 'event.session.archived');
      await api('POST', `/sessions/${session.id}:restore`);
      const gone = await talk();
      await api('DELETE', `/sessions/${gone.id}`);
      await listener.until(({ type }) => type === 'event.session.deleted');
      const root = join(trial.cwd, 'project');
      mkdirSync(root);
      const { id } = await api<{ id: string }>('POST', '/workspaces', { root, name: 'Project' });
      await api('PATCH', `/workspaces/${id}`, { name: 'Other' });
      await api('DELETE', `/workspaces/${id}`);
      await listener.until(({ type }) => type === 'event.workspace.deleted');
    },
  },
  {
    name: 'a crash',
    async play({ trial, listener }) {
      const home = join(trial.cwd, 'home');
      mkdirSync(home);
      const first = await startProcess({ home, cwd: trial.cwd });
      const { data } = await request<{ id: string }>(first, 'POST', '/api/v1/sessions', {
        metadata: { cwd: trial.cwd },
        agent_config: { permission_mode: 'yolo' },
      });
      const before = await follow(first, data.id);
      await request(first, 'POST', `/api/v1/sessions/${data.id}/prompts`, {
        content: [{ type: 'text', text: 'run sleep 30' }],
      });
      await before.until('tool.call.started');
      await first.kill();
      before.close();
      const second = await startProcess({ home, cwd: trial.cwd });
      const heard = await listen(second);
      const after = await follow(second, data.id, { cursors: { [data.id]: { seq: 0 } } });
      await after.until('prompt.completed failed');
      listener.frames.push(...after.frames);
      listener.findings.push(...after.findings, ...heard.findings);
      heard.close();
      after.close();
      await second.stop();
    },
  },
  {
    name: 'watched files',
    async play({ trial, talk, listener }) {
      const session = await talk();
      await session.send('watch_fs_add', { session_id: session.id, paths: ['.'] });
      const changed = (frame: EventFrame) => frame.type === 'event.fs.changed';
      const path = join(trial.cwd, 'a.txt');
      writeFileSync(path, 'one\n');
      await session.until(changed);
      writeFileSync(path, 'one and two\n');
      await session.until(
        (frame) =>
          changed(frame) && JSON.stringify(frame).includes('"size_delta"') && JSON.stringify(frame).includes('etag'),
      );
      for (let n = 0; n < 700; n += 1) writeFileSync(join(trial.cwd, `many-${n}.txt`), 'x');
      await session.until((frame) => changed(frame) && frame.payload['truncated'] === true);
      // only the connection that watches receives these events
      listener.frames.push(...session.frames.filter(changed));
    },
  },
  {
    name: 'MCP servers',
    async play({ talk, api, listener }) {
      const { command, args, env } = await programEntry({ tools: ['echo'] });
      const given = { it: { command, args, env }, broken: { command: '/nowhere/at/all' } };
      const session = await talk({}, { mcp_servers: given });
      await session.run('say hello', { unattended: true });
      await session.run('call mcp__it__echo {"text": "hello"}');
      await api('POST', `/sessions/${session.id}/profile`, { agent_config: { mcp_servers: [] } });
      await listener.until(
        ({ type, payload }) => type === 'tool.list.updated' && payload['reason'] === 'mcp.disconnected',
      );
      await api('POST', `/sessions/${session.id}:load`, { mcp_servers: {} });
    },
  },
  {
    name: 'configuration',
    async play({ api, listener, trial }) {
      await api('POST', '/config', {
        default_permission_mode: 'yolo',
        default_provider: 'p',
        thinking: { effort: 'high' },
        permission: {
          rules: [{ decision: 'deny', pattern: 'Bash(nothing *)', reason: 'a test' }],
          allow: ['Bash(echo *)'],
          deny: ['Bash(shred *)'],
          ask: ['Bash(expr *)'],
        },
      });
      await listener.until(({ type }) => type === 'event.config.changed');
      const path = join(trial.home, 'config.toml');
      const before = readFileSync(path, 'utf8');
      writeFileSync(path, `${before}\n[loop_control]\nmax_steps_per_turn = "many"\n`);
      await listener.until(({ type }) => type === 'event.config.warning');
      writeFileSync(path, before);
      await eventually(
        () => listener.frames.filter(({ type }) => type === 'event.config.warning').length > 1,
        'the warning is taken back',
      );
    },
  },
];
