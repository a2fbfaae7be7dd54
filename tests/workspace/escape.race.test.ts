/** Names are swapped while requests run: no byte or name from outside is reported, and nothing is created there. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { actions, canary, openScene, walks, type Action, type Scene } from './escape.scene.js';

let scene: Scene;
beforeAll(async () => {
  scene = await openScene();
});
afterAll(() => scene.close());

/** How long requests run for each kind of swap, in milliseconds. */
const raceMs = 1_500;

/** Size of the files outside, which no file inside has. */
const outsideSize = 4_099;

/** Runs in a separate process until its input ends, then prints the number of its rounds. */
const swapper = `
import { lstatSync, renameSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
const [kind, cwd, outside] = process.argv.slice(1);
const at = (name) => cwd + '/' + name;
let junk = 0;
// a request may have made a directory where there was nothing for a moment
const attempt = (name, step) => {
  for (;;) {
    try {
      return step();
    } catch (error) {
      if (!['EEXIST', 'ENOTEMPTY', 'ENOTDIR', 'EISDIR'].includes(error.code)) throw error;
      renameSync(name, cwd + '-junk-' + process.pid + '-' + (junk += 1));
    }
  }
};
// for as long as a call takes from one step to the next, which is now this and now that
const linger = () => {
  for (let left = Math.random() * Math.random() * 60; left > 0; left -= 1) lstatSync('/');
};
function instead(name, away, target) {
  renameSync(name, away);
  attempt(name, () => symlinkSync(target, name));
  linger();
  unlinkSync(name);
  attempt(name, () => renameSync(away, name));
  linger();
}
const kinds = {
  // a directory, and a link to one outside in its place
  directory: () => instead(at('race/dir'), at('race/away'), outside + '/like/race/dir'),
  // a file, without a moment in which there is nothing
  file() {
    symlinkSync(outside + '/like/race/file', at('race/link'));
    renameSync(at('race/link'), at('race/file'));
    writeFileSync(at('race/plain'), 'mine');
    renameSync(at('race/plain'), at('race/file'));
  },
  // a link that leads inside and outside by turns
  link() {
    symlinkSync('dir', at('race/new'));
    renameSync(at('race/new'), at('race/turning'));
    symlinkSync(outside + '/like/race/dir', at('race/new'));
    renameSync(at('race/new'), at('race/turning'));
  },
  // a parent of what is asked for
  parent: () => instead(at('race'), at('elsewhere'), outside + '/like/race'),
  // the working directory itself
  cwd: () => instead(cwd, cwd + '-away', outside + '/like'),
  // a directory of the session is moved out, and back
  moved() {
    renameSync(at('race/dir'), outside + '/taken');
    linger();
    renameSync(outside + '/taken', at('race/dir'));
    linger();
  },
};
let rounds = 0;
let stopping = false;
process.stdin.on('end', () => { stopping = true; }).resume();
process.stdout.write('ready\\n');
(function round() {
  for (let i = 0; i < 20; i += 1, rounds += 1) kinds[kind]();
  if (stopping) process.stdout.write('rounds ' + rounds + '\\n');
  else setImmediate(round);
})();
`;

function furnish({ cwd, outside }: Scene): void {
  for (const [root, text] of [
    [cwd, 'mine'],
    [join(outside, 'like'), canary.padEnd(outsideSize, ' ')],
  ] as const) {
    mkdirSync(join(root, 'race', 'dir', 'deep'), { recursive: true });
    for (const file of ['race/file', 'race/dir/file', 'race/dir/deep/file']) writeFileSync(join(root, file), text);
  }
  for (const name of [canary, `like/race/${canary}`, `like/race/dir/${canary}`])
    writeFileSync(join(outside, name), canary);
  execFileSync('git', ['add', 'race'], { cwd });
}

/** What is asked for while names change: paths that exist inside, and paths that exist only outside. */
const dir = ['race/dir/file', 'race/dir', 'race/dir/deep', 'race/dir/deep/file', 'race'];
const asked: Record<string, { inside: string[]; outside: string[]; makeIn?: string }> = {
  directory: { inside: dir, outside: [`race/dir/${canary}`], makeIn: 'race/dir' },
  file: { inside: ['race/file', 'race'], outside: ['race/file/none'], makeIn: 'race/file' },
  link: {
    inside: ['race/turning/file', 'race/turning', 'race/turning/deep', 'race'],
    outside: [`race/turning/${canary}`],
    makeIn: 'race/turning',
  },
  parent: { inside: [...dir, '.'], outside: [`race/${canary}`, `race/dir/${canary}`], makeIn: 'race/dir' },
  cwd: { inside: [...dir, '.'], outside: [`race/${canary}`, `race/dir/${canary}`], makeIn: 'race/dir' },
  // what was made in the directory moves out with it, which is no escape
  moved: { inside: [...dir, '.'], outside: [] },
};

/** Calls that run git. */
const programs = /git|diff/;

interface Tally {
  answers: number;
  /** number of answers by code */
  codes: Map<number, number>;
  leaks: string[];
}

async function ask(tally: Tally, action: Action, path: string, isThere: boolean): Promise<void> {
  const { code, text } = await action.tell(scene, path);
  tally.answers += 1;
  tally.codes.set(code, (tally.codes.get(code) ?? 0) + 1);
  // a refusal may repeat the requested name
  const told = code === 0 ? text : '';
  if (
    told.includes(canary) ||
    told.includes(Buffer.from(canary).toString('base64').slice(0, 12)) ||
    told.includes(`"size":${outsideSize}`) ||
    (code === 0 && !isThere && !action.forgives)
  )
    tally.leaks.push(
      `${action.name} ${path}: ${code} ${text.slice(Math.max(0, text.indexOf(canary) - 200)).slice(0, 500)}`,
    );
  if (![0, 40409, 40411, 40906, 40908, 40919, 41304].includes(code))
    tally.leaks.push(`${action.name} ${path}: ${code} ${text}`);
}

/** Repeats all calls while names change. */
async function race(kind: string): Promise<Tally & { rounds: number }> {
  const { cwd, outside } = scene;
  const child = spawn(process.execPath, ['--input-type=module', '-e', swapper, kind, cwd, outside], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let said = '';
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
  await once(child.stdout, 'data');
  const tally: Tally = { answers: 0, codes: new Map(), leaks: [] };
  const end = Date.now() + raceMs;
  let made = 0;
  const { inside, outside: beyond, makeIn } = asked[kind] ?? { inside: [], outside: [] };
  const client = async (own: readonly Action[]): Promise<void> => {
    for (let turn = 0; Date.now() < end; turn += 1) {
      const action = own[turn % own.length] as Action;
      const at = Math.floor(turn / own.length);
      const other = beyond[at % beyond.length];
      if (action.makes) {
        made += 1;
        const name = `made-${made}${action.name.includes('true') ? '/a/b' : ''}`;
        if (makeIn !== undefined) await ask(tally, action, `${makeIn}/${name}`, true);
      } else if (at % 4 === 3 && other !== undefined) await ask(tally, action, other, false);
      else await ask(tally, action, inside[at % inside.length] ?? '.', true);
    }
  };
  const quick = actions.filter(({ name, starts }) => !starts && !programs.test(name));
  // programs are slow, and would keep the other calls waiting
  const slow = [...actions.filter(({ name }) => programs.test(name)), ...walks];
  const turned = (by: number): Action[] => [...quick.slice(by), ...quick.slice(0, by)];
  await Promise.all([client(slow), client(slow.toReversed()), ...[0, 2, 4, 6].map((by) => client(turned(by)))]);
  child.stdin.end();
  await once(child, 'close');
  return { ...tally, rounds: Number(/rounds (\d+)/.exec(said)?.[1] ?? 0) };
}

describe('while names are swapped', () => {
  beforeAll(() => furnish(scene));

  test.each(['directory', 'file', 'link', 'parent', 'cwd', 'moved'])('%s', async (kind) => {
    const before = scene.outsideState();
    const { answers, codes, leaks, rounds } = await race(kind);
    expect(leaks).toEqual([]);
    expect(scene.outsideState()).toBe(before);
    process.stderr.write(
      `${kind}: ${rounds} rounds, ${answers} answers, ${JSON.stringify(Object.fromEntries(codes))}\n`,
    );
    // requests met both states of the swap
    expect(rounds).toBeGreaterThan(100);
    expect(codes.get(0)).toBeGreaterThan(0);
    if (kind !== 'moved') expect(codes.get(41304)).toBeGreaterThan(0);
  });
});
