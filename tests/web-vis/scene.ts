/** A home with two sessions, one of them with all that the views show, and an export of it. */
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { Page } from 'playwright-core';
import { openVisSite, readWhole } from './harness.js';

export type Scene = Awaited<ReturnType<typeof openScene>>;

export async function openScene() {
  const site = await openVisSite();
  const { daemon } = site;
  const create = async (title: string) =>
    (await daemon.createSession({ title, metadata: { cwd: daemon.cwd }, agent_config: { permission_mode: 'auto' } }))
      .id;
  const id = await create('First session');
  await daemon.run(id, 'write notes.txt: first line\nread notes.txt\nrun expr 41 + 1\ncall Read {"path":"none.txt"}');
  await daemon.run(id, 'agent explore: say from below');
  await daemon.run(id, 'run in background echo from a task');
  const data = readFileSync(join(process.cwd(), 'dist', 'web', 'icon-192.png')).toString('base64');
  const image = { type: 'image', source: { kind: 'base64', media_type: 'image/png', data } };
  await daemon.run(id, '', { content: [{ type: 'text', text: 'say with a picture' }, image] });
  const other = await create('Second session');
  await daemon.run(other, 'run expr 1 + 1');
  return {
    site,
    id,
    other,
    /** an export of the first session, as a file */
    async archive(): Promise<string> {
      const answer = await fetch(`${daemon.baseUrl}/api/v1/sessions/${id}/export`, {
        method: 'POST',
        headers: { authorization: `Bearer ${daemon.token}`, 'content-type': 'application/json' },
        body: '{}',
      });
      const path = join(mkdtempSync(join(tmpdir(), 'vis-')), 'report.zip');
      writeFileSync(path, Buffer.from(await answer.arrayBuffer()));
      return path;
    },
    /** of the events of the first session */
    count(sql: string, what = 'count(*)'): number {
      const db = new Database(join(daemon.home, 'agent.db'), { readonly: true });
      try {
        return db
          .prepare<[string], number>(
            `SELECT ${what} FROM events WHERE session_key = (SELECT key FROM sessions WHERE id = ?) AND ${sql}`,
          )
          .pluck()
          .get(id) as number;
      } finally {
        db.close();
      }
    },
    async open(query = '', session = id): Promise<Page> {
      const page = await site.show(`/sessions/${session}${query}`);
      await readWhole(page);
      return page;
    },
  };
}

export async function figure(page: Page, name: string): Promise<string> {
  return (await page.getByTestId(`figure-${name}`).locator('dd').textContent()) ?? '';
}
