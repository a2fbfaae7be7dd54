/** Markdown as CommonMark and GFM specify it: the examples, tables of what GFM adds, and hostile texts. */
import { describe, expect, test } from '@jest/globals';
import { createRequire } from 'node:module';
import { blocksOf, type Inline, type MarkdownBlock } from '../../client/view/markdown-blocks.js';

interface Example {
  markdown: string;
  html: string;
  section: string;
  number: number;
}

const { tests: examples } = createRequire(import.meta.url)('commonmark-spec') as { tests: Example[] };

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

function inlineHtml(part: Inline): string {
  switch (part.kind) {
    case 'text':
      return escaped(part.text);
    case 'code':
      return `<code>${escaped(part.text)}</code>`;
    case 'break':
      return '<br />\n';
    case 'link':
      return `<a href="${part.href}"${part.title ? ` title="${escaped(part.title)}"` : ''}>${all(part.children)}</a>`;
    case 'image':
      return `<img src="${part.href}" alt="${escaped(part.alt)}" />`;
    default: {
      const name = { strong: 'strong', emphasis: 'em', deleted: 'del' }[part.kind];
      return `<${name}>${all(part.children)}</${name}>`;
    }
  }
}

const all = (parts: readonly Inline[]): string => parts.map(inlineHtml).join('');

function html(block: MarkdownBlock): string {
  switch (block.kind) {
    case 'paragraph':
      return `${all(block.children)}\n`;
    case 'heading':
      return `<h${block.level}>${all(block.children)}</h${block.level}>\n`;
    case 'code':
      return `<pre><code${block.language ? ` class="language-${block.language}"` : ''}>${escaped(block.text)}${block.text ? '\n' : ''}</code></pre>\n`;
    case 'quote':
      return `<blockquote>\n${block.children.map(html).join('')}</blockquote>\n`;
    case 'list': {
      const name = block.ordered ? 'ol' : 'ul';
      const items = block.items.map(({ children }) => `<li>${children.map(html).join('')}</li>\n`);
      return `<${name}${block.ordered && block.start !== 1 ? ` start="${block.start}"` : ''}>\n${items.join('')}</${name}>\n`;
    }
    case 'rule':
      return '<hr />\n';
    case 'html':
      return `${block.text}\n`;
    default:
      return '';
  }
}

/** Removes what blocks do not store: loose lists, titles of images, and whether text is HTML or escaped. */
function plain(text: string): string {
  return text
    .replace(/<\/?p>/g, '')
    .replace(/<br \/>\n?/g, '<br>')
    .replace(/(href|src)="([^"]*)"/g, (_, name: string, address: string) => `${name}="${decoded(address)}"`)
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .replace(/(<img [^>]*") title="[^"]*"/g, '$1')
    .replace(/\s*\n\s*/g, '\n')
    .replace(/\n?(<\/?(?:li|blockquote|ul|ol|h\d|pre|hr)\b[^>]*>)\n?/g, '$1')
    .trim();
}

function decoded(address: string): string {
  try {
    return decodeURI(address.replaceAll('&amp;', '&').replaceAll('&quot;', '"'));
  } catch {
    return address;
  }
}

/** Examples that are read differently on purpose. */
const names = 'a name that is not among the usual ones';
const bare = 'GFM: an address is a link without brackets, too';
const otherwise: Readonly<Record<number, string>> = {
  25: names,
  32: names,
  33: names,
  34: names,
  503: names,
  602: bare,
  608: bare,
  611: bare,
  612: bare,
};

describe('the examples of CommonMark', () => {
  const sections = [...new Set(examples.map(({ section }) => section))];
  test.each(sections)('%s', (section) => {
    const wrong = examples
      .filter((example) => example.section === section && !otherwise[example.number])
      .filter(({ markdown, html: expected }) => {
        const read = blocksOf(markdown.replaceAll('→', '\t'), {}).blocks.map(html).join('');
        return plain(read) !== plain(expected.replaceAll('→', '\t'));
      });
    expect(
      wrong.map(({ number, markdown, html: expected }) => ({
        number,
        markdown,
        expected: plain(expected),
        read: plain(blocksOf(markdown.replaceAll('→', '\t'), {}).blocks.map(html).join('')),
      })),
    ).toEqual([]);
  });
});

/** Returns inline marks as a short text. */
const short = (text: string): string => blocksOf(text, {}).blocks.map(html).join('').trim();
const link = (href: string, text = href): string => `<a href="${href}">${text}</a>`;

describe('what GFM adds', () => {
  test.each([
    ['https://a.b/c_d_e.', `${link('https://a.b/c_d_e')}.`],
    ['(see http://localhost:3000/x(y))', `(see ${link('http://localhost:3000/x(y)')})`],
    ['**https://a.b**', `<strong>${link('https://a.b')}</strong>`],
    ['详见https://a.b/c。然后', `详见${link('https://a.b/c')}。然后`],
    ['www.a.b', link('http://www.a.b', 'www.a.b')],
    ['mail a_b@c.de now', `mail ${link('mailto:a_b@c.de', 'a_b@c.de')} now`],
    ['[https://a.b](https://c.d)', link('https://c.d', 'https://a.b')],
    ['[**https://a.b**](https://c.d)', link('https://c.d', '<strong>https://a.b</strong>')],
    ['[https://a.b]', `[${link('https://a.b')}]`],
    ['`https://a.b` xhttps://a.b', '<code>https://a.b</code> xhttps://a.b'],
    ['https:// www. a@b', 'https:// www. a@b'],
  ])('addresses without brackets: %s', (text, expected) => {
    expect(short(text)).toBe(expected);
  });

  test.each([
    ['~~a~~ ~b~', '<del>a</del> <del>b</del>'],
    ['~~a~ ~~~b~~~', '~~a~ ~~~b~~~'],
    ['~~a **b** c~~', '<del>a <strong>b</strong> c</del>'],
    ['about ~5 or ~6', 'about ~5 or ~6'],
  ])('strike-through: %s', (text, expected) => {
    expect(short(text)).toBe(expected);
  });

  const cells = (text: string) =>
    blocksOf(text, {}).blocks.map((block) =>
      block.kind === 'table' ? [block.align, ...[block.header, ...block.rows].map((row) => row.map(all))] : html(block),
    );
  test.each([
    [
      '| a | b |\n|:--|-:|\n| 1 | 2 |',
      [
        [
          ['left', 'right'],
          ['a', 'b'],
          ['1', '2'],
        ],
      ],
    ],
    [
      'a | b\n:-: | -\n1 | *2* | 3\n4\n\nend',
      [
        [
          ['center', null],
          ['a', 'b'],
          ['1', '<em>2</em>'],
          ['4', ''],
        ],
        'end\n',
      ],
    ],
    ['|a|\n|-|\n|`x \\| y`|\n> z', [[[null], ['a'], ['<code>x | y</code>']], '<blockquote>\nz\n</blockquote>\n']],
    [
      'first\n|a|b|\n|-|-|',
      [
        'first\n',
        [
          [null, null],
          ['a', 'b'],
        ],
      ],
    ],
    ['|a|b|\n|-|', ['|a|b|\n|-|\n']],
    ['- | a |\n  |---|\n  | 1 |', ['<ul>\n<li></li>\n</ul>\n']],
  ])('tables: %j', (text, expected) => {
    expect(cells(text)).toEqual(expected);
  });

  test('tasks', () => {
    const [list] = blocksOf('- [ ] a\n- [x] b\n- [X]  **c**\n- [x]d\n- [y] e\n1. [ ] f', {}).blocks;
    expect(list?.kind === 'list' && list.items.map(({ checked }) => checked)).toEqual([
      false,
      true,
      true,
      undefined,
      undefined,
    ]);
    expect(list && html(list)).toContain('<li>b\n</li>');
  });
});

test('line breaks and blanks of a source are its own', () => {
  const { blocks } = blocksOf('  # a #\n\n- b\n  c\n\n\n1) d\n', {});
  expect(blocks.map(({ source }) => source)).toEqual(['  # a #', '- b\n  c', '1) d']);
});

describe('a text that is meant to take a reader down', () => {
  test.each([
    ...[
      '[',
      '![',
      '*',
      '**a',
      '_a ',
      '`a``',
      '<!--',
      '<a b="',
      '[a](',
      '[a](b "',
      '[a](b(',
      '[a][',
      '[[a]',
      '&',
      'a@',
      'a_',
    ],
    ...['http://', '(http://a.b', '***', '~a~~', '<?', '\\', '  \n', '*a_', '[![', '](', '>', '> - ', '|'],
  ])('%j in a long row is read in time that grows with its length', (part) => {
    const took = (length: number): number => {
      const text = `x${part.repeat(Math.ceil(length / part.length))}${']'.repeat(length / 3)}`;
      const started = process.cpuUsage();
      for (let time = 0; time < 4; time++) blocksOf(text, {});
      return process.cpuUsage(started).user;
    };
    took(2_000);
    expect(took(12_000)).toBeLessThan(took(3_000) * 12 + 200_000);
  });

  test.each(['[', '*', '>', '> ', '- ', '`', ' ', '\t', '#', '|', '-', '\n', '>\n', '<', 'a ', '# ', '1. '])(
    'a megabyte of %j',
    (part) => {
      const { blocks } = blocksOf(`${part.repeat(1_000_000 / part.length)}end`, {});
      expect(JSON.stringify(blocks).length).toBeGreaterThan(2);
    },
  );

  test('marks within marks have a depth', () => {
    const { blocks } = blocksOf(`${'*a **b '.repeat(500)}${'c** d*'.repeat(500)}\n\n${'> - '.repeat(500)}e`, {});
    const depth = (json: string): number => {
      let [deepest, now] = [0, 0];
      for (const char of json) deepest = Math.max(deepest, (now += char === '[' ? 1 : char === ']' ? -1 : 0));
      return deepest;
    };
    expect(depth(JSON.stringify(blocks))).toBeLessThan(130);
    expect(depth(JSON.stringify(blocks))).toBeGreaterThan(30);
  });
});
