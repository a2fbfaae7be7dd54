/** How typed text is read: as a command, a skill, a typing mistake or text; and what completion offers. */
import { describe, expect, test } from '@jest/globals';
import { parseTyped, skillsIn, type Typed } from '../../client/commands/parse.js';
import { suggestNames, suggestSkills } from '../../client/commands/suggest.js';
import { english as words } from '../../client/commands/texts.js';

const skills = ['deploy', 'docs.write', 'help', 'review'];
const parse = (text: string, surface: 'terminal' | 'page' | 'editor' = 'terminal') => {
  const typed: Typed = parseTyped(text, { surface, skills });
  if (typed.kind === 'command') return { command: typed.command.name, args: typed.args };
  if (typed.kind === 'skill') return { skill: typed.name, args: typed.args };
  return typed.kind === 'suggestion' ? typed.hint : typed.kind;
};

describe('what was typed', () => {
  test.each([
    ['/compact', { command: 'compact', args: '' }],
    ['/compact  keep the names \n', { command: 'compact', args: 'keep the names' }],
    ['/compact keep\nboth lines', { command: 'compact', args: 'keep\nboth lines' }],
    ['/q', { command: 'exit', args: '' }],
    ['/?', { command: 'help', args: '' }],
    ['/rewind 2', { command: 'undo', args: '2' }],
    ['/deploy now', { skill: 'deploy', args: 'now' }],
    ['/skill:deploy', { skill: 'deploy', args: '' }],
    ['/docs.write a page', { skill: 'docs.write', args: 'a page' }],
    // a command of the program comes before a skill, which the long form reaches
    ['/help', { command: 'help', args: '' }],
    ['/skill:help', { skill: 'help', args: '' }],
    ['/comapct', 'Did you mean /compact?'],
    ['/COMPACT', 'Did you mean /compact?'],
    ['/deplpy', 'Did you mean /deploy?'],
    ['/comapct the tables', 'text'],
    ['/home/ada/notes.txt', 'text'],
    ['/skill:unknown', 'text'],
    ['/constructor', 'text'],
    ['/', 'text'],
    ['/ help', 'text'],
    [' /help', 'text'],
    ['say /help', 'text'],
    ['', 'text'],
  ])('%j', (text, expected) => {
    expect(parse(text)).toEqual(expected);
  });

  test('a command of the terminal is known to the page, which refuses it; for an editor it is text', () => {
    expect(parse('/exit', 'page')).toEqual({ command: 'exit', args: '' });
    expect(parse('/exit', 'editor')).toBe('text');
    expect(parse('/compat', 'editor')).toBe('text');
    expect(parse('/undo', 'editor')).toEqual({ command: 'undo', args: '' });
  });

  test('a very long word is text at once', () => {
    expect(parse(`/${'x'.repeat(100_000)}`)).toBe('text');
  });

  test('skills inside a prompt are loaded with it, each once', () => {
    expect(skillsIn('first /review this, then /skill:deploy and /review again', skills)).toEqual([
      { name: 'review' },
      { name: 'deploy' },
    ]);
    expect(skillsIn('see src/review or /unknown or x/review', skills)).toEqual([]);
  });
});

describe('completion of names', () => {
  const named = skills.map((name) => ({ name, description: `The skill ${name}.` }));
  const texts = (typed: string, surface: 'terminal' | 'editor' = 'terminal') =>
    suggestNames(typed, { surface, skills: named, words }).map(({ text }) => text);

  test('offers everything for a slash, commands before skills', () => {
    const all = texts('/');
    expect(all.length).toBeGreaterThan(50);
    expect(all.slice(-3)).toEqual(['/deploy', '/docs.write', '/review']);
    expect(all.filter((text) => text === '/help')).toHaveLength(1);
  });

  test.each([
    ['/mod', '/model'],
    ['/undo', '/undo'],
    ['/rew', '/undo'],
    ['/thinking', '/effort'],
    ['/dir', '/add-dir'],
    ['/cmpt', '/compact'],
    ['/quota', '/usage'],
    ['/q', '/exit'],
    ['/h', '/help'],
    ['/MOD', '/model'],
    ['/write', '/docs.write'],
  ])('%s finds %s first', (typed, text) => {
    expect(texts(typed)[0]).toBe(text);
  });

  test('what fits nothing offers nothing', () => {
    expect(texts('/zzzz')).toEqual([]);
  });

  test('a word that only a description holds is marked: it is not taken for the command', () => {
    const named = (typed: string) => suggestNames(typed, { surface: 'terminal', skills: [], words });
    expect(named('/summary')).toEqual([expect.objectContaining({ text: '/compact', isRelated: true })]);
    expect(named('/compact')[0]).not.toHaveProperty('isRelated');
    expect(suggestSkills('/skill', [{ name: 'deploy', description: 'A skill' }])).toEqual([
      expect.objectContaining({ text: '/deploy', isRelated: true }),
    ]);
  });

  test('an editor is offered its own commands', () => {
    expect(texts('/ex', 'editor')).not.toContain('/exit');
    expect(texts('/sta', 'editor')[0]).toBe('/status');
  });

  test('the row shows name, arguments, aliases and one line', () => {
    const [undo] = suggestNames('/undo', { surface: 'terminal', skills: [], words });
    expect(undo).toEqual({
      kind: 'command',
      text: '/undo',
      label: '/undo [n] (/rewind)',
      description: 'Go back to before a prompt, or take the last n back',
    });
  });

  test('inside a prompt there are skills alone', () => {
    expect(suggestSkills('/rev', named).map(({ text }) => text)).toEqual(['/review']);
    expect(suggestSkills('/', named)).toHaveLength(4);
  });
});
