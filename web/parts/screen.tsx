/** The common part of screens: a level 1 heading, which receives the focus after navigation, and the tab title. */
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { route } from '../live/routes.js';
import { screenTitle } from '../live/title.js';

/** Focuses the heading after a navigation, but not at the first load. */
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
  /** name in the tab title; empty for the home screen */
  tabTitle?: string;
  /** shown beside the heading */
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
