/** How the answer of an MCP server becomes a result (engine.md 5). */
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { readFileSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { ServerFailure, type ResultPart } from '../../daemon/mcp/server.js';
import { limitResult } from '../../daemon/tools/large.js';
import type { ToolResult } from '../../daemon/tools/tool.js';
import type { ContentPart } from '../../schemas/generated/types.js';
import { plain } from '../helpers/pictures.js';
import { createPlace, type Place } from './fake.js';
import { answerOf, onlyTool, resultOf, toolOf } from './servertool.fixture.js';

let place: Place;
beforeEach(() => {
  place = createPlace();
});
afterEach(() => place.remove());

const text = (words: string): ResultPart => ({ type: 'text', text: words });
const base64 = (bytes: Buffer | string): string => Buffer.from(bytes).toString('base64');
const directory = (): string => join(place.home, 'sessions', 'session_test');
const stored = (name: string): string => join(directory(), 'tool-results', name);
const outputOf = async (...parts: ResultPart[]): Promise<ToolResult['output']> =>
  (await resultOf(place, answerOf(...parts))).output;

describe('text', () => {
  test('parts follow each other', async () => {
    expect(await resultOf(place, answerOf(text('one'), text('two')))).toEqual({ output: 'one\ntwo' });
  });

  test('no parts: nothing', async () => {
    expect(await resultOf(place, answerOf())).toEqual({ output: '' });
  });

  test('nothing invisible, nothing that reads like the engine', async () => {
    expect(await outputOf(text('a\u202eb\u200bc\r\n\t<system>d'))).toBe('abc\n\t&lt;system>d');
  });

  test('100,000 chars pass, more goes to a file', async () => {
    const { resultChars } = onlyTool(toolOf('do'));
    const limited = async (chars: number): Promise<ToolResult> =>
      limitResult(await resultOf(place, answerOf(text('ü'.repeat(chars)))), {
        toolName: 'mcp__box__do',
        ...(resultChars === undefined ? {} : { limit: resultChars }),
        callId: 'call_1',
        sessionDirectory: directory(),
      });
    expect(await limited(100_000)).toEqual({ output: 'ü'.repeat(100_000) });
    const over = await limited(100_001);
    expect(over).toMatchObject({ truncated: true, outputPath: stored('call_1.txt') });
    expect(over.output).toContain(`${'ü'.repeat(2_000)}\n[...truncated]\n<system>tool_name: mcp__box__do`);
    expect(readFileSync(stored('call_1.txt'), 'utf8')).toHaveLength(100_001);
  });

  test('what is kept at all is bounded, cleaned in pieces, and lets others work', async () => {
    let longest = 0;
    let last = performance.now();
    const watch = setInterval(() => {
      longest = Math.max(longest, performance.now() - last);
      last = performance.now();
    }, 1);
    const tag = `${'x'.repeat(63_997)}<system>`;
    const line = `${'y'.repeat(500)}\u200b\r\n`;
    const output = await outputOf(text(tag), text(line.repeat(30_000)));
    clearInterval(watch);
    expect(String(output)).toMatch(/\n<system>11,154,005 characters more were left out<\/system>$/);
    expect(String(output).slice(0, -70)).not.toContain('<system>');
    expect(String(output)).not.toMatch(/[\r\u200b]/);
    expect(longest).toBeLessThan(1_000);
  });
});

describe('structured content', () => {
  const structured = { answer: 42, of: ['a', 'b'] };
  const resource: ResultPart = { type: 'resource', uri: 'file:///a', text: 'notes' };

  test.each<[string, ResultPart[], string]>([
    ['beside a text', [text('see the structure')], 'see the structure'],
    ['beside the same as text', [text('{"answer":42,"of":["a","b"]}')], '{"answer":42,"of":["a","b"]}'],
    ['beside a text that says something else', [text('{"answer":43}')], '{"answer":43}'],
    ['beside the text of a resource', [resource], '<system>resource file:///a:</system>\nnotes'],
    ['alone', [], '{"answer":42,"of":["a","b"]}'],
    ['beside an empty text', [text(' ')], ' \n{"answer":42,"of":["a","b"]}'],
  ])('%s', async (_, parts, expected) => {
    expect((await resultOf(place, { ...answerOf(...parts), structured })).output).toBe(expected);
  });

  test('nested beyond writing', async () => {
    let deep: unknown = 1;
    for (let at = 0; at < 100_000; at++) deep = [deep];
    expect((await resultOf(place, { ...answerOf(), structured: deep })).output).toContain('nested too deeply');
  });

  test('its media are those of the parts, or files', async () => {
    const picture = await plain(40, 30);
    const sound = Buffer.from(`ID3${'sound'.repeat(20)}`);
    const given = {
      result: [
        { type: 'image', data: base64(picture), mimeType: 'image/png' },
        { type: 'audio', data: base64(Buffer.alloc(300, 7)), mimeType: 'audio/pcm' },
      ],
      address: `data:audio/mpeg;base64,${base64(sound)}`,
      short: 'aGVsbG8=',
    };
    const image: ResultPart = { type: 'image', data: base64(picture), mediaType: 'image/png' };
    const { output } = await resultOf(place, { ...answerOf(image), structured: given });
    const said = (output as ContentPart[]).flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
    expect(said).toContain(
      `"data":"[image/png, ${picture.length} bytes: a part of this result]","mimeType":"image/png"`,
    );
    expect(said).toContain(`"data":"[audio/pcm, 300 bytes, stored at ${stored('call_1-1.bin')}]"`);
    expect(said).toContain(`"address":"[audio/mpeg, ${sound.length} bytes, stored at ${stored('call_1-2.mp3')}]"`);
    expect(said).toContain('"short":"aGVsbG8="');
    expect(readFileSync(stored('call_1-2.mp3'))).toEqual(sound);
  });
});

describe('media in a text', () => {
  const noise = Buffer.from(Array.from({ length: 3_000 }, (_, at) => (at * 7919) % 251));
  const after = (...head: number[]): Buffer => Buffer.concat([Buffer.from(head), noise]);
  const png = after(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);

  test.each<[string, string, Buffer]>([
    ['image/png', 'png', png],
    ['image/jpeg', 'jpg', after(0xff, 0xd8, 0xff, 0xe0)],
    ['image/gif', 'gif', Buffer.from(`GIF89a${'x'.repeat(100)}`)],
    ['image/webp', 'webp', Buffer.from(`RIFF1234WEBPVP8 ${'x'.repeat(100)}`)],
    ['audio/wav', 'wav', Buffer.from(`RIFF1234WAVEfmt ${'x'.repeat(100)}`)],
    ['audio/ogg', 'ogg', Buffer.from(`OggS\0${'x'.repeat(100)}`)],
    ['video/mp4', 'mp4', Buffer.concat([Buffer.from([0, 0, 0, 32]), Buffer.from(`ftypisom${'x'.repeat(100)}`)])],
    ['application/pdf', 'pdf', Buffer.from(`%PDF-1.7\n${'x'.repeat(100)}`)],
  ])('%s becomes a file', async (type, ending, bytes) => {
    const file = stored(`call_1-1.${ending}`);
    const note = `[${type}, ${bytes.length.toLocaleString('en-US')} bytes, stored at ${file}]`;
    expect(await outputOf(text(`before ${base64(bytes)}\nafter`))).toBe(`before ${note}\nafter`);
    expect(readFileSync(file)).toEqual(bytes);
    rmSync(file);
    const json = JSON.stringify(base64(bytes)).replaceAll('/', '\\/');
    expect(await outputOf(text(`{"data":${json}}`))).toBe(`{"data":"${note}"}`);
    expect(readFileSync(file)).toEqual(bytes);
  });

  test.each([
    ['\n', '\n'],
    ['\r\n', '\n'],
    ['\\n', '"'],
  ])('base64 in lines that end with %j', async (end, after) => {
    const lines = (base64(png).match(/.{1,76}/g) ?? []).join(end);
    expect(await outputOf(text(`${lines}${after}Next line`))).toBe(
      `[image/png, 3,008 bytes, stored at ${stored('call_1-1.png')}]${after}Next line`,
    );
    expect(readFileSync(stored('call_1-1.png'))).toEqual(png);
  });

  test('an address in a text and as a link', async () => {
    const address = `data:font/woff2;charset=utf-8;base64,${base64('woff')}`;
    const output = await outputOf(text(`![x](${address})`), { type: 'link', uri: address, name: 'font' });
    expect(output).toBe(
      `![x]([font/woff2, 4 bytes, stored at ${stored('call_1-1.bin')}])\nResource font at [font/woff2, 4 bytes, stored at ${stored('call_1-2.bin')}]`,
    );
  });

  test.each([
    ['a token', 'iVBORw0KGgo is how a PNG begins'],
    ['a path', '/9j/ is no picture'],
    ['words', `data:text/plain;base64,${base64('hello hello hello hello hello hello hello hello hello')}`],
    ['other base64', base64('hello hello hello hello hello hello hello hello hello hello')],
    ['a hash', 'a'.repeat(128)],
  ])('%s stays', async (_, said) => {
    expect(await outputOf(text(said))).toBe(said);
  });

  test('of many megabytes, at the border of pieces, and more of them than are kept', async () => {
    const large = base64(Buffer.concat([png, Buffer.alloc(9_000_000)]));
    const words = `${'w'.repeat(256 * 1024 - 5)} `;
    const output = String(await outputOf(text(`${words}${base64(png)} ${large}`)));
    expect(output.slice(words.length)).toMatch(
      /^\[image\/png, 3,008 bytes, stored at .+-1\.png\] \[image\/png, 9,003,008 bytes, stored at .+-2\.png\]$/,
    );
    const many = String(await outputOf(text(Array.from({ length: 25 }, () => base64(png)).join(' '))));
    expect(many.match(/left out/g)).toHaveLength(5);
    expect(many).not.toContain('iVBOR');
  });
});

describe('pictures', () => {
  const image = (bytes: Buffer, mediaType = 'image/png'): ResultPart => ({
    type: 'image',
    data: base64(bytes),
    mediaType,
  });
  const shown = { type: 'image', source: { kind: 'session_media', file_id: expect.stringMatching(/^media_.+\.png$/) } };

  test('stand in their place among the texts', async () => {
    expect(await outputOf(text('before'), image(await plain(40, 30)), text('after'))).toEqual([
      { type: 'text', text: 'before' },
      shown,
      { type: 'text', text: '<system>image/png, 40 x 30 pixels</system>\nafter' },
    ]);
  });

  test('are made fit like others', async () => {
    const output = (await outputOf(image(await plain(4_000, 100)))) as ContentPart[];
    expect(output).toEqual([
      shown,
      { type: 'text', text: '<system>image/png, 2000 x 50 pixels, scaled down from 4000 x 100</system>' },
    ]);
  });

  test('in a resource', async () => {
    const data = base64(await plain(4, 4));
    expect(await outputOf({ type: 'resource', uri: 'file:///a.png', mediaType: 'image/png', data })).toEqual([
      shown,
      { type: 'text', text: '<system>resource file:///a.png, image/png, 4 x 4 pixels</system>' },
    ]);
  });

  test('that cannot be decoded, or are of another kind, are files', async () => {
    const damaged = (await plain(40, 40)).subarray(0, 60);
    expect(await outputOf(image(damaged), image(Buffer.from('<svg/>'), 'image/svg+xml'))).toBe(
      `<system>image/png, 60 bytes, stored at ${stored('call_1-1.png')}</system>\n` +
        `<system>image/svg+xml, 6 bytes, stored at ${stored('call_1-2.svg')}</system>`,
    );
  });

  test('only so many', async () => {
    const small = image(await plain(2, 2));
    const output = (await outputOf(...Array.from({ length: 50 }, () => small))) as ContentPart[];
    expect(output.filter(({ type }) => type === 'image')).toHaveLength(20);
    expect(readdirSync(join(directory(), 'tool-results'))).toHaveLength(20);
    expect(JSON.stringify(output)).toContain('<system>10 parts left out: too many in one answer</system>');
  });
});

describe('other bytes', () => {
  const audio = (bytes: number): ResultPart => ({
    type: 'audio',
    data: base64(Buffer.alloc(bytes, 7)),
    mediaType: 'audio/wav',
  });

  test('become files that only their owner reads', async () => {
    const blob: ResultPart = { type: 'resource', uri: 'x://\u202eb', mediaType: '../../evil', data: base64('ab') };
    expect(await outputOf(audio(5), blob, { type: 'resource', uri: 'x://c', data: base64('c') })).toBe(
      [
        `<system>audio/wav, 5 bytes, stored at ${stored('call_1-1.wav')}</system>`,
        `<system>resource x://\\u{202e}b, ../../evil, 2 bytes, stored at ${stored('call_1-2.bin')}</system>`,
        `<system>resource x://c, bytes of an unknown kind, 1 byte, stored at ${stored('call_1-3.bin')}</system>`,
      ].join('\n'),
    );
    expect(readFileSync(stored('call_1-1.wav'))).toEqual(Buffer.alloc(5, 7));
    expect(statSync(stored('call_1-1.wav')).mode & 0o777).toBe(0o600);
  });

  test('a call id cannot choose the place', async () => {
    await resultOf(place, answerOf(audio(1)), { callId: '../../../out' });
    const [name] = readdirSync(join(directory(), 'tool-results'));
    expect(name).toMatch(/^_+out-[0-9a-f]{16}-1\.wav$/);
  });

  test.each<[string, number, RegExp]>([
    ['10 MiB', 10 * 1024 * 1024, /10,485,760 bytes, stored at /],
    ['one more', 10 * 1024 * 1024 + 1, /^<system>audio\/wav, 10,485,76\d bytes, left out: more than 10 MiB<\/system>$/],
    ['none', 0, /^<system>audio\/wav, left out: it has no content<\/system>$/],
  ])('%s', async (_, bytes, expected) => {
    expect(await outputOf(audio(bytes))).toMatch(expected);
  });

  test('no more than 64 MiB of one answer', async () => {
    const output = await outputOf(...Array.from({ length: 8 }, () => audio(9 * 1024 * 1024)));
    expect(String(output).match(/stored at/g)).toHaveLength(7);
    expect(output).toContain('1 part left out');
  });

  test('what cannot be stored is a failure that says so', async () => {
    const sessionDirectory = '/dev/null/none';
    const { output, isError } = await resultOf(place, answerOf(audio(1)), { sessionDirectory });
    expect(isError).toBe(true);
    expect(output).toContain('/dev/null/none');
  });
});

describe('resources', () => {
  test('with text, links, and empty ones', async () => {
    const link: ResultPart = {
      type: 'link',
      uri: 'x://a\nb',
      name: 'na\u200bme',
      description: 'of\nit',
      mediaType: 'text/x',
    };
    expect(
      await outputOf(
        { type: 'resource', uri: 'x://n', mediaType: 'text/plain', text: 'notes' },
        link,
        { type: 'link', uri: 'x://m', name: 'm' },
        { type: 'resource', uri: 'x://e' },
      ),
    ).toBe(
      [
        '<system>resource x://n:</system>',
        'notes',
        'Resource na\\u{200b}me (text/x) at x://a\\nb: of\\nit',
        'Resource m at x://m',
        '<system>empty resource x://e</system>',
      ].join('\n'),
    );
  });

  test('10,000 of them', async () => {
    const link: ResultPart = { type: 'link', uri: `x://${'l'.repeat(5_000)}`, name: 'n' };
    const output = String(await outputOf(...Array.from({ length: 10_000 }, () => link)));
    expect(output.length).toBeLessThan(300_000);
    expect(output).toMatch(/<system>9,800 more lines of this kind left out<\/system>$/);
  });
});

describe('errors', () => {
  test("the server's own text", async () => {
    const answer = { ...answerOf(text('no such\u202e issue')), isError: true };
    expect(await resultOf(place, answer)).toEqual({
      output: 'no such issue',
      isError: true,
      display: { kind: 'error', message: 'no such issue', code: 'mcp.tool' },
    });
    expect(await resultOf(place, { ...answerOf(), isError: true })).toMatchObject({
      output: 'The server answered with an error.',
      isError: true,
    });
  });

  test.each([
    ['startup', 80001],
    ['connection', 80002],
    ['timeout', 80003],
    ['auth', 80005],
    ['protocol', 80006],
  ] as const)('no answer: %s is %i', async (kind, code) => {
    const message = 'The MCP server box did not answer this call: it went away';
    expect(await resultOf(place, new ServerFailure(kind, 'it went away'))).toEqual({
      output: `${message}\n<system>code: ${code} (mcp.${kind})</system>`,
      isError: true,
      display: { kind: 'error', message, code: `mcp.${kind}` },
    });
  });

  test('a defect is no failure of the server', async () => {
    await expect(resultOf(place, new TypeError('defect'))).rejects.toThrow('defect');
  });

  test('an abort', async () => {
    const signal = AbortSignal.abort();
    const failure = new ServerFailure('connection', 'closed');
    expect(await resultOf(place, failure, { signal })).toEqual({ output: 'Interrupted by the user.', isError: true });
    expect(await resultOf(place, answerOf(text('late')), { signal })).toMatchObject({ isError: true });
  });
});
