import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { builtinSkills, builtinText } from '../../daemon/agent/skills/builtin.js';
import { createSkills, findSkill } from '../../daemon/agent/skills/catalog.js';
import { discoverSkills, type SkillPlaces } from '../../daemon/agent/skills/discover.js';
import { expandSkill, skillMessage, splitWords } from '../../daemon/agent/skills/expand.js';
import { skillLines } from '../../daemon/agent/skills/listing.js';
import { isForModel, isForPeople, type Skill } from '../../daemon/agent/skills/skill.js';

let base = '';
const at = (...parts: string[]) => path.join(base, ...parts);

beforeEach(() => {
  base = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'skills-')));
  mkdirSync(at('work/.git'), { recursive: true });
  mkdirSync(at('work/sub/deep'), { recursive: true });
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

function put(file: string, content: string | Buffer): void {
  mkdirSync(path.dirname(at(file)), { recursive: true });
  writeFileSync(at(file), content);
}

const skillText = (name: string, more = '', body = 'Do it.') =>
  `---\nname: ${name}\ndescription: about ${name}\n${more}\n---\n${body}\n`;
const bundle = (directory: string, name: string, more = '', body?: string) =>
  put(`${directory}/${name}/SKILL.md`, skillText(name, more, body));

const places = (more: Partial<SkillPlaces> = {}): SkillPlaces => ({
  cwd: at('work'),
  home: at('home/.agent-code'),
  userHome: at('home'),
  extra: [],
  mergeAll: true,
  builtin: false,
  ...more,
});
const find = (more: Partial<SkillPlaces> = {}) => discoverSkills(places(more));
const named = async (more: Partial<SkillPlaces> = {}) => (await find(more)).skills.map(({ name }) => name);
/** where each skill was found, below the temporary directory */
const found = async (more: Partial<SkillPlaces> = {}) =>
  (await find(more)).skills.map(({ name, source, path: file }) => `${name} ${source} ${path.relative(base, file)}`);

describe('places', () => {
  test('nothing anywhere gives nothing', async () => {
    expect(await find()).toMatchObject({ skills: [], notices: [] });
  });

  test('project over user over extra over built-in; case is ignored, and the losers are told', async () => {
    bundle('work/.agent-code/skills', 'One');
    bundle('home/.agent-code/skills', 'one');
    bundle('home/.agent-code/skills', 'two');
    bundle('more', 'two');
    bundle('more', 'mcp-config');
    const { skills, notices } = await find({ extra: [at('more')], builtin: true });
    expect(skills.map(({ name, source }) => `${name} ${source}`)).toEqual([
      'One project',
      'custom-theme builtin',
      'mcp-config extra',
      'skill-author builtin',
      'two user',
      'update-config builtin',
    ]);
    expect(notices.map(({ code, severity, message }) => [code, severity, message])).toEqual([
      [
        'skill-skipped',
        'info',
        expect.stringMatching(/home\/.agent-code\/skills\/one\/SKILL.md was skipped: .*work.* goes first/),
      ],
      ['skill-skipped', 'info', expect.stringMatching(/more\/two\/SKILL.md was skipped: .*home.* goes first/)],
    ]);
  });

  test('project: both directories, from cwd up to the root, nearest first; not above the root', async () => {
    for (const directory of ['work/sub/deep', 'work/sub', 'work'])
      for (const kind of ['.agent-code', '.agents']) bundle(`${directory}/${kind}/skills`, 'same');
    bundle('work/sub/.agents/skills', 'middle');
    bundle('work/.agents/skills', 'middle');
    bundle('work/.agents/skills', 'top');
    bundle('.agent-code/skills', 'above');
    expect(await found({ cwd: at('work/sub/deep') })).toEqual([
      'middle project work/sub/.agents/skills/middle/SKILL.md',
      'same project work/sub/deep/.agent-code/skills/same/SKILL.md',
      'top project work/.agents/skills/top/SKILL.md',
    ]);
    // below cwd is not looked at
    expect(await found()).toContain('same project work/.agent-code/skills/same/SKILL.md');
  });

  test('user: the data directory, then ~/.agents; who works there has no second set', async () => {
    bundle('home/.agents/skills', 'a');
    bundle('home/.agents/skills', 'b');
    bundle('home/.agent-code/skills', 'b');
    const expected = ['a user home/.agents/skills/a/SKILL.md', 'b user home/.agent-code/skills/b/SKILL.md'];
    expect(await found()).toEqual(expected);
    expect(await found({ cwd: at('home') })).toEqual(expected);
  });

  test('extra: in order, with ~ and relative to the home of the user', async () => {
    bundle('home/x', 'a');
    bundle('home/y/z', 'a');
    bundle('home/y/z', 'b');
    bundle('else', 'c');
    expect(await found({ extra: ['~/x', 'y/z', at('else'), '~/missing'] })).toEqual([
      'a extra home/x/a/SKILL.md',
      'b extra home/y/z/b/SKILL.md',
      'c extra else/c/SKILL.md',
    ]);
  });

  test('directories of the launch replace project and user; extra and built-in stay', async () => {
    bundle('work/.agent-code/skills', 'p');
    bundle('home/.agent-code/skills', 'u');
    bundle('x', 'e');
    bundle('l1', 'l');
    bundle('l2', 'l');
    bundle('l2', 'm');
    const launch = [at('l1'), at('l2')];
    expect(await found({ launch, extra: [at('x')] })).toEqual([
      'e extra x/e/SKILL.md',
      'l user l1/l/SKILL.md',
      'm user l2/m/SKILL.md',
    ]);
    expect(await named({ launch, builtin: true })).toContain('skill-author');
    expect(await named({ launch, mergeAll: false })).toEqual(['l', 'm']);
  });

  test('merge_all_available_skills = false: only the first existing directory of each group', async () => {
    bundle('work/.agents/skills', 'p1');
    bundle('home/.agent-code/skills', 'u1');
    bundle('home/.agents/skills', 'u2');
    bundle('x', 'e1');
    bundle('y', 'e2');
    const extra = [at('none'), at('x'), at('y')];
    expect(await named({ mergeAll: false, extra })).toEqual(['e1', 'p1', 'u1']);
    expect(await named({ extra })).toEqual(['e1', 'e2', 'p1', 'u1', 'u2']);
    bundle('work/sub/.agent-code/skills', 'p0');
    expect(await named({ mergeAll: false, cwd: at('work/sub') })).toEqual(['p0', 'u1']);
  });

  test('builtin_product_skills = false leaves the built-in ones out', async () => {
    expect(await named({ builtin: true })).toEqual(['custom-theme', 'mcp-config', 'skill-author', 'update-config']);
    expect(await named({ builtin: false })).toEqual([]);
  });
});

describe('bundles and flat files', () => {
  const own = 'work/.agent-code/skills';

  test('depth at most 8; packages and hidden directories are skipped; files of a bundle are its own', async () => {
    bundle(`${own}/1/2/3/4/5/6/7`, 'deep');
    bundle(`${own}/1/2/3/4/5/6/7/8`, 'deeper');
    bundle(`${own}/node_modules`, 'package');
    bundle(`${own}/.hidden`, 'hidden');
    bundle(own, 'plain');
    bundle(`${own}/plain/inner`, 'part');
    put(`${own}/plain/notes.md`, 'more');
    expect(await named()).toEqual(['deep', 'plain']);
  });

  test('a skills directory may itself be a bundle', async () => {
    put('one/SKILL.md', skillText('solo'));
    expect(await found({ launch: [at('one')] })).toEqual(['solo user one/SKILL.md']);
  });

  test('flat files: at the top only; name and description fall back to file name and first line of text', async () => {
    put(`${own}/tidy.md`, '\n# Tidy up the tree\n\nMore.');
    put(`${own}/long.md`, `${'word '.repeat(100)}`);
    put(`${own}/named.md`, skillText('other-name'));
    put(`${own}/bare.md`, '---\nwhenToUse: often\n---\n---\n\n- Look first.\n');
    put(`${own}/deeper/nested.md`, 'never');
    put(`${own}/notes.txt`, 'never');
    const { skills } = await find();
    expect(skills.map(({ name, description }) => [name, description])).toEqual([
      ['bare', 'Look first.'],
      ['long', 'word '.repeat(48).trim()],
      ['other-name', 'about other-name'],
      ['tidy', 'Tidy up the tree'],
    ]);
  });

  test('has-sub-skill: bundles directly below are parent.child, and so on', async () => {
    bundle(own, 'git', 'has-sub-skill: true');
    bundle(`${own}/git`, 'commit');
    bundle(`${own}/git`, 'review', 'has-sub-skill: true');
    bundle(`${own}/git/review`, 'quick');
    bundle(`${own}/git/commit`, 'never');
    bundle(`${own}/git/group`, 'not-direct');
    expect(await named()).toEqual(['git', 'git.commit', 'git.review', 'git.review.quick']);
  });

  test('links are followed, the same real file counts once, loops end', async () => {
    bundle('elsewhere', 'linked');
    mkdirSync(at(own), { recursive: true });
    symlinkSync(at('elsewhere/linked'), at(own, 'a'));
    symlinkSync(at('elsewhere/linked'), at(own, 'b'));
    symlinkSync(at(own), at(own, 'loop'));
    symlinkSync(at(own, 'c'), at(own, 'c'));
    put('elsewhere/flat.md', 'Flat one.');
    symlinkSync(at('elsewhere/flat.md'), at(own, 'flat.md'));
    const { skills, notices } = await find();
    expect(skills.map(({ name, path: file }) => `${name} ${path.relative(at(own), file)}`)).toEqual([
      'flat flat.md',
      'linked a/SKILL.md',
    ]);
    expect(notices).toEqual([]);
  });
});

describe('front matter', () => {
  const read = async (text: string, file = 'work/.agent-code/skills/s/SKILL.md') => {
    put(file, text);
    return find();
  };

  test.each<[string, string, Partial<Skill>]>([
    [
      'nothing but the needed',
      skillText('s'),
      { name: 's', type: 'prompt', disableModelInvocation: false, argumentNames: [] },
    ],
    ['inline is prompt', skillText('s', 'type: inline'), { type: 'prompt' }],
    ['flow', skillText('s', 'type: flow'), { type: 'flow' }],
    ['whenToUse', skillText('s', 'whenToUse: |\n  in\n  spring'), { whenToUse: 'in spring' }],
    ['disableModelInvocation', skillText('s', 'disableModelInvocation: true'), { disableModelInvocation: true }],
    ['disable-model-invocation', skillText('s', 'disable-model-invocation: true'), { disableModelInvocation: true }],
    ['disable_model_invocation', skillText('s', 'disable_model_invocation: true'), { disableModelInvocation: true }],
    ['arguments as list', skillText('s', 'arguments: [file, line-no]'), { argumentNames: ['file', 'line-no'] }],
    ['arguments as text', skillText('s', 'arguments: file  line'), { argumentNames: ['file', 'line'] }],
    ['no arguments', skillText('s', 'arguments: ""'), { argumentNames: [] }],
    ['a byte order mark and Windows lines', `\ufeff${skillText('s').replaceAll('\n', '\r\n')}`, { name: 's' }],
    ['dots and dashes in a name', skillText('a.b-c_D9'), { name: 'a.b-c_D9' }],
    [
      'invisible characters in a description',
      skillText('s').replace('about', 'a\u200bb\u202eout'),
      { description: 'about s' },
    ],
  ])('%s', async (_name, text, skill) => {
    const { skills, notices } = await read(text);
    expect(notices).toEqual([]);
    expect(skills).toEqual([expect.objectContaining(skill)]);
  });

  test.each<[string, string | Buffer, RegExp]>([
    ['no front matter', 'Do it.', /no name/],
    ['no name', '---\ndescription: d\n---\nDo it.', /no name/],
    ['no description', '---\nname: s\n---\nDo it.', /no description/],
    ['a blank description', '---\nname: s\ndescription: " "\n---\nDo it.', /no description/],
    ['no text', '---\nname: s\ndescription: d\n---\n', /no text/],
    ['a bad name', skillText('../s'), /name: must match/],
    ['only dots', skillText('..'), /name: must match/],
    ['no YAML', skillText('s', 'a: b: c'), /no YAML: line 4/],
    ['not closed', '---\nname: s\nDo it.', /no closing line/],
    ['UTF-16', Buffer.from(`\ufeff${skillText('s')}`, 'utf16le'), /not UTF-8/],
    ['UTF-16 without a mark', Buffer.from(skillText('s'), 'utf16le'), /not UTF-8/],
    ['Latin-1', Buffer.from(skillText('s').replace('Do', 'é'), 'latin1'), /not UTF-8/],
    ['over 1 MiB', skillText('s', '', 'x'.repeat(1024 * 1024)), /larger than 1 MiB/],
  ])('%s is skipped with a warning that names the file', async (_name, text, problem) => {
    put('work/.agent-code/skills/other/SKILL.md', skillText('other'));
    put('work/.agent-code/skills/s/SKILL.md', text);
    const { skills, notices } = await find();
    expect(skills.map(({ name }) => name)).toEqual(['other']);
    expect(notices).toEqual([
      {
        code: 'skill-skipped',
        severity: 'warning',
        message: expect.stringContaining(at('work/.agent-code/skills/s/SKILL.md')),
      },
    ]);
    expect(notices[0]?.message).toMatch(problem);
  });

  test.each<[string, (file: string) => void, RegExp]>([
    ['a pipe', (file) => execFileSync('mkfifo', [file]), /not a regular file/],
    ['a link to a device', (file) => symlinkSync('/dev/zero', file), /not a regular file/],
    ['a link to nothing', (file) => symlinkSync(`${file}.none`, file), /cannot be read \(ENOENT\)/],
    ['a link to itself', (file) => symlinkSync(file, file), /cannot be read \(ELOOP\)/],
    [
      'a link to a secret',
      (file) => (put('home/.netrc', 'machine m'), symlinkSync(at('home/.netrc'), file)),
      /sensitive/,
    ],
  ])('%s is skipped with a warning', async (_name, make, problem) => {
    for (const file of ['s/SKILL.md', 'flat.md']) {
      const whole = at('work/.agent-code/skills', file);
      mkdirSync(path.dirname(whole), { recursive: true });
      make(whole);
    }
    const { skills, notices } = await find();
    expect(skills).toEqual([]);
    expect(notices).toHaveLength(2);
    for (const { message } of notices) expect(message).toMatch(problem);
  });

  test('a flat file with an impossible name is skipped', async () => {
    const { notices } = await read('Text.', 'work/.agent-code/skills/my skill.md');
    expect(notices[0]?.message).toMatch(/my skill is no name for a skill/);
  });

  test('an unknown type is listed, told, and of no use', async () => {
    const { skills, notices } = await read(skillText('s', 'type: widget'));
    const [skill] = skills as [Skill];
    expect(skill.type).toBe('widget');
    expect([isForModel(skill), isForPeople(skill)]).toEqual([false, false]);
    expect(notices[0]?.message).toMatch(/no type widget/);
  });

  test('a huge tree is cut with a warning, and in time', async () => {
    for (let each = 0; each < 520; each += 1) put(`work/.agent-code/skills/s${each}.md`, `Skill ${each}.`);
    bundle('home/.agent-code/skills', 'own');
    const { skills, notices } = await find();
    // the user's own do not pay for it
    expect(skills.map(({ source }) => source).filter((source) => source === 'user')).toEqual(['user']);
    expect(skills).toHaveLength(501);
    expect(notices).toEqual([expect.objectContaining({ message: expect.stringContaining('more than 500 files') })]);
  });
});

describe('the catalog', () => {
  const own = 'work/.agent-code/skills';

  test('the same answer while nothing changes; each change is seen', async () => {
    const skills = createSkills();
    const now = async () =>
      (await skills.of(places())).skills.map(({ name, description }) => `${name}: ${description}`);
    const first = await skills.of(places());
    expect(await skills.of(places())).toBe(first);
    // a directory that was not there
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
    // a file that was broken and is mended
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
    [
      'a name that goes on is another',
      '$files $ARGUMENTSX $1st',
      'f',
      ['file'],
      '$files $ARGUMENTSX $1st\n\nARGUMENTS: f',
    ],
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
