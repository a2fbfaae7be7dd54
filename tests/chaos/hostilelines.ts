/** Runs generated command lines in real shells with stub programs; each program that runs must be known to the rules. */
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { decide, staticDeny } from '../../daemon/agent/permission/decide.js';
import { onCommand } from '../../daemon/agent/permission/facts.js';
import type { PermissionCall, PermissionPolicy, Verdict } from '../../daemon/agent/permission/policy.js';
import { ruleOf, type Rule } from '../../daemon/agent/permission/rules.js';
import { hostileLine, plainLine, scrambledLine } from '../agent/commandline.lines.js';
import { createMachine, hasShell, type Machine, type ShellName } from '../agent/commandline.stubs.js';
import type { PartOptions, PartResult } from './hostile.js';
import { createRandom } from './random.js';

const rows: [ShellName, ShellName][] = [
  ['bash', 'dash'],
  ['dash', 'dash'],
  ['ash', 'ash'],
  ['zsh', 'dash'],
];
/** Number of lines that run at the same time. */
const lanes = 4;
/** Maximum time of a decision in ms (engine.md 7). */
const mostMs = 50;
/** Repetitions for a line over `mostMs`; the fastest counts, because garbage collection may delay one. */
const againTimes = 3;
/** Number of lines decided before the first is timed. */
const warmLines = 500;

export async function runLines({ seed, rounds = 10_000, report }: PartOptions): Promise<PartResult> {
  const cwd = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'hostile-')));
  const problems: string[] = [];
  const summaries: string[] = [];
  const times: Times = { judged: 0, repeated: 0, cpu: { ms: 0, line: '' }, wall: { ms: 0, line: '' } };
  for (const [reader, sh] of rows) {
    if (!hasShell(reader) || !hasShell(sh)) {
      report(`skipped: lines of ${reader}, because this machine has no ${hasShell(reader) ? sh : reader}`);
      continue;
    }
    const machine = createMachine(reader, sh);
    try {
      const row = await runRow(machine, { cwd, seed, rounds, times, report: (text) => report(`${reader}: ${text}`) });
      problems.push(...row.problems.map((problem) => `${reader}: ${problem}`));
      summaries.push(`${reader} ${rounds} rounds, ${row.ran} ran, ${row.unparsable} unparsable`);
      report(`${summaries.at(-1)}, ${row.problems.length} broken`);
    } finally {
      machine.close();
    }
  }
  rmSync(cwd, { recursive: true, force: true });
  const { judged, repeated, cpu, wall } = times;
  report(`slowest by CPU time: ${JSON.stringify(cpu.line).slice(0, 200)}`);
  report(`slowest by wall time: ${JSON.stringify(wall.line).slice(0, 200)}`);
  const slowest =
    `${judged} judgements, the slowest ${cpu.ms.toFixed(1)} ms of ${threadClock.name} (at most ${mostMs} allowed), ` +
    `${repeated} of them over that once and judged again alone, the fastest of ${againTimes} counting; ` +
    `${wall.ms.toFixed(1)} ms by the wall clock (not checked: other processes delay it)`;
  return { problems, summary: `${summaries.join('; ')}; ${slowest}` };
}

interface Slowest {
  ms: number;
  line: string;
}

interface Times {
  judged: number;
  repeated: number;
  cpu: Slowest;
  wall: Slowest;
}

interface Row {
  ran: number;
  unparsable: number;
  problems: string[];
}

interface RowOptions {
  cwd: string;
  seed: number;
  rounds: number;
  times: Times;
  report(text: string): void;
}

async function runRow(machine: Machine, { cwd, seed, rounds, times, report }: RowOptions): Promise<Row> {
  const random = createRandom(seed);
  const policy = policyOf(machine, cwd);
  const row: Row = { ran: 0, unparsable: 0, problems: [] };
  const broken = (problem: string): void => {
    row.problems.push(problem);
    report(`broken: ${problem}`);
  };
  const judge = (line: string): Verdict => {
    const call = callOf(line, cwd);
    return staticDeny(call, policy) ?? decide(call, policy);
  };
  const warming = createRandom(seed + 1);
  for (let each = 0; each < warmLines; each += 1) judge(machine.placed(hostileLine(warming)));
  let round = 0;
  async function lane(): Promise<void> {
    while (round < rounds) {
      round += 1;
      if (round % 2_500 === 0) report(`round ${round}, ${row.ran} ran, ${row.problems.length} broken`);
      const make = round % 8 === 0 ? scrambledLine : round % 3 === 0 ? plainLine : hostileLine;
      const line = machine.placed(make(random));
      const call = callOf(line, cwd);
      const verdict = timed(line, times, judge);
      if (verdict.ms > mostMs) broken(`judged for ${verdict.ms.toFixed(1)} ms of CPU time: ${JSON.stringify(line)}`);
      const facts = call.subject.kind === 'command' ? onCommand(call.subject, policy, (found) => found) : undefined;
      if (facts?.line.unparsable !== undefined) {
        row.unparsable += 1;
        if (verdict.decision !== 'deny') broken(`allowed although unparsable: ${JSON.stringify(line)}`);
        continue;
      }
      // A denied line runs as well: the deny rule must have seen all of it, not only its own program.
      const listed = (facts?.line.commands ?? []).map(({ words }) => path.basename(words[0]?.text ?? ''));
      row.ran += 1;
      const unseen = (await machine.run(line)).filter(
        (name) => !listed.includes(name) || (name === 'mark' && verdict.decision !== 'deny'),
      );
      if (unseen.length > 0) broken(`${unseen.join()} ran: ${JSON.stringify(line)}`);
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane));
  return row;
}

const callOf = (command: string, cwd: string): PermissionCall => ({
  tool: { name: 'Bash', permission: 'ask' },
  subject: { kind: 'command', command, cwd },
});

/** Decides on a line and records the time. */
function timed(
  line: string,
  times: Times,
  judge: (line: string) => Verdict,
): { decision: Verdict['decision']; ms: number } {
  const first = once(line, judge);
  const { decision, wallMs } = first;
  let { ms } = first;
  times.judged += 1;
  if (ms > mostMs) {
    times.repeated += 1;
    for (let again = 0; again < againTimes; again += 1) ms = Math.min(ms, once(line, judge).ms);
  }
  if (ms > times.cpu.ms) times.cpu = { ms, line };
  if (wallMs > times.wall.ms) times.wall = { ms: wallMs, line };
  return { decision, ms };
}

function once(line: string, judge: (line: string) => Verdict) {
  const began = performance.now();
  const usedBefore = threadClock.ms();
  const { decision } = judge(line);
  const used = threadClock.ms() - usedBefore;
  const wallMs = performance.now() - began;
  return { decision, ms: Math.min(wallMs, used), wallMs };
}

/** Processor time of this thread; of the whole process where the system does not report it per thread. */
const threadClock = ((): { name: string; ms(): number } => {
  const file = `/proc/self/task/${process.pid}/schedstat`;
  if (existsSync(file))
    return { name: 'CPU time of the thread', ms: () => Number(readFileSync(file, 'utf8').split(' ')[0]) / 1e6 };
  return {
    name: 'CPU time of the process',
    ms() {
      const { user, system } = process.cpuUsage();
      return (user + system) / 1_000;
    },
  };
})();

function policyOf(machine: Machine, cwd: string): PermissionPolicy {
  const deny = ruleOf('deny', 'Bash(mark *)') as Rule;
  return {
    mode: 'auto',
    plan: { active: false },
    rules: { config: [deny], launch: [], session: [] },
    tools: { disabled: [] },
    workspace: [cwd],
    cwd,
    shells: machine.shells,
    home: path.join(cwd, '.home'),
    userHome: cwd,
    temporary: { session: path.join(cwd, 'tmp'), system: os.tmpdir() },
    caseInsensitive: false,
  };
}
