/** The data of a session's HTML file: its events and related data, without the omitted parts (web.md 8.5). */
import type { Session, TranscriptFrame, TranscriptItem, VisEvent } from '../../schemas/generated/types.js';
import { createHomesHider, mapTexts } from '../../schemas/pathhider.js';
import { mediaIn, mostMediaBytes, type FileFacts } from '../../schemas/sessionfile.js';
import type { View } from './place.js';
import type { Recording } from './record.js';
import type { StoredTranscript } from './source.js';
import { transcriptOf } from './transcripts.js';

export const choices = ['conversation', 'tool_output', 'thinking', 'file_contents', 'paths'] as const;
export type Shown = Readonly<Record<(typeof choices)[number], boolean>>;

type Lists = {
  [Key in keyof StoredTranscript]: StoredTranscript[Key] extends Map<string, infer One> ? One[] : StoredTranscript[Key];
};

export interface FileData extends FileFacts {
  events: VisEvent[];
  /** by agent id; absent: the events contain everything */
  transcripts?: Record<string, Lists>;
  without: View[];
}

export interface MadeFile {
  data: FileData;
  /** number of masked secrets, and of omitted directories and names */
  masked: { secrets: number; paths: number };
}

const sliceMs = 12;
/** Tools whose arguments or results contain file contents. */
const fileTools = new Set(['Edit', 'Grep', 'Read', 'ReadMediaFile', 'Write']);
/** Fields that hold content; below, fields whose texts are names. */
const contents = new Set(['args', 'content', 'display', 'input', 'message', 'messages', 'output', 'proposed_args']);
const isName = /^[\w.:@/-]{1,120}$/;
const names = new Set(
  'name reason model finishReason agentKind subagentType subagentName decision status change kind type role state cause purpose'.split(
    ' ',
  ),
);

export async function makeFileData(record: Recording, shown: Shown): Promise<MadeFile> {
  const facts = record.facts.peek();
  if (!facts) throw new Error('the session is not read yet');
  const isWhole = shown.conversation && shown.tool_output && shown.thinking && shown.file_contents;
  const full = await inSlices(record.events, async (event) => {
    // the loaded events contain shortened texts
    const whole = event.cut === true ? (await record.source.events(event.seq - 1, 1)).items[0] : undefined;
    return whole?.seq === event.seq ? { ...whole, bytes: event.bytes } : event;
  });
  const transcripts: Record<string, Lists> = {};
  if (!isWhole && shown.conversation)
    for (const id of record.spans.agents.keys()) {
      const found = await transcriptOf(full, id, () => false);
      if (found) transcripts[id] = listsOf(found, shown);
    }
  const media = shown.conversation && shown.file_contents ? await mediaOf(record, full) : {};
  const data: FileData = {
    session: shown.conversation ? facts.session : withoutPrompt(facts.session),
    agents: shown.conversation ? facts.agents : facts.agents.map(({ label: _label, ...agent }) => agent),
    damaged: facts.damaged,
    events: isWhole ? full : full.map((event) => reduced(event, shown)),
    ...(isWhole ? {} : { transcripts }),
    media: {},
    without: ['tasks', 'logs', ...(shown.conversation ? [] : (['conversation'] as const))],
  };
  const hider = createHomesHider(facts.session.metadata.cwd);
  let secrets = 0;
  const shownOf = (value: unknown): unknown =>
    mapTexts(value, (text) => {
      secrets += text.split('***').length - 1;
      return shown.paths ? text : hider.hide(text);
    });
  const { events, ...rest } = data;
  const made = { ...(shownOf(rest) as Omit<FileData, 'events'>), media };
  const madeEvents = await inSlices(events, (event) => Promise.resolve(shownOf(event) as VisEvent));
  return { data: { ...made, events: madeEvents }, masked: { secrets, paths: hider.count() } };
}

const withoutPrompt = ({ last_prompt: _prompt, ...session }: Session): Session => session;

async function inSlices<Item, Made>(items: readonly Item[], make: (item: Item) => Promise<Made>): Promise<Made[]> {
  const made: Made[] = [];
  let since = performance.now();
  for (const item of items) {
    made.push(await make(item));
    if (performance.now() - since < sliceMs) continue;
    await new Promise((resolve) => setTimeout(resolve));
    since = performance.now();
  }
  return made;
}

/** Returns an event without its content, reduced to numbers and names. */
function reduced(event: VisEvent, shown: Shown): VisEvent {
  const { payload, type } = event;
  const { cut: _cut, ...facts } = event;
  if (!payload) return facts;
  const prompt = shown.conversation && type === 'turn.started' ? { prompt: payload['prompt'] } : {};
  return { ...facts, payload: { ...(structureOf(payload) as Record<string, unknown>), ...prompt } };
}

/** Keeps numbers and texts that are names; returns undefined for content. */
function structureOf(value: unknown, key = ''): unknown {
  if (typeof value === 'string')
    return key === 'path' || ((names.has(key) || /(?:Id|_id)$/.test(key)) && isName.test(value)) ? value : undefined;
  if (typeof value !== 'object' || value === null) return value;
  if (contents.has(key)) return undefined;
  if (Array.isArray(value)) return value.flatMap((each: unknown) => structureOf(each, key) ?? []);
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, each]) => {
      const left = structureOf(each, name);
      return left === undefined ? [] : [[name, left]];
    }),
  );
}

function listsOf({ items, attachments, tasks, prompts }: StoredTranscript, shown: Shown): Lists {
  const withoutSource = ({ source: _source, ...rest }: (typeof attached)[number]) => rest;
  const attached = [...attachments.values()];
  return {
    items: items.map((item) => itemOf(item, shown)),
    attachments: shown.file_contents ? attached : attached.map(withoutSource),
    tasks: [...tasks.values()].map((task) => (shown.tool_output ? task : { ...task, outputTail: '' })),
    prompts: [...prompts.values()],
  };
}

function itemOf(item: TranscriptItem, shown: Shown): TranscriptItem {
  if (item.kind !== 'turn') return item;
  const steps = item.steps.map((step) => ({ ...step, frames: step.frames.flatMap((frame) => frameOf(frame, shown)) }));
  return { ...item, steps };
}

function frameOf(frame: TranscriptFrame, shown: Shown): TranscriptFrame[] {
  if (frame.kind === 'thinking') return shown.thinking ? [frame] : [];
  if (frame.kind !== 'tool') return [frame];
  const { output, error, progress: _progress, ...called } = frame;
  const isFile = !shown.file_contents && fileTools.has(frame.name);
  const result =
    shown.tool_output && !isFile ? { ...(output !== undefined && { output }), ...(error && { error }) } : {};
  if (!isFile) return [{ ...called, ...result }];
  const { input: _input, proposedInput: _proposed, inputText: _text, display: _display, ...named } = called;
  return [named];
}

async function mediaOf({ source }: Recording, events: readonly VisEvent[]): Promise<FileData['media']> {
  const ids = new Set<string>();
  for (const { payload } of events) for (const id of mediaIn(JSON.stringify(payload))) ids.add(id);
  const media: FileData['media'] = {};
  for (const id of ids) {
    // missing and too large media appear only by name
    const found = await source.media(id).catch(() => undefined);
    if (!found || found.size > mostMediaBytes) continue;
    media[id] = { type: found.type, base64: base64Of(new Uint8Array(await found.arrayBuffer())) };
  }
  return media;
}

function base64Of(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 8_192) text += String.fromCharCode(...bytes.subarray(at, at + 8_192));
  return btoa(text);
}
