/** Values for shell completion, read from files and database; changes and starts nothing (acp-cli.md 4). */
import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { readConfig } from '../config/read.js';
import { homePaths } from '../home/paths.js';

export interface CompletionValue {
  value: string;
  note?: string;
}

export interface CompletionOptions {
  /** absolute path of the data directory */
  home: string;
  cwd: string;
}

/** Throws the errors of reading files and database. */
export async function completionValues(kind: string, options: CompletionOptions): Promise<CompletionValue[]> {
  const { home, cwd } = options;
  const { configFile } = homePaths(home);
  const config = () => readConfig(existsSync(configFile) ? readFileSync(configFile, 'utf8') : '').values;
  const places = [join(cwd, '.agent-code'), join(cwd, '.agents'), home];
  switch (kind) {
    case 'session':
      return sessions(options);
    case 'model':
      return [...Object.keys(config().models ?? {}), 'offline/echo'].map((value) => ({ value }));
    case 'provider':
      return Object.keys(config().providers ?? {}).map((value) => ({ value }));
    case 'agent':
      return places
        .flatMap((place) => namesIn(join(place, 'agents')))
        .flatMap((name) => (name.endsWith('.md') ? [{ value: name.slice(0, -3) }] : []));
    case 'skill':
      return places
        .map((place) => join(place, 'skills'))
        .flatMap((skills) => namesIn(skills).filter((name) => existsSync(join(skills, name, 'SKILL.md'))))
        .map((value) => ({ value }));
    case 'level': {
      const levels = Object.values(config().models ?? {}).flatMap((model) => model.support_efforts ?? []);
      return [...new Set(['off', 'on', ...levels])].map((value) => ({ value }));
    }
    default:
      return [];
  }
}

/** The newest sessions, with those of this directory first. */
function sessions({ home, cwd }: CompletionOptions): CompletionValue[] {
  const db = new Database(homePaths(home).database, { readonly: true, fileMustExist: true, timeout: 0 });
  try {
    return db
      .prepare<[string], CompletionValue>(
        `SELECT id AS value, title AS note FROM sessions WHERE forming = 0 AND archived_at IS NULL
         ORDER BY cwd = ? DESC, updated_at DESC LIMIT 50`,
      )
      .all(realpathSync(cwd));
  } finally {
    db.close();
  }
}

function namesIn(directory: string): string[] {
  try {
    return readdirSync(directory);
  } catch {
    // a missing directory has no entries
    return [];
  }
}
