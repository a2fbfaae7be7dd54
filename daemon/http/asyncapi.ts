/** Builds the AsyncAPI 3.0 document of the socket and the event stream from the schemas; loaded on first request. */
import type { FrameDocument, SchemaData } from '../../schemas/documents.js';
import { documents } from '../../schemas/generated/documents.js';
import { type ErrorName, errorTable } from '../../schemas/generated/errors.js';
import { type EventFacts, eventTable } from '../../schemas/generated/events.js';
import { createComponents, type Naming, reachableTypes } from './components.js';
import type { DocumentInfo } from './openapi.js';

/** A message: the complete shape of one frame. */
export interface AsyncApiMessage {
  name: string;
  title: string;
  summary: string;
  contentType: string;
  payload: SchemaData;
  examples: { name?: string; payload: SchemaData }[];
}

export interface AsyncApiDocument {
  asyncapi: string;
  info: SchemaData;
  defaultContentType: string;
  servers: SchemaData;
  channels: SchemaData;
  operations: SchemaData;
  components: {
    /** keys: `client.<type>`, `ack.<type of the client frame>`, `server.<type>`, and the type itself for events */
    messages: Record<string, AsyncApiMessage>;
    schemas: Record<string, SchemaData>;
    securitySchemes: SchemaData;
  };
}

/** Contact and license of the interface. */
export const contactAndLicense = {
  contact: { name: 'The maintainers of Agent' },
  license: { name: 'MIT', url: 'https://opensource.org/license/mit' },
};

const exampleTime = '2025-03-01T09:00:00.000Z';
const exampleSession = 'session_01jn8q5jv6w7x8y9z0a1b2c3d4';
const exampleFields: SchemaData = {
  seq: 12,
  epoch: 'ep_01jn8q5kv6w7x8y9z0a1b2c3d4',
  volatile: true,
  session_id: exampleSession,
  terminal_id: 'term_6f1c2a9e-3b7d-4e58-9a40-1d2c3b4a5f60',
};
const time: SchemaData = { type: 'string', format: 'date-time' };

export function buildAsyncApi(info: DocumentInfo): AsyncApiDocument {
  const { schemas, name } = createComponents();
  const client = mapEntries(documents.clientFrames, (type, frame) => [
    `client.${type}`,
    clientMessage(type, frame, name),
  ]);
  const acks = mapEntries(documents.clientFrames, (type, frame) =>
    frame.ack ? [`ack.${type}`, ackMessage(type, frame, frame.ack, name)] : undefined,
  );
  const server = mapEntries(documents.serverFrames, (type, frame) => [
    `server.${type}`,
    serverMessage(type, frame, name),
  ]);
  const events = eventMessages(name);
  const messages = { ...client, ...acks, ...server, ...events };
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Agent',
      version: info.version,
      description:
        'Live interface of the local server: frames of the WebSocket, and the same events as server-sent events.',
      ...contactAndLicense,
    },
    defaultContentType: 'application/json',
    servers: servers(info),
    channels: channels(Object.keys(messages), Object.keys(events)),
    operations: operations(
      Object.keys(client),
      Object.keys(acks),
      Object.keys({ ...server, ...events }),
      Object.keys(events),
    ),
    components: {
      messages,
      schemas: { ...reachableTypes(Object.values(schemas)), ...schemas },
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description:
            'Header `Authorization: Bearer <token>`; browsers offer the subprotocol `agent-code.bearer.<token>` instead.',
        },
      },
    },
  };
}

function mapEntries<T, R>(
  source: Record<string, T>,
  make: (key: string, value: T) => [string, R] | undefined,
): Record<string, R> {
  const entries = Object.entries(source).map(([key, value]) => make(key, value));
  return Object.fromEntries(entries.filter((entry) => entry !== undefined));
}

function servers({ serverUrl }: DocumentInfo): SchemaData {
  const url = new URL(serverUrl ?? 'http://localhost');
  const security = [{ $ref: '#/components/securitySchemes/bearer' }];
  const secure = url.protocol === 'https:' ? 's' : '';
  return {
    socket: { host: url.host, protocol: `ws${secure}`, description: 'The running server.', security },
    http: { host: url.host, protocol: `http${secure}`, description: 'The same server without a socket.', security },
  };
}

function channels(all: string[], events: string[]): SchemaData {
  const refs = (keys: string[]): SchemaData =>
    Object.fromEntries(keys.map((key) => [key, { $ref: `#/components/messages/${key}` }]));
  return {
    socket: {
      address: '/api/v1/ws',
      description: socketText,
      servers: [{ $ref: '#/servers/socket' }],
      messages: refs(all),
      bindings: { ws: socketBinding },
    },
    events: {
      address: '/api/v1/sessions/{session_id}/events',
      description: eventsText,
      servers: [{ $ref: '#/servers/http' }],
      parameters: { session_id: { description: '`session_` + ULID in lower case' } },
      messages: refs([...events, 'server.resync_required']),
    },
  };
}

function operations(client: string[], acks: string[], sent: string[], events: string[]): SchemaData {
  const ref = (channel: string) => (key: string) => ({ $ref: `#/channels/${channel}/messages/${key}` });
  const receive = client.map((key): [string, object] => {
    const type = key.slice('client.'.length);
    const reply = { channel: { $ref: '#/channels/socket' }, messages: [ref('socket')(`ack.${type}`)] };
    return [
      `receive.${type}`,
      {
        action: 'receive',
        channel: { $ref: '#/channels/socket' },
        summary: documents.clientFrames[type]?.summary,
        messages: [ref('socket')(key)],
        ...(acks.includes(`ack.${type}`) ? { reply } : {}),
      },
    ];
  });
  return {
    ...Object.fromEntries(receive),
    send: {
      action: 'send',
      channel: { $ref: '#/channels/socket' },
      summary: 'Frames and events of the server.',
      messages: sent.map(ref('socket')),
    },
    stream: {
      action: 'send',
      channel: { $ref: '#/channels/events' },
      summary: 'Events of one session.',
      messages: [...events, 'server.resync_required'].map(ref('events')),
      bindings: { http: eventsBinding() },
    },
  };
}

function message(
  name: string,
  title: string,
  summary: string,
  payload: SchemaData,
  example: SchemaData,
): AsyncApiMessage {
  return { name, title, summary, contentType: 'application/json', payload, examples: [{ payload: example }] };
}

function object(properties: SchemaData, required: string[]): SchemaData {
  return { type: 'object', properties, required, additionalProperties: false };
}

function clientMessage(type: string, frame: FrameDocument, name: Naming): AsyncApiMessage {
  const { summary, payload, example } = frame;
  const id = { type: 'string', description: 'chosen by the client, echoed in the ack' };
  const schema = name(`${frame.name}Frame`, {
    description: summary,
    type: 'object',
    properties: { type: { type: 'string', const: type }, id, payload },
    required: ['type', 'payload'],
  });
  return message(type, `${type} (client)`, summary, schema, { type, id: 'r1', payload: example });
}

const ackFields = {
  type: { type: 'string', const: 'ack' },
  id: { type: 'string', description: '`id` of the request, empty when it had none' },
  msg: { type: 'string' },
};
const ackRequired = ['type', 'id', 'code', 'msg', 'payload'];

function ackMessage(type: string, frame: FrameDocument, ack: SchemaData, name: Naming): AsyncApiMessage {
  const failure = name('AckFrameFailure', {
    type: 'object',
    description: 'empty on most failures; `details` with 40001',
  });
  const done = object({ ...ackFields, code: { type: 'integer', const: 0 }, payload: ack }, ackRequired);
  const refused = object({ ...ackFields, code: { type: 'integer', minimum: 1 }, payload: failure }, ackRequired);
  const payload = name(`${frame.name}AckFrame`, {
    description: `Answers \`${type}\`.`,
    oneOf: [name(`${frame.name}AckFrameDone`, done), name('AckFrameRefused', refused)],
  });
  const shownDone = { type: 'ack', id: 'r1', code: 0, msg: 'success', payload: frame.ackExample ?? {} };
  const failures = { VALIDATION_FAILED: invalidPayload, ...frame.failures };
  const shownRefused = Object.entries(failures).map(([error, shown]) => {
    const { code, message: msg } = errorTable[error as ErrorName];
    return { name: error, payload: { type: 'ack', id: 'r1', code, msg, payload: shown } };
  });
  const codes = shownRefused.map(({ name: error, payload: { code } }) => `${code} ${error}`).join(', ');
  const summary = `Answers \`${type}\`. ${frame.summary} Fails with ${codes}, 50001 INTERNAL_ERROR.`;
  return {
    ...message('ack', `ack of ${type}`, summary, payload, shownDone),
    examples: [{ name: 'SUCCESS', payload: shownDone }, ...shownRefused],
  };
}

const invalidPayload = { details: [{ path: 'session_ids', message: 'is required' }] };

function serverMessage(type: string, document: FrameDocument, name: Naming): AsyncApiMessage {
  const { summary, fields = {}, payload, example } = document;
  const component = `${document.name}Frame`;
  if (type === 'ack') {
    const schema = object({ ...ackFields, code: { type: 'integer', minimum: 0 }, payload }, ackRequired);
    return message(type, 'ack (server)', summary, name(component, schema), {
      type,
      id: 'r1',
      code: 0,
      msg: 'success',
      payload: example,
    });
  }
  const properties = { type: { type: 'string', const: type }, ...fields, timestamp: time, payload };
  const shown = Object.fromEntries(Object.keys(fields).map((name) => [name, exampleFields[name]]));
  const frame = { type, ...shown, timestamp: exampleTime, payload: example };
  const schema = name(component, { description: summary, ...object(properties, Object.keys(properties)) });
  return message(type, `${type} (server)`, summary, schema, frame);
}

function eventMessages(name: Naming): Record<string, AsyncApiMessage> {
  const table: Record<string, EventFacts> = eventTable;
  return mapEntries(documents.events, (type, { name: component, summary, payload, example }) => {
    const facts = table[type];
    if (!facts || facts.delivery === 'internal') return undefined;
    const isDurable = facts.delivery === 'durable';
    const frame: SchemaData = {
      type,
      seq: 42,
      epoch: 'ep_01jn8q5kv6w7x8y9z0a1b2c3d4',
      ...(isDurable ? {} : { volatile: true }),
      ...(facts.offset ? { offset: 0 } : {}),
      session_id: belongsToNone(type) ? global : exampleSession,
      timestamp: exampleTime,
      payload: { type, agentId: 'main', sessionId: isOfNone(type) ? global : exampleSession, ...example },
    };
    const schema = eventEnvelope(type, facts, name(component, isDurable ? cuttable(payload) : payload));
    return [type, message(type, type, summary, name(`${component}Frame`, { description: summary, ...schema }), frame)];
  });
}

const global = '__global__';

/** Whether events of this type concern no session at all (ws.md 7.7). */
function isOfNone(type: string): boolean {
  return type.startsWith('event.workspace.') || type.startsWith('event.config.');
}

/** Whether events of this type are in no session's log; the event of an archived session names it in its payload. */
function belongsToNone(type: string): boolean {
  return isOfNone(type) || type === 'event.session.archived';
}

function eventEnvelope(type: string, { delivery, offset }: EventFacts, payload: SchemaData): SchemaData {
  const isDurable = delivery === 'durable';
  const seq = isDurable
    ? { type: 'integer', minimum: 1, description: 'own number in the log of the session' }
    : { type: 'integer', minimum: 0, description: 'number of the last durable event at that moment; not a cursor' };
  const fields: SchemaData = {
    type: { type: 'string', const: type },
    seq,
    epoch: { type: 'string', description: 'incarnation of the log' },
    ...(isDurable ? {} : { volatile: { type: 'boolean', const: true } }),
    ...(offset ? { offset: { type: 'integer', minimum: 0, description: 'chars of the stream sent before' } } : {}),
    session_id: { type: 'string', description: 'session, or `__global__`' },
    timestamp: time,
    payload,
  };
  return object(fields, Object.keys(fields));
}

/** The server truncates a durable frame over 1 MiB and marks its payload as truncated (ws.md 1.5). */
function cuttable(payload: SchemaData): SchemaData {
  const truncated = { type: 'boolean', description: 'long texts are cut; REST has them in full' };
  return { ...payload, properties: { truncated, ...(payload.properties as SchemaData) } };
}

const string = { type: 'string' };

const socketText = [
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

const socketBinding: SchemaData = {
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

const eventsText = [
  'Server-sent events of one session: the envelopes of its events, and those of global events about it; no frames of terminals or transcripts. `id:` is the `seq` of durable events, there is no `event:` line. The answer begins with `retry: 1000`; `: ping` comes every 30 s.',
  'The header `Last-Event-ID` outranks `after_seq`. A cursor that cannot be served gets one `resync_required` and the end. The stream ends with the last stored event unless `follow` is set, after the first event of the type `until`, with the deletion of the session (`event.session.deleted`), when the token is valid no longer, when the server stops, and when 8 MiB wait to be sent. Refusals are described in the OpenAPI document.',
].join('\n\n');

/** The query of the stream, as in its operation. */
function eventsBinding(): SchemaData {
  return { method: 'GET', query: documents.operations['streamSessionEvents']?.query ?? {}, bindingVersion: '0.3.0' };
}
