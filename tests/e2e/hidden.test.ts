/** Command lines that hide a program from a deny rule; the denied program only writes a marker file. */
import { chmodSync, existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { agent, makePlace, type Place } from './program.js';

let place: Place;
let stub = '';
let mark = '';

beforeAll(() => {
  place = makePlace('[permission]\ndeny = ["Bash(hiddenstub *)"]\n');
  const programs = join(place.cwd, 'programs');
  mkdirSync(programs);
  stub = join(programs, 'hiddenstub');
  mark = join(place.cwd, 'mark.txt');
  writeFileSync(stub, `#!/bin/sh\necho ran > '${mark}'\n`);
  chmodSync(stub, 0o755);
});
afterAll(() => place.leave());

async function ran(line: string, env: Record<string, string> = {}): Promise<{ marked: boolean; said: string }> {
  rmSync(mark, { force: true });
  const { out, err } = await agent(place, ['-p', `run ${line}`, '-m', 'offline/echo'], {
    env: { PATH: `${process.env['PATH'] ?? ''}:${join(place.cwd, 'programs')}`, ...env },
  });
  return { marked: existsSync(mark), said: out + err };
}

test('the stub runs where no rule names it', async () => {
  const other = join(place.cwd, 'programs', 'otherstub');
  symlinkSync(stub, other);
  expect(await ran('otherstub')).toMatchObject({ marked: true });
});

test('a deny rule is not passed by hiding the program it names', async () => {
  for (const line of [
    `BASH_CMDS[tag]=${stub}; tag now`,
    `printf -v BASH_CMDS[tag] ${stub}; tag now`,
    `hash -p ${stub} tag; tag now`,
    "x='a[$(hiddenstub now)]'; (( x ))",
    "sh -c '((hiddenstub now))'",
    'echo hiddenstub now | sh',
  ]) {
    const { marked, said } = await ran(line);
    expect([line, marked]).toEqual([line, false]);
    expect([line, said]).toEqual([line, expect.stringContaining('Bash(hiddenstub *)')]);
  }
});

const withDash = existsSync('/bin/dash') ? test : test.skip;
withDash('a line is read by the grammar of the shell that AGENT_SHELL_PATH names', async () => {
  const line = "echo $'\\' ; hiddenstub now #\\''";
  expect(await ran(line, { AGENT_SHELL_PATH: '/bin/dash' })).toEqual({
    marked: false,
    said: expect.stringContaining('Bash(hiddenstub *)'),
  });
});
