/** `manifest.json` of an export: what is in it, and where it was made (cli.md 5.5). */
import { release } from 'node:os';
import type { Session } from '../../../schemas/generated/types.js';
import { installationOf } from '../../base/installation.js';
import type { Entry } from './archive.js';
import type { LeftOut } from './files.js';

/** Facts in the manifest about the program and the machine. */
export interface ExportOrigin {
  version: string;
  env: Readonly<Record<string, string | undefined>>;
  platform: string;
  /** absolute path of what was started */
  program: string;
}

export interface ManifestFacts {
  session: Session;
  exportedAt: Date;
  entries: readonly Entry[];
  leftOut: readonly LeftOut[];
  origin: ExportOrigin;
}

/** Entries that the manifest names, besides listing them. */
export const logPaths = {
  session: 'logs/session.log',
  global: 'logs/global/agent-code.log',
  web: 'logs/agent-web.jsonl',
  desktop: 'logs/agent-desktop.log',
};

export function manifestOf({ session, exportedAt, entries, leftOut, origin }: ManifestFacts): object {
  const { version, env, platform, program } = origin;
  const has = (path: string): boolean => entries.some((entry) => entry.path === path);
  return {
    sessionId: session.id,
    exportedAt: exportedAt.toISOString(),
    version,
    os: `${platform} ${release()} ${process.arch}`,
    nodejsVersion: process.versions.node,
    title: session.title,
    workspaceDir: session.metadata['cwd'],
    sessionFirstActivity: session.created_at,
    sessionLastActivity: session.updated_at,
    sessionLogPath: has(logPaths.session) ? logPaths.session : null,
    globalLogPath: has(logPaths.global) ? logPaths.global : null,
    ...(has(logPaths.web) ? { webLogPath: logPaths.web } : {}),
    ...(has(logPaths.desktop) ? { desktopLogPath: logPaths.desktop } : {}),
    installSource: installationOf(program).source,
    shellEnv: {
      term: env['TERM'] ?? null,
      termProgram: env['TERM_PROGRAM'] ?? null,
      multiplexer: multiplexerOf(env),
      shell: env['SHELL'] ?? null,
    },
    files: entries,
    ...(leftOut.length === 0 ? {} : { leftOut }),
  };
}

function multiplexerOf(env: ExportOrigin['env']): string | null {
  if (env['TMUX']) return 'tmux';
  if (env['STY']) return 'screen';
  return env['ZELLIJ'] ? 'zellij' : null;
}
