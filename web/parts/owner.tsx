/** Sessions that another server of the home runs: which server, and a link to it (web.md 4.3). */
import { ExternalLink } from 'lucide-preact';
import type { Owner } from '../../schemas/generated/types.js';
import { token } from '../live/token.js';
import { text } from '../live/text.js';

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(host);
}

/** Returns the session's address on the server that runs it; undefined if this browser cannot reach it. */
function addressAt(owner: Owner, sessionId: string): URL | undefined {
  if (owner.base_url === undefined || !isLoopback(location.hostname)) return undefined;
  const address = new URL(`${owner.base_url.replace(/\/$/, '')}/sessions/${sessionId}`);
  return isLoopback(address.hostname) ? address : undefined;
}

/** Opens the session on the server that runs it; returns false if it cannot be reached. */
export function openAtOwner(owner: Owner, sessionId: string): boolean {
  const address = addressAt(owner, sessionId);
  if (address) window.open(withToken(address), '_blank', 'noopener');
  return address !== undefined;
}

/** Adds the token, which all servers of one home share. */
function withToken(address: URL): string {
  const { value } = token;
  return value === undefined ? address.href : `${address.href}#token=${encodeURIComponent(value)}`;
}

export function hasAddress(owner: Owner): boolean {
  return addressAt(owner, '') !== undefined;
}

/** Adds the token to the address only during the click, so that the document does not contain it. */
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

/** Returns why actions are disabled here; undefined when no other server runs the session. */
export function foreignReason(owner: Owner | undefined): string | undefined {
  return owner && text('session.foreign', { pid: owner.pid });
}
