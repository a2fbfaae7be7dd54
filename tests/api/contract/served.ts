/** The contract as a running daemon serves it: the operations of `/openapi.json`, with validators of their parts. */
import type { OpenAPIObject, OperationObject, ParameterObject, SchemaObject } from 'openapi3-ts/oas31';
import type { ErrorName } from '../../../schemas/generated/errors.js';
import type { OperationName } from '../../../schemas/generated/operations.js';
import type { TestDaemon } from '../../helpers/daemon.js';
import { partValidator, type Check } from '../../helpers/documents.js';

export interface Served {
  name: OperationName;
  method: string;
  path: string;
  /** whether it needs the token */
  secured: boolean;
  parameters: (ParameterObject & { schema: SchemaObject })[];
  /** schema of a JSON body, its root reference resolved; undefined without a body */
  body?: SchemaObject;
  /** schema of a form */
  form?: SchemaObject;
  errors: { code: number; name: ErrorName }[];
  responses: Record<string, { content?: Record<string, unknown> }>;
  /** returns the validator of a part, named by a JSON pointer below the operation */
  check(pointer: string): Check;
}

export interface ServedContract {
  operations: Served[];
  /** resolves a reference; returns any other schema unchanged */
  resolve(schema: unknown): SchemaObject;
}

const methods = ['get', 'post', 'put', 'patch', 'delete'] as const;

export async function readServed({ baseUrl, token }: Pick<TestDaemon, 'baseUrl' | 'token'>): Promise<ServedContract> {
  const response = await fetch(`${baseUrl}/openapi.json`, { headers: { authorization: `Bearer ${token}` } });
  const document = (await response.json()) as OpenAPIObject;
  const resolve = (schema: unknown): SchemaObject => {
    const { $ref } = schema as { $ref?: string };
    if ($ref === undefined) return schema as SchemaObject;
    // names a component, or a file of `schemas/types/` if the schema is not a served one
    const name = $ref.slice($ref.lastIndexOf('/') + 1).replace(/\.json$/, '');
    return resolve(document.components?.schemas?.[name]);
  };
  const operations = Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const described: OperationObject | undefined = item[method];
      return described ? [read(document, resolve, path, method, described)] : [];
    }),
  );
  return { operations, resolve };
}

function read(
  document: OpenAPIObject,
  resolve: (schema: unknown) => SchemaObject,
  path: string,
  method: (typeof methods)[number],
  described: OperationObject,
): Served {
  const { requestBody, parameters = [] } = described;
  const content = requestBody && 'content' in requestBody ? requestBody.content : {};
  const { 'application/json': json, 'multipart/form-data': form } = content;
  return {
    name: described.operationId as OperationName,
    method: method.toUpperCase(),
    path,
    secured: (described.security ?? document.security ?? []).length > 0,
    parameters: (parameters as ParameterObject[]).map((each) => ({ ...each, schema: resolve(each.schema) })),
    ...(json?.schema ? { body: resolve(json.schema) } : {}),
    ...(form?.schema ? { form: resolve(form.schema) } : {}),
    errors: described['x-error-codes'] as Served['errors'],
    responses: described.responses as Served['responses'],
    check: (pointer) => partValidator(document, ['paths', path, method], pointer),
  };
}
