/** Types of the schemas as data, from which the two served documents are built. */

/** JSON Schema 2020-12; references have the form `#/components/schemas/<Name>`. */
export type SchemaData = { [key: string]: unknown };

export interface OperationDocument {
  summary: string;
  description?: string;
  params?: Record<string, SchemaData>;
  query?: SchemaData;
  body?: SchemaData;
  data: SchemaData;
  /** media type of a binary answer, if it is fixed, or one of a few */
  mediaType?: string | string[];
  example: { params?: SchemaData; query?: SchemaData; body?: unknown; data?: unknown };
}

export interface EventDocument {
  /** component name of its payload */
  name: string;
  summary: string;
  /** complete payload, with `type`, `agentId` and `sessionId` */
  payload: SchemaData;
  /** payload without those three fields */
  example: SchemaData;
}

export interface FrameDocument {
  /** prefix of its components' names */
  name: string;
  summary: string;
  /** fields of the frame itself, beside its payload */
  fields?: Record<string, SchemaData>;
  payload: SchemaData;
  ack?: SchemaData;
  example: SchemaData;
  /** payload of a successful ack */
  ackExample?: SchemaData;
  /** payload of the ack by error name, for errors beyond those of every frame */
  failures?: Record<string, SchemaData>;
}

export interface DocumentSource {
  /** by name; `refs`: types that the schema refers to directly */
  types: Record<string, { schema: SchemaData; refs: string[] }>;
  /** by error name: when it is returned */
  errors: Record<string, string>;
  operations: Record<string, OperationDocument>;
  events: Record<string, EventDocument>;
  clientFrames: Record<string, FrameDocument>;
  serverFrames: Record<string, FrameDocument>;
}
