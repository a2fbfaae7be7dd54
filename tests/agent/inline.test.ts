/** Which media are sent as bytes in a request, and which become notes (engine.md 2.8-6). */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { holdsMedia, inlineMedia, refusedParts, type MediaRules } from '../../daemon/agent/inline.js';
import type { ModelMessage } from '../../daemon/providers/provider.js';
import { storeMedia } from '../../daemon/workspace/media.js';
import type { MediaType } from '../../daemon/workspace/mediatypes.js';
import type { ContentPart, ImagePart, VideoPart } from '../../schemas/generated/types.js';

let sessionDirectory = '';
beforeAll(() => {
  sessionDirectory = mkdtempSync(join(tmpdir(), 'inline-'));
});
afterAll(() => rmSync(sessionDirectory, { recursive: true, force: true }));

async function part(type: 'image' | 'video', size: number): Promise<ImagePart | VideoPart> {
  const mediaType: MediaType = type === 'image' ? 'image/png' : 'video/mp4';
  const file_id = await storeMedia(sessionDirectory, { bytes: Buffer.alloc(size), mediaType });
  return { type, source: { kind: 'session_media', file_id } };
}

/** Kinds of the parts after inlining, oldest first; results in brackets. */
async function inlined(messages: ModelMessage[], rules: Partial<MediaRules> = {}): Promise<string> {
  await inlineMedia(messages, { sessionDirectory, takesImages: true, takesVideos: true, refused: new Set(), ...rules });
  const word = (each: ContentPart): string =>
    each.type === 'tool_result' && Array.isArray(each.output)
      ? `[${each.output.map(word).join(' ')}]`
      : each.type === 'text' && each.text.startsWith('<system>')
        ? 'note'
        : each.type;
  return messages.map((message) => message.content.map(word).join(' ')).join(' | ');
}

const user = (...content: ContentPart[]): ModelMessage => ({ role: 'user', content });
const tool = (...output: ContentPart[]): ModelMessage => ({
  role: 'tool',
  content: [{ type: 'tool_result', tool_call_id: 'c', output }],
});
const text: ContentPart = { type: 'text', text: 'x' };
const megabyte = 1_000_000;

test('the newest come first when there is not room for all', async () => {
  const image = (size: number) => part('image', size);
  const messages = [
    user(text, await image(8 * megabyte)),
    tool(text, await image(9 * megabyte), text, await image(megabyte)),
    user(await image(10 * megabyte), text),
  ];
  expect(holdsMedia(messages)).toBe(true);
  expect(await inlined(messages)).toBe('text note | [text image text image] | image text');
  expect(await inlined([user(await part('image', 10), text, await part('video', 20 * megabyte))])).toBe(
    'image text video',
  );
});

test('50 images, wherever they are; text beside them does not count', async () => {
  const images = await Promise.all(Array.from({ length: 53 }, () => part('image', 10)));
  const pairs = images.slice(2).flatMap((each) => [text, each]);
  const all = `text note ${'text image '.repeat(50)}`.trim();
  expect(await inlined([user(...images.slice(0, 2)), tool(...pairs)])).toBe(`note note | [${all}]`);
});

test('a model gets what it takes', async () => {
  const both = async () => [user(await part('image', 10), await part('video', 10)), tool(await part('video', 10))];
  expect(await inlined(await both(), { takesVideos: false })).toBe('image note | [note]');
  expect(await inlined(await both(), { takesImages: false })).toBe('note video | [video]');
  const none = await both();
  expect(await inlined(none, { takesImages: false, takesVideos: false })).toBe('note note | [note]');
  expect(holdsMedia(none)).toBe(false);
});

test('films above 20 MB and bytes in the log are notes, addresses go as they are', async () => {
  expect(await inlined([user(await part('video', 20 * megabyte + 1))])).toBe('note');
  const inLog: ContentPart = { type: 'image', source: { kind: 'base64', media_type: 'image/png', data: 'AAAA' } };
  const address: ContentPart = { type: 'image', source: { kind: 'url', url: 'https://example.com/a.png' } };
  expect(await inlined([user(inLog, address, { type: 'mention', path: 'a' })])).toBe('note image text');
});

test('what a provider refused stays out of its requests, and of no other', async () => {
  const images = await Promise.all([1, 2, 3].map(() => part('image', 10)));
  const entry = (at: number, content: ContentPart[]) => ({
    message: {
      id: `m${at}`,
      session_id: 's',
      role: 'user' as const,
      content,
      created_at: `2026-01-01T00:00:0${at}.000Z`,
    },
  });
  const result: ContentPart = { type: 'tool_result', tool_call_id: 'c', output: [images[1] as ContentPart] };
  // a summary comes first but is newer than the entries that follow it
  const entries = [
    entry(9, [text]),
    entry(1, [images[0] as ContentPart]),
    entry(2, [result]),
    entry(3, [images[2] as ContentPart]),
  ];
  const known = { until: '2026-01-01T00:00:02.000Z', family: 'openai:a' };
  expect([...refusedParts(entries, known, 'openai:a')]).toEqual([images[0], images[1]]);
  expect(refusedParts(entries, known, 'openai:b').size).toBe(0);
  expect(refusedParts(entries, undefined, 'openai:a').size).toBe(0);
  const messages = [user(images[0] as ContentPart), user(images[2] as ContentPart)];
  expect(await inlined(messages, { refused: refusedParts(entries, known, 'openai:a') })).toBe('note | image');
  expect(JSON.stringify(messages)).toContain('The provider refused it or an image that was sent with it.');
});
