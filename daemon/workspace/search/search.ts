/** Finds files by name: asks the process that holds the indexes, and starts it on demand. */
import { forkBeside } from '../../base/process/fork.js';
import { createWorker, processRunner, WorkerLate } from '../../base/process/worker.js';
import { checkGlobs } from '../globcheck.js';
import { inside } from '../../base/fs/paths.js';
import type { Answer, Question } from './query.js';
import type { Answered, Asked, WorkerLimits } from './searchworker.js';

/** The options of a search, as requests contain them (rest.md 19 and 20). */
export interface SearchRequest {
  query: string;
  limit: number;
  follow_gitignore: boolean;
  show_hidden?: boolean;
  include_globs?: readonly string[];
  exclude_globs?: readonly string[];
}

export interface FileSearch {
  /** `root`: absolute. Finds nothing when it is missing or behind a link. Throws VALIDATION_FAILED for a bad glob. */
  search(root: string, request: SearchRequest): Promise<Answer>;
  suggest(root: string, request: SearchRequest): Promise<Answer>;
  /** ends the process with all its indexes; resolves once it is gone */
  close(): Promise<void>;
}

export interface FileSearchOptions {
  /** canonical; this directory and those above it are indexed only in part */
  userHome: string;
  limits?: Partial<WorkerLimits>;
}

/** The heap of the process in megabytes: a million names take about 200. */
const maxHeapMb = 1_024;
/** The time limit for an answer in milliseconds; a search waits half of that for the first read. */
const answerMs = 20_000;
/** A query that has ended the process this often is not repeated. */
const maxTries = 2;

const nothing: Answer = { items: [], truncated: false };
const partial: Answer = { items: [], truncated: true };

export function createFileSearch({ userHome, limits = {} }: FileSearchOptions): FileSearch {
  const worker = createWorker<Answered>({
    name: 'the process that holds the file indexes',
    start: () => processRunner(forkBeside(import.meta.url, 'searchworker', { given: limits, maxHeapMb })),
    receive: ({ id, answer }, asked) => asked(id)?.resolve(answer ?? nothing),
    // the process may have ended because it was idle
    again: (tries) => tries < maxTries,
    answerMs,
  });
  let closed = false;

  async function ask(root: string, followIgnore: boolean, question: Question): Promise<Answer> {
    if (closed) return partial;
    const broad = inside([root], userHome);
    try {
      return await worker.ask<Answer>((id): Asked => ({ id, root, followIgnore, broad, question }));
    } catch (error) {
      if (closed || error instanceof WorkerLate) return partial;
      throw error;
    }
  }

  return {
    search: async (root, request) =>
      ask(root, request.follow_gitignore, { kind: 'search', hidden: true, ...questionOf(request) }),
    suggest: async (root, request) =>
      ask(root, request.follow_gitignore, {
        kind: 'suggest',
        hidden: request.show_hidden ?? false,
        ...questionOf(request),
      }),
    close() {
      closed = true;
      return worker.close();
    },
  };
}

function questionOf(request: SearchRequest): Pick<Question, 'query' | 'limit' | 'include' | 'exclude'> {
  return {
    query: request.query,
    limit: request.limit,
    include: checkGlobs('include_globs', request.include_globs),
    exclude: checkGlobs('exclude_globs', request.exclude_globs),
  };
}
