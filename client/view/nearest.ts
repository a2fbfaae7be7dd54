/** Finding the name that the user probably meant. */

/** The candidates within a third of the word's length (at least one, at most three) of it, nearest first. */
export function closeNames(word: string, candidates: readonly string[]): string[] {
  const limit = Math.min(3, Math.max(1, Math.floor(word.length / 3)));
  return candidates
    .map((name) => ({ name, distance: editDistance(word.toLowerCase(), name.toLowerCase()) }))
    .filter(
      ({ distance, name }) =>
        distance <= limit || (word.length >= 3 && name.toLowerCase().includes(word.toLowerCase())),
    )
    .sort((a, b) => a.distance - b.distance)
    .map(({ name }) => name);
}

/** Counts inserted, left out, wrong and swapped letters. */
export function editDistance(a: string, b: string): number {
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
