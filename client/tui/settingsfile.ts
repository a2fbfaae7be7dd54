/** Changes `tui.toml` for the terminal UI; the rest of the file keeps its text (tui.md 6). */
import { mkdir, realpath, rename, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { systemCode } from '../home.js';
import { fileText } from '../../schemas/toml/filetext.js';
import { fileName, isTable, readSettings, type TuiSettings } from './settings.js';

export interface SettingsFile {
  readonly path: string;
  /** Reads the file again into the settings object that all parts of the UI share. */
  reload(): Promise<void>;
  /** Writes a value, or removes the field for undefined; returns why it could not be written. */
  set(path: readonly string[], value: unknown): Promise<string | undefined>;
}

export interface SettingsFileDeps {
  home: string;
  /** changed in place */
  settings: TuiSettings;
  /** called when the settings have changed */
  changed(): void;
}

export function createSettingsFile({ home, settings, changed }: SettingsFileDeps): SettingsFile {
  const path = join(home, fileName);
  let last: Promise<unknown> = Promise.resolve();

  async function reload(): Promise<void> {
    Object.assign(settings, await readSettings(home));
    changed();
  }

  async function write(place: readonly string[], value: unknown): Promise<string | undefined> {
    const { editToml } = await import('../../schemas/toml/edit.js');
    const { parseToml, TomlSyntaxError } = await import('../../schemas/toml/document.js');
    try {
      const file = fileText(path);
      if ('problem' in file && !file.missing) return `${fileName}: ${file.problem}`;
      const { before, text } = 'problem' in file ? { before: '', text: '' } : file;
      await replaceFile(path, editToml(before + text, withValue(parseToml(text), place, value)));
    } catch (error) {
      if (error instanceof TomlSyntaxError) return `${fileName} is broken (line ${error.position.line}): fix it first`;
      const code = systemCode(error);
      if (code === undefined) throw error;
      return `${fileName} cannot be written (${code})`;
    }
    await reload();
    return undefined;
  }

  return {
    path,
    reload,
    // two changes at once would lose one of them
    async set(place, value) {
      const mine = last.then(() => write(place, value));
      last = mine.catch(() => undefined);
      return await mine;
    },
  };
}

function withValue(table: Record<string, unknown>, path: readonly string[], value: unknown): Record<string, unknown> {
  const [key = '', ...rest] = path;
  const { [key]: inner, ...others } = table;
  if (rest.length > 0) return { ...table, [key]: withValue(isTable(inner) ? inner : {}, rest, value) };
  return value === undefined ? others : { ...table, [key]: value };
}

/** Replaces the file atomically; keeps a symbolic link and the file's mode. */
async function replaceFile(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const target = await realpath(path).catch(() => path);
  const mode = await stat(target).then(
    (found) => found.mode & 0o777,
    () => 0o600,
  );
  const part = `${target}.${process.pid}.part`;
  await writeFile(part, text, { mode });
  await rename(part, target);
}
