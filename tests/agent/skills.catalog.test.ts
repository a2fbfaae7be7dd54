/** The catalog of found skills, placeholders in their texts, the listing, and the built-in ones. */
import { rmSync, utimesSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { builtinSkills, builtinText } from '../../daemon/agent/skills/builtin.js';
import { createSkills, findSkill } from '../../daemon/agent/skills/catalog.js';
import { expandSkill, skillMessage, splitWords } from '../../daemon/agent/skills/expand.js';
import { skillLines, type Skill } from '../../daemon/agent/skills/skill.js';
import { at, bundle, places, put, skillText, useSkills } from './skills.fixture.js';

useSkills();

describe('the catalog', () => {
  const own = 'work/.agent-code/skills';

  test('the same answer while nothing changes; each change is seen', async () => {
    const skills = createSkills();
    const now = async () =>
      (await skills.of(places())).skills.map(({ name, description }) => `${name}: ${description}`);
    const first = await skills.of(places());
    expect(await skills.of(places())).toBe(first);
    // a directory that did not exist before
    bundle(own, 'a');
    expect(await now()).toEqual(['a: about a']);
    const second = await skills.of(places());
    expect(await skills.of(places())).toBe(second);
    bundle(own, 'b');
    expect(await now()).toEqual(['a: about a', 'b: about b']);
    put(`${own}/a/SKILL.md`, skillText('a').replace('about', 'more about'));
    expect(await now()).toEqual(['a: more about a', 'b: about b']);
    put(`${own}/flat.md`, 'Flat.');
    put(`${own}/group/x/SKILL.md`, skillText('x'));
    expect(await now()).toEqual(['a: more about a', 'b: about b', 'flat: Flat.', 'x: about x']);
    put(`${own}/group/y/SKILL.md`, skillText('y'));
    rmSync(at(own, 'b'), { recursive: true });
    rmSync(at(own, 'flat.md'));
    expect(await now()).toEqual(['a: more about a', 'x: about x', 'y: about y']);
    // a broken file, then repaired
    put(`${own}/group/x/SKILL.md`, 'broken');
    expect(await now()).toEqual(['a: more about a', 'y: about y']);
    put(`${own}/group/x/SKILL.md`, skillText('x'));
    utimesSync(at(own, 'group/x/SKILL.md'), 1, 1);
    expect(await now()).toEqual(['a: more about a', 'x: about x', 'y: about y']);
    rmSync(at('work/.agent-code'), { recursive: true });
    expect(await now()).toEqual([]);
  });

  test('the text is read when it is asked for', async () => {
    const skills = createSkills();
    const homes = { home: at('home/.agent-code'), userHome: at('home') };
    bundle(own, 'a');
    put(`${own}/flat.md`, 'Flat text.');
    const set = await skills.of(places({ builtin: true }));
    const read = async (name: string) => skills.read(findSkill(set.skills, name) as Skill, homes);
    put(`${own}/a/SKILL.md`, skillText('a', '', 'Changed.'));
    expect(await read('A')).toMatchObject({ name: 'a', body: 'Changed.' });
    expect(await read('flat')).toMatchObject({ body: 'Flat text.' });
    expect(await read('mcp-config')).toMatchObject({ body: expect.stringContaining('# MCP servers') });
    rmSync(at(own, 'a/SKILL.md'));
    expect(await read('a')).toEqual(expect.objectContaining({ problem: expect.stringContaining('ENOENT') }));
    expect(findSkill(set.skills, 'none')).toBeUndefined();
  });
});

describe('placeholders', () => {
  const expand = (body: string, args = '', argumentNames: string[] = []) =>
    expandSkill(body, { args, argumentNames, directory: '/s/d', sessionId: 'session_1' });

  test.each<[string, string, string, string[], string]>([
    ['all arguments', 'Fix $ARGUMENTS now', 'a "b c"', [], 'Fix a &quot;b c&quot; now'],
    ['n-th word', '$ARGUMENTS[0]-$ARGUMENTS[1]-$0-$1', 'a "b c"', [], 'a-b c-a-b c'],
    ['a word that is not there', '[$2][$ARGUMENTS[9]]', 'a', [], '[][]'],
    ['declared names by position', '$file:$line-no:$line', 'f 7', ['file', 'line-no'], 'f:7:$line'],
    ['the longest declared name', '$a-b $a', 'x y', ['a', 'a-b'], 'y x'],
    ['a longer name is another', '$files $ARGUMENTSX $1st', 'f', ['file'], '$files $ARGUMENTSX $1st\n\nARGUMENTS: f'],
    ['places', '${AGENT_SKILL_DIR}/x ${AGENT_SESSION_ID}', '', [], '/s/d/x session_1'],
    ['values are escaped', '$ARGUMENTS', `<a href="x">&'`, [], '&lt;a href=&quot;x&quot;&gt;&amp;&apos;'],
    ['no placeholder: added', 'Do it.', 'a <b>', [], 'Do it.\n\nARGUMENTS: a &lt;b&gt;'],
    ['places do not take arguments', '${AGENT_SKILL_DIR}', 'a', [], '/s/d\n\nARGUMENTS: a'],
    ['no arguments: nothing added', 'Do it.', '  ', [], 'Do it.'],
    ['no arguments: empty values', '[$ARGUMENTS][$0]', '', [], '[][]'],
    ['unknown ones stay', '$ $$ ${X} ${agent_skill_dir} $name', '', [], '$ $$ ${X} ${agent_skill_dir} $name'],
    ['a value is no placeholder', '$0 $1', '$1 ${AGENT_SESSION_ID}', [], '$1 ${AGENT_SESSION_ID}'],
  ])('%s', (_name, body, args, names, text) => expect(expand(body, args, names)).toBe(text));

  test.each([
    ['a b', ['a', 'b']],
    ['  a\t"b c"\n', ['a', 'b c']],
    [`'a "b' "c 'd"`, ['a "b', "c 'd"]],
    ['a\\ b \\"c', ['a b', '"c']],
    ['"a\\"b\\n"', ['a"b\\n']],
    ["'a\\b'", ['a\\b']],
    ['"" x', ['', 'x']],
    ['a"b"c', ['abc']],
    ['"open end', ['open end']],
    ['end\\', ['end\\']],
    ['', []],
  ])('words of %j', (text, words) => expect(splitWords(text)).toEqual(words));

  test('a text that grows without end is cut', () => {
    const text = expand('$ARGUMENTS'.repeat(50_000), 'x'.repeat(50_000));
    expect(text.length).toBeLessThan(101_000);
    expect(text).toMatch(/truncated; read the rest in the file of the skill, in \/s\/d\]$/);
  });

  test('the message of a loaded skill', () => {
    const skill = { name: 's', source: 'user', path: '/s/d/SKILL.md', directory: '/s/d', argumentNames: [] } as const;
    const loaded = { body: 'Do $0.', args: 'a"b', trigger: 'model-tool', sessionId: 'session_1' } as const;
    const given = { ...skill, argumentNames: [], type: 'prompt' };
    expect(skillMessage({ ...loaded, skill: given })).toBe(
      '<skill-loaded name="s" trigger="model-tool" source="user" dir="/s/d" args="a&quot;b">\nDo ab.\n</skill-loaded>',
    );
    const flow = skillMessage({ ...loaded, skill: { ...given, type: 'flow' }, trigger: 'user-slash' });
    expect(flow).toContain('step by step');
  });
});

describe('the listing', () => {
  const skill = (name: string, more: Partial<Skill> = {}): Skill => ({
    name,
    description: `about ${name}`,
    source: 'user',
    path: `/s/${name}/SKILL.md`,
    type: 'prompt',
    disableModelInvocation: false,
    argumentNames: [],
    ...more,
  });

  test('name, description, when, location; only what the model may load', () => {
    expect(
      skillLines([
        skill('a'),
        skill('b', { whenToUse: 'in spring', path: 'builtin:b' }),
        skill('c', { disableModelInvocation: true }),
        skill('d', { type: 'flow' }),
        skill('e', { type: 'widget' }),
      ]),
    ).toBe('- a: about a (/s/a/SKILL.md)\n- b: about b When: in spring (builtin:b)');
    expect(skillLines([skill('c', { type: 'flow' })])).toBe('');
  });

  test('at most 250 chars of a description', () => {
    const line = skillLines([skill('a', { description: 'x'.repeat(300) })]);
    expect(/: (x+…) /.exec(line)?.[1]).toHaveLength(250);
  });

  test('a great many are cut', () => {
    const many = Array.from({ length: 500 }, (_, each) => skill(`s${each}`, { description: 'y'.repeat(250) }));
    const lines = skillLines(many).split('\n');
    expect(lines.at(-1)).toBe(`- … and ${500 - (lines.length - 1)} more`);
    expect(lines.join('\n').length).toBeLessThan(33_000);
  });
});

describe('built-in skills', () => {
  test.each(builtinSkills.map((skill) => [skill.name, skill] as const))(
    '%s has a short text without placeholders',
    (name, skill) => {
      const text = builtinText(name) ?? '';
      expect(text.length).toBeGreaterThan(1_000);
      expect(text.length).toBeLessThan(5_000);
      expect(text).not.toContain('$');
      expect(skill.path).toBe(`builtin:${name}`);
      expect(skill.description.length).toBeLessThan(100);
    },
  );
});
