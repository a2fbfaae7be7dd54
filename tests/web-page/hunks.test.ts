/** Decisions about single hunks: every subset of three, for Write and Edit, in every form of file (web.md 5.8, 13). */
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { rounds } from '../helpers/rounds.js';
import { openSite, untilOnline, type Site } from './harness.js';

let site: Site;
let page: Page;
beforeAll(async () => {
  site = await openSite();
  page = await site.open('/inbox', { height: 2_000 });
  await untilOnline(page);
}, 60_000);
afterAll(() => site?.close());
afterEach(() => site.expectClean());

const places = [3, 20, 40];
const last = 40;
const lines = (taken: readonly number[]): string[] =>
  Array.from({ length: last }, (_, at) => {
    const place = places.indexOf(at + 1);
    return place < 0 ? `line ${at + 1}` : taken.includes(place) ? `new ${place}` : 'old';
  });

/** Content of each form of file, by the numbers of the applied changes. */
const forms: Record<string, (taken: readonly number[]) => string> = {
  'line feeds': (taken) => `${lines(taken).join('\n')}\n`,
  CRLF: (taken) => `${lines(taken).join('\r\n')}\r\n`,
  'no final newline': (taken) => lines(taken).join('\n'),
  'a byte order mark': (taken) => `\ufeff${lines(taken).join('\n')}\n`,
};
const all = [0, 1, 2];
const subsets = Array.from({ length: 8 }, (_, bits) => all.filter((at) => (bits >> at) & 1));

/** Edit replaces one word in three places, so all its changes have the same text. */
const sameWords = (text: string): string => text.replace(/new \d/g, 'new');

interface Case {
  tool: 'Write' | 'Edit';
  name: string;
  before: string;
  after(taken: readonly number[]): string;
}

let files = 0;

function createCase(tool: Case['tool'], form: string): Case {
  const shape = forms[form] ?? String;
  const name = join(site.daemon.cwd, `file${(files += 1)}.txt`);
  const after = (taken: readonly number[]): string => (tool === 'Edit' ? sameWords(shape(taken)) : shape(taken));
  const before = after([]);
  writeFileSync(name, before);
  return { tool, name, before, after };
}

async function propose({ tool, name, after }: Case): Promise<{ id: string; card: Locator }> {
  const { id } = await site.daemon.createSession({ agent_config: { model: 'offline/echo' } });
  const input =
    tool === 'Write'
      ? { path: name, content: after(all) }
      : { path: name, old_string: 'old', new_string: 'new', replace_all: true };
  await site.daemon.prompt(id, `read ${name}\ncall ${tool} ${JSON.stringify(input)}`);
  const card = page.locator(`[data-testid=inbox-card][data-session-id=${id}]`);
  await card.getByRole('checkbox', { name: 'Include change 3 of 3' }).waitFor();
  return { id, card };
}

async function decide(card: Locator, taken: readonly number[]): Promise<void> {
  for (const at of all)
    if (!taken.includes(at)) await card.getByRole('checkbox', { name: `Include change ${at + 1} of 3` }).uncheck();
  const name = taken.length === 3 ? 'Approve' : `Approve ${taken.length} of 3 changes`;
  const approve = card.getByRole('button', { name, exact: true });
  if (taken.length > 0) await approve.click();
  else {
    expect(await approve.getAttribute('aria-disabled')).toBe('true');
    await card.getByRole('button', { name: 'Reject', exact: true }).click();
  }
  await card.waitFor({ state: 'detached' });
}

/** Returns the result of the last call as the model receives it. */
async function readResult(id: string): Promise<string> {
  await site.daemon.waitForEnd(id);
  const { items } = await site.daemon.ok('listMessages', { ...site.daemon.session(id), query: { page_size: 100 } });
  const results = items.flatMap(({ content }) => content).filter(({ type }) => type === 'tool_result');
  // the newest message comes first
  const [part] = results;
  return part?.type === 'tool_result' ? JSON.stringify(part.output).replaceAll('\\n', '\n') : '';
}

/** Returns the added lines in a section of the result. */
function added(result: string, section: 'Refused:' | 'Applied:'): string[] {
  const from = result.indexOf(section);
  if (from < 0) return [];
  const end = section === 'Refused:' ? result.indexOf('Applied:') : result.length;
  return [...result.slice(from, end).matchAll(/^\+(new ?\d?)/gm)].map(([, line = '']) => line);
}

async function expectDecided(given: Case, taken: readonly number[]): Promise<void> {
  const { id, card } = await propose(given);
  await decide(card, taken);
  const result = await readResult(id);
  const words = (of: readonly number[]): string[] => of.map((at) => (given.tool === 'Edit' ? 'new' : `new ${at}`));
  expect({ disk: readFileSync(given.name, 'utf8') }).toEqual({ disk: given.after(taken) });
  if (taken.length === 3 || taken.length === 0) {
    expect(result).not.toContain('changes of this call');
    return;
  }
  expect(result).toContain(`The user applied ${taken.length} of 3 changes of this call.`);
  expect(added(result, 'Applied:')).toEqual(words(taken));
  expect(added(result, 'Refused:')).toEqual(words(all.filter((at) => !taken.includes(at))));
}

describe.each(['Write', 'Edit'] as const)('%s', (tool) => {
  test.each(Object.keys(forms))('a file with %s', async (form) => {
    const at = Object.keys(forms).indexOf(form);
    // all subsets for one form and two for each other form; all for every form in a longer run
    const chosen = subsets.filter(
      (_, place) => at === 0 || place === (at * 2 + 1) % 8 || place === (at * 2 + 4) % 8 || rounds(0, 1) === 1,
    );
    for (const taken of chosen) await expectDecided(createCase(tool, form), taken);
  });

  test('a file that something else changed meanwhile stays as it is, and the model learns it', async () => {
    for (const taken of [[1], all]) {
      const given = createCase(tool, 'line feeds');
      const { id, card } = await propose(given);
      writeFileSync(given.name, `${given.before}another line\n`);
      await decide(card, taken);
      expect(await readResult(id)).toMatch(/changed since it was (?:shown|read)|was changed|changed on disk/);
      expect(readFileSync(given.name, 'utf8')).toBe(`${given.before}another line\n`);
    }
  });
});

test('whitespace is ignored in what is shown, never in what is applied', async () => {
  const name = join(site.daemon.cwd, 'blanks.txt');
  const before = lines([]).join('\n');
  const after = before.replace('line 2\n', '  line 2\n').replace('line 30\n', 'other\n');
  writeFileSync(name, before);
  const { id } = await site.daemon.createSession({ agent_config: { model: 'offline/echo' } });
  await site.daemon.prompt(id, `read ${name}\ncall Write ${JSON.stringify({ path: name, content: after })}`);
  const card = page.locator(`[data-testid=inbox-card][data-session-id=${id}]`);
  const ignored = card.getByRole('checkbox', { name: 'Ignore whitespace' });
  await ignored.check();
  await card.getByText('Only whitespace changes.').waitFor();
  expect(await card.locator('[data-kind=add]').count()).toBe(1);
  expect(await card.getByRole('checkbox', { name: 'Include change 1 of 2' }).isChecked()).toBe(true);
  await ignored.uncheck();
  expect(await card.locator('[data-kind=add]').count()).toBe(2);
  await card.getByRole('button', { name: 'Approve', exact: true }).click();
  await site.daemon.waitForEnd(id);
  expect(readFileSync(name, 'utf8')).toBe(after);
});
