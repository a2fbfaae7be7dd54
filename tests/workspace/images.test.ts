/** Every rule of engine.md 4.8 about images, on images made by the library that reads them. */
import { describe, expect, test } from '@jest/globals';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import sharp from 'sharp';
import { fitImage, maxImageBytes, type FittedImage, type ImageRequest } from '../../daemon/workspace/images.js';
import { childrenRunning } from '../helpers/processes.js';
import { animated, bomb, cutOff, readImage, noisy, plain, turned, type Format } from '../helpers/pictures.js';

const usual: ImageRequest = { maxEdge: 2_000, maxBytes: 262_144 };

async function fitted(bytes: Buffer, request: Partial<ImageRequest> = {}): Promise<FittedImage> {
  const outcome = await fitImage({ bytes }, { ...usual, ...request });
  if ('refused' in outcome) throw new Error(`refused: it ${outcome.refused}`);
  return outcome.image;
}

async function refused(bytes: Buffer, request: Partial<ImageRequest> = {}): Promise<string> {
  const outcome = await fitImage({ bytes }, { ...usual, ...request });
  return 'refused' in outcome ? outcome.refused : 'not refused';
}

describe('types, by content', () => {
  test.each<[Format, 'image/png' | 'image/jpeg']>([
    ['png', 'image/png'],
    ['jpeg', 'image/jpeg'],
    ['gif', 'image/png'],
    ['webp', 'image/png'],
  ])('%s', async (format, mediaType) => {
    const image = await fitted(await plain(40, 30, format));
    expect(image).toMatchObject({
      mediaType,
      width: 40,
      height: 30,
      original: { mediaType: `image/${format}`, width: 40, height: 30, frames: 1, size: expect.any(Number) },
    });
    const seen = await readImage(image.bytes);
    expect(seen).toMatchObject({ format: mediaType.slice('image/'.length), width: 40, height: 30 });
    const [red, green, blue] = seen.colour(20, 15);
    expect(Math.abs(red - 0x30) + Math.abs(green - 0x60) + Math.abs(blue - 0xc0)).toBeLessThan(8);
  });

  test.each(['tiff', 'avif'] as const)('%s is none of them', async (format) => {
    const bytes = await sharp(await plain(8, 8))
      .toFormat(format)
      .toBuffer();
    expect(await refused(bytes)).toBe('is not a PNG, JPEG, GIF or WebP image');
  });

  test('a drawing in text is none of them', async () => {
    expect(await refused(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'))).toContain(
      'not a PNG',
    );
  });
});

describe('size', () => {
  test.each<[number, number, number, number]>([
    [2_000, 1_000, 2_000, 1_000],
    [4_000, 1_000, 2_000, 500],
    [1_000, 4_000, 500, 2_000],
    [20_000, 10, 2_000, 1],
  ])('%i x %i is delivered as %i x %i', async (width, height, toWidth, toHeight) => {
    const image = await fitted(await plain(width, height));
    expect([image.width, image.height]).toEqual([toWidth, toHeight]);
    expect(await readImage(image.bytes)).toMatchObject({ width: toWidth, height: toHeight });
    expect(image.original).toMatchObject({ width, height });
  });

  test('a small picture is never enlarged', async () => {
    expect(await fitted(await plain(3, 2))).toMatchObject({ width: 3, height: 2 });
  });

  test('without an edge limit there is that of providers', async () => {
    expect(await fitted(await plain(7_000, 100), { maxEdge: Infinity })).toMatchObject({ width: 7_000 });
    expect(await fitted(await plain(9_000, 100), { maxEdge: Infinity })).toMatchObject({ width: 8_000 });
  });

  test.each<[Format, number]>([
    ['png', 1],
    ['png', 3],
    ['jpeg', 3],
    ['webp', 3],
  ])('a noisy %s stays in a budget of %i × 64 KiB', async (format, units) => {
    const maxBytes = units * 65_536;
    const image = await fitted(await noisy(1_200, 900, format), { maxBytes });
    expect(image.bytes.length).toBeLessThanOrEqual(maxBytes);
    expect(image).toMatchObject({ mediaType: 'image/jpeg', original: { width: 1_200, height: 900 } });
    expect(image.quality).toBeGreaterThanOrEqual(50);
    expect(await readImage(image.bytes)).toMatchObject({ width: image.width, height: image.height });
  });

  test('lower quality comes before fewer pixels', async () => {
    const bytes = await noisy(600, 400);
    const whole = await fitted(bytes, { maxBytes: 110_000 });
    expect(whole).toMatchObject({ width: 600, height: 400, mediaType: 'image/jpeg' });
    const scaled = await fitted(bytes, { maxBytes: 30_000 });
    expect(scaled.width).toBeLessThan(600);
    expect(scaled.width / scaled.height).toBeCloseTo(1.5, 1);
  });

  test('no requested size gets more bytes than providers take', async () => {
    const image = await fitted(await noisy(3_000, 2_000), { maxEdge: Infinity, maxBytes: Infinity });
    expect(image.bytes.length).toBeLessThanOrEqual(maxImageBytes);
    expect(image).toMatchObject({ width: 3_000, height: 2_000 });
  });

  test('a budget nothing fits in is said', async () => {
    expect(await refused(await noisy(64, 64), { maxBytes: 100 })).toBe('cannot be made smaller than 100 bytes');
  });
});

describe('what is refused before it is decoded', () => {
  test.each<[string, () => Promise<Buffer>, RegExp]>([
    ['over 100 megapixels', () => bomb(20_000, 20_000), /^has 20000 x 20000 pixels; at most 100 megapixels/],
    ['over 64 MiB decoded', () => bomb(9_000, 9_000), /^has 9000 x 9000 pixels, which take more than 64 MiB/],
  ])('%s', async (_name, make, message) => {
    const started = performance.now();
    expect(await refused(await make())).toMatch(message);
    expect(performance.now() - started).toBeLessThan(2_000);
  });

  test('a photograph counts by what has to be decoded of it', async () => {
    const bytes = await plain(6_400, 4_800, 'jpeg');
    expect(await fitted(bytes)).toMatchObject({ width: 2_000, height: 1_500 });
    expect(await refused(bytes, { maxEdge: Infinity })).toMatch(/64 MiB/);
    expect(await refused(bytes, { region: { x: 0, y: 0, width: 10, height: 10 } })).toMatch(/64 MiB/);
  });
});

describe('damage', () => {
  test.each<Format>(['png', 'jpeg', 'gif', 'webp'])('a %s that is cut off', async (format) => {
    const bytes = await noisy(300, 200, format);
    expect(await refused(cutOff(bytes))).toMatch(/^is damaged, cut off or takes too long to decode \(.+\)$/);
    expect(await refused(bytes.subarray(0, 30))).toMatch(/^is damaged/);
  });

  test('a picture with garbage in it', async () => {
    const bytes = await noisy(300, 200, 'png');
    bytes.fill(7, 200, 4_000);
    expect(await refused(bytes)).toMatch(/^is damaged/);
  });

  test('after damage the next picture is read', async () => {
    const damaged = cutOff(await noisy(100, 100));
    const whole = await plain(10, 10);
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, (_, at) => fitImage({ bytes: at % 2 === 0 ? damaged : whole }, usual)),
    );
    expect(outcomes.map((outcome) => 'image' in outcome)).toEqual(outcomes.map((_, at) => at % 2 === 1));
  });
});

test('a picture that brings the decoder down costs itself, and the next one is read', async () => {
  const large = fitImage({ bytes: await noisy(3_000, 2_000) }, usual);
  await new Promise((resolve) => setTimeout(resolve, 50));
  const workers = childrenRunning('imageworker');
  expect(workers.length).toBeGreaterThan(0);
  for (const pid of workers) process.kill(pid, 'SIGKILL');
  expect(await large).toEqual({ refused: 'is damaged: the decoder did not survive it' });
  expect(await fitted(await plain(10, 10))).toMatchObject({ width: 10 });
});

test('a picture in a file, but not behind a link', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'pictures-'));
  try {
    const path = join(directory, 'a.png');
    writeFileSync(path, await plain(10, 10));
    symlinkSync('a.png', join(directory, 'link.png'));
    expect(await fitImage({ path }, usual)).toMatchObject({ image: { width: 10 } });
    expect(await fitImage({ path: join(directory, 'link.png') }, usual)).toMatchObject({
      refused: expect.stringContaining('ELOOP'),
    });
    expect(await fitImage({ path: join(directory, 'none.png') }, usual)).toMatchObject({
      refused: expect.stringContaining('ENOENT'),
    });
  } finally {
    rmSync(directory, { recursive: true });
  }
});

describe('orientation and metadata', () => {
  // where the blue edge is once the image is upright
  test.each<[number, 'left' | 'right' | 'top' | 'bottom']>([
    [1, 'left'],
    [2, 'right'],
    [3, 'right'],
    [4, 'left'],
    [5, 'top'],
    [6, 'top'],
    [7, 'bottom'],
    [8, 'bottom'],
  ])('%i: blue is at the %s', async (orientation, edge) => {
    const image = await fitted(await turned(200, 100, orientation));
    const seen = await readImage(image.bytes);
    const [width, height] = orientation < 5 ? [200, 100] : [100, 200];
    expect([seen.width, seen.height, image.original.width, image.original.height]).toEqual([
      width,
      height,
      width,
      height,
    ]);
    const [x, y] = {
      left: [5, height / 2],
      right: [width - 5, height / 2],
      top: [width / 2, 5],
      bottom: [width / 2, height - 5],
    }[edge] as [number, number];
    const [red, , blue] = seen.colour(x, y);
    expect([red < 60, blue > 200]).toEqual([true, true]);
    const [otherRed, , otherBlue] = seen.colour(width - 1 - x, height - 1 - y);
    expect([otherRed > 200, otherBlue < 60]).toEqual([true, true]);
  });

  test('places, names and profiles go', async () => {
    const bytes = await turned(200, 100, 1);
    expect((await readImage(bytes)).tagged).toBe(true);
    const image = await fitted(bytes);
    expect((await readImage(image.bytes)).tagged).toBe(false);
    expect(image.bytes.includes('somebody')).toBe(false);
  });

  test.each([
    [
      'with metadata',
      (bytes: Buffer) =>
        sharp(bytes)
          .withExif({ IFD0: { Copyright: 'somebody' } })
          .png()
          .toBuffer(),
    ],
    ['with 16 bits', (bytes: Buffer) => sharp(bytes).toColourspace('rgb16').png().toBuffer()],
  ])('a PNG %s is written again', async (_name, make) => {
    const bytes = await make(await plain(20, 20));
    const image = await fitted(bytes);
    expect(image.bytes.equals(bytes)).toBe(false);
    expect(image.bytes.includes('somebody')).toBe(false);
    expect((await sharp(image.bytes).metadata()).depth).toBe('uchar');
  });

  test('a PNG that is fine is left as it is', async () => {
    const bytes = await plain(20, 20);
    expect((await fitted(bytes)).bytes.equals(bytes)).toBe(true);
  });

  test('other colour spaces become the usual one', async () => {
    const bytes = await sharp(await plain(20, 20, 'png', '#ff0000'))
      .toColourspace('cmyk')
      .jpeg()
      .toBuffer();
    expect((await sharp(bytes).metadata()).space).toBe('cmyk');
    const image = await fitted(bytes);
    expect((await sharp(image.bytes).metadata()).space).toBe('srgb');
  });

  test('what shines through stays in PNG and is white in JPEG', async () => {
    const clear = await sharp({ create: { width: 50, height: 50, channels: 4, background: '#00000000' } })
      .webp()
      .toBuffer();
    const kept = await fitted(clear);
    expect((await sharp(kept.bytes).metadata()).hasAlpha).toBe(true);
    const noise = await sharp(await noisy(400, 400))
      .ensureAlpha(0)
      .png()
      .toBuffer();
    const flat = await fitted(noise, { maxBytes: 20_000 });
    expect((await readImage(flat.bytes)).colour(5, 5)).toEqual([255, 255, 255]);
  });
});

test.each(['gif', 'webp'] as const)('of a moving %s the first frame', async (format) => {
  const image = await fitted(await animated(format));
  expect(image).toMatchObject({ mediaType: 'image/png', width: 20, height: 10, original: { frames: 3 } });
  const [red, green, blue] = (await readImage(image.bytes)).colour(10, 5);
  expect([red > 240, green < 15, blue < 15]).toEqual([true, true, true]);
});

describe('regions', () => {
  test('are cut out in pixels of the upright original', async () => {
    const bytes = await turned(4_000, 3_000, 6);
    const top = await fitted(bytes, { region: { x: 100, y: 0, width: 800, height: 400 } });
    expect(top).toMatchObject({ width: 800, height: 400, original: { width: 3_000, height: 4_000 } });
    const [red, , blue] = (await readImage(top.bytes)).colour(400, 200);
    expect([red < 60, blue > 200]).toEqual([true, true]);
    const bottom = await fitted(bytes, { region: { x: 0, y: 3_900, width: 100, height: 100 } });
    expect((await readImage(bottom.bytes)).colour(50, 50)[0]).toBeGreaterThan(200);
  });

  test('keep to the edge limit', async () => {
    const image = await fitted(await plain(4_000, 1_000), { region: { x: 0, y: 0, width: 3_000, height: 900 } });
    expect([image.width, image.height]).toEqual([2_000, 600]);
  });

  test.each([
    { x: 0, y: 0, width: 41, height: 30 },
    { x: 39, y: 0, width: 2, height: 1 },
    { x: 0, y: 30, width: 1, height: 1 },
    { x: 2 ** 40, y: 0, width: 1, height: 1 },
  ])('%j is not inside of 40 x 30', async (region) => {
    expect(await refused(await plain(40, 30), { region })).toBe(
      'has 40 x 30 pixels, so that the region is not inside it',
    );
  });
});

test('the event loop continues meanwhile', async () => {
  const bytes = await noisy(3_000, 2_000);
  const before = performance.eventLoopUtilization();
  await Promise.all([fitted(bytes), fitted(bytes), fitted(bytes)]);
  // a share of the elapsed time: other work on the machine makes both longer
  const { utilization } = performance.eventLoopUtilization(before);
  expect(utilization).toBeLessThan(0.5);
}, 180_000);
