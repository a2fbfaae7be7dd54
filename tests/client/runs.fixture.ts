/** Compares whole runs of `agent -p` with golden files, while scenes cause events elsewhere. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { WebSocket } from 'ws';
import { run } from '../../client/cli/run.js';
import { startTestDaemon, type TestDaemon } from '../helpers/daemon.js';
import { expectGolden, goldenDirectory, writesGoldens } from '../helpers/goldens.js';
import { hurried } from '../helpers/turns.js';
import { testIo, until, type TestIo, type TestIoOptions } from './harness.js';

export interface RunPlace {
  daemon: TestDaemon;
  io: TestIo;
  /** waits until the run has a session with a turn, and returns its id */
  session(): Promise<string>;
  /** waits until stderr contains the text */
  said(text: string): Promise<void>;
  /** waits until stdout contains the text */
  answered(text: string): Promise<void>;
  /** lets a command continue that waits at the gate */
  open(): void;
  /** cuts the connection of the run */
  cut(): void;
}

export interface Scene {
  name: string;
  prompt: string;
  argv?: string[];
  /** runs before the command; returns additional arguments for it */
  before?(daemon: TestDaemon): Promise<string[]>;
  /** runs during the command */
  during?(place: RunPlace): Promise<void>;
  after?(daemon: TestDaemon): Promise<unknown>;
  io?: Partial<TestIoOptions>;
}

/** Last part of a command that makes it wait until the test opens the gate. */
export const gate = 'while [ ! -e gate ]; do sleep 0.01; done; rm gate';

export const background = `run in background ${gate}; echo over`;

const config = `
[permission]
deny = ["Bash(touch denied*)"]
[background]
kill_grace_period_ms = 50
[[hooks]]
event = "PreToolUse"
command = "grep -q Glob || exit 0; echo no globbing here >&2; exit 2"
`;

/** Runs the scenes on one daemon in both formats, and compares the output with golden files. */
export function playScenes(scenes: readonly Scene[]): void {
  let daemon: TestDaemon;
  beforeAll(async () => {
    daemon = await startTestDaemon({
      temporary: goldenDirectory,
      config,
      // keeps the delays that scenes need
      sleep: (ms, signal) => hurried(ms === 200 ? ms : 5)(ms, signal),
      random: () => 0,
    });
    writeFileSync(join(daemon.cwd, 'notes.txt'), 'alpha\nbeta\ngamma\n');
    mkdirSync(join(daemon.cwd, '.agent-code/skills'), { recursive: true });
    writeFileSync(join(daemon.cwd, '.agent-code/skills/release.md'), 'Release $0.');
  });
  afterAll(() => daemon.close());

  test('the golden files are compared, not written', () => expect(writesGoldens).toBe(false));

  describe('runs print as in the golden files', () => {
    test.each(scenes.map((scene) => [scene.name, scene] as const))('%s', async (name, scene) => {
      let shown = '';
      for (const format of ['text', 'stream-json']) shown += await playScene(scene, format, daemon);
      expectGolden(join('tests', 'client', 'goldens', `scene-${name}.txt`), shown);
    });
  });
}

/** Runs one scene with one output format; masks parts that differ between runs. */
async function playScene(scene: Scene, format: string, daemon: TestDaemon): Promise<string> {
  const cut: WebSocket[] = [];
  class Tracked extends WebSocket {
    constructor(url: string, protocols: string[]) {
      super(url, protocols);
      cut.push(this);
    }
  }
  const env = { PATH: process.env['PATH'] ?? '' };
  const io = testIo({ home: daemon.home, cwd: daemon.cwd, env, ...scene.io });
  Object.assign(io, { webSocket: () => Promise.resolve(Tracked) });
  const given = (await scene.before?.(daemon)) ?? [];
  const known = new Set((await daemon.ok('listSessions', { query: { include_archive: true } })).items.map(idOf));
  const argv = ['-p', scene.prompt, '--output-format', format, ...(scene.argv ?? []), ...given];
  const running = run(argv, io);
  const place: RunPlace = {
    daemon,
    io,
    async session() {
      let found: string | undefined = given[1];
      await until(async () => {
        found ??= (await daemon.ok('listSessions', {})).items.map(idOf).find((id) => !known.has(id));
        return found !== undefined;
      });
      return found ?? '';
    },
    said: (text) => until(() => io.err().includes(text), 10_000),
    answered: (text) => until(() => io.out().includes(text), 10_000),
    open: () => writeFileSync(join(daemon.cwd, 'gate'), ''),
    cut: () => cut.at(-1)?.terminate(),
  };
  const [code] = await Promise.all([running, scene.during?.(place)]);
  await scene.after?.(daemon);
  if (existsSync(join(daemon.cwd, 'gate'))) throw new Error(`${scene.name} left its gate open`);
  return masked(
    `--- ${format}: stdout\n${io.out()}--- ${format}: stderr\n${io.err()}--- ${format}: code ${code}\n`,
    daemon,
  );
}

const idOf = ({ id }: { id: string }): string => id;

function masked(output: string, daemon: TestDaemon): string {
  return (
    output
      .replaceAll(/session_\w{26}/g, 'session_ID')
      .replaceAll(/agent_\d\b/g, 'agent_N')
      .replaceAll(/goal_\w{26}/g, 'goal_ID')
      .replaceAll(/(wallClockMs[\\"]*):\d+/gi, '$1:N')
      .replaceAll(/\b(bash|agent|question)-\w{8}\b/g, '$1-ID')
      .replaceAll(daemon.cwd, '<cwd>')
      .replaceAll(daemon.home, '<home>')
      .replaceAll(/(scheduled prompt |"id\\*":\\*")[0-9a-f]{8}\b/g, '$1JOB')
      .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')
      .replaceAll(/\/plans\/[\w-]*/g, '/plans/PLAN')
      // the length of its paths decides where a line is cut
      .replaceAll(/(<cwd>|<home>).*…/g, '$1…')
      // the length of its name decides whether the path of a plan is cut
      .replaceAll(/^(\[tool\] \w+ <home>)\/sessions\/session_ID\/plans\/PLAN\.md$/gm, '$1…')
      .replaceAll(/"id":"[^"]+"|"tool_call_id":"[^"]+"/g, (found) => `${found.split(':')[0]}:"ID"`)
      .replaceAll(/\d+ tokens of context compacted to \d+/g, 'N tokens of context compacted to N')
      .replaceAll(/pid(:?) \d+/g, 'pid$1 N')
  );
}
