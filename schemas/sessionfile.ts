/** Builds the HTML file of a session, including the visualizer, for pages and `agent vis --out` (web.md 8.5). */
import type { Agent, Session } from './generated/types.js';

/** Parts from the build: names of script and style below the page, and their hashes. */
export interface FileParts {
  script: string;
  style: string;
  scriptHash: string;
  styleHash: string;
}

/** The content of the file besides its events. */
export interface FileFacts {
  session: Session;
  agents: Agent[];
  /** number of unreadable records */
  damaged: number;
  media: Record<string, { type: string; base64: string }>;
  /** views without data in this file */
  without: readonly string[];
}

/** Maximum bytes of embedded media; larger ones are only named. */
export const mostMediaBytes = 1024 * 1024;

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
const json = (value: unknown): string => JSON.stringify(value).toWellFormed().replaceAll('<', '\\u003c');

/** Names of media in a text. */
export const mediaIn = (text: string): string[] => text.match(/media_[0-9a-z]{26}\.[0-9a-z]{2,4}/g) ?? [];

/** Everything before the events. */
export function beginningOf(
  session: Session,
  style: string,
  language: string,
  hashes: Omit<FileParts, 'script' | 'style'>,
): string {
  const title = (session.title || session.id).replace(/[&<>]/g, (sign) => entities[sign] ?? sign);
  const policy = [
    `default-src 'none'; script-src '${hashes.scriptHash}'; style-src '${hashes.styleHash}'`,
    `img-src data: blob:; media-src data: blob:; base-uri 'none'; form-action 'none'`,
  ].join('; ');
  return `<!doctype html>
<html lang="${language}" data-theme="light" data-base="./" data-place="fragment"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">
<title>${title}</title><style>${style}</style></head><body><div id="page"></div><script type="application/json" id="session">{"events":[`;
}

export const eventOf = (event: unknown, isFirst: boolean): string => `${isFirst ? '' : ',\n'}${json(event)}`;

/** Everything after the events. */
export const endOf = (facts: object, script: string): string =>
  `],${json(facts).slice(1)}</script><script>${script}</script></body></html>\n`;
