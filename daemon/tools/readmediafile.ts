/** The tool ReadMediaFile: shows the model a picture or a video (engine.md 4.8). */
import type { FileHandle } from 'node:fs/promises';
import type { ToolInputs } from '../../schemas/generated/tools.js';
import type { ContentPart } from '../../schemas/generated/types.js';
import { fitImage, maxImageBytes, maxImageFileSize, type FittedImage } from '../workspace/images.js';
import { maxVideoBytes, storeMedia } from '../workspace/media.js';
import { isImageType, mediaTypeOf, type MediaType } from '../workspace/mediatypes.js';
import { heldPath } from '../base/fs/held.js';
import { plainName } from '../base/text/visible.js';
import { knownKind } from './encoding.js';
import { openRegular } from './regular.js';
import { decidedTarget, diskFailure, findTarget, mayMove, pathSubject } from './target.js';
import { count, showPath, systemNote } from './text.js';
import { type BuiltinTool, interruption, type ToolResult, type ToolRun } from './tool.js';
import { ToolFailure } from './tool.js';

/** Maximum size of a file in bytes. */
const maxFileSize = 100_000_000;
const headBytes = 512;
/** Maximum length in chars of a path that results repeat. */
const pathChars = 1_024;

type Input = ToolInputs['ReadMediaFile'];

export const readMediaFile: BuiltinTool<'ReadMediaFile'> = {
  name: 'ReadMediaFile',
  permission: 'allow',
  needs: ['image_in', 'video_in'],
  async plan(input, context) {
    const target = findTarget(input.path, context);
    return {
      subject: pathSubject(target, 'read'),
      access: { kind: 'read', path: target.resolved },
      display: { kind: 'file_io', operation: 'read', path: target.absolute, ...detailOf(input) },
    };
  },
  async run(input, run) {
    const { resolved, absolute } = decidedTarget(input.path, run);
    const file = await openRegular(resolved, run);
    try {
      const mediaType = await inspect(file, resolved, run);
      const from = mayMove(run) ? heldPath(file.fd) : resolved;
      if (isImageType(mediaType)) return await showImage({ resolved, absolute, from }, input, run);
      return await showVideo(file, mediaType, absolute, input, run);
    } catch (error) {
      throw diskFailure(error, resolved);
    } finally {
      await file.close();
    }
  },
};

function detailOf({ region, full_resolution }: Input): { detail?: string } {
  const parts = [
    ...(region ? [`region ${region.width} x ${region.height} at ${region.x}, ${region.y}`] : []),
    ...(full_resolution ? ['full resolution'] : []),
  ];
  return parts.length === 0 ? {} : { detail: parts.join(', ') };
}

/** Returns the media type of a file. Throws ToolFailure when the model cannot be shown the file. */
async function inspect(file: FileHandle, path: string, run: ToolRun): Promise<MediaType> {
  const { size } = await file.stat();
  const head = await readStart(file, headBytes);
  const mediaType = mediaTypeOf(head);
  if (mediaType === undefined) throw new ToolFailure(notShown(head, path));
  const [noun, taken, limit] = isImageType(mediaType)
    ? (['images', run.model.takesImages, maxImageFileSize] as const)
    : (['videos', run.model.takesVideos, maxVideoBytes] as const);
  if (!taken) throw new ToolFailure(`${showPath(path)} is ${mediaType}, and the model in use does not take ${noun}.`);
  if (size > maxFileSize)
    throw new ToolFailure(`${showPath(path)} has ${count(size, 'byte')}; at most 100 MB are read.`);
  if (size > limit) {
    throw new ToolFailure(
      `${showPath(path)} has ${count(size, 'byte')}, more than the ${count(limit, 'byte')} that ${noun} may have. Make it smaller with a shell tool first.`,
    );
  }
  return mediaType;
}

/** Reads at most `limit` bytes from the start of a file. */
async function readStart(file: FileHandle, limit: number): Promise<Buffer> {
  const { size } = await file.stat();
  const bytes = Buffer.alloc(Math.min(size, limit));
  let from = 0;
  while (from < bytes.length) {
    const { bytesRead } = await file.read(bytes, from, bytes.length - from, from);
    if (bytesRead === 0) break;
    from += bytesRead;
  }
  return bytes.subarray(0, from);
}

/** Returns why a file is not a supported picture or video, and what to do about it. */
function notShown(head: Buffer, path: string): string {
  const shown = showPath(path);
  if (head.length === 0) return `${shown} is empty.`;
  const kind = knownKind(head);
  const is = kind
    ? `${shown} is binary (${kind.name})`
    : `${shown} is not a PNG, JPEG, GIF or WebP image, nor an MP4, QuickTime or WebM video`;
  switch (kind?.family) {
    case 'image':
      return `${is}, which models do not take. Convert it to PNG or JPEG with a shell tool such as ImageMagick or ffmpeg first.`;
    case 'video':
      return `${is}, in a form that models do not take. Convert it to MP4 with a shell tool such as ffmpeg first.`;
    case 'pdf':
      return `${is}. Turn its pages into PNG with a shell tool such as pdftoppm first, or get its text with pdftotext.`;
    case 'archive':
      return `${is}. Unpack it with a shell tool first.`;
    case undefined:
      return /^\s*<(?:\?xml|svg|!doctype svg)/i.test(head.toString('latin1'))
        ? `${shown} is text, such as an SVG drawing. Use Read, or convert it to PNG with a shell tool first.`
        : `${is}. Use Read for text, or convert it to one of these with a shell tool first.`;
  }
}

async function showImage(
  { resolved, absolute, from }: { resolved: string; absolute: string; from: string },
  input: Input,
  run: ToolRun,
): Promise<ToolResult> {
  const { region, full_resolution: full } = input;
  const { maxEdge, byteBudget } = run.pictures;
  const limits = {
    maxEdge: full ? Infinity : maxEdge,
    maxBytes: region || full ? maxImageBytes : byteBudget,
    ...(region === undefined ? {} : { region }),
  };
  const fitted = await fitImage({ path: from }, limits);
  if ('refused' in fitted) throw new ToolFailure(`${showPath(resolved)} ${fitted.refused}.`);
  return shown('image', fitted.image, absolute, imageNote(fitted.image, input), run);
}

async function showVideo(
  file: FileHandle,
  mediaType: MediaType,
  path: string,
  input: Input,
  run: ToolRun,
): Promise<ToolResult> {
  if (input.region || input.full_resolution)
    throw new ToolFailure('region and full_resolution are for pictures; a video is sent as it is.');
  const bytes = await readStart(file, maxVideoBytes);
  const note = `${mediaType}, ${count(bytes.length, 'byte')}, sent as it is.`;
  return shown('video', { bytes, mediaType }, path, note, run);
}

function imageNote(image: FittedImage, { region }: Input): string {
  const { original } = image;
  const [width, height] = region ? [region.width, region.height] : [original.width, original.height];
  const changes = [
    ...(region ? [`cut out ${region.width} x ${region.height} at ${region.x}, ${region.y}`] : []),
    ...(image.width < width || image.height < height ? [`scaled down to ${pixels(image)}`] : []),
    ...(image.quality === undefined ? [] : [`written as JPEG of quality ${image.quality}`]),
    ...(original.frames > 1 ? [`first of ${original.frames} frames`] : []),
  ];
  return [
    `${image.mediaType}, ${count(image.bytes.length, 'byte')}, ${pixels(image)}.`,
    `Original: ${original.mediaType}, ${count(original.size, 'byte')}, ${pixels(original)}.`,
    `Delivered: ${changes.length === 0 ? 'unchanged in size' : changes.join(', ')}.`,
    'A region is given in pixels of the original.',
  ].join(' ');
}

function pixels({ width, height }: { width: number; height: number }): string {
  return `${width} x ${height} pixels`;
}

/** Stores the media with the session, so that the log contains only an id. */
async function shown(
  type: 'image' | 'video',
  medium: { bytes: Buffer; mediaType: MediaType },
  path: string,
  note: string,
  run: ToolRun,
): Promise<ToolResult> {
  if (run.signal.aborted) throw new ToolFailure(interruption(run.signal));
  let file_id: string;
  try {
    file_id = await storeMedia(run.sessionDirectory, medium);
  } catch (error) {
    throw diskFailure(error, run.sessionDirectory);
  }
  const named = plainName(path, pathChars).replaceAll('"', '&quot;');
  const output: ContentPart[] = [
    { type: 'text', text: `<${type} path="${named}">` },
    { type, source: { kind: 'session_media', file_id } },
    { type: 'text', text: `</${type}>` },
    { type: 'text', text: systemNote(note) },
  ];
  return { output, display: { kind: 'generic', summary: note } };
}
