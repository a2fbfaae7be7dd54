/** Agent files: discovery, their fields, and which file wins. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { discoverAgents, type AgentPlaces } from '../../daemon/agent/agentfiles/discover.js';
import { readAgent, readSystemFile } from '../../daemon/agent/agentfiles/file.js';
import { mayCall } from '../../daemon/agent/profiles.js';

let base = '';
const at = (...parts: string[]) => path.join(base, ...parts);

beforeEach(() => {
  base = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'agentfiles-')));
  mkdirSync(at('work/.git'), { recursive: true });
  mkdirSync(at('work/sub'), { recursive: true });
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

function put(file: string, content: string | Buffer): void {
  mkdirSync(path.dirname(at(file)), { recursive: true });
  writeFileSync(at(file), content);
}

const agentText = (more = '', body = 'You are one.') => `---\ndescription: about it\n${more}\n---\n${body}\n`;
const find = (more: Partial<AgentPlaces> = {}) =>
  discoverAgents({ cwd: at('work'), home: at('home/.agent-code'), userHome: at('home'), extra: [], ...more });
/** agents of files, each with its place below the temporary directory */
const found = async (more: Partial<AgentPlaces> = {}) =>
  (await find(more)).agents
    .filter(({ source }) => source !== 'builtin')
    .map(({ name, source, path: file }) => `${name} ${source} ${path.relative(base, file ?? '')}`);

describe('discovery', () => {
  test('the built-in ones are always there', async () => {
    const { agents, notices } = await find();
    expect(agents.map(({ name, source }) => `${name} ${source}`)).toEqual([
      'agent builtin',
      'coder builtin',
      'explore builtin',
      'plan builtin',
    ]);
    expect(notices).toEqual([]);
  });

  test('project over extra over user; within a group in order; losers are reported', async () => {
    for (const directory of [
      'work/.agent-code/agents',
      'work/.agents/agents',
      'home/x',
      'else',
      'home/.agent-code/agents',
      'home/.agents/agents',
    ])
      put(`${directory}/same.md`, agentText());
    put('work/.agents/agents/p.md', agentText());
    put('home/x/e.md', agentText());
    put('else/e.md', agentText());
    put('home/.agents/agents/u.md', agentText());
    put('home/.agent-code/agents/e.md', agentText());
    const extra = ['~/x', at('else'), 'missing'];
    expect(await found({ extra })).toEqual([
      'e extra home/x/e.md',
      'p project work/.agents/agents/p.md',
      'same project work/.agent-code/agents/same.md',
      'u user home/.agents/agents/u.md',
    ]);
    const { notices } = await find({ extra });
    expect(notices).toHaveLength(7);
    for (const notice of notices) expect(notice).toMatchObject({ code: 'agent-skipped', severity: 'info' });
    expect(notices[0]?.message).toBe(
      `${at('work/.agents/agents/same.md')} was skipped: ${at('work/.agent-code/agents/same.md')} has the same name and goes first.`,
    );
  });

  test('the project is its root, wherever one works in it', async () => {
    put('work/.agent-code/agents/a.md', agentText());
    put('work/sub/.agent-code/agents/b.md', agentText());
    expect(await found({ cwd: at('work/sub') })).toEqual(['a project work/.agent-code/agents/a.md']);
    // in the home directory, only the user's agents count
    put('home/.agents/agents/u.md', agentText());
    expect(await found({ cwd: at('home') })).toEqual(['u user home/.agents/agents/u.md']);
  });

  test('read again only when something changed: a file that comes, changes or goes, and a new project root', async () => {
    const sub = { cwd: at('work/sub') };
    const first = await find(sub);
    expect(await find(sub)).toBe(first);
    put('work/.agents/agents/late.md', agentText());
    expect(await found(sub)).toEqual(['late project work/.agents/agents/late.md']);
    const second = await find(sub);
    expect(await find(sub)).toBe(second);
    put('work/.agents/agents/late.md', agentText('', 'You are another one.'));
    const changed = (await find(sub)).agents.find(({ name }) => name === 'late');
    expect(changed?.body).toBe('You are another one.');
    put('home/.agent-code/agents/own.md', agentText());
    expect(await found(sub)).toEqual([
      'late project work/.agents/agents/late.md',
      'own user home/.agent-code/agents/own.md',
    ]);
    mkdirSync(at('work/sub/.git'));
    expect(await found(sub)).toEqual(['own user home/.agent-code/agents/own.md']);
    rmSync(at('work/sub/.git'), { recursive: true });
    rmSync(at('work/.agents'), { recursive: true });
    expect(await found(sub)).toEqual(['own user home/.agent-code/agents/own.md']);
    // extra directories may be on a slow disk, so they are checked asynchronously
    put('else/e.md', agentText());
    const more = { ...sub, extra: [at('else')] };
    const third = await find(more);
    expect(await find(more)).toBe(third);
    rmSync(at('else/e.md'));
    expect(await found(more)).toEqual(['own user home/.agent-code/agents/own.md']);
  });

  test('recursive, depth at most 8, without packages and hidden directories; loops end', async () => {
    const own = 'work/.agent-code/agents';
    put(`${own}/1/2/3/4/5/6/7/8/deep.md`, agentText());
    put(`${own}/1/2/3/4/5/6/7/8/9/deeper.md`, agentText());
    put(`${own}/node_modules/x.md`, agentText());
    put(`${own}/.hidden/y.md`, agentText());
    put(`${own}/notes.txt`, agentText());
    symlinkSync(at(own), at(own, 'loop'));
    expect(await found()).toEqual([`deep project ${own}/1/2/3/4/5/6/7/8/deep.md`]);
  });

  test.each(['agent', 'coder', 'explore', 'plan'])('%s is replaced only with override', async (name) => {
    put(`work/.agent-code/agents/${name}.md`, agentText());
    put(`home/.agent-code/agents/${name}.md`, agentText('override: true'));
    const { agents, notices } = await find();
    expect(agents.find((agent) => agent.name === name)).toMatchObject({ source: 'user', body: 'You are one.' });
    expect(agents).toHaveLength(4);
    expect(notices).toEqual([
      expect.objectContaining({ severity: 'warning', message: expect.stringContaining('override: true replaces it') }),
    ]);
  });

  test.each([
    ['explore', 'project', '', 'Agent, Bash, Edit, Write'],
    ['plan', 'project', '', 'Agent, Bash, Edit, Write'],
    // the built-in agent's Bash is read-only
    ['explore', 'project', 'tools: [Read, Bash]', 'Bash'],
    ['explore', 'project', 'disallowedTools: [Bash, Edit]', 'Agent, Write'],
    ['explore', 'project', 'tools: [Read, Grep]', undefined],
    ['coder', 'project', '', undefined],
    ['explore', 'user', '', undefined],
  ])(
    '%s of the %s with "%s": said when a name that only looks can change things',
    async (name, source, front, tools) => {
      const folder = source === 'project' ? 'work' : 'home';
      put(`${folder}/.agent-code/agents/${name}.md`, agentText(`override: true\n${front}`));
      const { agents, notices } = await find();
      expect(agents.find((agent) => agent.name === name)).toMatchObject({ source });
      expect(notices.map(({ severity, message }) => [severity, message])).toEqual(
        tools === undefined
          ? []
          : [
              [
                'warning',
                `${at(`work/.agent-code/agents/${name}.md`)} replaces the built-in agent ${name}, which changes nothing, with one that has ${tools}.`,
              ],
            ],
      );
    },
  );

  test.each<[string, (file: string) => void, RegExp]>([
    ['no front matter', (file) => writeFileSync(file, 'You are one.'), /no front matter/],
    ['no description', (file) => writeFileSync(file, '---\nname: a\n---\nx'), /description: is required/],
    ['a blank description', (file) => writeFileSync(file, '---\ndescription: " "\n---\nx'), /no description/],
    ['a blank body', (file) => writeFileSync(file, agentText('', ' ')), /no text/],
    ['a long body', (file) => writeFileSync(file, agentText('', 'x'.repeat(100_001))), /longer than 100000/],
    ['a bad name', (file) => writeFileSync(file, agentText('name: Not Kebab')), /name: must have/],
    ['a long name', (file) => writeFileSync(file, agentText(`name: ${'a'.repeat(65)}`)), /name: must have/],
    ['tools as text', (file) => writeFileSync(file, agentText('tools: Read, Grep')), /tools: must be a list/],
    ['a broken list', (file) => writeFileSync(file, agentText('tools: [Read')), /not YAML/],
    ['UTF-16', (file) => writeFileSync(file, Buffer.from(agentText(), 'utf16le')), /not UTF-8/],
    ['over 1 MiB', (file) => writeFileSync(file, 'x'.repeat(1024 * 1024 + 1)), /larger than 1 MiB/],
    ['a pipe', (file) => execFileSync('mkfifo', [file]), /not a regular file/],
    ['a device', (file) => symlinkSync('/dev/zero', file), /not a regular file/],
    ['a secret', (file) => (put('home/.netrc', 'x'), symlinkSync(at('home/.netrc'), file)), /sensitive/],
  ])('%s: skipped with a warning, the others are there', async (_name, make, problem) => {
    put('work/.agent-code/agents/good.md', agentText());
    make(at('work/.agent-code/agents/bad.md'));
    expect(await found()).toEqual(['good project work/.agent-code/agents/good.md']);
    const { notices } = await find();
    expect(notices).toEqual([
      {
        code: 'agent-skipped',
        severity: 'warning',
        message: expect.stringContaining(at('work/.agent-code/agents/bad.md')),
      },
    ]);
    expect(notices[0]?.message).toMatch(problem);
  });

  test('a file name that is no name', async () => {
    put('work/.agent-code/agents/Read Me.md', agentText());
    expect((await find()).notices[0]?.message).toMatch(/Read Me is not a valid name for an agent/);
  });
});

describe('fields', () => {
  const read = async (more: string, body?: string) => {
    const agent = await readAgent(agentText(more, body), '/w/reviewer.md', 'project');
    if ('problem' in agent) throw new Error(agent.problem);
    return agent;
  };

  test.each<[string, string, object]>([
    [
      'the file gives the name',
      '',
      { name: 'reviewer', description: 'about it', disallowed: [], path: '/w/reviewer.md' },
    ],
    ['name', 'name: other-one', { name: 'other-one' }],
    ['whenToUse', 'when_to_use: |\n  before\n  a merge', { whenToUse: 'before a merge' }],
    ['tools', 'tools: [Read, mcp__x__*]', { tools: ['Read', 'mcp__x__*'] }],
    ['no tools', 'tools: []', { tools: [] }],
    ['disallowedTools', 'disallowed-tools: [Bash]', { disallowed: ['Bash'] }],
    ['subagents', 'subagents: [explore]', { subagents: ['explore'] }],
    ['no subagents', 'subagents: []', { subagents: [] }],
    ['model', 'model: fast', { model: 'fast' }],
  ])('%s', async (_name, more, binding) => expect((await read(more)).binding).toMatchObject(binding));

  test('what is absent stays absent; the hash distinguishes texts', async () => {
    const { binding } = await read('');
    const stored: unknown = JSON.parse(JSON.stringify(binding));
    for (const key of ['tools', 'subagents', 'model', 'whenToUse']) expect(stored).not.toHaveProperty(key);
    expect(binding.hash).toMatch(/^[0-9a-f]{64}$/);
    expect((await read('', 'Other.')).binding.hash).not.toBe(binding.hash);
  });

  test('whom it may start', async () => {
    const free = (await read('')).binding;
    const some = (await read('subagents: [explore, mine]')).binding;
    const none = (await read('subagents: []')).binding;
    const all = ['coder', 'explore', 'plan', 'mine', 'agent'];
    expect([free, some, none].map((binding) => all.filter((name) => mayCall(binding, name)))).toEqual([
      ['coder', 'explore', 'plan', 'mine'],
      ['explore', 'mine'],
      [],
    ]);
  });

  test.each<[string, RegExp[]]>([
    ['tools: [Read, Grep, Todo*, mcp__git__*, mcp__git__log]', []],
    ['tools: ["*"]', []],
    ['tools: [Reed, Wr*ng, Bash]', [/tools that do not exist: Reed, Wr\*ng$/]],
    [
      'tools: ["Bash(git *)", "Read(src/**)"]',
      [/permission patterns, which are not tool names: Bash\(git \*\), Read\(src\/\*\*\)$/],
    ],
    ['tools: [mcp__, mcp__git]', [/without their tools \(write mcp__server__\*\): mcp__, mcp__git$/]],
    ['disallowedTools: [Reed, "Bash(x)", mcp__git]', [/permission/, /without their tools/, /do not exist: Reed/]],
    ['tools: [A1, A2, A3, A4, A5, A6]', [/A1, A2, A3, A4, A5, …$/]],
  ])('%s', async (more, oddities) => {
    const agent = await read(more);
    expect(agent.warnings).toHaveLength(oddities.length);
    for (const oddity of oddities) expect(agent.warnings.some((each) => oddity.test(each))).toBe(true);
  });
});

describe('SYSTEM.md', () => {
  const read = () => readSystemFile({ home: at('home/.agent-code'), userHome: at('home') });

  test.each<[string, string | Buffer | undefined, string | undefined, RegExp | undefined]>([
    ['missing', undefined, undefined, undefined],
    ['blank', ' \n', undefined, undefined],
    ['with text', '\nBe brief.\n', 'Be brief.', undefined],
    ['not UTF-8', Buffer.from([0xff, 0xfe, 0x41, 0]), undefined, /not UTF-8/],
    ['too long', 'x'.repeat(100_001), undefined, /longer than 100000/],
    ['much too long', 'x'.repeat(500_000), undefined, /longer than 100000/],
  ])('%s', async (_name, content, body, problem) => {
    if (content !== undefined) put('home/.agent-code/SYSTEM.md', content);
    const system = await read();
    expect(system.body).toBe(body);
    expect(system.notices.map(({ message }) => message)).toEqual(problem ? [expect.stringMatching(problem)] : []);
  });

  test('a directory of that name is reported', async () => {
    mkdirSync(at('home/.agent-code/SYSTEM.md'), { recursive: true });
    expect((await read()).notices).toEqual([
      expect.objectContaining({ code: 'agent-skipped', message: expect.stringContaining('not a regular file') }),
    ]);
  });
});
