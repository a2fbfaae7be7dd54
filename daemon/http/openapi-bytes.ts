/** Describes binary answers in the OpenAPI document (rest.md 26). */
import type { ContentObject, HeadersObject, ParameterObject, ResponseObject } from 'openapi3-ts/oas31';
import type { SchemaData } from '../../schemas/documents.js';
import type { OperationFacts } from '../../schemas/generated/operations.js';

export const rangeParameters: readonly ParameterObject[] = [
  {
    name: 'Range',
    in: 'header',
    required: false,
    description:
      'one of `bytes=a-b`, `bytes=a-`, `bytes=-n`; several, bad and unsatisfiable ranges are answered with everything',
    schema: { type: 'string' },
    example: 'bytes=0-1023',
  },
  {
    name: 'If-None-Match',
    in: 'header',
    required: false,
    description: 'entity tags: quoted, bare or weak, a list of them, or `*`',
    schema: { type: 'string' },
    example: '"m8x2k1-512-4f"',
  },
  {
    name: 'If-Range',
    in: 'header',
    required: false,
    description:
      'entity tag or `Last-Modified` of the copy that a range is to complete; another one is answered with everything',
    schema: { type: 'string' },
    example: '"m8x2k1-512-4f"',
  },
];

/** The success responses: all bytes, a range, or none because nothing changed. `errors`: the errors with status 200. */
export function bytesResponses(
  { ranges }: Pick<OperationFacts, 'ranges'>,
  mediaType: string | readonly string[] | undefined,
  errors: { schema?: SchemaData; text: string },
): Record<string, ResponseObject> {
  const types = [mediaType ?? '*/*'].flat();
  const bytes: ContentObject = Object.fromEntries(
    types.map((type) => [type, { schema: { type: 'string', format: 'binary' } }]),
  );
  const envelope: ContentObject = errors.schema ? { 'application/json': { schema: errors.schema } } : {};
  const all = {
    description: `Success${errors.text}${errors.schema ? '\n\nOnly bytes come with `Content-Disposition`.' : ''}`,
    headers: headersOf(ranges, 'Content-Disposition', 'Content-Length', 'Cache-Control', 'X-Content-Type-Options'),
    content: { ...bytes, ...envelope },
  };
  if (!ranges) return { '200': all };
  return {
    '200': all,
    '206': {
      description: 'The range that was asked for.',
      headers: headersOf(
        ranges,
        'Content-Disposition',
        'Content-Length',
        'Content-Range',
        'Cache-Control',
        'X-Content-Type-Options',
      ),
      content: bytes,
    },
    '304': { description: 'The client has these bytes already.', headers: headersOf(ranges, 'Cache-Control') },
  };
}

const notes = {
  'Accept-Ranges': '`bytes`',
  'Cache-Control': 'how long a copy may be used without asking',
  'Content-Disposition': 'inline or attachment, with the name of the file',
  'Content-Length': 'number of bytes that follow',
  'Content-Range': '`bytes a-b/size`',
  ETag: 'changes when the bytes do',
  'Last-Modified': 'only for files on disk',
  'X-Content-Type-Options': '`nosniff`',
};

function headersOf(ranges: boolean, ...names: (keyof typeof notes)[]): HeadersObject {
  const all = ranges ? [...names, 'ETag' as const, 'Accept-Ranges' as const, 'Last-Modified' as const] : names;
  return Object.fromEntries(
    all.map((name) => [
      name,
      { description: notes[name], schema: { type: name === 'Content-Length' ? 'integer' : 'string' } },
    ]),
  );
}
