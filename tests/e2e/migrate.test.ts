/** An import that is killed: it leaves no duplicate and no incomplete session (acp-cli.md 2.2). */
import { afterAll, expect, test } from '@jest/globals';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { until } from '../helpers/daemon.js';
import { agent, launch, makePlace, startWeb } from './program.js';

const place = makePlace();
afterAll(() => place.leave());

const sessions = 300;
const replies = 20;

function writeSessions(): string {
  const source = join(place.folder, 'codex');
  const directory = join(source, 'sessions/2026/02/03');
  mkdirSync(directory, { recursive: true });
  for (let count = 0; count < sessions; count += 1) {
    const timestamp = new Date(Date.UTC(2026, 1, 3) + count * 1_000).toISOString();
    const message = (role: string, type: string, text: string) => ({
      ...{ timestamp, type: 'response_item' },
      payload: { type: 'message', role, content: [{ type, text }] },
    });
    const rows = [
      { timestamp, type: 'session_meta', payload: { id: `codex-${count}`, cwd: place.cwd } },
      ...Array.from({ length: replies }, (_, at) => [
        message('user', 'input_text', `question ${at} of ${count}`),
        message('assistant', 'output_text', `answer ${at} of ${count}`),
      ]).flat(),
    ];
    const name = `rollout-2026-02-03T08-00-00-${String(count).padStart(8, '0')}-bbbb-4ccc-8ddd-eeeeeeeeeeee.jsonl`;
    writeFileSync(join(directory, name), rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  }
  return source;
}

/** Counts rows of sessions that match a condition; default: complete sessions. */
function imported(condition = 'forming = 0'): number {
  try {
    const db = new Database(join(place.home, 'agent.db'), { readonly: true, fileMustExist: true });
    const count = db.prepare(`SELECT count(*) FROM sessions WHERE ${condition}`).pluck().get() as number;
    db.close();
    return count;
  } catch {
    // there is no database yet
    return 0;
  }
}

test('the next one brings the rest, and every session is whole', async () => {
  const source = writeSessions();
  const words = ['migrate', '--from', 'codex', source, '--yes'];
  const first = launch(place, words);
  await until('some sessions', () => imported() > 5 || undefined);
  first.signal('SIGKILL');
  await first.ended;
  const before = imported();
  expect(before).toBeLessThan(sessions);
  const second = await agent(place, words);
  expect(second).toMatchObject({ code: 0, out: `${sessions - before} imported, ${before} skipped, 0 failed\n` });
  expect(imported()).toBe(sessions);
  const web = await startWeb(place);
  const { items } = await web.ok('listSessions', {});
  for (const { id } of items.slice(-5)) {
    const { items: messages } = await web.ok('listMessages', { session_id: id });
    expect(messages).toHaveLength(2 * replies);
  }
  expect(imported('key > 0')).toBe(sessions);
  await web.stop();
}, 60_000);
