/** The configured entries for requests without a session (rest.md 17.2). */
import type { Unusable } from './entries.js';
import type { Layers, WorkDirectory } from './layers.js';
import type { McpEntry } from '../server.js';

/** The entry that is in effect for a name. */
export interface WrittenEntry {
  name: string;
  /** absolute path of the file */
  origin: string;
  entry: McpEntry | Unusable;
  /** the value in the file */
  written: unknown;
  /** false: the entry is new or changed since the user trusted its project, so it must not be started or contacted */
  trusted: boolean;
}

export interface WrittenDeps {
  layers: Pick<Layers, 'read'>;
  trust: {
    isTrusted(directory: string): Promise<boolean>;
    covers(root: string, server: { file: string; name: string; entry: McpEntry | Unusable }): boolean;
  };
  placeOf(cwd: string): Promise<WorkDirectory>;
  /** the data directory */
  home: string;
}

/** The entries of the user and, if trusted, of the project that contains the directory. */
export async function readWritten(deps: WrittenDeps, cwd?: string): Promise<WrittenEntry[]> {
  const { layers, trust, placeOf, home } = deps;
  const isKnown = cwd !== undefined && (await trust.isTrusted(cwd));
  const place = isKnown ? await placeOf(cwd) : { root: home, cwd: home };
  const byName = new Map<string, WrittenEntry>();
  for (const { layer, file, entries, written } of layers.read(place)) {
    if (layer !== 'user' && !isKnown) continue;
    for (const [name, entry] of entries) {
      const trusted = layer === 'user' || trust.covers(place.root, { file, name, entry });
      // an untrusted entry does not override a trusted one
      if (trusted || byName.get(name)?.trusted !== true)
        byName.set(name, { name, origin: file, entry, written: written.get(name), trusted });
    }
  }
  return [...byName.values()].sort((one, other) => (one.name < other.name ? -1 : 1));
}
