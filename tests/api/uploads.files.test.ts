/** Uploaded files: their bytes, their expiry, and several servers of one home (rest.md 21, 26). */
import { describe, expect, test } from '@jest/globals';
import { existsSync, mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startTestDaemon, until } from '../helpers/daemon.js';
import { field, filePart } from '../helpers/forms.js';
import { clock, daemon, files, folder, get, now, outcome, send, useUploads } from './uploads.fixture.js';

useUploads();

const hour = 60 * 60 * 1000;
const day = 24 * hour;

describe('bytes', () => {
  test('in ranges, unchanged, and as headers only', async () => {
    const { data } = await send(filePart('0123456789', { type: 'image/png', rest: 'filename="späß.png"' }));
    const whole = await get(data.id);
    expect(whole.headers['content-disposition']).toBe(`inline; filename*=UTF-8''sp%C3%A4%C3%9F.png`);
    const part = await get(data.id, { range: 'bytes=-3' });
    expect([part.status, part.text, part.headers['content-range']]).toEqual([206, '789', 'bytes 7-9/10']);
    expect(part.headers['etag']).toBe(whole.headers['etag']);
    const same = await get(data.id, { 'if-none-match': whole.headers['etag'] ?? '' });
    expect([same.status, same.text]).toEqual([304, '']);
    const head = await get(data.id, {}, 'HEAD');
    expect([head.status, head.text, head.headers['content-length']]).toEqual([200, '', '10']);
  });

  test.each(['text/html', 'image/svg+xml', 'application/xhtml+xml'])('%s is never shown in place', async (type) => {
    const { data } = await send(filePart('<script>alert(1)</script>', { type }));
    expect((await get(data.id)).headers).toMatchObject({
      'content-disposition': 'attachment; filename="a.txt"',
      'x-content-type-options': 'nosniff',
    });
  });

  test.each([
    'x',
    'f_',
    'f_1',
    'F_00000000-0000-4000-8000-000000000000',
    'f_00000000-0000-4000-8000-000000000000',
    'f_00000000-0000-4000-8000-00000000000G',
    '..%2Fagent.db',
    'f_..%2F..%2Fagent.db',
    '%2Fetc%2Fpasswd',
    '%00',
    `f_${'0'.repeat(5_000)}`,
  ])('%s is unknown: HTTP 404', async (id) => {
    for (const method of ['GET', 'DELETE']) expect(outcome(await get(id, {}, method))).toEqual([404, 40407]);
    expect((await get(id, {}, 'HEAD')).status).toBe(404);
  });

  test('deleted ones are gone at once', async () => {
    const { data } = await send(filePart('x'));
    const params = { file_id: data.id };
    expect(await daemon.ok('deleteFile', { params })).toEqual({ deleted: true });
    expect(existsSync(join(folder(), data.id))).toBe(false);
    expect(outcome(await get(data.id))).toEqual([404, 40407]);
    expect((await daemon.fails('deleteFile', 'FILE_NOT_FOUND', { params })).status).toBe(404);
  });

  test('what cannot be read is a failure of storage: HTTP 500', async () => {
    const { data } = await send(filePart('x'));
    rmSync(join(folder(), data.id));
    mkdirSync(join(folder(), data.id));
    expect(outcome(await get(data.id))).toEqual([500, 50003]);
    rmSync(join(folder(), data.id), { recursive: true });
    expect(outcome(await get(data.id))).toEqual([404, 40407]);
  });
});

describe('time', () => {
  test.each([
    ['left to itself', undefined, day],
    ['with a time of its own', '60', 60_000],
    ['that is over at once', '0', 0],
  ])('an upload %s: 41003 for a day, then 40407', async (_name, seconds, life) => {
    const { data } = await send(filePart('x'), ...(seconds === undefined ? [] : [field('expires_in_sec', seconds)]));
    const params = { file_id: data.id };
    if (life > 0) {
      clock.ahead = life - 5_000;
      expect((await get(data.id)).status).toBe(200);
    }
    clock.ahead = life;
    expect(outcome(await get(data.id))).toEqual([404, 41003]);
    await daemon.fails('deleteFile', 'FILE_NOT_FOUND', { params });
    clock.ahead = life + day - 5_000;
    expect(outcome(await get(data.id))).toEqual([404, 41003]);
    clock.ahead = life + day;
    expect(outcome(await get(data.id))).toEqual([404, 40407]);
  });

  test('over means off the disk, at the next upload or start', async () => {
    const { data } = await send(filePart('x'), field('expires_in_sec', '60'));
    const path = join(folder(), data.id);
    clock.ahead = 2 * hour;
    await send(filePart('another'));
    await until('the file to go', () => (existsSync(path) ? undefined : true));
    expect(outcome(await get(data.id))).toEqual([404, 41003]);

    clock.ahead = 0;
    const later = await send(filePart('y'), field('expires_in_sec', '60'));
    clock.ahead = hour;
    await daemon.restart();
    await until('the other file to go', () => (existsSync(join(folder(), later.data.id)) ? undefined : true));
  });
});

describe('several servers', () => {
  test('of one home share uploads, and sweep at once', async () => {
    const other = await startTestDaemon({ home: daemon.home, now });
    try {
      const { data } = await send(filePart('shared'));
      expect((await get(data.id, {}, 'GET', other)).text).toBe('shared');
      expect(await other.ok('deleteFile', { params: { file_id: data.id } })).toEqual({ deleted: true });
      expect(outcome(await get(data.id))).toEqual([404, 40407]);

      const many = await Promise.all(
        Array.from({ length: 30 }, async () => (await send(filePart('x'), field('expires_in_sec', '1'))).data.id),
      );
      clock.ahead = 3 * hour;
      await Promise.all([daemon.restart(), other.restart()]);
      await until('all to go', () => (many.some((id) => files().includes(id)) ? undefined : true));
      const log = readFileSync(join(daemon.home, 'logs', 'agent-code.log'), 'utf8');
      expect(log).not.toContain('could not be swept');
    } finally {
      await other.close();
    }
  });

  test('a restart keeps what there is, and clears away what a crash left', async () => {
    const kept = (await send(filePart('kept'), field('name', 'späß'))).data;
    const lost = (await send(filePart('lost'))).data;
    rmSync(join(folder(), lost.id));
    const orphan = 'f_11111111-1111-4111-8111-111111111111';
    const places = [orphan, `.${orphan}.part`, 'notes.txt', '.hidden'].map((name) => join(folder(), name));
    for (const path of places) writeFileSync(path, 'x');
    const young = join(folder(), '.f_22222222-2222-4222-8222-222222222222.part');
    writeFileSync(young, 'x');
    const old = new Date(Date.now() - 2 * hour);
    for (const path of places) utimesSync(path, old, old);
    await daemon.restart();
    await until('the leavings to go', () =>
      existsSync(places[0] ?? '') || existsSync(places[1] ?? '') ? undefined : true,
    );
    // another server may still write the young one, and foreign files stay
    expect([young, ...places.slice(2)].map((path) => existsSync(path))).toEqual([true, true, true]);
    expect((await get(kept.id)).text).toBe('kept');
    expect(outcome(await get(lost.id))).toEqual([404, 40407]);
    for (const path of [young, ...places.slice(2)]) rmSync(path);
  });
});
