/** Kills servers and commands while they write the configuration: the file is the old or the new one, and unlocked. */
import { readdirSync, readFileSync, statSync, utimesSync, watch } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { parseToml } from '../../schemas/toml/document.js';
import { operationTable } from '../../schemas/generated/operations.js';
import { pathOf } from '../helpers/daemon.js';
import { rounds } from '../helpers/rounds.js';
import { answers, startSite, type Site } from '../helpers/site.js';
import { agent, launch, makePlace, startWeb, type Place, type Running, type Web } from './program.js';

jest.setTimeout(120_000);

/** Number of kills, of servers and of commands. */
const kills = rounds(6, 40);

const commented = Array.from(
  { length: 40 },
  (_, index) =>
    `# about ${index}\n[models.mine${index}] # note ${index}\nmodel = "m"\nprotocol = "openai"\nbase_url = "https://mine.example/v1"\nmax_context_size = 1000\n\n`,
).join('');
const registry = {
  acme: {
    npm: '@ai-sdk/openai-compatible',
    api: 'https://acme.example/v1',
    models: { large: { limit: { context: 200_000, output: 8_000 }, tool_call: true } },
  },
};

let place: Place;
let site: Site;
let url: string;
beforeAll(async () => {
  place = makePlace(`# mine\n\n${commented}`);
  site = await startSite();
  site.serve('/api.json', answers(JSON.stringify(registry), 'application/json'));
  url = site.at('/api.json', '127.0.0.1');
});
afterAll(async () => {
  await place.leave();
  await site.close();
});

type Tables = Record<string, Record<string, Record<string, unknown>>>;

/** Reads the file, expects that it is complete with all comments, and returns its providers. */
function look(): Set<string> {
  const text = readFileSync(join(place.home, 'config.toml'), 'utf8');
  expect([text.startsWith('# mine\n'), text.includes(commented.trimEnd())]).toEqual([true, true]);
  expect(statSync(join(place.home, 'config.toml')).mode & 0o777).toBe(0o600);
  const { providers = {}, models = {} } = parseToml(text) as Tables;
  const aliases = Object.entries(models).filter(([alias]) => !alias.startsWith('mine'));
  for (const [, { provider, max_context_size: size }] of aliases)
    expect([typeof provider, typeof size]).toEqual(['string', 'number']);
  for (const [id, table] of Object.entries(providers)) {
    expect([id, typeof table['type'], String(table['api_key']).length]).toEqual([id, 'string', 400]);
    expect([id, aliases.some(([, { provider }]) => provider === id)]).toEqual([id, true]);
  }
  for (const [, { provider }] of aliases) expect(Object.keys(providers)).toContain(provider);
  return new Set(Object.entries(providers).map(([id, table]) => `${id} ${String(table['base_url'])}`));
}

const temporary = () => readdirSync(place.home).filter((name) => name.endsWith('.tmp'));
const key = 'k'.repeat(400);

/** Kills a process: in half of the runs during a write, otherwise at a random time. */
async function killWithin(running: Running, run: number): Promise<void> {
  const begun = new Promise<void>((resolve) => {
    const watcher = watch(place.home, (_event, name) => {
      if (!name?.startsWith('.config.toml.')) return;
      watcher.close();
      resolve();
    });
  });
  await (run % 2 === 0 ? Promise.race([begun, wait(2_000)]) : wait(Math.random() * 120));
  if (run % 4 === 0) await wait(Math.random() * 4);
  running.signal('SIGKILL');
  await running.ended;
}

/** Sends changes until the server dies; expects all acknowledged ones, and the last one completely or not at all. */
async function writes(web: Web, name: string, done: Set<string>): Promise<string[]> {
  const body = (base: string) => ({
    type: 'openai',
    base_url: base,
    api_key: key,
    models: [{ model: 'm', max_context_size: 1000 }],
  });
  for (let count = 0; ; count++) {
    const id = `${name}-${count}`;
    const [first, second] = [`https://a.example/${count}`, `https://b.example/${count}`];
    const steps: [string, () => Promise<unknown>, string[], string[]][] = [
      ['created', () => web.ok('createProvider', {}, { ...body(first), id }), [`${id} ${first}`], []],
      [
        'replaced',
        () => web.ok('replaceProvider', { provider_id: id }, body(second)),
        [`${id} ${second}`],
        [`${id} ${first}`],
      ],
      ['patched', () => web.ok('updateConfig', {}, { thinking: { enabled: count % 2 === 0 } }), [], []],
      ['imported', () => web.ok('importRegistry', {}, { url, api_key: key }), ['acme https://acme.example/v1'], []],
      [
        'deleted',
        () =>
          web.fetch(pathOf('deleteProvider', { provider_id: id }), { method: operationTable.deleteProvider.method }),
        [],
        [`${id} ${second}`],
      ],
    ];
    for (const [step, make, come, go] of steps) {
      const before = [...done];
      try {
        await make();
      } catch {
        // the server is dead: the file is unchanged, or contains this step
        const after = [...before.filter((each) => !go.includes(each)), ...come];
        expect([[...new Set(before)].sort(), [...new Set(after)].sort()]).toContainEqual([...look()].sort());
        return [step];
      }
      for (const each of go) done.delete(each);
      for (const each of come) done.add(each);
    }
  }
}

test('kills of a server that is asked for changes all the time', async () => {
  const cut: string[] = [];
  for (let run = 0; run < kills; run++) {
    const web = await startWeb(place);
    const done = look();
    const [steps] = await Promise.all([writes(web, `r${run}`, done), killWithin(web, run)]);
    cut.push(...steps);
    look();
    expect(temporary().length).toBeLessThanOrEqual(run + 1);
  }
  expect(cut).toHaveLength(kills);
}, 240_000);

test('kills of commands, and the next one always comes through', async () => {
  for (let run = 0; run < kills; run++) {
    const before = look();
    const words = before.has('acme https://acme.example/v1') ? ['remove', 'acme'] : ['add', url, '--api-key', key];
    await killWithin(launch(place, ['provider', ...words]), run * 2);
    const after = look();
    const without = [...before].filter((each) => !each.startsWith('acme ')).sort();
    expect([without, [...without, 'acme https://acme.example/v1'].sort()]).toContainEqual([...after].sort());
  }
  // the lock is free
  const started = Date.now();
  const { code } = await agent(place, ['provider', 'add', url, '--api-key', key]);
  expect([code, Date.now() - started < 8_000]).toEqual([0, true]);
});

test('what killed writers left is for the owner alone, and gone with the first change a minute later', async () => {
  const left = temporary();
  // enough processes died during a write
  expect(left.length).toBeGreaterThanOrEqual(kills / 6);
  for (const name of left) {
    expect([name, statSync(join(place.home, name)).mode & 0o777]).toEqual([name, 0o600]);
    utimesSync(join(place.home, name), new Date(0), new Date(0));
  }
  expect((await agent(place, ['provider', 'remove', 'acme'])).code).toBe(0);
  expect(temporary()).toEqual([]);
  expect((await agent(place, ['provider', 'add', url, '--api-key', key])).code).toBe(0);
  expect(look()).toContain('acme https://acme.example/v1');
});
