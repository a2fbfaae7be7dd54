/** Changes of the configuration, whoever makes them: a client's patch is written, and clients are told of each change once. */
import type { ConfigFile } from '../../schemas/generated/files.js';
import type { Config, ErrorDetail } from '../../schemas/generated/types.js';
import { ApiError, invalidAll } from '../errors.js';
import type { ConfigWarning, LiveConfig } from './config.js';
import { domains } from './fields.js';
import { applyPatch, type PatchResult } from './patch.js';
import { ConfigError, examine, type Finding, type ReadOptions, tableOf } from './read.js';
import { equal, isTable, type Path } from './toml.js';
import type { ConfigWriter } from './write.js';

type Table = Record<string, unknown>;

/**
 * Tells the clients of all servers of the home. `mark` names the state of the file: what another server has told of
 * the same state is not told again. A function makes the change first; nothing is told when it throws.
 */
export interface Tell {
  changed(fields: string[], config: Config, mark: string | (() => string)): void;
  warnings(warnings: ConfigWarning[], mark: string): void;
  /** whether a server has told of this state of the file */
  isTold(mark: string): boolean;
}

export interface ConfigChanges {
  /** looks at the file now, and tells what is new in it */
  look(): void;
  /** another server has told of a change: looks at the file now; what was told is not told again */
  heard(): void;
  /**
   * Lays a patch over the file (rest.md 6) and gives the whole new configuration. Throws ApiError VALIDATION_FAILED,
   * with every problem, and PERSISTENCE_FAILURE; then nothing was changed.
   */
  update(patch: Table): Promise<Config>;
}

export interface ChangesOptions extends ReadOptions {
  config: LiveConfig;
  writer: ConfigWriter;
  tell: Tell;
}

/** What clients know of. */
interface Known {
  document: Table;
  shown: Config;
  warnings: ConfigWarning[];
}

export function createChanges({ config, writer, tell, checkRule }: ChangesOptions): ConfigChanges {
  let known = present();

  function present(): Known {
    const shown = config.publicConfig();
    return { document: config.document(), shown, warnings: config.fileWarnings() };
  }

  function look(): void {
    config.refresh();
    const before = known;
    known = present();
    const fields = differing(before, known);
    if (fields.length > 0) tell.changed(fields, known.shown, config.mark());
    if (!equal(before.warnings, known.warnings)) tell.warnings(known.warnings, config.mark());
  }

  function heard(): void {
    config.refresh();
    if (tell.isTold(config.mark())) known = { ...present(), warnings: known.warnings };
  }

  /** What clients see of a text; of one that cannot be used they see the last good version. */
  function shownOf(text: string): Config {
    try {
      return config.read(text).shown;
    } catch (error) {
      if (error instanceof ConfigError) return config.publicConfig();
      throw error;
    }
  }

  return {
    look,
    heard,
    async update(patch) {
      let applied: string[] = [];
      let untold: string[] = [];
      await writer.change(
        (document, text, mark) => {
          const shown = shownOf(text);
          const result = applyPatch(patch, { document, shown });
          const { problems, usable } = check(document, result, { checkRule, shown });
          refuse([...result.problems, ...problems], Object.keys(patch));
          // the mistake is not of this patch, and a change would have no effect beside it
          if (!usable) readable(() => config.read(text));
          ({ applied } = result);
          untold = tell.isTold(mark) ? [] : differing(known, { document, shown });
          return result.wanted;
        },
        ({ after, text }, rename) => {
          const { shown } = readable(() => config.read(text));
          const fields = [...applied, ...untold.filter((field) => !applied.includes(field))];
          tell.changed(fields, shown, () => {
            rename();
            config.refresh();
            known = { ...known, document: after, shown };
            return config.mark();
          });
        },
      );
      // what somebody else wrote meanwhile, and warnings that came or went
      look();
      return known.shown;
    },
  };
}

/** Problems in the order of the patch. */
function refuse(problems: ErrorDetail[], keys: string[]): void {
  if (problems.length === 0) return;
  const once = problems.filter(
    ({ path, message }, index) =>
      problems.findIndex((other) => other.path === path && other.message === message) === index,
  );
  const place = ({ path }: ErrorDetail): number => keys.findIndex((key) => path === key || path.startsWith(`${key}.`));
  throw invalidAll(once.sort((a, b) => place(a) - place(b)));
}

/** Mistakes that the patch brings in, or that would keep what it sets from having an effect. */
function check(
  before: Table,
  { wanted, asked }: PatchResult,
  { shown, ...options }: ReadOptions & { shown: Config },
): { problems: ErrorDetail[]; usable: boolean } {
  const old = examine(before, options).findings;
  const { values, findings } = examine(wanted, options);
  // items of lists may have moved
  const isOld = ({ path, message }: Finding): boolean =>
    old.some(
      (other) =>
        other.message === message &&
        equal(tableOf(other.path), tableOf(path)) &&
        equal(at(before, other.path), at(wanted, path)),
    );
  const isInTheWay = ({ path, loses }: Finding): boolean => {
    const table = tableOf(path);
    return loses !== 'item' && !equal(at(before, table), at(wanted, table));
  };
  const problems = findings.filter((finding) => !isOld(finding) || isInTheWay(finding));
  const details = problems.map(({ path, message }) => ({ path: asked(path), message }));
  const alias = equal(before['default_model'], wanted['default_model']) ? undefined : values.default_model;
  if (alias !== undefined && !isModel(alias, values, shown)) {
    details.push({ path: 'default_model', message: 'is not a configured model' });
  }
  return { problems: details, usable: findings.every(({ loses }) => loses !== 'file') };
}

function isModel(alias: string, values: ConfigFile, shown: Config): boolean {
  if (Object.hasOwn(values.models ?? {}, alias) || shown.models?.[alias]?.provider === 'env') return true;
  return alias === 'offline/echo' && (shown.offline?.enabled !== false || values.offline?.enabled === true);
}

/** A mistake that was there before makes the whole file unusable: a change of something else would have no effect. */
function readable<Result>(read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const message = `config.toml cannot be used: ${error.problems[0] ?? ''}; mend it first`;
    throw new ApiError('PERSISTENCE_FAILURE', { message, cause: error });
  }
}

function at(document: Table, path: Path): unknown {
  let found: unknown = document;
  for (const key of path) {
    if (Array.isArray(found)) found = found[Number(key)];
    else found = isTable(found) && Object.hasOwn(found, key) ? found[key] : undefined;
  }
  return found;
}

/** Top-level keys in which two states differ, sorted; a secret is a difference too. */
function differing(a: Pick<Known, 'document' | 'shown'>, b: Pick<Known, 'document' | 'shown'>): string[] {
  const shownKeys = [...Object.keys(a.shown), ...Object.keys(b.shown)].filter((key) => key !== 'raw') as Array<
    keyof Config
  >;
  const shown = shownKeys.filter((key) => !equal(a.shown[key], b.shown[key]));
  const written = Object.keys(domains).filter((key) => !equal(a.document[key], b.document[key]));
  return [...new Set([...shown, ...written])].sort();
}
