/** Checks the glob patterns of requests before they are used. */
import { invalid } from '../errors.js';
import { BadGlob, compileGlobs } from '../base/glob/globs.js';

/** Returns the patterns of a body field. Throws VALIDATION_FAILED for an invalid pattern. */
export function checkGlobs(field: string, patterns: readonly string[] = []): readonly string[] {
  patterns.forEach((pattern, at) => {
    try {
      compileGlobs([pattern]);
    } catch (error) {
      if (error instanceof BadGlob) throw invalid(`${field}.${at}`, error.message);
      throw error;
    }
  });
  return patterns;
}
