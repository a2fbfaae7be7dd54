/** Hostile texts from every source: none runs code, loads a resource, or draws outside of its block (web.md 9). */
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { modelEnv, until } from '../helpers/daemon.js';
import { programEntry } from '../helpers/mcpserver.js';
import { startModel, type ScriptedModel } from '../helpers/model.js';
import { openSite, untilOnline, type Site } from './harness.js';
import { canaryHost, hostileStrings } from './hostilestrings.js';

const perTurn = 10;
const rounds = hostileStrings.length / perTurn;
const batch = (round: number): string => hostileStrings.slice(round * perTurn, (round + 1) * perTurn).join('\n\n');

let model: ScriptedModel;
let site: Site;
let page: Page;
beforeAll(async () => {
  model = await startModel();
  model.answer(({ messages }) => {
    const round = /round (\d+)/.exec(JSON.stringify(messages.at(-1)))?.[1];
    if (round !== undefined) return { text: batch(Number(round)) };
    return { error: { status: 400, message: hostileStrings.slice(0, 30).join('\n') } };
  });
  site = await openSite({ env: modelEnv(model.baseUrl) });
  page = await site.open('/', { height: 20_000 });
  await untilOnline(page);
  page.on('dialog', () => hits.push('a dialog'));
  page.on('popup', () => hits.push('a window'));
}, 60_000);
afterAll(async () => {
  await site?.close();
  await model?.close();
});
afterEach(() => site.expectClean());

const hits: string[] = [];

/** Expects that the shown content runs no code, loads and submits nothing, and sets no names and no styles. */
async function expectHarmless(): Promise<void> {
  const found = await page.evaluate((host) => {
    const all = [...document.querySelectorAll('#page *, dialog *')];
    const forbidden =
      /^(script|iframe|frame|object|embed|link|base|meta|style|audio|portal|animate|set|foreignobject|use)$/i;
    const isOwn = (url: string): boolean => ['blob:', 'data:'].includes(new URL(url, location.href).protocol);
    return [
      ...('canary' in window ? [`it ran: ${String(window.canary)}`] : []),
      ...('canary' in {} ? ['the prototype was changed'] : []),
      ...all.flatMap((each) => {
        const name = `${each.tagName} ${each.outerHTML.slice(0, 120)}`;
        const attributes = each.getAttributeNames();
        const source = each.getAttribute('src') ?? each.getAttribute('data') ?? each.getAttribute('poster');
        const inContent = each.closest('[data-testid=assistant-text], [data-testid=user-message], .call-body') !== null;
        return [
          ...(forbidden.test(each.tagName) ? [`forbidden: ${name}`] : []),
          ...(attributes.some((attribute) => /^on|^srcdoc$|^formaction$|^action$/i.test(attribute))
            ? [`acts: ${name}`]
            : []),
          ...(source !== null && source !== '' && !isOwn(source) ? [`loads: ${name}`] : []),
          ...(inContent && each.id !== '' && !/^P\d/.test(each.id) ? [`named: ${name}`] : []),
          ...(inContent && /url\(/i.test(each.getAttribute('style') ?? '') ? [`styled: ${name}`] : []),
        ];
      }),
      ...[...document.querySelectorAll('a[href]')].flatMap((link) => {
        const { protocol, origin, rel, target, textContent } = link as HTMLAnchorElement;
        if (origin === location.origin) return [];
        const isSafe = ['http:', 'https:', 'mailto:'].includes(protocol) && /noopener/.test(rel) && target === '_blank';
        const isNamed =
          (link as HTMLAnchorElement).hostname !== host || link.parentElement?.textContent?.includes(host);
        return isSafe && isNamed ? [] : [`link: ${protocol} ${rel} ${target} ${textContent}`];
      }),
    ];
  }, canaryHost);
  expect([...found, ...hits]).toEqual([]);
}

/** Expects that the content stays inside the transcript, without horizontal scrolling. */
async function expectInside(): Promise<void> {
  const wide = await page.evaluate(() => {
    const place = document.querySelector('[data-testid=transcript]');
    const width = document.documentElement.clientWidth;
    return [place, document.documentElement].flatMap((each) =>
      each && each.scrollWidth > Math.max(each.clientWidth, width) ? [`${each.tagName} ${each.scrollWidth}`] : [],
    );
  });
  expect(wide).toEqual([]);
}

const control = /[\u202A-\u202E\u2066-\u2069\u200B\uFEFF]/;

test('prompts and answers', async () => {
  // few turns in each session, so that the window shows all of them
  for (let first = 0; first < rounds; first += 4) {
    const { id } = await site.daemon.createSession({ title: 'Hostile' });
    for (let round = first; round < first + 4; round += 1)
      await site.daemon.prompt(id, `round ${round}\n${batch(round).toWellFormed()}`);
    await site.daemon.waitForEnd(id);
    await page.goto(`${site.daemon.baseUrl}/sessions/${id}`);
    await page.getByTestId('turn-usage').last().waitFor();
    await expectHarmless();
    await expectInside();
  }
  expect(await page.getByText('<script>').count()).toBeGreaterThan(0);
}, 60_000);

test('commands, their approvals, their output, and errors of the model', async () => {
  const { id } = await site.daemon.createSession({ agent_config: { model: 'offline/echo' } });
  writeFileSync(join(site.daemon.cwd, 'hostile.txt'), hostileStrings.join('\n').replaceAll('\0', ''));
  await site.daemon.run(id, 'read hostile.txt');
  await page.goto(`${site.daemon.baseUrl}/sessions/${id}`);
  await page.getByTestId('tool-call').getByRole('button').first().click();
  await page.getByText('window.canary').first().waitFor();
  await expectHarmless();
  await expectInside();
  await site.daemon.prompt(
    id,
    `call Bash ${JSON.stringify({ command: `echo \u202Egpj.exe ${hostileStrings[1]}`, description: hostileStrings[2] })}`,
  );
  const panel = page.getByTestId('approval');
  await panel.waitFor();
  await expectHarmless();
  const shown = (await panel.textContent()) ?? '';
  expect(shown).toContain('⟦U+202E⟧');
  expect(shown).not.toMatch(control);
  await panel.getByRole('button', { name: 'Reject', exact: true }).click();
  await panel.waitFor({ state: 'detached' });

  const { id: failed } = await site.daemon.createSession();
  await site.daemon.run(failed, 'anything');
  await page.goto(`${site.daemon.baseUrl}/sessions/${failed}`);
  await page.getByTestId('turn-error').waitFor();
  await expectHarmless();
}, 60_000);

test('titles, names of files, addresses and what is searched for', async () => {
  for (const text of hostileStrings.slice(0, 45)) {
    const answer = await site.daemon.ask('createSession', {
      body: { metadata: { cwd: site.daemon.cwd }, title: text.toWellFormed().slice(0, 150) },
    });
    expect([0, 40001]).toContain(answer.code);
    const name = text.replace(/[/\0]/g, '_').toWellFormed().slice(0, 60);
    writeFileSync(join(site.daemon.cwd, name), 'x');
  }
  mkdirSync(join(site.daemon.cwd, '<img src=x onerror=window.canary=1>'));
  const { id } = await site.daemon.createSession({ title: `<b>bold</b> \u202Etitle` });
  for (const path of ['/', '/sessions', `/sessions/${id}?panel=files`]) {
    await page.goto(`${site.daemon.baseUrl}${path}`);
    await page.getByText('<b>bold</b>').first().waitFor();
    await expectHarmless();
    expect(await page.locator('[data-testid=session-item]').allTextContents()).not.toContainEqual(
      expect.stringMatching(control),
    );
  }
  const files = page.getByRole('complementary', { name: 'Files' }).getByRole('treeitem');
  await files.first().waitFor();
  expect(await files.allTextContents()).not.toContainEqual(expect.stringMatching(control));
  for (const path of [
    `/search?q=${encodeURIComponent('<img src=x onerror=window.canary=1>')}`,
    `/sessions/${encodeURIComponent('"><script>canary=1</script>')}`,
    `/sessions/${id}?panel=javascript:1&file=${encodeURIComponent('<svg onload=window.canary=1>')}&turn=NaN&task=../..`,
    `/settings/${encodeURIComponent('<svg onload=canary=1>')}`,
    `/new?cwd=${encodeURIComponent('/<img src=x onerror=window.canary=1>')}`,
  ]) {
    await page.goto(`${site.daemon.baseUrl}${path}`);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await expectHarmless();
  }
}, 60_000);

test('the browser refuses what makes markup or code of a text, also where a library would do it', async () => {
  await page.goto(site.daemon.baseUrl);
  await untilOnline(page);
  site.expectClean();
  const outcomes = await page.evaluate(() => {
    const text = '<b>canary</b>';
    const script = document.createElement('script');
    const tries: (() => unknown)[] = [
      () => (document.body.innerHTML = text),
      () => document.body.insertAdjacentHTML('beforeend', text),
      () => document.createRange().createContextualFragment(text),
      () => new DOMParser().parseFromString(text, 'text/html'),
      () => (document.createElement('iframe').srcdoc = text),
      () => (script.src = '/canary.js'),
      () => (script.text = 'window.canary = 1'),
      () => new Worker('/canary.js'),
    ];
    return tries.map((attempt) => {
      try {
        attempt();
        return 'done';
      } catch (error) {
        return (error as Error).name;
      }
    });
  });
  expect(outcomes.filter((outcome) => outcome !== 'TypeError')).toEqual([]);
  // the browser reports each violation as a console message and an event
  const findings: string[] = [];
  await until('the events of the policy', () => {
    findings.push(...site.takeFindings());
    return findings.length >= 2 * outcomes.length || undefined;
  });
  expect(findings.filter((each) => each.startsWith('console: policy: '))).toHaveLength(outcomes.length);
  expect(findings.filter((each) => !/policy|Trusted/i.test(each))).toEqual([]);
  await expectHarmless();
});

test('names and texts of MCP servers and their tools', async () => {
  const tools = hostileStrings.slice(0, 43).map((text, at) => ({
    name: `${at} ${text.toWellFormed().slice(0, 80)}`,
    title: text.toWellFormed().slice(0, 200),
    description: text.toWellFormed(),
    inputSchema: { type: 'object' as const },
  }));
  const servers = {
    hostile: await programEntry({ tools: ['echo'], more: tools, instructions: hostileStrings[0] }),
    '<img src=x onerror=window.canary=1>': { command: '/nonexistent/\u202Egpj.exe', args: [hostileStrings[1]] },
    dead: await programEntry({ stderr: hostileStrings.slice(0, 40).join('\n'), diesAtStart: 3 }),
  };
  writeFileSync(join(site.daemon.home, 'mcp.json'), JSON.stringify({ mcpServers: servers }));
  const { id } = await site.daemon.createSession();
  await page.goto(`${site.daemon.baseUrl}/sessions/${id}?panel=details`);
  const details = page.getByRole('complementary', { name: 'Details' });
  await details.getByText('mcp__hostile__echo').first().waitFor();
  await expectHarmless();
  expect((await details.textContent()) ?? '').not.toMatch(control);
  await page.goto(`${site.daemon.baseUrl}/settings/mcp`);
  for (const name of ['hostile', 'dead']) {
    await page.getByRole('button', { name: `Test ${name}`, exact: true }).click();
    const trial = page.getByRole('dialog', { name: `Test ${name}` });
    await trial.getByText(/It works|It does not work/).waitFor();
    await expectHarmless();
    expect((await trial.textContent()) ?? '').not.toMatch(control);
    await page.keyboard.press('Escape');
    await trial.waitFor({ state: 'detached' });
  }
  expect((await page.getByRole('table', { name: 'Tool servers' }).textContent()) ?? '').not.toMatch(control);
}, 60_000);
