/** Checks responses against the served OpenAPI document; suites of a worker share its compiled checks. */
import { buildOpenApi } from '../../daemon/http/openapi.js';
import { operationTable, type OperationFacts, type OperationName } from '../../schemas/generated/operations.js';
import { responseValidator, type Check } from './documents.js';

const routes = Object.values(operationTable as Record<string, OperationFacts>)
  .map((operation) => ({
    operation,
    pattern: new RegExp(`^${operation.path.replace(/[.]/g, '\\.').replace(/\{\w+\}/g, '[^/]+')}$`),
  }))
  // paths with actions first, because plain ids would match them
  .sort((a, b) => Number(b.operation.path.includes(':')) - Number(a.operation.path.includes(':')));

/** Returns the operation of a request. */
export function operationAt(method: string, path: string): OperationFacts | undefined {
  return routes.find(({ operation, pattern }) => operation.method === method && pattern.test(path))?.operation;
}

/** All operations: a daemon's own document contains only those served on its bind. */
let complete: ReturnType<typeof buildOpenApi> | undefined;
const openApi = () => (complete ??= buildOpenApi({ version: '1.2.3' }));

const checks = new Map<string, Check>();

/** Returns the violations in a JSON response; empty when it matches. */
export async function findingsOf(name: OperationName, status: number, answer: unknown): Promise<string[]> {
  const key = `${name} ${status}`;
  let validate = checks.get(key);
  if (!validate) checks.set(key, (validate = responseValidator(openApi(), name, status)));
  return validate(answer);
}

/** Whether a response contains bytes: these have a file name, unlike an envelope. A 304 has neither. */
export function isBytes({ status, headers }: Pick<Response, 'status' | 'headers'>): boolean {
  return status === 304 || headers.has('content-disposition');
}

export function documentsStatus(name: OperationName, status: number): boolean {
  const { method, path } = operationTable[name];
  const { paths } = openApi();
  const item = paths?.[path]?.[method.toLowerCase() as 'get'];
  return item?.responses?.[String(status)] !== undefined;
}
