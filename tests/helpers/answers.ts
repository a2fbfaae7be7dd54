/** What the served OpenAPI document says of an answer; suites of one worker share the document and its compiled checks. */
import { buildOpenApi } from '../../daemon/http/openapi.js';
import { operationTable, type OperationFacts, type OperationName } from '../../schemas/generated/operations.js';
import { responseValidator, type Check } from './documents.js';

const routes = Object.values(operationTable as Record<string, OperationFacts>)
  .map((operation) => ({
    operation,
    pattern: new RegExp(`^${operation.path.replace(/[.]/g, '\\.').replace(/\{\w+\}/g, '[^/]+')}$`),
  }))
  // actions before the plain ids that would take them in
  .sort((a, b) => Number(b.operation.path.includes(':')) - Number(a.operation.path.includes(':')));

/** The operation that a request is for. */
export function operationAt(method: string, path: string): OperationFacts | undefined {
  return routes.find(({ operation, pattern }) => operation.method === method && pattern.test(path))?.operation;
}

/** A daemon shows only what it serves on its bind; the checks know all. */
let complete: ReturnType<typeof buildOpenApi> | undefined;
const openApi = () => (complete ??= buildOpenApi({ version: '1.2.3' }));

const checks = new Map<string, Check>();

/** What is wrong with a JSON answer; empty when it fits. */
export async function findingsOf(name: OperationName, status: number, answer: unknown): Promise<string[]> {
  const key = `${name} ${status}`;
  let validate = checks.get(key);
  if (!validate) checks.set(key, (validate = responseValidator(openApi(), name, status)));
  return validate(answer);
}

/** Bytes name their file; an envelope never does. An unchanged copy has neither. */
export function isBytes({ status, headers }: Pick<Response, 'status' | 'headers'>): boolean {
  return status === 304 || headers.has('content-disposition');
}

export function documentsStatus(name: OperationName, status: number): boolean {
  const { method, path } = operationTable[name];
  const { paths } = openApi();
  const item = paths?.[path]?.[method.toLowerCase() as 'get'];
  return item?.responses?.[String(status)] !== undefined;
}
