/** Operations of the visualizer by name. Written by `npm run codegen`; changes belong into the schema files. */
import type { ErrorName } from './errors.js';
import type { GetVisContextData, GetVisContextParams, GetVisContextQuery, GetVisSessionData, GetVisSessionParams, ListVisCronData, ListVisCronParams, ListVisEventsData, ListVisEventsParams, ListVisEventsQuery, ListVisSessionsData, ListVisSessionsQuery, ListVisTasksData, ListVisTasksParams, ReadVisLogParams, ReadVisLogQuery, ReadVisMediaParams, ReadVisTaskOutputParams, ReadVisTaskOutputQuery } from './types.js';

/** What a client sends and gets, by operation; `data` is that of the success envelope. */
export interface Operations {
  'getVisContext': { params: GetVisContextParams; query: GetVisContextQuery; body: undefined; data: GetVisContextData };
  'getVisSession': { params: GetVisSessionParams; query: undefined; body: undefined; data: GetVisSessionData };
  'listVisCron': { params: ListVisCronParams; query: undefined; body: undefined; data: ListVisCronData };
  'listVisEvents': { params: ListVisEventsParams; query: ListVisEventsQuery; body: undefined; data: ListVisEventsData };
  'listVisSessions': { params: undefined; query: ListVisSessionsQuery; body: undefined; data: ListVisSessionsData };
  'listVisTasks': { params: ListVisTasksParams; query: undefined; body: undefined; data: ListVisTasksData };
  'readVisLog': { params: ReadVisLogParams; query: ReadVisLogQuery; body: undefined; data: null };
  'readVisMedia': { params: ReadVisMediaParams; query: undefined; body: undefined; data: null };
  'readVisTaskOutput': { params: ReadVisTaskOutputParams; query: ReadVisTaskOutputQuery; body: undefined; data: null };
}

export type OperationName = keyof Operations;

/** Operations that answer with bytes. */
export type BytesOperation = 'readVisLog' | 'readVisMedia' | 'readVisTaskOutput';

/** Operations that take a form, files included. */
export type FormOperation = never;

/** What a handler gets, by operation: validated, with defaults filled in. */
export interface Requests {
  'getVisContext': { params: GetVisContextParams; query: Filled<GetVisContextQuery, 'agent_id'>; body: undefined };
  'getVisSession': { params: GetVisSessionParams; query: undefined; body: undefined };
  'listVisCron': { params: ListVisCronParams; query: undefined; body: undefined };
  'listVisEvents': { params: ListVisEventsParams; query: Filled<ListVisEventsQuery, 'after_seq' | 'limit'>; body: undefined };
  'listVisSessions': { params: undefined; query: Filled<ListVisSessionsQuery, 'page_size' | 'include_archive'>; body: undefined };
  'listVisTasks': { params: ListVisTasksParams; query: undefined; body: undefined };
  'readVisLog': { params: ReadVisLogParams; query: Filled<ReadVisLogQuery, 'which'>; body: undefined };
  'readVisMedia': { params: ReadVisMediaParams; query: undefined; body: undefined };
  'readVisTaskOutput': { params: ReadVisTaskOutputParams; query: Filled<ReadVisTaskOutputQuery, 'offset' | 'length'>; body: undefined };
}

/** The type with the named fields present. */
type Filled<T, Keys extends keyof T> = T & { [Key in Keys]-?: Exclude<T[Key], undefined> };

export interface OperationFacts {
  name: OperationName;
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** with `{names}` of path parameters and the action after a colon */
  path: string;
  /** the last parameter of the path takes slashes, plain or encoded */
  restOfPath: boolean;
  resource: 'vis';
  auth: 'bearer' | 'none';
  /** how success is answered: in the envelope, as a bare document, as an event stream, as a page, as bytes */
  answer: 'envelope' | 'document' | 'events' | 'page' | 'bytes';
  /** the payload may be large */
  large: boolean;
  /** bytes only: parts of them can be asked for, and whether they changed */
  ranges: boolean;
  /** HTTP status of success */
  status: number;
  /** code of the success envelope */
  successCode: number;
  /** where it is there at all: see the meta-schema */
  registered: 'always' | 'loopback' | 'shutdown' | 'debug' | 'vis';
  hasBody: boolean;
  bodyRequired: boolean;
  /** 32 MiB of JSON are taken, else 4 MiB */
  longBody: boolean;
  /** how the body is sent: `application/json` or `multipart/form-data` */
  request: 'json' | 'form';
  params: readonly string[];
  query: readonly string[];
  /** query keys that may occur several times */
  repeatable: readonly string[];
  /** all errors it may answer, ordered by code */
  errors: readonly ErrorName[];
  /** HTTP status of errors where this operation's differs from the error's own */
  errorStatus: { readonly [Name in ErrorName]?: number };
}

export const operationTable: { readonly [Name in OperationName]: OperationFacts & { name: Name } } = {
  "getVisContext": {
    "name": "getVisContext",
    "method": "GET",
    "path": "/api/v1/vis/sessions/{session_id}/context",
    "restOfPath": false,
    "resource": "vis",
    "auth": "bearer",
    "answer": "envelope",
    "large": true,
    "ranges": false,
    "status": 200,
    "successCode": 0,
    "registered": "vis",
    "hasBody": false,
    "bodyRequired": false,
    "longBody": false,
    "request": "json",
    "params": [
      "session_id"
    ],
    "query": [
      "agent_id",
      "turn",
      "step"
    ],
    "repeatable": [],
    "errors": [
      "VALIDATION_FAILED",
      "UNAUTHORIZED",
      "HOST_NOT_ALLOWED",
      "ROUTE_NOT_FOUND",
      "SESSION_NOT_FOUND",
      "AUTH_RATE_LIMITED",
      "INTERNAL_ERROR"
    ],
    "errorStatus": {}
  },
  "getVisSession": {
    "name": "getVisSession",
    "method": "GET",
    "path": "/api/v1/vis/sessions/{session_id}",
    "restOfPath": false,
    "resource": "vis",
    "auth": "bearer",
    "answer": "envelope",
    "large": false,
    "ranges": false,
    "status": 200,
    "successCode": 0,
    "registered": "vis",
    "hasBody": false,
    "bodyRequired": false,
    "longBody": false,
    "request": "json",
    "params": [
      "session_id"
    ],
    "query": [],
    "repeatable": [],
    "errors": [
      "VALIDATION_FAILED",
      "UNAUTHORIZED",
      "HOST_NOT_ALLOWED",
      "ROUTE_NOT_FOUND",
      "SESSION_NOT_FOUND",
      "AUTH_RATE_LIMITED",
      "INTERNAL_ERROR"
    ],
    "errorStatus": {}
  },
  "listVisCron": {
    "name": "listVisCron",
    "method": "GET",
    "path": "/api/v1/vis/sessions/{session_id}/cron",
    "restOfPath": false,
    "resource": "vis",
    "auth": "bearer",
    "answer": "envelope",
    "large": false,
    "ranges": false,
    "status": 200,
    "successCode": 0,
    "registered": "vis",
    "hasBody": false,
    "bodyRequired": false,
    "longBody": false,
    "request": "json",
    "params": [
      "session_id"
    ],
    "query": [],
    "repeatable": [],
    "errors": [
      "VALIDATION_FAILED",
      "UNAUTHORIZED",
      "HOST_NOT_ALLOWED",
      "ROUTE_NOT_FOUND",
      "SESSION_NOT_FOUND",
      "AUTH_RATE_LIMITED",
      "INTERNAL_ERROR"
    ],
    "errorStatus": {}
  },
  "listVisEvents": {
    "name": "listVisEvents",
    "method": "GET",
    "path": "/api/v1/vis/sessions/{session_id}/events",
    "restOfPath": false,
    "resource": "vis",
    "auth": "bearer",
    "answer": "envelope",
    "large": true,
    "ranges": false,
    "status": 200,
    "successCode": 0,
    "registered": "vis",
    "hasBody": false,
    "bodyRequired": false,
    "longBody": false,
    "request": "json",
    "params": [
      "session_id"
    ],
    "query": [
      "after_seq",
      "limit",
      "types"
    ],
    "repeatable": [],
    "errors": [
      "VALIDATION_FAILED",
      "UNAUTHORIZED",
      "HOST_NOT_ALLOWED",
      "ROUTE_NOT_FOUND",
      "SESSION_NOT_FOUND",
      "AUTH_RATE_LIMITED",
      "INTERNAL_ERROR"
    ],
    "errorStatus": {}
  },
  "listVisSessions": {
    "name": "listVisSessions",
    "method": "GET",
    "path": "/api/v1/vis/sessions",
    "restOfPath": false,
    "resource": "vis",
    "auth": "bearer",
    "answer": "envelope",
    "large": false,
    "ranges": false,
    "status": 200,
    "successCode": 0,
    "registered": "vis",
    "hasBody": false,
    "bodyRequired": false,
    "longBody": false,
    "request": "json",
    "params": [],
    "query": [
      "query",
      "before_id",
      "page_size",
      "include_archive"
    ],
    "repeatable": [],
    "errors": [
      "VALIDATION_FAILED",
      "UNAUTHORIZED",
      "HOST_NOT_ALLOWED",
      "ROUTE_NOT_FOUND",
      "AUTH_RATE_LIMITED",
      "INTERNAL_ERROR"
    ],
    "errorStatus": {}
  },
  "listVisTasks": {
    "name": "listVisTasks",
    "method": "GET",
    "path": "/api/v1/vis/sessions/{session_id}/tasks",
    "restOfPath": false,
    "resource": "vis",
    "auth": "bearer",
    "answer": "envelope",
    "large": false,
    "ranges": false,
    "status": 200,
    "successCode": 0,
    "registered": "vis",
    "hasBody": false,
    "bodyRequired": false,
    "longBody": false,
    "request": "json",
    "params": [
      "session_id"
    ],
    "query": [],
    "repeatable": [],
    "errors": [
      "VALIDATION_FAILED",
      "UNAUTHORIZED",
      "HOST_NOT_ALLOWED",
      "ROUTE_NOT_FOUND",
      "SESSION_NOT_FOUND",
      "AUTH_RATE_LIMITED",
      "INTERNAL_ERROR"
    ],
    "errorStatus": {}
  },
  "readVisLog": {
    "name": "readVisLog",
    "method": "GET",
    "path": "/api/v1/vis/sessions/{session_id}/logs",
    "restOfPath": false,
    "resource": "vis",
    "auth": "bearer",
    "answer": "bytes",
    "large": false,
    "ranges": false,
    "status": 200,
    "successCode": 0,
    "registered": "vis",
    "hasBody": false,
    "bodyRequired": false,
    "longBody": false,
    "request": "json",
    "params": [
      "session_id"
    ],
    "query": [
      "which"
    ],
    "repeatable": [],
    "errors": [
      "VALIDATION_FAILED",
      "UNAUTHORIZED",
      "HOST_NOT_ALLOWED",
      "ROUTE_NOT_FOUND",
      "SESSION_NOT_FOUND",
      "FILE_NOT_FOUND",
      "AUTH_RATE_LIMITED",
      "INTERNAL_ERROR"
    ],
    "errorStatus": {}
  },
  "readVisMedia": {
    "name": "readVisMedia",
    "method": "GET",
    "path": "/api/v1/vis/sessions/{session_id}/media/{file_id}",
    "restOfPath": false,
    "resource": "vis",
    "auth": "bearer",
    "answer": "bytes",
    "large": false,
    "ranges": false,
    "status": 200,
    "successCode": 0,
    "registered": "vis",
    "hasBody": false,
    "bodyRequired": false,
    "longBody": false,
    "request": "json",
    "params": [
      "session_id",
      "file_id"
    ],
    "query": [],
    "repeatable": [],
    "errors": [
      "VALIDATION_FAILED",
      "UNAUTHORIZED",
      "HOST_NOT_ALLOWED",
      "ROUTE_NOT_FOUND",
      "SESSION_NOT_FOUND",
      "FILE_NOT_FOUND",
      "AUTH_RATE_LIMITED",
      "INTERNAL_ERROR"
    ],
    "errorStatus": {}
  },
  "readVisTaskOutput": {
    "name": "readVisTaskOutput",
    "method": "GET",
    "path": "/api/v1/vis/sessions/{session_id}/tasks/{task_id}/output",
    "restOfPath": false,
    "resource": "vis",
    "auth": "bearer",
    "answer": "bytes",
    "large": false,
    "ranges": false,
    "status": 200,
    "successCode": 0,
    "registered": "vis",
    "hasBody": false,
    "bodyRequired": false,
    "longBody": false,
    "request": "json",
    "params": [
      "session_id",
      "task_id"
    ],
    "query": [
      "offset",
      "length"
    ],
    "repeatable": [],
    "errors": [
      "VALIDATION_FAILED",
      "UNAUTHORIZED",
      "HOST_NOT_ALLOWED",
      "ROUTE_NOT_FOUND",
      "SESSION_NOT_FOUND",
      "TASK_NOT_FOUND",
      "AUTH_RATE_LIMITED",
      "INTERNAL_ERROR"
    ],
    "errorStatus": {}
  }
};
