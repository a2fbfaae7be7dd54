/** `agent install-desktop`: opens the page of the desktop app for the user's region (cli.md 5.8). */
import { Command } from 'clipanion';
import { canShowBrowser, desktopPageOf, noDesktopPage } from './browser.js';
import { CommandFailure } from './failures.js';
import { writeLine, type CliContext } from './io.js';
import { openBrowser } from './web.js';

export class InstallDesktopCommand extends Command<CliContext> {
  static override paths = [['install-desktop'], ['install-app']];

  override async execute(): Promise<number> {
    const { io } = this.context;
    const url = await desktopPageOf(io);
    if (url === undefined) throw new CommandFailure(noDesktopPage);
    writeLine(io.stdout, url);
    if (canShowBrowser(io)) await openBrowser(url, io);
    return 0;
  }
}
