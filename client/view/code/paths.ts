/** Derives the language of a file from its path. */

/** Returns the extension of the file, or its name without one; languages are also known by these. */
export function languageOf(path: string): string {
  return /[^./\\]*$/.exec(path)?.[0] ?? '';
}
