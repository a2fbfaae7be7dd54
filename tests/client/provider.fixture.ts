/** What the suites of `agent provider` share: a home, a registry on loopback, and the command. */
import { afterEach, beforeEach } from '@jest/globals';
import { createTwoFilesPatch } from 'diff';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { answers, startSite, type Site } from '../helpers/site.js';
import { command, remove, temporary } from './harness.js';

export const COMMENTED = `# my own settings
default_model = "mine/large" # the good one

# at work
[providers.mine]
type = "openai"
base_url = "https://mine.example/v1"
api_key = "sk-mine" # do not share

[models."mine/large"]
provider = "mine"
model = "large"
max_context_size = 100000

# last words
[thinking]
enabled = true
`;

export const registry = {
  acme: {
    name: 'Acme',
    npm: '@ai-sdk/openai-compatible',
    api: 'https://acme.example/v1',
    env: ['ACME_API_KEY'],
    models: {
      large: {
        name: 'Acme Large',
        limit: { context: 200_000, output: 8_000 },
        tool_call: true,
        cost: { input: 0.25, output: 2, cache_read: 0.025, cache_write: 'free' },
      },
      gone: { status: 'deprecated' },
      bad: { limit: 'none' },
    },
  },
  secret: { npm: '@ai-sdk/cohere', models: { m: {} } },
};

export let folder: string;

export let home: string;

export let site: Site;

export const file = () => readFileSync(join(home, 'config.toml'), 'utf8');

export const address = () => site.at('/api.json', '127.0.0.1');

export const serve = (document: unknown) =>
  site.serve('/api.json', answers(JSON.stringify(document), 'application/json'));

export const agent = (line: string, env: Record<string, string> = {}) =>
  command(line.split(' '), { home, cwd: folder, env });

/** Returns added and removed lines, with a sign in front. */
export function changedLines(before: string): string[] {
  const lines = createTwoFilesPatch('a', 'b', before, file(), '', '', { context: 0 }).split('\n').slice(4);
  return lines.filter((line) => /^[+-]/.test(line) && line.length > 1);
}

/** Registers the hooks of the provider suites. */
export function useProviderCommands(): void {
  beforeEach(async () => {
    folder = await temporary();
    home = join(folder, 'data');
    mkdirSync(home, { mode: 0o700 });
    writeFileSync(join(home, 'config.toml'), COMMENTED, { mode: 0o600 });
    site = await startSite();
  });
  afterEach(async () => {
    await site.close();
    await remove(folder);
  });
}
