/** What the end of a hook's command means (engine.md 15), and how its output goes to the user and to the model. */
import { head } from '../../base/text/cut.js';
import { isRecord } from '../../base/text/values.js';
import { createEscapeRemover } from '../../tools/ansi.js';
import type { HookEnd } from '../../tools/hookcommand.js';
import { plainText } from '../../base/text/visible.js';

/** Chars of a hook's output that the user and the model see. */
const textLength = 10_000;
/** Chars of the last output of a failed hook. */
const problemLength = 500;

export type HookAnswer =
  /** `text`: what it wrote when that was no JSON */
  | { kind: 'none'; text: string; message?: string }
  | { kind: 'deny'; reason: string; message?: string }
  | { kind: 'failed'; problem: string };

export function answerOf(end: HookEnd): HookAnswer {
  switch (end.kind) {
    case 'unstartable':
      return { kind: 'failed', problem: `could not be started: ${shown(end.reason)}` };
    case 'timeout':
      return { kind: 'failed', problem: 'was stopped at its time limit' };
    case 'aborted':
      return { kind: 'none', text: '' };
    case 'exited':
      if (end.code === 0) return readOutput(end.stdout, end.stdoutCut);
      if (end.code === 2) return { kind: 'deny', reason: shown(end.stderr) || 'The hook gave no reason.' };
      return { kind: 'failed', problem: exitText(end) };
  }
}

/** JSON on the output of a hook that succeeded; everything in it that is not of the right kind counts as absent. */
function readOutput(stdout: string, isCut: boolean): HookAnswer {
  const begins = stdout.trimStart().charAt(0);
  // the answer may begin behind what was kept
  if (isCut && (begins === '{' || begins === ''))
    return { kind: 'failed', problem: 'wrote more than 64 KiB: its JSON answer was cut and is ignored' };
  if (begins !== '{') return { kind: 'none', text: shown(stdout) };
  const value = parse(stdout);
  if (value === undefined) return { kind: 'failed', problem: 'answered with JSON that does not parse; it is ignored' };
  const message = textOf(value['message']);
  const said = message === undefined ? {} : { message };
  const specific = value['hookSpecificOutput'];
  if (!isRecord(specific) || specific['permissionDecision'] !== 'deny') return { kind: 'none', text: '', ...said };
  const reason = textOf(specific['permissionDecisionReason']) ?? 'The hook gave no reason.';
  return { kind: 'deny', reason, ...said };
}

function parse(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : undefined;
  } catch {
    // the caller warns
    return undefined;
  }
}

function textOf(value: unknown): string | undefined {
  return (typeof value === 'string' && shown(value)) || undefined;
}

function exitText({ code, signal, stderr }: Extract<HookEnd, { kind: 'exited' }>): string {
  const how = signal === null ? `ended with exit code ${code}` : `was killed by ${signal}`;
  const said = head(shown(stderr), problemLength);
  return said === '' ? how : `${how}: ${said}`;
}

/** Words of a hook as they may be shown. */
function shown(text: string): string {
  return head(plainText(createEscapeRemover().push(text)).trim(), textLength);
}

/** Words of a hook as the model reads them; nothing in them can end the tag. */
export function taggedText(event: string, text: string): string {
  const inner = head(text, textLength).replace(/<(?=\/?hook_result\b)/gi, '&lt;');
  return `<hook_result event="${event}">\n${inner}\n</hook_result>`;
}
