/** The child process that decodes pictures: runs one job after the other until the server is gone. */
import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import type sharpLibrary from 'sharp';
import type { Metadata } from 'sharp';
import { plainName } from '../base/text/visible.js';
import {
  maxImageBytes,
  maxImageEdge,
  maxImageFileSize,
  type FittedImage,
  type Fitting,
  type ImageAnswer,
  type ImageJob,
  type ImageRequest,
  type Region,
} from './images.js';
import { imageTypeOf, type ImageType } from './mediatypes.js';

process.on('message', (job: ImageJob) => {
  void fitSource(job).then((fitting) => process.send?.({ id: job.id, fitting } satisfies ImageAnswer));
});
process.on('disconnect', () => process.exit());

const maxPixels = 100_000_000;
const maxDecodedBytes = 64 * 1024 * 1024;
/** The time limit in seconds for decoding, and again for encoding. */
const timeoutSeconds = 20;
const qualities = [85, 70, 55] as const;
/** The factor by which the edges shrink as long as no quality yields a small enough picture. */
const shrinking = 0.75;
const smallestEdge = 32;

/** Fits the first frame of a picture. Never throws. */
async function fitSource({ source, request }: ImageJob): Promise<Fitting> {
  const sharp = await loadSharp();
  if (!sharp) return { refused: 'cannot be read: the image library does not run on this machine' };
  try {
    const bytes = 'bytes' in source ? source.bytes : await readSource(source.path);
    const mediaType = imageTypeOf(bytes);
    if (mediaType === undefined) return { refused: 'is not a PNG, JPEG, GIF or WebP image' };
    return await fit(sharp, bytes, mediaType, request);
  } catch (error) {
    return { refused: `is damaged, cut off or takes too long to decode (${reasonOf(error)})` };
  }
}

async function readSource(path: string): Promise<Buffer> {
  // permission was given for the resolved path, so follow no link; O_NONBLOCK keeps a pipe from blocking
  const handle = await open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
  try {
    const { size } = await handle.stat();
    if (size > maxImageFileSize) throw new Error('the file has grown');
    return await handle.readFile();
  } finally {
    await handle.close();
  }
}

type Sharp = typeof sharpLibrary;

async function fit(sharp: Sharp, bytes: Buffer, mediaType: ImageType, request: ImageRequest): Promise<Fitting> {
  const edge = Math.min(request.maxEdge, maxImageEdge);
  const budget = Math.min(request.maxBytes, maxImageBytes);
  const facts = await sharp(bytes, { limitInputPixels: false }).metadata();
  const refused = refusalOf(facts, request, edge);
  if (refused !== undefined) return { refused };
  const pixels = await draw(sharp, bytes, request.region, edge);
  const { width, height } = facts.autoOrient;
  const original = { mediaType, size: bytes.length, width, height, frames: facts.pages ?? 1 };
  const written = isClean(facts, pixels, bytes, request, budget)
    ? asItIs(bytes, pixels)
    : await write(sharp, pixels, mediaType, budget);
  return written
    ? { image: { ...written, original } }
    : { refused: `cannot be made smaller than ${budget.toLocaleString('en-US')} bytes` };
}

/** Returns why a picture is not decoded, by its header alone. */
function refusalOf(facts: Metadata, { region }: ImageRequest, edge: number): string | undefined {
  const { width, height } = facts.autoOrient;
  const size = `has ${width} x ${height} pixels`;
  if (width * height > maxPixels) return `${size}; at most 100 megapixels are decoded`;
  if (decodedBytes(facts, region === undefined ? edge : Infinity) > maxDecodedBytes)
    return `${size}, which take more than 64 MiB when decoded; scale it down with a shell tool first`;
  if (!region) return undefined;
  const outside = region.x + region.width > width || region.y + region.height > height;
  return outside ? `${size}, so that the region is not inside it` : undefined;
}

/** Returns the decoded size in bytes. When the decoder shrinks a JPEG, it scales it by a half, quarter or eighth. */
function decodedBytes({ format, width, height, channels, depth }: Metadata, edge: number): number {
  const shrink = Math.max(width, height) / edge;
  const steps = format === 'jpeg' ? [8, 4, 2] : [];
  const step = steps.find((each) => shrink >= each) ?? 1;
  // sharp leaves an exact factor to the scaler for better quality
  const by = step > 1 && Math.trunc(shrink) === step ? step / 2 : step;
  const sample = depth === 'uchar' || depth === 'char' ? 1 : depth === 'ushort' || depth === 'short' ? 2 : 4;
  return Math.ceil(width / by) * Math.ceil(height / by) * channels * sample;
}

interface Pixels {
  data: Buffer;
  width: number;
  height: number;
  channels: 1 | 2 | 3 | 4;
}

/** Returns the pixels to deliver, with eight bits per channel. */
async function draw(sharp: Sharp, bytes: Buffer, region: Region | undefined, edge: number): Promise<Pixels> {
  let picture = sharp(bytes, { failOn: 'error', limitInputPixels: maxPixels }).timeout({ seconds: timeoutSeconds });
  picture = picture.autoOrient();
  if (region) {
    const { x: left, y: top, width, height } = region;
    picture = picture.extract({ left, top, width, height });
  }
  const { data, info } = await picture
    .resize({ width: edge, height: edge, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height, channels: info.channels };
}

type Written = Omit<FittedImage, 'original'>;

/** Whether a PNG can be sent unchanged. Encoding such a PNG again often makes it larger. */
function isClean(facts: Metadata, pixels: Pixels, bytes: Buffer, { region }: ImageRequest, budget: number): boolean {
  const { format, depth, space, width, height, exif, icc, xmp, iptc, comments, orientation } = facts;
  return (
    format === 'png' &&
    bytes.length <= budget &&
    region === undefined &&
    width === pixels.width &&
    height === pixels.height &&
    depth === 'uchar' &&
    (space === 'srgb' || space === 'b-w') &&
    [exif, icc, xmp, iptc, comments, orientation].every((each) => each === undefined)
  );
}

function asItIs(bytes: Buffer, { width, height }: Pixels): Written {
  return { bytes, mediaType: 'image/png', width, height };
}

/** Returns the best encoding within the budget: PNG unless the source is JPEG, then lower quality, fewer pixels. */
async function write(sharp: Sharp, pixels: Pixels, from: ImageType, budget: number): Promise<Written | undefined> {
  const { width, height, channels } = pixels;
  const source = () => sharp(pixels.data, { raw: { width, height, channels }, limitInputPixels: maxPixels });
  if (from !== 'image/jpeg') {
    const bytes = await source().png().toBuffer();
    if (bytes.length <= budget) return { bytes, mediaType: 'image/png', width, height };
  }
  const longest = Math.max(width, height);
  for (let edge = longest; edge >= Math.min(smallestEdge, longest); edge = Math.floor(edge * shrinking)) {
    for (const quality of qualities) {
      const scaled = edge === longest ? source() : source().resize({ width: edge, height: edge, fit: 'inside' });
      const { data, info } = await scaled
        .flatten({ background: '#fff' })
        .jpeg({ quality })
        .toBuffer({ resolveWithObject: true });
      if (data.length <= budget)
        return { bytes: data, mediaType: 'image/jpeg', width: info.width, height: info.height, quality };
    }
  }
  return undefined;
}

async function loadSharp(): Promise<Sharp | undefined> {
  try {
    const { default: sharp } = await import('sharp');
    // both trade memory for speed, which occasional pictures do not need
    sharp.cache(false);
    sharp.concurrency(1);
    return sharp;
  } catch {
    // sharp has no binaries for some machines; without it everything but pictures works
    return undefined;
  }
}

/** Returns the decoder's message as one line. */
function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return plainName(text.split('\n', 1)[0] ?? '');
}
