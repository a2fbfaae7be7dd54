/** Interprets the end of a hook's command (engine.md 15), and formats its output for the user and the model. */
import { head } from '../../base/text/cut.js';
import { isRecord } from '../../base/text/values.js';
import { createEscapeRemover } from '../../tools/ansi.js';
import type { HookEnd } from '../../tools/hookcommand.js';
import { plainText } from '../../base/text/visible.js';

/** Maximum length in chars of a hook's output for the user and the model. */
const textLength = 10_000;
/** Maximum length of the stderr of a failed hook, in chars. */
const problemLength = 500;

export type HookAnswer =
  /** `text`: its output if that was not JSON */
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

/** Parses JSON on the output of a successful hook. Treats values of the wrong type as absent. */
function readOutput(stdout: string, isCut: boolean): HookAnswer {
  const begins = stdout.trimStart().charAt(0);
  // the answer may begin after the kept part
  if (isCut && (begins === '{' || begins === ''))
    return { kind: 'failed', problem: 'wrote more than 64 KiB: its JSON answer was cut and is ignored' };
  if (begins !== '{') return { kind: 'none', text: shown(stdout) };
  const value = parse(stdout);
  if (value === undefined) return { kind: 'failed', problem: 'answered with JSON that does not parse; it is ignored' };
  const message = textOf(value['message']);
  const withMessage = message === undefined ? {} : { message };
  const specific = value['hookSpecificOutput'];
  if (!isRecord(specific) || specific['permissionDecision'] !== 'deny')
    return { kind: 'none', text: '', ...withMessage };
  const reason = textOf(specific['permissionDecisionReason']) ?? 'The hook gave no reason.';
  return { kind: 'deny', reason, ...withMessage };
}

function parse(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : undefined;
  } catch {
    // the caller reports the failure
    return undefined;
  }
}

function textOf(value: unknown): string | undefined {
  return (typeof value === 'string' && shown(value)) || undefined;
}

function exitText({ code, signal, stderr }: Extract<HookEnd, { kind: 'exited' }>): string {
  const how = signal === null ? `ended with exit code ${code}` : `was killed by ${signal}`;
  const text = head(shown(stderr), problemLength);
  return text === '' ? how : `${how}: ${text}`;
}

/** Cleans a hook's text for display. */
function shown(text: string): string {
  return head(plainText(createEscapeRemover().push(text)).trim(), textLength);
}

/** Wraps a hook's text in a tag for the model. The text cannot close the tag. */
export function taggedText(event: string, text: string): string {
  const inner = head(text, textLength).replace(/<(?=\/?hook_result\b)/gi, '&lt;');
  return `<hook_result event="${event}">\n${inner}\n</hook_result>`;
}
