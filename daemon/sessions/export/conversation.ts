/** Renders the conversation of an agent as HTML: turns with prompts, steps and calls, without parts to be left out. */
import type {
  ContentPart,
  ResultDisplay,
  ToolDisplay,
  TranscriptAttachment,
  TranscriptFrame,
  TranscriptInteraction,
  TranscriptItem,
  TranscriptStep,
  TranscriptTask,
  TranscriptToolFrame,
  TranscriptTurn,
} from '../../../schemas/generated/types.js';
import { anchorOf, groupsOf } from './figures.js';
import type { Html, Markup } from './markup.js';

/** Optional parts of a session, and whether the export shows them. */
export interface Shown {
  toolOutput: boolean;
  thinking: boolean;
  fileContents: boolean;
}

/** A part of a transcript without secrets. */
export interface ConversationPage {
  agentId: string;
  items: readonly TranscriptItem[];
  attachments: readonly TranscriptAttachment[];
  interactions: readonly TranscriptInteraction[];
  tasks: readonly TranscriptTask[];
}

/** The HTML of an image or a video; undefined when the export only names it. */
export type MediaHtml = (source: MediaReference) => Html | undefined;
export type MediaReference = NonNullable<TranscriptAttachment['source']>;

/** Tools whose arguments or results hold the content of files. */
const fileTools = new Set(['Edit', 'Grep', 'Read', 'ReadMediaFile', 'Write']);

export function createConversation(html: Markup, shown: Shown, media: MediaHtml) {
  const none: Html = html``;
  const leftOut = (what: string): Html => html`<p class="note">${what} left out</p>`;
  const json = (value: unknown): Html => html`<pre>${JSON.stringify(value, null, 2)}</pre>`;

  function render({ agentId, items, attachments, interactions, tasks }: ConversationPage): Html[] {
    const attached = new Map(attachments.map((each) => [each.attachmentId, each]));
    const decided = new Map(interactions.map((each) => [each.interactionId, each]));
    const asked = groupsOf(
      interactions.filter(({ interactionKind }) => interactionKind === 'question'),
      ({ toolCallId }) => toolCallId,
    );
    const background = new Map(tasks.map((each) => [each.taskId, each]));

    function attachmentsOf(ids: readonly string[] = []): Html[] {
      return ids.flatMap((id) => {
        const found = attached.get(id);
        return found ? [attachmentHtml(found)] : [];
      });
    }

    function turn(item: TranscriptTurn): Html {
      return html`<article id="${anchorOf(agentId, item.turnId)}">
        <h3>
          Turn ${item.ordinal} <small class="note">${item.state}${item.startedAt && ` · ${item.startedAt}`}</small>
        </h3>
        ${item.prompt === undefined ? none : html`<div class="prompt text">${item.prompt}</div>`}
        ${attachmentsOf(item.attachmentIds)} ${item.steps.map(step)}
        ${item.error === undefined ? none : html`<p class="bad">${item.error}</p>`}
      </article>`;
    }

    function step({ stepId, frames, endMessage }: TranscriptStep): Html {
      return html`<div id="${anchorOf(agentId, stepId)}">
        ${frames.map(frame)}${endMessage === undefined ? none : html`<p class="bad">${endMessage}</p>`}
      </div>`;
    }

    function frame(each: TranscriptFrame): Html {
      switch (each.kind) {
        case 'text':
          return html`<div class="${each.role === 'user' ? 'prompt text' : 'text'}">${each.text}</div>
            ${attachmentsOf(each.attachmentIds)}`;
        case 'thinking':
          return shown.thinking
            ? html`<details>
                <summary class="note">Thinking</summary>
                <div class="text">${each.text}</div>
              </details>`
            : leftOut('Thinking');
        case 'notice':
          return html`<p class="${each.level === 'error' ? 'bad' : 'note'}">
            ${each.message}${each.detail === undefined ? none : html`<br />${each.detail}`}
          </p>`;
        case 'tool':
          return call(each);
      }
    }

    function call(frame: TranscriptToolFrame): Html {
      const { frameId, name, state, durationMs, display, error, approvalId, toolCallId, taskId } = frame;
      const time = durationMs === undefined ? '' : ` · ${durationMs} ms`;
      return html`<details id="${anchorOf(agentId, frameId)}">
        <summary>
          <b>${name}</b> ${lineOf(display)}
          <small class="${state === 'error' ? 'bad' : 'note'}">${state}${time}</small>
        </summary>
        ${inputOf(frame)} ${approvalId === undefined ? none : decision(decided.get(approvalId))}
        ${(asked.get(toolCallId) ?? []).map(question)} ${outputOf(frame)}
        ${error === undefined || !shown.toolOutput ? none : html`<pre class="bad">${error}</pre>`}
        ${taskId === undefined ? none : task(background.get(taskId))}
      </details>`;
    }

    function task(found: TranscriptTask | undefined): Html {
      if (!found) return none;
      return html`<p class="note">Background task: ${found.description ?? found.kind} (${found.state})</p>
        ${shown.toolOutput && found.outputTail !== '' ? html`<pre>${found.outputTail}</pre>` : none}`;
    }

    function decision(found: TranscriptInteraction | undefined): Html {
      if (found?.interactionKind !== 'approval' || !found.response) return none;
      const { decision: decided, by, amended, feedback } = found.response;
      return html`<p class="note">
        Approval: ${decided}${by === undefined ? '' : ` by ${by}`}${amended === undefined ? '' : `, with changes`}
        ${feedback === undefined ? none : html`<span class="text">${feedback}</span>`}
      </p>`;
    }

    function question(found: TranscriptInteraction): Html {
      const { state, response } = found;
      return html`<p class="note">Question: ${state}</p>
        ${response ? json(response) : none}`;
    }

    return items.map((item) => {
      if (item.kind === 'turn') return turn(item);
      if (item.kind === 'taskref') return task(background.get(item.taskId));
      return html`<p class="note">— ${item.marker}${item.at === undefined ? '' : ` · ${item.at}`} —</p>`;
    });
  }

  function inputOf({ name, input, proposedInput }: TranscriptToolFrame): Html {
    if (input === undefined) return none;
    const proposed =
      proposedInput &&
      html`<p class="note">The model proposed:</p>
        ${json(withoutContent(proposedInput))}`;
    if (typeof input === 'string') return hidesFiles(name) ? leftOut('Arguments') : html`<pre>${input}</pre>`;
    const { command } = input;
    const text =
      name === 'Bash' && typeof command === 'string' ? html`<pre>${command}</pre>` : json(withoutContent(input));
    return html`${text}${hidesFiles(name) ? leftOut('Content of files') : proposed}`;
  }

  /** Drops the contents of files, also from the arguments of a tool that is not known here. */
  function withoutContent(input: Readonly<Record<string, unknown>>): Record<string, unknown> {
    if (shown.fileContents) return input;
    return Object.fromEntries(
      Object.entries(input).filter(([key]) => !['content', 'old_string', 'new_string'].includes(key)),
    );
  }

  function hidesFiles(tool: string): boolean {
    return !shown.fileContents && fileTools.has(tool);
  }

  function outputOf({ name, output, resultDisplay }: TranscriptToolFrame): Html {
    if (output === undefined) return none;
    if (!shown.toolOutput) return leftOut('Output');
    if (hidesFiles(name)) return leftOut('Content of files');
    const diff = shown.fileContents ? diffOf(resultDisplay) : none;
    return html`${diff}${typeof output === 'string' ? html`<pre>${output}</pre>` : output.map(part)}`;
  }

  function diffOf(display: ResultDisplay | undefined): Html {
    return display?.kind === 'diff' && display.unified !== undefined ? html`<pre>${display.unified}</pre>` : none;
  }

  function part(each: ContentPart): Html {
    if (each.type === 'text') return html`<pre>${each.text}</pre>`;
    if (each.type === 'image' || each.type === 'video') {
      const { source } = each;
      const found = shown.fileContents ? media(referenceOf(source)) : undefined;
      return found ?? html`<p class="note">${each.type}, not contained</p>`;
    }
    return json(each);
  }

  function attachmentHtml({ mediaType, name, size, source, placeholder }: TranscriptAttachment): Html {
    const found = shown.fileContents && source ? media(source) : undefined;
    const bytes = size === undefined ? '' : `, ${size} bytes`;
    return (
      found ??
      html`<p class="note">
        Attachment: ${name ?? placeholder ?? 'without a name'} (${mediaType}${bytes}), not contained
      </p>`
    );
  }

  return { render };
}

/** The media reference for a part of a message. */
export function referenceOf(source: Extract<ContentPart, { type: 'image' }>['source']): MediaReference {
  switch (source.kind) {
    case 'url':
      return { kind: 'url', url: source.url };
    case 'base64':
      return { kind: 'url', url: `data:${source.media_type};base64,${source.data}` };
    default:
      return { kind: source.kind, fileId: source.file_id };
  }
}

/** A call, described in one line. */
export function lineOf(display: ToolDisplay | undefined): string | undefined {
  switch (display?.kind) {
    case 'command':
      return display.command.split('\n', 1)[0];
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
    case 'generic':
      return display.summary;
    default:
      return undefined;
  }
}
