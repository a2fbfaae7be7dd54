/** How the OpenAPI document describes the HTTP event stream (ws.md 13). */
import type { ContentObject, HeadersObject, ParameterObject } from 'openapi3-ts/oas31';
import { buildAsyncApi } from './asyncapi.js';

export const eventStreamParameters: readonly ParameterObject[] = [
  {
    name: 'Last-Event-ID',
    in: 'header',
    required: false,
    description: '`id:` of the last event that came; outranks `after_seq`',
    schema: { type: 'string', pattern: '^\\d{0,15}$' },
    example: '57',
  },
];

export const eventStreamHeaders: HeadersObject = {
  'Cache-Control': { description: '`no-store`', schema: { type: 'string' } },
  'X-Accel-Buffering': { description: '`no`, for proxies that buffer', schema: { type: 'string' } },
};

/** One durable event, one volatile one, and a sign of life. */
export function eventStreamContent(): ContentObject {
  const { messages } = buildAsyncApi({ version: '' }).components;
  const data = (type: string): string => `data: ${JSON.stringify(messages[type]?.examples[0]?.payload)}\n\n`;
  const seq = String(messages['turn.started']?.examples[0]?.payload['seq']);
  const example = `retry: 1000\n\nid: ${seq}\n${data('turn.started')}${data('assistant.delta')}: ping\n\n`;
  return { 'text/event-stream': { schema: { type: 'string' }, example } };
}
