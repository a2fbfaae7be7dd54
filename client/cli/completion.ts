/** `agent completion`, and the values that shells request while a command line is typed (acp-cli.md 4). */
import { Command, Option } from 'clipanion';
import { clientHome } from '../home.js';
import { visibleLine } from '../view/clean.js';
import { completionScript, shells } from './completion-scripts.js';
import { UsageFailure } from './failures.js';
import { writeLine, type CliContext } from './io.js';

const places = {
  bash: 'agent completion bash > ~/.local/share/bash-completion/completions/agent, or: eval "$(agent completion bash)" in ~/.bashrc',
  zsh: 'agent completion zsh > <a directory of fpath>/_agent',
  fish: 'agent completion fish > ~/.config/fish/completions/agent.fish',
};

export class CompletionCommand extends Command<CliContext> {
  static override paths = [['completion']];

  words = Option.Rest();

  override execute(): Promise<number> {
    const { io } = this.context;
    const [word, ...more] = this.words;
    const shell = shells.find((name) => name === word);
    if (!shell || more.length > 0) throw new UsageFailure(`agent completion needs one of ${shells.join(', ')}`);
    io.stdout.write(completionScript(shell));
    // output to a file or an `eval` needs no instructions
    if (io.stdout.isTTY && io.stderr.isTTY) writeLine(io.stderr, `to use it: ${places[shell]}`);
    return Promise.resolve(0);
  }
}

/** Maximum wait in milliseconds; after that, typing is faster. */
const MOST_MS = 300;

export class CompleteCommand extends Command<CliContext> {
  static override paths = [['__complete']];

  words = Option.Rest();

  override async execute(): Promise<number> {
    const { io } = this.context;
    const [kind = '', start = ''] = this.words;
    const late = new Promise<string[]>((resolve) => setTimeout(() => resolve([]), MOST_MS).unref());
    // without completions there is no error: the user would not see a message here
    const found = await Promise.race([this.find(kind), late]).catch(() => []);
    for (const line of found.filter((each) => each.startsWith(start))) io.stdout.write(`${line}\n`);
    return 0;
  }

  private async find(kind: string): Promise<string[]> {
    const { io } = this.context;
    const values = await (await io.direct.complete())(kind, { home: clientHome(io).directory, cwd: io.cwd });
    return values.map(({ value, note }) => (note ? `${visibleLine(value)}\t${visibleLine(note)}` : visibleLine(value)));
  }
}
