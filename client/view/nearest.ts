/** Finds the name that the user probably meant. */

/**
 * Returns the candidates within `mostEdits` of the word, nearest first, and those that contain it. Default: a third of
 * its length, at least one and at most three.
 */
export function closeNames(word: string, candidates: readonly string[], mostEdits?: number): string[] {
  const typed = word.toLowerCase();
  const most = mostEdits ?? Math.min(3, Math.max(1, Math.floor(typed.length / 3)));
  const counts = mostEdits === undefined && typed.length >= 3;
  return candidates
    .map((name) => ({ name, distance: editDistance(typed, name.toLowerCase()) }))
    .filter(({ distance, name }) => distance <= most || (counts && name.toLowerCase().includes(typed)))
    .sort((a, b) => a.distance - b.distance)
    .map(({ name }) => name);
}

/** Counts inserted, missing, wrong and swapped letters. */
function editDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const current = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      const swapped = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const best = Math.min((last[j - 1] ?? 0) + (same ? 0 : 1), (last[j] ?? 0) + 1, (current[j - 1] ?? 0) + 1);
      current.push(swapped ? Math.min(best, (beforeLast[j - 2] ?? Infinity) + 1) : best);
    }
    beforeLast = last;
    last = current;
  }
  return last[b.length] ?? 0;
}
