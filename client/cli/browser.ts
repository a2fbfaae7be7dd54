/** Pages that a command shows in the browser of the user: whether there is one, and where the desktop app is described (cli.md 5.8). */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { homeLayout } from '../../schemas/instances.js';
import { clientHome } from '../home.js';
import { isInCi, type Io } from './io.js';

/** Not without a terminal, in CI, or over SSH without a display. */
export function canShowBrowser({ stdout, env }: Pick<Io, 'stdout' | 'env'>): boolean {
  if (stdout.isTTY !== true || env['BROWSER'] === 'none') return false;
  if (isInCi({ env })) return false;
  const remote = env['SSH_CONNECTION'] ?? env['SSH_TTY'];
  return !remote || Boolean(env['DISPLAY'] ?? env['WAYLAND_DISPLAY']);
}

/** The page of the desktop app in the region of the login; undefined when the build knows none. */
export async function desktopPageOf(io: Io): Promise<string | undefined> {
  const marker = join(clientHome(io).directory, homeLayout.regionFile);
  // without a login there is no marker
  const region = (await readFile(marker, 'utf8').catch(() => '')).trim();
  const { desktopPageUrlMainland, desktopPageUrlGlobal } = io.constants;
  return region === 'mainland-cn' ? desktopPageUrlMainland : desktopPageUrlGlobal;
}

/** What a user reads when the build knows none. */
export const noDesktopPage = 'this build knows no page of a desktop app';
