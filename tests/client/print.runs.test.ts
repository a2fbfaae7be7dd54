/** The output of whole runs of `agent -p`, byte for byte: tools, agents, background work, failures, goals, warnings. */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import type { TestDaemon } from '../helpers/daemon.js';
import { background, gate, playScenes, type RunPlace, type Scene } from './runs.fixture.js';

jest.setTimeout(60_000);

const waiting = async ({ said, open }: RunPlace): Promise<void> => {
  await said('[wait]');
  open();
};
/** Creates a session in which a turn has run; returns the options that continue it. */
const used = async (place: TestDaemon): Promise<string[]> => {
  const { id } = await place.createSession({ agent_config: { model: 'offline/echo', permission_mode: 'auto' } });
  await place.run(id, 'say before');
  return ['-S', id];
};

async function mode(server: TestDaemon, printBackgroundMode: 'drain' | 'exit' | 'steer'): Promise<string[]> {
  await server.ok('updateConfig', { body: { background: { printBackgroundMode } } });
  return [];
}

const scenes: Scene[] = [
  {
    name: 'tools',
    prompt: [
      'think about it',
      'read notes.txt',
      'write out.txt: one\\ntwo',
      'edit out.txt: one => three',
      'edit out.txt: nowhere => x',
      'run printf "a\\nb\\n"; echo problem >&2; exit 3',
      'call Nothing {}',
      'call Read {"line_offset":"x"}',
      'say done',
    ].join('\n'),
    before(server) {
      rmSync(join(server.cwd, 'out.txt'), { force: true });
      return Promise.resolve([]);
    },
  },
  {
    name: 'parallel',
    prompt: `agent coder: run ${gate}\n+ agent coder: run touch gate\nsay both`,
  },
  { name: 'agent', prompt: 'agent explore: say inner\\nread notes.txt\nagent: fail 401\nsay outer' },
  {
    name: 'background-task',
    prompt: `${background}\nsay main`,
    during: waiting,
  },
  {
    name: 'background-agent',
    prompt: `background agent: run ${gate}\nsay main`,
    during: waiting,
  },
  {
    name: 'background-drain',
    prompt: `${background}\nsay main`,
    before: (server) => mode(server, 'drain'),
    after: (server) => mode(server, 'steer'),
    during: waiting,
  },
  {
    name: 'background-exit',
    prompt: 'run in background sleep 60\nsay main',
    before: (server) => mode(server, 'exit'),
    after: (server) => mode(server, 'steer'),
  },
  { name: 'retries', prompt: 'fail 500 2\nsay after' },
  { name: 'failed-later', prompt: 'say first\nread notes.txt\nfail 401 9' },
  { name: 'denied', prompt: 'run touch denied.txt\nlist files\nplan write it | Fast | Slow\nask Now? A | B\nsay on' },
  { name: 'compaction', prompt: 'fail overflow\nsay after', before: used },
  { name: 'resumed', prompt: 'say again', before: used },
  {
    name: 'goal',
    prompt: '/goal say working',
  },
  { name: 'goal-blocked', prompt: '/goal call UpdateGoal {"status":"blocked","reason":"no way\\nthere"}' },
  { name: 'goal-failed', prompt: '/goal fail 401 9' },
  { name: 'skill', prompt: '/skill:release 1.2' },
  { name: 'no-such-session', prompt: 'x', argv: ['-S', 'session_00000000000000000000000000'] },
  { name: 'no-such-skill', prompt: '/skill:releas' },
  { name: 'no-such-model', prompt: 'x', argv: ['-m', 'offline/eco'] },
  {
    name: 'local-warnings',
    prompt: 'say x',
    before(server) {
      const places = '["/no/such/place", "beside", 5]';
      writeFileSync(join(server.cwd, '.agent-code/local.toml'), `[workspace]\nadditional_dir = ${places}\n`);
      return Promise.resolve([]);
    },
  },
  {
    name: 'server-warnings',
    prompt: 'say x',
    before(server) {
      const servers = { gone: { command: '/no/such/program' } };
      writeFileSync(join(server.home, 'mcp.json'), JSON.stringify({ mcpServers: servers }));
      return Promise.resolve([]);
    },
  },
];

playScenes(scenes);
