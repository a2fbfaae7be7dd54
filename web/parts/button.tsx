/** Buttons: several weights, icon-only buttons, and disabled ones that show the reason. */
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
