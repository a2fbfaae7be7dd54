/** Headers that every answer carries where other machines can connect (rest.md 1.7). */
import type { Bind } from './access.js';

const contentSecurityPolicy = [
  "default-src 'self'",
  "img-src 'self' data: blob:",
  "style-src 'self' 'unsafe-inline'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

const headers: readonly (readonly [string, string])[] = [
  ['X-Content-Type-Options', 'nosniff'],
  ['Referrer-Policy', 'no-referrer'],
  ['Content-Security-Policy', contentSecurityPolicy],
];

export function securityHeaders({ loopback }: Bind): readonly (readonly [string, string])[] {
  return loopback ? [] : headers;
}
