/** Opens the default browser without the access token in a command line. */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { makeDirectory, type Environment } from '../home.js';

/** Time that a browser has to read the redirecting page, in milliseconds. */
const KEEP_MS = 30_000;

/** A program that finds no browser ends within this time, in milliseconds. */
const STAYS_MS = 1_500;

export interface OpenerOptions {
  /** private directory for the redirecting page */
  directory: string;
  env: Environment;
  platform: NodeJS.Platform;
}

/**
 * Opens a URL through a file (0600) that redirects to it, since every user of the machine can read the arguments of a
 * program. Rejects when no browser can be started.
 */
export async function openPage(url: string, options: OpenerOptions): Promise<void> {
  makeDirectory(options.directory);
  const path = join(options.directory, `open-${randomBytes(8).toString('hex')}.html`);
  await writeFile(path, leadingTo(url), { mode: 0o600 });
  const remove = (): Promise<void> => rm(path, { force: true });
  try {
    await start(pathToFileURL(path).href, options);
    setTimeout(() => void remove(), KEEP_MS).unref();
    process.once('exit', () => void remove());
  } catch (error) {
    await remove();
    throw error;
  }
}

function leadingTo(url: string): string {
  const target = JSON.stringify(url).replaceAll('<', '\\u003c');
  return `<!doctype html><meta charset="utf-8"><title>agent</title><script>location.replace(${target})</script>\n`;
}

function start(page: string, { env, platform }: OpenerOptions): Promise<void> {
  const [command, ...args] = opener(platform, page);
  return new Promise((resolve, reject) => {
    const child = spawn(command ?? '', args, { stdio: 'ignore', detached: true, env: { ...env } });
    child.once('error', (error) => reject(new Error(`${command} could not be started`, { cause: error })));
    // a program that keeps running may be the browser itself
    const stays = setTimeout(resolve, STAYS_MS);
    child.once('exit', (code) => {
      clearTimeout(stays);
      // explorer.exe exits with 1 on success
      if (code === 0 || platform === 'win32') resolve();
      else reject(new Error(`${command} found no browser (exit code ${code})`));
    });
    child.unref();
  });
}

function opener(platform: NodeJS.Platform, page: string): string[] {
  if (platform === 'darwin') return ['open', page];
  if (platform === 'win32') return ['explorer.exe', page];
  return ['xdg-open', page];
}
