/** Whether a hook's matcher fits: a regular expression that may take only so long. */
import { createContext, Script, type Context } from 'node:vm';
import { errorCode } from '../../base/fs/errno.js';

/** Chars of a subject that are looked at. */
const subjectLength = 1_000;
/** Milliseconds for one answer; answers are kept. */
const limitMs = 25;
/** Names and alternatives of names cannot take long: most matchers are no more than that. */
const harmless = /^[\w^$|.-]*$/;
/** A busy machine may let the time pass without any work: attempts until the limit counts as used up. */
const mostAttempts = 8;
/** Answers a matcher keeps. */
const keptAnswers = 500;

/** An event without a subject fits every valid matcher. */
export type Matcher = (subject: string | undefined) => boolean;

/**
 * Absent: fits all. A text that is no regular expression never fits. One that is not done in time fits: the hook then
 * decides by itself what its matcher could not.
 */
export function createMatcher(pattern: string | undefined, limit = limitMs): Matcher {
  if (pattern === undefined) return () => true;
  if (!isValid(pattern)) return () => false;
  const answers = new Map<string, boolean>();
  return (subject) => {
    if (subject === undefined) return true;
    const text = subject.slice(0, subjectLength);
    let answer = answers.get(text);
    if (answer === undefined) {
      if (answers.size >= keptAnswers) answers.clear();
      answers.set(text, (answer = testInTime(pattern, text, limit)));
    }
    return answer;
  };
}

function isValid(pattern: string): boolean {
  try {
    new RegExp(pattern);
    return true;
  } catch {
    // the configuration has reported it; engine.md 15: it never matches
    return false;
  }
}

/** Only code in a separate context can be stopped, a regular expression too. */
let bench: { script: Script; context: Context } | undefined;

function testInTime(pattern: string, text: string, limit: number): boolean {
  if (harmless.test(pattern)) return new RegExp(pattern).test(text);
  bench ??= {
    script: new Script('new RegExp(pattern).test(text)'),
    context: createContext({ pattern: '', text: '' }),
  };
  Object.assign(bench.context, { pattern, text });
  for (let attempt = 0; attempt < mostAttempts; attempt += 1) {
    const before = process.cpuUsage();
    try {
      return bench.script.runInContext(bench.context, { timeout: limit }) === true;
    } catch (error) {
      if (errorCode(error) !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
      const { user, system } = process.cpuUsage(before);
      // the pattern took the time itself, in microseconds
      if (user + system >= limit * 500) return true;
    }
  }
  return true;
}
