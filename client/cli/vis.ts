/** `agent vis`: the visualizer of sessions, with a read-only server of its own (acp-cli.md 2.5, web.md 8.1). */
import { resolve } from 'node:path';
import { Command, Option } from 'clipanion';
import { clientHome } from '../home.js';
import { fullId, named } from './export.js';
import { CommandFailure, UsageFailure } from './failures.js';
import { warn, writeLine, type CliContext } from './io.js';
import { canShowBrowser } from './browser.js';
import { isLoopback, openBrowser } from './web.js';

const LOOPBACK = '127.0.0.1';

export class VisCommand extends Command<CliContext> {
  static override paths = [['vis']];

  port = Option.String('--port');
  host = Option.String('--host');
  noOpen = Option.Boolean('--no-open', false);
  words = Option.Rest();

  override async execute(): Promise<number> {
    const { io } = this.context;
    const [word, further] = this.words;
    if (further !== undefined) throw new UsageFailure('vis takes one session, or one file');
    if (word?.trim() === '') throw new UsageFailure('vis takes the id of a session, not an empty text');
    const [host, port] = [hostOf(this.host), portOf(this.port)];
    const { directory: home } = clientHome(io);
    const archive = word !== undefined && /\.zip$/i.test(word) ? resolve(io.cwd, word) : undefined;
    const stop = waitForStop(this.context);
    try {
      const wanted = word === undefined || archive !== undefined ? undefined : await this.session(home, word);
      const side = await io.direct.vis();
      const visualizer = await side.startVisualizer({
        home,
        env: io.env,
        version: io.version,
        host,
        port,
        ...(archive === undefined ? {} : { archive }),
        onDefect: (message, facts) => warn(io, `${message} ${JSON.stringify(facts ?? {})}`),
      });
      const id = wanted ?? visualizer.sessionId;
      const path = id === undefined ? '' : `sessions/${id}`;
      const shown = host.includes(':') ? `[${host}]` : host;
      const address = `http://${shown}:${visualizer.port}/${path}#token=${visualizer.token}`;
      writeLine(io.stdout, address);
      if (!isLoopback(host)) warn(io, `the visualizer listens on ${host}: other machines of the network can reach it`);
      if (!this.noOpen && canShowBrowser(io)) void openBrowser(address, io);
      await stop.stopped;
      await visualizer.close();
      return 0;
    } catch (error) {
      if (error instanceof Error && ['VisualizerProblem', 'ExportProblem'].includes(error.name))
        throw new CommandFailure(error.message, { cause: error });
      throw error;
    } finally {
      stop.off();
    }
  }

  private async session(home: string, word: string): Promise<string> {
    const side = await this.context.io.direct.export();
    return named(word, side.sessionsNamed(home, fullId(word))).id;
  }
}

function waitForStop({ io }: CliContext): { stopped: Promise<void>; off(): void } {
  let off = (): void => undefined;
  const stopped = new Promise<void>((settle) => (off = io.onSignal(() => settle())));
  return { stopped, off: () => off() };
}

function hostOf(value: string | undefined): string {
  const host = value?.trim().replace(/^\[(.*)\]$/, '$1');
  if (host === '') throw new UsageFailure('--host needs a value');
  return host ?? LOOPBACK;
}

/** Default: any free one. */
function portOf(value: string | undefined): number {
  const port = /^\d{1,5}$/.test(value?.trim() ?? '0') ? Number(value ?? 0) : Infinity;
  if (port > 65_535) throw new UsageFailure(`--port must be a number from 0 to 65535, not ${JSON.stringify(value)}`);
  return port;
}
