/** The characters that no reader can see, or that reorder what stands beside them: one table for clients and the daemon. */

/** A class for a regular expression with the flag `u`. Line breaks and tabs are in it; joiners and variation selectors too. */
export const invisible = String.raw`[\p{Cc}\p{Zl}\p{Zp}\p{DI}\ufff9-\ufffb]`;
