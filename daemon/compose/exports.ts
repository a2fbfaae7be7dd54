/** Exports of sessions, with everything that must not be in one. */
import type { LiveConfig } from '../config/config.js';
import { storedSecrets } from '../home/credentials.js';
import { secretValuesIn } from '../home/redact.js';
import { createTokenReader } from '../home/token.js';
import { createExports, type Exports, type ExportsDeps } from '../sessions/exports.js';
import { bearerVariables } from '../workspace/bearer.js';
import type { Environment } from './system.js';

export interface OpenExportsOptions extends Omit<ExportsDeps, 'secrets' | 'origin'> {
  config: LiveConfig;
  env: Environment;
  version: string;
  platform: string;
}

export function openExports({ config, env, version, platform, ...deps }: OpenExportsOptions): Exports {
  const token = createTokenReader(deps.paths);
  const origin = { version, env, platform, program: process.argv[1] ?? '' };
  const secrets = (cwd: string): string[] => [
    ...config.secretValues(),
    token.current() ?? '',
    ...secretValuesIn(env),
    ...[...bearerVariables(deps.paths.home, cwd)].map((name) => env[name] ?? ''),
    ...storedSecrets(deps.paths),
  ];
  return createExports({ ...deps, origin, secrets });
}
