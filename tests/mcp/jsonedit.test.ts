/** Changing one member of a JSON text leaves all other bytes unchanged. */
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { editJson } from '../../daemon/mcp/files/userfile.js';

const at = ['mcpServers', 'x'] as const;

/** test name, text before, new value (undefined removes the member), text after */
const rows: [string, string, unknown, string][] = [
  [
    'added behind the last, indented like it',
    '{\n    "mcpServers": {\n        "a": { "command": "a", "args": ["1", "2"] }\n    },\n    "more": 1.50\n}\n',
    { command: 'x' },
    '{\n    "mcpServers": {\n        "a": { "command": "a", "args": ["1", "2"] },\n        "x": {\n            "command": "x"\n        }\n    },\n    "more": 1.50\n}\n',
  ],
  [
    'added to an empty table',
    '{\n  "mcpServers": {}\n}',
    { a: 1 },
    '{\n  "mcpServers": {\n    "x": {\n      "a": 1\n    }\n  }\n}',
  ],
  [
    'added with its table',
    '{\n\t"more": 12345678901234567890\n}\n',
    { a: 1 },
    '{\n\t"more": 12345678901234567890,\n\t"mcpServers": {\n\t\t"x": {\n\t\t\t"a": 1\n\t\t}\n\t}\n}\n',
  ],
  [
    'added to a text of one line',
    '{"mcpServers":{"a":{"b":"}{\\"]"}}}',
    { a: 1 },
    '{"mcpServers":{"a":{"b":"}{\\"]"}, "x": {"a":1}}}',
  ],
  [
    'added with the line ends that are there',
    '{\r\n  "mcpServers": {\r\n    "a": 1\r\n  }\r\n}\r\n',
    { b: 1 },
    '{\r\n  "mcpServers": {\r\n    "a": 1,\r\n    "x": {\r\n      "b": 1\r\n    }\r\n  }\r\n}\r\n',
  ],
  [
    'replaced where it stands',
    '{ "mcpServers": {\n  "x": { "old": [ 1,2 ] }, "b": 2 } }',
    { n: 1 },
    '{ "mcpServers": {\n  "x": {\n    "n": 1\n  }, "b": 2 } }',
  ],
  [
    'replaced where it stands last, which is the one that counts',
    '{"mcpServers":{"x":1,"x":2}}',
    3,
    '{"mcpServers":{"x":1,"x":3}}',
  ],
  [
    'taken from before another',
    '{\n  "mcpServers": {\n    "x": 1,\n    "b": 2\n  }\n}',
    undefined,
    '{\n  "mcpServers": {\n    "b": 2\n  }\n}',
  ],
  [
    'taken from behind another',
    '{\n  "mcpServers": {\n    "b": 2,\n    "x": 1\n  }\n}',
    undefined,
    '{\n  "mcpServers": {\n    "b": 2\n  }\n}',
  ],
  [
    'taken away alone',
    '{\n  "mcpServers": {\n    "x": 1\n  }, "a": 1\n}',
    undefined,
    '{\n  "mcpServers": {}, "a": 1\n}',
  ],
  ['taken away as often as it is there', '{"mcpServers":{"x":1,"a":2,"x":3}}', undefined, '{"mcpServers":{"a":2}}'],
  ['nowhere to be taken from', '{"x": 1}', undefined, '{"x": 1}'],
];
test.each(rows)('%s', (_, before, value, after) => {
  expect(editJson(before, at, value)).toBe(after);
});

describe('whatever stands there', () => {
  const key = fc.oneof(fc.constantFrom('x', 'a', '__proto__', '"', '\\', '}', ' ', '1'), fc.string({ maxLength: 4 }));
  const document = fc.record({
    before: fc.dictionary(key, fc.jsonValue()),
    servers: fc.option(fc.dictionary(key, fc.jsonValue()), { nil: undefined }),
    after: fc.dictionary(key, fc.jsonValue()),
    indent: fc.constantFrom(undefined, 1, 2, '\t'),
  });

  test('a member is set, and nothing else changes', () => {
    fc.assert(
      fc.property(document, fc.jsonValue(), key, ({ before, servers, after, indent }, value, name) => {
        const all = { ...before, ...(servers === undefined ? {} : { mcpServers: servers }), ...after };
        if (typeof all.mcpServers !== 'object' || all.mcpServers === null || Array.isArray(all.mcpServers))
          delete all.mcpServers;
        const wanted = { ...all, mcpServers: { ...(all.mcpServers as object | undefined), [name]: value } };
        const text = editJson(JSON.stringify(all, null, indent), ['mcpServers', name], value);
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(wanted)));
        const without = editJson(text, ['mcpServers', name], undefined);
        const { [name]: _gone, ...left } = wanted.mcpServers as Record<string, unknown>;
        expect(JSON.parse(without)).toEqual(JSON.parse(JSON.stringify({ ...wanted, mcpServers: left })));
      }),
      { seed: 7, numRuns: 500 },
    );
  });
});
