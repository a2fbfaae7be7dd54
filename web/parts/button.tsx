/** Buttons: several weights, icon-only buttons, disabled ones that show the reason, and what a double click presses. */
import type { LucideIcon } from 'lucide-preact';
import type { ComponentChildren, JSX } from 'preact';
import { useId } from 'preact/hooks';

export interface ButtonProps extends Omit<JSX.IntrinsicElements['button'], 'icon' | 'class'> {
  kind?: 'plain' | 'primary' | 'danger' | 'quiet';
  icon?: LucideIcon;
  /** why the button cannot be used now; it stays focusable */
  off?: string | undefined;
  class?: string;
  children?: ComponentChildren;
}

export function Button({ kind = 'plain', icon: Icon, off, children, class: more, onClick, ...rest }: ButtonProps) {
  const id = useId();
  return (
    <>
      <button
        type="button"
        {...rest}
        class={`button ${kind}${more ? ` ${more}` : ''}`}
        {...(off !== undefined && { 'aria-disabled': true, 'aria-describedby': id })}
        onClick={(event) => {
          if (off === undefined) onClick?.(event);
          else event.preventDefault();
        }}
      >
        {Icon && <Icon aria-hidden="true" size="1em" />}
        {children}
      </button>
      {off !== undefined && (
        <span id={id} class="unseen">
          {off}
        </span>
      )}
    </>
  );
}

export interface IconButtonProps extends Omit<ButtonProps, 'children' | 'icon'> {
  icon: LucideIcon;
  /** accessible name */
  label: string;
}

export function IconButton({ icon, label, class: more, ...rest }: IconButtonProps) {
  return (
    <Button
      kind="quiet"
      title={label}
      {...rest}
      icon={icon}
      aria-label={label}
      class={`icon-only${more ? ` ${more}` : ''}`}
    />
  );
}

const controlAt = ({ target }: Event): Element | null =>
  target instanceof Element ? target.closest('button, a') : null;

/**
 * Lets a double click press only the button or link that had its first click: what takes the place of that one was not
 * seen yet, such as the next approval, or Stop where Send was. A control with `data-again` is meant to be pressed again.
 */
export function watchDoubleClicks(): void {
  let pressed: Element | null = null;
  addEventListener(
    'mousedown',
    (event) => {
      if (event.detail < 2) pressed = controlAt(event);
    },
    true,
  );
  addEventListener(
    'click',
    (event) => {
      const control = controlAt(event);
      if (event.detail < 2 || !control || control === pressed || control.hasAttribute('data-again')) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    },
    true,
  );
}
