/** Acceptance scenarios across several parts of the page, with the offline provider (web.md 14). */
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { rotateTokenIn } from '../../daemon/home/token.js';
import { until } from '../helpers/daemon.js';
import { expectAccessible, onSession, openSite, untilOnline, type Site } from './harness.js';

let site: Site;
let page: Page;
let on: ReturnType<typeof onSession>;
beforeAll(async () => {
  site = await openSite({
    config: 'default_model = "offline/echo"\n[permission]\ndeny = ["Bash(echo forbidden*)"]\n',
  });
  const { cwd } = site.daemon;
  mkdirSync(join(cwd, 'src'), { recursive: true });
  for (const name of ['one', 'two', 'three'])
    writeFileSync(join(cwd, 'src', `${name}.ts`), `export const ${name} = 1;\n`);
  execFileSync('git', ['init', '--quiet'], { cwd });
  page = await site.open('/');
  await untilOnline(page);
  on = onSession(site, page);
}, 60_000);
afterAll(() => site?.close());
afterEach(() => site.expectClean());

const approval = () => page.getByRole('region', { name: 'Approval needed' });
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' });
const transcript = () => page.getByTestId('transcript');

test('what is approved for the session is not asked again; a command that a rule forbids keeps the panel', async () => {
  await on.start();
  await on.send('run mkdir -p made');
  await approval().waitFor();
  await approval().getByRole('button', { name: 'Approve for this session' }).click();
  await on.untilTurns(1);
  await on.run('run mkdir -p made');

  await on.send('run echo fine > made/a');
  await approval().getByRole('button', { name: 'Edit…' }).click();
  await approval().getByRole('textbox', { name: 'Command' }).fill('echo forbidden > made/a');
  await approval().getByRole('button', { name: 'Approve as edited' }).click();
  await approval().getByText('Bash(echo forbidden*)', { exact: false }).first().waitFor();
  await approval().getByRole('textbox', { name: 'Command' }).fill('echo other > made/a');
  await approval().getByRole('button', { name: 'Approve as edited' }).click();
  await on.untilTurns(3);
  const mark = page.getByTestId('edited-mark');
  await mark.getByText('Changed by you').click();
  await mark.getByText('echo fine > made/a').waitFor();
  await mark.getByText('echo other > made/a').waitFor();
  await button(/^Changes, \d+ files?$/).waitFor();
  await expectAccessible(page);
});

test('Mod-. and a digit decide; the turn is stopped from the panel', async () => {
  await on.start();
  await on.send('run echo hi > hi');
  await approval().waitFor();
  await page.keyboard.press('Control+.');
  // digits are ignored for a moment after a panel came
  await page.waitForTimeout(350);
  await page.keyboard.press('1');
  await on.untilTurns(1);
  await on.send('run echo hi > hi');
  await approval().getByRole('button', { name: 'Stop the turn' }).click();
  await page.getByText('Stopped').waitFor();
});

test('a plan is approved with an option, and another one rejected with the end of plan mode', async () => {
  await on.start();
  const review = page.getByRole('region', { name: 'Plan review' });
  await on.send('plan Write the parser | Fast | Careful');
  await review.getByRole('radiogroup', { name: 'How to go on' }).getByRole('radio', { name: 'Careful' }).check();
  await review.getByRole('button', { name: 'Approve', exact: true }).click();
  await on.untilTurns(1);
  await transcript().getByText('Careful', { exact: false }).first().waitFor();
  await on.send('plan Write it again | Fast | Careful');
  await review.getByRole('button', { name: 'Reject and exit plan mode' }).click();
  await review.waitFor({ state: 'detached' });
  await until('the end of plan mode', async () =>
    (await page.getByRole('switch', { name: 'Plan mode' }).isChecked()) ? undefined : true,
  );
});

test('a reader who scrolls up stays where they are until they go to the end', async () => {
  await on.start();
  await on.run(`say ${Array.from({ length: 60 }, (_, at) => `line ${at}`).join('\\n\\n')} ${'word '.repeat(2_000)}`);
  await on.send(`slow 5 ${'more words to read '.repeat(150)}`);
  await page.getByTestId('activity').waitFor();
  await page.mouse.move(700, 300);
  await page.mouse.wheel(0, -600);
  await page.waitForSelector('[data-testid=transcript][data-follow=false]');
  const top = await transcript().evaluate((element) => element.scrollTop);
  await page.waitForTimeout(300);
  expect(Math.abs((await transcript().evaluate((element) => element.scrollTop)) - top)).toBeLessThanOrEqual(1);
  await button(/^Jump to latest/).click();
  await page.waitForSelector('[data-testid=transcript][data-follow=true]');
  await button('Stop').click();
  await on.untilTurns(2);
});

test('a failing model: the next attempt is announced, an error has its card and another try', async () => {
  await on.start();
  await on.send('fail network');
  await page
    .getByTestId('retry')
    .filter({ hasText: /Attempt 2 of \d+ in \d+ s: / })
    .waitFor();
  await on.untilTurns(1);
  await on.send('fail 529 2');
  await page.getByTestId('retry').first().waitFor();
  await on.untilTurns(2);
  await on.send('fail 401');
  await page.getByTestId('turn-error').waitFor();
  await page.getByTestId('turn-error').getByRole('button', { name: 'Retry' }).click();
  await page.getByTestId('assistant-text').getByText('as asked', { exact: false }).last().waitFor();
  await page.waitForSelector('link[rel=icon]', { state: 'attached' });
});

test('agents and commands beside the turn: counted, opened, moved to the background and stopped', async () => {
  await on.start({ model: 'offline/echo', permission_mode: 'auto' });
  await on.run('agent explore: say found it');
  await page.getByText(/^explore · completed · [\d.k]+ tokens · .+/).waitFor();
  await button(/^Open agent /).click();
  await page.getByRole('complementary', { name: 'Agents' }).getByText('found it', { exact: false }).first().waitFor();
  await button('Close panel').click();

  await on.send('run sleep 600');
  await button('Move to background').click();
  await button('Tasks, 1 running').click();
  await button('Stop task').click();
  await button('Tasks').waitFor();
  await button('Send').waitFor();

  await on.send('background agent: slow 5000 a b c d e f g h i j k l m n');
  await button('Tasks, 1 running').waitFor();
  await button('Stop task').click();
  await button('Tasks').waitFor();
});

test('thinking is folded, a compaction is marked with its sizes, and so are the plan mode and an error', async () => {
  await on.start();
  const marker = (kind: string) => page.locator(`[data-testid=marker][data-marker="${kind}"]`);
  await page.getByRole('switch', { name: 'Plan mode' }).check();
  await marker('plan.enter').getByText('Plan mode on').waitFor();
  await page.getByRole('switch', { name: 'Plan mode' }).uncheck();
  await marker('plan.exit').getByText('Plan mode off').waitFor();
  await on.run('fail 401');
  await page.getByTestId('turn-error').waitFor();
  // the card of the turn reports it; the notice would repeat it
  expect(await marker('notice').count()).toBe(0);
  await on.run('think deeply about it');
  const thinking = page.getByTestId('thinking');
  expect(await thinking.getByRole('button').getAttribute('aria-expanded')).toBe('false');
  await on.send('/compact');
  await page
    .locator('[data-testid=marker][data-marker=compaction]')
    .last()
    .getByText(/→ .* tokens/)
    .waitFor();
});

test('words are found in what is loaded and folded, and the keys go from hit to hit', async () => {
  await on.start();
  await on.run('read src/one.ts');
  await on.run('say The needle is here');
  await on.run('say nothing');
  await on.box().focus();
  await page.keyboard.press('Control+f');
  const bar = page.getByRole('search', { name: 'Find in session' });
  await bar.getByRole('searchbox').fill('needle');
  await bar.getByText('– of 2').waitFor();
  await page.keyboard.press('Enter');
  await bar.getByText(/^[12] of 2$/).waitFor();
  expect(await page.evaluate(() => CSS.highlights.get('find')?.size ?? 0)).toBeGreaterThan(0);
  // inside a folded call
  await bar.getByRole('searchbox').fill('export const one');
  await bar.getByText('– of 2').waitFor();
  await bar.getByRole('button', { name: 'Next hit' }).click();
  await bar.getByText(/^[12] of 2$/).waitFor();
  await expectAccessible(page);
  await bar.getByRole('searchbox').press('Escape');
  await bar.waitFor({ state: 'detached' });
});

test('words are found as they are read, whatever marks of Markdown stand in them, and marked whole', async () => {
  await on.start();
  await on.run('say The **spl**it word, `in`line, a [li](https://a.example/way)nk and *two words*');
  await page.keyboard.press('Control+f');
  const bar = page.getByRole('search', { name: 'Find in session' });
  const marked = () =>
    page.evaluate(() => [...(CSS.highlights.get('find') ?? [])].map((range) => (range as Range).toString()));
  for (const words of ['split word', 'inline', 'link and two', 'Words']) {
    await bar.getByRole('searchbox').fill(words);
    await bar.getByText(/^– of [12]$/).waitFor();
    expect((await marked()).map((each) => each.toLowerCase())).toContain(words.toLowerCase());
  }
  // the page hides link addresses, so the search must not find them
  await bar.getByRole('searchbox').fill('example/way');
  await bar.getByText('– of 2').waitFor();
  // a match must not cross from one block into the next
  await bar.getByRole('searchbox').fill('wordsThe');
  await bar.getByText('Nothing found').waitFor();
  await bar.getByRole('searchbox').press('Escape');
});

test('a hit comes into sight: at the end of a long answer, in the output of a folded call, behind a letter that grows', async () => {
  await on.start({ model: 'offline/echo', permission_mode: 'auto' });
  await on.run(`say ${'a paragraph without an end, '.repeat(300)} and the pin`);
  await on.run('run seq 1 40; printf "de%s\\n" ep; seq 1 20');
  await on.run('say \u0130\u0130\u0130\u0130 behind');
  await on.send(`say ${'more words '.repeat(600)} until here`);
  await page.getByTestId('assistant-text').getByText('until here').waitFor();
  await on.box().focus();
  await page.keyboard.press('Control+f');
  const bar = page.getByRole('search', { name: 'Find in session' });
  const untilMarkInSight = () =>
    page.waitForFunction(() => {
      const { top, bottom } = document.querySelector('[data-testid=transcript]')!.getBoundingClientRect();
      return [...(CSS.highlights.get('find') ?? [])].some((range) => {
        const place = (range as Range).getBoundingClientRect();
        return place.height > 0 && place.top >= top && place.bottom <= bottom;
      });
    });
  for (const words of ['and the pin', 'deep', 'behind']) {
    await bar.getByRole('searchbox').fill(words);
    await bar.getByText(/^– of \d$/).waitFor();
    const count = Number(((await bar.getByRole('status').textContent()) ?? '').split(' ').at(-1));
    for (let step = 0; step < count; step += 1) {
      await page.keyboard.press('Enter');
      await untilMarkInSight();
    }
  }
});

test('the icon says what waits, and a failed or unseen end', async () => {
  const { id } = await site.daemon.createSession({ agent_config: { model: 'offline/echo' } });
  await page.goto(`${site.daemon.baseUrl}/inbox`);
  const icon = (name: string) => page.waitForSelector(`link[rel=icon][href$="${name}.svg"]`, { state: 'attached' });
  await site.daemon.call('POST', `/api/v1/sessions/${id}/prompts`, {
    body: { content: [{ type: 'text', text: 'run echo hi > hi' }] },
  });
  await icon('icon-waiting');
  await page.getByTestId('inbox-card').getByRole('button', { name: 'Approve', exact: true }).click();
  await icon('icon-done');
});

// must be the last test: the test daemon's client keeps using the first token
test('another token is asked for, and the draft is still there afterwards', async () => {
  const id = await on.start();
  await on.box().fill('half a thought');
  const second = await site.open('/inbox', { context: page.context(), token: null });
  await untilOnline(second);
  const token = await rotateTokenIn(site.daemon.home);
  const field = page.getByRole('textbox', { name: 'Access token or link' });
  // the server closes the socket when it next checks the token
  await field.waitFor();
  await second.getByRole('textbox', { name: 'Access token or link' }).waitFor();
  await field.fill(token);
  await button('Connect').click();
  await untilOnline(page);
  expect(await on.box().inputValue()).toBe('half a thought');
  expect(new URL(page.url()).pathname).toBe(`/sessions/${id}`);
  // the other tab takes the new one
  await untilOnline(second);
  expect(new URL(second.url()).pathname).toBe('/inbox');
  await second.close();
});
