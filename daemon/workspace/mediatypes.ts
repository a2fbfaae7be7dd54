/** Detects the accepted image and video types by content, independent of the file name. */

import { mediaTypes } from '../../schemas/mediatypes.js';

export type MediaExtension = keyof typeof mediaTypes;
export type MediaType = (typeof mediaTypes)[MediaExtension];
export type ImageType = Extract<MediaType, `image/${string}`>;

/** Returns the type by the first 64 bytes; undefined for an unsupported type. */
export function mediaTypeOf(bytes: Buffer): MediaType | undefined {
  const extension = sniff(bytes);
  return extension && mediaTypes[extension];
}

export function imageTypeOf(bytes: Buffer): ImageType | undefined {
  const type = mediaTypeOf(bytes);
  return type !== undefined && isImageType(type) ? type : undefined;
}

export function isImageType(type: MediaType): type is ImageType {
  return type.startsWith('image/');
}

/** Returns the file extension for stored media of a type. */
export function extensionOf(type: MediaType): MediaExtension {
  const [extension] = Object.entries(mediaTypes).find(([, each]) => each === type) ?? [];
  return extension as MediaExtension;
}

const videoBrands = /^(?:iso[2-9m]|mp4[12]|avc1|M4V |MSNV|dash|mmp4)$/;

function sniff(bytes: Buffer): MediaExtension | undefined {
  const ascii = (start: number, end: number) => bytes.toString('latin1', start, end);
  if (ascii(0, 8) === '\x89PNG\r\n\x1a\n') return 'png';
  if (ascii(0, 3) === '\xff\xd8\xff') return 'jpg';
  if (ascii(0, 6) === 'GIF87a' || ascii(0, 6) === 'GIF89a') return 'gif';
  if (ascii(0, 4) === 'RIFF' && ascii(8, 12) === 'WEBP') return 'webp';
  if (ascii(0, 4) === '\x1a\x45\xdf\xa3' && ascii(4, 64).includes('webm')) return 'webm';
  if (ascii(4, 8) !== 'ftyp') return undefined;
  const brand = ascii(8, 12);
  if (brand === 'qt  ') return 'mov';
  return videoBrands.test(brand) ? 'mp4' : undefined;
}
