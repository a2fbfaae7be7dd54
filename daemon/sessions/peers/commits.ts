/** Notices when a process has written into a database: by a watch on its files where that works, else by the clock. */
import { watch, type FSWatcher } from 'node:fs';
import { basename, dirname } from 'node:path';

/** Milliseconds between two looks where signs come, in case one is lost. */
const watchedMs = 5_000;
/** The same where none has come yet or one was missed. */
const unwatchedMs = 1_000;

export interface CommitSigns {
  /** a file was written; called once for each sign, however many there are */
  changed(): void;
  /** called by the clock; true when it found commits that no signal had reported */
  look(): boolean;
}

/**
 * A watch that was set up may still keep silent, as on some network file systems. So it is trusted when it has shown
 * a sign, and no more after a look has found something without one.
 */
export function watchFiles(database: string, signs: CommitSigns): { close(): void } {
  const names = new Set([basename(database), `${basename(database)}-wal`]);
  let trusted = false;
  let signed = false;
  let closed = false;
  let watcher: FSWatcher | undefined;
  try {
    watcher = watch(dirname(database), { persistent: false }, (_event, name) => {
      if (name === null || !names.has(name)) return;
      trusted = true;
      signed = true;
      signs.changed();
    });
    watcher.on('error', forsake);
  } catch {
    // no watches left, or none here: the clock remains
  }

  function forsake(): void {
    watcher?.close();
    watcher = undefined;
    trusted = false;
  }

  let timer = wait();
  function wait(): NodeJS.Timeout {
    return setTimeout(
      () => {
        const announced = signed;
        signed = false;
        if (signs.look() && !announced) trusted = false;
        if (!closed) timer = wait();
      },
      trusted ? watchedMs : unwatchedMs,
    ).unref();
  }

  return {
    close() {
      closed = true;
      clearTimeout(timer);
      watcher?.close();
    },
  };
}
