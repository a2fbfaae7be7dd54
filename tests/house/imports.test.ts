/** The import rules: the program keeps them, and each of them bites in a tree that breaks it. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';

interface Violation {
  from: string;
  to: string;
  rule: { name: string };
}

function cruise(directory: string): Violation[] {
  const cli = resolve('node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
  const args = [cli, '--config', resolve('.dependency-cruiser.cjs'), '--output-type', 'json', '.'];
  const { stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: directory,
    encoding: 'utf8',
    maxBuffer: 100_000_000,
  });
  if (stdout === '') throw new Error(stderr);
  return (JSON.parse(stdout) as { summary: { violations: Violation[] } }).summary.violations;
}

/** importing file, imported file, the rule that refuses it */
const refused: [string, string, string][] = [
  ['daemon/http/app.ts', 'daemon/main.ts', 'http-imports-nothing-above'],
  ['daemon/api/prompts.ts', 'daemon/http/app.ts', 'api-imports-nothing-above'],
  ['daemon/api/tools.ts', 'daemon/http/contract.ts', 'api-knows-http-by-types'],
  ['daemon/sessions/live/turn.ts', 'daemon/api/prompts.ts', 'sessions-imports-nothing-above'],
  ['daemon/agent/loop.ts', 'daemon/sessions/log/log.ts', 'agent-imports-nothing-above'],
  ['daemon/tools/read.ts', 'daemon/agent/loop.ts', 'tools-and-providers-imports-nothing-above'],
  ['daemon/tools/grep.ts', 'daemon/providers/wire.ts', 'tools-and-providers-apart'],
  ['daemon/providers/openai.ts', 'daemon/tools/read.ts', 'providers-and-tools-apart'],
  ['daemon/config/config.ts', 'daemon/home/paths.ts', 'side-rooms-alone'],
  ['daemon/home/token.ts', 'daemon/tools/tool.ts', 'side-rooms-alone'],
  ['daemon/base/later.ts', 'daemon/home/paths.ts', 'ground-floor-alone'],
  ['daemon/errors.ts', 'daemon/home/paths.ts', 'errors-know-the-contract-only'],
  ['daemon/direct/vis.ts', 'daemon/agent/prompt.ts', 'direct-without-agent'],
  ['daemon/main.ts', 'daemon/direct/doctor.ts', 'main-without-direct'],
  ['client/connect.ts', 'daemon/home/instances.ts', 'client-without-daemon'],
  ['daemon/http/page.ts', 'client/api/client.ts', 'daemon-without-client'],
  ['schemas/folds/text.ts', 'client/print/text.ts', 'schemas-import-nobody'],
  ['web/page.ts', 'client/connect.ts', 'web-through-the-api'],
  ['client/session/state.ts', 'client/connect.ts', 'browser-safe'],
  ['client/commands/table.ts', 'client/connect.ts', 'browser-safe'],
  ['client/api/stream.ts', 'client/session/state.ts', 'api-below-session-and-view'],
  ['client/api/stream.ts', 'client/commands/table.ts', 'api-below-session-and-view'],
  ['client/session/state.ts', 'client/commands/table.ts', 'commands-above-session-and-view'],
  ['client/tui/screen.ts', 'client/acp/bridge.ts', 'surfaces-apart'],
  ['client/acp/bridge.ts', 'web/surface.ts', 'surfaces-apart'],
  ['web/surface.ts', 'client/tui/screen.ts', 'surfaces-apart'],
  ['client/tui/socket.ts', 'node_modules/ws/wrapper.mjs', 'connections-through-the-api'],
  ['client/print/json.ts', 'tests/helpers/model.ts', 'no-tests-in-the-program'],
  ['daemon/tools/found.ts', 'daemon/tools/search.ts', 'no-cycles'],
  ['daemon/tools/edit.ts', 'daemon/tools/nowhere.ts', 'resolvable'],
  ['daemon/tools/bundle.ts', 'node_modules/esbuild/lib/main.js', 'no-development-packages'],
];

const allowed: [string, string][] = [
  ['bin/main.mts', 'daemon/main.ts'],
  ['bin/main.mts', 'client/connect.ts'],
  ['daemon/api/sessions.ts', 'daemon/sessions/log/log.ts'],
  ['daemon/http/server.ts', 'daemon/sessions/log/log.ts'],
  ['daemon/home/instances.ts', 'daemon/home/paths.ts'],
  ['daemon/home/instances.ts', 'daemon/errors.ts'],
  ['daemon/home/logs.ts', 'daemon/base/later.ts'],
  ['daemon/tools/write.ts', 'daemon/base/fs/atomic.ts'],
  ['web/page.ts', 'client/api/client.ts'],
  ['web/page.ts', 'client/session/state.ts'],
  ['web/page.ts', 'client/commands/table.ts'],
  ['web/page.ts', 'web/parts.ts'],
  ['client/tui/screen.ts', 'client/tui/rows.ts'],
  ['client/acp/bridge.ts', 'client/commands/table.ts'],
  ['client/cli/process.ts', 'node_modules/ws/wrapper.mjs'],
  ['client/commands/run.ts', 'client/session/store.ts'],
  ['client/session/state.ts', 'client/api/client.ts'],
  ['web/page.ts', 'schemas/folds/text.ts'],
];

/** Each imports a module of Node. */
const nodeModules = ['api', 'commands', 'session', 'view'].map((room) => `client/${room}/reads.ts`);

function plant(directory: string): void {
  const files = new Map<string, string>();
  const add = (from: string, to: string): void => {
    const path = relative(dirname(from), to).replace(/\.ts$/, '.js');
    const [, packageName] = /^node_modules\/([^/]+)\//.exec(to) ?? [];
    const target = packageName ?? (path.startsWith('.') ? path : `./${path}`);
    files.set(from, `${files.get(from) ?? ''}import '${target}';\n`);
    if (!/nowhere|node_modules/.test(to)) files.set(to, files.get(to) ?? '');
  };
  for (const [from, to] of [...refused, ...allowed]) add(from, to);
  add('daemon/tools/search.ts', 'daemon/tools/found.ts');
  files.set(
    'daemon/api/files.ts',
    "import type { Handlers } from '../http/contract.js';\nexport type Some = Handlers;\n",
  );
  for (const path of nodeModules) files.set(path, "import 'node:fs';\n");
  files.set('client/tui/requests.ts', "import 'node:http';\n");
  files.set('daemon/http/contract.ts', 'export interface Handlers { run(): void }\n');
  files.set('tsconfig.json', '{ "compilerOptions": { "module": "NodeNext", "verbatimModuleSyntax": true } }');
  files.set('package.json', '{ "type": "module", "devDependencies": { "esbuild": "0.28.2" } }');
  for (const [path, text] of files) {
    mkdirSync(dirname(join(directory, path)), { recursive: true });
    writeFileSync(join(directory, path), text);
  }
  symlinkSync(resolve('node_modules'), join(directory, 'node_modules'));
}

describe('import rules', () => {
  let directory: string;
  let found: string[];
  beforeAll(() => {
    directory = mkdtempSync(join(tmpdir(), 'agent-imports-'));
    plant(directory);
    found = cruise(directory).map(({ from, to, rule }) => `${rule.name}: ${from} -> ${to}`);
  }, 60_000);
  afterAll(() => rmSync(directory, { recursive: true, force: true }));

  test.each(refused)('%s may not import %s', (from, to, rule) => {
    // What cannot be resolved is reported as it is written.
    const target = to.includes('nowhere') ? './nowhere.js' : to.includes('node_modules') ? '' : to;
    expect(found.filter((line) => line.startsWith(`${rule}: ${from} -> ${target}`))).toHaveLength(1);
  });

  test.each(allowed)('%s may import %s', (from, to) => {
    expect(found.filter((line) => line.endsWith(`${from} -> ${to}`))).toEqual([]);
  });

  test('the API may know the types of handlers', () => {
    expect(found.filter((line) => line.includes('daemon/api/files.ts'))).toEqual([]);
  });

  test.each(nodeModules)('%s may not import a module of Node, as a page loads it too', (path) => {
    expect(found.filter((line) => line.startsWith(`browser-safe-without-node: ${path}`))).toHaveLength(1);
  });

  test('no surface makes requests itself', () => {
    const line = 'connections-through-the-api: client/tui/requests.ts -> http';
    expect(found.filter((each) => each.startsWith(line))).toHaveLength(1);
  });

  test('the program keeps them', () => {
    expect(cruise('.').map(({ from, to, rule }) => `${rule.name}: ${from} -> ${to}`)).toEqual([]);
  }, 60_000);
});
