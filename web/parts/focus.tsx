/** Where the focus goes when what has it leaves the screen: to its neighbour, never to nowhere (web.md 7). */
import type { ComponentChildren, JSX, RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

type Place = HTMLElement | null | undefined;

export function messageBox(): Place {
  return document.querySelector<HTMLElement>('.composer textarea');
}

/** What had it went without a neighbour. */
export function isFocusLost(): boolean {
  return document.activeElement === null || document.activeElement === document.body;
}

/** When the component goes with the focus in `place`, `next` gets the focus. */
export function useFocusOnLeaving(place: RefObject<HTMLElement | null>, next: () => Place): void {
  const latest = useRef(next);
  latest.current = next;
  // it is still in the document then
  useLayoutEffect(() => () => void (place.current?.contains(document.activeElement) && latest.current()?.focus()), []);
}

interface ItemProps extends Omit<JSX.IntrinsicElements['li'], 'ref'> {
  children: ComponentChildren;
  /** when it was the last one */
  otherwise(): Place;
}

/** An entry of a list; when it goes, the entry in its place gets the focus, at the same button. */
export function ListItem({ otherwise, children, ...rest }: ItemProps) {
  const item = useRef<HTMLLIElement>(null);
  useFocusOnLeaving(item, () => {
    const { current } = item;
    const at = current ? buttonsOf(current).indexOf(document.activeElement as HTMLElement) : -1;
    const neighbour = current?.nextElementSibling ?? current?.previousElementSibling;
    const buttons = neighbour ? buttonsOf(neighbour) : [];
    return buttons[at] ?? buttons[0] ?? otherwise();
  });
  return (
    <li {...rest} ref={item}>
      {children}
    </li>
  );
}

function buttonsOf(place: Element): HTMLElement[] {
  return [...place.querySelectorAll<HTMLElement>('button')];
}
