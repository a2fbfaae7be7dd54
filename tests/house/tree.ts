/** The files of the repository, for tests that read them as text. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A file below the root of the repository; `path` is relative to it. */
export interface SourceFile {
  path: string;
  text: string;
}

/** All files of some folders whose names end so; what code generation writes is left out. */
export function readSources(folders: readonly string[], endings: readonly string[]): SourceFile[] {
  return folders
    .flatMap((folder) => listFiles(folder))
    .filter((path) => endings.some((ending) => path.endsWith(ending)))
    .map((path) => ({ path, text: readFileSync(path, 'utf8') }));
}

function listFiles(folder: string): string[] {
  const entries = readdirSync(folder, { withFileTypes: true });
  return entries.flatMap((entry) => {
    const path = join(folder, entry.name);
    if (!entry.isDirectory()) return [path];
    return path === join('schemas', 'generated') ? [] : listFiles(path);
  });
}
