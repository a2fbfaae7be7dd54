/** Menus: a button opens a native popover with items, which arrow keys and first letters navigate. */
import type { LucideIcon } from 'lucide-preact';
import { Check } from 'lucide-preact';
import type { ComponentChildren } from 'preact';
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Button, IconButton, type ButtonProps } from './button.js';

export interface MenuItem {
  name: string;
  run(): void;
  icon?: LucideIcon;
  /** a sentence below the name */
  hint?: string;
  /** why it cannot be chosen now */
  off?: string | undefined;
  /** present for one of several exclusive items */
  isChosen?: boolean;
  isDanger?: boolean;
  /** draws a line above the item */
  startsGroup?: boolean;
}

export interface MenuProps extends Omit<ButtonProps, 'children' | 'onClick' | 'label'> {
  /** label of the button */
  label: string;
  items: readonly MenuItem[];
  /** content of the button; absent: an icon with the label as its name */
  children?: ComponentChildren;
  /** area around the button in which a right click or a long press also opens the menu */
  area?: () => HTMLElement | null | undefined;
  onOpen?: () => void;
}

export function Menu({ label, items, children, icon, area, onOpen, ...rest }: MenuProps) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const place = useRef<HTMLSpanElement>(null);
  const anchor = useRef<{ x: number; y: number } | undefined>(undefined);
  const [isOpen, setOpen] = useState(false);

  const button = (): HTMLButtonElement | null | undefined => place.current?.querySelector('button');

  function open(at?: { x: number; y: number }): void {
    if (items.length === 0) return;
    onOpen?.();
    anchor.current = at;
    setOpen(true);
  }

  // the size of the menu is known once its items are rendered
  useLayoutEffect(() => {
    const { current } = list;
    if (!isOpen || !current) return;
    current.showPopover();
    placeNextTo(current, anchor.current ?? button()?.getBoundingClientRect());
    (current.querySelector<HTMLElement>('[aria-checked=true]') ?? entries(current)[0])?.focus();
  }, [isOpen]);

  function close(): void {
    list.current?.hidePopover();
  }

  useEffect(() => {
    const around = area?.();
    const onContext = (event: MouseEvent): void => {
      event.preventDefault();
      open({ x: event.clientX, y: event.clientY });
    };
    around?.addEventListener('contextmenu', onContext);
    return () => around?.removeEventListener('contextmenu', onContext);
  });

  const shared = {
    ...rest,
    'aria-haspopup': 'menu' as const,
    'aria-expanded': isOpen,
    'aria-controls': id,
    onClick: () => (isOpen ? close() : open()),
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== 'ArrowDown' || isOpen) return;
      event.preventDefault();
      open();
    },
  };

  return (
    <span class="menu-place" ref={place}>
      {children === undefined && icon ? (
        <IconButton {...shared} icon={icon} label={label} />
      ) : (
        <Button {...shared} {...(icon && { icon })} aria-label={label}>
          {children}
        </Button>
      )}
      <div
        ref={list}
        id={id}
        role="menu"
        popover="auto"
        class="menu"
        aria-label={label}
        onToggle={(event) => {
          if (event.newState !== 'closed') return;
          setOpen(false);
          if (document.activeElement === document.body || list.current?.contains(document.activeElement))
            button()?.focus();
        }}
        onKeyDown={(event) => moveBy(event, close)}
      >
        {isOpen &&
          items.map((item) => (
            <div
              key={item.name}
              role={item.isChosen === undefined ? 'menuitem' : 'menuitemradio'}
              tabIndex={-1}
              class={`menu-item${item.isDanger ? ' danger' : ''}${item.startsGroup ? ' starts-group' : ''}`}
              {...(item.isChosen !== undefined && { 'aria-checked': item.isChosen })}
              {...(item.off !== undefined && { 'aria-disabled': true })}
              aria-label={item.name}
              {...((item.off ?? item.hint) !== undefined && { 'aria-description': item.off ?? item.hint })}
              onPointerMove={(event) => event.currentTarget.focus({ preventScroll: true })}
              onClick={() => {
                if (item.off !== undefined) return;
                close();
                button()?.focus();
                item.run();
              }}
            >
              <span class="menu-icon" aria-hidden="true">
                {item.isChosen ? <Check size="1em" /> : item.icon && <item.icon size="1em" />}
              </span>
              <span>
                {item.name}
                {(item.off ?? item.hint) !== undefined && <small>{item.off ?? item.hint}</small>}
              </span>
            </div>
          ))}
      </div>
    </span>
  );
}

function entries(list: HTMLElement): HTMLElement[] {
  return [...list.querySelectorAll<HTMLElement>('.menu-item')];
}

function moveBy(event: KeyboardEvent, close: () => void): void {
  const list = event.currentTarget as HTMLElement;
  const all = entries(list);
  const at = all.indexOf(document.activeElement as HTMLElement);
  const go = (to: number): void => all.at(to % all.length)?.focus();
  const { key } = event;
  if (key === 'ArrowDown') go(at + 1);
  else if (key === 'ArrowUp') go(at < 0 ? -1 : at - 1);
  else if (key === 'Home') go(0);
  else if (key === 'End') go(-1);
  else if (key === 'Tab' || key === 'Escape') close();
  else if (key === 'Enter' || key === ' ') all[at]?.click();
  else if (key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey) {
    const next = [...all.slice(at + 1), ...all.slice(0, at + 1)];
    next.find((each) => each.textContent?.trim().toLowerCase().startsWith(key.toLowerCase()))?.focus();
  } else return;
  if (key !== 'Tab') event.preventDefault();
  event.stopPropagation();
}

/** Places a list below its anchor, or above it where there is more room, within the window. */
export function placeNextTo(list: HTMLElement, anchor: DOMRect | { x: number; y: number } | undefined): void {
  const { innerWidth, innerHeight } = window;
  const { offsetWidth: width, offsetHeight: height } = list;
  const box = anchor && 'bottom' in anchor ? anchor : new DOMRect(anchor?.x ?? 0, anchor?.y ?? 0, 0, 0);
  const gap = 4;
  const below = box.bottom + gap;
  const top = below + height > innerHeight && box.top - gap - height > 0 ? box.top - gap - height : below;
  const startsAtLeft = box.left + width + 8 <= innerWidth;
  const left = startsAtLeft ? box.left : Math.max(8, box.right - width);
  list.style.top = `${Math.max(8, Math.min(top, innerHeight - height - 8))}px`;
  list.style.left = `${Math.min(left, innerWidth - width - 8)}px`;
}
