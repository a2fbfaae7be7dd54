/** Detects which shells of this machine are bash, by the real file behind a name (engine.md 7). */
import { realpathSync, statSync, type Stats } from 'node:fs';
import path from 'node:path';
import { baseName, dialectNamed, type Dialect, type Shells } from '../commandline/dialects.js';

interface Known {
  dev: number;
  ino: number;
  dialect: Dialect;
}

// By path. An entry is updated when the path leads to another file.
const known = new Map<string, Known>();
const found = new Map<string, string>();

/** Returns the shells for the lines of a session. `shell` reads the lines; `search` is the PATH. */
export function shellsOf(shell: string, search: string | undefined): Shells {
  return {
    get line() {
      return dialectOf(shell, search);
    },
    of(word) {
      // Only `sh` needs a look at its file, because several shells use this name.
      return dialectNamed(baseName(word)) === 'posix' ? dialectOf(word, search) : dialectNamed(baseName(word));
    },
  };
}

function dialectOf(program: string, search: string | undefined): Dialect {
  const file = path.isAbsolute(program) ? program : program.includes('/') ? undefined : findIn(search ?? '', program);
  return (file === undefined ? undefined : dialectOfFile(file)) ?? notBash(program);
}

/** Returns the dialect of a shell whose file was not found; its name alone does not make it bash. */
function notBash(program: string): Dialect {
  return dialectNamed(baseName(program)) === 'other' ? 'other' : 'posix';
}

function findIn(search: string, name: string): string | undefined {
  const key = `${search}\n${name}`;
  const before = found.get(key);
  if (before !== undefined && statOf(before)) return before;
  const file = search
    .split(path.delimiter)
    .map((directory) => path.join(directory, name))
    .find((candidate) => path.isAbsolute(candidate) && statOf(candidate)?.isFile());
  if (file !== undefined) found.set(key, file);
  return file;
}

function dialectOfFile(file: string): Dialect | undefined {
  const stat = statOf(file);
  if (!stat) return undefined;
  const before = known.get(file);
  if (before && before.dev === stat.dev && before.ino === stat.ino) return before.dialect;
  const dialect = dialectNamed(baseName(realpathSync(file).replaceAll('\\', '/')));
  known.set(file, { dev: stat.dev, ino: stat.ino, dialect });
  return dialect;
}

function statOf(file: string): Stats | undefined {
  return statSync(file, { throwIfNoEntry: false });
}
