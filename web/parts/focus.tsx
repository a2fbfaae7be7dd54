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

/** Where an element with the focus was: what it is in, the innermost first, and its place there. */
type Trail = readonly { within: HTMLElement; at: number }[];

/** Effects that place the focus themselves run first; a screen that changes has its heading. */
const settledMs = 80;

const reachable =
  'a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex]:not([tabindex="-1"])';
const areas = 'section, aside, main, nav, dialog, form, [role=region], [role=log], [role=tabpanel]';

/** A neighbour gets the focus of what left the document, where nothing nearer says who does. */
export function watchFocus(): void {
  let trail: Trail = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  document.addEventListener('focusin', ({ target }) => (trail = trailOf(target as HTMLElement)));
  document.addEventListener('focusout', ({ target }) => {
    // the user left it: it is still there, and nothing else has the focus
    queueMicrotask(() => {
      if ((target as HTMLElement).isConnected && isFocusLost()) trail = [];
    });
  });
  const place = (): void => {
    timer = undefined;
    if (trail.length > 0 && isFocusLost()) neighbourOn(trail)?.focus();
  };
  new MutationObserver(() => {
    if (timer !== undefined || trail.length === 0 || !isFocusLost()) return;
    // behind those that wait for a frame, however long it takes
    timer = setTimeout(() => requestAnimationFrame(place), settledMs);
  }).observe(document.body, { childList: true, subtree: true });
}

function trailOf(element: HTMLElement): Trail {
  const trail: { within: HTMLElement; at: number }[] = [];
  for (let each = element; each.parentElement && each !== document.body; each = each.parentElement) {
    trail.push({ within: each.parentElement, at: [...each.parentElement.children].indexOf(each) });
  }
  return trail;
}

/** What is in the place of the lost element now, else behind it, else before it; in an area without any, its heading. */
function neighbourOn(trail: Trail): Place {
  for (const { within, at } of trail) {
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
  // what divides areas belongs to neither
  return all.filter(
    (each): each is HTMLElement => each instanceof HTMLElement && each.role !== 'separator' && each.checkVisibility(),
  );
}

/** The heading of an area, as a place for the focus. */
export function headingOf(area: HTMLElement): Place {
  const heading = area.querySelector<HTMLElement>('h1, h2, h3');
  if (heading?.checkVisibility() !== true) return undefined;
  if (!heading.hasAttribute('tabindex')) heading.tabIndex = -1;
  return heading;
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
