/** `agent help [subcommand]`. */
import { Command, Option } from 'clipanion';
import { deprecatedCommand, UsageFailure } from './failures.js';
import { helpText } from './help-text.js';
import type { CliContext } from './io.js';
import { closeNames } from '../view/nearest.js';
import { commandSpecs, mainCommand, deprecatedCommands } from './options.js';

export class HelpCommand extends Command<CliContext> {
  static override paths = [['help']];

  man = Option.Boolean('--man', false);
  words = Option.Rest();

  override async execute(): Promise<number> {
    if (this.man) {
      if (this.words.length > 0)
        throw new UsageFailure('help --man is the page of the whole program and takes no subcommand');
      const { manPage } = await import('./man-page.js');
      this.context.io.stdout.write(manPage(this.context.io.version));
      return 0;
    }
    const [first] = this.words;
    const path = this.words.join(' ');
    const spec = commandSpecs.find((candidate) => candidate.path.join(' ') === path);
    if (!spec) {
      if (first !== undefined && deprecatedCommands.includes(first)) throw deprecatedCommand();
      const [near] = closeNames(
        path,
        commandSpecs.filter((each) => each !== mainCommand).map((each) => each.path.join(' ')),
      );
      throw new UsageFailure(`unknown subcommand: ${JSON.stringify(path)}${near ? `; did you mean ${near}?` : ''}`);
    }
    this.context.io.stdout.write(helpText(spec, this.context.io.stdout.columns));
    return 0;
  }
}
