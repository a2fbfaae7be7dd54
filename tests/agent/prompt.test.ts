/** The system prompt: its blocks, their order and sizes, and the facts it is built from. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { gatherPromptFacts, renderSystemPrompt, type PromptFacts } from '../../daemon/agent/prompt.js';
import { toolTable } from '../../schemas/generated/tools.js';

const facts: PromptFacts = {
  productName: 'Agent',
  interactive: true,
  os: 'Linux',
  shell: '/bin/bash',
  cwd: '/w',
  git: true,
  listing: 'a.ts',
  additional: [],
  instructions: '',
  skills: '',
  agents: '',
  now: () => 'today',
};

describe('the sandbox', () => {
  const blockOf = (more: Partial<PromptFacts>): string =>
    renderSystemPrompt({ ...facts, ...more })
      .split('\n')
      .filter((line) => /Commands (?:run in a sandbox|are read-only)/.test(line))
      .join('\n');

  test('is said in at most 600 chars, however it is set up, and only where it is', () => {
    expect(blockOf({})).toBe('');
    expect(blockOf({ readsOnly: true })).toBe('Commands are read-only: writing fails.');
    for (const network of ['ask', 'off', 'host'] as const)
      for (const mayLeave of [true, false])
        for (const readsOnly of [true, false]) {
          const text = blockOf({ sandbox: { network, mayLeave }, readsOnly });
          expect(text).toMatch(/^Commands run in a sandbox\. .*Do not look for ways around it\.$/);
          expect({ text, isShort: text.length <= 600 }).toEqual({ text, isShort: true });
          expect(text.includes('leave_sandbox')).toBe(mayLeave);
          expect(text.includes('localhost is shared')).toBe(network !== 'host');
          expect(text.includes('approved hosts')).toBe(network === 'ask');
        }
  });
});

describe('renderSystemPrompt', () => {
  test('the blocks stand in their order', () => {
    const text = renderSystemPrompt({
      ...facts,
      additional: [{ path: '/more', listing: 'b.ts' }],
      instructions: '<!-- /w/AGENTS.md -->\nbe kind',
    });
    const places = [
      'You are Agent',
      '# Conduct',
      '# Tools',
      '# Context',
      '# Environment',
      '# Working directory\na.ts',
      '# Additional directories\n\n/more\nb.ts',
      '# Project instructions',
      'be kind',
    ].map((part) => text.indexOf(part));
    expect(places).not.toContain(-1);
    expect(places).toEqual([...places].sort((a, b) => a - b));
  });

  test.each([
    'language the user writes in',
    'Act:',
    'smallest change',
    'never commit, push',
    'conventions',
    'Verify by running',
    'Report plainly what failed',
    'dedicated tools',
    'in parallel',
    '`<system>`',
    '`<system-reminder>`',
    'web pages',
    'summary',
    'System: Linux',
    'Shell: /bin/bash',
    'Working directory: /w',
    'Git repository: yes',
  ])('it says: %s', (part) => expect(renderSystemPrompt(facts)).toContain(part));

  test.each<[string, Partial<PromptFacts>, string, string]>([
    ['unattended', { interactive: false }, 'No user is there', 'The user is present'],
    ['no repository', { git: false }, 'Git repository: no', 'Git repository: yes'],
    ['Windows', { os: 'Windows 11' }, 'POSIX shell', 'nothing of this'],
    ['another name', { productName: 'Helper' }, 'You are Helper,', 'Agent'],
    ['a body of its own', { body: 'You are a poet.\n' }, 'You are a poet.\n\n# Environment', '# Conduct'],
    ['a blank body', { body: ' \n' }, '# Conduct', 'nothing of this'],
  ])('%s', (_name, change, has, lacks) => {
    const text = renderSystemPrompt({ ...facts, ...change });
    expect(text).toContain(has);
    expect(text).not.toContain(lacks);
  });

  test('Linux hears nothing of POSIX shells, an empty list makes no heading', () => {
    const text = renderSystemPrompt(facts);
    for (const part of ['POSIX', '# Additional', '# Project']) expect(text).not.toContain(part);
  });

  test('the fixed part is small, and so is the whole request of a first message', () => {
    const bytes = Buffer.byteLength(renderSystemPrompt({ ...facts, listing: '' }));
    expect(bytes).toBeLessThan(2_000);
    const tools = Object.entries(toolTable).map(([name, tool]) => ({ type: 'function', function: { name, ...tool } }));
    expect(bytes + Buffer.byteLength(JSON.stringify(tools)) + 500).toBeLessThan(10_700);
  });
});

describe('gatherPromptFacts', () => {
  let base = '';
  beforeAll(() => {
    base = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'prompt-')));
    for (const directory of ['home', 'work/.git', 'more']) mkdirSync(path.join(base, directory), { recursive: true });
    writeFileSync(path.join(base, 'work/AGENTS.md'), 'be kind');
    writeFileSync(path.join(base, 'more/b.ts'), '');
    mkdirSync(path.join(base, 'work/.agent-code/AGENTS.md'), { recursive: true });
  });
  afterAll(() => rmSync(base, { recursive: true, force: true }));

  test('it reads the directories and the instructions', async () => {
    const cwd = path.join(base, 'work');
    const more = path.join(base, 'more');
    const now = () => 'today';
    const gathered = await gatherPromptFacts({
      productName: 'Agent',
      interactive: false,
      os: 'Linux',
      shell: '/bin/sh',
      cwd,
      directories: [cwd, more],
      home: path.join(base, 'home/.agent-code'),
      userHome: path.join(base, 'home'),
      body: 'own',
      now,
    });
    expect(gathered.facts).toEqual({
      productName: 'Agent',
      interactive: false,
      os: 'Linux',
      shell: '/bin/sh',
      cwd,
      git: true,
      listing: 'AGENTS.md\n.agent-code/ .git/ (hidden)',
      additional: [{ path: more, listing: 'b.ts' }],
      instructions: `<!-- ${cwd}/AGENTS.md -->\nbe kind`,
      body: 'own',
      now,
    });
    expect(gathered.warnings).toEqual([
      { code: 'agents-md-skipped', message: expect.stringContaining('regular file'), severity: 'warning' },
    ]);
  });

  test('a directory that is gone costs its listing, nothing else', async () => {
    const cwd = path.join(base, 'gone');
    const { facts: found } = await gatherPromptFacts({
      productName: 'Agent',
      interactive: true,
      os: 'Linux',
      shell: '/bin/sh',
      cwd,
      directories: [cwd],
      home: path.join(base, 'none'),
      userHome: base,
      now: () => '',
    });
    expect(found).toMatchObject({ listing: '(cannot be read)', additional: [], instructions: '' });
  });
});
