/** Uploads and downloads of the typed client, against a real server. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ApiFailure, ConnectionFailure } from '../../client/api/client.js';
import { createFiles, type Files } from '../../client/api/files.js';
import { startTestDaemon, type TestDaemon } from '../helpers/daemon.js';

let daemon: TestDaemon;
let files: Files;
beforeAll(async () => {
  daemon = await startTestDaemon();
  files = createFiles({ baseUrl: daemon.baseUrl, token: () => daemon.token });
});
afterAll(() => daemon.close());

const textOf = (answer: Response): Promise<string> => answer.text();

describe('createFiles', () => {
  test('sends a file with its fields, and gives it back whole, in part, or not again', async () => {
    const upload = await files.uploadFile({
      body: { file: new File(['0123456789'], 'own.txt'), name: 'näme.txt', expires_in_sec: 60 },
    });
    expect(upload).toMatchObject({ name: 'näme.txt', size: 10, expires_at: expect.any(String) });
    const params = { file_id: upload.id };
    const whole = await files.getFile({ params });
    expect([whole.status, await textOf(whole)]).toEqual([200, '0123456789']);
    const part = await files.getFile({ params, headers: { range: 'bytes=2-4' } });
    expect([part.status, part.headers.get('content-range'), await textOf(part)]).toEqual([206, 'bytes 2-4/10', '234']);
    const etag = whole.headers.get('etag') ?? '';
    const same = await files.getFile({ params, headers: { 'if-none-match': etag } });
    expect([same.status, await textOf(same)]).toEqual([304, '']);
    expect((await files.uploadFile({ body: { file: new File(['x'], 'own.txt') } })).name).toBe('own.txt');
  });

  test('takes files of sessions, of the machine and whole sessions', async () => {
    writeFileSync(join(daemon.cwd, 'a.json'), '{"code":0}');
    const { id } = await daemon.createSession();
    const params = { session_id: id };
    expect(await textOf(await files.downloadFile({ params: { ...params, path: 'a.json' } }))).toBe('{"code":0}');
    expect(await textOf(await files.getHostFile({ query: { path: join(daemon.cwd, 'a.json') } }))).toBe('{"code":0}');
    const zip = await files.exportSession({ params });
    expect(zip.headers.get('content-type')).toBe('application/zip');
    expect((await textOf(zip)).slice(0, 2)).toBe('PK');
  });

  test('says what went wrong', async () => {
    await expect(files.getFile({ params: { file_id: 'f_none' } })).rejects.toMatchObject({
      name: 'FILE_NOT_FOUND',
      code: 40407,
    });
    const media = files.getSessionMedia({ params: { session_id: 'session_none', file_id: 'm' } });
    await expect(media).rejects.toBeInstanceOf(ApiFailure);
    const strange = createFiles({ baseUrl: daemon.baseUrl, token: 'wrong' });
    await expect(strange.uploadFile({ body: { file: new Blob(['x']) } })).rejects.toMatchObject({ code: 40101 });
    const nobody = createFiles({ baseUrl: 'http://127.0.0.1:1' });
    await expect(nobody.getFile({ params: { file_id: 'f' } })).rejects.toBeInstanceOf(ConnectionFailure);
    const signal = AbortSignal.abort(new Error('enough'));
    await expect(files.getFile({ params: { file_id: 'f' } }, { signal })).rejects.toThrow('enough');
  });
});
