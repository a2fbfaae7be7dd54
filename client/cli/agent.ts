/** `agent` itself: one prompt with `-p`; the terminal UI is not part of this version. */
import { Command, Option } from 'clipanion';
import { CommandFailure } from './failures.js';
import type { CliContext } from './io.js';
import { checkMainOptions, outputFormat, type MainOptions } from './main-options.js';

export class AgentCommand extends Command<CliContext> {
  static override paths = [Command.Default];

  session = Option.String('--session', { tolerateBoolean: true });
  resume = Option.String('--resume', { tolerateBoolean: true });
  continue = Option.Boolean('--continue', false);
  model = Option.String('--model');
  prompt = Option.String('--prompt');
  outputFormat = Option.String('--output-format');
  yolo = Option.Boolean('--yolo', false);
  auto = Option.Boolean('--auto', false);
  plan = Option.Boolean('--plan', false);
  skillsDirs = Option.Array('--skills-dir', []);
  agents = Option.Array('--agent', []);
  agentFiles = Option.Array('--agent-file', []);
  addDirs = Option.Array('--add-dir', []);

  /** The options without what the parser adds to them. */
  values(): MainOptions {
    const { model, prompt, outputFormat, yolo, auto, plan, skillsDirs, agents, agentFiles, addDirs } = this;
    const session = idOf(this.session);
    const resume = idOf(this.resume);
    return {
      session,
      resume,
      continue: this.continue,
      model,
      prompt,
      outputFormat,
      yolo,
      auto,
      plan,
      skillsDirs,
      agents,
      agentFiles,
      addDirs,
    };
  }

  override async execute(): Promise<number> {
    const options = this.values();
    const { io } = this.context;
    checkMainOptions(options);
    if (options.prompt === undefined) throw noTerminalUi();
    const format = outputFormat(options.outputFormat, io.env);
    const { runPrompt } = await import('./prompt.js');
    return await runPrompt(
      {
        text: options.prompt,
        format,
        session: sessionChoice(options),
        model: options.model?.trim(),
        agent: options.agents[0]?.trim(),
        launch: { addDirs: options.addDirs, skillsDirs: options.skillsDirs, agentFile: options.agentFiles[0] },
      },
      io,
    );
  }
}

function idOf(value: string | boolean | undefined): string | true | undefined {
  return value === false ? undefined : value;
}

function sessionChoice(options: MainOptions): 'new' | 'newest' | { id: string } {
  const id = options.session ?? options.resume;
  if (typeof id === 'string') return { id: id.trim() };
  return options.continue ? 'newest' : 'new';
}

function noTerminalUi(): CommandFailure {
  return new CommandFailure('the terminal UI is not built in this version; use agent web, or agent -p "<prompt>"');
}
