/** Generates the module that clients need for calls: the route of each operation, and the code of each error. */
import type { Model, OperationModel } from './model.js';

/** Writes rows of text, because a page loads the module and each key of a table would cost it some bytes. */
export function routesModule(model: Model, header: string): string {
  const groups = new Map<string, string[]>();
  for (const item of model.operations.toSorted((a, b) => (a.source.path < b.source.path ? -1 : 1))) {
    const { path, ...facts } = routeOf(item, model);
    const rows = groups.get(JSON.stringify(facts)) ?? [];
    const short = path
      .replace('/api/v1/', '')
      .replace(/\b(\w+)s\/\{\1_id\}/g, '$1s/{}')
      .replace(/^sessions\/\{\}/, '$');
    groups.set(JSON.stringify(facts), [...rows, `${item.name} ${short}\n`]);
  }
  const tables = [...groups].map(([facts, rows]) => `  [${facts}, \`${rows.join('')}\`],\n`);
  const codes = [...model.source.errors].map(([name, { code }]) => ({ name, code })).sort((a, b) => a.code - b.code);
  const errors = codes.map(({ name, code }, at) =>
    code === (codes[at - 1]?.code ?? 0) + 1 ? `${name}\n` : `${name} ${code}\n`,
  );
  return `${header}
import type { ErrorName } from './errors.js';
import type { OperationFacts, OperationName } from './operations.js';

/** How an operation is called, without what only a server needs to know of it. */
export interface Route {
  method: OperationFacts['method'];
  /** with \`{names}\` of path parameters and the action after a colon */
  path: string;
  /** absent: the bearer token */
  auth?: 'none';
  /** absent: in the envelope */
  answer?: Exclude<OperationFacts['answer'], 'envelope'>;
  /** code of the success envelope; absent: 0 */
  successCode?: number;
  /** absent: none */
  body?: 'form' | 'required' | 'optional';
}

/** The operations that are called alike: name and path of each. $ is one session, items/{} is items/{item_id}. */
const routes: readonly (readonly [Omit<Route, 'path'>, string])[] = [
${tables.join('')}];

/** Without a code: the one after that of the name above it. */
const errors = \`${errors.join('')}\`;

const wordsOf = (rows: string): string[][] => rows.trim().split('\\n').map((row) => row.split(' '));

function readRoutes(): Record<string, Route> {
  const all: Record<string, Route> = {};
  for (const [route, rows] of routes)
    for (const [name = '', path = ''] of wordsOf(rows))
      all[name] = {
        ...route,
        path: (path.startsWith('/') ? path : \`/api/v1/\${path.replace('$', 'sessions/{}')}\`).replace(
          /(\\w+)s\\/\\{\\}/g,
          '$1s/{$1_id}',
        ),
      };
  return all;
}

function readCodes(): Record<string, number> {
  let last = 0;
  return Object.fromEntries(wordsOf(errors).map(([name = '', code = last + 1]) => [name, (last = Number(code))]));
}

export const routeTable = /* @__PURE__ */ readRoutes() as { readonly [Name in OperationName]: Route };

export const errorCodes = /* @__PURE__ */ readCodes() as { readonly [Name in ErrorName]: number };
`;
}

/** How to call an operation; omits fields with the usual value. */
function routeOf({ source }: OperationModel, model: Model) {
  const { method, path, auth, answer, successCode, body, bodyRequired, request } = source;
  return {
    path,
    method,
    ...(auth === 'none' && { auth }),
    ...(answer !== undefined && answer !== 'envelope' && { answer }),
    ...(successCode !== undefined && { successCode: model.source.errors.get(successCode)?.code }),
    ...(request === 'form' ? { body: 'form' } : body && { body: bodyRequired ? 'required' : 'optional' }),
  };
}
