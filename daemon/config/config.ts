/** The configuration of a running daemon: read at start, reread when the file changes, safe to query at any time. */
import type { Config } from '../../schemas/generated/types.js';
import { type EffectiveConfig, effectiveConfig } from './effective.js';
import { readEnvironment, secretValues, secretVariables } from './environment.js';
import { fileText } from '../../schemas/toml/filetext.js';
import { createModels, type Models, type ModelsOptions } from './models.js';
import { publicConfig, withLogins } from './public.js';
import { ConfigError, examine, type Finding, type ReadConfig, readConfig, type ReadOptions } from './read.js';
import { documentSecrets } from './secrets.js';
import { stampOf } from './stamp.js';
import type { Environment } from './variables.js';

/** Milliseconds between two checks of the file. */
const CHECK_MS = 1000;
/** Milliseconds without a write before a changed file is read: an editor may have written only a part of it. */
export const SETTLE_MS = 200;

/** The parsed content of the file and everything derived from it. */
export interface Reading extends ReadConfig {
  text: string;
  effective: EffectiveConfig;
  /** the form of `GET /api/v1/config` */
  shown: Config;
  /** its secret values */
  secrets: string[];
}

/** A problem of the file, with its top-level key. */
export interface ConfigWarning {
  domain?: string;
  message: string;
}

export interface LiveConfig extends Models {
  /** the configuration in effect; the same object while nothing changes */
  current(): EffectiveConfig;
  /** reads a changed file now instead of at the next check; `expected`: its likely content */
  refresh(expected?: Reading): void;
  /** the `Stamp` mark of the file's last read state, usable or not */
  mark(): string;
  /** the document in effect, secrets included */
  document(): Record<string, unknown>;
  /** evaluates a file with this text and document in this environment; throws ConfigError */
  read(text: string, document?: Record<string, unknown>): Reading;
  /** what clients would see of a document, and every problem in it */
  understand(document: Record<string, unknown>): { shown: Config; findings: Finding[] };
  /** problems of the file as of the last check */
  fileWarnings(): ConfigWarning[];
  /** problems of environment and file that cost a value, and why a changed file is not in effect */
  warnings(): string[];
  /** data of `GET /api/v1/config`, without secrets */
  publicConfig(): Config;
  /** sorted names of variables that child processes must not get (engine.md 4.9) */
  secretVariables(): string[];
  /** secret values in use, for masking output; the same array while nothing changes */
  secretValues(): string[];
}

export interface ConfigOptions extends ReadOptions {
  paths: { configFile: string };
  env: Environment;
  now: () => number;
  detectCapabilities: ModelsOptions['detectCapabilities'];
  hasLogin?: ModelsOptions['hasLogin'];
  /** called once with each problem */
  log?: { warn(message: string): void };
}

/** Reads file and environment; throws ConfigError when the daemon must not start. */
export function createConfig(options: ConfigOptions): LiveConfig {
  const { paths, env, now, hasLogin = () => false } = options;
  const overlay = readEnvironment(env, hasLogin());
  let mark = stampOf(paths.configFile).mark;
  let checkAt = now() + CHECK_MS;
  let missingSince: number | undefined;
  let failure: ConfigWarning[] = [];
  let loaded = firstLoad();
  report([...overlay.warnings, ...loaded.warnings]);

  function read(text: string, document?: Record<string, unknown>): Reading {
    const found = readConfig(text, options, document);
    const effective = effectiveConfig(found.values, overlay);
    const shown = publicConfig(effective, found.raw, { env, hasLogin });
    // cached, because each log line needs them
    const secrets = [...new Set([...secretValues(effective, env), ...documentSecrets(found.raw)])];
    return { ...found, text, effective, shown, secrets };
  }

  function load(expected?: Reading): Reading {
    const text = textOf(paths.configFile);
    return expected?.text === text ? expected : read(text);
  }

  /** Adds the file's name to the message, because the user sees nothing else of a failed start. */
  function firstLoad(): Reading {
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

  function check(force = false, expected?: Reading): Reading {
    const time = now();
    // a clock that was set back must not stop the checks
    if (!force && time < checkAt && time > checkAt - 2 * CHECK_MS) return loaded;
    checkAt = time + CHECK_MS;
    const found = stampOf(paths.configFile);
    if (found.mark !== '') missingSince = undefined;
    if (found.mark === mark) return loaded;
    // some editors delete the file before they write it again
    const age = time - (found.mark === '' ? (missingSince ??= time) : found.writtenAt);
    if (!force && age >= 0 && age < SETTLE_MS) {
      checkAt = time + SETTLE_MS - age;
      return loaded;
    }
    missingSince = undefined;
    const before = mark;
    mark = found.mark;
    try {
      const next = load(expected);
      if (stampOf(paths.configFile).mark !== mark) {
        // the file was written while it was read
        mark = before;
        return loaded;
      }
      loaded = next;
      failure = [];
      report(loaded.warnings);
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      failure = error.problems.map((problem, index) => ({
        ...withDomain(error.domains[index]),
        message: `${problem}; the last good version stays in effect`,
      }));
      report(failure.map(({ message }) => message));
    }
    return loaded;
  }

  function fileWarnings(): ConfigWarning[] {
    const { warnings, domains } = check();
    return [...warnings.map((message, index) => ({ ...withDomain(domains[index]), message })), ...failure];
  }

  const current = (): EffectiveConfig => check().effective;
  return {
    ...createModels({
      config: current,
      env,
      detectCapabilities: options.detectCapabilities,
      hasLogin: options.hasLogin,
    }),
    current,
    refresh: (expected) => void check(true, expected),
    mark: () => mark,
    document: () => loaded.raw,
    read: (text, document) => read(withoutMark(text), document),
    understand(document) {
      const { values, findings } = examine(document, options);
      return { shown: publicConfig(effectiveConfig(values, overlay), document, { env, hasLogin }), findings };
    },
    fileWarnings,
    warnings: () => [...overlay.warnings, ...fileWarnings().map(({ message }) => message)],
    publicConfig() {
      const { shown, effective } = check();
      return withLogins(shown, effective, hasLogin);
    },
    secretVariables: () => secretVariables(current(), loaded.values),
    secretValues: () => check().secrets,
  };
}

function withDomain(domain: string | undefined): { domain?: string } {
  return domain === undefined ? {} : { domain };
}

/** Removes the byte order mark that some editors add. */
function withoutMark(text: string): string {
  return text.replace(/^\uFEFF/, '');
}

function textOf(path: string): string {
  const content = fileText(path);
  if ('text' in content) return content.text;
  if (content.missing) return '';
  throw new ConfigError([content.problem]);
}
