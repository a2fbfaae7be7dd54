/** Recorded frames of a turn, and the output that a printer writes for them. */
import wrap from 'wrap-ansi';
import type { EventFrame } from '../../client/api/stream.js';
import type { Sink } from '../../client/print/printer.js';
import type { createTextPrinter } from '../../client/print/text.js';
import type { Message } from '../../schemas/generated/types.js';

export type Recorded = [type: string, payload?: object, extra?: object];

/** Returns the frames of one turn of `main`, in the order of ws.md 8. */
export function frames(recorded: Recorded[]): EventFrame[] {
  return recorded.map(([type, payload, extra], index) => ({
    type,
    seq: index + 1,
    session_id: 's',
    timestamp: '',
    ...extra,
    payload: { type, agentId: 'main', sessionId: 's', turnId: 1, step: 1, ...payload },
  })) as unknown as EventFrame[];
}

export function sink(columns?: number): Sink & { text: string } {
  return {
    text: '',
    ...(columns && { isTTY: true, columns, wrap }),
    write(text) {
      this.text += text;
    },
  };
}

export async function print(
  recorded: Recorded[],
  make: typeof createTextPrinter,
  { columns, whole }: { columns?: number; whole?: Message } = {},
): Promise<{ out: string; err: string }> {
  const stdout = sink(columns);
  const stderr = sink(columns);
  const readMessage = (): Promise<Message> => (whole ? Promise.resolve(whole) : Promise.reject(new Error('not cut')));
  const printer = make({ stdout, stderr, readMessage });
  for (const frame of frames(recorded)) await printer.frame(frame);
  printer.end();
  return { out: stdout.text, err: stderr.text };
}

export const said = (delta: string, offset: number): Recorded => [
  'assistant.delta',
  { delta },
  { volatile: true, offset },
];
export const thought = (delta: string, offset: number): Recorded => [
  'thinking.delta',
  { delta },
  { volatile: true, offset },
];
export const assistant = (content: object[], metadata: object = {}): Recorded => [
  'message.appended',
  { message: { id: 'm', session_id: 's', role: 'assistant', content, created_at: '', metadata } },
];
export const text = (value: string): object => ({ type: 'text', text: value });
export const use = (id: string, name: string, input: unknown): object => ({
  type: 'tool_use',
  tool_call_id: id,
  tool_name: name,
  input,
});
export const called = (toolCallId: string, name: string, display: object): Recorded => [
  'tool.call.started',
  { toolCallId, name, args: {}, display },
];
export const result = (toolCallId: string, output: unknown, more: object = {}): Recorded => [
  'tool.result',
  { toolCallId, output, ...more },
];

export const plain: Recorded[] = [
  ['turn.started'],
  ['turn.step.started', { attempt: 1 }],
  thought('hm', 0),
  thought('m\nok', 2),
  said('Two', 0),
  said(' files.\nDone', 3),
  assistant([{ type: 'thinking', thinking: 'hmm\nok' }, text('Two files.\nDone')]),
  ['turn.step.completed'],
  ['turn.ended', { reason: 'completed' }],
];

export const tools: Recorded[] = [
  ['turn.started'],
  ['turn.step.started'],
  said('Looking.', 0),
  assistant([text('Looking.'), use('c1', 'Bash', { command: 'ls' }), use('c2', 'Read', { path: 'a' })]),
  called('c1', 'Bash', { kind: 'command', command: 'ls\nsecond' }),
  called('c2', 'Read', { kind: 'file_io', operation: 'read', path: 'a' }),
  ['tool.progress', { toolCallId: 'c1', update: { kind: 'stdout', text: 'one\ntw' } }],
  result(
    'c2',
    [
      { type: 'text', text: 'no' },
      { type: 'image', source: { kind: 'session_media', file_id: 'f1' } },
    ],
    { isError: true },
  ),
  ['tool.progress', { toolCallId: 'c1', update: { kind: 'stdout', text: 'o' } }],
  result('c1', 'one\ntwo'),
  ['turn.step.completed'],
  ['turn.step.started', { step: 2 }],
  said('End.', 0),
  [
    'message.appended',
    { step: 2, message: { id: 'm', session_id: 's', role: 'assistant', content: [text('End.')], created_at: '' } },
  ],
  ['turn.step.completed'],
  ['turn.ended', { reason: 'completed' }],
];

export const retried: Recorded[] = [
  ['turn.started'],
  ['turn.step.started', { attempt: 1 }],
  said('Half', 0),
  [
    'turn.step.retrying',
    { failedAttempt: 1, nextAttempt: 2, maxAttempts: 3, delayMs: 1500, errorName: 'e', errorMessage: 'overloaded' },
  ],
  ['turn.step.started', { attempt: 2 }],
  said('Whole', 0),
  assistant([text('Whole')]),
  ['turn.step.completed'],
  ['turn.ended', { reason: 'completed' }],
];

export const failed: Recorded[] = [
  ['turn.started'],
  ['turn.step.started'],
  ['turn.step.interrupted', { reason: 'error', message: 'refused' }],
  ['turn.ended', { reason: 'failed', error: { code: 'provider.api_error', message: 'refused', retryable: false } }],
  ['error', { code: 'provider.api_error', message: 'refused', retryable: false }],
];

export const aborted: Recorded[] = [
  ['turn.started'],
  ['turn.step.started'],
  said('Hal', 0),
  assistant([text('Half'), use('c9', 'Bash', {})], { partial: true }),
  ['turn.step.interrupted', { reason: 'aborted' }],
  ['turn.ended', { reason: 'cancelled' }],
];
