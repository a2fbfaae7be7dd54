/** Links: what may be opened, what stays text, and what is shown beside a link whose text names another target. */
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { describeLink, linkTarget, splitLinks } from '../../client/view/links.js';
import type { Inline } from '../../client/view/markdown-blocks.js';
import { markdownBlocks } from '../../client/view/markdown.js';

const directories = ['/home/ada/project', '/srv/docs'];

/** Returns the addresses of links and images that may be opened. */
const addressesIn = (parts: unknown): string[] => {
  if (typeof parts !== 'object' || parts === null) return [];
  const { kind, href } = parts as { kind?: Inline['kind']; href?: string };
  const target =
    href !== undefined && (kind === 'link' || kind === 'image') ? linkTarget(href, directories) : undefined;
  return [...(target ? [target.url] : []), ...Object.values(parts).flatMap(addressesIn)];
};

describe('a target', () => {
  test.each([
    ['https://a.b/c?d=e#f', { kind: 'web', url: 'https://a.b/c?d=e#f', host: 'a.b' }],
    ['HTTP://A.B', { kind: 'web', url: 'http://a.b/', host: 'a.b' }],
    ['https://ä.example/ü', { kind: 'web', url: 'https://xn--4ca.example/%C3%BC', host: 'xn--4ca.example' }],
    ['http://a.b:8080/', { kind: 'web', url: 'http://a.b:8080/', host: 'a.b:8080' }],
    ['mailto:ada@a.b', { kind: 'mail', url: 'mailto:ada@a.b' }],
    ['src/a.ts', { kind: 'file', url: 'file:///home/ada/project/src/a.ts', path: '/home/ada/project/src/a.ts' }],
    ['./src/../b.ts', { kind: 'file', url: 'file:///home/ada/project/b.ts', path: '/home/ada/project/b.ts' }],
    ['a.ts:12', { kind: 'file', url: 'file:///home/ada/project/a.ts', path: '/home/ada/project/a.ts', line: 12 }],
    ['a.ts:12:3', { kind: 'file', url: 'file:///home/ada/project/a.ts', path: '/home/ada/project/a.ts', line: 12 }],
    ['a.ts#L7-L9', { kind: 'file', url: 'file:///home/ada/project/a.ts', path: '/home/ada/project/a.ts', line: 7 }],
    ['a%20b%23.md', { kind: 'file', url: 'file:///home/ada/project/a%20b%23.md', path: '/home/ada/project/a b#.md' }],
    ['100%.md', { kind: 'file', url: 'file:///home/ada/project/100%25.md', path: '/home/ada/project/100%.md' }],
    ['/srv/docs/x.md', { kind: 'file', url: 'file:///srv/docs/x.md', path: '/srv/docs/x.md' }],
    ['file:///srv/docs/x%20y', { kind: 'file', url: 'file:///srv/docs/x%20y', path: '/srv/docs/x y' }],
    ['file://localhost/srv/docs', { kind: 'file', url: 'file:///srv/docs', path: '/srv/docs' }],
  ])('%s', (href, target) => expect(linkTarget(href, directories)).toEqual(target));

  test.each([
    ...['', ' ', '#part', 'javascript:alert(1)', 'JavaScript:alert(1)', 'java\nscript:alert(1)', 'vbscript:x'],
    ...['data:text/html,x', 'blob:https://a.b/c', 'ftp://a.b', 'ssh://a.b', 'about:blank', 'localhost:3000', 'tel:1'],
    ...['http://', 'https:///', 'http://a b', 'http://a.b/\u202egnp.exe', 'https://a\u200b.b/', 'https://a.b/\u0000'],
    ...['../other/x', '/etc/passwd', '/home/ada/project2/x', '/srv/docs/../../etc/passwd', 'src/../../x'],
    ...['..%2f..%2fetc/passwd', '/srv/docs/%2e%2e/%2e%2e/etc/passwd', 'file:///etc/passwd', 'file://host/srv/docs/x'],
    ...['//evil.example/x', '\\\\evil\\x', 'a\u0000b', 'a\ud800b', '../../../../../..', 'file:///srv/docs/..%2f..%2fx'],
  ])('%j stays text', (href) => expect(linkTarget(href, directories)).toBeUndefined());

  test('a path is none without directories, and Windows has its own', () => {
    expect(linkTarget('a.ts')).toBeUndefined();
    const target = linkTarget('src\\a.ts', ['C:\\Users\\ada']);
    expect(target).toEqual({ kind: 'file', url: 'file:///C:/Users/ada/src/a.ts', path: 'C:/Users/ada/src/a.ts' });
    expect(linkTarget('C:\\Windows\\x', ['C:\\Users\\ada'])).toBeUndefined();
    expect(linkTarget('C:/Users/ada/x.ts:4', ['C:\\Users\\ada'])).toMatchObject({ line: 4 });
  });

  test('whatever is written, what may be opened has one of four schemes, and a file lies below a directory', () => {
    const part = fc.constantFrom(
      ...['http', 's', ':', '//', '/', '..', '%2e', '%2f', 'file', 'javascript', 'a.b', '@', '\\', '#', '?', ' '],
      ...['\n', '\u202e', '\u00ad', '%', 'home/ada/project', 'srv/docs', ':12', '\ud800', 'C:', 'mailto', '\t'],
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 9 }), (parts) => {
        const target = linkTarget(parts.join(''), directories);
        if (!target) return;
        expect(['http:', 'https:', 'mailto:', 'file:']).toContain(new URL(target.url).protocol);
        expect(target.url).toMatch(/^[\x21-\x7e]+$/);
        if (target.kind !== 'file') return;
        expect(target.path.split('/')).not.toContain('..');
        expect(directories.some((each) => target.path === each || target.path.startsWith(`${each}/`))).toBe(true);
      }),
      { seed: 15, numRuns: 5_000 },
    );
  });
});

describe('beside a link', () => {
  const shown = (text: string, href: string) => {
    const target = linkTarget(href, directories);
    if (!target) throw new Error(`${href} leads nowhere`);
    const { address, otherHost } = describeLink(text, target);
    return [address, otherHost];
  };
  test.each([
    ['https://a.b/', 'https://a.b', undefined, undefined],
    ['a.b', 'https://www.a.b/', undefined, undefined],
    ['ada@a.b', 'mailto:ada@a.b', undefined, undefined],
    ['src/a.ts:12', 'src/a.ts#L12', undefined, undefined],
    ['the docs', 'https://a.b/docs', 'https://a.b/docs', undefined],
    ['version 1.2', 'https://a.b/docs', 'https://a.b/docs', undefined],
    ['https://bank.example', 'https://evil.example/', 'https://evil.example/', 'evil.example'],
    ['go to bank.example now', 'https://evil.example/', 'https://evil.example/', 'evil.example'],
    ['https://bank.example@evil.example/', 'https://bank.example@evil.example/', undefined, 'evil.example'],
    ['b\u0430nk.example', 'https://b\u0430nk.example/', 'https://xn--bnk-6cd.example/', undefined],
    ['other file', 'src/a.ts', '/home/ada/project/src/a.ts', undefined],
  ])('%s to %s', (text, href, address, otherHost) => expect(shown(text, href)).toEqual([address, otherHost]));
});

test('links of Markdown are found wherever they are, once each and in order', () => {
  const blocks = markdownBlocks(
    [
      '# See [one](https://one.example)\n\nand <https://two.example>, www.three.example and **[four](src/four.ts)**.\n',
      '- [five](mailto:five@a.b)\n  > [six][6]\n\n| a |\n|---|\n| ![seven](https://seven.example/x.png) |\n',
      '`[no](https://no.example)` [no](javascript:x) [no](/etc/passwd)\n\n```\nhttps://no.example\n```\n\n[6]: https://six.example',
    ].join('\n'),
  );
  expect(addressesIn(blocks)).toEqual([
    'https://one.example/',
    'https://two.example/',
    'http://www.three.example/',
    'file:///home/ada/project/src/four.ts',
    'mailto:five@a.b',
    'https://six.example/',
    'https://seven.example/x.png',
  ]);
});

describe('a text', () => {
  const links = (text: string) =>
    splitLinks(text, directories).flatMap(({ text: part, target }) => (target ? [part] : []));
  test.each([
    ['see https://a.b/c.', ['https://a.b/c']],
    ['(https://a.b/c_(d)), "https://e.f"', ['https://a.b/c_(d)', 'https://e.f']],
    ['<https://a.b>, https://c.d/?e=f&g!', ['https://a.b', 'https://c.d/?e=f&g']],
    ['https://a.b/\u202egnp', ['https://a.b/']],
    ['mailto:ada@a.b; file:///srv/docs/x; file:///etc/passwd', ['mailto:ada@a.b', 'file:///srv/docs/x']],
    ['javascript:alert(1) xhttps://a.b http://', []],
  ])('%j', (text, expected) => expect(links(text)).toEqual(expected));

  test('is whole in its pieces, and costs little however long', () => {
    const part = fc.constantFrom('https://a.b', ' ', ')', '(', '.', 'x', '\n', 'http://', '>', 'mailto:a@b', '\u202e');
    fc.assert(
      fc.property(fc.array(part, { maxLength: 20 }), (parts) => {
        const text = parts.join('');
        expect(
          splitLinks(text)
            .map((each) => each.text)
            .join(''),
        ).toBe(text);
      }),
      { seed: 16, numRuns: 500 },
    );
    const from = process.cpuUsage();
    for (const text of ['https://a.b/((((', 'https://', ').', 'x'])
      splitLinks(text.repeat(200_000 / text.length), directories);
    expect(process.cpuUsage(from).user).toBeLessThan(3_000_000);
  });
});
