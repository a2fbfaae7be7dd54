/** The welcome rows of a session and the notices below them, limited to leave room for the session (tui.md 2.1). */
import type { Session } from '../../schemas/generated/types.js';
import type { Client } from '../api/client.js';
import { visibleRow } from '../view/clean.js';
import { formatAge, formatPath } from '../view/format.js';
import { own } from '../view/glyphs.js';
import { attempt } from './attempt.js';
import { cutLine, lineOf, span, type Line } from './text/line.js';

export interface WelcomeFacts {
  version: string;
  userHome: string;
  session: Session;
  /** Whether the session existed before. */
  isResumed: boolean;
  size: { columns: number; rows: number };
}

/** Maximum number of rows including notices, and a smaller one for low terminals. */
const [mostRows, fewRows, smallHeight] = [8, 4, 12];

export function welcomeLines({ version, userHome, session, isResumed, size }: WelcomeFacts): Line[] {
  const { agent_config: config, metadata, title, id } = session;
  const model = config.model === '' ? [] : [visibleRow(config.model)];
  const place = visibleRow(formatPath(metadata.cwd, userHome));
  const name = title === '' ? 'Session' : visibleRow(title);
  const gap: Line[] = isSmall(size) ? [] : [[]];
  return [
    ...gap,
    [span('agent', { token: 'primary', bold: true }), span(` ${version}`, 'textDim')],
    lineOf([...model, place].join(own(' · ')), 'textDim'),
    isResumed
      ? [span(name, { bold: true }), span(`  ${id}`, 'textMuted')]
      : lineOf(own('/ commands · ! shell · @ files'), 'textMuted'),
    ...gap,
  ].map((line) => cutLine(line, size.columns));
}

/** Returns one row per notice; notices without room are replaced by their number. */
export function noticeLines(notices: readonly string[], above: number, size: WelcomeFacts['size']): Line[] {
  const room = Math.max(1, (isSmall(size) ? fewRows : mostRows) - above);
  const shown = notices.length > room ? notices.slice(0, room - 1) : notices;
  const more = notices.length - shown.length;
  return [...shown, ...(more > 0 ? [`+${more} more (/status)`] : [])].map((notice) =>
    cutLine(lineOf(visibleRow(notice), 'warning'), size.columns),
  );
}

function isSmall({ rows }: WelcomeFacts['size']): boolean {
  return rows <= smallHeight;
}

/** Returns problems with files, settings and model of a session; a model server may need a second to answer. */
export async function sessionNotices(client: Pick<Client, 'listWarnings'>, id: string): Promise<string[]> {
  const answer = await attempt(() => client.listWarnings({ params: { session_id: id } }));
  return answer?.warnings.map(({ message }) => message) ?? [];
}

/** Time after which providers drop a cached context, in milliseconds: the next request costs the full price. */
const cacheMs = 5 * 60_000;

export function coldCacheNotices({ updated_at: at, message_count: count }: Session, now: number): string[] {
  const age = now - Date.parse(at);
  if (count === 0 || !(age > cacheMs)) return [];
  return [`Last used ${formatAge(Date.parse(at), now)}: the next prompt pays for the whole context, no cache has it`];
}
