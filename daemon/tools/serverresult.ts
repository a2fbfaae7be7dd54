/** Converts an MCP server's answer to a result: text in order, pictures, everything else as files (engine.md 5). */
import { setImmediate as nextTick } from 'node:timers/promises';
import type { ContentPart } from '../../schemas/generated/types.js';
import { head } from '../base/text/cut.js';
import type { CallResult, ResultPart, ServerFailure } from '../mcp/server.js';
import { plainName, plainText } from '../base/text/visible.js';
import { createAnswerFiles, type AnswerFiles } from './serverparts.js';
import { splitMedia, withoutMedia } from './embedded.js';
import { count, systemNote } from './text.js';
import { interruption, ToolFailure, type ToolResult, type ToolRun } from './tool.js';

/** Maximum length of the text that is kept of one answer, in chars, including text on disk. */
const keptChars = 4_000_000;
/** Chars that are cleaned at a time. */
const pieceChars = 64_000;
/** Maximum lengths in chars: of an error that the user sees, and of an address. */
const messageLimit = 2_000;
const addressLimit = 1_000;
/** Maximum number of links and notes that are listed. */
const maxLines = 200;
/** Maximum number of chars of a text that are searched for media. */
const searchedChars = 24_000_000;
/** The form of a media type and of base64, and the minimum length of media data in chars. */
const mediumType = /^(?:image|audio|video|font|application)\/[\w.+-]{1,60}$/;
const base64 = /^[A-Za-z0-9+/_-]+={0,2}$/;
const leastMedium = 40;

/** Converts an answer to a result. Omits what exceeds the limits, and adds a note about it. */
export async function serverResult(result: CallResult, run: ToolRun): Promise<ToolResult> {
  const shown = new Set(result.parts.flatMap((part) => ('data' in part && part.data ? [part.data] : [])));
  const page = createPage(createAnswerFiles(run, shown));
  for (const part of result.parts) {
    if (run.signal.aborted) throw new ToolFailure(interruption(run.signal));
    await page.add(part);
  }
  const structured = structuredText(result, shown);
  if (structured !== undefined) await page.text(structured);
  const output = page.end();
  if (!result.isError) return { output };
  const message = plainText(head(textOf(output), messageLimit)) || 'The server answered with an error.';
  return {
    output: output === '' ? message : output,
    isError: true,
    display: { kind: 'error', message, code: 'mcp.tool' },
  };
}

/** The error numbers of rest.md 2. */
const codes: Record<ServerFailure['kind'], number> = {
  startup: 80001,
  connection: 80002,
  timeout: 80003,
  auth: 80005,
  protocol: 80006,
};

/** Returns the result for the model when there was no answer. */
export function serverFailure(server: string, { kind, message }: ServerFailure): ToolResult {
  const sentence = `The MCP server ${server} did not answer this call: ${plainText(head(message, messageLimit))}`;
  return {
    output: `${sentence}\n${systemNote(`code: ${codes[kind]} (mcp.${kind})`)}`,
    isError: true,
    display: { kind: 'error', message: sentence, code: `mcp.${kind}` },
  };
}

interface Page {
  add(part: ResultPart): Promise<void>;
  text(text: string): Promise<void>;
  end(): string | ContentPart[];
}

/** Collects parts in their order. Joins consecutive texts. */
function createPage(files: AnswerFiles): Page {
  const out: ContentPart[] = [];
  let lines: string[] = [];
  let left = keptChars;
  let cut = 0;
  let listed = 0;
  let unlisted = 0;

  function flush(): void {
    if (lines.length > 0) out.push({ type: 'text', text: lines.join('\n') });
    lines = [];
  }

  async function text(given: string): Promise<void> {
    const searched = head(given, searchedChars);
    const pieces = await splitMedia(searched, nextTick);
    const texts: string[] = [];
    for (const piece of pieces) texts.push(typeof piece === 'string' ? piece : await files.replace(piece));
    const whole = texts.join('');
    const kept = head(whole, Math.max(0, left));
    left -= whole.length;
    cut += given.length - searched.length + whole.length - kept.length;
    if (kept !== '') lines.push(await cleaned(kept));
  }

  function line(shown: string): void {
    listed += 1;
    if (listed <= maxLines) lines.push(shown);
    else unlisted += 1;
  }

  async function medium(data: string, mediaType: string, name?: string): Promise<void> {
    const kept = await files.keep({ data, mediaType, ...(name === undefined ? {} : { name }) });
    if (kept.image) {
      flush();
      out.push(kept.image);
    }
    if (kept.note !== undefined) line(systemNote(kept.note));
  }

  async function add(part: ResultPart): Promise<void> {
    switch (part.type) {
      case 'text':
        return text(part.text);
      case 'image':
      case 'audio':
        return medium(part.data, part.mediaType);
      case 'link':
        // a data URL contains the resource itself
        return /^data:/i.test(part.uri) ? text(linkLine(part, part.uri)) : line(linkLine(part));
      case 'resource':
        if (part.text !== undefined) {
          line(systemNote(`resource ${addressOf(part.uri)}:`));
          await text(part.text);
        }
        if (part.data !== undefined) await medium(part.data, part.mediaType ?? '', addressOf(part.uri));
        else if (part.text === undefined) line(systemNote(`empty resource ${addressOf(part.uri)}`));
    }
  }

  return {
    add,
    text,
    end() {
      if (cut > 0) lines.push(systemNote(`${count(cut, 'character')} more were left out`));
      if (unlisted > 0) lines.push(systemNote(`${count(unlisted, 'more line')} of this kind left out`));
      if (files.leftOut() > 0)
        lines.push(systemNote(`${count(files.leftOut(), 'part')} left out: too many in one answer`));
      flush();
      return out.some((part) => part.type !== 'text') ? out : textOf(out);
    },
  };
}

function linkLine(
  { uri, name, description, mediaType }: Extract<ResultPart, { type: 'link' }>,
  at = addressOf(uri),
): string {
  const about = description === undefined ? '' : `: ${plainName(description, addressLimit)}`;
  const kind = mediaType === undefined ? '' : ` (${plainName(mediaType)})`;
  return `Resource ${plainName(name)}${kind} at ${at}${about}`;
}

/** Returns the address of a resource on one line. Removes data from an address that contains the resource itself. */
function addressOf(uri: string): string {
  return plainName(withoutMedia(head(uri, 2 * addressLimit)), addressLimit);
}

function textOf(output: string | ContentPart[]): string {
  if (typeof output === 'string') return output;
  return output.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
}

/** Returns structured content as JSON if the answer has no text; a server that sends both repeats itself. */
function structuredText({ parts, structured }: CallResult, shown: ReadonlySet<string>): string | undefined {
  if (structured === undefined || structured === null || parts.some(holdsText)) return undefined;
  try {
    return JSON.stringify(structured, function (this: unknown, _key, value: unknown) {
      return typeof value === 'string' ? addressed(value, this, shown) : value;
    });
  } catch {
    // nested too deeply for JSON.stringify
    return systemNote('its structured content is nested too deeply to be shown');
  }
}

function holdsText(part: ResultPart): boolean {
  return (part.type === 'text' || part.type === 'resource') && part.text !== undefined && part.text.trim() !== '';
}

/** Returns base64 as a data URL if a sibling field names a media type. Returns other text unchanged. */
function addressed(text: string, holder: unknown, shown: ReadonlySet<string>): string {
  const { mimeType, mediaType } = holder as Record<string, unknown>;
  const type = [mimeType, mediaType].find((each) => typeof each === 'string' && mediumType.test(each));
  if (!shown.has(text) && (type === undefined || text.length < leastMedium || !base64.test(text))) return text;
  return `data:${typeof type === 'string' ? type : 'application/octet-stream'};base64,${text}`;
}

/** Cleans a text in pieces, so that other work can run in between. The result is the same as in one go. */
async function cleaned(text: string): Promise<string> {
  if (text.length <= pieceChars) return plainText(text);
  const pieces: string[] = [];
  for (let from = 0; from < text.length;) {
    const to = breakIn(text, from, from + pieceChars);
    pieces.push(plainText(text.slice(from, to)));
    from = to;
    await nextTick();
  }
  return pieces.join('');
}

/** Returns where to split a text without breaking a unit: after a line, or else before a tag. */
function breakIn(text: string, from: number, to: number): number {
  if (to >= text.length) return text.length;
  const line = text.lastIndexOf('\n', to - 1);
  if (line > from) return line + 1;
  const tag = text.lastIndexOf('<', to);
  if (tag > from) return tag;
  const unit = text.charCodeAt(to);
  return unit >= 0xdc00 && unit < 0xe000 ? to - 1 : to;
}
