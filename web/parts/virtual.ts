/** Windowing of long lists with rows of any height: renders only the rows near the viewport. */
import {
  elementScroll,
  observeElementOffset,
  observeElementRect,
  Virtualizer,
  type VirtualizerOptions,
} from '@tanstack/virtual-core';
import { useLayoutEffect, useReducer, useRef, useState } from 'preact/hooks';

type Given =
  | 'count'
  | 'getScrollElement'
  | 'estimateSize'
  | 'getItemKey'
  | 'overscan'
  | 'rangeExtractor'
  | 'anchorTo'
  | 'scrollPaddingEnd';
export type VirtualOptions = Pick<VirtualizerOptions<HTMLElement, HTMLElement>, Given>;

export function useVirtual(given: VirtualOptions): Virtualizer<HTMLElement, HTMLElement> {
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const drawn = useRef<{ items: unknown; total: number } | undefined>(undefined);
  const options = {
    ...given,
    observeElementRect,
    observeElementOffset,
    scrollToFn: elementScroll,
    // also called when scrolling starts and ends, which does not change the rows
    onChange: (virtual: Virtualizer<HTMLElement, HTMLElement>) => {
      const { items, total } = drawn.current ?? {};
      if (virtual.getVirtualItems() !== items || virtual.getTotalSize() !== total) redraw(undefined);
    },
  };
  const [virtual] = useState(() => new Virtualizer<HTMLElement, HTMLElement>(options));
  virtual.setOptions(options);
  useLayoutEffect(() => virtual._didMount(), []);
  useLayoutEffect(() => {
    drawn.current = { items: virtual.getVirtualItems(), total: virtual.getTotalSize() };
    virtual._willUpdate();
  });
  return virtual;
}
