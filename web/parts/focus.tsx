/** Keeps the focus on the page: when the focused element disappears, a neighbor receives the focus (web.md 7). */
import type { ComponentChildren, JSX, RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

type Place = HTMLElement | null | undefined;

export function messageBox(): Place {
  return document.querySelector<HTMLElement>('.composer textarea');
}

/** Whether the focused element disappeared and nothing else received the focus. */
export function isFocusLost(): boolean {
  return document.activeElement === null || document.activeElement === document.body;
}

/** When the component unmounts with the focus inside `place`, moves the focus to `next`. */
export function useFocusOnLeaving(place: RefObject<HTMLElement | null>, next: () => Place): void {
  const latest = useRef(next);
  latest.current = next;
  // cleanup of a layout effect runs while the element is still in the document
  useLayoutEffect(() => () => void (place.current?.contains(document.activeElement) && latest.current()?.focus()), []);
}

/** Position of a focused element: its ancestors, innermost first, with its index in each. */
type ElementPath = readonly { within: HTMLElement; at: number }[];

/** Waits until effects that set the focus themselves have run, such as the heading of a new screen. */
const settledMs = 80;

const reachable =
  'a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex]:not([tabindex="-1"])';
const areas = 'section, aside, main, nav, dialog, form, [role=region], [role=log], [role=tabpanel]';

/** Moves a lost focus to a neighbor, unless other code handles it. */
export function watchFocus(): void {
  let path: ElementPath = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  document.addEventListener('focusin', ({ target }) => {
    path = pathOf(target as HTMLElement);
    // the next loss waits its own time
    timer = undefined;
  });
  document.addEventListener('focusout', ({ target }) => {
    // the user left the element: it is still in the document, and nothing else has the focus
    queueMicrotask(() => {
      if ((target as HTMLElement).isConnected && isFocusLost()) path = [];
    });
  });
  new MutationObserver(() => {
    if (timer !== undefined || path.length === 0 || !isFocusLost()) return;
    // after callbacks that wait for a frame, however long the frame takes
    const own = (timer = setTimeout(() => {
      requestAnimationFrame(() => {
        if (timer !== own) return;
        timer = undefined;
        if (path.length > 0 && isFocusLost()) neighbourOn(path)?.focus();
      });
    }, settledMs));
  }).observe(document.body, { childList: true, subtree: true });
}

function pathOf(element: HTMLElement): ElementPath {
  const path: { within: HTMLElement; at: number }[] = [];
  for (let each = element; each.parentElement && each !== document.body; each = each.parentElement) {
    path.push({ within: each.parentElement, at: [...each.parentElement.children].indexOf(each) });
  }
  return path;
}

/** Returns the next focusable neighbor of the lost element, else the previous one, else the heading of the area. */
function neighbourOn(path: ElementPath): Place {
  for (const { within, at } of path) {
    if (!within.isConnected || !within.checkVisibility()) continue;
    if (!within.closest(areas) || within.tagName === 'MAIN') break;
    const children = [...within.children];
    const behind = children.slice(at).flatMap(reachableIn)[0];
    const neighbour = behind ?? children.slice(0, at).flatMap(reachableIn).at(-1);
    if (neighbour) return neighbour;
    if (within.matches(areas) && headingOf(within)) return headingOf(within);
  }
  const content = document.getElementById('content');
  return (content && headingOf(content)) ?? content;
}

function reachableIn(place: Element): HTMLElement[] {
  const all = [...(place.matches(reachable) ? [place] : []), ...place.querySelectorAll(reachable)];
  // a separator belongs to neither of its areas
  return all.filter(
    (each): each is HTMLElement => each instanceof HTMLElement && each.role !== 'separator' && each.checkVisibility(),
  );
}

/** Makes the heading of an area focusable and returns it. */
export function headingOf(area: HTMLElement): Place {
  const heading = area.querySelector<HTMLElement>('h1, h2, h3');
  if (heading?.checkVisibility() !== true) return undefined;
  if (!heading.hasAttribute('tabindex')) heading.tabIndex = -1;
  return heading;
}

interface ItemProps extends Omit<JSX.IntrinsicElements['li'], 'ref'> {
  children: ComponentChildren;
  /** receives the focus when this was the last entry */
  otherwise(): Place;
}

/** An entry of a list; when it is removed, the same button of a neighboring entry receives the focus. */
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
