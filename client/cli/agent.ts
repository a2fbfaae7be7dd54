/** `agent` itself: the terminal UI, or one prompt with `-p`. */
import { Command, Option } from 'clipanion';
import { CommandFailure } from './failures.js';
import { homeAsNamed } from '../home.js';
import type { CliContext, Io } from './io.js';
import { checkMainOptions, outputFormat, type MainOptions } from './main-options.js';
import type { ScriptOptions } from './script-options.js';

export class AgentCommand extends Command<CliContext> {
  static override paths = [Command.Default];

  session = Option.String('--session', { tolerateBoolean: true });
  resume = Option.String('--resume', { tolerateBoolean: true });
  continue = Option.Boolean('--continue', false);
  model = Option.String('--model');
  prompt = Option.String('--prompt');
  outputFormat = Option.String('--output-format');
  remote = Option.String('--remote');
  yolo = Option.Boolean('--yolo', false);
  auto = Option.Boolean('--auto', false);
  plan = Option.Boolean('--plan', false);
  skillsDirs = Option.Array('--skills-dir', []);
  agents = Option.Array('--agent', []);
  agentFiles = Option.Array('--agent-file', []);
  addDirs = Option.Array('--add-dir', []);
  runtime = Option.String('--runtime');
  screenReader = Option.Boolean('--screen-reader', false);
  files = Option.Array('--file', []);
  stdin = Option.Boolean('--stdin', false);
  tools = Option.String('--tools');
  denies = Option.Array('--deny', []);
  appendSystem = Option.String('--append-system');
  mcpConfigs = Option.Array('--mcp-config', []);
  onlyMcpConfig = Option.Boolean('--only-mcp-config', false);
  title = Option.String('--title');
  ephemeral = Option.Boolean('--ephemeral', false);
  result = Option.String('--result');
  schema = Option.String('--schema');
  maxSteps = Option.String('--max-steps');
  maxUsd = Option.String('--max-usd');
  maxTime = Option.String('--max-time');
  onLimit = Option.String('--on-limit');
  fallbackModel = Option.String('--fallback-model');

  /** Returns the options without the fields that the parser adds. */
  values(): MainOptions {
    const { model, prompt, outputFormat, yolo, auto, plan, skillsDirs, agents, agentFiles, addDirs } = this;
    const { runtime, screenReader } = this;
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
      runtime,
      screenReader,
      script: this.script(),
    };
  }

  private script(): ScriptOptions {
    const { files, stdin, tools, denies, appendSystem, mcpConfigs, onlyMcpConfig, title, ephemeral, result } = this;
    const { schema, maxSteps, maxUsd, maxTime, onLimit, fallbackModel } = this;
    return {
      ...{ files, stdin, tools, denies, appendSystem, mcpConfigs, onlyMcpConfig, title, ephemeral, result },
      ...{ schema, maxSteps, maxUsd, maxTime, onLimit, fallbackModel },
    };
  }

  override async execute(): Promise<number> {
    const options = this.values();
    const { io } = this.context;
    checkMainOptions(options);
    if (options.prompt === undefined) return await terminalUi(options, io);
    const format = outputFormat(options.outputFormat, io.env);
    const { runPrompt } = await import('./prompt.js');
    return await runPrompt(
      {
        text: options.prompt,
        format,
        session: sessionChoice(options),
        model: options.model?.trim(),
        agent: options.agents[0]?.trim(),
        launch: {
          addDirs: options.addDirs,
          skillsDirs: options.skillsDirs,
          agentFile: options.agentFiles[0],
          runtime: options.runtime,
        },
        script: this.script(),
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

/** Starts the terminal UI, which needs a terminal for input and output (cli.md 3). */
async function terminalUi(options: MainOptions, io: Io): Promise<number> {
  if (io.stdin.isTTY !== true || io.stdout.isTTY !== true)
    throw new CommandFailure('the terminal UI needs a terminal', { hint: 'Without one: agent -p "<prompt>"' });
  const { session, resume, model, agents, yolo, auto, plan, addDirs, skillsDirs, agentFiles, runtime } = options;
  const { launchBlock } = await import('./launch.js');
  const launch = await launchBlock({ addDirs, skillsDirs, agentFile: agentFiles[0], runtime }, io);
  const { isLinear, readSettings } = await import('../tui/settings.js');
  const settings = await readSettings(homeAsNamed(io).directory);
  const { runTui } = await import('../tui/start.js');
  return await runTui(
    {
      session: (session ?? resume) === true ? 'choose' : sessionChoice(options),
      model: model?.trim(),
      agent: agents[0]?.trim(),
      mode: yolo ? 'yolo' : auto ? 'auto' : undefined,
      plan,
      launch,
      isLinear: options.screenReader || isLinear(settings, io.env),
      settings,
    },
    io,
  );
}
