import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { parseCommandLine } from '../../daemon/agent/commandline/parse.js';

type Random = () => number;

/** The same numbers for the same seed. */
function seeded(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const pick = <T>(random: Random, list: readonly [T, ...T[]]): T => list[Math.floor(random() * list.length)] ?? list[0];

const single = (text: string): string => `'${text.replace(/'/gu, "'\\''")}'`;
const inDouble = (text: string): string => `"${text.replace(/[\\"$`]/gu, '\\$&')}"`;
const inBackticks = (text: string): string => text.replace(/[\\`$]/gu, '\\$&');

type Wrap = (inner: string, random: Random) => string;

// Each makes a line that would run the inner line; `tag` and its kin are harmless stubs.
const around: [Wrap, ...Wrap[]] = [
  (inner) => `tag; ${inner}`,
  (inner) => `tag && ${inner}\ntag2`,
  (inner) => `${inner}\n`,
  (inner) => `! ${inner}`,
  (inner) => `{ ${inner}\n}`,
  (inner) => `( ${inner}\n)`,
  (inner) => `false || { ${inner}\n}`,
  (inner) => `if ${inner}\nthen tag; fi`,
  (inner) => `if true; then\n${inner}\nelse tag; fi`,
  (inner) => `for v in 1; do ${inner}\ndone`,
  (inner) => `for ((i=0; i<1; i++)); do ${inner}\ndone`,
  (inner) => `while ${inner}\nfalse; do tag; done`,
  (inner) => `until ${inner}\ntrue; do :; done`,
  (inner) => `case x in (y) tag;; x|z) ${inner}\n;; esac`,
  (inner) => `tag $(${inner}\n)`,
  (inner) => `tag "$(${inner}\n)"`,
  (inner) => `tag "a $(tag "$(${inner}\n)") b"`,
  (inner) => `tag \`${inBackticks(inner)}\n\``,
  (inner) => `tag <(${inner}\n)`,
  (inner) => `tag "\${unset_v:-$(${inner}\n)}"`,
  (inner) => `tag \${unset_v:-$(${inner}\n)}`,
  (inner) => `v=$(${inner}\n)`,
  (inner) => `v=(a $(${inner}\n))`,
  (inner) => `tag <<E\n$(${inner}\n)\nE\n`,
  (inner) => `tag <<E\n\`${inBackticks(inner)}\n\`\nE\n`,
  (inner) => `tag <<'E' ; {\nit's $(no\nE\n${inner}\n}`,
  (inner) => `tag <<-E && {\n\tx\n\tE\n${inner}\n}`,
  (inner) => `tag <<<"$(${inner}\n)"`,
  (inner) => `[[ -n "$(${inner}\n)" ]]`,
  (inner) => `[[ a == b || x$(${inner}\n) == c ]]`,
  (inner) => `[ "$(${inner}\n)" ]`,
  (inner) => `eval ${single(inner)}`,
  (inner) => `eval ${inDouble(inner)}`,
  (inner) => `f() { ${inner}\n}; f`,
  (inner) => `function g { ${inner}\n}\ng`,
  (inner) => `tag # it's a comment\n${inner}`,
  (inner) => `tag 'a\nb' "c;d" \\; e\\ f; ${inner}`,
  (inner) => `tag \\\n x; ${inner}`,
  (inner) => `tag $'it\\'s' ; ${inner}`,
  (inner) => `tag > out1 2>&1; ${inner}`,
  (inner) => `tag | { ${inner}\n} | tag2`,
  (inner) => `time { ${inner}\n}`,
  (inner) => `tag "\${v:=d}" \${v%%x} $v $$ $# "\${v/a/b}"; ${inner}`,
  (inner) => `tag {a,b}{1..2} x@{u}; ${inner}`,
  (inner) => `{ ${inner}\n} &\nwait`,
  (inner) => `command tag; ${inner}`,
  (inner) => `trap ${single(inner)} EXIT`,
  (inner) => `tag $((1 + 2)) "$((3*(4)))"; ${inner}`,
  (inner) => `(( 1 )) && ${inner}`,
  (inner) => `export w="$(${inner}\n)"`,
  (inner) => `tag "a\\"b" 'c'"'"'d'; ${inner}`,
  (inner) => `coproc { ${inner}\n}\nwait`,
  (inner) => `tag "$(tag <<E\n)\nE\n${inner}\n)"`,
  (inner) => `tag "$(case x in x) ${inner}\n;; esac)"`,
  (inner) => `>out2 tag; ${inner}`,
  (inner) => `w=1 v=2 tag x=3; ${inner}`,
];

const marks: [string, ...string[]] = [
  'mark',
  'ma"r"k',
  "m'ar'k",
  'm\\ark',
  'mark a b',
  '>out3 mark',
  'v=1 mark',
  "$'\\x6dark'",
  'command mark',
  'mark "$(tag)"',
  'exec mark',
  'tag | mark',
  'command -p mark',
];

function generate(random: Random): string {
  let line: string = pick(random, marks);
  for (let depth = 1 + Math.floor(random() * 5); depth > 0; depth -= 1) line = pick(random, around)(line, random);
  return line;
}

const names = (line: string): string[] =>
  parseCommandLine(line, () => 0).commands.map((command) => command.words[0]?.text ?? '');

test('a command hidden anywhere is found', () => {
  const random = seeded(20_261_121);
  let understood = 0;
  for (let round = 0; round < 6_000; round += 1) {
    const line = generate(random);
    const parsed = parseCommandLine(line, () => 0);
    if (parsed.unparsable === undefined) understood += 1;
    if (parsed.unparsable === undefined && !names(line).includes('mark'))
      throw new Error(`not found: ${JSON.stringify(line)}`);
  }
  expect(understood).toBeGreaterThan(4_000);
});

// Text without a plan: whatever a shell makes of it is looked at below; here it must only never throw or hang.
const pieces: [string, ...string[]] = [
  'mark',
  'tag',
  ' ',
  ' ',
  ';',
  '&',
  '|',
  '&&',
  '||',
  '\n',
  '(',
  ')',
  '{ ',
  ' }',
  '"',
  "'",
  '`',
  '$(',
  '$((',
  '))',
  '${x',
  '${x:-',
  '}',
  '$x',
  '\\',
  '#',
  ' #',
  '<<E',
  '\nE\n',
  '<',
  '>',
  '>x',
  '<(',
  '[[ ',
  ' ]]',
  '((',
  'if ',
  'then ',
  'fi',
  'do ',
  'done',
  'for x in ',
  'case x in ',
  'esac',
  ';;',
  'x)',
  '! ',
  'v=',
  "$'",
  '*',
  '{a,b}',
  '~',
  '-c',
  'eval ',
  'f() ',
  'function f ',
  'coproc ',
  'time ',
  '\\\n',
  '\t',
  'a=(',
  '<<<',
  "<<'E'",
  '&>',
];

function scramble(random: Random): string {
  let line = '';
  for (let length = 2 + Math.floor(random() * 12); length > 0; length -= 1) line += pick(random, pieces);
  return line;
}

test('scrambled text never breaks the parser', () => {
  const random = seeded(7);
  let understood = 0;
  for (let round = 0; round < 30_000; round += 1)
    if (parseCommandLine(scramble(random), () => 0).unparsable === undefined) understood += 1;
  expect(understood).toBeGreaterThan(500);
});

// What bash really runs: the only programs it can reach are stubs that write down their name.
let root = '';
const stubs = ['mark', 'tag', 'tag2'];
beforeAll(() => {
  root = mkdtempSync(path.join(os.tmpdir(), 'commandline-'));
  mkdirSync(path.join(root, 'bin'));
  for (const name of stubs) {
    writeFileSync(path.join(root, 'bin', name), `#!/bin/bash\nprintf '%s\\n' ${name} >> "$RAN"\n`);
    chmodSync(path.join(root, 'bin', name), 0o755);
  }
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

async function ran(line: string): Promise<string[]> {
  // A folder of its own: what a line left in the background may write later.
  const work = mkdtempSync(path.join(root, 'line-'));
  const log = path.join(work, '.ran');
  const child = spawn('/bin/bash', ['--norc', '--noprofile', '-c', line], {
    cwd: work,
    env: { PATH: path.join(root, 'bin'), HOME: work, RAN: log },
    stdio: 'ignore',
    detached: true,
  });
  await new Promise<void>((resolve) => {
    const limit = setTimeout(() => {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    }, 3_000);
    child.on('close', () => {
      clearTimeout(limit);
      resolve();
    });
  });
  return existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n') : [];
}

const withBash = existsSync('/bin/bash') && process.platform !== 'win32' ? test : test.skip;

withBash(
  'whatever bash runs was found before',
  async () => {
    const random = seeded(99);
    let compared = 0;
    for (let round = 0; round < Number(process.env['COMMANDLINE_ROUNDS'] ?? 120); round += 1) {
      const line = round % 2 === 0 ? generate(random) : scramble(random);
      if (parseCommandLine(line, () => 0).unparsable !== undefined) continue;
      const found = names(line);
      const missed = (await ran(line)).filter((name) => name !== '' && !found.includes(name));
      if (missed.length > 0) throw new Error(`${missed.join()} ran unseen: ${JSON.stringify(line)}`);
      compared += 1;
    }
    expect(compared).toBeGreaterThan(30);
  },
  600_000,
);
