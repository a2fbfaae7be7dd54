/** An editor's list shows at most 200 models, and the others can still be selected (acp-cli.md 1.7). */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cleanUp, startEditor, temporaryFolder, type Answer, type Editor } from './editor.fixture.js';

const names = Array.from({ length: 250 }, (_, index) => `many/m${index}`);
const provider = (id: string, model: string): string =>
  `[providers.${id}]\ntype = "openai"\nbase_url = "http://127.0.0.1:9"\napi_key = "unused"\ndefault_model = "${model}"\n\n`;

let editor: Editor;
let opened: Answer & { sessionId: string };
beforeAll(async () => {
  const home = join(temporaryFolder(), 'home');
  mkdirSync(home, { mode: 0o700 });
  const models = names.map((name) => {
    const model = `[models."${name}"]\nprovider = "many"\nmodel = "${name.slice(5)}"\n`;
    return `${model}max_context_size = 32000\n`;
  });
  const other = '[models."few/only"]\nprovider = "few"\nmodel = "only"\nmax_context_size = 8000\n';
  const providers = provider('many', 'many/m230') + provider('few', 'few/only');
  const text = `default_model = "many/m240"\n\n${providers}${models.join('\n')}\n${other}`;
  writeFileSync(join(home, 'config.toml'), text, { mode: 0o600 });
  editor = await startEditor({ home });
  opened = await editor.open();
});
afterAll(async () => {
  expect(await editor.end()).toBe(0);
  cleanUp();
});

interface Group {
  name: string;
  options: { value: string; description: string }[];
}

const groups = (answer: Answer): Group[] =>
  (answer['configOptions'] as { id: string; options: Group[] }[]).find(({ id }) => id === 'model')?.options ?? [];
const values = (answer: Answer): string[] => groups(answer).flatMap(({ options }) => options.map(({ value }) => value));

test('200 are shown by provider, the defaults of the configuration first', () => {
  const [many, few] = groups(opened);
  expect([many?.name, few?.name]).toEqual(['many', 'few']);
  expect(many?.options.slice(0, 3).map(({ value }) => value)).toEqual(['many/m240', 'many/m230', 'many/m0']);
  expect(many?.options[0]).toMatchObject({ description: '32k tokens of context' });
  expect(few?.options.map(({ value }) => value)).toEqual(['few/only']);
  expect(values(opened)).toHaveLength(200);
  expect(opened['models']).toMatchObject({ currentModelId: 'many/m240' });
  expect((opened['models'] as { availableModels: object[] }).availableModels).toHaveLength(200);
});

test('one that is not among them can be set, and is shown then', async () => {
  expect(values(opened)).not.toContain('many/m249');
  const given = { sessionId: opened.sessionId, configId: 'model', value: 'many/m249' };
  const answer = await editor.ask('session/set_config_option', given);
  expect(values(answer)).toContain('many/m249');
  expect(values(answer)).toHaveLength(200);
});
