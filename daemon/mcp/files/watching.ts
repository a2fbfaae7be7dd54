/** Watches the files that configure servers of loaded sessions, each file once for all sessions (engine.md 16.3). */
import type { Layers, WorkDirectory } from './layers.js';

export interface LayerWatches {
  /** Calls `changed` when a file of the place has settled after any change; returns a function that ends the watch. */
  watch(place: WorkDirectory, changed: () => void): () => void;
  close(): void;
}

export interface LayerWatchesDeps {
  layers: Pick<Layers, 'paths'>;
  /** calls `onChange` when a file has settled after a change; the file need not exist */
  watchFile(file: string, onChange: () => void): { close(): void };
}

export function createLayerWatches({ layers, watchFile }: LayerWatchesDeps): LayerWatches {
  const watched = new Map<string, { close(): void; changed: Set<() => void> }>();

  function enter(file: string, changed: () => void): void {
    const known = watched.get(file);
    if (known) {
      known.changed.add(changed);
      return;
    }
    const all = new Set([changed]);
    const watch = watchFile(file, () => {
      for (const each of [...all]) each();
    });
    watched.set(file, { close: () => watch.close(), changed: all });
  }

  function leave(file: string, changed: () => void): void {
    const known = watched.get(file);
    known?.changed.delete(changed);
    if (!known || known.changed.size > 0) return;
    known.close();
    watched.delete(file);
  }

  return {
    watch(place, changed) {
      const files = layers.paths(place).map(({ file }) => file);
      // wrapped, so that the same callback can be registered twice
      const own = () => changed();
      for (const file of files) enter(file, own);
      return () => {
        for (const file of files) leave(file, own);
      };
    },
    close() {
      for (const { close } of watched.values()) close();
      watched.clear();
    },
  };
}
