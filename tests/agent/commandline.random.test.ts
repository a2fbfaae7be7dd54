/** The command-line parser finds every command in random lines, and what real shells run. */
import { afterAll, describe, expect, test } from '@jest/globals';
import { parseCommandLine } from '../../daemon/agent/commandline/parse.js';
import type { Shells } from '../../daemon/agent/commandline/dialects.js';
import { createRandom } from '../chaos/random.js';
import { rounds } from '../helpers/rounds.js';
import { hostileLine, plainLine, scrambledLine } from './commandline.lines.js';
import { createMachine, hasShell, shellNames, type Machine, type ShellName } from './commandline.stubs.js';

const still = (): number => 0;
const parsed = (line: string, shells?: Shells) => parseCommandLine(line, still, shells);
const names = (line: string, shells?: Shells): string[] =>
  parsed(line, shells).commands.map((command) => (command.words[0]?.text ?? '').replace(/^.*\//su, ''));

test('a command hidden anywhere is found', () => {
  const random = createRandom(20_261_121);
  const total = rounds(2_000, 60_000);
  let understood = 0;
  for (let round = 0; round < total; round += 1) {
    const line = plainLine(random);
    if (parsed(line).unparsable !== undefined) continue;
    understood += 1;
    if (!names(line).includes('mark')) throw new Error(`not found: ${JSON.stringify(line)}`);
  }
  expect(understood).toBeGreaterThan(total * 0.6);
});

test('scrambled text never breaks the parser', () => {
  const random = createRandom(7);
  const total = rounds(8_000, 300_000);
  let understood = 0;
  for (let round = 0; round < total; round += 1)
    if (parsed(scrambledLine(random)).unparsable === undefined) understood += 1;
  expect(understood).toBeGreaterThan(total / 60);
});

// Compares with what shells really run. Rows of a missing shell are skipped; `npm test` explains how to install it.
const machines: Machine[] = [];
afterAll(() => machines.forEach((machine) => machine.close()));

const lines = rounds(12, 600);
const rows: [ShellName, ShellName][] = [
  ['bash', 'dash'],
  ['bash', 'ash'],
  ['dash', 'dash'],
  ['ash', 'ash'],
  ['zsh', 'dash'],
];

describe('whatever a shell runs was found before', () => {
  for (const [reader, sh] of rows) {
    const there = hasShell(reader) && hasShell(sh) ? test : test.skip;
    there(
      `lines of ${reader}, sh is ${sh}`,
      async () => {
        const random = createRandom(99 + shellNames.indexOf(reader) * 7 + shellNames.indexOf(sh));
        const machine = createMachine(reader, sh);
        machines.push(machine);
        let compared = 0;
        for (let round = 0; compared < lines; round += 1) {
          const make = round % 8 === 0 ? scrambledLine : round % 3 === 0 ? plainLine : hostileLine;
          const line = machine.placed(make(random));
          if (parsed(line, machine.shells).unparsable !== undefined) continue;
          const found = names(line, machine.shells);
          const missed = (await machine.run(line)).filter((name) => !found.includes(name));
          if (missed.length > 0) throw new Error(`${missed.join()} ran unseen: ${JSON.stringify(line)}`);
          compared += 1;
        }
        expect(compared).toBe(lines);
      },
      600_000,
    );
  }
});
