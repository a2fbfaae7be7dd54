/** Where skills are found, and how their files are read. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { discoverSkills, type SkillPlaces } from '../../daemon/agent/skills/discover.js';
import { isForModel, isForUser, type Skill } from '../../daemon/agent/skills/skill.js';
import { at, base, bundle, places, put, skillText, useSkills } from './skills.fixture.js';

useSkills();

const find = (more: Partial<SkillPlaces> = {}) => discoverSkills(places(more));
const named = async (more: Partial<SkillPlaces> = {}) => (await find(more)).skills.map(({ name }) => name);
/** each skill with its place below the temporary directory */
const found = async (more: Partial<SkillPlaces> = {}) =>
  (await find(more)).skills.map(({ name, source, path: file }) => `${name} ${source} ${path.relative(base, file)}`);

describe('places', () => {
  test('nothing anywhere gives nothing', async () => {
    expect(await find()).toMatchObject({ skills: [], notices: [] });
  });

  test('project over user over extra over built-in; case is ignored, and the losers are reported', async () => {
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
    // directories below cwd are not searched
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
    ['a bad name', skillText('../s'), /name: must have/],
    ['only dots', skillText('..'), /name: must have/],
    ['no YAML', skillText('s', 'a: b: c'), /not YAML: line 4/],
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
    expect(notices[0]?.message).toMatch(/my skill is not a valid name for a skill/);
  });

  test('an unknown type is listed, reported, and of no use', async () => {
    const { skills, notices } = await read(skillText('s', 'type: widget'));
    const [skill] = skills as [Skill];
    expect(skill.type).toBe('widget');
    expect([isForModel(skill), isForUser(skill)]).toEqual([false, false]);
    expect(notices[0]?.message).toMatch(/no type widget/);
  });

  test('a huge tree is cut with a warning, and in time', async () => {
    for (let each = 0; each < 520; each += 1) put(`work/.agent-code/skills/s${each}.md`, `Skill ${each}.`);
    bundle('home/.agent-code/skills', 'own');
    const { skills, notices } = await find();
    // the limit of the project does not affect the user's skills
    expect(skills.map(({ source }) => source).filter((source) => source === 'user')).toEqual(['user']);
    expect(skills).toHaveLength(501);
    expect(notices).toEqual([expect.objectContaining({ message: expect.stringContaining('more than 500 files') })]);
  });

  test('of a directory with over 5,000 entries the first ones by name are listed, with a warning', async () => {
    for (let each = 0; each < 5_010; each += 1) mkdirSync(at(`work/.agent-code/skills/d${each}`), { recursive: true });
    for (const name of ['a-first', 'd0', 'd4999', 'z-last']) bundle('work/.agent-code/skills', name);
    const { skills, notices } = await find();
    // d4999 is about the 4,400th name, z-last is beyond the limit
    expect(skills.map(({ name }) => name)).toEqual(['a-first', 'd0', 'd4999']);
    expect(notices.map(({ message }) => message)).toEqual([
      expect.stringMatching(/^Some skills \(project\) were left out: there are more than 5000 entries/),
    ]);
  });

  test('a skill with more files than that is read, and so are those behind it', async () => {
    bundle('work/.agent-code/skills', 'a');
    for (let each = 0; each < 5_010; each += 1) put(`work/.agent-code/skills/a/data${each}.txt`, '');
    bundle('work/.agent-code/skills', 'b');
    expect((await find()).skills.map(({ name }) => name)).toEqual(['a', 'b']);
  });

  test('a busy machine loses no skill', async () => {
    for (let each = 0; each < 20; each += 1) bundle('work/.agent-code/skills', `s${each}`);
    const found = find();
    for (const end = performance.now() + 700; performance.now() < end;);
    const { skills, notices } = await found;
    expect([skills.length, notices]).toEqual([20, []]);
  });
});
