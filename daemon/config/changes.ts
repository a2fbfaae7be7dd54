/** Changes of the configuration from any source: writes a client's patch, and notifies clients of each change once. */
import type { ConfigFile } from '../../schemas/generated/files.js';
import type { Config, ErrorDetail } from '../../schemas/generated/types.js';
import { ApiError, invalidAll } from '../errors.js';
import type { ConfigWarning, LiveConfig } from './config.js';
import { configShapes } from '../../schemas/generated/settings.js';
import { applyPatch, type Present } from './patch.js';
import { ConfigError, examine, type Finding, type ReadOptions, tableOf } from './read.js';
import { equal, isTable, type Path } from '../../schemas/toml/document.js';
import type { Move } from './toml-rename.js';
import type { ConfigWriter } from './write.js';

type Table = Record<string, unknown>;

/**
 * Notifies the clients of all servers of the home. `mark` identifies the state of the file; a state is published only
 * once. A function as `mark` makes the change first; if it throws, nothing is published.
 */
export interface Notices {
  changed(fields: string[], config: Config, mark: string | (() => string)): void;
  warnings(warnings: ConfigWarning[], mark: string): void;
  /** whether a server has published this state of the file */
  wasPublished(mark: string): boolean;
}

export interface ConfigChanges {
  /** reads the file now, and publishes its changes */
  publishChanges(): void;
  /** another server has published a change: reads the file now, without publishing that change again */
  adoptChanges(): void;
  /**
   * Writes the result of `decide` into the file and publishes it; calls `decide` again when another writer was faster.
   * Returns the whole new configuration. Throws the errors of `decide`, ApiError VALIDATION_FAILED with every problem
   * of the new content, and PERSISTENCE_FAILURE; then nothing has changed.
   */
  change(decide: (present: Present) => Edit): Promise<Config>;
  /** applies a patch to the file (rest.md 6); throws the same errors as `change` */
  update(patch: Table): Promise<Config>;
}

/** The wanted content of the file. */
export interface Edit {
  wanted: Table;
  /** top-level keys to publish to clients */
  fields: string[];
  /** problems that were found already */
  problems?: ErrorDetail[];
  /** the default model may be missing, because it was dangling before */
  mayDangle?: boolean;
  /** renamed tables, whose content keeps its text */
  moves?: readonly Move[];
  /** the caller's name for a place in the file; default: the file's own */
  asked?(place: Path): string;
}

export interface ChangesOptions extends ReadOptions {
  config: LiveConfig;
  writer: ConfigWriter;
  notices: Notices;
}

/** The state that clients know. */
interface Known {
  document: Table;
  shown: Config;
  warnings: ConfigWarning[];
}

export function createChanges({ config, writer, notices, ...options }: ChangesOptions): ConfigChanges {
  let known = present();

  function present(): Known {
    const shown = config.publicConfig();
    return { document: config.document(), shown, warnings: config.fileWarnings() };
  }

  function publishChanges(): void {
    config.refresh();
    const before = known;
    known = present();
    const fields = differing(before, known);
    if (fields.length > 0) notices.changed(fields, known.shown, config.mark());
    if (!equal(before.warnings, known.warnings)) notices.warnings(known.warnings, config.mark());
  }

  function adoptChanges(): void {
    config.refresh();
    if (notices.wasPublished(config.mark())) known = { ...present(), warnings: known.warnings };
  }

  async function change(decide: (present: Present) => Edit): Promise<Config> {
    let fields: string[] = [];
    let moves: readonly Move[] = [];
    await writer.change(
      (document, text, mark) => {
        const { shown: read, findings } = config.understand(document);
        // while the file is unusable, clients see the last valid version
        const shown = findings.every(isBearable) ? read : config.publicConfig();
        const edit = decide({ document, shown });
        const { problems, usable } = check({ document, findings }, edit, { ...options, shown });
        refuse([...(edit.problems ?? []), ...problems]);
        // the mistake is not part of this change, which would have no effect because of it
        if (!usable) readable(() => config.read(text));
        const unpublished = notices.wasPublished(mark) ? [] : differing(known, { document, shown });
        fields = [...new Set([...edit.fields, ...unpublished])];
        moves = edit.moves ?? [];
        return edit.wanted;
      },
      ({ after, text }, rename) => {
        const next = readable(() => config.read(text, after));
        notices.changed(fields, next.shown, () => {
          rename();
          config.refresh(next);
          return config.mark();
        });
        known = { ...known, document: after, shown: next.shown };
      },
      () => moves,
    );
    // publish what another program wrote meanwhile, and changed warnings
    publishChanges();
    return known.shown;
  }

  return {
    publishChanges,
    adoptChanges,
    change,
    update: (patch) =>
      change((present) => {
        const result = applyPatch(patch, present);
        return { ...result, fields: result.applied };
      }),
  };
}

/** Throws VALIDATION_FAILED with one message for each place. */
function refuse(problems: ErrorDetail[]): void {
  if (problems.length === 0) return;
  const once = problems.filter(
    ({ path, message }, index) =>
      problems.findIndex((other) => other.path === path && other.message === message) === index,
  );
  throw invalidAll(once);
}

/** Problems that a change adds, or that would keep it from having an effect. */
function check(
  { document: before, findings: old }: { document: Table; findings: Finding[] },
  { wanted, mayDangle = false, asked = (place) => place.join('.') }: Edit,
  { shown, ...options }: ReadOptions & { shown: Config },
): { problems: ErrorDetail[]; usable: boolean } {
  const { values, findings } = examine(wanted, options);
  // items of lists may have moved
  const isOld = ({ path, message }: Finding): boolean =>
    old.some(
      (other) =>
        other.message === message &&
        equal(tableOf(other.path), tableOf(path)) &&
        equal(at(before, other.path), at(wanted, path)),
    );
  const isObstacle = ({ path, loses }: Finding): boolean => {
    const table = tableOf(path);
    return loses !== 'item' && !equal(at(before, table), at(wanted, table));
  };
  const problems = findings.filter((finding) => !isOld(finding) || isObstacle(finding));
  const details = problems.map(({ path, message }) => ({ path: asked(path), message }));
  const alias = equal(before['default_model'], wanted['default_model']) ? undefined : values.default_model;
  const enabled = values.offline?.enabled;
  const hasStandIn =
    enabled === at(before, ['offline', 'enabled']) ? shown.offline?.enabled !== false : enabled !== false;
  if (
    alias !== undefined &&
    !mayDangle &&
    !isModel(alias, values, shown) &&
    !(hasStandIn && alias === 'offline/echo')
  ) {
    details.push({ path: 'default_model', message: 'is not a configured model' });
  }
  return { problems: details, usable: findings.every(isBearable) };
}

function isBearable({ loses }: Finding): boolean {
  return loses !== 'file';
}

function isModel(alias: string, values: ConfigFile, shown: Config): boolean {
  return Object.hasOwn(values.models ?? {}, alias) || shown.models?.[alias]?.provider === 'env';
}

/** Reports an older mistake that makes the whole file unusable: a change of something else would have no effect. */
function readable<Result>(read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const message = `config.toml cannot be used: ${error.problems[0] ?? ''}; fix it first`;
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

/** The top-level keys in which two states differ, sorted; a changed secret is a difference too. */
function differing(a: Pick<Known, 'document' | 'shown'>, b: Pick<Known, 'document' | 'shown'>): string[] {
  const shownKeys = [...Object.keys(a.shown), ...Object.keys(b.shown)].filter((key) => key !== 'raw') as Array<
    keyof Config
  >;
  const shown = shownKeys.filter((key) => !equal(a.shown[key], b.shown[key]));
  const written = Object.keys(configShapes).filter((key) => !equal(a.document[key], b.document[key]));
  return [...new Set([...shown, ...written])].sort();
}
