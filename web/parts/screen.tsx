/** What every screen has: a heading of level 1, which gets the focus after a move, and its name in the title of the tab. */
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { route } from '../live/routes.js';
import { screenTitle } from '../live/title.js';

/** Takes the focus when the screen was changed, not at the first load. */
export function useScreenHeading(name: string) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { visit } = route.value;
  useEffect(() => {
    if (visit > 0) heading.current?.focus({ preventScroll: true });
  }, [visit]);
  useEffect(() => {
    screenTitle.value = name;
  }, [name]);
  return heading;
}

export interface ScreenProps {
  title: string;
  /** home has no name in the title of the tab */
  tabTitle?: string;
  /** beside the heading */
  actions?: ComponentChildren;
  children: ComponentChildren;
}

export function Screen({ title, tabTitle = title, actions, children }: ScreenProps) {
  const heading = useScreenHeading(tabTitle);
  return (
    <div class="screen">
      <header class="screen-header">
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {actions}
      </header>
      {children}
    </div>
  );
}
