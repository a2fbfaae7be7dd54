/** Converts content blocks of an ACP prompt to parts of a prompt for the server (acp-cli.md 1.9). */
import { readFile, stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { PromptContentPart } from '../../schemas/generated/types.js';
import { invalid } from './failures.js';
import { isRecord, optionalText, textIn, type Params } from './params.js';

const mostImages = 20;
/** Maximum bytes of all images together. */
const mostImageBytes = 32 * 1024 * 1024;
/** Maximum length of an embedded text in chars. */
const longestResource = 1024 * 1024;

export interface PromptParts {
  parts: PromptContentPart[];
  /** the first text, which may begin with a slash command */
  text: string;
  /** what was left out, one sentence each */
  left: string[];
}

/** Throws RequestError for blocks that cannot be used. */
export async function readPrompt(blocks: readonly unknown[]): Promise<PromptParts> {
  if (blocks.length === 0) throw invalid('prompt', 'is empty');
  const read: PromptParts = { parts: [], text: '', left: [] };
  let imageBytes = 0;
  for (const [at, block] of blocks.entries()) {
    const path = `prompt[${at}]`;
    if (!isRecord(block)) throw invalid(path, 'must be an object');
    const part = await partOf(block, path, read);
    if (!part) continue;
    read.parts.push(part);
    if (part.type !== 'image' || part.source.kind !== 'base64') continue;
    imageBytes += Math.floor((part.source.data.length * 3) / 4);
  }
  const images = read.parts.filter(({ type }) => type === 'image').length;
  if (images > mostImages) throw invalid('prompt', `has ${images} images; at most ${mostImages} are taken`);
  if (imageBytes > mostImageBytes) throw invalid('prompt', 'has more than 32 MiB of images');
  const hasWords = read.parts.some((part) => part.type !== 'text' || part.text.trim() !== '');
  if (!hasWords) throw invalid('prompt', read.left[0] ?? 'is empty');
  const [first] = read.parts;
  return { ...read, text: first?.type === 'text' ? first.text : '' };
}

async function partOf(block: Params, path: string, { left }: PromptParts): Promise<PromptContentPart | undefined> {
  switch (block['type']) {
    case 'text': {
      const { text } = block;
      if (typeof text !== 'string') throw invalid(`${path}.text`, 'must be a text');
      return { type: 'text', text };
    }
    case 'image':
      return await imageOf(block, path);
    case 'resource':
      return resourceOf(block, path, left);
    case 'resource_link':
      return linkOf(textIn(block, 'uri'), optionalText(block, 'name'));
    case 'audio':
      throw invalid(path, 'audio is not taken');
    default:
      throw invalid(`${path}.type`, `${JSON.stringify(block['type'])} is not taken`);
  }
}

async function imageOf(block: Params, path: string): Promise<PromptContentPart> {
  const data = optionalText(block, 'data');
  const mimeType = optionalText(block, 'mimeType');
  if (data) return imagePart(mimeType ?? 'image/png', data);
  const uri = optionalText(block, 'uri') ?? '';
  if (!uri.startsWith('file://')) throw invalid(`${path}.uri`, 'an image needs data, or the address of a file');
  try {
    const file = fileURLToPath(uri);
    const facts = await stat(file);
    // a device or a pipe may have no end
    if (!facts.isFile()) throw invalid(`${path}.uri`, 'is not a file');
    if (facts.size > mostImageBytes) throw invalid(`${path}.uri`, 'the image is larger than 32 MiB');
    const bytes = await readFile(file);
    return imagePart(mimeType ?? typeOfFile(uri), bytes.toString('base64'));
  } catch (error) {
    const code = isRecord(error) || error instanceof Error ? (error as { code?: unknown }).code : undefined;
    if (typeof code !== 'string') throw error;
    throw invalid(`${path}.uri`, `cannot be read (${code})`);
  }
}

function imagePart(media_type: string, data: string): PromptContentPart {
  return { type: 'image', source: { kind: 'base64', media_type, data } };
}

function typeOfFile(uri: string): string {
  const ending = /\.(\w+)$/.exec(uri)?.[1]?.toLowerCase() ?? 'png';
  return `image/${ending === 'jpg' ? 'jpeg' : ending}`;
}

function resourceOf(block: Params, path: string, left: string[]): PromptContentPart | undefined {
  const resource = block['resource'];
  if (!isRecord(resource)) throw invalid(`${path}.resource`, 'must be an object');
  const uri = textIn(resource, 'uri');
  const text = optionalText(resource, 'text');
  const blob = optionalText(resource, 'blob');
  const type = optionalText(resource, 'mimeType') ?? '';
  if (text !== undefined) {
    const isCut = text.length > longestResource;
    const body = `${text.slice(0, longestResource).replaceAll('</resource>', '&lt;/resource>')}${isCut ? '\n[cut: the text is longer than 1 MiB]' : ''}`;
    return { type: 'text', text: `<resource uri="${attribute(uri)}">\n${body}\n</resource>` };
  }
  if (blob !== undefined && type.startsWith('image/')) return imagePart(type, blob);
  left.push(`${uri} is left out: only texts and images can be embedded`);
  return undefined;
}

function attribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}

function linkOf(uri: string, name: string | undefined): PromptContentPart {
  if (!uri.startsWith('file://')) return { type: 'text', text: `[${name ?? uri}](${uri})` };
  const [address = '', fragment = ''] = uri.split('#');
  const [, from, to] = /^L(\d+)(?:[-:]L?(\d+))?$/.exec(fragment) ?? [];
  const path = pathOf(address);
  if (path === undefined) return { type: 'text', text: `[${name ?? uri}](${uri})` };
  if (from === undefined) return { type: 'mention', path };
  return { type: 'mention', path: `${path}:${from}${to === undefined ? '' : `-${to}`}` };
}

function pathOf(address: string): string | undefined {
  try {
    return fileURLToPath(address);
  } catch (error) {
    // on another machine, or not a URL
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}
