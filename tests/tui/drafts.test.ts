/** What is stored of an input: texts as they are, and placeholders with what they represent (tui.md 3.6). */
import { describe, expect, test } from '@jest/globals';
import { createBuffer, type Piece } from '../../client/tui/input/buffer.js';
import { draftOf, piecesOf, readDraft, writtenDraft } from '../../client/tui/input/drafts.js';

const image = { label: '[Image #1]', media: { label: '[Image #1]', kind: 'image' as const, fileId: 'file_1' } };
const pasted = { label: '[Pasted text #1 +20 lines]', text: 'a\nb' };

describe('what is written is read', () => {
  test.each<[string, Piece[], string | undefined]>([
    ['nothing', [], ''],
    ['a text', ['one\ntwo'], 'one\ntwo'],
    ['a text like a list', ['[1, 2]'], undefined],
    ['a text with brackets', ['[x'], undefined],
    ['an image', ['see ', image, ' there'], undefined],
    ['a pasted text', [pasted], undefined],
  ])('%s', (_, pieces, plain) => {
    const written = writtenDraft(pieces);
    if (plain !== undefined) expect(written).toBe(plain);
    expect(readDraft(written)).toEqual(pieces);
  });
});

test.each(['[Image #1] of an earlier version', '[{"label": 3}]', '[{"label":"x"}]', '[null]', '['])(
  '%s is a text',
  (value) => {
    expect(readDraft(value)).toEqual([value]);
  },
);

test('an upload on its way is kept as its path', () => {
  const pending = { label: '[Image #2]', isPending: true, path: '/tmp/a.png' };
  expect(writtenDraft(['see ', pending])).toBe('see /tmp/a.png');
});

test('a prompt that was not sent names its media', () => {
  expect(piecesOf('a [Image #1] b [Image #2]', [image.media])).toEqual(['a ', image, ' b ', '[Image #2]']);
});

test('a draft is another one when the text, the mode or an upload is', () => {
  const buffer = createBuffer();
  const versions = new Set([draftOf(buffer).version, draftOf(buffer, '!').version]);
  buffer.insert('x');
  versions.add(draftOf(buffer).version);
  const unit: { label: string; isPending: boolean; media?: typeof image.media } = {
    label: image.label,
    isPending: true,
  };
  buffer.insertUnit(unit);
  versions.add(draftOf(buffer).version);
  unit.media = image.media;
  versions.add(draftOf(buffer).version);
  expect(versions.size).toBe(5);
  expect(draftOf(buffer, '!').pieces()).toEqual(['!', 'x', unit]);
});
