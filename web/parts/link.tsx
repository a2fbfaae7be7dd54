/** A link to a path of the page: handles plain clicks itself, and leaves all others to the browser. */
import type { JSX } from 'preact';
import { addressOf } from '../live/base.js';
import { navigate } from '../live/routes.js';

export interface LinkProps extends Omit<JSX.IntrinsicElements['a'], 'href' | 'role'> {
  /** begins with a slash */
  to: string;
}

export function Link({ to, onClick, ...rest }: LinkProps) {
  return (
    <a
      {...rest}
      href={addressOf(to)}
      onClick={(event) => {
        onClick?.(event);
        if (event.defaultPrevented || event.button !== 0 || isModified(event)) return;
        event.preventDefault();
        navigate(to);
      }}
    />
  );
}

function isModified({ ctrlKey, metaKey, shiftKey, altKey }: MouseEvent): boolean {
  return ctrlKey || metaKey || shiftKey || altKey;
}
