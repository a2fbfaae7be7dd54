/** Parses addresses. Called often, Node 20's `URL.canParse` returns false for valid ones with letters such as ä. */

/** Returns undefined for an invalid address. */
export function parseUrl(text: string, base?: string | URL): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    // the caller decides what an invalid address means
    return undefined;
  }
}
