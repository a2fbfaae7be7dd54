/** How tools of MCP servers are named, and in which order (engine.md 3.1, 5). */
import { describe, expect, test } from '@jest/globals';
import { createHash } from 'node:crypto';
import { createServerTools, serverToolName } from '../../daemon/tools/servertools.js';
import { connectionOf, toolOf, toolsOf } from './servertool.fixture.js';

const names = (servers: Record<string, string[]>): string[] =>
  toolsOf(
    Object.fromEntries(
      Object.entries(servers).map(([server, tools]) => [server, connectionOf(tools.map((name) => toolOf(name)))]),
    ),
  ).tools.map(({ name }) => name);

test.each([
  ['github', 'create_issue', 'mcp__github__create_issue'],
  ['a-b', 'c-D9', 'mcp__a-b__c-D9'],
  ['a', 'x.y/z w', 'mcp__a__x_y_z_w'],
  ['a__b', 'c___d', 'mcp__a_b__c_d'],
  ['a', 'x...y', 'mcp__a__x_y'],
  ['a', 'ü', 'mcp__a___'],
  ['a', '😀😀b', 'mcp__a___b'],
  ['a', 'x\u200by', 'mcp__a__x_y'],
])('%j %j', (server, tool, name) => {
  expect(serverToolName(server, tool)).toBe(name);
});

test('64 chars pass, longer ones end in a hash of the whole name', () => {
  const fits = `mcp__s__${'t'.repeat(56)}`;
  expect(serverToolName('s', 't'.repeat(56))).toBe(fits);
  const long = `${fits}t`;
  const hash = createHash('sha256').update(long).digest('hex').slice(0, 8);
  expect(serverToolName('s', 't'.repeat(57))).toBe(`${long.slice(0, 55)}_${hash}`);
  expect(serverToolName('s', 't'.repeat(57))).toHaveLength(64);
  expect(serverToolName('s', 't'.repeat(58))).not.toBe(serverToolName('s', 't'.repeat(57)));
  expect(serverToolName('x'.repeat(64), 'y')).toMatch(/^mcp__x{50}_[0-9a-f]{8}$/);
});

test('servers by name, and their tools by name', () => {
  expect(names({ zoo: ['b', 'a'], box: ['z', 'Y', 'x'] })).toEqual([
    'mcp__box__Y',
    'mcp__box__x',
    'mcp__box__z',
    'mcp__zoo__a',
    'mcp__zoo__b',
  ]);
});

describe('collisions', () => {
  test('the later one of a server is left out', () => {
    const kept = connectionOf([toolOf('a.b', { description: 'first' }), toolOf('a b', { description: 'second' })]);
    const { tools, problems } = toolsOf({ box: kept });
    expect(tools.map(({ definition }) => definition.description)).toEqual(['first']);
    expect(problems).toEqual([
      'The tool a b of the MCP server box is left out: another one is called mcp__box__a_b, too.',
    ]);
  });

  test('between servers', () => {
    const { tools, problems } = toolsOf({
      a__b: connectionOf([toolOf('x'), toolOf('y')]),
      a_b: connectionOf([toolOf('x')]),
    });
    expect(tools.map(({ name, server }) => [name, server])).toEqual([
      ['mcp__a_b__x', 'a__b'],
      ['mcp__a_b__y', 'a__b'],
    ]);
    expect(problems).toEqual(['A tool of the MCP server a_b is left out: a__b has one of the name mcp__a_b__x.']);
  });
});

test('a server cannot say more than fits', () => {
  const offers = Array.from({ length: 300 }, (_, at) => toolOf(`t${at}`, { description: 'x'.repeat(4_000) }));
  const { tools, problems } = toolsOf({ box: connectionOf(offers) });
  expect(JSON.stringify(tools.map(({ definition }) => definition)).length).toBeLessThan(410_000);
  expect(tools.length).toBeGreaterThan(50);
  expect(problems).toEqual([
    `The MCP server box describes its tools at too great length: ${300 - tools.length} of 300 are left out.`,
  ]);
});

test('the same objects as long as the list is the same, others after a change', () => {
  const connection = connectionOf([toolOf('a'), toolOf('b')]);
  const list = createServerTools({ loginOf: () => undefined });
  const servers = [{ name: 'box', connection }];
  const before = list(servers).tools;
  expect(list(servers).tools.every((tool, at) => tool === before[at])).toBe(true);
  connection.offers = [toolOf('a'), toolOf('c')];
  expect(list(servers).tools.map(({ name }) => name)).toEqual(['mcp__box__a', 'mcp__box__c']);
  // a call would wait for the new connection
  connection.state = 'pending';
  expect(list(servers).tools.map(({ name }) => name)).toEqual(['mcp__box__a', 'mcp__box__c']);
  connection.state = 'failed';
  expect(list(servers).tools).toEqual([]);
});
