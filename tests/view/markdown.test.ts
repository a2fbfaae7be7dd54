/** Markdown in pieces gives the blocks of the whole, never replaces a finished one, and survives every text. */
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { blocksOf, type MarkdownBlock } from '../../client/view/markdown-blocks.js';
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
  '[^1]',
  '\n[^1]: z',
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
  JSON.stringify(blocks, (key, value: unknown) => (key === 'source' ? undefined : value));

/** Joins the parts of each list and each table. */
function joined(blocks: readonly MarkdownBlock[]): MarkdownBlock[] {
  const whole: MarkdownBlock[] = [];
  for (const block of blocks) {
    const last = whole.at(-1);
    const isPart = 'part' in block && block.part > 0;
    if (isPart && last?.kind === 'list' && block.kind === 'list') last.items = [...last.items, ...block.items];
    else if (isPart && last?.kind === 'table' && block.kind === 'table') last.rows = [...last.rows, ...block.rows];
    else whole.push({ ...block });
  }
  return whole;
}

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

  // blocks that are finished early, and long ones that are finished in parts, equal those of the whole text
  const line = fc.constantFrom(
    ...[
      '- one',
      '- **two** `x`',
      '- ',
      '-',
      '1. a',
      '2. b',
      '7) c',
      '* d',
      '  - below',
      '   - deep',
      '    text',
      '  text',
    ],
    ...[
      '',
      '',
      'text',
      'more *text*',
      '# Title',
      '> quote',
      '> - one',
      '---',
      '***',
      '| a | b |',
      '|---|---|',
      '| 1 |',
    ],
    ...[
      'a | b',
      '<div>',
      '</div>',
      '<!-- x',
      '-->',
      '- <b>',
      '```ts',
      '```',
      '  ```',
      '- ```',
      '~~~',
      'x\t- y',
      '- [ ] todo',
    ],
  );
  const long = fc.array(fc.tuple(line, fc.constantFrom(1, 1, 1, 2, 200, 600)), { maxLength: 14 });

  test('the blocks are those of the text read at once', () => {
    fc.assert(
      fc.property(long, (lines) => {
        const text = lines.map(([each, count]) => `${each}\n`.repeat(count)).join('');
        fc.pre(text.length < 30_000);
        const stream = createMarkdown();
        for (let at = 0; at < text.length; at += 997) stream.push(text.slice(at, at + 997));
        // the stream reads code in parts, without the lexer
        const read = joined(stream.end().done).filter(({ kind }) => kind !== 'code');
        const whole = blocksOf(text, {}).blocks.filter(({ kind }) => kind !== 'code');
        expect(shown(read) === shown(whole)).toBe(true);
      }),
      { seed: 16, numRuns: 600 },
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
    const started = process.cpuUsage();
    expect(JSON.stringify(markdownBlocks(text)).length).toBeGreaterThan(10);
    expect(process.cpuUsage(started).user).toBeLessThan(10_000_000);
  },
  60_000,
);

test.each([
  ['a list', (at: number) => `- item ${at} with **bold** and \`code\`\n`],
  ['a numbered list with blank lines', (at: number) => `${at + 1}. item ${at} with **bold**\n\n`],
  ['a nested list', (at: number) => `${'  '.repeat(at % 6)}- item ${at} with **bold**\n`],
  ['a table', (at: number) => (at === 0 ? '| a | b |\n|---|---|\n' : `| cell ${at} | \`code\` |\n`)],
  ['a quote', (at: number) => `> line ${at} with **bold**\n`],
  ['one item with many lines', (at: number) => (at === 0 ? '- item\n' : `  line ${at} of it\n`)],
])(
  'twice as much of %s takes about twice the time',
  (_, line) => {
    const took = (lines: number): number => {
      const stream = createMarkdown();
      const started = process.cpuUsage();
      for (let at = 0; at < lines; at++) {
        for (const piece of line(at).split(' ')) stream.push(`${piece} `);
        stream.view();
      }
      stream.end();
      return process.cpuUsage(started).user;
    };
    took(100);
    const [once, twice] = [took(800), took(1_600)];
    expect(twice).toBeLessThan(once * 3.2 + 50_000);
  },
  60_000,
);

test('a long list and a long table come in parts that continue each other', () => {
  const list = markdownBlocks(Array.from({ length: 500 }, (_, at) => `${at + 5}. item number ${at}`).join('\n'));
  expect(list.length).toBeGreaterThan(2);
  let next = 5;
  list.forEach((block, part) => {
    expect(block).toMatchObject({ kind: 'list', ordered: true, start: next, part });
    if (block.kind === 'list') next += block.items.length;
  });
  expect(next).toBe(505);
  const rows = Array.from({ length: 800 }, (_, at) => `| row ${at} | x |`).join('\n');
  const table = markdownBlocks(`| a | b |\n|---|:-:|\n${rows}`);
  expect(table.length).toBeGreaterThan(2);
  table.forEach((block, part) =>
    expect(block).toMatchObject({ kind: 'table', part, align: [null, 'center'], header: [[{ text: 'a' }], [{}]] }),
  );
});

test('a footnote is text, and each one begins a paragraph; a link is defined as before', () => {
  const words = (text: string) => [{ kind: 'text', text }];
  expect(
    markdownBlocks('Said[^1], [here][a].\n\n[^1]: https://a.b\n[^2]: Note\nmore\n\n[a]: https://c.d'),
  ).toMatchObject([
    {
      children: [...words('Said[^1], '), { kind: 'link', href: 'https://c.d', children: words('here') }, ...words('.')],
    },
    { children: [...words('[^1]: '), { kind: 'link', href: 'https://a.b' }] },
    { children: words('[^2]: Note\nmore') },
  ]);
});

test('the marks that end a code block are never shown as code', () => {
  const stream = createMarkdown();
  stream.push('Like this:\n```js\nx\n``');
  expect(stream.view().open).toMatchObject([{ kind: 'code', text: 'x', closed: false }]);
  stream.push('`');
  expect(stream.view().open).toMatchObject([{ kind: 'code', text: 'x' }]);
  expect(stream.end().done).toMatchObject([{ kind: 'paragraph' }, { kind: 'code', text: 'x', closed: true }]);
});

test('300 KB in pieces of 100 chars cost little per piece', () => {
  const part =
    '## Title\n\nSome *text* with `code` and a [link](https://a.b).\n\n- one\n- two\n\n```ts\nconst a = 1;\n```\n\n';
  const text = part.repeat(Math.ceil(300_000 / part.length));
  const stream = createMarkdown();
  const started = process.cpuUsage();
  for (let at = 0; at < text.length; at += 100) {
    stream.push(text.slice(at, at + 100));
    stream.view();
  }
  const { user } = process.cpuUsage(started);
  expect(stream.end().done.length).toBeGreaterThan(9_000);
  // 3 ms per piece
  expect(user).toBeLessThan(9_000_000);
}, 60_000);
