/** A link in untrusted text: always shows its target, and never opens by itself (web.md 5.5.2, 9). */
import type { ComponentChildren } from 'preact';
import type { ShownLink } from '../../client/view/links.js';
import { setQuery } from '../live/routes.js';
import { Clean } from './clean.js';

export function TextLink({ link, children }: { link: ShownLink; children: ComponentChildren }) {
  const { target, otherHost } = link;
  if (target.kind === 'file') {
    const { path, line } = target;
    return (
      <button
        type="button"
        class="link"
        title={path}
        onClick={() => setQuery({ panel: 'files', file: path, line: line === undefined ? undefined : String(line) })}
      >
        {children}
      </button>
    );
  }
  return (
    <>
      <a href={target.url} target="_blank" rel="noopener noreferrer" title={target.url}>
        {children}
      </a>
      {otherHost !== undefined && (
        <span class="real-host">
          {' '}
          [<Clean text={otherHost} />]
        </span>
      )}
    </>
  );
}
