/** Session lists of the second generation, and operations on many sessions at once (rest.md 25). */
import { invalid } from '../errors.js';
import type { Handlers } from '../http/contract.js';
import type { ApiDeps } from './deps.js';

type Query = Parameters<Handlers['querySessions']>[0]['query'];

const groupPageSize = 5;
/** Applies unless the query asks only for marks. */
const maxPageSize = 100;

export function sessionListHandlers({ sessions, lists }: ApiDeps) {
  return {
    querySessions({ query }) {
      checkQuery(query);
      const included = query.include?.split(',') ?? [];
      return lists.query({
        conditions: {
          workspaceIds: query['workspace.id'],
          activity: query['activity.status'],
          updatedAfter: query['meta.updated_after'],
          updatedBefore: query['meta.updated_before'],
          archived: query['meta.archived'],
          hasPrompt: query['meta.has_prompt'],
        },
        sort: query.sort,
        view: query.view,
        groupSize: query['group.page_size'] ?? groupPageSize,
        pageSize: query.page_size,
        marks: query.fields !== undefined,
        git: included.includes('git'),
        directories: included.includes('dirs'),
        page: query.page,
        pageToken: query.page_token,
      });
    },
    archiveSessions: ({ body }) => sessions.archiving.archiveMany(body.ids),
    restoreSessions: ({ body }) => sessions.archiving.restoreMany(body.ids),
  } satisfies Partial<Handlers>;
}

/** Checks combinations of query parameters that exclude each other. */
function checkQuery(query: Query): void {
  const groupSize = query['group.page_size'];
  if (groupSize !== undefined && query.view !== 'by_workspace')
    throw invalid('group.page_size', 'only with view=by_workspace');
  if (query.fields !== undefined && query.include !== undefined) throw invalid('fields', 'not together with include');
  if (query.page !== undefined && query.page_token !== undefined) throw invalid('page', 'not together with page_token');
  if (query.fields !== undefined) return;
  for (const name of ['page_size', 'group.page_size'] as const)
    if ((query[name] ?? 0) > maxPageSize) throw invalid(name, `must be ${maxPageSize} or less without fields`);
}
