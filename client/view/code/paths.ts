/** Which language a file is in, as its path says. */

/** The end of the name of the file, or the name; a language may have it among its names. */
export function languageOf(path: string): string {
  return /[^./\\]*$/.exec(path)?.[0] ?? '';
}
