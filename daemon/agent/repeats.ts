/** Detects a model that repeats the same call in consecutive steps (engine.md 2.9-4). */
import type { ToolResult } from '../tools/tool.js';
import type { Prepared } from './calls.js';

const remindAt = new Set([3, 5, 8]);
const endAt = 12;
/** Tools that may be repeated as long as their results change. */
const pollers = new Set(['WaitFor', 'TaskOutput', 'TaskList']);

export type Verdict = { kind: 'fine' } | { kind: 'remind'; text: string } | { kind: 'end'; text: string };

export interface RepeatGuard {
  /** counts the calls of a step */
  verdictOn(prepared: Prepared[], results: Map<string, ToolResult>): Verdict;
}

export function createRepeatGuard(): RepeatGuard {
  let counts = new Map<string, { count: number; output: string }>();
  return {
    verdictOn(prepared, results) {
      const next: typeof counts = new Map();
      let worst = { count: 0, name: '' };
      for (const { call } of prepared) {
        const key = `${call.name}\n${call.argumentsText}`;
        if (next.has(key)) continue;
        const output = pollers.has(call.name) ? JSON.stringify(results.get(call.id)?.output ?? '') : '';
        const before = counts.get(key);
        const count = before && before.output === output ? before.count + 1 : 1;
        next.set(key, { count, output });
        if (count > worst.count) worst = { count, name: call.name };
      }
      counts = next;
      if (worst.count >= endAt)
        return { kind: 'end', text: `The same call of ${worst.name} was repeated ${worst.count} times in a row.` };
      if (!remindAt.has(worst.count)) return { kind: 'fine' };
      return {
        kind: 'remind',
        text: `<system-reminder>You have made the same call of ${worst.name} ${worst.count} times in a row. Its result will not change: check the result, then do something else or explain what prevents you.</system-reminder>`,
      };
    },
  };
}
