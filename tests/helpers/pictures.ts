/** Test images, created by the library that reads them, or damaged by hand. */
import { crc32 } from 'node:zlib';
import sharp from 'sharp';

export type Format = 'png' | 'jpeg' | 'gif' | 'webp';

/** Returns a single-color image, which is small in any size. */
export function plain(width: number, height: number, format: Format = 'png', background = '#3060c0'): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background } })
    .toFormat(format)
    .toBuffer();
}

/** Returns noise, which no format can compress. */
export function noisy(width: number, height: number, format: Format = 'png'): Promise<Buffer> {
  return sharp({
    create: { width, height, channels: 3, background: '#808080', noise: { type: 'gaussian', mean: 128, sigma: 50 } },
  })
    .toFormat(format)
    .toBuffer();
}

/** Returns an image with a blue left edge, red elsewhere; `orientation` is its EXIF rotation. */
export function turned(width: number, height: number, orientation: number): Promise<Buffer> {
  const strip = { create: { width: Math.floor(width / 4), height, channels: 3 as const, background: '#0000ff' } };
  return sharp({ create: { width, height, channels: 3, background: '#ff0000' } })
    .composite([{ input: strip, left: 0, top: 0 }])
    .jpeg({ quality: 95 })
    .withExif({ IFD0: { Copyright: 'somebody' }, IFD3: { GPSLatitude: '51/1 30/1 3/1' } })
    .withMetadata({ orientation })
    .toBuffer();
}

/** Returns frames of different colors. */
export async function animated(format: 'gif' | 'webp'): Promise<Buffer> {
  const frames = await Promise.all(['#ff0000', '#00ff00', '#0000ff'].map((colour) => plain(20, 10, 'png', colour)));
  return sharp(frames, { join: { animated: true } })
    .toFormat(format)
    .toBuffer();
}

/** Returns a small file that claims large dimensions. */
export async function bomb(width: number, height: number): Promise<Buffer> {
  const bytes = await plain(10, 10);
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  bytes.writeUInt32BE(crc32(bytes.subarray(12, 29)), 29);
  return bytes;
}

export function cutOff(bytes: Buffer): Buffer {
  return bytes.subarray(0, Math.floor(bytes.length / 2));
}

export interface ImageFacts {
  format: string;
  width: number;
  height: number;
  /** whether it contains any metadata */
  tagged: boolean;
  /** red, green and blue of a pixel */
  colour(x: number, y: number): [number, number, number];
}

/** Returns properties of an image. */
export async function readImage(bytes: Buffer): Promise<ImageFacts> {
  const { format, width, height, exif, icc, xmp, iptc, orientation } = await sharp(bytes).metadata();
  const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return {
    format,
    width,
    height,
    tagged: [exif, icc, xmp, iptc, orientation].some((each) => each !== undefined),
    colour: (x, y) =>
      [0, 1, 2].map((at) => data[(y * info.width + x) * info.channels + at]) as [number, number, number],
  };
}
