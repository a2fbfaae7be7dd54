/** Limits large results: the full text goes to disk, the beginning to the model (engine.md 4.1). */
import { createHash } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { ContentPart } from '../../schemas/generated/types.js';
import { writeFileAtomic } from '../base/fs/atomic.js';
import { head } from '../base/text/cut.js';
import { CUT, systemNote, TEXT_LIMIT } from './text.js';
import type { ToolResult } from './tool.js';

export interface LimitFacts {
  toolName: string;
  /** chars of text up to which a result is unchanged; absent: the usual limit */
  limit?: number;
  callId: string;
  /** `<home>/sessions/<session_id>` */
  sessionDirectory: string;
}

const PREVIEW_CHARS = 2_000;

/** Returns small results unchanged. Stores the text of a larger one, and returns its beginning with all media. */
export async function limitResult(result: ToolResult, facts: LimitFacts): Promise<ToolResult> {
  const text = textOf(result.output);
  if (text.length <= (facts.limit ?? TEXT_LIMIT)) return result;
  const outputPath = await keepResult(facts, '.txt', text);
  const short = `${head(text, PREVIEW_CHARS)}\n${CUT}\n${fields(text, outputPath, facts)}`;
  return { ...result, output: withText(result.output, short), truncated: true, outputPath };
}

/** Stores a result, or part of one, with the session. Returns its path; `ending` makes the name unique in a call. */
export async function keepResult(
  { sessionDirectory, callId }: Pick<LimitFacts, 'sessionDirectory' | 'callId'>,
  ending: string,
  content: string | Uint8Array,
): Promise<string> {
  const path = join(sessionDirectory, 'tool-results', `${fileName(callId)}${ending}`);
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await writeFileAtomic(path, content);
  return path;
}

function textOf(output: ToolResult['output']): string {
  if (typeof output === 'string') return output;
  return output.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
}

function withText(output: ToolResult['output'], text: string): string | ContentPart[] {
  if (typeof output === 'string') return text;
  return [{ type: 'text', text }, ...output.filter((part) => part.type !== 'text')];
}

function fields(text: string, outputPath: string, facts: LimitFacts): string {
  return systemNote(
    [
      `tool_name: ${facts.toolName}`,
      `tool_call_id: ${facts.callId}`,
      `output_size_chars: ${text.length}`,
      `output_size_bytes: ${Buffer.byteLength(text)}`,
      `output_path: ${outputPath}`,
      'next_step: the output was too long to show; read parts of the file with Read (line_offset, n_lines) or search it with Grep',
    ].join('\n'),
  );
}

/** Ids come from the provider. Replaces an id that is not a safe file name by one with its hash. */
function fileName(callId: string): string {
  if (/^[A-Za-z0-9_-]{1,100}$/.test(callId)) return callId;
  const hash = createHash('sha256').update(callId).digest('hex').slice(0, 16);
  return `${callId.replace(/[^A-Za-z0-9_-]/g, '_').slice(0, 60)}-${hash}`;
}
