/** `agent acp`: serves an editor on stdin and stdout (acp-cli.md 1.2). */
import { Command, Option } from 'clipanion';
import { warn, type CliContext } from './io.js';
import { LoginCommand } from './login.js';
import { checkMainOptions } from './main-options.js';

export class AcpCommand extends Command<CliContext> {
  static override paths = [['acp']];

  model = Option.String('--model');
  yolo = Option.Boolean('--yolo', false);
  auto = Option.Boolean('--auto', false);
  plan = Option.Boolean('--plan', false);
  skillsDirs = Option.Array('--skills-dir', []);
  agents = Option.Array('--agent', []);
  agentFiles = Option.Array('--agent-file', []);
  addDirs = Option.Array('--add-dir', []);
  runtime = Option.String('--runtime');
  login = Option.Boolean('--login', false);

  override async execute(): Promise<number> {
    const { io } = this.context;
    const { model, yolo, auto, plan, skillsDirs, agents, agentFiles, addDirs, runtime } = this;
    checkMainOptions({
      ...{
        session: undefined,
        resume: undefined,
        continue: false,
        prompt: undefined,
        screenReader: false,
        outputFormat: undefined,
      },
      ...{ model, yolo, auto, plan, skillsDirs, agents, agentFiles, addDirs, runtime },
    });
    if (this.login) {
      const login = new LoginCommand();
      login.context = this.context;
      return await login.execute();
    }
    if (io.stdin.isTTY === true) warn(io, 'agent acp is meant to be started by an editor');
    const { launchBlock } = await import('./launch.js');
    const launch = await launchBlock({ addDirs, skillsDirs, agentFile: agentFiles[0], runtime }, io);
    const { runBridge } = await import('../acp/bridge.js');
    return await runBridge(
      {
        model: model?.trim(),
        agent: agents[0]?.trim(),
        mode: yolo ? 'yolo' : auto ? 'auto' : undefined,
        plan,
        launch: { ...launch, client_type: 'acp' },
      },
      io,
    );
  }
}
