/** Pictures made fit for a model: checked before they are decoded, upright, without metadata, within edge and bytes (engine.md 4.8). */
import type sharpLibrary from 'sharp';
import type { Metadata } from 'sharp';
import { imageTypeOf, type ImageType } from './mediatypes.js';
import { plainName } from './visible.js';

/** Pixels of the upright picture, from its upper left corner. */
export interface Region {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** How a picture is to be delivered. */
export interface ImageWish {
  /** pixels of the longer side */
  maxEdge: number;
  maxBytes: number;
  /** only this part of it */
  region?: Region;
}

/** A picture that can be sent. */
export interface FittedImage {
  bytes: Buffer;
  mediaType: 'image/png' | 'image/jpeg';
  /** pixels */
  width: number;
  height: number;
  /** JPEG, when it had to give up detail: 1 to 100 */
  quality?: number;
  original: { mediaType: ImageType; width: number; height: number; frames: number };
}

/** `refused` is a sentence about the picture that goes on after "it". */
export type Fitting = { image: FittedImage } | { refused: string };

/** Bytes of one picture that providers take, whatever was asked for: 5 MiB as base64. */
export const maxImageBytes = 3.75 * 1024 * 1024;
/** Pixels of an edge that providers take. */
export const maxImageEdge = 8_000;

const maxPixels = 100_000_000;
const maxDecodedBytes = 64 * 1024 * 1024;
/** Seconds one picture may take. */
const patience = 30;
/** Pictures worked on at the same time. Each holds at most its decoded pixels twice. */
const maxLanes = 2;
const qualities = [85, 70, 55] as const;
/** When no quality is small enough the edges shrink by this, again and again. */
const shrinking = 0.75;
const smallestEdge = 32;

/** Makes the first frame of a picture fit; decoding and writing happen off the event loop. */
export async function fitImage(bytes: Buffer, wish: ImageWish): Promise<Fitting> {
  const mediaType = imageTypeOf(bytes);
  if (mediaType === undefined) return { refused: 'is no PNG, JPEG, GIF or WebP image' };
  const sharp = await loadSharp();
  if (!sharp) return { refused: 'cannot be read: the image library does not run on this machine' };
  return inLane(() => fit(sharp, bytes, mediaType, wish));
}

type Sharp = typeof sharpLibrary;

async function fit(sharp: Sharp, bytes: Buffer, mediaType: ImageType, wish: ImageWish): Promise<Fitting> {
  const edge = Math.min(wish.maxEdge, maxImageEdge);
  const budget = Math.min(wish.maxBytes, maxImageBytes);
  let facts: Metadata;
  let pixels: Pixels;
  try {
    facts = await sharp(bytes, { limitInputPixels: false }).metadata();
    const refused = refusalOf(facts, wish, edge);
    if (refused !== undefined) return { refused };
    pixels = await draw(sharp, bytes, wish.region, edge);
  } catch (error) {
    return { refused: `is damaged, cut off or takes too long to decode (${reasonOf(error)})` };
  }
  const { width, height } = facts.autoOrient;
  const original = { mediaType, width, height, frames: facts.pages ?? 1 };
  const written = isClean(facts, pixels, bytes, wish, budget)
    ? asItIs(bytes, pixels)
    : await write(sharp, pixels, mediaType, budget);
  return written
    ? { image: { ...written, original } }
    : { refused: `cannot be made smaller than ${budget.toLocaleString('en-US')} bytes` };
}

/** Why a picture is not decoded, from its head alone. */
function refusalOf(facts: Metadata, { region }: ImageWish, edge: number): string | undefined {
  const { width, height } = facts.autoOrient;
  const size = `has ${width} x ${height} pixels`;
  if (width * height > maxPixels) return `${size}; at most 100 megapixels are decoded`;
  if (decodedBytes(facts, region === undefined ? edge : Infinity) > maxDecodedBytes)
    return `${size}, which take more than 64 MiB when decoded; scale it down with a shell tool first`;
  if (!region) return undefined;
  const outside = region.x + region.width > width || region.y + region.height > height;
  return outside ? `${size}, so that the region is not inside it` : undefined;
}

/** What the decoder makes: JPEG is decoded at a half, a quarter or an eighth when it is scaled down anyway. */
function decodedBytes({ format, width, height, channels, depth }: Metadata, edge: number): number {
  const shrink = Math.max(width, height) / edge;
  const steps = format === 'jpeg' ? [8, 4, 2] : [];
  const step = steps.find((each) => shrink >= each) ?? 1;
  // an exact factor is left to the scaler, which does it better
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

/** The pixels to be delivered, eight bits a channel. */
async function draw(sharp: Sharp, bytes: Buffer, region: Region | undefined, edge: number): Promise<Pixels> {
  let picture = sharp(bytes, { failOn: 'error', limitInputPixels: maxPixels }).timeout({ seconds: patience });
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

/** A PNG that holds nothing but such pixels is not written anew, which often made it larger. */
function isClean(facts: Metadata, pixels: Pixels, bytes: Buffer, { region }: ImageWish, budget: number): boolean {
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

/** The best of what is small enough: PNG unless it came as JPEG, then lower qualities, then fewer pixels. */
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

let library: Promise<Sharp | undefined> | undefined;

/** Loaded when the first picture comes: it takes 20 MB and 40 ms. */
function loadSharp(): Promise<Sharp | undefined> {
  library ??= import('sharp').then(
    ({ default: sharp }) => {
      // both keep memory for speed that a picture now and then does not need
      sharp.cache(false);
      sharp.concurrency(1);
      return sharp;
    },
    // its binaries are made for some machines only; without it everything but pictures works
    () => undefined,
  );
  return library;
}

/** One line about what the decoder said. */
function reasonOf(error: unknown): string {
  // by shape: an error of another realm is no instance of this realm's Error
  const text =
    typeof error === 'object' && error !== null && 'message' in error ? String(error.message) : String(error);
  return plainName(text.split('\n', 1)[0] ?? '');
}

let lanes = 0;
const waiting: (() => void)[] = [];

async function inLane<Result>(work: () => Promise<Result>): Promise<Result> {
  if (lanes >= maxLanes) await new Promise<void>((resolve) => waiting.push(resolve));
  else lanes += 1;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    // the lane is handed over
    if (next) next();
    else lanes -= 1;
  }
}
