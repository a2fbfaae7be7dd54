/** The shape of the schemas as data, from which the two served documents are built. */

/** JSON Schema 2020-12; references read `#/components/schemas/<Name>`. */
export type SchemaData = { [key: string]: unknown };

export interface OperationDocument {
  summary: string;
  description?: string;
  params?: Record<string, SchemaData>;
  query?: SchemaData;
  body?: SchemaData;
  data: SchemaData;
  /** of an answer in bytes, when it is always the same, or one of a few */
  mediaType?: string | string[];
  example: { params?: SchemaData; query?: SchemaData; body?: unknown; data?: unknown };
}

export interface EventDocument {
  /** of the component that its payload becomes */
  name: string;
  summary: string;
  /** whole payload, with `type`, `agentId` and `sessionId` */
  payload: SchemaData;
  /** payload without those three */
  example: SchemaData;
}

export interface FrameDocument {
  /** what its components are called after */
  name: string;
  summary: string;
  /** of the frame itself, beside its payload */
  fields?: Record<string, SchemaData>;
  payload: SchemaData;
  ack?: SchemaData;
  example: SchemaData;
  /** payload of the ack when all is well */
  ackExample?: SchemaData;
  /** payload of the ack by the name of the error it reports, besides the errors that any frame may cause */
  failures?: Record<string, SchemaData>;
}

export interface DocumentSource {
  /** by name; `refs` are the types it refers to by itself */
  types: Record<string, { schema: SchemaData; refs: string[] }>;
  /** by error name: when it is answered */
  errors: Record<string, string>;
  operations: Record<string, OperationDocument>;
  events: Record<string, EventDocument>;
  clientFrames: Record<string, FrameDocument>;
  serverFrames: Record<string, FrameDocument>;
}
