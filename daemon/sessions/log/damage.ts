/** Counts the damaged rows of a log; a damaged row is left out and does not affect the others (engine.md 19). */
import { setImmediate as rest } from 'node:timers/promises';
import type { SessionWarning } from '../../../schemas/generated/types.js';
import type { Db } from './database.js';

/** Rows per batch, so that a long log does not block other work. */
const batch = 1_000;

export function createDamage(db: Db): (key: number) => Promise<SessionWarning[]> {
  const findDamaged = db.prepare<[number, number, number], { damaged: number; last: number | null }>(
    `SELECT sum(NOT json_valid(payload)) AS damaged, max(seq) AS last
     FROM (SELECT seq, payload FROM events WHERE session_key = ? AND seq > ? ORDER BY seq LIMIT ?)`,
  );
  return async (key) => {
    let damaged = 0;
    for (let seq: number | null = 0; seq !== null;) {
      const found = findDamaged.get(key, seq, batch);
      damaged += found?.damaged ?? 0;
      seq = found?.last ?? null;
      await rest();
    }
    if (damaged === 0) return [];
    const what = damaged === 1 ? 'One event of this session is' : `${damaged} events of this session are`;
    return [
      {
        code: 'log-row-damaged',
        message: `${what} damaged and left out.`,
        severity: 'error',
      },
    ];
  };
}
