/** Writes lines about tools, and the notices of `client/view/notices.ts` (cli.md 4.2, stderr). */
import type { EventFrame } from '../api/stream.js';
import { oneLine, visibleLine, visibleMessage } from '../view/clean.js';
import { plainText } from '../view/content.js';
import { callSubject } from '../view/displays.js';
import { type Notice, noticeOf } from '../view/notices.js';
import type { Printer, Sink } from './printer.js';
import type { ToolUpdate } from '../../schemas/generated/types.js';

/** `before` is called before each line, so that a block of text can end first. */
export function createNotices(sink: Sink, before: () => void = () => undefined): Printer {
  const names = new Map<string, string>();
  const live = createLiveOutput((text) => line(`  ${text}`));
  let reported = '';

  function line(text: string): void {
    before();
    sink.write(`${visibleLine(text)}\n`);
  }

  function notice({ level, text }: Notice): void {
    if (level === 'info') return line(text);
    // the end of a failed turn and the following error event have the same text
    if (level === 'error' && text === reported) return;
    if (level === 'error') reported = text;
    before();
    sink.write(`${visibleMessage(`${level}: ${text}`)}\n`);
  }

  function show(frame: EventFrame): void {
    switch (frame.type) {
      case 'tool.call.started':
        names.set(frame.payload.toolCallId, frame.payload.name);
        return line(`[tool] ${frame.payload.name} ${oneLine(callSubject(frame.payload))}`.trimEnd());
      case 'tool.progress':
        return live.add(frame.payload.toolCallId, frame.payload.update);
      case 'tool.result': {
        const { toolCallId, isError } = frame.payload;
        live.end(toolCallId);
        const name = names.get(toolCallId) ?? 'tool';
        names.delete(toolCallId);
        return line(`[tool] ${name} ${isError ? `error: ${failureOf(frame.payload)}` : 'ok'}`);
      }
      default: {
        const text = noticeOf(frame);
        if (text) notice(text);
      }
    }
  }

  return {
    async frame(frame: EventFrame) {
      show(frame);
      await sink.ready?.();
    },
    end: () => live.endAll(),
  };
}

/** Returns the line that explains a failure: the last one for a command (its output is shown already), or the first. */
function failureOf({ output, display }: Extract<EventFrame, { type: 'tool.result' }>['payload']): string {
  const text = plainText(output);
  if (display?.kind !== 'command_output') return oneLine(text);
  if (display.exit_code) return `failed with exit code ${display.exit_code}`;
  const last = text.trimEnd().split('\n').at(-1) ?? '';
  return oneLine(last.replace(/^<system>(.*)<\/system>$/, '$1'));
}

/** Maximum length of an unfinished line; a longer one is shown in parts. */
const LONGEST = 4_096;

interface LiveOutput {
  add(callId: string, update: ToolUpdate): void;
  /** Shows the remaining output of a call. */
  end(callId: string): void;
  endAll(): void;
}

function createLiveOutput(line: (text: string) => void): LiveOutput {
  const open = new Map<string, string>();

  function end(callId: string): void {
    const rest = open.get(callId);
    open.delete(callId);
    if (rest) line(rest);
  }

  return {
    add(callId, { kind, text }) {
      if (!text) return;
      if (kind !== 'stdout' && kind !== 'stderr') {
        for (const each of text.trimEnd().split('\n')) line(each);
        return;
      }
      const lines = ((open.get(callId) ?? '') + text).split(/\r?\n/);
      const rest = lines.pop() ?? '';
      lines.forEach(line);
      if (rest.length > LONGEST) line(rest);
      open.set(callId, rest.length > LONGEST ? '' : rest);
    },
    end,
    endAll: () => [...open.keys()].forEach(end),
  };
}
