/** Parses a unified diff of one file into its changes. */
import type { TextHunk } from '../../schemas/generated/types.js';

interface Unified {
  added: number;
  removed: number;
  hunks: TextHunk[];
  binary?: true;
}

export function readUnified(diff: string): Unified {
  const hunks: TextHunk[] = [];
  let [added, removed] = [0, 0];
  for (const line of diff.split('\n')) {
    const head = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/.exec(line);
    const last = hunks.at(-1);
    if (head) {
      const [, oldStart, oldLines = '1', newStart, newLines = '1'] = head;
      hunks.push({
        id: `h${hunks.length + 1}`,
        old_start: Number(oldStart),
        old_lines: Number(oldLines),
        new_start: Number(newStart),
        new_lines: Number(newLines),
        lines: [],
      });
    } else if (last && /^[ +\-\\]/.test(line)) {
      last.lines.push(line);
      if (line.startsWith('+')) added += 1;
      if (line.startsWith('-')) removed += 1;
    }
  }
  return { added, removed, hunks, ...(/^Binary files /m.test(diff) && { binary: true as const }) };
}
