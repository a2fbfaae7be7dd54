/** Sessions that another server of the home runs: which one, and the way to it (web.md 4.3). */
import { ExternalLink } from 'lucide-preact';
import type { Owner } from '../../schemas/generated/types.js';
import { token } from '../live/token.js';
import { text } from '../live/text.js';

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(host);
}

/** The session on the server that runs it; undefined where a browser of this machine cannot reach it. */
function addressAt(owner: Owner, sessionId: string): URL | undefined {
  if (owner.base_url === undefined || !isLoopback(location.hostname)) return undefined;
  const address = new URL(`${owner.base_url.replace(/\/$/, '')}/sessions/${sessionId}`);
  return isLoopback(address.hostname) ? address : undefined;
}

/** Opens the session where it runs; returns whether there is a way. */
export function openAtOwner(owner: Owner, sessionId: string): boolean {
  const address = addressAt(owner, sessionId);
  if (address) window.open(withToken(address), '_blank', 'noopener');
  return address !== undefined;
}

/** Servers of one home have the same token. */
function withToken(address: URL): string {
  const { value } = token;
  return value === undefined ? address.href : `${address.href}#token=${encodeURIComponent(value)}`;
}

export function hasWayTo(owner: Owner): boolean {
  return addressAt(owner, '') !== undefined;
}

/** The token comes into the address with the press, and leaves it again: the document does not hold it. */
export function OwnerLink({ owner, sessionId }: { owner: Owner; sessionId: string }) {
  const address = addressAt(owner, sessionId);
  if (!address) return null;
  const reveal = ({ currentTarget }: { currentTarget: HTMLAnchorElement }): void => {
    currentTarget.href = withToken(address);
    setTimeout(() => (currentTarget.href = address.href));
  };
  return (
    <a href={address.href} target="_blank" rel="noopener" onClick={reveal} onAuxClick={reveal}>
      <ExternalLink aria-hidden="true" size="1em" /> {text('owner.open')}
    </a>
  );
}

/** Why nothing can be done here; undefined: this server runs the session, or can. */
export function foreignReason(owner: Owner | undefined): string | undefined {
  return owner && text('session.foreign', { pid: owner.pid });
}
