/** Reading addresses. `URL.canParse` of Node 20 answers false for valid addresses with letters such as ä, once it is called often. */

/** Undefined for what is no address. */
export function parseUrl(text: string, base?: string | URL): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    // it is no address: the caller says what that means
    return undefined;
  }
}
