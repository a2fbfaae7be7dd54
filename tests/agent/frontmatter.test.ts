/** The front matter of skill and agent files: its bounds, its fields and its problems. */
import { describe, expect, test } from '@jest/globals';
import { splitFrontMatter, readFields } from '../../daemon/agent/frontmatter.js';
import type { SkillFile } from '../../schemas/generated/types.js';

const names = ['name', 'description', 'whenToUse', 'disableModelInvocation', 'arguments', 'has-sub-skill'] as const;
const read = (front: string) => readFields<SkillFile>('SkillFile', names, front);

describe('partFrontMatter', () => {
  test.each([
    ['with front matter', '---\nname: a\n---\n\nbody\n', { front: 'name: a\n', body: 'body' }],
    ['blanks behind the dashes', '---  \nname: a\n--- \nbody', { front: 'name: a\n', body: 'body' }],
    ['closed by dots', '---\nname: a\n...\nbody', { front: 'name: a\n', body: 'body' }],
    ['empty front matter', '---\n---\nbody', { front: '', body: 'body' }],
    ['no body', '---\nname: a\n---', { front: 'name: a\n', body: '' }],
    ['without', 'body\n---\nmore', { body: 'body\n---\nmore' }],
    ['four dashes are text', '----\nbody', { body: '----\nbody' }],
    ['dashes within a line do not close', '---\nname: a --- b\n---\nbody', { front: 'name: a --- b\n', body: 'body' }],
  ])('%s', (_name, text, parts) => expect(splitFrontMatter(text)).toEqual(parts));

  test.each(['---', '---\nname: a\nbody'])('what is not closed is a problem: %j', (text) =>
    expect(splitFrontMatter(text)).toEqual({ problem: expect.stringContaining('no closing line') }),
  );
});

describe('readFields', () => {
  test.each<[string, string, object]>([
    ['known fields, unknown ones left out', 'name: a\nlicense: MIT\nmetadata: {a: [1, {b: 2}]}', { name: 'a' }],
    ['dashes', 'when-to-use: now\ndisable-model-invocation: true', { whenToUse: 'now', disableModelInvocation: true }],
    [
      'underscores',
      'disable_model_invocation: true\nhas_sub_skill: true',
      { disableModelInvocation: true, 'has-sub-skill': true },
    ],
    ["the schema's spelling wins", 'when-to-use: a\nwhenToUse: b\nwhen_to_use: c', { whenToUse: 'b' }],
    ['a field without a value is absent', 'name:\ndescription: ~', {}],
    ['nothing at all', '', {}],
    ['only a comment', '# later', {}],
    ['a few aliases', 'name: &n abc\ndescription: *n', { name: 'abc', description: 'abc' }],
    ['blocks of text', 'description: |\n  a\n  b\n', { description: 'a\nb\n' }],
    ['yes is text', 'description: yes', { description: 'yes' }],
    ['foreign tags are nothing', 'description: !!js/function "f"', { description: 'f' }],
    ['names of the prototype are unknown fields', '__proto__: {name: b}\nconstructor: {prototype: {name: b}}', {}],
  ])('%s', async (_name, front, fields) => {
    const found = await read(front);
    expect(found).toEqual({ fields: expect.objectContaining(fields) });
    const defaults = { type: 'prompt', disableModelInvocation: false, 'has-sub-skill': false };
    expect((found as { fields: object }).fields).toEqual({ ...defaults, ...fields });
    expect(Object.hasOwn(Object.prototype, 'name')).toBe(false);
  });

  const nested = (open: string, close: string, times: number) => `a: ${open.repeat(times)}${close.repeat(times)}`;
  const bomb = ['a0: &a0 [x, x, x, x, x, x, x, x, x]']
    .concat(Array.from({ length: 9 }, (_, at) => `a${at + 1}: &a${at + 1} [${Array(9).fill(`*a${at}`).join(', ')}]`))
    .join('\n');

  test.each<[string, string, RegExp]>([
    ['a list', '- a', /not a list of fields/],
    ['text', 'abc', /not a list of fields/],
    ['a wrong kind', 'name: [a]', /name: must be text/],
    ['a number for a text', 'description: 5', /description: must be text/],
    ['a bad name', 'name: a b', /name: must have/],
    ['a long name', `name: ${'a'.repeat(65)}`, /name: must have/],
    ['bad argument names', 'arguments: [a b]', /arguments/],
    ['keys twice', 'name: a\nname: b', /not YAML: line 3/],
    ['a colon in a plain value', 'description: Do it. Use when: asked', /not YAML: line 2/],
    ['two documents', 'name: a\n...\n---\nname: b', /several documents/],
    ['an alias of nothing', 'name: *a', /not YAML/],
    ['an alias of itself', 'arguments: &a [*a]', /arguments/],
    ['an alias bomb', bomb, /not YAML: Excessive alias count|too many/],
    ['many aliases', `name: &n a\nb: [${Array(100).fill('*n').join(', ')}]`, /Excessive alias count/],
    ['deep lists', nested('[', ']', 2_000), /nested too deeply/],
    ['lists that never close', '['.repeat(8_000), /nested too deeply/],
    ['deep maps', nested('{a: ', '}', 2_000), /nested too deeply/],
    ['deep blocks', '- '.repeat(4_000), /nested too deeply/],
    ['deep keys', '? '.repeat(4_000), /nested too deeply/],
    ['deep indents', Array.from({ length: 100 }, (_, at) => `${' '.repeat(at)}a:`).join('\n'), /nested too deeply/],
    ['many keys', Array.from({ length: 1_500 }, (_, at) => `k${at}: 1`).join('\n'), /too many entries/],
    ['many commas', `a: [${','.repeat(16_000)}]`, /too many/],
    ['too long', `description: ${'a'.repeat(17_000)}`, /longer than 16 KiB/],
  ])('%s is refused', async (_name, front, problem) => {
    const from = process.cpuUsage();
    expect(await read(front)).toEqual({ problem: expect.stringMatching(problem) });
    expect(process.cpuUsage(from).user).toBeLessThan(2_000_000);
  });

  test('a problem is one short line without anything invisible', async () => {
    const { problem } = (await read(`"${'x'.repeat(500)}\u202e\nname: [`)) as { problem: string };
    expect(problem.length).toBeLessThan(400);
    expect(problem).not.toMatch(/\n|\u202e/);
  });
});
