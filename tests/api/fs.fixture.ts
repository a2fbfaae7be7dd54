/** A daemon with one session and helpers that create files in its working directory. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FileEntry } from '../../schemas/generated/types.js';
import { startTestDaemon } from '../helpers/daemon.js';

export type FileTrial = Awaited<ReturnType<typeof openFiles>>;

export async function openFiles() {
  const daemon = await startTestDaemon();
  const session = daemon.session((await daemon.createSession()).id);
  let count = 0;
  /** returns an absolute path in the working directory */
  const at = (...names: string[]): string => join(daemon.cwd, ...names);

  return {
    daemon,
    session,
    at,
    /** Creates a separate directory with these files; a name that ends with a slash is a directory. */
    folder(files: Record<string, string | Buffer> = {}): string {
      const name = `folder-${(count += 1)}`;
      mkdirSync(at(name));
      for (const [path, content] of Object.entries(files)) {
        mkdirSync(path.endsWith('/') ? at(name, path) : at(name, path, '..'), { recursive: true });
        if (!path.endsWith('/')) writeFileSync(at(name, path), content);
      }
      return name;
    },
    pipe: (path: string): void => void execFileSync('mkfifo', [at(path)]),
    list: (path: string, body: Record<string, unknown> = {}) =>
      daemon.ok('listFiles', { ...session, body: { path, ...body } }),
    read: (path: string, body: Record<string, unknown> = {}) =>
      daemon.ok('readFile', { ...session, body: { path, ...body } }),
    stat: (path: string) => daemon.ok('statFile', { ...session, body: { path } }),
  };
}

export const names = (items: FileEntry[]): string[] => items.map(({ name }) => name);
