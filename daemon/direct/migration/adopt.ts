/** Imports settings of another installation: validates entries, adds missing ones, keeps existing ones (cli.md 5.6). */
import { cp, mkdir, readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { configShapes } from '../../../schemas/generated/settings.js';
import type { McpServerConfig } from '../../../schemas/generated/types.js';
import type { MigrationConflict } from '../../../schemas/migration.js';
import { parseToml, TomlSyntaxError } from '../../../schemas/toml/document.js';
import { editToml } from '../../../schemas/toml/edit.js';
import { writeFileAtomic } from '../../base/fs/atomic.js';
import { errorCode } from '../../base/fs/errno.js';
import { examine } from '../../config/read.js';
import { SECRET_FIELD, SECRET_TABLE } from '../../config/secrets.js';
import { createSharedFile } from '../../config/sharedfile.js';
import { createConfigWriter } from '../../config/write.js';
import { ApiError } from '../../errors.js';
import type { HomePaths } from '../../home/paths.js';
import { readDocument } from '../../mcp/files/entries.js';
import { createUserFile } from '../../mcp/files/userfile.js';
import { isRow, type Row } from './conversation.js';
import type { FoundSettings } from './settings.js';

export interface Adopted {
  /** number of entries by kind */
  taken: Record<string, number>;
  conflicts: MigrationConflict[];
  /** entries that cannot be imported, each with the reason */
  refused: string[];
}

export async function adoptSettings(paths: HomePaths, found: FoundSettings): Promise<Adopted> {
  const adopted: Adopted = { taken: {}, conflicts: [], refused: [...found.problems] };
  await adoptTable(paths, found, 'config', adopted);
  await adoptTable(paths, found, 'tui', adopted);
  await adoptServers(paths, found, adopted);
  await copyMissing(found.skills, join(paths.home, 'skills'), 'skills', adopted);
  await copyMissing(found.histories, paths.userHistory, 'input histories', adopted);
  return adopted;
}

function count({ taken }: Adopted, kind: string, more = 1): void {
  if (more > 0) taken[kind] = (taken[kind] ?? 0) + more;
}

const kinds = { config: 'configuration entries', tui: 'terminal UI settings' } as const;

async function adoptTable(paths: HomePaths, found: FoundSettings, which: 'config' | 'tui', adopted: Adopted) {
  const given = which === 'config' ? usable(found.config, adopted) : found.tui;
  if (Object.keys(given).length === 0) return;
  const path = which === 'config' ? paths.configFile : paths.tuiFile;
  let entries = 0;
  let conflicts: MigrationConflict[] = [];
  const merge = (document: Row): Row => {
    ({ entries, conflicts } = { entries: 0, conflicts: [] });
    return merged(document, given, [], (at, ours, theirs) => {
      if (ours === undefined) entries += 1;
      else
        conflicts.push({
          entry: `${basename(path)} ${at.join('.')}`,
          ours: shown(at, ours),
          theirs: shown(at, theirs),
        });
    });
  };
  try {
    parseToml((await readFile(path, 'utf8').catch(() => '')).replace(/^\ufeff/, ''));
    await createConfigWriter({ path, lockFile: paths.configLock, now: Date.now }).change(merge);
  } catch (error) {
    if (!(error instanceof TomlSyntaxError)) throw error;
    const beside = path.replace(/\.toml$/, '.migrated.toml');
    await writeFileAtomic(beside, editToml('', merge({})));
    adopted.refused.push(`${basename(path)} is broken, so the entries are in ${basename(beside)}`);
  }
  count(adopted, kinds[which], entries);
  adopted.conflicts.push(...conflicts);
}

/** Selects the importable entries: logins cannot be copied, and keys only as part of a provider. */
function usable(given: Row, adopted: Adopted): Row {
  const wanted: Row = {};
  for (const [key, value] of Object.entries(given)) {
    if (!Object.hasOwn(configShapes, key) || key === 'env')
      adopted.refused.push(`${key}: this program has no such setting`);
    else if (key === 'providers' || key === 'models') {
      const entries = Object.entries(isRow(value) ? value : {}).flatMap(([id, entry]) => {
        const kept = key === 'providers' && isRow(entry) ? withoutLogin(entry) : entry;
        const reason =
          kept === undefined ? 'its login cannot be copied; log in again' : problemIn(key, id, kept, given);
        if (reason !== undefined) adopted.refused.push(`${key}.${id}: ${reason}`);
        return reason === undefined ? [[id, kept] as const] : [];
      });
      if (entries.length > 0) wanted[key] = Object.fromEntries(entries);
    } else {
      const kept = withoutSecrets(value);
      const [problem] = examine({ [key]: kept }).findings;
      if (problem) adopted.refused.push(`${problem.path.join('.')}: ${problem.message}`);
      else if (kept !== undefined) wanted[key] = kept;
    }
  }
  const alias = wanted['default_model'];
  if (typeof alias === 'string' && !(isRow(wanted['models']) && Object.hasOwn(wanted['models'], alias)))
    delete wanted['default_model'];
  return wanted;
}

/** Drops the login of an entry; undefined when it has no other credential. */
function withoutLogin({ oauth, ...entry }: Row): Row | undefined {
  return oauth !== undefined && !entry['api_key'] ? undefined : entry;
}

function problemIn(table: 'providers' | 'models', id: string, entry: unknown, given: Row): string | undefined {
  const providers = isRow(given['providers']) ? given['providers'] : {};
  if (table === 'models' && isRow(entry) && !Object.hasOwn(providers, String(entry['provider'])))
    return 'its provider is not there';
  const { findings } = examine({ [table]: { [id]: entry } });
  const [problem] = findings.filter(({ path }) => path[0] === table);
  return problem && `${problem.path.slice(2).join('.')} ${problem.message}`.trim();
}

function withoutSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutSecrets);
  if (!isRow(value)) return value ?? undefined;
  const kept = Object.entries(value).filter(
    ([name, inner]) =>
      inner !== null && !SECRET_TABLE.test(name) && !(SECRET_FIELD.test(name) && typeof inner === 'string'),
  );
  return Object.fromEntries(kept.map(([name, inner]) => [name, withoutSecrets(inner)]));
}

/** Merges entries: providers and models as a whole, settings one by one. */
function merged(
  ours: Row,
  theirs: Row,
  at: readonly string[],
  note: (at: readonly string[], ours: unknown, theirs: unknown) => void,
): Row {
  const result: Row = { ...ours };
  for (const [key, value] of Object.entries(theirs)) {
    const place = [...at, key];
    const present = Object.hasOwn(ours, key) ? ours[key] : undefined;
    const isEntry = ['providers', 'models'].includes(at[0] ?? '');
    if (!isEntry && isRow(value) && (present === undefined || isRow(present))) {
      const inner = merged(isRow(present) ? present : {}, value, place, note);
      if (Object.keys(inner).length > 0) result[key] = inner;
    } else if (present === undefined) {
      result[key] = value;
      note(place, undefined, value);
    } else if (!isDeepStrictEqual(present, value)) note(place, present, value);
  }
  return result;
}

/** A value for the report, with secrets masked. */
function shown(at: readonly string[], value: unknown): string {
  return SECRET_FIELD.test(at.at(-1) ?? '')
    ? '***'
    : JSON.stringify(isRow(value) ? (withoutSecrets(value) ?? {}) : value);
}

async function adoptServers(paths: HomePaths, { servers }: FoundSettings, adopted: Adopted): Promise<void> {
  const shared = createSharedFile({ path: paths.mcpFile, lockFile: paths.mcpLock, now: Date.now });
  let present: ReadonlyMap<string, unknown> = new Map();
  const file = createUserFile({
    change: (edit) =>
      shared.change((text) => {
        const document = text.trim() === '' ? undefined : readDocument(text);
        present = document && 'written' in document ? document.written : new Map<string, unknown>();
        return edit(text);
      }),
  });
  for (const [name, entry] of servers) {
    try {
      await file.add(name, entry as unknown as McpServerConfig);
      count(adopted, 'MCP servers');
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (!present.has(name)) adopted.refused.push(`MCP server ${name}: ${error.message}`);
      else if (differs(present.get(name), entry)) {
        const [ours, theirs] = [present.get(name), entry].map((each) => shown([], each)) as [string, string];
        adopted.conflicts.push({ entry: `mcp.json ${name}`, ours, theirs });
      }
    }
  }
}

/** Compares server entries; a missing `transport` equals the one that the fields imply. */
function differs(ours: unknown, { transport: _transport, ...theirs }: Row): boolean {
  if (!isRow(ours)) return true;
  const { transport: _own, ...rest } = ours;
  return Object.keys(rest).some((key) => !isDeepStrictEqual(rest[key], theirs[key]));
}

/** Copies files or directories that do not exist yet. */
async function copyMissing(sources: readonly string[], directory: string, kind: string, adopted: Adopted) {
  if (sources.length > 0) await mkdir(directory, { recursive: true, mode: 0o700 });
  for (const source of sources) {
    const target = join(directory, basename(source));
    const isThere = await stat(target).then(
      () => true,
      (error: unknown) => {
        if (errorCode(error) !== 'ENOENT') throw error;
        return false;
      },
    );
    if (isThere) continue;
    await cp(source, target, { recursive: true, errorOnExist: true, force: false, filter: isPlain });
    count(adopted, kind);
  }
}

/** Whether a path is a file or directory, or a link to one. Pipes, devices and broken links are not copied. */
async function isPlain(path: string): Promise<boolean> {
  const facts = await stat(path).catch(() => undefined);
  return facts !== undefined && (facts.isFile() || facts.isDirectory());
}
