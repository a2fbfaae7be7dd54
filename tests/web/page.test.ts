/** What is read from an answer: types, encodings, HTML as Markdown (engine.md 4.11). */
import { describe, expect, test } from '@jest/globals';
import { WebFailure } from '../../daemon/web/failure.js';
import { kindOfType, mediaType } from '../../daemon/web/media.js';
import { isHeavy, plainPage, readPage, type PageText } from '../../daemon/web/page.js';

const bytesOf = (body: string | Buffer): Uint8Array<ArrayBuffer> => Uint8Array.from(Buffer.from(body as string));
const pageOf = (body: string | Buffer, contentType?: string) => ({
  url: 'https://docs.example/guide/start',
  status: 200,
  bytes: bytesOf(body),
  ...(contentType === undefined ? {} : { contentType }),
});

async function stages(body: string | Buffer, contentType?: string): Promise<PageText[]> {
  const all: PageText[] = [];
  for await (const stage of readPage(pageOf(body, contentType))) all.push(stage);
  return all;
}

async function read(body: string | Buffer, contentType = 'text/html'): Promise<PageText> {
  const last = (await stages(body, contentType)).at(-1);
  if (!last) throw new Error('nothing was read');
  return last;
}

describe('types', () => {
  test.each([
    ['text/html; charset=utf-8', 'html'],
    ['TEXT/HTML', 'html'],
    ['application/xhtml+xml', 'html'],
    ['text/plain', 'text'],
    ['text/markdown;variant=GFM', 'text'],
    ['text/csv', 'text'],
    ['application/json', 'text'],
    ['application/ld+json', 'text'],
    ['application/vnd.api+json', 'text'],
    ['application/xml', 'text'],
    ['text/xml', 'text'],
    ['application/atom+xml', 'text'],
    ['image/svg+xml', 'text'],
    ['application/javascript', 'text'],
    ['application/pdf', 'other'],
    ['image/png', 'other'],
    ['application/octet-stream', 'other'],
    ['video/mp4', 'other'],
    ['application/zip', 'other'],
    ['application/jsonish', 'other'],
    ['', undefined],
    [';', undefined],
  ])('%s: %s', (type, kind) => {
    expect(kindOfType(mediaType(type))).toBe(kind);
  });

  test.each([
    ['{"a":1}', 'application/json'],
    ['<feed>\n <x/>\n</feed>', 'application/atom+xml'],
    ['# Title\n\ntext', 'text/markdown'],
    ['a\tb\n', 'text/plain; charset=utf-8'],
  ])('%j of type %s is passed on', async (body, type) => {
    expect(await stages(body, type)).toEqual([{ text: body }]);
    expect(isHeavy(pageOf(body, type))).toBe(false);
  });

  test('without a type the bytes decide', async () => {
    expect(await stages('just text')).toEqual([{ text: 'just text' }]);
    expect((await stages('\n<!-- x -->\n<!DOCTYPE html><title>T</title><p>text')).at(-1)?.title).toBe('T');
    await expect(stages(Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 0]))).rejects.toThrow(
      'This is not text: data without a type, 6 bytes.',
    );
  });

  test('bytes that are not text are not read as text', async () => {
    await expect(stages(Buffer.from([0x61, 0, 0x62]), 'text/plain')).rejects.toThrow(WebFailure);
    await expect(stages(Buffer.from([0x3c, 0x70, 0x3e, 0x61]), 'text/plain')).resolves.toHaveLength(1);
  });

  test('a lot of text and every page are read in a thread', () => {
    expect(isHeavy(pageOf('x'.repeat(65_537), 'text/plain'))).toBe(true);
    expect(isHeavy(pageOf('<p>', 'text/html'))).toBe(true);
    expect(isHeavy(pageOf('<html>'))).toBe(true);
  });
});

describe('encodings', () => {
  const latin1 = Buffer.from('caf\xe9', 'latin1');
  const page = (head: string, body: Buffer) =>
    Buffer.concat([Buffer.from(`<html><head>${head}</head><body><p>`), body, Buffer.from('</p></body></html>')]);
  const rows: [string, string | Buffer, string | undefined, string][] = [
    ['utf-8 by itself', 'café ☃', 'text/plain', 'café ☃'],
    ['the head', latin1, 'text/plain; charset=iso-8859-1', 'café'],
    ['the head, quoted', latin1, 'text/plain; charset="ISO-8859-1"; x=y', 'café'],
    ['nothing, and no utf-8', latin1, 'text/plain', 'café'],
    ['a name that means nothing', 'café', 'text/plain; charset=klingon', 'café'],
    ['utf-16le with its mark', Buffer.from('\ufeffcafé', 'utf16le'), 'text/plain', 'café'],
    ['utf-16be with its mark', Buffer.from([0xfe, 0xff, 0, 0x61, 0, 0xe9]), 'text/plain', 'aé'],
    ['utf-16le by the head', Buffer.from('café', 'utf16le'), 'text/plain; charset=utf-16le', 'café'],
    ['utf-8 with its mark, against the head', '\ufeffcafé', 'text/plain; charset=iso-8859-1', 'café'],
    ['shift_jis', Buffer.from([0x93, 0xfa, 0x96, 0x7b]), 'text/plain; charset=Shift_JIS', '日本'],
    ['gbk', Buffer.from([0xc4, 0xe3, 0xba, 0xc3]), 'text/plain; charset=gb2312', '你好'],
    ['koi8-r', Buffer.from([0xf0, 0xd2, 0xc9]), 'text/plain; charset=koi8-r', 'При'],
    ['broken utf-8 said to be utf-8', latin1, 'text/plain; charset=utf-8', 'caf\ufffd'],
    [
      'xml by its own word',
      Buffer.concat([Buffer.from('<?xml version="1.0" encoding="ISO-8859-1"?><a>'), latin1]),
      'text/xml',
      '<?xml version="1.0" encoding="ISO-8859-1"?><a>café',
    ],
    ['meta charset', page('<meta charset=windows-1251>', Buffer.from([0xcf, 0xf0, 0xe8])), 'text/html', 'При'],
    [
      'meta http-equiv',
      page(
        '<meta http-equiv="Content-Type" content="text/html; charset=windows-1251">',
        Buffer.from([0xcf, 0xf0, 0xe8]),
      ),
      'text/html',
      'При',
    ],
    [
      'meta charset against the head',
      page('<meta charset=windows-1251>', Buffer.from('café')),
      'text/html; charset=utf-8',
      'café',
    ],
    ['meta charset that cannot be', page('<meta charset="utf-16">', Buffer.from('café')), 'text/html', 'café'],
  ];
  test.each(rows)('%s', async (_, body, type, text) => {
    expect((await read(body, type ?? '')).text).toBe(text);
  });
});

const sentence = 'This sentence is part of a paragraph that is long enough, clearly, to be taken for an article. ';
const article = (inner: string, head = '<title>The guide</title>') =>
  `<!doctype html><html><head>${head}<style>p{}</style></head><body><nav><a href="/">Home</a> <a href="/all">All</a></nav>` +
  `<main><article><h1>The guide</h1>${`<p>${sentence.repeat(3)}</p>`.repeat(4)}${inner}</article></main><footer>Imprint</footer></body></html>`;

describe('HTML', () => {
  test('the main text, with its title', async () => {
    const { title, text, note } = await read(article(''));
    expect(title).toBe('The guide');
    expect(text).toContain(sentence.trim());
    expect(text).not.toMatch(/Home|Imprint|p\{\}/);
    expect(note).toBeUndefined();
  });

  test.each([
    ['a link', '<p>See <a href="../b?c=1#d">there</a>.</p>', 'See [there](https://docs.example/b?c=1#d).'],
    [
      'a link of another site',
      '<p>See <a href="//other.example/x">there</a>.</p>',
      'See [there](https://other.example/x).',
    ],
    ['a link that runs something', '<p>See <a href="javascript:steal()">there</a>.</p>', 'See there.'],
    ['a link in the page', '<p>See <a href="#x">there</a>.</p>', 'See there.'],
    ['marks of headings', '<h2>Part<a class="headerlink" href="/x">¶</a></h2>', '## Part\n'],
    ['headings', '<h3>Deeper</h3><p>text</p>', '### Deeper\n\ntext'],
    ['emphasis', '<p><b>bold</b> and <em>thin</em></p>', '**bold** and *thin*'],
    ['a list', '<ul><li>one</li><li>two<ol><li>three</li></ol></li></ul>', '-   one\n-   two\n    1.  three'],
    [
      'code',
      '<pre><code class="language-ts">if (a &lt; b) {\n  go();\n}\n</code></pre>',
      '```ts\nif (a < b) {\n  go();\n}\n```',
    ],
    [
      'code of another make',
      '<div class="highlight-python notranslate"><pre><span>x</span> = 1</pre></div>',
      '```python\nx = 1\n```',
    ],
    ['code with fences', '<pre>```\nx\n```</pre>', '````\n```\nx\n```\n````'],
    ['code in a line', '<p>call <code>a_b()</code> now</p>', 'call `a_b()` now'],
    ['a picture', '<p><img src="/a.png" alt="A [map]"></p>', '![A \\[map\\]](https://docs.example/a.png)'],
    [
      'a table',
      '<table><thead><tr><th>Name<th>Use</tr></thead><tbody><tr><td>a|b<td><p>one</p><p>two</p></tr></tbody></table>',
      '| Name | Use |\n| --- | --- |\n| a\\|b | one two |',
    ],
  ])('%s', async (_, html, markdown) => {
    expect(`${(await read(article(`<section>${html}<p>${sentence}</p></section>`))).text}\n`).toContain(markdown);
  });

  test.each([
    ['scripts', '<script>steal()</script>'],
    ['what is hidden', '<p hidden>steal()</p>'],
    ['what is not displayed', '<p style="color:red; display : none">steal()</p>'],
    ['what is not visible', '<p style="VISIBILITY:hidden">steal()</p>'],
    ['what has no size', '<p style="font-size:0">steal()</p>'],
    ['what only machines read', '<p aria-hidden="true">steal()</p>'],
    ['comments', '<!-- steal() -->'],
    ['templates', '<template><p>steal()</p></template>'],
    ['pictures without words', '<p>x<img src="steal()"></p>'],
    ['embedded pictures', '<p>x<img alt="steal()" src="data:image/png;base64,AAAA"></p>'],
  ])('%s are left out', async (_, html) => {
    const { text } = await read(article(html));
    expect(text).toContain(sentence.trim());
    expect(text).not.toContain('steal');
  });

  test('the base of links', async () => {
    const html = article(`<p><a href="x">there</a> ${sentence}</p>`, '<title>T</title><base href="/other/">');
    expect((await read(html)).text).toContain('[there](https://docs.example/other/x)');
  });

  test('a page without a main text is given whole, with a note', async () => {
    const links = Array.from({ length: 60 }, (_, index) => `<li><a href="/${index}">Entry number ${index}</a></li>`);
    const { text, note } = await read(
      `<html><head><title>Index</title></head><body><p>All.</p><ul>${links.join('')}</ul></body></html>`,
    );
    expect(text).toContain('[Entry number 59](https://docs.example/59)');
    expect(text).toContain('[Entry number 0](https://docs.example/0)');
    if (note !== undefined) expect(note).toContain('the whole page is given');
  });

  test('tables that only arrange things', async () => {
    const row = `<tr><td>1.</td><td><a href="/x">Some news of the day</a></td></tr>`.repeat(30);
    const { text } = await read(`<html><body><table><tr><td><table>${row}</table></td></tr></table></body></html>`);
    expect(text).toContain('| 1. | [Some news of the day](https://docs.example/x) |');
    expect(text.split('\n').length).toBeGreaterThanOrEqual(31);
  });

  test.each([
    '',
    '<p></p>',
    '<html><head><title>App</title></head><body><div id="root"></div><script src="/a.js"></script></body></html>',
  ])('hardly any text: %s', async (html) => {
    const { text, note } = await read(html);
    expect(text).toBe('');
    expect(note).toContain('hardly any text');
  });

  test.each([
    ['no html element', `<title>The guide</title><p>${sentence.repeat(9)}`],
    ['no body element', `<html><head><title>The guide</title></head><p>${sentence.repeat(9)}</html>`],
    ['nothing but text', sentence.repeat(9)],
    ['open elements', `<html><body><title>The guide</title><div><p>${sentence.repeat(5)}<p>${sentence.repeat(4)}`],
    ['closed too often', `<html><body></div></div><p>${sentence.repeat(9)}</p></section></body></html></body>`],
    [
      'xhtml',
      `<?xml version="1.0"?><!DOCTYPE html><html xmlns="http://www.w3.org/1999/xhtml"><head><title>The guide</title></head><body><p>${sentence.repeat(9)}</p></body></html>`,
    ],
  ])('%s', async (_, html) => {
    const { text, title } = await read(html);
    expect(text).toContain(sentence.repeat(3).trim());
    if (html.includes('<title>')) expect(title).toBe('The guide');
  });

  test('what the parser loses is given as plain text', async () => {
    const { text, note } = await read(
      `<html><body><div style="display:none">${sentence.repeat(9)}</div></body></html>`,
    );
    expect(text).toContain(sentence.trim());
    expect(note).toContain('plain text');
  });

  test('plain text comes first', async () => {
    const [first, second, ...more] = await stages(article('<p>a &amp; b</p>'), 'text/html');
    expect(more).toEqual([]);
    expect(first).toMatchObject({
      title: 'The guide',
      text: expect.stringContaining('a & b'),
      note: expect.stringContaining('plain text'),
    });
    expect(second?.note).toBeUndefined();
  });
});

describe('plain text of HTML', () => {
  test.each([
    ['<p>a</p><p>b<br>c</p>', 'a\n\nb\nc'],
    ['a<b>b</b>  c\n\n\n\n d', 'ab c\n\nd'],
    ['<script>if (a < b) x("</p>")</script>y', 'y'],
    ['<style>a{}</style><noscript>n</noscript>y', 'y'],
    ['<!-- a > b <p> -->y', 'y'],
    ['<script>no end', 'no end'],
    ['a < b and c > d', 'a < b and c > d'],
    ['<p', '<p'],
    ['<3', '<3'],
    ['&lt;p&gt; &#65;&#x42; &hellip; &unknown; &#xD800; &#1114112;', '<p> AB … &unknown; \ufffd \ufffd'],
    ['&constructor;&toString;', '&constructor;&toString;'],
    ['<SCRIPT>x</SCRIPT ><P>y', 'y'],
  ])('%s', (html, text) => {
    expect(plainPage(html).text).toBe(text);
  });

  test('the title', () => {
    expect(plainPage('<head><TITLE>\n A &amp;\n B </TITLE></head>x')).toEqual({ title: 'A & B', text: 'x' });
  });

  test.each([
    ['open elements', '<svg>'],
    ['open scripts', '<script>'],
    ['open comments', '<!--'],
    ['brackets', '<'],
    ['open ends', '</'],
    ['attributes', '<a title="'],
    ['spaces', '    \n'],
    ['references', '&amp;'],
    ['half references', '&#x'],
  ])('takes time in proportion: %s', (_, piece) => {
    const from = performance.now();
    plainPage(piece.repeat(Math.ceil(2_000_000 / piece.length)));
    expect(performance.now() - from).toBeLessThan(3_000);
  });
});
