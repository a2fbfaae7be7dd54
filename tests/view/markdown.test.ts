/** Markdown in pieces: the same blocks as in one, finished ones never replaced, and no text that takes it down. */
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { createMarkdown, markdownBlocks } from '../../client/view/markdown.js';

const piece = fc.constantFrom(
  'word',
  ' ',
  '\n',
  '\n\n',
  '# ',
  '- ',
  '1. ',
  '* ',
  '  ',
  '    ',
  '> ',
  '```',
  '```ts\n',
  '~~~\n',
  '---',
  '===',
  '|a|b|\n|-|-|\n|1|2|',
  '<div>',
  '</div>',
  '<!--',
  '-->',
  '[x]',
  '[x]: /u "t"',
  '[x](y)',
  '**',
  '_',
  '`',
  '\\',
  '\t',
  '&amp;',
  '\r\n',
  '😀',
  '- [ ] ',
  '<br>',
);
const document = fc.array(piece, { maxLength: 40 }).map((parts) => parts.join(''));
const shown = (blocks: readonly object[]): string =>
  JSON.stringify(blocks, (key, value: unknown) => (key === 'at' || key === 'source' ? undefined : value));

describe('in pieces', () => {
  test('of any size: the same blocks as the whole', () => {
    fc.assert(
      fc.property(document, fc.integer({ min: 1, max: 9 }), (text, size) => {
        const stream = createMarkdown();
        for (let at = 0; at < text.length; at += size) {
          stream.push(text.slice(at, at + size));
          stream.view();
        }
        expect(shown(stream.end().done)).toBe(shown(markdownBlocks(text)));
      }),
      { seed: 15, numRuns: 1_500 },
    );
  });

  test('finished blocks stay the same objects', () => {
    const stream = createMarkdown();
    let before: readonly object[] = [];
    for (const char of '# A\n\ntext *b*\n\n- one\n- two\n\n```js\nx\n```\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\nend') {
      stream.push(char);
      const { done } = stream.view();
      before.forEach((block, at) => expect(done[at]).toBe(block));
      before = done;
    }
    expect(stream.end().done.map(({ kind }) => kind)).toEqual([
      'heading',
      'paragraph',
      'list',
      'code',
      'table',
      'paragraph',
    ]);
  });

  test('a link that is defined later reads its block again, and no other', () => {
    const stream = createMarkdown();
    stream.push('see [docs][1]\n\nother\n\nmore\n\n');
    const [first, second] = stream.view().done;
    stream.push('[1]: https://a.b\n\nend\n\nend');
    const { done } = stream.end();
    expect(done[0]).not.toBe(first);
    expect(done[0]).toMatchObject({ children: [{ kind: 'text' }, { kind: 'link', href: 'https://a.b' }] });
    expect(done[1]).toBe(second);
  });
});

test('a long code block comes in parts of 200 lines', () => {
  const code = Array.from({ length: 450 }, (_, at) => `line ${at}`);
  const blocks = markdownBlocks(`\`\`\`ts\n${code.join('\n')}\n\`\`\`\n`);
  expect(
    blocks.map((block) => block.kind === 'code' && [block.part, block.closed, block.text.split('\n').length]),
  ).toEqual([
    [0, false, 200],
    [1, false, 200],
    [2, true, 50],
  ]);
});

test('HTML is text, and only <br> breaks the line', () => {
  expect(markdownBlocks('a<br>b <i>c</i>')).toMatchObject([
    { kind: 'paragraph', children: [{ text: 'a' }, { kind: 'break' }, { kind: 'text', text: 'b <i>c</i>' }] },
  ]);
  expect(markdownBlocks('<script>alert(1)</script>')).toMatchObject([
    { kind: 'html', text: '<script>alert(1)</script>' },
  ]);
});

test.each([
  ['quotes', '>'.repeat(50_000)],
  ['quotes with blanks', '> '.repeat(20_000)],
  ['lists', '- '.repeat(20_000)],
  ['brackets', '['.repeat(20_000)],
  ['stars', '*a '.repeat(6_000)],
  ['backticks', Array.from({ length: 150 }, (_, at) => '`'.repeat(at)).join(' ')],
])(
  'absurd %s are read and keep their text',
  (_, text) => {
    const started = performance.now();
    expect(JSON.stringify(markdownBlocks(text)).length).toBeGreaterThan(10);
    expect(performance.now() - started).toBeLessThan(10_000);
  },
  60_000,
);

test('1 MB in pieces of 100 chars costs little per piece', () => {
  const part =
    '## Title\n\nSome *text* with `code` and a [link](https://a.b).\n\n- one\n- two\n\n```ts\nconst a = 1;\n```\n\n';
  const text = part.repeat(Math.ceil(1_000_000 / part.length));
  const stream = createMarkdown();
  const started = performance.now();
  for (let at = 0; at < text.length; at += 100) {
    stream.push(text.slice(at, at + 100));
    stream.view();
  }
  const ms = performance.now() - started;
  expect(stream.end().done.length).toBeGreaterThan(30_000);
  expect(ms).toBeLessThan(30_000);
}, 60_000);
