/** The server of `agent vis`: read-only, with its own token, runs until it is closed (acp-cli.md 2.5, web.md 8.2). */
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { later } from '../base/later.js';
import { errorCode } from '../base/fs/errno.js';
import { knownSecrets } from '../direct/crash.js';
import { leasesIn, mcpSecrets } from '../direct/export.js';
import { homePaths } from '../home/paths.js';
import { createSecrets } from '../home/secrets.js';
import { sameSecret } from '../home/token.js';
import { createApp } from '../http/app.js';
import { visContract } from '../http/contract.js';
import type { Step } from '../http/exchange.js';
import { isLoopbackHost } from '../http/hosts.js';
import { createHttpServer } from '../http/server.js';
import { operationTable } from '../../schemas/generated/visoperations.js';
import { ZipProblem } from '../../schemas/zip.js';
import type { RunningVisualizer, VisualizerOptions } from '../../schemas/host.js';
import { createVisHandlers } from './answers.js';
import { openHomeSource } from './homesource.js';
import type { Source } from './source.js';
import { openZipSource } from './zipsource.js';

/** Why the visualizer cannot start; the message is for the user. */
export class VisualizerProblem extends Error {
  override readonly name = 'VisualizerProblem';
}

const stopMs = 1_000;

/** Rejects with VisualizerProblem, if possible before it listens. */
export async function startVisualizer(options: VisualizerOptions): Promise<RunningVisualizer> {
  const { version, host, port, webDirectory } = options;
  const source = await openSource(options);
  const token = randomBytes(32).toString('base64url');
  const secrets = [...secretsOf(options), token];
  const hidden = createSecrets([() => secrets]);
  const app = createApp({
    handlers: createVisHandlers({ source, secrets }),
    contract: visContract,
    readOnly: true,
    ownSteps: [serveDocument(version)],
    credentials: { accepts: (given) => sameSecret(given, token), problem: () => undefined },
    bind: { host, loopback: isLoopbackHost(host) },
    allowedHosts: [],
    corsOrigins: [],
    bypassAuth: false,
    debugEndpoints: false,
    allowRemoteShutdown: false,
    version,
    webTitle: 'agent vis',
    webDirectory,
    webIndex: 'vis.html',
    now: Date.now,
    log: { error: options.onDefect, info: () => undefined, debug: () => undefined },
    secrets: hidden,
  });
  const http = createHttpServer((req, res) => app.handle(req, res));
  try {
    const bound = await listen(http, host, port);
    return {
      port: bound,
      token,
      ...(source.kind === 'zip' ? { sessionId: source.list(everything).items[0]?.id ?? '' } : {}),
      async close() {
        await http.stop(stopMs);
        source.close();
      },
    };
  } catch (error) {
    source.close();
    throw error;
  }
}

/** The secrets to mask. */
export function secretsOf({ home, env }: Pick<VisualizerOptions, 'home' | 'env'>): string[] {
  return [...knownSecrets({ home, env }), ...mcpSecrets(homePaths(home))].filter((each) => each !== '');
}

const everything = { pageSize: 1, includeArchive: true };

/** Throws VisualizerProblem. */
export async function openSource({ home, archive }: Pick<VisualizerOptions, 'home' | 'archive'>): Promise<Source> {
  if (archive === undefined) return openHomeSource({ home, leases: () => leasesIn(home) });
  try {
    return await openZipSource(await readFile(archive));
  } catch (error) {
    if (error instanceof ZipProblem) throw new VisualizerProblem(`${archive}: ${error.message}`, { cause: error });
    const code = errorCode(error);
    if (code === undefined) throw error;
    const reason = code === 'ENOENT' ? 'there is no such file' : code === 'EISDIR' ? 'it is a directory' : code;
    throw new VisualizerProblem(`cannot read ${archive}: ${reason}`, { cause: error });
  }
}

/** Listens on exactly the requested port. */
async function listen(http: ReturnType<typeof createHttpServer>, host: string, port: number): Promise<number> {
  const bound = await http.listen({ host, port }).catch((error: unknown) => {
    throw new VisualizerProblem(error instanceof Error ? error.message : String(error), { cause: error });
  });
  if (port === 0 || bound.port === port) return bound.port;
  await http.stop(0);
  throw new VisualizerProblem(`port ${port} is in use; choose another one with --port`);
}

/** Serves `/openapi.json` with only the operations of the visualizer. */
function serveDocument(version: string): Step {
  const document = later(async () => {
    const { buildOpenApi } = await import('../http/openapi.js');
    return JSON.stringify(buildOpenApi({ version, operations: operationTable }));
  });
  return (req, res) => {
    if (req.exchange.pathname !== '/openapi.json') return;
    req.exchange.operation = 'openapi';
    void document().then(
      (text) => {
        const headers = {
          'Content-Type': 'application/json; charset=utf-8',
          'Content-Length': Buffer.byteLength(text),
        };
        res.writeHead(200, headers).end(req.method === 'HEAD' ? undefined : text);
      },
      () => res.destroy(),
    );
    return 'answered';
  };
}
