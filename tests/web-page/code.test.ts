/** Syntax colors of answers, results, files and diffs, in every theme, within a limit of elements (web.md 5.5.2). */
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { expectAccessible, openSite, type Site } from './harness.js';

let site: Site;
let page: Page;
const file = (name: string): string => join(site.daemon.cwd, name);
const git = (...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.c', ...args], { cwd: site.daemon.cwd });

const longCode = Array.from({ length: 900 }, (_, at) =>
  at === 820 ? '/* begins' : at === 850 ? 'ends */' : `const a${at} = "b";`,
);

beforeAll(async () => {
  site = await openSite();
  git('init', '-q');
  writeFileSync(file('colours.ts'), 'const one = 1; // first\nexport const two = "two";\n');
  writeFileSync(file('long.ts'), Array.from({ length: 3_000 }, (_, at) => `let a${at} = ${at};\n`).join(''));
  git('add', '.');
  git('commit', '-qm', 'x');
  const { id } = await site.daemon.createSession({
    metadata: { cwd: site.daemon.cwd },
    agent_config: { permission_mode: 'auto' },
  });
  // high enough for the whole transcript
  page = await site.open(`/sessions/${id}`, { height: 3_000 });
}, 60_000);
afterAll(() => site?.close());
afterEach(() => site.expectClean());

async function ask(words: string, where = page): Promise<void> {
  await where.getByRole('textbox', { name: 'Message' }).fill(words);
  await where.keyboard.press('Enter');
}

const part = (place: Page | Locator, kind: string, text: string | RegExp): Locator =>
  place.locator(`.code-${kind}`, { hasText: text }).first();

test('code of an answer has colours, is loaded when it is met, and its text is the same', async () => {
  const scripts = () =>
    page.evaluate(
      () => performance.getEntriesByType('resource').filter(({ name }) => /\/texts-[^/]*\.js$/.test(name)).length,
    );
  await ask('hello');
  await page.getByTestId('turn-usage').waitFor();
  expect(await scripts()).toBe(0);
  await ask('Look:\n\n```ts\nconst a = "b"; // c\n\u202e\n```\n\n```unknown\nconst d\n```');
  const block = page.getByTestId('code-block').first();
  await part(block, 'keyword', 'const').waitFor();
  await part(block, 'string', '"b"').waitFor();
  expect(await scripts()).toBe(1);
  expect((await block.locator('code').textContent())?.trim()).toBe('const a = "b"; // c\n⟦U+202E⟧');
  const unknown = page.getByTestId('code-block').nth(1);
  expect(await unknown.locator('[class^=code-k]').count()).toBe(0);
});

test('a command, and what was read, have the colours of their language', async () => {
  await ask('run echo "blue"');
  await page.getByTestId('turn-usage').nth(2).waitFor();
  const command = page.getByTestId('tool-call').filter({ hasText: 'echo "blue"' });
  await command.getByRole('button', { name: /^Bash echo/ }).click();
  await part(command, 'string', '"blue"').waitFor();
  await ask('read colours.ts');
  const result = page.getByTestId('tool-call').filter({ hasText: /^Read/ }).last();
  await result.getByRole('button', { name: /^Read colours.ts/ }).click();
  await part(result, 'comment', '// first').waitFor();
});

test('a change has them below the marks of the changed words, and the text is the same', async () => {
  await ask('edit colours.ts: "two" => "other"');
  const diff = page.getByTestId('diff').last();
  await part(diff, 'keyword', 'export const').waitFor();
  const added = diff.locator('.diff-line.add .diff-text').first();
  expect(await added.textContent()).toBe('export const two = "other";');
  expect(await added.locator('b').textContent()).toBe('other');
  expect(await added.locator('b [class^=code-]').count()).toBe(0);
});

test.each(['light', 'dark', 'contrast'])('they can be read in %s', async (theme) => {
  await page.evaluate((name) => (document.documentElement.dataset['theme'] = name), theme);
  await part(page, 'keyword', 'export const').waitFor();
  await expectAccessible(page);
  const least = await page.evaluate(() => {
    const luminance = ([red = 0, green = 0, blue = 0]: number[]): number => {
      const [r = 0, g = 0, b = 0] = [red, green, blue].map((value) => {
        const part = value / 255;
        return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const numbers = (color: string): number[] => (color.match(/[\d.]+/g) ?? []).map(Number);
    const probe = document.createElement('span');
    document.body.append(probe);
    const colorOf = (name: string): number => {
      probe.style.color = `var(--${name})`;
      return luminance(numbers(getComputedStyle(probe).color));
    };
    const kinds = ['keyword', 'name', 'string', 'number', 'comment', 'meta', 'strong', 'added', 'removed'];
    const backs = ['sunken', 'canvas', 'raised', 'diffAdded-back', 'diffRemoved-back'];
    const found = kinds.flatMap((kind) =>
      backs.map((back) => {
        const [dim = 0, bright = 0] = [colorOf(`code-${kind}`), colorOf(back)].sort((a, b) => a - b);
        return { kind, back, contrast: (bright + 0.05) / (dim + 0.05) };
      }),
    );
    probe.remove();
    return found.sort((a, b) => a.contrast - b.contrast)[0];
  });
  expect({ least, enough: (least?.contrast ?? 0) >= (theme === 'contrast' ? 7 : 4.5) }).toEqual({
    least,
    enough: true,
  });
});

test('long code is coloured as one, with colours near what is visible alone', async () => {
  const { id } = await site.daemon.createSession({ metadata: { cwd: site.daemon.cwd } });
  const other = await site.open(`/sessions/${id}`);
  await ask(`Look:\n\n\`\`\`ts\n${longCode.join('\n')}\n\`\`\``, other);
  await other.getByTestId('turn-usage').waitFor();
  await part(other, 'comment', 'ends */').waitFor();
  await part(other, 'keyword', 'const').waitFor();
  expect(await other.getByTestId('transcript').locator('*').count()).toBeLessThan(3_000);
  await other.close();
});

test('long code is copied whole, and wraps or not as one', async () => {
  const { id } = await site.daemon.createSession({ metadata: { cwd: site.daemon.cwd } });
  const other = await site.open(`/sessions/${id}`);
  await other.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const code = longCode.slice(0, 250).join('\n');
  await ask(`Look:\n\n\`\`\`ts\n${code}\n\`\`\``, other);
  await other.getByTestId('turn-usage').waitFor();
  const parts = other.getByTestId('code-block');
  const white = () => parts.locator('pre').evaluateAll((all) => all.map((each) => getComputedStyle(each).whiteSpace));
  // the page has drawn only the end of the answer
  await other.getByTestId('transcript').evaluate((element) => element.scrollTo(0, 0));
  const head = parts.filter({ has: other.getByRole('button', { name: 'Copy code' }) });
  await head.getByRole('button', { name: 'Copy code' }).click();
  expect(await other.evaluate(() => navigator.clipboard.readText())).toBe(code);
  const wrap = head.getByRole('button', { name: 'Wrap lines' });
  expect([await wrap.getAttribute('aria-pressed'), new Set(await white())]).toEqual(['true', new Set(['pre-wrap'])]);
  await wrap.click();
  expect([await wrap.getAttribute('aria-pressed'), new Set(await white())]).toEqual(['false', new Set(['pre'])]);
  await other.getByTestId('transcript').evaluate((element) => element.scrollTo(0, element.scrollHeight));
  await parts.last().waitFor();
  expect(new Set(await white())).toEqual(new Set(['pre']));
  await other.close();
});

test('columns of a table are aligned as they say', async () => {
  const { id } = await site.daemon.createSession({ metadata: { cwd: site.daemon.cwd } });
  const other = await site.open(`/sessions/${id}`);
  await ask('Look:\n\n| a | b | c |\n|---|---:|:-:|\n| one | 2 | three |', other);
  const cells = other.getByRole('region', { name: 'Table' }).locator('th, td');
  await cells.last().waitFor();
  const aligned = await cells.evaluateAll((all) => all.map((cell) => getComputedStyle(cell).textAlign));
  expect(aligned).toEqual(['start', 'end', 'center', 'start', 'end', 'center']);
  await other.close();
});

test('a file of the panel has its colours wherever it is looked at', async () => {
  const { id } = await site.daemon.createSession({ metadata: { cwd: site.daemon.cwd } });
  const other = await site.open(`/sessions/${id}?panel=files&file=long.ts&line=2900`);
  const panel = other.getByRole('complementary', { name: 'Files' });
  await part(panel.locator('[data-line="2900"]'), 'keyword', 'let').waitFor();
  await part(panel.locator('[data-line="2900"]'), 'number', '2899').waitFor();
  await other.close();
});

test('a formula is drawn as MathML; what is none, and the source without the setting, stay as written', async () => {
  const { id } = await site.daemon.createSession({ metadata: { cwd: site.daemon.cwd } });
  const other = await site.open(`/sessions/${id}`);
  await ask('Area: \\(\\pi r^2\\)\n\n$$\\frac{a}{b}$$\n\n$$\\nosuchword{$$\n\n`$$x$$` costs $5', other);
  await other.locator('.formula math msup').waitFor();
  await other.locator('.formula.display math mfrac').waitFor();
  expect(await other.locator('.formula math').count()).toBe(2);
  await other.getByText('\\nosuchword{', { exact: true }).waitFor();
  await other.getByText('$$x$$', { exact: true }).waitFor();
  await other.getByText('costs $5').last().waitFor();
  await other.evaluate(() => localStorage.setItem('agent.preferences', JSON.stringify({ formulas: false })));
  await other.reload();
  await other.getByText('\\(\\pi r^2\\)').or(other.getByText('(\\pi r^2)')).first().waitFor();
  expect(await other.locator('math').count()).toBe(0);
  await other.close();
});

test('emoji and letters that need a joiner stay whole, and a lone joiner is marked, in words, code and output', async () => {
  const { id } = await site.daemon.createSession({ title: '👨\u200d👩\u200d👧 🏳\ufe0f\u200d🌈' });
  const other = await site.open(`/sessions/${id}`);
  const whole = '👨\u200d👩\u200d👧 🏳\ufe0f\u200d🌈 ❤\ufe0f می\u200cخواهم क्\u200dष';
  await ask(`${whole} a\u200db\n\n\`${whole}\`\n\n\`\`\`ts\nlet a = "${whole}";\n\`\`\``, other);
  await part(other, 'string', '👨').waitFor();
  const said = other.getByTestId('assistant-text');
  expect((await said.allTextContents()).join('').split(whole)).toHaveLength(4);
  expect(await said.locator('.escape').allTextContents()).toEqual(['⟦U+200D⟧']);
  expect(await other.getByRole('heading', { level: 1 }).textContent()).not.toContain('⟦');
  await other.close();
});

test('a list in a task stands below its text, and a footnote is no link', async () => {
  const { id } = await site.daemon.createSession({ metadata: { cwd: site.daemon.cwd } });
  const other = await site.open(`/sessions/${id}`, { width: 390 });
  await ask('Look:\n\n- [ ] outer task\n  - inner entry\n\nSaid[^1].\n\n[^1]: https://a.b', other);
  const said = other.getByTestId('assistant-text');
  await said.getByText('Said[^1].').waitFor();
  const [outer, inner] = await Promise.all(
    ['outer task', 'inner entry'].map(async (words) => await said.locator('span', { hasText: words }).boundingBox()),
  );
  expect(inner?.y).toBeGreaterThanOrEqual((outer?.y ?? 0) + (outer?.height ?? 0) - 1);
  // the footnote contains the only link
  expect(new Set(await said.getByRole('link').allTextContents())).toEqual(new Set(['https://a.b']));
  await other.close();
});
