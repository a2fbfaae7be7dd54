/** The network part of `agent upgrade`: the release index, and the archive that contains Node (acp-cli.md 2.3). */
import { spawnSync } from 'node:child_process';
import { createHash, createPublicKey, verify } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync, renameSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { mkdir, mkdtemp, readlink, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import type { NativeRelease, Release } from '../../schemas/host.js';
import { parseUrl } from '../../schemas/url.js';
import { recordOf } from '../base/text/values.js';
import { connectionReason } from '../base/net/connectionreason.js';
import { readAtMost } from '../catalog/download.js';
import { homePaths, prepareHome } from '../home/paths.js';
import { createOutward } from '../outward/outward.js';

export { installationOf } from '../base/installation.js';

export interface IndexOptions {
  url: string;
  /** ed25519 public key, PEM; if set, an index without a valid signature is refused */
  key: string | undefined;
  env: Readonly<Record<string, string | undefined>>;
  /** milliseconds */
  timeoutMs?: number;
}

/** Why there is no new version; the message is for the user. */
export class UpgradeProblem extends Error {
  override readonly name = 'UpgradeProblem';
}

const indexMs = 10_000;
const mostBytes = 1024 * 1024;
const versionPattern = /^\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?(?:\+[0-9A-Za-z.-]+)?$/;

/** Throws UpgradeProblem. */
export async function readReleaseIndex({ url, key, env, timeoutMs = indexMs }: IndexOptions): Promise<Release> {
  const address = parseUrl(url);
  if (!address || !/^https?:$/.test(address.protocol) || address.username !== '' || address.password !== '')
    throw new UpgradeProblem('the address of the release index must be http or https, without a user or password');
  const outward = createOutward({ env });
  try {
    const answer = await outward.fetch(url, { signal: AbortSignal.timeout(timeoutMs) });
    if (!answer.ok) throw new UpgradeProblem(`the release index answers with HTTP ${answer.status}`);
    const bytes = await readAtMost(mostBytes, answer);
    if (!bytes) throw new UpgradeProblem('the release index is larger than 1 MiB');
    return releaseOf(new TextDecoder().decode(bytes), key);
  } catch (error) {
    if (error instanceof UpgradeProblem) throw error;
    const isLate = error instanceof Error && error.name === 'TimeoutError';
    const reason = isLate ? `no answer within ${timeoutMs / 1000} s` : connectionReason(error);
    throw new UpgradeProblem(`the release index cannot be read: ${reason}`, { cause: error });
  } finally {
    await outward.close();
  }
}

function releaseOf(text: string, key: string | undefined): Release {
  let raw: Record<string, unknown>;
  try {
    raw = JSON.parse(text) as Record<string, unknown>;
  } catch {
    throw new UpgradeProblem('the release index is not JSON');
  }
  const { version, notes_url, native = {}, signature } = raw ?? {};
  if (typeof version !== 'string' || !versionPattern.test(version))
    throw new UpgradeProblem('the release index names no version');
  if (key !== undefined) {
    // the signature covers the index without itself, as compact JSON
    const { signature: _signature, ...signed } = raw;
    const bytes = Buffer.from(JSON.stringify(signed));
    const isValid =
      typeof signature === 'string' && verify(null, bytes, createPublicKey(key), Buffer.from(signature, 'base64'));
    if (!isValid) throw new UpgradeProblem('the signature of the release index is not valid');
  }
  return {
    version,
    ...(typeof notes_url === 'string' ? { notesUrl: notes_url } : {}),
    native: recordOf(native) as Release['native'],
  };
}

export interface NativeOptions {
  /** absolute path of the data directory */
  home: string;
  /** directory with `versions` and `current` */
  prefix: string;
  version: string;
  release: NativeRelease;
  /** whether the index was signed */
  signed: boolean;
  env: Readonly<Record<string, string | undefined>>;
  signal: AbortSignal;
}

/**
 * Downloads the archive, installs the version beside the current one and points `current` to it; running programs keep
 * their own files. Resumes a partial download. Throws UpgradeProblem.
 */
export async function installNative(options: NativeOptions): Promise<void> {
  const { home, prefix, version, release, signal } = options;
  if (!/^[0-9a-f]{64}$/.test(release.sha256) || !Number.isInteger(release.size))
    throw new UpgradeProblem('the release index names no sum or size of the archive');
  const address = parseUrl(release.url);
  if (!address) throw new UpgradeProblem('the release index names no address of the archive');
  if (address.protocol !== 'https:' && !options.signed)
    throw new UpgradeProblem('an archive over plain HTTP is only taken when the index is signed');
  await prepareHome(homePaths(home));
  const updates = join(home, 'updates');
  await mkdir(updates, { recursive: true, mode: 0o700 });
  const part = join(updates, `${version}.part`);
  await download(part, options);
  if (statSync(part).size !== release.size || (await sumOf(part)) !== release.sha256) {
    rmSync(part, { force: true });
    throw new UpgradeProblem('the archive is not what the release index says; nothing was installed');
  }
  signal.throwIfAborted();
  await mkdir(join(prefix, 'versions'), { recursive: true });
  const work = await mkdtemp(join(prefix, '.upgrade-'));
  try {
    const unpacked = spawnSync('tar', ['-xzf', part, '-C', work, '--strip-components=1'], { encoding: 'utf8' });
    if (unpacked.status !== 0) throw new UpgradeProblem(`tar: ${unpacked.error?.message ?? unpacked.stderr.trim()}`);
    const tried = spawnSync(join(work, 'bin', 'agent'), ['--version'], { encoding: 'utf8', timeout: indexMs });
    if (tried.stdout?.trim() !== version) throw new UpgradeProblem('the new version does not run on this machine');
    await replaceCurrent(prefix, work, version);
  } finally {
    await rm(work, { recursive: true, force: true });
    rmSync(part, { force: true });
  }
}

async function download(part: string, { release, env, signal }: NativeOptions): Promise<void> {
  const start = statSync(part, { throwIfNoEntry: false })?.size ?? 0;
  if (start === release.size) return;
  const outward = createOutward({ env });
  try {
    const headers: Record<string, string> = start > 0 && start < release.size ? { range: `bytes=${start}-` } : {};
    const answer = await outward.fetch(release.url, { headers, signal });
    if (!answer.ok || !answer.body) throw new UpgradeProblem(`the archive: HTTP ${answer.status}`);
    const isRest = answer.status === 206;
    const body = Readable.fromWeb(answer.body as ReadableStream);
    const room = release.size - (isRest ? start : 0);
    // an archive that is too large would fill the disk before its sum is checked
    const bounded = (pieces: AsyncIterable<Buffer>) => upTo(room + 1, pieces);
    await pipeline(body, bounded, createWriteStream(part, { flags: isRest ? 'a' : 'w', mode: 0o600 }), { signal });
  } catch (error) {
    if (error instanceof UpgradeProblem || signal.aborted) throw error;
    throw new UpgradeProblem(`the archive cannot be fetched: ${connectionReason(error)}`, { cause: error });
  } finally {
    await outward.close();
  }
}

/** Yields the pieces until there are at least this many bytes. */
async function* upTo(bytes: number, pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let size = 0;
  for await (const piece of pieces) {
    size += piece.byteLength;
    yield piece;
    if (size >= bytes) return;
  }
}

async function sumOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of createReadStream(path)) hash.update(piece as Buffer);
  return hash.digest('hex');
}

/** Keeps the previous version, so that the user can go back to it. */
async function replaceCurrent(prefix: string, work: string, version: string): Promise<void> {
  const target = join(prefix, 'versions', version);
  if (existsSync(target)) await rm(target, { recursive: true, force: true });
  await rename(work, target);
  const link = join(prefix, 'current');
  const before = await readlink(link).catch(() => undefined);
  const next = `${link}.${process.pid}`;
  rmSync(next, { force: true });
  symlinkSync(join('versions', version), next);
  renameSync(next, link);
  if (before !== undefined) rmSync(`${link}-before`, { force: true });
  if (before !== undefined) symlinkSync(before, `${link}-before`);
}
