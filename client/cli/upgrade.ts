/** `agent upgrade`: finds the newest version and installs it the way the present one was installed (acp-cli.md 2.3). */
import { spawn } from 'node:child_process';
import { accessSync, constants as modes, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command, Option } from 'clipanion';
import { instanceUrl } from '../../schemas/instances.js';
import type { Installation, Release } from '../../schemas/host.js';
import type { UpgradeSide } from '../direct.js';
import { clientHome, homeAsNamed, isOn, makeDirectory, systemCode } from '../home.js';
import { listInstances } from '../instances.js';
import { CommandFailure } from './failures.js';
import { interruptible } from './interruption.js';
import { isInCi, writeLine, type CliContext, type Io } from './io.js';
import { canAsk, consent } from './questions.js';

export class UpgradeCommand extends Command<CliContext> {
  static override paths = [['upgrade'], ['update']];

  yes = Option.Boolean('--yes', false);

  override async execute(): Promise<number> {
    const { io } = this.context;
    const url = releaseIndexOf(io);
    if (url === undefined) throw new CommandFailure('this build knows no release index');
    const side = await io.direct.upgrade();
    try {
      const release = await side.readReleaseIndex({ url, key: io.constants.releaseKey, env: io.env });
      if (!isNewer(release.version, io.version)) {
        writeLine(io.stdout, `agent ${io.version} is the newest version`);
        return 0;
      }
      writeLine(io.stdout, `agent ${io.version} → ${release.version}`);
      if (release.notesUrl !== undefined) writeLine(io.stdout, release.notesUrl);
      return await this.install(release, side);
    } catch (error) {
      if (error instanceof Error && error.name === 'UpgradeProblem')
        throw new CommandFailure(error.message, { cause: error });
      throw error;
    }
  }

  private async install(release: Release, side: UpgradeSide): Promise<number> {
    const { io } = this.context;
    const installation = side.installationOf(io.program);
    const words = commandFor(installation, `${io.constants.packageName}@${release.version}`);
    if (words === undefined || !this.mayAsk || !isWritable(installation)) {
      writeLine(io.stdout, manualUpgrade(installation, words, io));
      return 0;
    }
    const refusal = this.yes ? 0 : await consent('Install it?', io);
    if (refusal !== 0) return refusal;
    const code =
      installation.source === 'native' ? await this.fetch(installation, release, side) : await run(words, io);
    if (code === 0) await nameRunning(io);
    return code;
  }

  private get mayAsk(): boolean {
    return this.yes || canAsk(this.context.io);
  }

  private async fetch({ prefix = '' }: Installation, { version, native }: Release, side: UpgradeSide): Promise<number> {
    const { io } = this.context;
    const platform = `${io.platform}-${process.arch}`;
    const release = native[platform];
    if (!release) throw new CommandFailure(`version ${version} has no archive for ${platform}`);
    return interruptible(io, async (signal) => {
      const signed = io.constants.releaseKey !== undefined;
      const home = clientHome(io).directory;
      await side.installNative({ home, prefix, version, release, signed, env: io.env, signal });
      writeLine(io.stderr, `installed agent ${version}; it runs from the next start`);
      return 0;
    });
  }
}

function releaseIndexOf({ env, constants }: Io): string | undefined {
  return env['AGENT_CODE_RELEASE_INDEX']?.trim() || constants.releaseIndexUrl;
}

const dayMs = 24 * 60 * 60 * 1_000;
const noticeMs = 3_000;

/**
 * Returns a notice of a newer version at the start of the terminal UI; checks at most once a day, successful or not.
 * Undefined: none, unknown, or disabled by the user.
 */
export async function newVersionNotice(io: Io): Promise<string | undefined> {
  const url = releaseIndexOf(io);
  if (url === undefined || isOn(io.env['AGENT_CODE_NO_AUTO_UPDATE']) || isInCi(io) || !claimDay(io)) return undefined;
  const side = await io.direct.upgrade();
  const key = io.constants.releaseKey;
  const release = await side.readReleaseIndex({ url, key, env: io.env, timeoutMs: noticeMs }).catch(() => undefined);
  return release && isNewer(release.version, io.version)
    ? `agent ${release.version} is available (this is ${io.version}): agent upgrade installs it`
    : undefined;
}

/** Returns whether the last check is a day old, and records a new one. */
function claimDay(io: Io): boolean {
  const directory = join(homeAsNamed(io).directory, 'updates');
  const path = join(directory, 'asked');
  try {
    const age = io.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0);
    // a negative age means that the clock was set back
    if (age >= 0 && age < dayMs) return false;
    makeDirectory(directory);
    writeFileSync(path, '', { mode: 0o600 });
    return true;
  } catch (error) {
    if (systemCode(error) === undefined) throw error;
    // an unwritable home would cause a check at each start
    return false;
  }
}

/** Offers a prerelease only to users of prereleases. */
function isNewer(found: string, own: string): boolean {
  if (found.includes('-') && !own.includes('-')) return false;
  return compareVersions(found, own) > 0;
}

/** Returns undefined when the user has to install it. */
function commandFor({ source, prefix = '' }: Installation, what: string): string[] | undefined {
  switch (source) {
    case 'npm':
      return ['npm', 'install', '-g', '--prefix', prefix, what];
    case 'pnpm':
      return ['pnpm', 'add', '-g', what];
    case 'yarn':
      return ['yarn', 'global', 'add', what];
    case 'bun':
      return ['bun', 'add', '-g', what];
    case 'native':
      return ['agent', 'upgrade', '--yes'];
    case 'homebrew':
    case 'other':
      return undefined;
  }
}

function manualUpgrade({ source, prefix }: Installation, words: readonly string[] | undefined, io: Io): string {
  if (words) {
    const command = words.join(' ');
    return isWritable({ source, prefix }) ? command : `${command}   (by a user who may write ${prefix})`;
  }
  const { homebrewFormula, packageName } = io.constants;
  if (source === 'homebrew') return `brew upgrade ${homebrewFormula ?? 'agent'}`;
  return `npm install -g ${packageName}`;
}

function isWritable({ prefix }: Installation): boolean {
  if (prefix === undefined) return true;
  try {
    accessSync(prefix, modes.W_OK);
    return true;
  } catch {
    // for whatever reason, installing there would fail
    return false;
  }
}

function run([command = '', ...words]: readonly string[], io: Io): Promise<number> {
  const child = spawn(command, words, { stdio: 'inherit', env: { ...io.env }, cwd: io.userHome });
  return new Promise((resolve, reject) => {
    child.once('error', (error) => reject(new CommandFailure(`${command} cannot be run: ${error.message}`)));
    child.once('close', (code) => resolve(code === 0 ? 0 : 1));
  });
}

async function nameRunning(io: Io): Promise<void> {
  const running = await listInstances({ instances: clientHome(io).instances, fetch: io.fetch, now: io.now });
  for (const instance of running.filter(({ lifetime }) => lifetime === 'web')) {
    const place = `${instanceUrl(instance)} (pid ${instance.pid})`;
    writeLine(io.stderr, `note: agent web at ${place} runs version ${instance.host_version} until it is started again`);
  }
}

/** Compares semantic versions, ignoring build numbers. Below 0: `a` is older; above 0: newer. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [parts(a), parts(b)];
  for (let at = 0; at < 3; at++) {
    const difference = Number(left.numbers[at] ?? 0) - Number(right.numbers[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return comparePrereleases(left.prerelease, right.prerelease);
}

function parts(version: string): { numbers: string[]; prerelease: string[] } {
  const [plain = ''] = version.split('+');
  const [, numbers = plain, prerelease = ''] = /^([^-]*)(?:-(.*))?$/.exec(plain) ?? [];
  return { numbers: numbers.split('.'), prerelease: prerelease === '' ? [] : prerelease.split('.') };
}

/** A release is newer than its prereleases; numbers are older than words. */
function comparePrereleases(a: readonly string[], b: readonly string[]): number {
  if (a.length === 0 || b.length === 0) return b.length - a.length;
  for (let at = 0; at < Math.max(a.length, b.length); at++) {
    const [left, right] = [a[at], b[at]];
    if (left === undefined || right === undefined) return left === undefined ? -1 : 1;
    if (left === right) continue;
    const [isNumber, isOther] = [/^\d+$/.test(left), /^\d+$/.test(right)];
    if (isNumber && isOther) return Number(left) - Number(right);
    if (isNumber !== isOther) return isNumber ? -1 : 1;
    return left < right ? -1 : 1;
  }
  return 0;
}
