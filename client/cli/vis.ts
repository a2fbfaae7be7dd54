/** `agent vis`: the session visualizer, with a read-only server or as a file (acp-cli.md 2.5, web.md 8.1). */
import { resolve } from 'node:path';
import { Command, Option } from 'clipanion';
import { clientHome } from '../home.js';
import type { VisualizerSide } from '../direct.js';
import { fullId, named, placeOf, sizeText } from './export.js';
import { CommandFailure, UsageFailure } from './failures.js';
import { interruptible } from './interruption.js';
import { warn, writeLine, type CliContext } from './io.js';
import { canShowBrowser } from './browser.js';
import { isLoopback, openBrowser } from './web.js';

const LOOPBACK = '127.0.0.1';

export class VisCommand extends Command<CliContext> {
  static override paths = [['vis']];

  port = Option.String('--port');
  host = Option.String('--host');
  noOpen = Option.Boolean('--no-open', false);
  out = Option.String('--out');
  words = Option.Rest();

  override async execute(): Promise<number> {
    const { io } = this.context;
    const [word, further] = this.words;
    if (further !== undefined) throw new UsageFailure('vis takes one session, or one file');
    if (word?.trim() === '') throw new UsageFailure('vis takes the id of a session, not an empty text');
    const [host, port] = [hostOf(this.host), portOf(this.port)];
    this.checkOut(word);
    const { directory: home } = clientHome(io);
    const archive = word !== undefined && /\.zip$/i.test(word) ? resolve(io.cwd, word) : undefined;
    try {
      const wanted = word === undefined || archive !== undefined ? undefined : await this.session(home, word);
      const source = { home, env: io.env, ...(archive === undefined ? {} : { archive }) };
      if (this.out !== undefined) return await this.write({ ...source, ...(wanted && { sessionId: wanted }) });
      return await this.serve({ ...source, host, port }, wanted);
    } catch (error) {
      if (error instanceof Error && ['VisualizerProblem', 'ExportProblem'].includes(error.name))
        throw new CommandFailure(error.message, { cause: error });
      throw error;
    }
  }

  private checkOut(word: string | undefined): void {
    if (this.out === undefined) return;
    if (['', '-'].includes(this.out.trim())) throw new UsageFailure('--out needs the path of a file or a directory');
    if (word === undefined) throw new UsageFailure('--out needs a session, or the file of an export');
    const needless = ['--port', '--host', '--no-open'].find(
      (_, at) => [this.port !== undefined, this.host !== undefined, this.noOpen][at],
    );
    if (needless) throw new UsageFailure(`${needless} does not go with --out, which starts no server`);
  }

  /** Serves until a signal arrives. */
  private async serve(
    options: Omit<Parameters<VisualizerSide['start']>[0], 'version' | 'onDefect'>,
    wanted: string | undefined,
  ): Promise<number> {
    const { io } = this.context;
    const { host } = options;
    const stop = waitForStop(this.context);
    try {
      const visualizer = await io.direct.vis.start({
        ...options,
        version: io.version,
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
    } finally {
      stop.off();
    }
  }

  private write(target: Omit<Parameters<VisualizerSide['write']>[0], 'pathOf' | 'signal'>): Promise<number> {
    const { io } = this.context;
    return interruptible(io, async (signal) => {
      const pathOf = (id: string): string => placeOf(this.out, id, 'html', io);
      const { path, size, masked, paths } = await io.direct.vis.write({ ...target, pathOf, signal });
      const without = `${masked} ${masked === 1 ? 'secret' : 'secrets'} and ${paths} ${paths === 1 ? 'path' : 'paths'} replaced`;
      writeLine(
        io.stderr,
        `${sizeText(size)}; holds the whole conversation, tools with their output, thinking; ${without}`,
      );
      writeLine(io.stdout, path);
      return 0;
    });
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

/** Default: any free port. */
function portOf(value: string | undefined): number {
  const port = /^\d{1,5}$/.test(value?.trim() ?? '0') ? Number(value ?? 0) : Infinity;
  if (port > 65_535) throw new UsageFailure(`--port must be a number from 0 to 65535, not ${JSON.stringify(value)}`);
  return port;
}
