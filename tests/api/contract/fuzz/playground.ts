/** The daemon under fuzzing, in a separate process whose PATH has only harmless programs. */
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { startTestDaemon, type Started } from '../../../helpers/daemon.js';
import { startProcess } from '../../../helpers/daemonprocess.js';
import { startModel } from '../../../helpers/model.js';
import { configOf, worldOf, type World } from '../world.js';

/** Programs that trials run, or that the daemon uses to inspect the project. */
const programs = ['bash', 'bwrap', 'cat', 'expr', 'git', 'nsenter', 'sh', 'sleep'];
/** Programs of the host that open files for the user; here they are stubs without effect. */
const stubs = ['code', 'cursor', 'gio', 'open', 'x-terminal-emulator', 'xdg-open'];

export interface Playground {
  world: World;
  /** output of daemons that ended by themselves, and log lines that report a defect */
  defects(): string[];
  /** whether the daemon ended by itself; waits a moment, because the system reports an exit late */
  died(): Promise<boolean>;
  close(): Promise<void>;
}

export async function openPlayground(): Promise<Playground> {
  const bin = mkdtempSync(join(tmpdir(), 'agent-bin-'));
  for (const name of programs) {
    const found = (process.env['PATH'] ?? '')
      .split(delimiter)
      .map((each) => join(each, name))
      .find(existsSync);
    if (found !== undefined) symlinkSync(found, join(bin, name));
  }
  for (const name of stubs) {
    writeFileSync(join(bin, name), '#!/bin/sh\nexit 0\n');
    chmodSync(join(bin, name), 0o755);
  }
  const model = await startModel();
  model.answer(() => ({ text: 'A few words' }));
  const deaths: string[] = [];
  const daemon = await startTestDaemon({ config: configOf(model), start: inProcess({ PATH: bin }, deaths) });
  furnish(daemon.cwd);
  const world = worldOf({ daemon, other: daemon, open: daemon, model });
  return {
    world,
    defects: () => [...deaths, ...defectsIn(join(daemon.home, 'logs'))],
    async died() {
      await setTimeout(500);
      return deaths.length > 0;
    },
    async close() {
      await world.close();
      rmSync(bin, { recursive: true, force: true });
    },
  };
}

/** Starts a daemon in a separate process; its environment holds little more than `env`. */
const inProcess =
  (env: Record<string, string>, deaths: string[]) =>
  async ({ home, cwd, userHome }: { home: string; cwd: string; userHome: string }): Promise<Started> => {
    const child = await startProcess({ home, cwd, userHome, env, debugEndpoints: true });
    let stopping: Promise<void> | undefined;
    void child.gone.then(() => {
      if (!stopping) deaths.push(`the daemon ended: ${child.errors().slice(-2_000)}`);
    });
    const stop = async (deadlineMs: number): Promise<void> => {
      const late = globalThis.setTimeout(() => void child.kill(), deadlineMs);
      await child.stop();
      clearTimeout(late);
    };
    return {
      baseUrl: child.baseUrl,
      port: Number(new URL(child.baseUrl).port),
      token: child.token,
      closed: child.gone,
      close: (deadlineMs = 10_000) => (stopping ??= stop(deadlineMs)),
    };
  };

/** Creates a few files, a link and a repository. */
function furnish(cwd: string): void {
  mkdirSync(join(cwd, 'sub'));
  writeFileSync(join(cwd, 'a.txt'), 'hat\n');
  writeFileSync(join(cwd, 'sub', 'b.txt'), 'coat\n'.repeat(1_000));
  writeFileSync(join(cwd, 'bytes.bin'), Buffer.from([0, 1, 2, 255]));
  symlinkSync('a.txt', join(cwd, 'link'));
  spawnSync('git', ['init', '--quiet', cwd], { env: { PATH: process.env['PATH'], HOME: cwd } });
}

/** Log lines of level error or above; expected outcomes have a lower level. */
function defectsIn(logs: string): string[] {
  return readdirSync(logs)
    .filter((name) => name.startsWith('agent-code.log'))
    .flatMap((name) => readFileSync(join(logs, name), 'utf8').split('\n'))
    .filter((line) => /"level":"?(error|fatal|50|60)\b/.test(line));
}
