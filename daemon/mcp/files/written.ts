/** The entries in configuration files, for requests without a session (rest.md 17.2). */
import type { Unusable } from './entries.js';
import type { Layers, WorkDirectory } from './layers.js';
import type { McpEntry } from '../server.js';

/** Of one name only the entry that counts. */
export interface WrittenEntry {
  name: string;
  /** absolute path of the file */
  origin: string;
  entry: McpEntry | Unusable;
  /** as the file has it */
  written: unknown;
  /** false: it is new or changed since the user trusted its project, and must not be started or reached */
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

/** Those of the user, and of the project that a directory belongs to, when it is trusted. */
export async function readWritten(deps: WrittenDeps, cwd?: string): Promise<WrittenEntry[]> {
  const { layers, trust, placeOf, home } = deps;
  const isKnown = cwd !== undefined && (await trust.isTrusted(cwd));
  const place = isKnown ? await placeOf(cwd) : { root: home, cwd: home };
  const byName = new Map<string, WrittenEntry>();
  for (const { layer, file, entries, written } of layers.read(place)) {
    if (layer !== 'user' && !isKnown) continue;
    for (const [name, entry] of entries) {
      const trusted = layer === 'user' || trust.covers(place.root, { file, name, entry });
      // an entry that may not be started does not replace one that may
      if (trusted || byName.get(name)?.trusted !== true)
        byName.set(name, { name, origin: file, entry, written: written.get(name), trusted });
    }
  }
  return [...byName.values()].sort((one, other) => (one.name < other.name ? -1 : 1));
}
