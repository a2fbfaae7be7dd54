/** Reads `config.toml` by the rules of cli.md 6.1: the cost of an invalid value depends on its table. */
import type { ConfigFile } from '../../schemas/generated/files.js';
import { configShapes } from '../../schemas/generated/settings.js';
import { fileValidators } from '../../schemas/generated/validators.js';
import { errorDetails, type ValidatorError } from '../../schemas/validation.js';
import { findProblems, hookProblems, type GuardedPlaces, type Problem } from './checks.js';
import {
  createLocator,
  isTable,
  parseToml,
  type Path,
  pathText,
  TomlSyntaxError,
} from '../../schemas/toml/document.js';

/** The file is unusable; the message has a line `line:col field: problem` for each reason. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  constructor(
    readonly problems: readonly string[],
    /** top-level keys of the problems, in the same order; undefined for a TOML syntax error */
    readonly domains: ReadonlyArray<string | undefined> = [],
  ) {
    super(problems.join('\n'));
  }
}

export interface ReadConfig {
  /** the whole document, secrets included */
  raw: Record<string, unknown>;
  /** the usable part: without invalid tables */
  values: ConfigFile;
  /** `line:col field: problem; …` */
  warnings: string[];
  /** top-level keys of the warnings, in the same order */
  domains: string[];
}

export interface ReadOptions {
  /** returns the problem of a permission pattern (engine.md 6.3) */
  checkRule?: (pattern: string) => string | undefined;
  places?: GuardedPlaces;
}

/** A mistake in the values of a document. */
export interface Finding extends Problem {
  /** what is unusable because of it: the file, its table, or one hook or rule */
  loses: 'file' | 'table' | 'item';
  /** describes the same for the user */
  cost: string;
}

/** Whether a mistake in a table makes the file unusable, because ignoring the table would allow or cost more. */
function isStrict(key: string): boolean {
  const shape = Object.hasOwn(configShapes, key) ? configShapes[key as keyof ConfigFile] : undefined;
  return shape !== undefined && 'strict' in shape && shape.strict === true;
}

/**
 * Parses a `config.toml`; throws ConfigError for TOML syntax errors and for mistakes in a strict table. `raw`: the
 * document, if it is already parsed.
 */
export function readConfig(text: string, options: ReadOptions = {}, raw = parseText(text)): ReadConfig {
  const { values, findings: found } = examine(raw, options);
  const findings = inOrder(found, text);
  const fatal = findings.filter(({ loses }) => loses === 'file');
  if (fatal.length > 0) {
    throw new ConfigError(
      fatal.map(({ place, message }) => `${place}: ${message}`),
      fatal.map(({ path }) => path[0]),
    );
  }
  const losses = byLoss(findings);
  return {
    raw,
    values,
    warnings: losses.map((each) =>
      [...each.map(({ place, message }) => `${place}: ${message}`), each[0].cost].join('; '),
    ),
    domains: losses.map(([{ path }]) => path[0] ?? ''),
  };
}

/** Groups mistakes that cost the same table, because they are one loss for the user. */
function byLoss(findings: readonly Placed[]): [Placed, ...Placed[]][] {
  const losses: [Placed, ...Placed[]][] = [];
  for (const finding of findings) {
    const same = losses.find(
      ([{ loses, cost }]) => loses === 'table' && finding.loses === loses && finding.cost === cost,
    );
    if (same) same.push(finding);
    else losses.push([finding]);
  }
  return losses;
}

/** The usable part of a document, and every mistake in it. */
export function examine(
  raw: Record<string, unknown>,
  options: ReadOptions = {},
): { values: ConfigFile; findings: Finding[] } {
  const values: Record<string, unknown> = structuredClone(raw);
  const findings: Finding[] = [];
  // dropping a table may reveal a mistake in the rest, but never adds a table, so this ends
  for (;;) {
    const problems = problemsOf(values, options);
    if (problems.length === 0) break;
    for (const problem of problems) {
      const table = tableOf(problem.path);
      const loses = isStrict(problem.path[0] ?? '') ? 'file' : 'table';
      findings.push({ ...problem, loses, cost: `${pathText(table)} is ignored` });
      remove(values, table);
    }
  }
  for (const problem of hookProblems(values)) {
    findings.push({ ...problem, loses: 'item', cost: 'the hook never runs' });
  }
  for (const path of dropForeignRules(values)) {
    findings.push({ path, message: 'only `user` is known', loses: 'item', cost: 'the rule is ignored' });
  }
  return { values, findings };
}

/** Parses TOML; throws ConfigError with the position of a syntax error. */
function parseText(text: string): Record<string, unknown> {
  try {
    return parseToml(text);
  } catch (error) {
    if (!(error instanceof TomlSyntaxError)) throw error;
    throw new ConfigError([`${error.position.line}:${error.position.column} ${error.message}`]);
  }
}

interface Placed extends Finding {
  /** line, column and path */
  place: string;
}

/** Sorts findings by their position in the file. */
function inOrder(findings: readonly Finding[], text: string): Placed[] {
  // skip parsing the layout of a file without findings
  if (findings.length === 0) return [];
  const locate = createLocator(text);
  return findings
    .map((finding) => ({ finding, at: locate(finding.path) }))
    .sort(({ at: one }, { at: other }) => one.line - other.line || one.column - other.column)
    .map(({ finding, at }) => ({ ...finding, place: `${at.line}:${at.column} ${pathText(finding.path)}` }));
}

function problemsOf(values: Record<string, unknown>, options: ReadOptions): Problem[] {
  if (isValid(values)) return findProblems(values, options.checkRule ?? (() => undefined), options.places);
  return problemsIn(fileValidators.ConfigFile.errors);
}

/** Converts findings of a file's validator to problems, one for each place. */
export function problemsIn(errors: readonly ValidatorError[] | null | undefined): Problem[] {
  return dedupe((errors ?? []).map(toProblem));
}

function isValid(values: unknown): values is ConfigFile {
  // validates a copy, because validators fill in defaults, which the environment overrides
  return fileValidators.ConfigFile(structuredClone(values));
}

/** Keeps the first message for each place. */
function dedupe(problems: Problem[]): Problem[] {
  const seen = new Set<string>();
  return problems.filter(({ path }) => {
    const key = JSON.stringify(path);
    return seen.size < seen.add(key).size;
  });
}

function toProblem(error: ValidatorError): Problem {
  const path = error.instancePath
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
  const { missingProperty, additionalProperty } = error.params;
  const last = missingProperty ?? additionalProperty;
  return {
    path: typeof last === 'string' ? [...path, last] : path,
    message: errorDetails([error])[0]?.message ?? 'is not valid',
  };
}

/** Optional tables inside a provider or model. */
const INNER = new Set(['env', 'oauth', 'custom_headers', 'source', 'overrides']);

/** The table that a mistake costs: the innermost one around it that is optional. */
export function tableOf(path: Path): Path {
  const [top = '', , inner = ''] = path;
  if (top === 'providers' || top === 'models' || top === 'services') return path.slice(0, INNER.has(inner) ? 3 : 2);
  return path.slice(0, 1);
}

function remove(values: Record<string, unknown>, path: Path): void {
  let table: unknown = values;
  for (const key of path.slice(0, -1)) table = isTable(table) ? table[key] : undefined;
  if (isTable(table)) delete table[path.at(-1) ?? ''];
}

function dropForeignRules(values: ConfigFile): Path[] {
  const rules = values.permission?.rules;
  if (!rules) return [];
  const dropped = rules.flatMap(({ scope }, index) =>
    scope === undefined || scope === 'user' ? [] : [['permission', 'rules', String(index), 'scope']],
  );
  values.permission = {
    ...values.permission,
    rules: rules.filter(({ scope }) => scope === undefined || scope === 'user'),
  };
  return dropped;
}
