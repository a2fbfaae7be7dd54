/** Exports of sessions, with everything that must not be in one. */
import { storedSecrets } from '../home/credentials.js';
import type { Secrets } from '../home/secrets.js';
import { createExports, type Exports, type ExportsDeps } from '../sessions/export/requests.js';
import type { Layers } from '../mcp/files/layers.js';
import { rootOf } from '../workspace/git.js';
import type { Environment } from './system.js';

export interface OpenExportsOptions extends Omit<ExportsDeps, 'secrets' | 'origin'> {
  /** those of the server */
  known: Secrets;
  env: Environment;
  layers: Pick<Layers, 'tokenVariables'>;
  version: string;
  platform: string;
}

export function openExports({ known, env, layers, version, platform, ...deps }: OpenExportsOptions): Exports {
  const origin = { version, env, platform, program: process.argv[1] ?? '' };
  const secrets = (cwd: string): string[] => [
    ...known.values(),
    ...[...layers.tokenVariables({ root: rootOf(cwd), cwd })].map((name) => env[name] ?? ''),
    ...storedSecrets(deps.paths),
  ];
  return createExports({ ...deps, origin, secrets });
}
