/** Uploads in tests: a daemon with an adjustable clock, upload forms, and a view of its upload directory. */
import { afterAll, beforeAll, beforeEach, expect } from '@jest/globals';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { startTestDaemon, until, type TestDaemon } from '../helpers/daemon.js';
import { formBody, formType, type Part } from '../helpers/forms.js';
import { ask as askRaw, type Answer } from '../http/harness.js';

export let daemon: TestDaemon;
export const clock = { ahead: 0 };
export const now = () => Date.now() + clock.ahead;

export const folder = (on = daemon) => join(on.home, 'files');
export const files = (on = daemon) => readdirSync(folder(on)).sort();
/** Waits until the upload directory has exactly these files. */
export const left = (before: string[]) =>
  until('nothing to be left', () => (files().join() === before.join() ? true : undefined));

export interface Sent {
  code: number;
  msg: string;
  data: { id: string; name: string; media_type: string; size: number; created_at: string; expires_at?: string };
  details?: { path: string; message: string }[];
}

export async function post(body: Buffer, headers: Record<string, string> = {}): Promise<Sent> {
  const answer = await askRaw(daemon.port, {
    method: 'POST',
    path: '/api/v1/files',
    headers: { authorization: `Bearer ${daemon.token}`, 'content-type': formType, ...headers },
    body,
  });
  expect(await daemon.check('uploadFile', answer.status, answer.json)).toEqual([]);
  return answer.json as unknown as Sent;
}

export const send = (...parts: Part[]) => post(formBody(parts));

export const get = (id: string, headers: Record<string, string> = {}, method = 'GET', on = daemon): Promise<Answer> =>
  askRaw(on.port, {
    method,
    path: `/api/v1/files/${id}`,
    headers: { authorization: `Bearer ${on.token}`, ...headers },
  });

export const outcome = ({ status, json }: Answer) => [status, json?.['code']];

/** Registers the hooks: one daemon for the file, whose clock is reset before each test. */
export function useUploads(): void {
  beforeAll(async () => {
    daemon = await startTestDaemon({ now });
  });
  afterAll(() => daemon.close());
  beforeEach(() => {
    clock.ahead = 0;
  });
}
