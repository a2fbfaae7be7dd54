/** A program that tries to leave the sandbox as its own user, and prints by title what went wrong. */
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, existsSync, lstatSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import {
  createRuntimes,
  type Confinement,
  type ConfinementRequest,
  type Profile,
  type Runtimes,
  type SandboxSettings,
} from '../../daemon/runtimes/runtimes.js';
import { closeInherited } from '../../daemon/base/process/guard.js';
import { notPublic } from '../../daemon/web/address.js';
import { startShell, stopsFinished, type ShellProcess } from '../../daemon/tools/process.js';
import { attempts, endings, isRoot, leavesBehind, swapOf, type Attempt } from './attempts.js';
import { chosen, isTogether, profilesOf, titleOf, type Choice } from './choice.js';
import { childrenRunning, processesRunning } from '../helpers/processes.js';
import { policy, withPlace, type Place } from './place.js';
import { sandboxDefaults } from './settings.js';

/** `[sandbox]` of the current attempt */
let current: SandboxSettings = sandboxDefaults;

/** Tries the chosen attempts as the user of this process; returns by title what is wrong, or null. */
async function tryAll(place: Place, choice: Choice): Promise<Record<string, string | null>> {
  const report: Record<string, string | null> = {};
  const runtimes = runtimesOf(place);
  try {
    const pairs = chosen(attempts, choice);
    for (const profile of ['workspace', 'read-only'] as const) {
      const fits = pairs.filter((each) => each.profile === profile && isTogether(each.attempt, choice));
      for (let from = 0; from < fits.length; from += mostTogether) {
        const some = fits.slice(from, from + mostTogether).map(({ attempt }) => attempt);
        Object.assign(report, await tryTogether(some, place, profile, runtimes));
      }
    }
    for (const { attempt, profile } of pairs.filter(({ attempt }) => !isTogether(attempt, choice)))
      report[titleOf(attempt, profile)] = await tryOne(attempt, place, profile, runtimes);
    for (const bwrap of [`${place.cwd}/bin/bwrap`, `${place.outside}/bwrap`])
      report[swapOf(bwrap.startsWith(place.cwd))] = await swap(place, bwrap);
    for (const { attempt, profile } of chosen(endings, choice))
      report[titleOf(attempt, profile)] = await leaveBehind(attempt.name, place, profile, runtimes);
    return report;
  } finally {
    await stopsFinished();
    await runtimes.release('session_test');
  }
}

function runtimesOf(place: Place, env = process.env): Runtimes {
  return createRuntimes({
    home: place.home,
    env,
    platform: process.platform,
    architecture: process.arch,
    settings: () => current,
    network: {
      ...policy(place.port),
      // an address reserved for documentation represents the internet
      notPublic: (address) => (address === '192.0.2.7' ? undefined : notPublic(address)),
    },
  });
}

const requestOf = (place: Place, profile: Profile): ConfinementRequest => ({
  runtimeId: profile === 'workspace' ? 'sandbox' : 'local',
  profile,
  sessionId: 'session_test',
  toolCallId: 'call_1',
  home: place.home,
  userHome: place.userHome,
  sessionDirectory: place.session,
  workspace: [place.cwd],
});

async function confinementOf(runtimes: Runtimes, place: Place, profile: Profile): Promise<Confinement> {
  const found = await runtimes.confine(requestOf(place, profile));
  if (!found) throw new Error('this machine does not contain commands');
  return found;
}

const searched = process.env['PATH'] ?? '/usr/bin:/bin';
const hasProgram = (name?: string): boolean =>
  name === undefined || searched.split(':').some((each) => existsSync(join(each, name)));

/** seconds for which attempts sleep; no other process on the machine uses this number */
const seconds = 300_000 + process.pid;
const sleepers = (): number[] => processesRunning((line) => line === `sleep\0${seconds}\0`);

async function start(
  place: Place,
  command: string,
  { confinement, cwd = place.cwd, env = {} }: { confinement?: Confinement; cwd?: string; env?: Record<string, string> },
): Promise<ShellProcess> {
  return await startShell({
    shell: '/bin/sh',
    command,
    cwd,
    env: { PATH: searched, HOME: place.userHome, ...env },
    directory: place.session,
    ...(confinement && { confinement }),
  });
}

async function outputOf(shell: ShellProcess): Promise<{ code: number | null; output: string }> {
  let output = '';
  for await (const chunk of shell.output) output += chunk.toString('utf8');
  const { code } = await shell.exited;
  return { code, output };
}

const isPossible = ({ user, needs }: Attempt): boolean =>
  (user === undefined || (user === 'root') === isRoot) && hasProgram(needs);

/** Attempts per sandbox, so that their script fits into one argument. */
const mostTogether = 40;

/** Runs attempts one after the other in one sandbox, each in its own shell. */
async function tryTogether(
  given: Attempt[],
  place: Place,
  profile: Profile,
  runtimes: Runtimes,
): Promise<Record<string, string | null>> {
  const report = Object.fromEntries(given.map((attempt) => [titleOf(attempt, profile), null as string | null]));
  const tried = given.filter(isPossible);
  current = sandboxDefaults;
  const mark = `ended-${randomUUID()}`;
  const lines = tried.map(
    (attempt) => `/bin/sh -c '${attempt.command(place).replaceAll("'", `'\\''`)}'; printf '${mark} %d\\n' "$?"`,
  );
  const confinement = await confinementOf(runtimes, place, profile);
  const { output } = await outputOf(await start(place, lines.join('\n'), { confinement }));
  const traces = await confinement.settle();
  const parts = output.split(new RegExp(`${mark} (\\d+)\n`));
  for (const [at, attempt] of tried.entries()) {
    const [said, code] = parts.slice(2 * at, 2 * at + 2);
    report[titleOf(attempt, profile)] =
      said === undefined || code === undefined
        ? `it was not tried: ${output.slice(-300)}`
        : (attempt.wrong({ code: Number(code), output: said, traces, lagMs: 0 }, place, profile) ?? null);
  }
  return report;
}

async function tryOne(
  attempt: Attempt,
  place: Place,
  profile: Profile,
  runtimes: Runtimes,
  tries = 8,
): Promise<string | null> {
  if (!isPossible(attempt)) return null;
  current = { ...sandboxDefaults, ...attempt.settings };
  const spares = attempt.spare && (await waitingOnes(runtimes, place, profile));
  attempt.before?.(place);
  current = { ...current, ...attempt.spare?.settings };
  const confinement = await confinementOf(runtimes, place, profile);
  const lag = monitorEventLoopDelay({ resolution: 5 });
  lag.enable();
  const shell = await start(place, attempt.command(place), {
    confinement,
    cwd: attempt.cwd?.(place) ?? place.cwd,
    ...(attempt.env && { env: attempt.env }),
  });
  const ended = await outputOf(shell);
  lag.disable();
  const traces = await confinement.settle();
  const isTaken = spares?.includes(shell.pid) === true;
  // the plan includes sockets that other programs listen on, which may just have changed
  if (attempt.spare?.isTaken === true && !isTaken && tries > 1)
    return await tryOne(attempt, place, profile, runtimes, tries - 1);
  if (attempt.spare && isTaken !== attempt.spare.isTaken) return `the spare was ${isTaken ? '' : 'not '}taken`;
  return attempt.wrong({ ...ended, traces, lagMs: lag.percentile(50) / 1e6 }, place, profile) ?? null;
}

/** Tries a program in place of bubblewrap, through PATH and the environment variable; returns what is wrong. */
async function swap(place: Place, file: string): Promise<string | null> {
  const isInWorkspace = file.startsWith(place.cwd);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, '#!/bin/sh\n[ "$1" = --version ] && echo bubblewrap 9.9.9\nexit 0\n', { mode: 0o755 });
  const wrong: string[] = [];
  const ways = [{ PATH: `${dirname(file)}:${searched}` }, { PATH: searched, AGENT_CODE_BWRAP: file }];
  for (const env of isInWorkspace ? [...ways, { PATH: searched, AGENT_CODE_BWRAP: 'bin/bwrap' }] : ways) {
    const found = await runtimesOf(place, env).confine(requestOf(place, 'read-only'));
    if ((found !== undefined) === isInWorkspace) wrong.push(JSON.stringify(env));
  }
  rmSync(file);
  return wrong.length > 0 ? wrong.join(', ') : null;
}

/** Waits until one sandbox of this profile waits for a command; returns the ids of such processes. */
async function waitingOnes(runtimes: Runtimes, place: Place, profile: Profile): Promise<number[]> {
  const waiting = (): number[] => childrenRunning('order=$(');
  // first ends those of earlier attempts, and one that is about to start
  await runtimes.release('session_test');
  await until(() => (waiting().length === 0 ? true : undefined));
  const confinement = await confinementOf(runtimes, place, profile);
  await outputOf(await start(place, ':', { confinement }));
  await confinement.settle();
  await until(() => waiting()[0]);
  return waiting();
}

/** Polls for a result; resolves with undefined after ten seconds. */
async function until<T>(look: () => T | undefined): Promise<T | undefined> {
  for (const over = Date.now() + 10_000; Date.now() < over; await delay(10)) {
    const found = look();
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Checks that the processes of a command are gone soon after the command ends in the given way. */
async function leaveBehind(ending: string, place: Place, profile: Profile, runtimes: Runtimes): Promise<string | null> {
  const left = (): number => sleepers().length;
  const command = leavesBehind(seconds, ending !== 'by itself');
  current = sandboxDefaults;
  if (ending.startsWith('the server')) {
    const server = spawn(
      process.execPath,
      [process.argv[1] ?? '', 'serve', JSON.stringify({ place, profile, command })],
      {
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    );
    await once(server.stdout, 'data');
    const guard = childrenRunning('groups=', server.pid);
    if (ending.includes('guard')) for (const each of guard) process.kill(each, 'SIGKILL');
    if (guard.length !== 1) return `${guard.length} guards`;
    if (left() < 4) return 'it did not start';
    server.kill('SIGKILL');
  } else {
    const confinement = await confinementOf(runtimes, place, profile);
    const shell = await start(place, command, { confinement });
    const lines = shell.output[Symbol.asyncIterator]();
    await lines.next();
    if (ending !== 'by itself' && left() < 4) return 'it did not start';
    if (ending === 'stopped') await shell.stop(100);
    if (ending === 'bubblewrap is killed') process.kill(shell.pid, 'SIGKILL');
    await shell.exited;
    await confinement.settle();
  }
  const from = performance.now();
  const gone = await until(() => (left() === 0 ? performance.now() - from : undefined));
  if (gone === undefined) return `${left()} are left`;
  // one second, and the delay of polling on a busy machine
  return gone < 3_000 ? null : `they lived for ${Math.round(gone)} ms`;
}

/** A server that runs one command until it is killed. */
async function serve(given: string): Promise<void> {
  const { place, profile, command } = JSON.parse(given) as { place: Place; profile: Profile; command: string };
  const runtimes = runtimesOf(place);
  const shell = await start(place, command, { confinement: await confinementOf(runtimes, place, profile) });
  for await (const chunk of shell.output) process.stdout.write(chunk);
}

/** Rows whose attempts change files. */
const changing = new Set([8, 9, 11, 17, 18, 19, 24]);

/** Returns which harmless attempts work without a sandbox: a test that would pass without one shows nothing. */
async function tryOutside(place: Place): Promise<Record<string, boolean>> {
  const works: Record<string, boolean> = {};
  /** one attempt that works is enough for its row */
  const rowsThatWork = new Set<number>();
  const fresh = `${place.root}.fresh`;
  const filter = (file: string): boolean => !lstatSync(file).isSocket();
  const copy = (from: string, to: string): void =>
    cpSync(from, to, { recursive: true, verbatimSymlinks: true, filter });
  const parts = ['work', 'data', 'user', 'outside'];
  for (const each of parts) copy(join(place.root, each), join(fresh, each));
  try {
    for (const attempt of attempts) {
      if (attempt.outside === 'never' || (attempt.outside === 'root') !== isRoot) continue;
      if (attempt.spare || !hasProgram(attempt.needs) || rowsThatWork.has(attempt.row)) continue;
      // restores everything but sockets
      for (const each of changing.has(attempt.row) ? parts : [])
        for (const name of readdirSync(join(fresh, each))) {
          rmSync(join(place.root, each, name), { recursive: true, force: true });
          copy(join(fresh, each, name), join(place.root, each, name));
        }
      const [profile = 'workspace'] = profilesOf(attempt);
      const shell = await start(place, attempt.command(place), {
        cwd: attempt.cwd?.(place) ?? place.cwd,
        ...(attempt.env && { env: attempt.env }),
      });
      const traces = { quarantined: [], repositories: [], refused: [], allowed: [], hadNoConnection: false };
      const wrong = attempt.wrong({ ...(await outputOf(shell)), traces, lagMs: 0 }, place, profile);
      works[titleOf(attempt, profile)] = wrong !== undefined;
      if (wrong !== undefined) rowsThatWork.add(attempt.row);
    }
    if (!isRoot) works['21: by itself (workspace)'] = await livesOn(place);
    return works;
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
}

async function livesOn(place: Place): Promise<boolean> {
  const shell = await start(place, leavesBehind(seconds, false), {});
  await shell.exited;
  shell.output.destroy();
  const found = sleepers();
  for (const pid of found) process.kill(pid, 'SIGKILL');
  return found.length > 0;
}

const [, , task, given = ''] = process.argv;
// otherwise commands would inherit them
if (task !== 'outside') closeInherited();
if (task === 'inside') console.log(JSON.stringify(await withPlace((place) => tryAll(place, given as Choice))));
else if (task === 'outside') console.log(JSON.stringify(await withPlace(tryOutside)));
else await serve(given);
