/** How a server notices that another server has written to the database of a shared home (ws.md 5.3). */
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, test } from '@jest/globals';
import { watchFiles } from '../../daemon/sessions/peers/elsewhere.js';
import { eventually } from '../helpers/turns.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'agent-commits-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('signs of commits', () => {
  const file = () => join(folder, 'agent.db');

  test('come from the write-ahead log, and from the file itself where there is none', async () => {
    const signs: number[] = [];
    const watch = watchFiles(file(), { changed: () => void signs.push(1), check: () => false });
    appendFileSync(join(folder, 'other'), 'x');
    appendFileSync(`${file()}-wal`, 'x');
    await eventually(() => signs.length > 0, 'a sign');
    signs.length = 0;
    await settle();
    appendFileSync(file(), 'x');
    await eventually(() => signs.length > 0, 'a sign');
    watch.close();
  });

  test('that do not come are made up for by the clock, each second', async () => {
    // a folder that does not exist cannot be watched
    let looks = 0;
    const watch = watchFiles(join(folder, 'nowhere', 'agent.db'), {
      changed: () => undefined,
      check: () => {
        looks += 1;
        return false;
      },
    });
    await eventually(() => looks >= 2, 'two looks', 20_000);
    watch.close();
  });

  test('that fail to come although they are watched are not waited for any longer', async () => {
    let looks = 0;
    const watch = watchFiles(file(), {
      changed: () => undefined,
      check: () => {
        looks += 1;
        return true;
      },
    });
    await eventually(() => looks >= 3, 'three looks', 20_000);
    watch.close();
  });
});

const settle = () => new Promise((resolve) => setTimeout(resolve, 200));
