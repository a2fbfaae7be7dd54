/** The AsyncAPI descriptions of the two channels themselves: opening, heartbeat, limits, close codes (ws.md 1, 11, 13). */
import type { SchemaData } from '../../schemas/documents.js';
import { documents } from '../../schemas/generated/documents.js';

const string = { type: 'string' };

export const socketText = [
  'One JSON object per text message, both ways; a binary message that holds UTF-8 JSON is read the same way. A query string is ignored.',
  '**Opening.** The token comes as `Authorization: Bearer <token>`, from browsers as the subprotocol `agent-code.bearer.<token>`, which is echoed unchanged; never in the address. Refusals are HTTP answers with an envelope: 401 (40101), 403 (40301), 404 (40400), 429 (42901). `server_hello` is the first frame.',
  '**Heartbeat.** Every 30 s the server sends a protocol ping and a `ping` frame. Anything received counts as life; two ticks without any close the connection. A client takes 60 s without a message for a dead connection.',
  [
    '| Close code | Reason | When |',
    '|---|---|---|',
    '| 1001 | `server shutting down`, `heartbeat timeout` | the server stops; two ticks of silence |',
    '| 1008 | `too many malformed frames`, `unauthorized` | 101st malformed frame; the token is valid no longer |',
    '| 1009 | | inbound message over 1 MiB |',
    '| 1011 | `internal error` | a defect |',
    '| 1013 | `slow consumer` | 8 MiB wait to be sent; connect again with cursors |',
  ].join('\n'),
  '**Limits.** Inbound message 1 MiB; 100 malformed frames, each answered by `error` 40001, at most one a second; 200 sessions in one frame, 1,000 subscribed; 100 watched paths; durable frames 1 MiB, with long texts cut and `truncated: true`. From 1 MiB of waiting bytes on neighbouring text is joined and only the newest status kept, from 4 MiB on volatile frames are dropped.',
  '**Numbers.** Each durable event has a unique `seq`, rising within its session and `epoch`; `volatile: true` marks the others, whose `seq` is no cursor. A client keeps `{seq, epoch}` of the last durable event it has applied and subscribes again with it. Terminal frames work on loopback binds only.',
].join('\n\n');

export const socketBinding: SchemaData = {
  method: 'GET',
  headers: {
    type: 'object',
    properties: {
      Authorization: { ...string, description: '`Bearer <token>`; it outranks the subprotocol' },
      'Sec-WebSocket-Protocol': { ...string, description: '`agent-code.bearer.<token>`, for browsers' },
    },
  },
  bindingVersion: '0.1.0',
};

export const eventsText = [
  'Server-sent events of one session: the envelopes of its events, and those of global events about it; no frames of terminals or transcripts. `id:` is the `seq` of durable events, there is no `event:` line. The answer begins with `retry: 1000`; `: ping` comes every 30 s.',
  'The header `Last-Event-ID` outranks `after_seq`. A cursor that cannot be served gets one `resync_required` and the end. The stream ends with the last stored event unless `follow` is set, after the first event of the type `until`, with the deletion of the session (`event.session.deleted`), when the token is valid no longer, when the server stops, and when 8 MiB wait to be sent. Refusals are described in the OpenAPI document.',
].join('\n\n');

/** The query of the stream, as its operation has it. */
export function eventsBinding(): SchemaData {
  return { method: 'GET', query: documents.operations['streamSessionEvents']?.query ?? {}, bindingVersion: '0.3.0' };
}
