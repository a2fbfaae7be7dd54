/** The backup commands of `docs/growth.md`: they copy the home of a busy server, and the copy works. */
import { afterAll, expect, test } from '@jest/globals';
import { spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { agent, follow, makePlace, root, startWeb, type Place } from './program.js';

const places: Place[] = [];
afterAll(async () => {
  for (const place of places) await place.leave();
});

const hasSqlite = spawnSync('sqlite3', ['--version']).status === 0;
const withSqlite = hasSqlite ? test : test.skip;
const reason = hasSqlite ? '' : ' (left out: there is no sqlite3 command)';

withSqlite(
  `a home that is copied while a turn streams has its sessions, files and settings${reason}`,
  async () => {
    const place = makePlace('default_model = "offline/echo"\n');
    const later = makePlace();
    places.push(place, later);
    mkdirSync(join(place.home, 'skills'));
    writeFileSync(join(place.home, 'skills/note.md'), 'kept');
    const web = await startWeb(place);
    const done = await web.session({ title: 'Done' });
    await web.prompt(done, 'say remembered');
    await web.event(done, 'prompt.completed');
    const running = await web.session({ title: 'Running' });
    await web.prompt(running, `slow 200 ${'words '.repeat(500)}`);
    await web.event(running, 'turn.started');
    const [, recipe = ''] =
      /## Backup of a home[^]*?```sh\n([^]*?)```/.exec(readFileSync(join(root, 'docs/growth.md'), 'utf8')) ?? [];
    const copy = join(place.folder, 'copy');
    const options = { env: { ...place.env, COPY: copy }, stdio: ['ignore', 'pipe', 'pipe'] as const };
    const copied = await follow(place, spawn('sh', ['-ec', recipe], { ...options, stdio: [...options.stdio] })).ended;
    expect(copied).toEqual({ code: 0, out: '', err: '' });
    await web.stop();
    expect([statSync(copy).mode & 0o777, statSync(join(copy, 'agent.db')).mode & 0o777]).toEqual([0o700, 0o600]);
    expect(readFileSync(join(copy, 'skills/note.md'), 'utf8')).toBe('kept');
    cpSync(copy, later.home, { recursive: true });
    const again = await agent(later, ['-p', 'say again', '-S', done], { cwd: place.cwd });
    expect(again).toMatchObject({ code: 0, out: expect.stringContaining('again') });
    const restored = await startWeb(later);
    const { items } = await restored.ok('listSessions');
    expect(items.map(({ title }) => title).sort()).toEqual(['Done', 'Running']);
    expect(JSON.stringify(await restored.events(done))).toContain('remembered');
    await restored.event(running, 'prompt.completed');
    await restored.stop();
  },
  60_000,
);
