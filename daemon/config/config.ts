/** The configuration of a running daemon: read at start, read anew when the file changes, safe to ask at any time. */
import { readFileSync, statSync } from 'node:fs';
import type { Config } from '../../schemas/generated/types.js';
import { type EffectiveConfig, effectiveConfig } from './effective.js';
import { readEnvironment, secretValues, secretVariables } from './environment.js';
import { createModels, type Models, type ModelsOptions } from './models.js';
import { publicConfig } from './public.js';
import { ConfigError, type ReadConfig, readConfig, type ReadOptions } from './read.js';
import type { Environment } from './variables.js';

/** How long an answer is given without looking at the file. */
const LOOK_MS = 1000;

export interface LiveConfig extends Models {
  /** what is in effect now; the same object as long as nothing changed */
  current(): EffectiveConfig;
  /** reads the file now when it changed, without waiting for the next look */
  refresh(): void;
  /** problems of environment and file that cost a value, and why a changed file is not in effect */
  warnings(): string[];
  /** data of `GET /api/v1/config`; no secret in it */
  publicConfig(): Config;
  /** names of variables that child processes must not get, sorted (engine.md 4.9) */
  secretVariables(): string[];
  /** secret values in use, for masking log lines */
  secretValues(): string[];
}

export interface ConfigOptions extends ReadOptions {
  paths: { configFile: string };
  env: Environment;
  now: () => number;
  detectCapabilities: ModelsOptions['detectCapabilities'];
  /** told each problem once */
  log?: { warn(message: string): void };
}

interface Loaded extends ReadConfig {
  effective: EffectiveConfig;
  secrets: string[];
}

/** Reads file and environment; throws ConfigError when the start has to stop. */
export function createConfig(options: ConfigOptions): LiveConfig {
  const { paths, env, now } = options;
  const overlay = readEnvironment(env);
  let stamp = stampOf(paths.configFile);
  let lookAt = now() + LOOK_MS;
  let failure: string[] = [];
  let loaded = firstLoad();
  report([...overlay.warnings, ...loaded.warnings]);

  function load(): Loaded {
    const read = readConfig(textOf(paths.configFile), options);
    const effective = effectiveConfig(read.values, overlay);
    // asked for with each log line
    return { ...read, effective, secrets: secretValues(effective, env) };
  }

  /** Whoever reads the failure of a start sees nothing else that tells which file is meant. */
  function firstLoad(): Loaded {
    try {
      return load();
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      throw new ConfigError(
        error.problems.map((problem) => `${paths.configFile}:${/^\d/.test(problem) ? '' : ' '}${problem}`),
      );
    }
  }

  function report(warnings: string[]): void {
    for (const warning of warnings) options.log?.warn(`configuration: ${warning}`);
  }

  function look(): Loaded {
    const time = now();
    // a clock that was set back must not stop the looking
    if (time < lookAt && time > lookAt - 2 * LOOK_MS) return loaded;
    lookAt = time + LOOK_MS;
    const found = stampOf(paths.configFile);
    if (found === stamp) return loaded;
    stamp = found;
    try {
      loaded = load();
      failure = [];
      report(loaded.warnings);
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      failure = error.problems.map((problem) => `${problem}; the last good version stays in effect`);
      report(failure);
    }
    return loaded;
  }

  const current = (): EffectiveConfig => look().effective;
  return {
    ...createModels({ config: current, env, detectCapabilities: options.detectCapabilities }),
    current,
    refresh() {
      lookAt = 0;
      look();
    },
    warnings: () => [...overlay.warnings, ...look().warnings, ...failure],
    publicConfig: () => publicConfig(current(), loaded.raw, env),
    secretVariables: () => secretVariables(current(), loaded.values),
    secretValues: () => look().secrets,
  };
}

/** Changes whenever the file is written or replaced; empty when there is none. */
function stampOf(path: string): string {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  return found ? `${found.ino}:${found.mtimeNs}:${found.ctimeNs}:${found.size}` : '';
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8').replace(/^\uFEFF/, '');
  } catch (error) {
    const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : undefined;
    if (code === 'ENOENT') return '';
    if (code === undefined) throw error;
    throw new ConfigError([`cannot be read: ${code}`]);
  }
}
