/** The lines about the progress of a turn, beside the answer itself: tools, retries, warnings, errors (cli.md 4.2, stderr). */
import type { EventFrame } from '../api/stream.js';
import type { EventPayloads } from '../../schemas/generated/events.js';
import type { ToolDisplay } from '../../schemas/generated/types.js';
import { visibleLine, visibleMessage } from '../view/clean.js';
import { createLiveOutput } from './live-output.js';
import { oneLine, plainText } from './plain-text.js';
import type { Printer, Sink } from './printer.js';
import { workLine } from './work-line.js';

/** `before` is called ahead of each line, so that a block of text can end first. */
export function createNotices(sink: Sink, before: () => void = () => undefined): Printer {
  const names = new Map<string, string>();
  const live = createLiveOutput((text) => line(`  ${text}`));
  let reported = '';

  function line(text: string): void {
    before();
    sink.write(`${visibleLine(text)}\n`);
  }

  function error(message: string): void {
    // the end of a failed turn and the error event after it have the same text
    if (message === reported) return;
    reported = message;
    before();
    sink.write(`${visibleMessage(`error: ${message}`)}\n`);
  }

  /** Whole: the end of a warning contains the reason. */
  function warning(message: string): void {
    before();
    sink.write(`${visibleMessage(`warning: ${message}`)}\n`);
  }

  function result(payload: EventPayloads['tool.result']): void {
    live.end(payload.toolCallId);
    const name = names.get(payload.toolCallId) ?? 'tool';
    names.delete(payload.toolCallId);
    line(`[tool] ${name} ${payload.isError ? `error: ${oneLine(plainText(payload.output))}` : 'ok'}`);
  }

  function turnEnded(payload: EventPayloads['turn.ended']): void {
    if (payload.reason === 'failed') error(payload.error?.message ?? 'the turn failed');
    if (payload.reason === 'blocked') error(payload.error?.message ?? 'the prompt was blocked');
  }

  /** Only the states of MCP servers that keep their tools away. */
  function server({ name, status, error: reason }: EventPayloads['mcp.server.status']['server']): void {
    if (status === 'needs-auth') line(`warning: MCP server ${name} needs a login`);
    if (status === 'failed')
      line(`warning: MCP server ${name} failed: ${oneLine((reason ?? 'no reason is known').replace(/\s+/g, ' '))}`);
  }

  function show(frame: EventFrame): void {
    switch (frame.type) {
      case 'tool.call.started':
        names.set(frame.payload.toolCallId, frame.payload.name);
        return line(`[tool] ${frame.payload.name} ${subjectOf(frame.payload)}`.trimEnd());
      case 'tool.progress':
        return live.add(frame.payload.toolCallId, frame.payload.update);
      case 'tool.result':
        return result(frame.payload);
      case 'turn.step.retrying':
        return line(retryLine(frame.payload));
      case 'turn.ended':
        return turnEnded(frame.payload);
      case 'error':
        return error(frame.payload.message);
      case 'warning':
        return warning(frame.payload.message);
      case 'mcp.server.status':
        return server(frame.payload.server);
      default: {
        const text = workLine(frame);
        if (text !== undefined) line(text);
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

function retryLine(payload: EventPayloads['turn.step.retrying']): string {
  const { nextAttempt, maxAttempts, delayMs, errorMessage } = payload;
  return `[retry] attempt ${nextAttempt} of ${maxAttempts} in ${(delayMs / 1_000).toFixed(1)} s: ${oneLine(errorMessage)}`;
}

function subjectOf({ display, description }: EventPayloads['tool.call.started']): string {
  return oneLine((display && displaySubject(display)) ?? description ?? '');
}

function displaySubject(display: ToolDisplay): string | undefined {
  switch (display.kind) {
    case 'command':
      return display.command;
    case 'file_io':
    case 'diff':
      return display.path;
    case 'search':
      return display.query;
    case 'url_fetch':
      return display.url;
    case 'agent_call':
      return display.description ?? display.agent_name;
    case 'skill_call':
      return display.skill_name;
    case 'todo_list':
      return `${display.items.length} ${display.items.length === 1 ? 'item' : 'items'}`;
    case 'task':
      return display.description;
    case 'task_stop':
      return display.task_description;
    case 'plan_review':
      return display.path;
    case 'goal_start':
      return display.objective;
    case 'generic':
      return display.summary;
  }
}
