/** Whether the user's browser can show a page, and where the page of the desktop app is (cli.md 5.8). */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { homeLayout } from '../../schemas/instances.js';
import { clientHome } from '../home.js';
import { isInCi, type Io } from './io.js';

/** Returns false without a terminal, in CI, or over SSH without a display. */
export function canShowBrowser({ stdout, env }: Pick<Io, 'stdout' | 'env'>): boolean {
  if (stdout.isTTY !== true || env['BROWSER'] === 'none') return false;
  if (isInCi({ env })) return false;
  const remote = env['SSH_CONNECTION'] ?? env['SSH_TTY'];
  return !remote || Boolean(env['DISPLAY'] ?? env['WAYLAND_DISPLAY']);
}

/** Returns the page of the desktop app for the region of the login; undefined when the build has none. */
export async function desktopPageOf(io: Io): Promise<string | undefined> {
  const marker = join(clientHome(io).directory, homeLayout.regionFile);
  // without a login there is no marker
  const region = (await readFile(marker, 'utf8').catch(() => '')).trim();
  const { desktopPageUrlMainland, desktopPageUrlGlobal } = io.constants;
  return region === 'mainland-cn' ? desktopPageUrlMainland : desktopPageUrlGlobal;
}

/** The message for a build without such a page. */
export const noDesktopPage = 'this build knows no page of a desktop app';
