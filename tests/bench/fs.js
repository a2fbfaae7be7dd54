/** Measures file calls of a session: large directories and files, many stats at once, and waits of other requests. */
import { linkSync, mkdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createClient } from './client.js';
import { watchLoop } from './loopdelay.js';
import { delaysOf } from './mixed.js';
import { makeHome, startProgram, temporaryDirectory } from './processes.js';
import { atMost, clock, median } from './report.js';

const group = 'fs';
const rounds = 10;

/** name, action, body, maximum median milliseconds, and the equivalent in plain node */
const calls = [
  ['200 of 10,000 entries', 'list', { path: 'large' }, 100, (at) => readdir(at('large'), { withFileTypes: true })],
  [
    '1,000 of 10,000, last changed first',
    'list',
    { path: 'large', limit: 1_000, sort: 'mtime_desc' },
    undefined,
    statAll,
  ],
  ['10,000 entries below the top', 'list', { path: '.', depth: 2, exclude_globs: ['huge'] }, undefined, statAll],
  ['200 of 50,000 entries', 'list', { path: 'huge' }, undefined, (at) => readdir(at('huge'), { withFileTypes: true })],
  ['10 MiB of text', 'read', { path: 'large.txt', length: 10_485_760 }, 250, readText],
  ['10 MiB in base64', 'read', { path: 'large.bin', length: 10_485_760 }, 250, readBase64],
  ['64 KiB of 10 MiB', 'read', { path: 'large.txt', offset: 5_000_000, length: 65_536 }, 10, undefined],
  ['facts of 1,000 paths', 'stat_many', { paths: many('large') }, 250, statThousand],
  ['1,000 paths of nothing', 'stat_many', { paths: many('none') }, undefined, undefined],
];

export async function measureFs({ program, report }) {
  const cwd = temporaryDirectory('project');
  furnish(cwd);
  const file = join(temporaryDirectory('delay'), 'delay.json');
  const server = await startProgram({ program, home: makeHome(), cwd, nodeArgs: watchLoop(file) });
  const client = createClient(server);
  const { id } = await client.createSession(cwd);
  const at = (...names) => join(cwd, ...names);
  for (const [name, action, body, limitMs, bare] of calls) {
    const ask = () => client.call('POST', `/sessions/${id}/fs:${action}`, body);
    await ask();
    await delaysOf(server, file);
    const times = await timesOf(ask);
    const delays = await delaysOf(server, file);
    report.add({
      group,
      name,
      value: median(times),
      unit: 'ms',
      ...(bare === undefined
        ? {}
        : { baseline: { name: 'node alone', value: median(await timesOf(async () => bare(at))) } }),
      ...(limitMs === undefined ? {} : { target: atMost(limitMs, 'ms') }),
      note: `event loop late by at most ${delays.max.toFixed(1)} ms, p99 ${delays.p99.toFixed(1)}`,
    });
  }
  client.close();
  await server.stop();
}

function furnish(cwd) {
  for (const [directory, count] of [
    ['large', 10_000],
    ['huge', 50_000],
  ]) {
    mkdirSync(join(cwd, directory));
    writeFileSync(join(cwd, 'one.ts'), 'export const one = 1;\n'.repeat(20));
    // few files under many names (hard links), which are fast to create
    for (let index = 0; index < count; index += 1) {
      const name = join(cwd, directory, `file${(index * 7_919) % count}.ts`);
      if (directory === 'large') writeFileSync(name, 'export const one = 1;\n');
      else linkSync(join(cwd, 'one.ts'), name);
    }
  }
  writeFileSync(join(cwd, 'large.txt'), 'A line of text — of some length, and a 😀.\n'.repeat(250_000));
  truncateSync(join(cwd, 'large.txt'), 10_485_760);
  writeFileSync(join(cwd, 'large.bin'), Buffer.alloc(10_485_760, '\0\x01binary'));
}

function many(directory) {
  return Array.from({ length: 1_000 }, (_, index) => `${directory}/file${index}.ts`);
}

async function timesOf(work) {
  const times = [];
  for (let round = 0; round < rounds; round += 1) {
    const from = clock();
    await work();
    times.push(clock() - from);
  }
  return times;
}

async function statAll(at) {
  for (const name of await readdir(at('large'))) statSync(at('large', name));
}

function statThousand(at) {
  for (const name of many('large')) statSync(at(name));
}

function readText(at) {
  return JSON.stringify(readFileSync(at('large.txt'), 'utf8'));
}

function readBase64(at) {
  return JSON.stringify(readFileSync(at('large.bin'), 'base64'));
}
