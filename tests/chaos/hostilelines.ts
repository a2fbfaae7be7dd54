/** Generated command lines: those that are allowed against a deny rule run in real shells, with stubs for programs. */
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { decide, staticDeny } from '../../daemon/agent/permission/decide.js';
import { onCommand } from '../../daemon/agent/permission/facts.js';
import type { PermissionCall, PermissionPolicy } from '../../daemon/agent/permission/policy.js';
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
/** Lines that run at the same moment. */
const lanes = 4;

export async function runLines({ seed, rounds = 10_000, tell }: PartOptions): Promise<PartResult> {
  const cwd = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'hostile-')));
  const problems: string[] = [];
  const summaries: string[] = [];
  let slowest = { ms: 0, line: '' };
  for (const [reader, sh] of rows) {
    if (!hasShell(reader) || !hasShell(sh)) {
      tell(`skipped: lines of ${reader}, because this machine has no ${hasShell(reader) ? sh : reader}`);
      continue;
    }
    const machine = createMachine(reader, sh);
    try {
      const result = await runRow(machine, { cwd, seed, rounds });
      problems.push(...result.unasked.map((problem) => `${reader}: ${problem}`));
      if (result.slowest.ms > slowest.ms) slowest = result.slowest;
      summaries.push(`${reader} ran ${result.ran} of ${rounds}`);
      tell(`lines of ${reader}: ${summaries.at(-1)}, ${result.unasked.length} ran a stub unasked`);
    } finally {
      machine.close();
    }
  }
  rmSync(cwd, { recursive: true, force: true });
  tell(`slowest judgement ${slowest.ms.toFixed(1)} ms: ${JSON.stringify(slowest.line).slice(0, 200)}`);
  return { problems, summary: `${summaries.join(', ')}; slowest judgement ${slowest.ms.toFixed(1)} ms` };
}

interface Row {
  ran: number;
  unasked: string[];
  slowest: { ms: number; line: string };
}

async function runRow(
  machine: Machine,
  { cwd, seed, rounds }: { cwd: string; seed: number; rounds: number },
): Promise<Row> {
  const random = createRandom(seed);
  const policy = policyOf(machine, cwd);
  const result: Row = { ran: 0, unasked: [], slowest: { ms: 0, line: '' } };
  let round = 0;
  async function lane(): Promise<void> {
    while (round < rounds) {
      round += 1;
      const make = round % 8 === 0 ? scrambledLine : round % 3 === 0 ? plainLine : hostileLine;
      const line = machine.placed(make(random));
      const call: PermissionCall = {
        tool: { name: 'Bash', permission: 'ask' },
        subject: { kind: 'command', command: line, cwd },
      };
      const began = performance.now();
      const verdict = staticDeny(call, policy) ?? decide(call, policy);
      const ms = performance.now() - began;
      if (ms > result.slowest.ms) result.slowest = { ms, line };
      const facts = call.subject.kind === 'command' ? onCommand(call.subject, policy, (found) => found) : undefined;
      if (facts?.line.unparsable !== undefined) {
        if (verdict.decision !== 'deny') result.unasked.push(`allowed although unparsable: ${JSON.stringify(line)}`);
        continue;
      }
      // A denied line runs as well: the deny rule must have seen all of it, not only its own program.
      const listed = (facts?.line.commands ?? []).map(({ words }) => path.basename(words[0]?.text ?? ''));
      result.ran += 1;
      const unseen = (await machine.run(line)).filter(
        (name) => !listed.includes(name) || (name === 'mark' && verdict.decision !== 'deny'),
      );
      if (unseen.length > 0) result.unasked.push(`${unseen.join()} ran: ${JSON.stringify(line)}`);
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane));
  return result;
}

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
