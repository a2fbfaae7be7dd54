/** A server whose database file goes away or is replaced acknowledges nothing that would be lost (engine.md 19). */
import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import type { Meta } from '../../schemas/generated/types.js';
import { eventually, startTrial, type Talk, type Trial } from '../helpers/turns.js';

jest.setTimeout(60_000);

let trial: Trial;
let talk: Talk;
let file: string;
beforeEach(async () => {
  trial = await startTrial();
  talk = await trial.talk();
  file = join(trial.home, 'agent.db');
});
afterEach(() => trial.close());

const storage = async () =>
  (await trial.call<Meta>('GET', '/api/v1/meta')).data.features.find(({ name }) => name === 'storage');
const logged = () =>
  readdirSync(join(trial.home, 'logs'))
    .map((name) => readFileSync(join(trial.home, 'logs', name), 'utf8'))
    .join('')
    .split('\n')
    .filter((line) => line.includes('while the server runs'));

test.each<[string, string, () => void]>([
  ['deleted', 'is gone', () => undefined],
  ['replaced', 'was replaced by another one', () => writeFileSync(`${file}.new`, 'x')],
])(
  '%s: writes are refused by name, reads continue, and it is well again when the file is back',
  async (how, what, prepare) => {
    await talk.run('say before');
    prepare();
    renameSync(file, `${file}.away`);
    if (how === 'replaced') renameSync(`${file}.new`, file);
    const message = `The database file ${what} while the server runs, so nothing can be stored. Put it back, or restart the server.`;
    expect(await talk.submit('say lost')).toMatchObject({ code: 50003, msg: message });
    expect(await trial.call('POST', '/api/v1/sessions', { metadata: { cwd: trial.cwd } })).toMatchObject({
      code: 50003,
    });
    expect(await storage()).toEqual({ name: 'storage', state: 'Failed', meta: { error: message } });
    expect((await trial.call('GET', '/api/v1/healthz')).data).toEqual({ ok: true });
    expect((await talk.messages()).map(({ role }) => role)).toContain('assistant');
    expect(logged()).toHaveLength(1);
    rmSync(file, { force: true });
    renameSync(`${file}.away`, file);
    await talk.run('say after');
    expect(await storage()).toMatchObject({ state: 'Active' });
    expect(JSON.stringify(await talk.messages())).not.toContain('say lost');
  },
);

test('a turn that was at work ends with its storage, and the server can be stopped and started', async () => {
  await talk.submit('slow 20 one two three four five six seven eight nine ten');
  await talk.until('turn.step.started');
  renameSync(file, `${file}.away`);
  await eventually(() => logged().length > 0, 'the loss is noticed');
  await trial.daemon.close();
  renameSync(`${file}.away`, file);
  await trial.restart();
  const again = await trial.join(talk.id, { cursors: { [talk.id]: { seq: 0 } } });
  expect(again.lines()).toContain('turn.ended failed error recovered');
});
