/** The calls of a typical task in a tree of `makeTree`: alternating reads, searches, edits and commands. */
import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const [reads, searches, edits, commands] = [8, 8, 7, 7];

const directoryOf = (at) => join(`package${Math.floor(at / 200)}`, `module${Math.floor(at / 10)}`);
const fileOf = (at) => join(directoryOf(at), `file${at % 10}.ts`);
const lineOf = (at) => `export const value${at} = ${at};\n`;

/** Creates a workspace of source files in small directories, with old modification times. */
export function makeTree(root, files) {
  const time = Date.now() / 1_000 - 3_600;
  for (let at = 0; at < files; at += 1) {
    if (at % 10 === 0) mkdirSync(join(root, directoryOf(at)), { recursive: true });
    const path = join(root, fileOf(at));
    writeFileSync(path, lineOf(at).repeat(20 + (at % 400)));
    utimesSync(path, time, time);
  }
  return root;
}

/** Returns `{name, input}` of each call; the task reads every file before it edits it. */
export function workScript(files) {
  // a few places each, distributed over the tree
  const places = Array.from({ length: reads }, (_, at) => Math.floor(((at + 0.5) * files) / reads / 400) * 400 + at);
  const calls = [];
  for (const [at, place] of places.entries()) {
    calls.push({ name: 'Read', input: { path: fileOf(place) } });
    if (at < searches) calls.push({ name: 'Grep', input: { pattern: `value${place} `, path: '.' } });
    if (at < edits) {
      const input = { path: fileOf(place), old_string: lineOf(place), new_string: lineOf(-place), replace_all: true };
      calls.push({ name: 'Edit', input });
    }
    if (at < commands) calls.push({ name: 'Bash', input: { command: 'git status' } });
  }
  return calls;
}
