/** Characters that are invisible or that reorder their neighbors: one table for clients and the daemon. */

/** A class for a regular expression with the flag `u`; has line breaks, tabs, joiners and variation selectors too. */
export const invisible = String.raw`[\p{Cc}\p{Zl}\p{Zp}\p{DI}\ufff9-\ufffb]`;
