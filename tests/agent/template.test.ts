/** The variables of agent files and skills, and what the prompt adds to a body. */
import { describe, expect, test } from '@jest/globals';
import { fillTemplate, mentionedIn, renderSystemPrompt, type PromptFacts } from '../../daemon/agent/prompt.js';
import { levelOf } from '../../daemon/agent/skills/expand.js';

const facts: PromptFacts = {
  productName: 'Helper',
  interactive: true,
  os: 'linux',
  shell: '/bin/bash',
  cwd: '/w',
  git: true,
  listing: 'a.ts',
  additional: [{ path: '/more', listing: 'b.ts' }],
  instructions: '<!-- /w/AGENTS.md -->\nbe kind',
  skills: '- x: about x (/x)',
  agents: '- helper: helps',
  now: () => 'Saturday 2025-03-01 09:00 (UTC)',
};
const render = (body: string, more: Partial<PromptFacts> = {}) => renderSystemPrompt({ ...facts, ...more, body });
const without = { additional: [], instructions: '', skills: '', agents: '' };

describe('variables', () => {
  test.each<[string, string]>([
    ['product_name', 'Helper'],
    ['cwd', '/w'],
    ['cwd_listing', 'a.ts'],
    ['os', 'linux'],
    ['shell', '/bin/bash'],
    ['now', 'Saturday 2025-03-01 09:00 (UTC)'],
    ['agents_md', '<!-- /w/AGENTS.md -->\nbe kind'],
    ['skills', '- x: about x (/x)'],
    ['additional_dirs_info', '/more\nb.ts'],
    ['windows_notes', ''],
    ['additional_dirs_section', '# Additional directories\n\n/more\nb.ts'],
  ])('${%s}', (name, value) => expect(render(`[\${${name}}]`).startsWith(`[${value}]`)).toBe(true));

  test('${skills_section} has its heading', () => {
    expect(render('[${skills_section}]')).toMatch(/^\[# Skills\n[^]*- x: about x \(\/x\)\]/);
    expect(render('[${skills_section}]', without)).toMatch(/^\[\]/);
  });

  test('${base_prompt} is the whole prompt that stands without a body, and nothing is added to it', () => {
    expect(render('${base_prompt}')).toBe(renderSystemPrompt(facts));
    expect(render('Before. ${base_prompt} After.')).toBe(`Before. ${renderSystemPrompt(facts)} After.`);
  });

  test('${windows_notes} only there', () =>
    expect(render('[${windows_notes}]', { os: 'win32' })).toMatch(/^\[- Commands run in a POSIX/));

  test.each([
    ['unknown names stay', 'a ${unknown} ${CWD} ${ cwd } ${cwd', 'a ${unknown} ${CWD} ${ cwd } ${cwd'],
    ['a bare dollar is nothing special', '$ $$ $cwd $5 ${} $', '$ $$ $cwd $5 ${} $'],
    ['a value that does not exist is empty', '[${agents_md}${skills}${additional_dirs_info}]', '[]'],
  ])('%s', (_name, body, text) => expect(render(body, without).startsWith(`${text}\n\n# Environment`)).toBe(true));

  test('a value is never read for variables', () => {
    expect(render('${cwd_listing}|', { listing: '${cwd} $& $1' })).toContain('${cwd} $& $1|');
    expect(fillTemplate('${cwd}', { cwd: '${os}' } as Parameters<typeof fillTemplate>[1])).toBe('${os}');
    expect([...mentionedIn('${cwd} ${nope} ${os} ${cwd}')]).toEqual(['cwd', 'os']);
  });
});

describe('what a body does not mention is added', () => {
  const blocks = [
    '# Environment',
    '# Working directory',
    '# Additional directories',
    '# Project instructions',
    '# Skills',
  ];
  const added = (body: string) => blocks.filter((block) => render(body).includes(`\n\n${block}`));

  test.each<[string, string[]]>([
    ['Be brief.', blocks],
    ['In ${cwd}.', blocks],
    ['${os}', blocks.slice(1)],
    ['${shell}', blocks.slice(1)],
    ['${cwd_listing}', blocks.filter((block) => block !== '# Working directory')],
    ['${additional_dirs_info}', blocks.filter((block) => block !== '# Additional directories')],
    ['${additional_dirs_section}', blocks.filter((block) => block !== '# Additional directories')],
    ['${agents_md}', blocks.filter((block) => block !== '# Project instructions')],
    ['${skills}', blocks.filter((block) => block !== '# Skills')],
    ['${skills_section}', blocks.filter((block) => block !== '# Skills')],
  ])('%s', (body, expected) => {
    // the section itself comes first, without a blank line before it
    expect(added(body)).toEqual(expected);
  });

  test('identity, conduct, tool guidance and context note are replaced', () => {
    const text = render('Be brief.');
    expect(text.startsWith('Be brief.\n\n# Environment')).toBe(true);
    for (const part of ['You are Helper', '# Conduct', '# Tools', '# Context']) expect(text).not.toContain(part);
  });
});

describe('how deep skills call for skills', () => {
  const skill = (name: string, text: string) => ({
    name,
    text: `<skill-loaded name="${name}">\n${text}\n</skill-loaded>`,
  });

  test.each<[string, ReturnType<typeof skill>[], number]>([
    ['x', [], 1],
    ['x', [skill('a', 'nothing of it')], 1],
    ['x', [skill('a', 'load X first')], 2],
    ['x', [skill('a', 'load x-ray or ax')], 1],
    ['x', [skill('a', 'load p.x or x.p')], 1],
    ['x', [skill('a', 'Load x.')], 2],
    ['x', [skill('a', 'use b'), skill('b', 'use x')], 3],
    ['x', [skill('b', 'use x'), skill('a', 'use b')], 2],
    ['x', [skill('a', 'use b'), skill('b', 'use c'), skill('c', 'use x')], 4],
    // the tag around a skill does not count, its text does
    ['x', [skill('x', 'done')], 1],
    ['x', [skill('x', 'use x again')], 2],
    ['x', [skill('x', 'use x'), skill('x', 'use x'), skill('x', 'use x')], 4],
  ])('%s after %j: level %d', (name, loaded, level) => expect(levelOf(name, loaded)).toBe(level));
});
